"use strict";
// The page of the explorer. No framework, no build step; everything it shows comes from /api/v1.

const $ = (id) => document.getElementById(id);
const API = "/api/v1/";
const LIVE_TIME = "30s";

// ── positions ────────────────────────────────────────────────────────────────────────────────

/** A board: cells by [file, rank from the bottom], "." empty, "W", "B", "#" blocked. */
class Board {
  constructor(width, height, cells, side) { Object.assign(this, { width, height, cells, side }); }
  static empty(width, height) { return new Board(width, height, Array(width * height).fill("."), "w"); }
  static fromFen(fen) {
    const [rows, side] = fen.trim().split(/[\s_]+/);
    const lines = rows.split("/").map((row) => {
      const cells = [];
      for (const token of row.match(/\d+|./g) || []) {
        if (/^\d/.test(token)) cells.push(...Array(Math.min(+token, 99)).fill("."));
        else if ("Qq*".includes(token)) cells.push({ Q: "W", q: "B", "*": "#" }[token]);
        else throw new Error(`The address has '${token}' in its position.`);
      }
      return cells;
    });
    const width = lines[0].length;
    if (!width || width > 16 || lines.length > 16 || lines.some((line) => line.length !== width))
      throw new Error("The address has rows of different lengths, or too large a board.");
    const cells = lines.reverse().flat();
    return new Board(lines[0].length, lines.length, cells, side === "b" ? "b" : "w");
  }
  fen() {
    const rows = [];
    for (let rank = this.height - 1; rank >= 0; rank--) {
      let row = "", run = 0;
      for (let file = 0; file < this.width; file++) {
        const cell = this.at(file, rank);
        if (cell === ".") { run++; continue; }
        row += (run || "") + { W: "Q", B: "q", "#": "*" }[cell];
        run = 0;
      }
      rows.push(row + (run || ""));
    }
    return rows.join("/") + " " + this.side;
  }
  at(file, rank) { return this.cells[rank * this.width + file]; }
  index(name) { return (+name.slice(1) - 1) * this.width + name.charCodeAt(0) - 97; }
  name(index) { return String.fromCharCode(97 + index % this.width) + (Math.floor(index / this.width) + 1); }
  copy() { return new Board(this.width, this.height, this.cells.slice(), this.side); }
  get mover() { return this.side === "w" ? "W" : "B"; }
  get empties() { return this.cells.filter((cell) => cell === ".").length; }
  get open() { return this.cells.filter((cell) => cell !== "#").length; }
  /** Squares a queen reaches from one, `vacated` counting as empty. */
  queen(from, vacated = -1) {
    const found = [];
    const [file, rank] = [from % this.width, Math.floor(from / this.width)];
    for (const [df, dr] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      for (let f = file + df, r = rank + dr; f >= 0 && r >= 0 && f < this.width && r < this.height; f += df, r += dr) {
        const index = r * this.width + f;
        if (this.cells[index] !== "." && index !== vacated) break;
        found.push(index);
      }
    }
    return found;
  }
  play(move) {
    const [from, to, arrow] = move.split(/[-/]/).map((name) => this.index(name));
    const next = this.copy();
    if (this.cells[from] !== this.mover || !this.queen(from).includes(to)) throw new Error(`${move} cannot be played.`);
    next.cells[from] = ".";
    next.cells[to] = this.mover;
    if (!next.queen(to).includes(arrow)) throw new Error(`${move} cannot be played.`);
    next.cells[arrow] = "#";
    next.side = this.side === "w" ? "b" : "w";
    return next;
  }
}

/** "W+3" as a rank for the mover: a win by k is k, a loss by k is -k-1. */
function rank(score, side) {
  const by = +score.slice(2);
  return score[0].toLowerCase() === side ? by : -by - 1;
}
function scoreText(rank, side) {
  const other = side === "w" ? "b" : "w";
  return (rank >= 0 ? side : other).toUpperCase() + "+" + (rank >= 0 ? rank : -rank - 1);
}
const colour = (side) => (side === "w" ? "White" : "Black");

// ── the game: a tree of positions ────────────────────────────────────────────────────────────

let nodes = [];
let here = 0;
let chosen = { from: null, to: null };
let editing = false;
let playing = null;
let puzzle = null;
let opened = { kind: "position" };

function node(parent, move, board) { return { parent, move, board, children: [], note: null }; }
function newGame(board, moves = []) {
  nodes = [node(-1, null, board)];
  here = 0;
  // A review belongs to the previous game.
  reviewed = null;
  $("review-text").textContent = "";
  for (const move of moves) here = descend(here, move);
}
/** The child of a node by this move, which is made if it is not there. */
function descend(at, move) {
  const known = nodes[at].children.find((child) => nodes[child].move === move);
  if (known !== undefined) return known;
  nodes.push(node(at, move, nodes[at].board.play(move)));
  nodes[at].children.push(nodes.length - 1);
  return nodes.length - 1;
}
function path(at) {
  const list = [];
  for (; nodes[at].parent >= 0; at = nodes[at].parent) list.unshift(nodes[at].move);
  return list;
}
/** From the start through a node to the end of its line. */
function mainLine(at) {
  const list = path(at);
  while (nodes[at].children.length) { at = nodes[at].children[0]; list.push(nodes[at].move); }
  return list;
}
const board = () => nodes[here].board;

// ── the URL ──────────────────────────────────────────────────────────────────────────────────

function link() {
  const parts = ["fen=" + nodes[0].board.fen().replace(" ", "_")];
  const line = mainLine(here);
  if (line.length) parts.push("moves=" + line.join(","), "at=" + path(here).length);
  if (chosen.from !== null) parts.push("from=" + board().name(chosen.from));
  if (chosen.to !== null) parts.push("to=" + board().name(chosen.to));
  if ($("overlay").value !== "none") parts.push("overlay=" + $("overlay").value);
  return "#" + parts.join("&");
}
function remember(replace = false) {
  if (location.hash === link()) return;
  history[replace ? "replaceState" : "pushState"](null, "", link());
}
function restore() {
  try {
    const parts = new Map(location.hash.slice(1).split("&").filter(Boolean).map((part) => {
      const [name, ...value] = part.split("=");
      return [name, decodeURIComponent(value.join("="))];
    }));
    if (!parts.has("fen")) return false;
    const start = Board.fromFen(parts.get("fen"));
    const moves = (parts.get("moves") || "").split(",").filter(Boolean);
    const at = parts.has("at") ? +parts.get("at") : moves.length;
    if (nodes.length && nodes[0].board.fen() === start.fen()) {
      here = 0;
      for (const move of moves) here = descend(here, move);
    } else newGame(start, moves);
    while (path(here).length > at) here = nodes[here].parent;
    const square = (name) => (parts.has(name) ? board().index(parts.get(name)) : null);
    chosen = { from: square("from"), to: square("to") };
    $("overlay").value = parts.get("overlay") || "none";
    return true;
  } catch (error) { say(error.message, true); return false; }
}

// ── what the server knows ────────────────────────────────────────────────────────────────────

/** The most time that the server allows for a question. */
let mostTime = null;
function seconds(time) {
  const units = { ms: .001, s: 1, m: 60, h: 3600 };
  const parts = [...time.matchAll(/([\d.]+)\s*(ms|[smh])/g)];
  return parts.reduce((sum, [, number, unit]) => sum + number * units[unit], 0);
}
/** Where a question is asked, with no more time than the server allows. */
function address(name, params) {
  const most = params.time && mostTime && seconds(mostTime) < seconds(params.time) ? { time: mostTime } : {};
  const query = new URLSearchParams({ ...params, ...most }).toString();
  return API + name + (query ? "?" + query : "");
}
async function ask(name, params = {}, options = {}) {
  const response = await fetch(address(name, params), options);
  const text = await response.text();
  if (!response.ok) {
    let message = response.statusText;
    try { message = JSON.parse(text).error; } catch { /* not ours */ }
    throw new Error(message);
  }
  return options.plain ? text : JSON.parse(text);
}

let known = fresh();
let live = null;
let liveOther = null;
let pending = null;
function fresh() {
  return { fen: null, moves: new Map(), root: null, other: null, regions: null, distances: null, complete: false };
}

/** Ends what the page asks for. */
function leave() {
  live?.close(); liveOther?.close(); pending?.abort();
  live = liveOther = pending = null;
}
/** A page that nobody sees asks for nothing: browsers have few connections for all tabs together. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) leave();
  else if (known.fen && !(known.complete && known.regions)) { look(); drawBoard(); drawMoves(); drawVerdict(); judgePuzzle(); }
});

/** Whether an answer to a puzzle is not judged yet: what is known of the puzzle's position decides. */
function checking() { return Boolean(puzzle?.answer && !puzzle.told); }
/** The position to search. */
function searched() { return checking() ? nodes[puzzle.at].board : board(); }

/** Begins to look at the position on the board. */
function look() {
  leave();
  known = fresh();
  document.body.dataset.complete = "false";
  $("thermograph").hidden = true;
  const asked = searched();
  const fen = asked.fen();
  known.fen = fen;
  if (editing || document.hidden) return;
  const mine = known;
  const side = asked.side;
  live = new EventSource(address("live", { fen, time: LIVE_TIME }));
  live.addEventListener("moves", (event) => {
    if (mine !== known) return;
    for (const entry of JSON.parse(event.data)) mine.moves.set(entry.move, bounds(entry, side));
    drawBoard(); drawMoves(); judgePuzzle();
  });
  live.addEventListener("value", (event) => {
    if (mine !== known) return;
    mine.root = bounds(JSON.parse(event.data), side);
    drawVerdict();
  });
  live.addEventListener("done", (event) => {
    if (mine !== known) return;
    mine.complete = true;
    mine.done = JSON.parse(event.data);
    live.close();
    document.body.dataset.complete = String(mine.done.complete);
    drawBoard(); drawMoves(); drawVerdict(); judgePuzzle();
  });
  live.onerror = () => {
    live?.close();
    if (mine !== known || mine.complete) return;
    mine.complete = true;
    const refused = () => say("The program has too many searches; try again later.", true);
    ask("status").then(refused, () => say("The program does not answer any more.", true));
    drawVerdict();
  };
  pending = new AbortController();
  const signal = pending.signal;
  const regionsWithin = async (time) => {
    const regions = await ask("regions", { fen, time }, { signal });
    if (mine !== known) return null;
    mine.regions = regions;
    drawRegions(); drawVerdict(); drawInk();
    return regions;
  };
  regionsWithin("200ms").then((regions) => {
    if (!regions) return;
    // Regions for which that was too short get more time.
    const open = regions.scores.flat().includes(null) || regions.regions.some((part) => part.stopped);
    if (open && asked.open <= 60) regionsWithin("3s").catch(quiet);
    const other = side === "w" ? "black" : "white";
    const query = { fen, first: other, moves: "none", time: LIVE_TIME };
    liveOther = new EventSource(address("live", query));
    liveOther.addEventListener("value", (event) => {
      if (mine !== known) return;
      mine.other = bounds(JSON.parse(event.data), other[0]);
      drawVerdict();
    });
    liveOther.addEventListener("done", () => liveOther?.close());
    liveOther.onerror = () => liveOther?.close();
  }).catch(quiet);
  ask("evaluate", { fen }, { signal }).then((report) => {
    if (mine !== known) return;
    mine.distances = report;
    drawEvaluations(); drawBoard();
  }).catch(quiet);
}
function quiet(error) { if (error.name !== "AbortError") say(error.message, true); }

/** Ranks for the player who moves. */
function bounds(entry, side) {
  if (entry.score) { const at = rank(entry.score, side); return { low: at, high: at }; }
  const ends = [rank(entry.at_least, side), rank(entry.at_most, side)];
  return { low: Math.min(...ends), high: Math.max(...ends) };
}
const best = (list) => list.reduce(
  (all, one) => ({ low: Math.max(all.low, one.low), high: Math.max(all.high, one.high) }),
  { low: -Infinity, high: -Infinity });

// ── drawing ──────────────────────────────────────────────────────────────────────────────────

const SVG = "http://www.w3.org/2000/svg";
function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") element.addEventListener("click", value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
/** The crown on its disc, as src/render/svg.rs draws it. */
function amazon(color) {
  const [disc, crown] = color === "W" ? ["var(--bone)", "var(--stone)"] : ["var(--stone)", "var(--bone)"];
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: 38, fill: disc, stroke: "var(--stone)", "stroke-width": 4 }),
    svg("polygon", { points: "30,66 26,40 39,52 50,32 61,52 74,40 70,66", fill: crown }));
}

/** Colours from best to worst: blue, pale, orange, which every colour vision tells apart. */
function shade(error, most) {
  const stops = [[0, 114, 178], [241, 237, 228], [213, 94, 0]];
  const at = most <= 0 ? 0 : Math.min(1, error / most) ** 0.7 * 2;
  const [from, to, part] = at <= 1 ? [stops[0], stops[1], at] : [stops[1], stops[2], at - 1];
  const mixed = from.map((value, i) => Math.round(value + (to[i] - value) * part));
  const linear = mixed.map((value) => { const v = value / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  const contrast = (text) => (Math.max(light, text) + 0.05) / (Math.min(light, text) + 0.05);
  return { background: `rgb(${mixed})`, color: contrast(1) >= contrast(0) ? "#fff" : "#000" };
}

let focused = 0;
let cells = [];
function buildBoard() {
  const b = board();
  const grid = $("board");
  if (cells.length === b.cells.length && grid.dataset.size === b.width + "x" + b.height) return;
  grid.dataset.size = b.width + "x" + b.height;
  grid.style.gridTemplateColumns = `repeat(${b.width}, minmax(0, 1fr))`;
  grid.setAttribute("aria-rowcount", b.height);
  grid.setAttribute("aria-colcount", b.width);
  cells = Array(b.cells.length);
  grid.replaceChildren();
  for (let r = b.height - 1; r >= 0; r--) {
    const row = html("div", { role: "row" });
    for (let f = 0; f < b.width; f++) {
      const index = r * b.width + f;
      const button = html("button", { role: "gridcell", class: "sq", "data-square": b.name(index), tabindex: -1 });
      button.addEventListener("click", () => press(index));
      button.addEventListener("focus", () => { setFocus(index, false); });
      cells[index] = button;
      row.append(button);
    }
    grid.append(row);
  }
  for (const id of ["files-top", "files-bottom"])
    $(id).replaceChildren(...Array.from({ length: b.width }, (_, f) => html("span", {}, String.fromCharCode(97 + f))));
  for (const id of ["ranks-left", "ranks-right"])
    $(id).replaceChildren(...Array.from({ length: b.height }, (_, r) => html("span", {}, String(b.height - r))));
  const frame = $("frame");
  frame.style.maxWidth = `min(${Math.max(280, Math.min(640, 90 * b.width + 40))}px, calc((100vh - 250px) * ${(b.width / b.height).toFixed(3)} + 40px))`;
  focused = Math.min(focused, cells.length - 1);
  setFocus(Math.max(0, focused), false);
}
function setFocus(index, move = true) {
  cells[focused]?.setAttribute("tabindex", "-1");
  focused = index;
  cells[index]?.setAttribute("tabindex", "0");
  if (move) cells[index]?.focus();
}

/** What each square shows: ranks of the moves that lead there. */
function squareScores() {
  const b = board();
  const of = new Map();
  if (chosen.from === null) return of;
  const add = (index, known) => {
    const before = of.get(index);
    of.set(index, before ? best([before, known]) : known);
  };
  const wide = { low: -b.empties - 1, high: b.empties };
  if (chosen.to === null) {
    for (const to of b.queen(chosen.from)) of.set(to, null);
    const prefix = b.name(chosen.from) + "-";
    for (const [move, ranks] of known.moves)
      if (move.startsWith(prefix)) add(b.index(move.slice(prefix.length).split("/")[0]), ranks);
  } else {
    const prefix = b.name(chosen.from) + "-" + b.name(chosen.to) + "/";
    const moved = b.copy();
    moved.cells[chosen.from] = ".";
    moved.cells[chosen.to] = b.mover;
    for (const arrow of moved.queen(chosen.to)) of.set(arrow, known.moves.get(prefix + b.name(arrow)) ?? null);
  }
  for (const [index, ranks] of of) if (!ranks) of.set(index, wide);
  return of;
}

function drawBoard() {
  const b = board();
  buildBoard();
  const scores = squareScores();
  const hidden = puzzle && !puzzle.open;
  const overall = best([...known.moves.values()]);
  const worst = Math.min(...[...known.moves.values()].map((ranks) => ranks.low));
  const overlay = $("overlay").value;
  const maps = known.distances && { queen: known.distances.queen_distances, king: known.distances.king_distances }[overlay];
  const moverHasMove = (index) => b.queen(index).length > 0;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    const [file, r] = [index % b.width, Math.floor(index / b.width)];
    let piece = b.cells[index];
    if (chosen.to !== null && index === chosen.from) piece = ".";
    if (chosen.to !== null && index === chosen.to) piece = b.mover;
    cell.className = "sq" + ((file + r) % 2 ? "" : " dark") + (piece === "#" ? " blocked" : "");
    const children = [];
    let label = b.name(index) + ", " + { ".": "empty", "#": "blocked", W: "white amazon", B: "black amazon" }[piece];
    if (piece === "W" || piece === "B") children.push(amazon(piece));
    if (index === chosen.from || index === chosen.to) cell.classList.add("chosen");
    const selectable = chosen.from === null && piece === b.mover && moverHasMove(index);
    if (selectable || editing || scores.has(index)) cell.classList.add("movable");
    if (maps && piece === "." && !scores.has(index)) {
      const white = maps.white[b.height - 1 - r][file], black = maps.black[b.height - 1 - r][file];
      children.push(html("span", { class: "distance" }, `${white ?? "–"}/${black ?? "–"}`));
      const near = (white ?? 99) - (black ?? 99);
      if (white !== null || black !== null) cell.classList.add(near < 0 ? "for-w" : near > 0 ? "for-b" : "for-n");
      label += `, White ${white ?? "never"}, Black ${black ?? "never"}`;
    }
    const ranks = scores.get(index);
    if (ranks && hidden) {
      children.push(html("span", { class: "badge" }, "·"));
      label += chosen.to === null ? ", go here" : ", shoot here";
    } else if (ranks) {
      const exact = ranks.low === ranks.high;
      const badge = html("span", { class: "badge" + (exact ? "" : " open") });
      if (exact) {
        const text = scoreText(ranks.low, b.side);
        badge.textContent = text;
        if (text.length > 3) badge.classList.add("long");
        const { background, color } = shade(overall.high - ranks.low, Math.max(1, overall.high - worst));
        badge.style.background = background;
        badge.style.color = color;
        if (overall.low === overall.high && ranks.low === overall.low) badge.classList.add("top");
        label += ", " + text + (ranks.low === overall.low ? ", best" : "");
      } else if (nothing(ranks, b)) {
        badge.textContent = "?";
        label += ", nothing is proved yet ?";
      } else {
        badge.append(html("span", {}, scoreText(ranks.high, b.side)), " ", html("span", {}, scoreText(ranks.low, b.side)));
        label += `, proved so far ${scoreText(ranks.high, b.side)} ${scoreText(ranks.low, b.side)}`;
      }
      if (badge.textContent !== cell.dataset.badge) badge.classList.add("pop");
      cell.dataset.badge = badge.textContent;
      children.push(badge);
    } else delete cell.dataset.badge;
    cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", String(index === chosen.from || index === chosen.to));
    cell.replaceChildren(...children);
  }
  $("turn").textContent = `${colour(b.side)} to move`;
  $("hint").textContent = hintText(b);
  $("legend").hidden = chosen.from === null || hidden || editing;
  drawInk();
}
function hintText(b) {
  if (editing) return "Choose what to place, then choose squares.";
  if (playing && b.side !== playing.side) return `${playing.name} is thinking…`;
  if (!b.cells.some((cell, i) => cell === b.mover && b.queen(i).length)) return `${colour(b.side)} has no move: the game is over.`;
  if (chosen.from === null) return `Choose an amazon of ${colour(b.side)}.`;
  if (chosen.to === null) return "Choose where it goes. Each square shows the best score that can be reached there.";
  return "Choose where it shoots. Each square shows the score of that move.";
}

/** Lines over the board: regions, and the last move. */
function drawInk() {
  const b = board();
  const ink = $("ink");
  ink.setAttribute("viewBox", `0 0 ${b.width * 100} ${b.height * 100}`);
  ink.replaceChildren();
  const middle = (index) => [(index % b.width) * 100 + 50, (b.height - 1 - Math.floor(index / b.width)) * 100 + 50];
  const move = nodes[here].move;
  if (move && chosen.from === null && !editing) {
    const [from, to, arrow] = move.split(/[-/]/).map((name) => middle(b.index(name)));
    const style = { fill: "none", stroke: "#0b7a75", "stroke-width": 6, "stroke-linecap": "round", opacity: .75 };
    ink.append(svg("path", { d: `M${from}L${to}`, ...style }), svg("path", { d: `M${to}L${arrow}`, "stroke-dasharray": "14 14", ...style }));
  }
  const parts = known.regions?.regions ?? [];
  const alive = parts.filter((part) => part.kind !== "dead");
  if (!parts.length || editing || (alive.length < 2 && $("overlay").value !== "regions")) return;
  const colours = { contested: "#7b3294", white: "#0067a3", black: "#22252a", dead: "#5b5f66" };
  parts.forEach((part, number) => {
    if (part.kind === "dead" && $("overlay").value !== "regions") return;
    const inside = new Set(part.squares.map((name) => b.index(name)));
    let d = "";
    for (const index of inside) {
      const [f, r] = [index % b.width, Math.floor(index / b.width)];
      const [x, y] = [f * 100, (b.height - 1 - r) * 100];
      const has = (file, rank) => file >= 0 && rank >= 0 && file < b.width && rank < b.height && inside.has(rank * b.width + file);
      if (!has(f, r + 1)) d += `M${x} ${y}h100`;
      if (!has(f, r - 1)) d += `M${x} ${y + 100}h100`;
      if (!has(f - 1, r)) d += `M${x} ${y}v100`;
      if (!has(f + 1, r)) d += `M${x + 100} ${y}v100`;
    }
    ink.append(svg("path", { d, stroke: colours[part.kind], "stroke-width": 9, fill: "none", "stroke-linecap": "round", "stroke-dasharray": part.kind === "contested" ? "none" : "2 20" }));
    const [x, y] = middle(Math.max(...inside));
    const text = svg("text", { x: x - 46, y: y - 22, "font-size": 28, "font-weight": 700, fill: colours[part.kind], stroke: "#fff", "stroke-width": 7, "paint-order": "stroke" });
    text.textContent = String(number + 1);
    ink.append(text);
  });
}

/** Whether bounds say no more than the number of empty squares does, give or take a move or two. */
function nothing(ranks, b) {
  return ranks.low < 0 && ranks.high >= 0 && ranks.high - ranks.low > 2 * b.empties - 6;
}
function rangeText(ranks, side, b) {
  if (!ranks) return "…";
  if (b && nothing(ranks, b)) return "not proved yet";
  if (ranks.low === ranks.high) return scoreText(ranks.low, side);
  const winner = ranks.low >= 0 ? side : ranks.high < 0 ? (side === "w" ? "b" : "w") : null;
  const text = `${scoreText(ranks.low, side)} to ${scoreText(ranks.high, side)}`;
  return winner ? `${colour(winner)} wins, ${text}` : text;
}
function drawVerdict() {
  const b = board();
  const rows = [];
  const add = (term, text, style = "") => rows.push(html("dt", {}, term), html("dd", { class: style }, text));
  const hidden = puzzle && !puzzle.open;
  const root = known.root ?? (known.moves.size ? best([...known.moves.values()]) : null);
  if (!hidden) add(`${colour(b.side)} first`, rangeText(root, b.side, b), "big");
  const other = b.side === "w" ? "b" : "w";
  if (!hidden) add(`${colour(other)} first`, rangeText(known.other, other, b));
  add("empty squares", String(b.empties));
  const sum = known.regions;
  if (sum && !hidden) {
    const value = sum.game_value ?? sum.stopped ?? "too long to print";
    add("game value", value.length > 160 ? value.slice(0, 150) + "…" : value, "value");
    if (numberText(sum, "mean") !== "?" || numberText(sum, "temperature") !== "?") add("mean, temperature", `${numberText(sum, "mean")}, ${numberText(sum, "temperature")}`);
    if (sum.outcome) add("in a sum", { L: "White wins", R: "Black wins", N: "the first player wins", P: "the second player wins" }[sum.outcome]);
    let spare = 0, exact = true;
    for (const [i, part] of sum.regions.entries()) {
      if (part.kind !== "white" && part.kind !== "black") continue;
      // If the opponent moves first, it has run out of moves at once, and all moves are the
      // owner's.
      const score = sum.scores[i][part.kind === "white" ? 1 : 0];
      if (!score) { exact = false; continue; }
      spare += (part.kind === "white" ? 1 : -1) * +score.slice(2);
    }
    if (sum.regions.some((part) => part.kind === "white" || part.kind === "black"))
      add("spare moves", exact ? (spare === 0 ? "even" : `${colour(spare > 0 ? "w" : "b")} +${Math.abs(spare)}`) : "…");
  }
  $("verdict").replaceChildren(...rows);
  const play = sum?.play?.[b.side === "w" ? 0 : 1];
  $("advice").textContent = play?.recommended && !hidden
    ? `In the sum: ${play.recommended.move} in region ${play.recommended.region + 1}: ${play.recommended.reason}.` : "";
  const chip = $("progress");
  const open = [...known.moves.values()].filter((ranks) => ranks.low !== ranks.high).length;
  chip.hidden = editing;
  const none = !known.moves.size;
  chip.textContent = known.complete
    ? (known.done?.complete ? "all proved" : none ? "nothing proved" : `${open} moves open`)
    : none ? "searching" : `searching, ${open} open`;
}

function drawMoves() {
  const b = board();
  const list = $("moves");
  if (puzzle && !puzzle.open) { list.replaceChildren(html("li", {}, "Hidden until the puzzle is solved.")); return; }
  const sorted = [...known.moves].sort(([a, x], [c, y]) => y.high - x.high || y.low - x.low || (a < c ? -1 : 1));
  const overall = best(sorted.map(([, ranks]) => ranks));
  const worst = Math.min(...sorted.map(([, ranks]) => ranks.low));
  list.replaceChildren(...sorted.slice(0, 60).map(([move, ranks]) => {
    const text = html("b", {}, ranks.low === ranks.high ? scoreText(ranks.low, b.side) : `${scoreText(ranks.low, b.side)}…${scoreText(ranks.high, b.side)}`);
    const button = html("button", { on: () => make(move), "data-move": move }, move, text);
    if (ranks.low === ranks.high) {
      const { background, color } = shade(overall.high - ranks.low, Math.max(1, overall.high - worst));
      text.style.background = background; text.style.color = color;
      text.className = "dot";
    }
    return html("li", {}, button);
  }), sorted.length > 60 ? html("li", { class: "note" }, `and ${sorted.length - 60} more`) : "");
  if (!sorted.length) list.replaceChildren(html("li", { class: "note" }, known.complete ? "No move." : "…"));
  else if (sorted.every(([, ranks]) => nothing(ranks, b)))
    list.replaceChildren(html("li", { class: "note" }, `${sorted.length} moves; nothing is proved of them yet.`));
}

// A number of a value, or the interval in which it is proved to be.
function numberText(worth, name) {
  const [least, most] = [worth[`${name}_at_least`], worth[`${name}_at_most`]];
  return worth[name] ?? (least === undefined ? "?" : `${least} … ${most}`);
}

function drawRegions() {
  const body = $("regions").tBodies[0];
  const sum = known.regions;
  const hidden = puzzle && !puzzle.open;
  body.replaceChildren(...(sum?.regions ?? []).map((part, i) => {
    const [white, black] = hidden ? ["·", "·"] : sum.scores[i];
    const value = hidden ? "·" : part.game_value ?? (part.stopped ? "not expanded" : "too long");
    return html("tr", {},
      html("td", {}, String(i + 1)),
      html("td", {}, part.kind),
      html("td", {}, String(part.squares.length - part.amazons[0] - part.amazons[1])),
      html("td", {}, white ?? "?"), html("td", {}, black ?? "?"),
      html("td", { class: "long", title: value }, value),
      html("td", {}, hidden ? "·" : numberText(part, "temperature")),
      html("td", {},
        html("button", { on: () => isolate(part), "aria-label": `Region ${i + 1} alone` }, "alone"), " ",
        html("button", { on: () => thermograph(part, i), "aria-label": `Thermograph graph of region ${i + 1}` }, "graph")));
  }));
}
function alone(part) {
  const b = board().copy();
  const inside = new Set(part.squares.map((name) => b.index(name)));
  b.cells = b.cells.map((cell, i) => (inside.has(i) ? cell : "#"));
  return b;
}
function isolate(part) { newGame(alone(part)); chosen = { from: null, to: null }; leavePuzzle(); show(); }
function thermograph(part, number) {
  const figure = $("thermograph");
  const image = figure.querySelector("img");
  image.src = address("thermograph", { fen: alone(part).fen(), format: "svg", time: "5s" });
  image.alt = `Thermograph of region ${number + 1}`;
  image.onerror = () => { figure.hidden = true; say("No thermograph was found within 5 s.", true); };
  figure.querySelector("figcaption").textContent = `Region ${number + 1}: White's wall to the left, temperature upwards.`;
  figure.hidden = false;
}

function drawEvaluations() {
  const body = $("evaluations").querySelector("tbody");
  body.replaceChildren(...(known.distances?.evaluations ?? []).map((one) => html("tr", {},
    html("td", {}, one.evaluation), html("td", {}, one.value.toFixed(2)),
    html("td", {}, Object.entries(one.parts).map(([name, value]) => `${name} ${+value.toFixed(2)}`).join(", ")))));
}

function drawTree() {
  const tree = $("tree");
  const button = (at) => {
    const { move, note } = nodes[at];
    const cost = note && note.error_at_least > 0 ? html("span", { class: "cost" }, ` −${note.error ?? note.error_at_least + "+"}`) : null;
    return html("button", { on: () => go(at), "aria-current": at === here ? "true" : false }, move, cost);
  };
  const line = (at, ply, into) => {
    for (;;) {
      const [first, ...others] = nodes[at].children;
      if (first === undefined) return;
      into.append(html("span", { class: "number" }, `${ply}.`), button(first), " ");
      for (const other of others) {
        const branch = html("span", { class: "branch" }, html("span", { class: "number" }, `${ply}.`), button(other), " ");
        line(other, ply + 1, branch);
        into.append(branch);
      }
      at = first; ply++;
    }
  };
  const start = html("button", { on: () => go(0), "aria-current": here === 0 ? "true" : false }, "start");
  tree.replaceChildren(start, " ");
  line(0, 1, tree);
  // Only the list scrolls, never the page.
  const now = tree.querySelector("[aria-current=true]");
  if (now) tree.scrollTop = Math.max(0, now.offsetTop - tree.offsetTop - tree.clientHeight / 2);
  for (const [id, off] of [["first", here === 0], ["prev", here === 0], ["next", !nodes[here].children.length], ["last", !nodes[here].children.length]])
    $(id).disabled = off;
}

/** Shows the position at which the game is. */
function show({ push = true } = {}) {
  if (push) remember();
  if (!checking() || known.fen !== searched().fen()) look();
  drawBoard(); drawMoves(); drawVerdict(); drawRegions(); drawTree(); drawGraph();
  $("width").value = board().width;
  $("height").value = board().height;
  think();
}

// ── acting ───────────────────────────────────────────────────────────────────────────────────

function press(index) {
  const b = board();
  setFocus(index, false);
  if (editing) return paint(index);
  if (playing && b.side !== playing.side) return;
  if (chosen.from === null || (chosen.to === null && b.cells[index] === b.mover)) {
    if (b.cells[index] !== b.mover || !b.queen(index).length) return;
    chosen = { from: chosen.from === index ? null : index, to: null };
  } else if (chosen.to === null) {
    if (index === chosen.from) chosen.from = null;
    else if (b.queen(chosen.from).includes(index)) chosen.to = index;
    else chosen = { from: null, to: null };
  } else if (squareScores().has(index)) {
    return make(`${b.name(chosen.from)}-${b.name(chosen.to)}/${b.name(index)}`);
  } else chosen.to = null;
  remember(true);
  drawBoard();
}
function make(move) {
  if (puzzle && here === puzzle.at && !puzzle.answer) { chosen = { from: null, to: null }; return answerPuzzle(move); }
  chosen = { from: null, to: null };
  here = descend(here, move);
  show();
}
function go(at) { here = at; chosen = { from: null, to: null }; show(); }
function back() { if (nodes[here].parent >= 0) go(nodes[here].parent); }
function forth() { if (nodes[here].children.length) go(nodes[here].children[0]); }

document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, textarea, select");
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("#board")) {
    const b = board();
    const [f, r] = [focused % b.width, Math.floor(focused / b.width)];
    const to = { ArrowLeft: [f - 1, r], ArrowRight: [f + 1, r], ArrowUp: [f, r + 1], ArrowDown: [f, r - 1] }[event.key];
    if (to) {
      if (to[0] >= 0 && to[1] >= 0 && to[0] < b.width && to[1] < b.height) setFocus(to[1] * b.width + to[0]);
      event.preventDefault();
      return;
    }
  }
  const act = {
    Escape: () => { if (chosen.to !== null) chosen.to = null; else chosen.from = null; remember(true); drawBoard(); },
    p: back, n: forth, Home: () => go(0), End: () => $("last").click(),
  }[event.key];
  if (act) { act(); event.preventDefault(); }
});

function say(text, bad = false) {
  const status = $("status");
  status.textContent = text;
  status.className = bad ? "bad" : "";
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { status.textContent = ""; }, bad ? 7000 : 3000);
}

async function openText(text) {
  text = text.trim();
  if (!text) return;
  try {
    let games = null;
    if (!text.startsWith("(") && text.split("\n").length === 1) {
      try {
        const { fen } = await ask("position", { fen: text });
        leavePuzzle(); stopPlaying();
        newGame(Board.fromFen(fen)); chosen = { from: null, to: null };
        show();
        say("Position opened.");
        return;
      } catch (error) { if (!/[a-p]\d+-[a-p]\d+/i.test(text)) throw error; }
    }
    games = await ask("game", {}, { method: "POST", body: text });
    if (!games.length) throw new Error("no game in the text");
    openGame(games[0]);
    if (!games[0].error) say(games.length > 1 ? `The first of ${games.length} games is open.` : "Game opened.");
  } catch (error) { say(error.message, true); }
}
function openGame(game) {
  leavePuzzle(); stopPlaying();
  newGame(Board.fromFen(game.start), game.moves);
  chosen = { from: null, to: null };
  here = 0;
  show();
  if (game.error) say(`${game.error}; the moves before it are shown.`, true);
}
$("open-form").addEventListener("submit", (event) => { event.preventDefault(); openText($("open-text").value); });
$("open-text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); openText($("open-text").value); }
});

$("first").onclick = () => go(0);
$("prev").onclick = back;
$("next").onclick = forth;
$("last").onclick = () => { let at = here; while (nodes[at].children.length) at = nodes[at].children[0]; go(at); };
$("pass").onclick = () => {
  const b = board().copy();
  b.side = b.side === "w" ? "b" : "w";
  newGame(b); chosen = { from: null, to: null }; leavePuzzle(); show();
};
$("overlay").onchange = () => { remember(true); drawBoard(); };

// Editing.
function setEditing(on) {
  editing = on;
  $("edit").setAttribute("aria-pressed", String(on));
  $("editor").hidden = !on;
  chosen = { from: null, to: null };
  leavePuzzle();
  if (on) { stopPlaying(); newGame(board().copy()); }
  show();
}
function paint(index) {
  const brush = document.querySelector("input[name=brush]:checked").value;
  const b = board().copy();
  b.cells[index] = b.cells[index] === brush ? "." : brush;
  if (b.open > 128) return say("At most 128 squares may be open.", true);
  newGame(b);
  remember();
  drawBoard(); drawTree();
}
$("edit").onclick = () => setEditing(!editing);
$("edit-done").onclick = () => setEditing(false);
$("clear").onclick = () => { newGame(Board.empty(board().width, board().height)); show(); };
$("standard").onclick = () => { newGame(Board.fromFen("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")); show(); };
$("resize").onclick = () => {
  const clamp = (id) => Math.max(1, Math.min(16, Math.round(+$(id).value) || 1));
  const old = board(), b = Board.empty(clamp("width"), clamp("height"));
  b.side = old.side;
  for (let i = 0; i < b.cells.length; i++) {
    const [f, r] = [i % b.width, Math.floor(i / b.width)];
    b.cells[i] = f < old.width && r < old.height ? old.at(f, r) : ".";
  }
  if (b.open > 128) return say(`${b.open} squares would be open; at most 128 may be. Block some first.`, true);
  newGame(b); show();
};

// Playing.
function stopPlaying() { playing = null; $("play").textContent = "Start"; $("play").setAttribute("aria-pressed", "false"); }
$("play").onclick = () => {
  if (playing) { stopPlaying(); drawBoard(); return; }
  playing = { name: $("player").value, side: $("play-side").value, busy: null };
  $("play").textContent = "Stop"; $("play").setAttribute("aria-pressed", "true");
  leavePuzzle(); drawBoard(); think();
};
$("move-now").onclick = async () => {
  const fen = board().fen();
  try {
    const { move } = await ask("play", { fen, player: $("player").value, time: $("play-time").value });
    if (move && board().fen() === fen) make(move);
  } catch (error) { say(error.message, true); }
};
async function think() {
  const fen = board().fen();
  if (!playing || board().side === playing.side || playing.busy === fen || editing) return;
  playing.busy = fen;
  try {
    const { move } = await ask("play", { fen, player: playing.name, time: $("play-time").value });
    if (!playing || board().fen() !== fen) return;
    if (move) { here = descend(here, move); chosen = { from: null, to: null }; show(); } else say(`${colour(board().side)} has no move.`);
  } catch (error) { say(error.message, true); } finally { if (playing) playing.busy = null; }
}

// Copying.
async function copy(what) {
  const b = board();
  try {
    const text = await {
      fen: async () => b.fen(),
      link: async () => location.href.split("#")[0] + link(),
      sgf: () => ask("sgf", { fen: nodes[0].board.fen(), moves: mainLine(here).join(" ") }, { plain: true }),
      svg: () => ask("svg", { fen: b.fen() }, { plain: true }),
    }[what]();
    const field = $("copied");
    field.value = text; field.hidden = false;
    try { await navigator.clipboard.writeText(text); say("Copied."); } catch { field.select(); say("Press Ctrl-C to copy."); }
  } catch (error) { say(error.message, true); }
}
for (const button of document.querySelectorAll("[data-copy]")) button.onclick = () => copy(button.dataset.copy);

// ── review ───────────────────────────────────────────────────────────────────────────────────

let reviewed = null;
$("review").onclick = async () => {
  const line = mainLine(here), game = nodes;
  if (!line.length) return say("Play or open a game first.", true);
  $("review").disabled = true;
  $("review-text").textContent = "Judging from the end of the game backwards…";
  try {
    const sgf = await ask("sgf", { fen: nodes[0].board.fen(), moves: line.join(" ") }, { plain: true });
    const text = await ask("review", { time: $("review-time").value }, { method: "POST", body: sgf, plain: true });
    if (nodes !== game) { $("review").disabled = false; return; }
    reviewed = JSON.parse(text.trim().split("\n")[0]);
    let at = 0;
    reviewed.line = [0];
    for (const ply of reviewed.plies) {
      at = descend(at, ply.move);
      nodes[at].note = ply;
      reviewed.line.push(at);
    }
    const { summary: s } = reviewed;
    const side = (name, tally) => `${name}: ${tally.exact} of ${tally.moves} moves exact, cost ${tally.cost}` +
      (tally.gave_away ? `, gave the win away ${tally.gave_away} times` : "");
    $("review-text").textContent = (s.judged_from ? `From ply ${s.judged_from} on, the winner is proved. ` : "") +
      [side("White", s.white), side("Black", s.black)].join(". ") + ".";
    drawTree(); drawGraph();
  } catch (error) { say(error.message, true); $("review-text").textContent = ""; }
  $("review").disabled = false;
};
/** The graph of the lead, as the page of `amazons review` has it. */
function drawGraph() {
  const place = $("graph");
  if (!reviewed) { place.replaceChildren(); return; }
  const W = 600, H = 210, L = 40, R = 10, T = 12, B = 24, plies = reviewed.plies;
  const lead = (score) => (score[0] === "W" ? 1 : -1) * (+score.slice(2) + .5);
  const scores = [...plies.map((ply) => ply.score), reviewed.summary.result];
  const high = Math.max(4.5, ...scores.filter(Boolean).map((score) => Math.abs(lead(score)))) + .5;
  // Leading plies of which nothing is proved are left out, except for the last five or so.
  const from = Math.floor(Math.max(0, plies.findIndex((ply) => ply.winner || ply.score) - 5) / 5) * 5;
  const shown = Math.max(1, plies.length - from);
  const x = (ply) => L + (W - L - R) * (ply - from) / shown;
  const middle = T + (H - T - B) / 2;
  const y = (value) => middle - (H - T - B) / 2 * Math.max(-1, Math.min(1, value / high));
  const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "The lead over the game", "font-size": 11 });
  plies.forEach((ply, i) => {
    if (ply.winner) picture.append(svg("rect", { x: x(i), width: x(i + 1) - x(i) + .3, fill: ply.winner === "white" ? "var(--blue)" : "var(--ink)", "fill-opacity": .1, ...(ply.winner === "white" ? { y: T, height: middle - T } : { y: middle, height: H - B - middle }) }));
  });
  for (const text of [`W+${Math.floor(high)}`, `B+${Math.floor(high)}`]) {
    const label = svg("text", { x: L - 5, y: text[0] === "W" ? T + 9 : H - B, "text-anchor": "end", fill: "var(--faint)" });
    label.textContent = text;
    picture.append(label);
  }
  for (let ply = from; ply <= plies.length; ply += shown > 60 ? 10 : 5) {
    const label = svg("text", { x: x(ply), y: H - 6, "text-anchor": "middle", fill: "var(--faint)" });
    label.textContent = String(ply);
    picture.append(label);
  }
  picture.append(svg("path", { d: `M${L} ${middle}H${W - R}`, stroke: "var(--ink)" }));
  let d = "", down = false;
  scores.forEach((score, i) => {
    if (!score) { down = false; return; }
    d += (down ? "L" : "M") + x(i).toFixed(1) + " " + y(lead(score)).toFixed(1);
    down = true;
  });
  picture.append(svg("path", { d, fill: "none", stroke: "var(--blue)", "stroke-width": 2.5 }));
  plies.forEach((ply, i) => {
    if (!ply.error_at_least) return;
    picture.append(svg("circle", { cx: x(i), cy: y(ply.score ? lead(ply.score) : 0), r: 4.5, stroke: "var(--sheet)", fill: ply.gave_away ? "var(--bad)" : "var(--amber)" }));
  });
  const now = reviewed.line.indexOf(here);
  if (now >= from) picture.append(svg("path", { d: `M${x(now)} ${T}V${H - B}`, stroke: "var(--violet)", "stroke-width": 2, "stroke-dasharray": "4 3" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const ply = from + Math.round(((event.clientX - box.left) / box.width * W - L) / (W - L - R) * shown);
    go(reviewed.line[Math.max(0, Math.min(plies.length, ply))]);
  });
  place.replaceChildren(picture);
}

// ── puzzles ──────────────────────────────────────────────────────────────────────────────────

function leavePuzzle() { puzzle = null; $("puzzle").hidden = true; }
function startPuzzle(problem) {
  stopPlaying();
  newGame(Board.fromFen(problem.fen));
  chosen = { from: null, to: null };
  puzzle = { problem, at: 0, open: false, answer: null, hints: 0 };
  $("puzzle").hidden = false;
  const b = board();
  const about = problem.puzzle ? ` Grade ${problem.puzzle.grade} of 5.` : "";
  $("puzzle-title").textContent = "Puzzle " + problem.id;
  $("puzzle-text").className = "";
  $("puzzle-text").textContent = `${colour(b.side)} to move: find the best move.${about}`;
  show();
}
function answerPuzzle(move) {
  puzzle.answer = move;
  puzzle.told = false;
  here = descend(here, move);
  $("puzzle-text").textContent = `${move}: checking…`;
  // The moves of the puzzle's position are proved further until the answer is judged.
  remember();
  drawTree(); drawBoard();
  judgePuzzle();
}
function judgePuzzle() {
  if (!checking()) return;
  const ranks = known.moves.get(puzzle.answer);
  const overall = best([...known.moves.values()]);
  const exact = ranks && ranks.low === ranks.high;
  if (!ranks || overall.low !== overall.high || (!exact && ranks.high >= overall.low)) {
    if (known.complete) judgePuzzleByList();
    return;
  }
  const side = nodes[puzzle.at].board.side;
  puzzle.told = true;
  const text = $("puzzle-text");
  if (exact && ranks.low === overall.low) {
    puzzle.open = true;
    text.className = "right";
    text.textContent = `${puzzle.answer} is right: ${scoreText(overall.low, side)}.`;
    show();
    return;
  }
  text.className = "wrong";
  const cost = exact ? String(overall.low - ranks.low) : `at least ${overall.low - ranks.high}`;
  const lost = overall.low >= 0 && ranks.high < 0 ? " and gives the win away" : "";
  text.textContent = `${puzzle.answer} costs ${cost}${lost}.`;
  const answer = puzzle.answer;
  show();
  // Show the best reply as soon as it is proved.
  ask("value", { fen: board().fen(), first: side === "w" ? "black" : "white", time: "10s", "game-values": "0s" }).then((value) => {
    const reply = (value.black_first ?? value.white_first)?.best_moves?.[0];
    if (reply && puzzle?.answer === answer && puzzle.told) text.textContent += ` The best reply is ${reply}.`;
  }).catch(quiet);
}
/** Where the search proved too little, the set's own solution decides. */
function judgePuzzleByList() {
  const moves = puzzle.problem.best_moves;
  const right = moves?.includes(puzzle.answer);
  puzzle.told = true;
  puzzle.open = Boolean(right);
  const text = $("puzzle-text");
  text.className = !moves ? "" : right ? "right" : "wrong";
  text.textContent = `${puzzle.answer} ` + (!moves ? "is still open: the limit came before a proof." : right ? "is right." : "is not among the best moves.");
  show();
}
$("puzzle-again").onclick = () => { if (puzzle) startPuzzle(puzzle.problem); };
$("puzzle-solve").onclick = () => { if (puzzle) { puzzle.open = true; here = puzzle.at; puzzle.answer = puzzle.answer ?? "shown"; puzzle.told = true; show(); } };
$("puzzle-hint").onclick = () => {
  const moves = puzzle?.problem.best_moves ?? [];
  const [from, to] = (moves[0] ?? "").split(/[-/]/);
  if (!from) return say("No hint is known.", true);
  puzzle.hints++;
  const themes = puzzle.problem.puzzle?.themes?.length ? ` Themes: ${puzzle.problem.puzzle.themes.join(", ")}.` : "";
  $("puzzle-text").textContent = puzzle.hints === 1 && themes ? themes.trim() : puzzle.hints <= 2 ? `Move the amazon on ${from}.` : `The amazon goes from ${from} to ${to}.`;
};
$("puzzle-next").onclick = () => {
  const list = shownProblems();
  const at = list.findIndex((problem) => problem.id === puzzle?.problem.id);
  const next = list[(at + 1) % list.length];
  if (next) startPuzzle(next);
};

// ── library: games, sets, studies ────────────────────────────────────────────────────────────

/** The most rows that the list shows. */
const LISTED = 500;
const SORTS = {
  games: { number: (g) => g.game, length: (g) => -g.moves.length },
  set: { order: "set", size: "size", score: "score", "optimal moves": "optimal", difficulty: "difficulty" },
  study: { size: (p) => p.empties, "worst error": (p) => -p.worst },
};
function shownProblems() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  if (opened.kind === "set") return opened.problems;
  let list = opened.kind === "games" ? opened.games : opened.byProblem ?? [];
  list = list.filter((item) => { const text = item.search; return words.every((word) => text.includes(word)); });
  const key = SORTS[opened.kind]?.[$("sort").value];
  return key ? [...list].sort((a, b) => key(a) - key(b)) : list;
}
/** Asks for the page of the set that the filter and the order name; again while it is still being read. */
async function loadProblems() {
  const asked = (opened.asked = (opened.asked ?? 0) + 1);
  const order = SORTS.set[$("sort").value] ?? "set";
  const page = await ask("problems", { words: $("filter").value, order, count: LISTED });
  if (asked !== opened.asked) return;
  Object.assign(opened, page);
  drawList(opened.problems);
  const shown = page.found > page.problems.length ? `the first ${page.problems.length} of ${page.found} shown` : `${page.found} shown`;
  $("count").textContent = shown + (page.error ? `; ${page.error}` : page.complete ? "" : `; ${page.read} read so far`);
  if (!page.complete) setTimeout(() => { if (asked === opened.asked) loadProblems().catch(quiet); }, 1000);
}
function drawLibrary() {
  if (opened.kind === "set") return loadProblems().catch(quiet);
  const list = shownProblems();
  $("count").textContent = `${list.length} shown`;
  drawList(list);
}
function drawList(list) {
  const head = { games: ["game", "White", "Black", "moves"], set: ["problem", "empty", "moves", "optimal", "grade"], study: ["problem", "empty", ...(opened.solvers ?? [])] }[opened.kind];
  $("list").tHead.replaceChildren(html("tr", {}, ...head.map((name) => html("th", { scope: "col" }, name))));
  $("list").tBodies[0].replaceChildren(...list.slice(0, LISTED).map((item) => {
    const open = { games: () => openGame(item), set: () => startPuzzle(item), study: () => { leavePuzzle(); newGame(Board.fromFen(item.fen)); chosen = { from: null, to: null }; show(); } }[opened.kind];
    const name = opened.kind === "games" ? String(item.game) : item.id;
    const texts = { games: () => [item.white ?? "", item.black ?? "", item.moves.length],
      set: () => [item.empties, item.legal_moves, item.best_moves?.length ?? "?", item.puzzle?.grade ?? ""],
      study: () => [item.empties, ...opened.solvers.map((solver) => item.rows[solver] ?? "")] }[opened.kind]();
    return html("tr", { class: "pick" }, html("td", {}, html("button", { on: open }, name)), ...texts.map((text) => html("td", {}, String(text))));
  }));
}
async function openLibrary() {
  opened = await ask("opened");
  if (opened.kind === "position") return;
  $("library").hidden = false;
  if (opened.kind === "games") {
    $("library-title").textContent = opened.record;
    for (const game of opened.games) game.search = `${game.game} ${game.white ?? ""} ${game.black ?? ""}`.toLowerCase();
  } else if (opened.kind === "set") {
    $("library-title").textContent = opened.title;
    opened.problems = [];
  } else {
    $("library-title").textContent = `Study of ${opened.title}`;
    $("figures").replaceChildren(...opened.figures.map((figure) => html("figure", {},
      html("img", { src: API + "figure?name=" + encodeURIComponent(figure.name), alt: figure.caption }), html("figcaption", {}, figure.caption))));
    const byProblem = new Map();
    for (const row of opened.rows) {
      const item = byProblem.get(row.problem) ?? { id: row.problem, fen: row.fen, empties: row.empties, rows: {}, worst: 0, search: row.problem.toLowerCase() + " " + row.fen.toLowerCase() };
      const lost = row.error ? row.error.at_least : null;
      item.rows[row.solver] = row.move ? `${row.move} ${lost === 0 && row.error.at_most === 0 ? "✓" : lost === null ? "?" : "−" + lost}` : "no move";
      item.worst = Math.max(item.worst, lost ?? 0);
      byProblem.set(row.problem, item);
    }
    opened.byProblem = [...byProblem.values()];
  }
  $("sort").replaceChildren(...Object.keys(SORTS[opened.kind]).map((name) => html("option", {}, name)));
  $("filter").oninput = drawLibrary;
  $("sort").onchange = drawLibrary;
  await drawLibrary();
}

// ── start ────────────────────────────────────────────────────────────────────────────────────

window.addEventListener("popstate", () => { leavePuzzle(); if (restore()) show({ push: false }); });
(async () => {
  mostTime = await ask("status").then((status) => status.max_time).catch(() => null);
  const players = await ask("players").catch(() => []);
  const families = Map.groupBy(players, (one) => one.player.split(":")[0]);
  $("player").replaceChildren(...[...families].map(([name, family]) => html("optgroup", { label: name },
    ...family.map((one) => html("option", { title: one.summary }, one.player)))));
  const usual = players.find((one) => one.default);
  if (usual) $("player").value = usual.player;
  await openLibrary().catch(quiet);
  if (restore()) show({ push: false });
  else if (opened.kind === "games" && opened.games.length) openGame(opened.games[0]);
  else if (opened.kind === "set" && opened.problems.length) startPuzzle(opened.problems[0]);
  else { newGame(Board.fromFen(opened.fen ?? opened.byProblem?.[0]?.fen ?? "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")); show(); }
  document.body.dataset.ready = "true";
})();
