"use strict";
// Positions, moves and scores.

/** A board: cells by [file, rank from the bottom], "." empty, "W", "B", "#" blocked. */
class Board {
  constructor(width, height, cells, side) { Object.assign(this, { width, height, cells, side }); }
  static empty(width, height) { return new Board(width, height, Array(width * height).fill("."), "w"); }
  static fromFen(fen) {
    const [rows, side] = fen.trim().split(/[\s_]+/);
    const lines = rows.split("/").map((row) => {
      const cells = [];
      for (const token of row.match(/\d+|./g) || []) {
        if (/^\d/.test(token)) cells.push(...Array(Math.min(+token, 99)).fill("."));
        else if ("Qq*".includes(token)) cells.push({ Q: "W", q: "B", "*": "#" }[token]);
        else throw new Error(`The address has '${token}' in its position.`);
      }
      return cells;
    });
    const width = lines[0].length;
    if (!width || width > 16 || lines.length > 16 || lines.some((line) => line.length !== width))
      throw new Error("The address has rows of different lengths, or too large a board.");
    const cells = lines.reverse().flat();
    return new Board(lines[0].length, lines.length, cells, side === "b" ? "b" : "w");
  }
  fen() {
    const rows = [];
    for (let rank = this.height - 1; rank >= 0; rank--) {
      let row = "", run = 0;
      for (let file = 0; file < this.width; file++) {
        const cell = this.at(file, rank);
        if (cell === ".") { run++; continue; }
        row += (run || "") + { W: "Q", B: "q", "#": "*" }[cell];
        run = 0;
      }
      rows.push(row + (run || ""));
    }
    return rows.join("/") + " " + this.side;
  }
  at(file, rank) { return this.cells[rank * this.width + file]; }
  index(name) { return (+name.slice(1) - 1) * this.width + name.charCodeAt(0) - 97; }
  name(index) { return String.fromCharCode(97 + index % this.width) + (Math.floor(index / this.width) + 1); }
  copy() { return new Board(this.width, this.height, this.cells.slice(), this.side); }
  get mover() { return this.side === "w" ? "W" : "B"; }
  get empties() { return this.cells.filter((cell) => cell === ".").length; }
  /** Whether the side to move has no move. */
  get over() { return !this.cells.some((cell, i) => cell === this.mover && this.queen(i).length); }
  get open() { return this.cells.filter((cell) => cell !== "#").length; }
  /** Squares a queen reaches from one, `vacated` counting as empty. */
  queen(from, vacated = -1) {
    const found = [];
    const [file, rank] = [from % this.width, Math.floor(from / this.width)];
    for (const [df, dr] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      for (let f = file + df, r = rank + dr; f >= 0 && r >= 0 && f < this.width && r < this.height; f += df, r += dr) {
        const index = r * this.width + f;
        if (this.cells[index] !== "." && index !== vacated) break;
        found.push(index);
      }
    }
    return found;
  }
  play(move) {
    const [from, to, arrow] = move.split(/[-/]/).map((name) => this.index(name));
    const next = this.copy();
    if (this.cells[from] !== this.mover || !this.queen(from).includes(to)) throw new Error(`${move} cannot be played.`);
    next.cells[from] = ".";
    next.cells[to] = this.mover;
    if (!next.queen(to).includes(arrow)) throw new Error(`${move} cannot be played.`);
    next.cells[arrow] = "#";
    next.side = this.side === "w" ? "b" : "w";
    return next;
  }
}

/** The start on ten by ten squares. */
const STANDARD = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

/** "W+3" as a rank for the mover: a win by k is k, a loss by k is -k-1. */
function rank(score, side) {
  const by = +score.slice(2);
  return score[0].toLowerCase() === side ? by : -by - 1;
}
function scoreText(rank, side) {
  const other = side === "w" ? "b" : "w";
  return (rank >= 0 ? side : other).toUpperCase() + "+" + (rank >= 0 ? rank : -rank - 1);
}
const colour = (side) => (side === "w" ? "White" : "Black");
