"use strict";
// Playing against a player of the program.

/** The levels: player, limit of a move, and how often each wins against the one below it. */
const LEVELS = [
  { name: "1", player: "uct", limit: { nodes: 300 }, text: "300 random games a move" },
  { name: "2", player: "one-ply:lieberum", limit: {}, wins: 91, text: "looks one move ahead" },
  { name: "3", player: "alphabeta:learned", limit: { nodes: 300 }, wins: 69, text: "searches 300 positions a move" },
  { name: "4", player: "alphabeta:learned", limit: { nodes: 3000 }, wins: 91, text: "searches 3,000 positions a move" },
  { name: "5", player: "alphabeta:learned", limit: { nodes: 30000 }, wins: 96, text: "searches 30,000 positions a move" },
];

/** The game that is being played: the user's side, the level, and whether scores are shown. */
let playing = null;

function drawLevels() {
  $("level").replaceChildren(...LEVELS.map((level) => html("option", {}, level.name)));
  $("level").value = "3";
  describeLevel();
}
function level() { return LEVELS[$("level").selectedIndex]; }
function describeLevel() {
  const { text, wins } = level();
  $("level-text").textContent = `Level ${level().name} ${text}${wins ? `; it wins ${wins} of 100 games against the level below` : ""}.`;
}
$("level").onchange = () => { describeLevel(); if (playing) startPlaying(); };

function startPlaying() {
  leavePuzzle();
  if (board().over) return say(`${colour(board().side)} has no move: go back, or set up another position.`, true);
  nodes[here].ended = null;
  playing = { ...level(), name: `Level ${level().name}`, side: $("play-side").value, busy: null, scores: $("show-scores").checked, clock: newClock() };
  $("play").textContent = "Stop";
  $("in-play").hidden = false;
  if (nodes.length === 1) players = { white: playing.name, black: playing.name, [playing.side === "w" ? "white" : "black"]: "You" };
  if (playing.side === "b" !== flipped) flipped = !flipped;
  show();
}
function stopPlaying() {
  playing = null;
  $("play").textContent = "Start";
  $("in-play").hidden = $("clocks").hidden = true;
}
$("play").onclick = () => {
  if (!playing) return startPlaying();
  stopPlaying();
  show();
};
$("show-scores").onchange = () => { if (playing) { playing.scores = $("show-scores").checked; show(); } };
/** Ends the game that is played before its last move. */
function endPlaying(winner, text, how) {
  nodes[here].ended = { winner, text, result: `${winner.toUpperCase()}+${how}` };
  stopPlaying();
  show();
  say(`${text} ${colour(winner)} wins.`);
}
$("resign").onclick = () => {
  if (!playing) return;
  endPlaying(playing.side === "w" ? "b" : "w", `${colour(playing.side)} resigned.`, "R");
};
/** Takes back to the user's last turn. */
$("take-back").onclick = () => {
  if (!playing) return;
  let at = nodes[here].parent;
  while (at >= 0 && nodes[at].board.side !== playing.side) at = nodes[at].parent;
  if (at < 0) return say("There is no move of yours to take back.", true);
  playing.busy = null;
  go(at);
};

/** Asks the player for a move if it is its turn. */
async function think() {
  const fen = board().fen();
  if (!playing || board().side === playing.side || playing.busy === fen || editing) return;
  const mine = playing;
  mine.busy = fen;
  try {
    const { move } = await ask("play", { fen, player: mine.player, ...mine.limit, ...clockLimit(mine) });
    if (playing !== mine || board().fen() !== fen || mine.busy !== fen) return;
    mine.busy = null;
    if (move) { here = descend(here, move); stopClock({ moved: true }); chosen = { from: null, to: null }; show(); }
  } catch (error) { say(error.message, true); } finally { if (mine.busy === fen) mine.busy = null; }
}
