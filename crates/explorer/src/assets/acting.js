"use strict";
// What a click, a key or a text does.

function press(index) {
  const b = board();
  setFocus(index, false);
  if (editing) return paint(index);
  if (playing && b.side !== playing.side) return;
  if (puzzle && !puzzle.open && b.side !== puzzle.side) return;
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
  if (puzzle && !puzzle.open) { chosen = { from: null, to: null }; return answerPuzzle(move); }
  leaveMistake();
  chosen = { from: null, to: null };
  here = descend(here, move);
  stopClock({ moved: true });
  show();
}
function go(at) {
  // While a puzzle is being solved, its board is the only one.
  if (puzzle && !puzzle.open) return;
  leaveMistake();
  here = at; chosen = { from: null, to: null };
  show();
}
function back() { if (nodes[here].parent >= 0) go(nodes[here].parent); }
function forth() { if (nodes[here].children.length) go(followers(here)[0]); }

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
    p: back, n: forth, f: () => $("flip").click(), Home: () => go(0), End: () => $("last").click(),
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

/** The most characters of a position, which a drawn board of 16 × 16 has. */
const POSITION = 2000;
/** Opens a text as a position or, where it is none, as a record; a file's bytes may be in any encoding. */
async function openText(text, bytes = text) {
  text = text.trim();
  if (!text) return say("Paste a FEN such as Q2q/4 w, an SGF, or moves such as d1-d7/g7; or choose a file.", true);
  try {
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length > 1 && lines.every((line) => /^[\dQqWB*x/]+\/[\dQqWB*x/]+\s+[wb]\b/.test(line)))
      throw new Error(`${lines.length} positions: paste one of them, or ask about all with 'amazons value --batch FILE'.`);
    let position = null, refused = null;
    if (!text.startsWith("(") && text.length <= POSITION)
      position = await ask("position", { fen: text }).catch((error) => { refused = error; });
    if (position) {
      leavePuzzle(); stopPlaying();
      newGame(Board.fromFen(position.fen)); chosen = { from: null, to: null };
      show();
      return say("Position opened.");
    }
    const games = await ask("game", {}, { method: "POST", body: bytes }).catch((error) => {
      // What has no two squares in a row was meant as a position.
      throw refused && !/[a-p]\d+\W{0,2}[a-p]\d/i.test(text) ? refused : error;
    });
    if (!games.length) throw new Error("no game in the text");
    const dropped = openGame(games[0]);
    if (!games[0].error && !dropped) say(games.length > 1 ? `The first of ${games.length} games is open.` : "Game opened.");
  } catch (error) { say(error.message, true); }
}
function openGame(game) {
  leavePuzzle(); stopPlaying();
  newGame(Board.fromFen(game.start), game.moves);
  players = { game: game.game, white: game.white, black: game.black };
  chosen = { from: null, to: null };
  here = 0;
  const dropped = game.tree ? addTree(game.tree) : 0;
  show();
  review({ opening: true });
  if (game.error) say(`${game.error}; the moves before it are shown.`, true);
  else if (dropped) say(`${dropped} ${dropped === 1 ? "variation has an illegal move and ends" : "variations have illegal moves and end"} before it.`, true);
  return dropped;
}
$("open-form").addEventListener("submit", (event) => { event.preventDefault(); openText($("open-text").value); });
$("open-text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); openText($("open-text").value); }
});

/** What a gzip file holds, read up to a little more than `most` bytes. */
async function unpacked(file, most) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  for (let size = 0; size <= most;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  return new Blob(parts);
}
/** Opens a file as if its text had been pasted. */
async function openFile(file) {
  if (!file) return;
  const most = mostBody ?? 4 << 20;
  try {
    const bytes = /\.gz$/i.test(file.name) ? await unpacked(file, most) : file;
    if (bytes.size > most) throw new Error(`has more than the ${most} bytes that can be opened here. Start 'amazons explore ${file.name}'.`);
    const text = await bytes.text();
    if (!text.trim()) throw new Error("is empty.");
    if (text.includes("<problem-set")) throw new Error(`is a problem set: start 'amazons explore ${file.name}'.`);
    await openText(text, bytes);
  } catch (error) { say(`${file.name} ${error instanceof TypeError ? "is no whole gzip file." : error.message}`, true); }
}
$("choose-file").onclick = () => $("file").click();
$("file").onchange = () => { openFile($("file").files[0]); $("file").value = ""; };
for (const [name, on] of [["dragover", true], ["dragleave", false], ["drop", false]])
  document.addEventListener(name, (event) => {
    if (![...event.dataTransfer?.types ?? []].includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", on);
    if (name === "drop") openFile(event.dataTransfer.files[0]);
  });

$("first").onclick = () => go(0);
$("prev").onclick = back;
$("next").onclick = forth;
$("last").onclick = () => { let at = here; while (follower(at) !== undefined) at = follower(at); go(at); };
$("pass").onclick = () => {
  const b = board().copy();
  b.side = b.side === "w" ? "b" : "w";
  startOn(b);
};
/** Goes on from another position, as a variation of the game. */
function startOn(b) {
  leavePuzzle(); stopPlaying(); leaveMistake();
  setUp(b);
  chosen = { from: null, to: null };
  show();
}
$("overlay").onchange = () => { remember(true); drawBoard(); };
