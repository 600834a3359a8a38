"use strict";
// The editor of positions.

function setEditing(on) {
  editing = on;
  $("edit").setAttribute("aria-pressed", String(on));
  $("editor").hidden = !on;
  chosen = { from: null, to: null };
  leavePuzzle();
  if (on) stopPlaying();
  show();
}
function paint(index) {
  const brush = document.querySelector("input[name=brush]:checked").value;
  const b = board().copy();
  b.cells[index] = b.cells[index] === brush ? "." : brush;
  if (b.open > 128) return say("At most 128 squares may be open.", true);
  const before = here;
  setUp(b, { goesOn: true });
  remember(here === before && before !== 0);
  drawBoard(); drawTree(); drawVerdict();
}
$("edit").onclick = () => setEditing(!editing);
$("edit-done").onclick = () => setEditing(false);
$("clear").onclick = () => { setUp(Board.empty(board().width, board().height), { goesOn: true }); show(); };
$("standard").onclick = () => { setUp(Board.fromFen(STANDARD), { goesOn: true }); show(); };
$("resize").onclick = () => {
  const clamp = (id) => Math.max(1, Math.min(16, Math.round(+$(id).value) || 1));
  const old = board(), b = Board.empty(clamp("width"), clamp("height"));
  b.side = old.side;
  for (let i = 0; i < b.cells.length; i++) {
    const [f, r] = [i % b.width, Math.floor(i / b.width)];
    b.cells[i] = f < old.width && r < old.height ? old.at(f, r) : ".";
  }
  if (b.open > 128) return say(`${b.open} squares would be open; at most 128 may be. Block some first.`, true);
  const kept = nodes.length > 1 && (b.width !== old.width || b.height !== old.height);
  setUp(b, { goesOn: true });
  show();
  if (kept) say("A board of another size is a new game; your browser's Back returns to the old one.");
};
