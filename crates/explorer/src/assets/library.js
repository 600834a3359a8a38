"use strict";
// Games, sets and studies that were opened.

/** The most rows that the list shows. */
const LISTED = 500;
const SORTS = {
  games: { number: (g) => g.game, length: (g) => -g.moves.length },
  set: { order: "set", size: "size", score: "score", "optimal moves": "optimal", difficulty: "difficulty" },
  study: { "where they differ": (p) => -p.differ, size: (p) => p.empties, "worst error": (p) => -p.worst },
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
  const words = [$("filter").value, $("grade").value && `grade${$("grade").value}`, $("theme").value].filter(Boolean).join(" ");
  const page = await ask("problems", { words, order, count: LISTED });
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
  const { tries } = record();
  const head = { games: ["game", "White", "Black", "moves"], set: ["problem", "empty", "moves", "optimal", "grade", "you"], study: ["problem", "empty", ...(opened.solvers ?? [])] }[opened.kind];
  $("list").tHead.replaceChildren(html("tr", {}, ...head.map((name) => html("th", { scope: "col" }, name))));
  $("list").tBodies[0].replaceChildren(...list.slice(0, LISTED).map((item) => {
    const shows = { games: openGame, set: startPuzzle, study: openStudied }[opened.kind];
    const open = () => { shows(item); scrollTo({ top: 0 }); };
    const name = opened.kind === "games" ? String(item.game) : item.id;
    const texts = { games: () => [item.white ?? "", item.black ?? "", item.moves.length],
      set: () => [item.empties, item.legal_moves, item.best_moves?.length ?? "?", item.puzzle?.grade ?? "", item.id in tries ? (tries[item.id].right ? "✓" : "✗") : ""],
      study: () => [item.empties, ...opened.solvers.map((solver) => item.rows[solver] ?? "")] }[opened.kind]();
    return html("tr", { class: "pick" }, html("td", {}, html("button", { on: open }, name)), ...texts.map((text) => html("td", {}, String(text))));
  }));
}
/** Shows a problem of a study with the move of each method. */
function openStudied(item) {
  leavePuzzle(); stopPlaying();
  newGame(Board.fromFen(item.fen));
  chosen = { from: null, to: null };
  const together = Map.groupBy(item.moves, (one) => one.move);
  marks = [...together].map(([move, [{ lost }]], i) => ({ move, colour: lost === 0 ? "#0b7a75" : lost === null ? "#5b5f66" : "#c2410c", label: String(i + 1) }));
  nodes[0].comment = [...together].map(([move, list], i) => `${i + 1}. ${move}${list[0].lost ? ` loses ${list[0].lost}` : ""}: ${list.map((one) => one.solver).join(", ")}`).join("\n");
  show();
}
/** The themes of puzzles (docs/puzzles.md). */
const THEMES = ["zugzwang", "score-and-value", "defective-territory", "sacrifice", "division", "blockade", "guarded-corridor", "hottest-region", "cooler-region"];
async function openLibrary() {
  opened = await ask("opened");
  if (opened.kind === "position") return;
  $("library").hidden = false;
  if (opened.kind === "games") {
    $("library-title").textContent = opened.record.split(/[/\\]/).at(-1);
    for (const game of opened.games) game.search = `${game.game} ${game.white ?? ""} ${game.black ?? ""}`.toLowerCase();
  } else if (opened.kind === "set") {
    $("library-title").textContent = opened.title;
    opened.problems = [];
    $("record").hidden = false;
    $("theme").replaceChildren(html("option", { value: "" }, "all"), ...THEMES.map((name) => html("option", {}, name)));
    $("grade").onchange = $("theme").onchange = drawLibrary;
    drawRecord();
  } else {
    $("library-title").textContent = `Study of ${opened.title}`;
    $("figures").replaceChildren(...opened.figures.map((figure) => html("figure", {},
      html("img", { src: API + "figure?name=" + encodeURIComponent(figure.name), alt: figure.caption }), html("figcaption", {}, figure.caption))));
    const byProblem = new Map();
    for (const row of opened.rows) {
      const item = byProblem.get(row.problem) ?? { id: row.problem, fen: row.fen, empties: row.empties, rows: {}, moves: [], worst: 0, differ: 0, search: row.problem.toLowerCase() + " " + row.fen.toLowerCase() };
      const lost = row.error ? row.error.at_least : null;
      item.rows[row.solver] = row.move ? `${row.move} ${lost === 0 && row.error.at_most === 0 ? "✓" : lost === null ? "?" : "−" + lost}` : "no move";
      item.worst = Math.max(item.worst, lost ?? 0);
      if (row.move) item.moves.push({ move: row.move, solver: row.solver, lost });
      const { at_least: least, at_most: most } = row.best;
      if (least === most) addFact(row.fen, scoreText(least, row.first[0].toLowerCase()), lost === 0 && row.error.at_most === 0 ? [row.move] : []);
      byProblem.set(row.problem, item);
    }
    // First the problems on which the methods lose different amounts, then those with different moves.
    for (const item of byProblem.values())
      item.differ = 100 * (new Set(item.moves.map((one) => one.lost)).size - 1) + new Set(item.moves.map((one) => one.move)).size;
    opened.byProblem = [...byProblem.values()];
  }
  $("sort").replaceChildren(...Object.keys(SORTS[opened.kind]).map((name) => html("option", {}, name)));
  $("filter").oninput = drawLibrary;
  $("sort").onchange = drawLibrary;
  await drawLibrary();
}
