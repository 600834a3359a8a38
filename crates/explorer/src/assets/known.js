"use strict";
// What the server knows of the position on the board.

/** The most time that the server allows for a question. */
let mostTime = null;
/** The most bytes of a body that it takes. */
let mostBody = null;
/** Whether its tables tell which regions have a value. */
let hasAtlas = false;
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
  return { fen: null, moves: new Map(), root: null, other: null, regions: null, distances: null, estimate: null, complete: false };
}

/** Ends what the page asks for. */
function leave() {
  live?.close(); liveOther?.close(); pending?.abort();
  live = liveOther = pending = null;
}
/** A page that nobody sees asks for nothing: browsers have few connections for all tabs together. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) leave();
  else if (known.fen && !(known.complete && known.regions)) { look(); drawBoard(); drawMoves(); drawVerdict(); }
});

/** Begins to look at the position on the board. */
function look() {
  leave();
  known = fresh();
  document.body.dataset.complete = "false";
  $("thermograph").hidden = true;
  const asked = board();
  const fen = asked.fen();
  known.fen = fen;
  // What helps to solve a puzzle, or against a player, is not even asked for.
  if (editing || document.hidden || hidesScores()) return;
  const mine = known;
  const side = asked.side;
  useFact(mine, side);
  live = new EventSource(address("live", { fen, time: LIVE_TIME, estimate: true }));
  live.addEventListener("moves", (event) => {
    if (mine !== known) return;
    for (const entry of JSON.parse(event.data))
      mine.moves.set(entry.move, both(mine.moves.get(entry.move), bounds(entry, side)));
    drawBoard(); drawMoves();
  });
  live.addEventListener("value", (event) => {
    if (mine !== known) return;
    mine.root = both(mine.root, bounds(JSON.parse(event.data), side));
    drawVerdict();
  });
  live.addEventListener("estimate", (event) => {
    if (mine !== known) return;
    mine.estimate = JSON.parse(event.data);
    drawVerdict(); drawMoves();
  });
  live.addEventListener("done", (event) => {
    if (mine !== known) return;
    mine.complete = true;
    mine.done = JSON.parse(event.data);
    live.close();
    document.body.dataset.complete = String(mine.done.complete);
    drawBoard(); drawMoves(); drawVerdict();
  });
  live.onerror = () => {
    live?.close();
    if (mine !== known || mine.complete) return;
    mine.complete = true;
    sayWhyRefused(fen);
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
/** Says why the program does not look at a position: a stream tells the page nothing of it. */
async function sayWhyRefused(fen) {
  const gone = new AbortController();
  try {
    const response = await fetch(address("live", { fen, time: "1ms" }), { signal: gone.signal });
    const text = response.ok ? "The program has too many searches; try again later." : (await response.json()).error;
    say(text, true);
  } catch { say("The program does not answer any more.", true); } finally { gone.abort(); }
}
function quiet(error) { if (error.name !== "AbortError") say(error.message, true); }

/** Ranks for the player who moves. */
function bounds(entry, side) {
  if (entry.score) { const at = rank(entry.score, side); return { low: at, high: at }; }
  const ends = [rank(entry.at_least, side), rank(entry.at_most, side)];
  return { low: Math.min(...ends), high: Math.max(...ends) };
}
/** What two proofs about the same score say together. */
const both = (one, two) => (one ? { low: Math.max(one.low, two.low), high: Math.min(one.high, two.high) } : two);

/** What the opened set or study, or a review, has proved, by position. */
const facts = new Map();
function addFact(fen, score, moves = []) {
  if (score) facts.set(fen, { score, moves: [...(facts.get(fen)?.moves ?? []), ...moves] });
}
function useFact(mine, side) {
  const fact = facts.get(mine.fen);
  if (!fact) return;
  mine.root = bounds(fact, side);
  for (const move of fact.moves) mine.moves.set(move, mine.root);
}

const best = (list) => list.reduce(
  (all, one) => ({ low: Math.max(all.low, one.low), high: Math.max(all.high, one.high) }),
  { low: -Infinity, high: -Infinity });
