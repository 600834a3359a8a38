"use strict";
// The clocks of a game against a level, for those who want them.

/** Clocks to choose from: minutes for the game, and seconds more after each move. */
const CLOCKS = [null, [1, 0], [3, 2], [5, 3], [10, 5], [30, 0]];
$("clock").replaceChildren(...CLOCKS.map((clock, i) =>
  html("option", { value: i }, clock ? `${clock[0]} min${clock[1] ? ` + ${clock[1]} s` : ""}` : "none")));

/** The chosen clock at the beginning of a game: what is left to each side, in milliseconds. */
function newClock() {
  const chosen = CLOCKS[$("clock").value];
  if (!chosen) return null;
  const [minutes, more] = chosen;
  return { left: { w: 60_000 * minutes, b: 60_000 * minutes }, more: 1000 * more, side: board().side, since: performance.now() };
}
/** What is left to a side now. */
function timeLeft(clock, side) {
  return clock.left[side] - (clock.side === side ? performance.now() - clock.since : 0);
}
/** Gives the turn to the side that is to move; a side that has moved gets its seconds. */
function stopClock({ moved = false } = {}) {
  const clock = playing?.clock;
  if (!clock) return;
  clock.left[clock.side] = timeLeft(clock, clock.side) + (moved ? clock.more : 0);
  clock.side = board().side;
  clock.since = performance.now();
  drawClocks();
}
/** The program's clock, by which it chooses its time for a move. */
function clockLimit({ clock, side }) {
  if (!clock) return {};
  const left = timeLeft(clock, side === "w" ? "b" : "w");
  return { clock: `${Math.max(0, Math.round(left))}ms`, increment: `${clock.more}ms` };
}
function clockText(left) {
  const seconds = Math.max(0, left) / 1000;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${left < 10_000 ? rest.toFixed(1).padStart(4, "0") : String(Math.floor(rest)).padStart(2, "0")}`;
}
function drawClocks() {
  const clock = playing?.clock;
  $("clocks").hidden = !clock;
  if (!clock) return;
  for (const [id, side] of [["clock-w", "w"], ["clock-b", "b"]]) {
    $(id).textContent = `${colour(side)} ${clockText(timeLeft(clock, side))}`;
    $(id).classList.toggle("running", clock.side === side);
  }
}
$("clock").onchange = () => { if (playing) startPlaying(); };
setInterval(() => {
  const clock = playing?.clock;
  if (!clock) return;
  drawClocks();
  const { side } = clock;
  if (timeLeft(clock, side) <= 0) endPlaying(side === "w" ? "b" : "w", `${colour(side)}'s time is over.`, "T");
}, 100);
