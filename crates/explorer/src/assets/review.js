"use strict";
// What each move of a game cost. The plies are judged one by one from the end backwards, each by a
// question of its own, so that the page stays of use meanwhile.

/** The review of the game on the board: its nodes, and what is known of each ply. */
let reviewed = null;
/** The mistake that is shown: the node that it led to. */
let mistake = null;

function forgetReview() {
  reviewed = null;
  mistake = null;
  $("review-text").textContent = "";
  $("mistakes").replaceChildren();
  $("mistake").hidden = $("save-review").hidden = true;
  $("thirds").replaceChildren();
}

/** What is proved of the position of a node, for its mover. */
async function judged(at, time, estimates = false) {
  const b = nodes[at].board;
  const query = { fen: b.fen(), first: "mover", time, "game-values": "0s", ...(estimates ? { estimate: true } : {}) };
  const value = await ask("value", query);
  const first = value.white_first ?? value.black_first;
  return { first, ranks: bounds(first, b.side), best: first.best_moves, estimate: first.estimate ?? null };
}

/** What a move cost, from what is proved before and after it; ranks after it are the opponent's. */
function costOf(before, after) {
  const own = { low: -after.high - 1, high: -after.low - 1 };
  const least = Math.max(0, before.low - own.high), most = Math.max(0, before.high - own.low);
  return { least, exact: least === most ? least : null, gave: before.low >= 0 && own.high < 0 };
}

function lineNodes() {
  const line = [origin(here)];
  for (const move of mainLine(here)) line.push(descend(line.at(-1), move));
  return line;
}

async function review({ opening = false } = {}) {
  const line = lineNodes();
  if (line.length < 2) { if (!opening) say("Play or open a game first.", true); return; }
  const time = $("review-time").value;
  const plies = line.slice(1).map((at, i) => ({ ply: i + 1, move: nodes[at].move, side: nodes[line[i]].board.side, winner: null, score: null, lead: null, error: null, error_at_least: 0, gave_away: false, best: null }));
  if (mistake !== null) leaveMistake();
  forgetReview();
  const mine = reviewed = { line, plies, time, result: null, found: [], whole: null };
  for (const at of line) nodes[at].note = null;
  const begun = here;
  let after = null, open = 0;
  try {
    for (let i = line.length - 1; i >= 0; i--) {
      $("review-text").textContent = `Judging ply ${i + 1} of ${line.length}…`;
      const { side } = nodes[line[i]].board;
      const found = await judged(line[i], time, true);
      if (reviewed !== mine) return;
      const { ranks } = found;
      mine.found.unshift(found.first);
      const winner = ranks.low >= 0 ? side : ranks.high < 0 ? (side === "w" ? "b" : "w") : null;
      const score = ranks.low === ranks.high ? scoreText(ranks.low, side) : null;
      if (score && !facts.has(nodes[line[i]].board.fen())) addFact(nodes[line[i]].board.fen(), score, found.best ?? []);
      if (i < plies.length) {
        const { least, exact, gave } = costOf(ranks, after);
        Object.assign(plies[i], { winner: winner && colour(winner).toLowerCase(), score, error: exact, error_at_least: least, gave_away: gave, best: found.best });
        nodes[line[i + 1]].note = plies[i];
        plies[i].lead = found.estimate?.lead ?? null;
      } else mine.result = score;
      after = ranks;
      drawTree(); drawGraph();
      // A record opens where something is known, unless the user is elsewhere by now.
      open = winner ? 0 : open + 1;
      if (opening && open === SETTLED) openAtProof(mine, begun);
    }
    await finishReview(mine);
  } catch (error) { if (reviewed === mine) { say(error.message, true); $("review-text").textContent = ""; } return; }
  if (reviewed !== mine) return;
  const from = plies.find((ply) => ply.winner)?.ply;
  $("review-text").textContent = [
    from ? `From ply ${from} on, the winner is proved.` : "No winner is proved at the end.",
    mine.result ? `Last position: ${mine.result}.` : "",
    ...["w", "b"].map((side) => sideText(plies.filter((ply) => ply.side === side), side)),
  ].filter(Boolean).join(" ");
  if (opening) openAtProof(mine, begun);
}
/** Asks for the review as the program makes it from what was found. */
function askReviewed({ line, time, found }, params = {}, options = {}) {
  const game = { record: opened.record?.split(/[/\\]/).at(-1) ?? "the explorer", game: players.game, white: players.white, black: players.black };
  const body = JSON.stringify({ ...game, start: nodes[line[0]].board.fen(), moves: line.slice(1).map((at) => nodes[at].move), found });
  return ask("reviewed", { time, ...params }, { method: "POST", body, ...options });
}
/** Adds what follows from the game as a whole: what moves seem to have cost, and its turning points. */
async function finishReview(mine) {
  const whole = await askReviewed(mine);
  if (reviewed !== mine) return;
  mine.whole = whole;
  const turns = new Set((whole.summary.turning_points ?? []).map((turn) => turn.ply));
  mine.plies.forEach((ply, i) => {
    const { estimated_cost: cost, estimate } = whole.plies[i];
    ply.turns = turns.has(ply.ply);
    ply.seems = !ply.error_at_least && cost >= NOTABLE ? cost : null;
    // What seems better is no proof.
    const costs = ply.seems || ply.error_at_least;
    if (costs && !ply.best?.length && estimate?.move && estimate.move !== ply.move) ply.better = estimate.move;
  });
  drawThirds(whole.summary.thirds ?? []);
  $("save-review").hidden = false;
  drawTree(); drawGraph();
}
/** Estimated costs below this, in squares, are not worth a word. */
const NOTABLE = 0.5;
/** How well the players moved in each third of the game, as estimated. */
function drawThirds(thirds) {
  if (!thirds.length) return;
  const share = ({ accuracy, cost }) => (accuracy === null ? "–" : `≈ ${Math.round(100 * accuracy)} %${cost < .05 ? "" : `, −${cost.toFixed(1)}`}`);
  $("thirds").replaceChildren(
    html("caption", {}, "How accurate the moves seem to be, and what they seem to have cost"),
    html("thead", {}, html("tr", {}, ...["empty squares", "White", "Black"].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, ...thirds.map((third) => html("tr", {},
      html("td", {}, `${third.empties_at_most} to ${third.empties_at_least}`), html("td", {}, share(third.white)), html("td", {}, share(third.black))))));
}
$("save-review").onclick = () => askReviewed(reviewed, { format: "html" }, { plain: true })
  .then((text) => save("review.html", text, "text/html")).catch(quiet);
/** Plies in a row without a proved winner after which no proof is expected before them. */
const SETTLED = 4;
function openAtProof({ line, plies }, begun) {
  const from = plies.find((ply) => ply.winner)?.ply;
  if (from && here === begun && mistake === null) go(line[from - 1]);
}
function sideText(plies, side) {
  const cost = plies.reduce((sum, ply) => sum + ply.error_at_least, 0);
  const gave = plies.filter((ply) => ply.gave_away).length;
  const known = plies.filter((ply) => ply.error !== null).length;
  if (!known) return "";
  return `${colour(side)}: cost ${cost} in ${known} moves${gave ? `, gave the win away ${gave === 1 ? "once" : `${gave} times`}` : ""}.`;
}
$("review").onclick = () => review();

/** The moves that cost something, the worst first. */
function drawMistakes() {
  const worst = (a, b) => b.gave_away - a.gave_away || b.error_at_least - a.error_at_least || b.seems - a.seems;
  const list = reviewed ? reviewed.plies.filter((ply) => ply.error_at_least || (ply.turns && ply.seems)).sort(worst) : [];
  $("mistakes").replaceChildren(...list.map((ply) => html("li", {},
    html("button", { on: () => showMistake(reviewed.line[ply.ply]) }, `${ply.ply}. ${ply.move}`, html("b", { class: ply.error_at_least ? "wrong" : "about" }, costText(ply))))));
}
/** What a move cost; what it only seems to have cost is marked. */
function costText(ply) {
  return ply.error_at_least ? `−${ply.error ?? ply.error_at_least + "+"}` : `≈ −${ply.seems.toFixed(1)}`;
}

/** Shows the board before a mistake, with the move that was played and the better one. */
function showMistake(at) {
  const ply = nodes[at].note;
  here = nodes[at].parent;
  chosen = { from: null, to: null };
  mistake = at;
  const better = betterMove(ply);
  const played = { move: ply.move, colour: "#c2410c", label: "✗" };
  marks = better ? [played, { move: better, colour: "#0b7a75", label: "✓" }] : [played];
  const gave = ply.gave_away ? " and gave the win away" : "";
  const keeps = !better ? "" : ply.better ? ` ${better} seems better.` : ` ${better} keeps ${ply.score ?? `the win of ${ply.winner}`}.`;
  const cost = ply.error_at_least ? `It cost ${ply.error ?? `at least ${ply.error_at_least}`}${gave}.` : `It seems to have cost ≈ ${ply.seems.toFixed(1)}.`;
  $("mistake").firstElementChild.textContent = `Ply ${ply.ply}: ${colour(ply.side)} played ${ply.move}. ${cost}${keeps}`;
  $("try-better").hidden = !better;
  $("mistake").hidden = false;
  show();
}
/** A better move than the one that was played: proved, or else estimated. */
function betterMove(ply) { return ply.best?.[0] ?? ply.better; }
$("try-better").onclick = () => make(betterMove(nodes[mistake].note));
function leaveMistake() {
  mistake = null;
  marks = [];
  $("mistake").hidden = true;
}

/** The graph of the lead, as the page of `amazons review` has it. */
function drawGraph() {
  const place = $("graph");
  drawMistakes();
  if (!reviewed) { place.replaceChildren(); return; }
  if (!reviewed.plies.some((ply) => ply.winner || ply.score || ply.lead !== null)) { place.replaceChildren(); return; }
  const W = 600, H = 210, L = 40, R = 10, T = 12, B = 24, plies = reviewed.plies;
  const lead = (score) => (score[0] === "W" ? 1 : -1) * (+score.slice(2) + .5);
  const scores = [...plies.map((ply) => ply.score), reviewed.result];
  const guesses = plies.map((ply) => (ply.score ? null : ply.lead));
  const high = Math.max(4.5, ...scores.filter(Boolean).map((score) => Math.abs(lead(score))), ...guesses.map((guess) => Math.abs(guess ?? 0))) + .5;
  // Leading plies of which nothing is proved are left out, except for the last five or so.
  const from = Math.floor(Math.max(0, plies.findIndex((ply) => ply.winner || ply.score || ply.lead !== null) - 5) / 5) * 5;
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
  // Estimates are dashed, up to the first proof behind them.
  let dashes = "";
  guesses.forEach((guess, i) => {
    const next = guesses[i + 1] ?? (scores[i + 1] ? lead(scores[i + 1]) : null);
    if (guess !== null && next !== null) dashes += `M${x(i).toFixed(1)} ${y(guess).toFixed(1)}L${x(i + 1).toFixed(1)} ${y(next).toFixed(1)}`;
  });
  picture.append(svg("path", { d: dashes, fill: "none", stroke: "var(--blue)", "stroke-width": 2, "stroke-dasharray": "5 4" }));
  plies.forEach((ply, i) => {
    if (ply.turns && ply.seems) picture.append(svg("circle", { cx: x(i), cy: y(guesses[i] ?? 0), r: 4.5, stroke: "var(--amber)", "stroke-width": 2, fill: "var(--sheet)" }));
    if (!ply.error_at_least) return;
    picture.append(svg("circle", { cx: x(i), cy: y(ply.score ? lead(ply.score) : 0), r: 4.5, stroke: "var(--sheet)", fill: ply.gave_away ? "var(--bad)" : "var(--amber)" }));
  });
  const now = reviewed.line.indexOf(here);
  if (now >= from) picture.append(svg("path", { d: `M${x(now)} ${T}V${H - B}`, stroke: "var(--violet)", "stroke-width": 2, "stroke-dasharray": "4 3" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const ply = from + Math.round(((event.clientX - box.left) / box.width * W - L) / (W - L - R) * shown);
    const at = Math.max(0, Math.min(plies.length, ply));
    if (plies[at]?.error_at_least || (plies[at]?.turns && plies[at]?.seems)) showMistake(reviewed.line[at + 1]);
    else go(reviewed.line[at]);
  });
  place.replaceChildren(picture);
}
