"use strict";
// The moves played.

function drawTree() {
  const tree = $("tree");
  const button = (at) => {
    const { move, note } = nodes[at];
    const cost = note && note.error_at_least > 0 ? html("span", { class: "cost" }, ` −${note.error ?? note.error_at_least + "+"}`) : null;
    return html("button", { on: () => (cost ? showMistake(at) : go(at)), "aria-current": at === here ? "true" : false }, move, cost);
  };
  const line = (at, ply, into) => {
    for (;;) {
      const [first, ...others] = nodes[at].children;
      if (first === undefined) return;
      into.append(html("span", { class: "number" }, `${ply}.`), button(first), " ");
      for (const other of others) {
        const branch = html("span", { class: "branch" }, html("span", { class: "number" }, `${ply}.`), button(other), " ");
        line(other, ply + 1, branch);
        into.append(branch);
      }
      at = first; ply++;
    }
  };
  const start = html("button", { on: () => go(0), "aria-current": here === 0 ? "true" : false }, "start");
  tree.replaceChildren(start, " ");
  $("comment").textContent = nodes[here].comment;
  $("comment").hidden = !nodes[here].comment;
  line(0, 1, tree);
  // Only the list scrolls, never the page.
  const now = tree.querySelector("[aria-current=true]");
  if (now) tree.scrollTop = Math.max(0, now.offsetTop - tree.offsetTop - tree.clientHeight / 2);
  for (const [id, off] of [["first", here === 0], ["prev", here === 0], ["next", !nodes[here].children.length], ["last", !nodes[here].children.length]])
    $(id).disabled = off;
}

/** Shows the position at which the game is. */
function show({ push = true } = {}) {
  if (push) remember();
  look();
  drawBoard(); drawMoves(); drawVerdict(); drawRegions(); drawTree(); drawGraph();
  $("width").value = board().width;
  $("height").value = board().height;
  think();
}
