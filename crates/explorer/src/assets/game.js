"use strict";
// The game on the board: a tree of positions, and the address that restores it.

let nodes = [];
let here = 0;
let chosen = { from: null, to: null };
let editing = false;
let opened = { kind: "position" };
/** Who played the game, and where it is from. */
let players = {};

/** A node of the tree: a move after its parent, or, without a move, a position that was set up there. */
function node(parent, move, board) { return { parent, move, board, children: [], note: null, comment: "", ended: null }; }
function newGame(board, moves = []) {
  players = {};
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
/** Sets up a position: as a variation of the game, which is kept. A setting up that goes on, or one
 * without a game to keep, takes the place of what was there; a board of another size is a new game. */
function setUp(board, { goesOn = false } = {}) {
  const at = nodes[here];
  const fits = board.width === at.board.width && board.height === at.board.height;
  if (!fits || (goesOn && nodes.length === 1)) return newGame(board);
  if (goesOn && !at.move && at.parent >= 0 && !at.children.length) { at.board = board; return; }
  nodes.push(node(here, null, board));
  here = nodes.length - 1;
  at.children.push(here);
}
/** The position from which the moves to a node lead: the start, or one that was set up. */
function origin(at) {
  while (nodes[at].move) at = nodes[at].parent;
  return at;
}
/** The moves from its origin to a node. */
function path(at) {
  const list = [];
  for (; nodes[at].move; at = nodes[at].parent) list.unshift(nodes[at].move);
  return list;
}
/** The moves after a node in order, then the positions set up there. */
function followers(at) {
  const { children } = nodes[at];
  return [...children.filter((child) => nodes[child].move), ...children.filter((child) => !nodes[child].move)];
}
/** The next node of the line; undefined at its end. */
function follower(at) {
  const [next] = followers(at);
  return next !== undefined && nodes[next].move ? next : undefined;
}
/** From the origin through a node to the end of its line. */
function mainLine(at) {
  const list = path(at);
  for (at = follower(at); at !== undefined; at = follower(at)) list.push(nodes[at].move);
  return list;
}
/** Adds the comments and variations of a record; a variation ends before an illegal move. Returns how
 * many end so. */
function addTree(tree) {
  const at = [0];
  let dropped = 0;
  nodes[0].comment = tree[0]?.comment ?? "";
  for (let i = 1; i < tree.length; i++) {
    const parent = at[tree[i].parent];
    at.push(undefined);
    if (parent === undefined) continue;
    if (tree[i].fen) {
      at[i] = nodes.push(node(parent, null, Board.fromFen(tree[i].fen))) - 1;
      nodes[parent].children.push(at[i]);
    } else if (!tree[i].move) continue;
    else try { at[i] = descend(parent, tree[i].move); } catch { dropped++; continue; }
    nodes[at[i]].comment = tree[i].comment;
  }
  return dropped;
}
/** The tree in the form that the program writes. */
function treeNodes() {
  const place = new Map([[0, 0]]);
  const list = [{ parent: 0, move: null, comment: nodes[0].comment }];
  const add = (at) => {
    for (const child of followers(at)) {
      place.set(child, list.length);
      const { move, comment, note, board } = nodes[child];
      const cost = note?.error_at_least ? `Cost ${note.error ?? `at least ${note.error_at_least}`}${note.best?.length ? `; better ${note.best[0]}` : ""}.` : "";
      list.push({ parent: place.get(at), move, fen: move ? undefined : board.fen(), comment: [comment, comment.includes(cost) ? "" : cost].filter(Boolean).join("\n") });
      add(child);
    }
  };
  add(0);
  return list;
}
const board = () => nodes[here].board;

function link() {
  // Of a puzzle the address tells no more than the page does.
  if (puzzle && !puzzle.open) return "#puzzle=" + encodeURIComponent(puzzle.problem.id);
  const parts = ["fen=" + nodes[origin(here)].board.fen().replace(" ", "_")];
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
/** Shows what the address names; false if that is nothing. */
async function restore() {
  try {
    const parts = new Map(location.hash.slice(1).split("&").filter(Boolean).map((part) => {
      const [name, ...value] = part.split("=");
      return [name, decodeURIComponent(value.join("="))];
    }));
    if (parts.has("puzzle")) {
      const id = parts.get("puzzle");
      const { problems } = await ask("problems", { words: id, count: LISTED });
      const problem = problems.find((one) => one.id === id);
      if (!problem) throw new Error(`The opened set has no problem '${id}'.`);
      startPuzzle(problem);
      return true;
    }
    leavePuzzle();
    if (!parts.has("fen")) return false;
    const start = Board.fromFen(parts.get("fen"));
    const moves = (parts.get("moves") || "").split(",").filter(Boolean);
    const at = parts.has("at") ? +parts.get("at") : moves.length;
    const known = nodes.findIndex((one) => !one.move && one.board.fen() === start.fen());
    if (known >= 0) {
      here = known;
      for (const move of moves) here = descend(here, move);
    } else newGame(start, moves);
    while (path(here).length > Math.max(0, at)) here = nodes[here].parent;
    const square = (name) => (parts.has(name) ? board().index(parts.get(name)) : null);
    chosen = { from: square("from"), to: square("to") };
    $("overlay").value = parts.get("overlay") || "none";
    return true;
  } catch (error) { say(error.message, true); return false; }
}
