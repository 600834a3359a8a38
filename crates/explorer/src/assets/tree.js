"use strict";
// The moves played.

function drawTree() {
  const tree = $("tree");
  const button = (at) => {
    const { move, note } = nodes[at];
    const name = move ?? "set up";
    const told = note && (note.error_at_least || (note.turns && note.seems));
    const cost = told ? html("span", { class: note.error_at_least ? "cost" : "cost about" }, ` ${costText(note)}`) : null;
    return html("button", { on: () => (cost ? showMistake(at) : go(at)), "aria-current": at === here ? "true" : false }, name, cost);
  };
  const turn = (at, ply) => html("span", { class: "turn" }, html("span", { class: "number" }, `${ply}.`), button(at));
  const line = (at, ply, into) => {
    for (;;) {
      const list = followers(at);
      const next = follower(at);
      if (next !== undefined) into.append(turn(next, ply), " ");
      for (const other of list) {
        if (other === next) continue;
        // The moves after a position that was set up are counted from it.
        const { move } = nodes[other];
        const branch = html("span", { class: "branch" }, move ? turn(other, ply) : button(other), " ");
        line(other, move ? ply + 1 : 1, branch);
        into.append(branch);
      }
      if (next === undefined) return;
      at = next; ply++;
    }
  };
  const start = html("button", { on: () => go(0), "aria-current": here === 0 ? "true" : false }, "start");
  tree.replaceChildren(start, " ");
  $("players").textContent = players.white || players.black ? `${players.white ?? "?"} – ${players.black ?? "?"}` : "";
  $("comment").textContent = nodes[here].comment;
  $("comment").hidden = !nodes[here].comment;
  line(0, 1, tree);
  // Only the list scrolls, never the page.
  const now = tree.querySelector("[aria-current=true]");
  if (now) tree.scrollTop = Math.max(0, now.offsetTop - tree.offsetTop - tree.clientHeight / 2);
  for (const [id, off] of [["first", here === 0], ["prev", here === 0], ["next", !nodes[here].children.length], ["last", follower(here) === undefined]])
    $(id).disabled = off;
}

/** Shows the position at which the game is. */
function show({ push = true } = {}) {
  if (push) remember();
  if (playing && over(board())) stopPlaying();
  stopClock();
  look();
  drawBoard(); drawMoves(); drawVerdict(); drawRegions(); drawTree(); drawGraph();
  $("width").value = board().width;
  $("height").value = board().height;
  think();
}
