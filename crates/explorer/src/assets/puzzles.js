"use strict";
// Puzzles: a right move is answered along the stored solution, a wrong one is refuted and taken back.

/** The puzzle on the board: the user's side, where the user is to move, and what is still to find. */
let puzzle = null;

/** How long a move of the program, and a refutation, stay before the next step, in milliseconds. */
const REPLY = 700, REFUTED = 3500;

/** Reads a solution, "MOVE (REPLY MOVE …) (REPLY MOVE …)": the right move, and after each reply the next. */
function readSolution(text) {
  const words = text.match(/[()]|[^\s()]+/g) ?? [];
  const step = () => {
    const found = { move: words.shift(), replies: [] };
    while (words[0] === "(") {
      words.shift();
      found.replies.push({ move: words.shift(), next: step() });
      words.shift();
    }
    return found;
  };
  return words.length ? step() : null;
}
const depth = (step) => 1 + Math.max(0, ...step.replies.map((reply) => depth(reply.next)));

// What is kept in the browser: of each puzzle whether the first try was right, and the streak.
const KEPT = "amazons-puzzles";
function record() {
  try { return { tries: {}, streak: 0, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") }; } catch { return { tries: {}, streak: 0 }; }
}
function keep(right) {
  const kept = record();
  const { id, puzzle: about } = puzzle.problem;
  // The first try counts; a puzzle that was shown or missed may be solved later for pleasure.
  if (kept.tries[id]) return;
  kept.tries[id] = { right, grade: about?.grade ?? null };
  kept.streak = right ? kept.streak + 1 : 0;
  try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a browser that keeps nothing */ }
  drawRecord();
  if (opened.problems) drawList(opened.problems);
}
function drawRecord() {
  const { tries, streak } = record();
  const all = Object.values(tries);
  const right = (list) => list.filter((one) => one.right).length;
  const grades = [1, 2, 3, 4, 5].map((grade) => [grade, all.filter((one) => one.grade === grade)]).filter(([, list]) => list.length);
  $("record-text").textContent = !all.length ? "" : [`solved ${right(all)}, failed ${all.length - right(all)}, streak ${streak}`,
    ...grades.map(([grade, list]) => `grade ${grade}: ${right(list)} of ${list.length}`)].join(" · ");
}

function leavePuzzle() { puzzle = null; $("puzzle").hidden = true; }
function startPuzzle(problem) {
  stopPlaying();
  newGame(Board.fromFen(problem.fen));
  chosen = { from: null, to: null };
  const { side } = board();
  const right = problem.puzzle ? readSolution(problem.puzzle.solution) : null;
  puzzle = { problem, side, at: 0, step: right, open: false, failed: false, hints: 0 };
  addFact(board().fen(), problem.score, problem.best_moves ?? []);
  flipped = side === "b";
  $("puzzle").hidden = false;
  $("puzzle-title").textContent = problem.puzzle ? `Puzzle · grade ${problem.puzzle.grade} of 5` : "Problem";
  $("puzzle-id").textContent = problem.id;
  const goal = problem.puzzle?.goal === "win" ? "only one move wins" : "find the best move";
  tell(`${colour(side)} to move: ${goal}.`);
  show();
}
function tell(text, kind = "") {
  $("puzzle-text").className = kind;
  $("puzzle-text").textContent = text;
}
/** Waits; false if the user has gone on to something else. */
async function still(mine, time) {
  await new Promise((resolve) => setTimeout(resolve, time));
  return puzzle === mine;
}
function step(move) { here = descend(here, move); show({ push: false }); }

/** The right moves at this point: those of the solution, of the set, or proved now. */
async function rightMoves(mine) {
  if (mine.step) return [mine.step.move];
  if (mine.at === 0 && mine.problem.best_moves) return mine.problem.best_moves;
  const { best } = await judged(mine.at, "10s");
  return best;
}
async function answerPuzzle(move) {
  const mine = puzzle;
  if (mine.busy) return;
  mine.busy = true;
  step(move);
  try {
    const right = await rightMoves(mine);
    if (puzzle !== mine) return;
    if (!right) tell(`${move} is still open: the limit came before a proof.`);
    else if (right.includes(move)) await rightAnswer(mine, move);
    else await wrongAnswer(mine, move);
  } catch (error) { quiet(error); } finally { mine.busy = false; }
}
async function rightAnswer(mine, move) {
  const replies = mine.step?.replies ?? [];
  if (!replies.length) {
    if (!mine.failed) keep(true);
    mine.open = true;
    const score = mine.problem.score ? ` The score is ${mine.problem.score}.` : "";
    tell(`${move} is right: solved.${score}`, "right");
    show();
    return;
  }
  // The reply after which there is most left to find.
  const reply = replies.reduce((one, two) => (depth(two.next) > depth(one.next) ? two : one));
  tell(`${move} is right.`, "right");
  if (!await still(mine, REPLY)) return;
  step(reply.move);
  mine.at = here;
  mine.step = reply.next;
  tell(`${move} is right. ${colour(mine.side === "w" ? "b" : "w")} answers ${reply.move}: go on.`, "right");
}
async function wrongAnswer(mine, move) {
  keep(false);
  mine.failed = true;
  tell(`${move} is not it…`, "wrong");
  const { ranks, best } = await judged(here, "5s");
  if (puzzle !== mine) return;
  const { side } = board();
  const wins = ranks.low >= 0 ? ` and ${colour(side)} wins` : "";
  if (best?.length) { step(best[0]); tell(`${move} is not it: ${colour(side)} answers ${best[0]}${wins}. Try again.`, "wrong"); }
  else tell(`${move} is not it. Try again.`, "wrong");
  if (!await still(mine, REFUTED)) return;
  here = mine.at;
  show({ push: false });
}
$("puzzle-again").onclick = () => { if (puzzle) startPuzzle(puzzle.problem); };
/** Plays the solution, each move drawn before it is made. */
$("puzzle-solve").onclick = async () => {
  const mine = puzzle;
  if (!mine || mine.busy || mine.open) return;
  keep(false);
  mine.busy = mine.failed = true;
  try {
    here = mine.at;
    let step_ = mine.step ?? { move: (await rightMoves(mine))?.[0], replies: [] };
    if (!step_.move) return tell("No solution is known.");
    for (;;) {
      marks = [{ move: step_.move, colour: "#0b7a75", label: "✓" }];
      show({ push: false });
      tell(`The right move is ${step_.move}.`);
      if (!await still(mine, 2 * REPLY)) return;
      marks = [];
      step(step_.move);
      if (!step_.replies.length) break;
      const reply = step_.replies.reduce((one, two) => (depth(two.next) > depth(one.next) ? two : one));
      if (!await still(mine, REPLY)) return;
      step(reply.move);
      if (!await still(mine, REPLY)) return;
      step_ = reply.next;
    }
    mine.open = true;
    show();
  } catch (error) { quiet(error); } finally { mine.busy = false; }
};
$("puzzle-hint").onclick = () => {
  const move = puzzle?.step?.move ?? puzzle?.problem.best_moves?.[0];
  const [from, to] = (move ?? "").split(/[-/]/);
  if (!from) return say("No hint is known.", true);
  puzzle.hints++;
  const themes = puzzle.problem.puzzle?.themes?.length && puzzle.at === 0 ? `Themes: ${puzzle.problem.puzzle.themes.join(", ")}.` : "";
  tell(puzzle.hints === 1 && themes ? themes : puzzle.hints <= 2 ? `Move the amazon on ${from}.` : `The amazon goes from ${from} to ${to}.`);
};
$("puzzle-next").onclick = () => {
  const list = shownProblems();
  const { tries } = record();
  const at = list.findIndex((problem) => problem.id === puzzle?.problem.id);
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
  const next = after.find((problem) => !tries[problem.id]) ?? after[0];
  if (next) startPuzzle(next);
};
/** The same puzzle for everybody on a day. */
$("daily").onclick = async () => {
  try {
    const { found } = await ask("problems", { count: 1 });
    const day = Math.floor(Date.now() / 86_400_000);
    const { problems } = await ask("problems", { from: day % found, count: 1 });
    if (problems[0]) startPuzzle(problems[0]);
  } catch (error) { quiet(error); }
};
