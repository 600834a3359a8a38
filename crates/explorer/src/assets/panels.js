"use strict";
// What is known of the position, beside the board.

/** Whether bounds say no more than the number of empty squares does, give or take a quarter. */
function nothing(ranks, b) {
  return ranks.low < 0 && ranks.high >= 0 && ranks.high - ranks.low > 1.5 * b.empties;
}
function rangeText(ranks, side, b) {
  if (!ranks) return "…";
  if (b && nothing(ranks, b)) return "not proved yet";
  if (ranks.low === ranks.high) return scoreText(ranks.low, side);
  const winner = ranks.low >= 0 ? side : ranks.high < 0 ? (side === "w" ? "b" : "w") : null;
  const text = `${scoreText(ranks.low, side)} to ${scoreText(ranks.high, side)}`;
  return winner ? `${colour(winner)} wins, ${text}` : text;
}
/** Regions in which there is something left to play. */
function alive() { return (known.regions?.regions ?? []).filter((part) => part.kind !== "dead"); }
function root() { return known.root ?? (known.moves.size ? best([...known.moves.values()]) : null); }

function drawVerdict() {
  const b = board();
  document.body.classList.toggle("solving", hidesScores());
  const rows = [];
  const add = (term, text, style = "") => rows.push(html("dt", {}, term), html("dd", { class: style }, text));
  add(`${colour(b.side)} first`, rangeText(root(), b.side, b), "big");
  const other = b.side === "w" ? "b" : "w";
  add(`${colour(other)} first`, rangeText(known.other, other, b));
  add("empty squares", String(b.empties));
  const sum = known.regions;
  if (sum) {
    const value = sum.game_value ?? sum.stopped ?? "too long to print";
    // Why a value is missing stands in the table of regions.
    if (sum.game_value || !sum.stopped) add("game value", value.length > 160 ? value.slice(0, 150) + "…" : value, "value");
    if (says(sum, "mean", b) || says(sum, "temperature", b)) add("mean, temperature", `${numberText(sum, "mean")}, ${numberText(sum, "temperature")}`);
    if (sum.outcome && alive().length > 1) add("in a sum", { L: "White wins", R: "Black wins", N: "the first player wins", P: "the second player wins" }[sum.outcome]);
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
  $("advice").textContent = adviceText(b);
  drawEstimate(b);
  drawTurn(b);
  const chip = $("progress");
  const open = [...known.moves.values()].filter((ranks) => ranks.low !== ranks.high).length;
  chip.hidden = editing;
  const none = !known.moves.size;
  chip.textContent = known.complete
    ? (known.done?.complete ? "all proved" : none ? "nothing proved" : `${open} moves open`)
    : none ? "searching" : `searching, ${open} open`;
}

/** The best move of the list; where the sum recommends one that costs something, the text says so. */
function adviceText(b) {
  const overall = root();
  const top = [...known.moves].filter(([, ranks]) => ranks.low === ranks.high && ranks.low === overall?.high).map(([move]) => move).sort();
  const play = known.regions?.play?.[b.side === "w" ? 0 : 1];
  const summed = alive().length > 1 ? play?.recommended : null;
  const reason = summed && `${summed.move} in region ${summed.region + 1}: ${summed.reason}`;
  if (!top.length) return summed && nothing(overall ?? { low: -Infinity, high: Infinity }, b) && !known.moves.size ? `In the sum: ${reason}.` : "";
  const more = top.length > 1 ? `, like ${top.length - 1} other${top.length > 2 ? "s" : ""}` : "";
  if (summed && top.includes(summed.move)) return `Best: ${reason}${more}.`;
  const ranks = summed && known.moves.get(summed.move);
  const wins = ranks && ranks.low >= 0 && ranks.low < overall.high ? ` ${summed.move} merely wins the sum.` : "";
  return `Best: ${top[0]}${more}.${wins}`;
}

/** What the program believes where nothing is proved: always dashed, always with ≈. */
function drawEstimate(b) {
  const place = $("estimate");
  const { estimate } = known;
  const proved = root() && root().low === root().high;
  place.hidden = !estimate || proved || estimate.lead === undefined;
  if (place.hidden) { place.replaceChildren(); return; }
  const chance = estimate.white_wins === null ? null : Math.round(100 * estimate.white_wins);
  const bar = chance === null ? null : html("div", { class: "lead", role: "img", "aria-label": `White wins about ${chance} of 100` }, html("i", {}));
  if (bar) bar.firstChild.style.width = chance + "%";
  const text = [`≈ ${leadText(estimate.lead)}`];
  if (chance !== null) text.push(`White wins ≈ ${chance} %`);
  if (estimate.line?.length) text.push(`≈ ${estimate.line.slice(0, 6).join(" ")}`);
  place.replaceChildren(...(bar ? [bar] : []), html("p", { class: "about" }, text.join(" · ")));
}
/** A lead of White in moves, as a score; estimates may lie between two scores. */
function leadText(lead) {
  if (lead === null || lead === undefined) return "?";
  if (typeof lead === "string") return lead;
  return (lead >= 0 ? "W+" : "B+") + Math.abs(lead).toFixed(1);
}

/** The moves that are shown before the user asks for all. */
const FEW = 5;
let allMoves = false;
$("all-moves").onclick = () => { allMoves = !allMoves; drawMoves(); };
function drawMoves() {
  const b = board();
  const list = $("moves");
  const lines = new Map((known.estimate?.moves ?? []).map((one, at) => [one.move, { ...one, at }]));
  const order = (move) => lines.get(move)?.at ?? Infinity;
  const sorted = [...known.moves].sort(([a, x], [c, y]) => y.high - x.high || y.low - x.low || (order(a) - order(c) || 0) || (a < c ? -1 : 1));
  const unproved = sorted.every(([, ranks]) => nothing(ranks, b));
  const top = root();
  // Until the best score is proved, the moves that seem best come first.
  if (lines.size && !(top && top.low === top.high)) sorted.sort(([a], [c]) => (order(a) < order(c) ? -1 : order(a) > order(c) ? 1 : 0));
  const overall = best(sorted.map(([, ranks]) => ranks));
  const worst = Math.min(...sorted.map(([, ranks]) => ranks.low));
  const shown = allMoves ? sorted : sorted.slice(0, FEW);
  list.classList.toggle("few", !allMoves);
  list.replaceChildren(...shown.map(([move, ranks]) => {
    const line = lines.get(move);
    const exact = ranks.low === ranks.high;
    const text = html("b", {}, exact ? scoreText(ranks.low, b.side)
      : line ? `≈ ${leadText(line.lead)}`
      : nothing(ranks, b) ? "?" : `${scoreText(ranks.low, b.side)}…${scoreText(ranks.high, b.side)}`);
    if (exact) {
      const { background, color } = shade(overall.high - ranks.low, Math.max(1, overall.high - worst));
      text.style.background = background; text.style.color = color;
      text.className = "dot";
    } else if (line) text.className = "about";
    const follows = line?.line?.length > 1 ? html("span", { class: "line" }, " ≈ " + line.line.slice(1, 5).join(" ")) : null;
    return html("li", {}, html("button", { on: () => make(move), "data-move": move }, move, text), follows);
  }));
  if (!sorted.length) list.replaceChildren(html("li", { class: "note" }, known.complete ? "No move." : "…"));
  else if (unproved && !lines.size && !allMoves)
    list.replaceChildren(html("li", { class: "note" }, "Nothing is proved of the moves yet."));
  const more = $("all-moves");
  more.hidden = sorted.length <= FEW && !(unproved && sorted.length);
  more.textContent = allMoves ? `The best ${FEW}` : `All ${sorted.length.toLocaleString("en")} moves`;
  more.setAttribute("aria-expanded", String(allMoves));
}

// A number of a value, or the interval in which it is proved to be.
function numberText(worth, name) {
  const [least, most] = [worth[`${name}_at_least`], worth[`${name}_at_most`]];
  return worth[name] ?? (least === undefined ? "?" : `${least} … ${most}`);
}

$("dead").onchange = () => { drawRegions(); drawInk(); };
/** Whether a number is known, or its interval is narrower than what the empty squares say. */
function says(worth, name, b) {
  const number = (text) => { const [over, under = 1] = String(text).split("/").map(Number); return over / under; };
  return worth[name] != null || number(worth[`${name}_at_most`]) - number(worth[`${name}_at_least`]) < b.empties / 2;
}

function drawRegions() {
  const body = $("regions").tBodies[0];
  const sum = known.regions;
  const dead = (sum?.regions ?? []).filter((part) => part.kind === "dead").length;
  const shows = $("dead").querySelector("input").checked;
  $("dead").hidden = !dead;
  $("dead").querySelector("span").textContent = `${dead} dead region${dead === 1 ? "" : "s"} too`;
  body.replaceChildren(...(sum?.regions ?? []).map((part, i) => {
    if (part.kind === "dead" && !shows) return null;
    const [white, black] = sum.scores[i];
    const value = part.game_value ?? (part.stopped ? "not expanded" : "too long");
    return html("tr", {},
      html("td", {}, String(i + 1)),
      html("td", {}, part.kind),
      html("td", {}, String(part.squares.length - part.amazons[0] - part.amazons[1])),
      html("td", {}, white ?? "?"), html("td", {}, black ?? "?"),
      html("td", { class: "long", title: value }, value),
      html("td", {}, numberText(part, "temperature")),
      html("td", {},
        html("button", { on: () => isolate(part), "aria-label": `Region ${i + 1} alone` }, "alone"), " ",
        html("button", { on: () => thermograph(part, i), "aria-label": `Thermograph graph of region ${i + 1}` }, "graph"), " ",
        part.game_value && hasAtlas ? same(part, i) : ""));
  }).filter(Boolean));
}
function alone(part) {
  const b = board().copy();
  const inside = new Set(part.squares.map((name) => b.index(name)));
  b.cells = b.cells.map((cell, i) => (inside.has(i) ? cell : "#"));
  return b;
}
function isolate(part) { startOn(alone(part)); }
/** A link to the regions of the tables that are worth the same. */
function same(part, number) {
  const href = address("atlas", { value: part.game_value, format: "html" });
  return html("a", { href, target: "_blank", rel: "noopener", "aria-label": `Regions worth the same as region ${number + 1}` }, "same");
}
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
