"use strict";
// The board and what is drawn on it.

let focused = 0;
let cells = [];
let flipped = false;
/** Moves that are drawn on the board: { move, colour, label }. */
let marks = [];
/** Where a square is drawn: its column from the left and its row from the top. */
function place(index, b = board()) {
  const [file, rank] = [index % b.width, Math.floor(index / b.width)];
  return flipped ? [b.width - 1 - file, rank] : [file, b.height - 1 - rank];
}
/** The square at a column and a row. */
function squareAt(column, row, b = board()) {
  return flipped ? row * b.width + b.width - 1 - column : (b.height - 1 - row) * b.width + column;
}
$("flip").onclick = () => { flipped = !flipped; drawBoard(); };
/** Whether scores and advice are kept from the user. */
function hidesScores() { return Boolean((puzzle && !puzzle.open) || (playing && !playing.scores)); }
function buildBoard() {
  const b = board();
  const grid = $("board");
  if (cells.length === b.cells.length && grid.dataset.size === `${b.width}x${b.height} ${flipped}`) return;
  grid.dataset.size = `${b.width}x${b.height} ${flipped}`;
  grid.style.gridTemplateColumns = `repeat(${b.width}, minmax(0, 1fr))`;
  grid.setAttribute("aria-rowcount", b.height);
  grid.setAttribute("aria-colcount", b.width);
  cells = Array(b.cells.length);
  grid.replaceChildren();
  for (let r = 0; r < b.height; r++) {
    const row = html("div", { role: "row" });
    for (let column = 0; column < b.width; column++) {
      const index = squareAt(column, r, b);
      const button = html("button", { role: "gridcell", class: "sq", "data-square": b.name(index), tabindex: -1 });
      button.addEventListener("click", () => press(index));
      button.addEventListener("focus", () => { setFocus(index, false); });
      cells[index] = button;
      row.append(button);
    }
    grid.append(row);
  }
  for (const id of ["files-top", "files-bottom"])
    $(id).replaceChildren(...Array.from({ length: b.width }, (_, column) => html("span", {}, b.name(squareAt(column, 0, b))[0])));
  for (const id of ["ranks-left", "ranks-right"])
    $(id).replaceChildren(...Array.from({ length: b.height }, (_, r) => html("span", {}, b.name(squareAt(0, r, b)).slice(1))));
  const frame = $("frame");
  frame.style.maxWidth = `min(var(--most), ${90 * b.width + 40}px, calc((100vh - var(--above)) * ${(b.width / b.height).toFixed(3)} + 40px))`;
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
  const hidden = hidesScores();
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
  drawTurn(b);
  $("legend").hidden = chosen.from === null || hidden || editing;
  drawInk();
}
/** Who moves, or who has won and by how much. */
function drawTurn(b) {
  const { ended } = nodes[here];
  const by = over(b) && known.root && known.root.low === known.root.high ? ` by ${-known.root.low - 1}` : "";
  $("turn").textContent = ended && !editing ? `${colour(ended.winner)} wins`
    : over(b) ? `${colour(b.side === "w" ? "b" : "w")} wins${by}` : `${colour(b.side)} to move`;
  $("hint").textContent = hintText(b);
}
/** Whether the game ends here; a board that is being edited has no end. */
function over(b) { return !editing && b.over; }
/** How a game ended; empty if it goes on. */
function resultText(b) {
  const { ended } = nodes[here];
  if (ended) return ended.text;
  if (!over(b)) return "";
  const text = `${colour(b.side)} has no move: the game is over.`;
  if (!known.root || known.root.low !== known.root.high) return text;
  const spare = -known.root.low - 1;
  const winner = colour(b.side === "w" ? "b" : "w");
  return `${text} ${winner} ${spare ? `could make ${spare} more move${spare > 1 ? "s" : ""}` : "has no further move either"}.`;
}
function hintText(b) {
  if (editing) return "Choose what to place, then choose squares.";
  const result = resultText(b);
  if (result) return result;
  if (playing && b.side !== playing.side) return `${playing.name} is thinking…`;
  if (puzzle && !puzzle.open && (puzzle.busy || b.side !== puzzle.side)) return "";
  if (chosen.from === null) return `Choose an amazon of ${colour(b.side)}.`;
  if (hidesScores()) return chosen.to === null ? "Choose where it goes." : "Choose where it shoots.";
  if (chosen.to === null) return "Choose where it goes. Each square shows the best score that can be reached there.";
  return "Choose where it shoots. Each square shows the score of that move.";
}

/** Lines over the board: regions, and the last move. */
function drawInk() {
  const b = board();
  const ink = $("ink");
  ink.setAttribute("viewBox", `0 0 ${b.width * 100} ${b.height * 100}`);
  ink.replaceChildren();
  const middle = (index) => place(index, b).map((at) => at * 100 + 50);
  const draw = ({ move, colour, label }) => {
    const [from, to, arrow] = move.split(/[-/]/).map((name) => middle(b.index(name)));
    const style = { fill: "none", stroke: colour, "stroke-width": 7, "stroke-linecap": "round", opacity: .85 };
    ink.append(svg("path", { d: `M${from}L${to}`, ...style }), svg("path", { d: `M${to}L${arrow}`, "stroke-dasharray": "14 14", ...style }));
    if (!label) return;
    const text = svg("text", { x: arrow[0], y: arrow[1] + 12, "text-anchor": "middle", "font-size": 34, "font-weight": 700, fill: colour, stroke: "#fff", "stroke-width": 8, "paint-order": "stroke" });
    text.textContent = label;
    ink.append(text);
  };
  const { move } = nodes[here];
  if (chosen.from === null && !editing) {
    if (marks.length) marks.forEach(draw);
    else if (move) draw({ move, colour: "#0b7a75" });
  }
  const parts = known.regions?.regions ?? [];
  if (editing || $("overlay").value !== "regions" || hidesScores()) return;
  const colours = { contested: "#7b3294", white: "#0067a3", black: "#22252a", dead: "#5b5f66" };
  const dead = $("dead").querySelector("input").checked;
  parts.forEach((part, number) => {
    if (part.kind === "dead" && !dead) return;
    const inside = new Set(part.squares.map((name) => b.index(name)));
    let d = "";
    for (const index of inside) {
      const [column, row] = place(index, b);
      const [x, y] = [column * 100, row * 100];
      const has = (c, r) => c >= 0 && r >= 0 && c < b.width && r < b.height && inside.has(squareAt(c, r, b));
      if (!has(column, row - 1)) d += `M${x} ${y}h100`;
      if (!has(column, row + 1)) d += `M${x} ${y + 100}h100`;
      if (!has(column - 1, row)) d += `M${x} ${y}v100`;
      if (!has(column + 1, row)) d += `M${x + 100} ${y}v100`;
    }
    ink.append(svg("path", { d, stroke: colours[part.kind], "stroke-width": 9, fill: "none", "stroke-linecap": "round", "stroke-dasharray": part.kind === "contested" ? "none" : "2 20" }));
    const [x, y] = middle(Math.max(...inside));
    const text = svg("text", { x: x - 46, y: y - 22, "font-size": 28, "font-weight": 700, fill: colours[part.kind], stroke: "#fff", "stroke-width": 7, "paint-order": "stroke" });
    text.textContent = String(number + 1);
    ink.append(text);
  });
}
