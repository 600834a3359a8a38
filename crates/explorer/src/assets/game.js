"use strict";
// The game on the board: a tree of positions, and the address that restores it.

let nodes = [];
let here = 0;
let chosen = { from: null, to: null };
let editing = false;
let opened = { kind: "position" };

function node(parent, move, board) { return { parent, move, board, children: [], note: null, comment: "" }; }
function newGame(board, moves = []) {
  nodes = [node(-1, null, board)];
  here = 0;
  forgetReview();
  marks = [];
  for (const move of moves) here = descend(here, move);
}
/** The child of a node by this move, which is made if it is not there. */
function descend(at, move) {
  const known = nodes[at].children.find((child) => nodes[child].move === move);
  if (known !== undefined) return known;
  nodes.push(node(at, move, nodes[at].board.play(move)));
  nodes[at].children.push(nodes.length - 1);
  return nodes.length - 1;
}
function path(at) {
  const list = [];
  for (; nodes[at].parent >= 0; at = nodes[at].parent) list.unshift(nodes[at].move);
  return list;
}
/** From the start through a node to the end of its line. */
function mainLine(at) {
  const list = path(at);
  while (nodes[at].children.length) { at = nodes[at].children[0]; list.push(nodes[at].move); }
  return list;
}
/** Adds the comments and variations of a record; a variation ends before an illegal move. */
function addTree(tree) {
  const at = [0];
  nodes[0].comment = tree[0]?.comment ?? "";
  for (let i = 1; i < tree.length; i++) {
    const parent = at[tree[i].parent];
    at.push(undefined);
    if (parent === undefined || !tree[i].move) continue;
    try { at[i] = descend(parent, tree[i].move); } catch { continue; }
    nodes[at[i]].comment = tree[i].comment;
  }
}
/** The tree in the form that the program writes. */
function treeNodes() {
  const place = new Map([[0, 0]]);
  const list = [{ parent: 0, move: null, comment: nodes[0].comment }];
  const add = (at) => {
    for (const child of nodes[at].children) {
      place.set(child, list.length);
      const { move, comment, note } = nodes[child];
      const cost = note?.error_at_least ? `Cost ${note.error ?? `at least ${note.error_at_least}`}${note.best?.length ? `; better ${note.best[0]}` : ""}.` : "";
      list.push({ parent: place.get(at), move, comment: [comment, comment.includes(cost) ? "" : cost].filter(Boolean).join("\n") });
      add(child);
    }
  };
  add(0);
  return list;
}
const board = () => nodes[here].board;


function link() {
  const parts = ["fen=" + nodes[0].board.fen().replace(" ", "_")];
  const line = mainLine(here);
  if (line.length) parts.push("moves=" + line.join(","), "at=" + path(here).length);
  if (chosen.from !== null) parts.push("from=" + board().name(chosen.from));
  if (chosen.to !== null) parts.push("to=" + board().name(chosen.to));
  if ($("overlay").value !== "none") parts.push("overlay=" + $("overlay").value);
  return "#" + parts.join("&");
}
function remember(replace = false) {
  if (location.hash === link()) return;
  history[replace ? "replaceState" : "pushState"](null, "", link());
}
function restore() {
  try {
    const parts = new Map(location.hash.slice(1).split("&").filter(Boolean).map((part) => {
      const [name, ...value] = part.split("=");
      return [name, decodeURIComponent(value.join("="))];
    }));
    if (!parts.has("fen")) return false;
    const start = Board.fromFen(parts.get("fen"));
    const moves = (parts.get("moves") || "").split(",").filter(Boolean);
    const at = parts.has("at") ? +parts.get("at") : moves.length;
    if (nodes.length && nodes[0].board.fen() === start.fen()) {
      here = 0;
      for (const move of moves) here = descend(here, move);
    } else newGame(start, moves);
    while (path(here).length > at) here = nodes[here].parent;
    const square = (name) => (parts.has(name) ? board().index(parts.get(name)) : null);
    chosen = { from: square("from"), to: square("to") };
    $("overlay").value = parts.get("overlay") || "none";
    return true;
  } catch (error) { say(error.message, true); return false; }
}
