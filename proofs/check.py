#!/usr/bin/env python3
"""Checks a proof of who wins a position of the Game of the Amazons, leaf rule none.

    python3 proofs/check.py FILE

Exit code 0: verified; 1: refused; 2: no proof. docs/proofs.md describes the file and the walk.
Written apart from amazons and from verifier/, with nothing but Python's standard library.
"""

import sys
import zlib

EMPTY, BLOCKED, WHITE, BLACK = 0, 1, 2, 3
DIRECTIONS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]


class Refused(Exception):
    """The file does not prove its claim."""


class NotAProof(Exception):
    """The file is no proof that this program can read."""


class Proof:
    """The claim of a file, and the numbers of the winner's moves."""

    def __init__(self, data):
        if data[:8] != b"AmzProof" or len(data) < 36:
            raise NotAProof("it does not begin with a header AmzProof")
        number = lambda at, length: int.from_bytes(data[at : at + length], "little")
        if number(8, 2) != 1:
            raise NotAProof(f"format version {number(8, 2)}; this program reads 1")
        rule, ahead, self.columns, self.rows, side, winner = data[10:16]
        self.margin, count, packed = number(16, 4), number(20, 8), number(28, 8)
        start = 36 + self.columns * self.rows
        length = start + packed + 4
        if len(data) < length:
            raise NotAProof(f"{len(data)} bytes, but the header says {length}")
        if len(data) > length:
            raise Refused(f"{len(data)} bytes, but the header says {length}")
        if zlib.crc32(data[:-4]) != number(length - 4, 4):
            raise Refused("damaged: the checksum is wrong")
        if rule == 1:
            raise NotAProof("its leaf rule is guards; this program reads proofs without a leaf rule")
        self.cells = list(data[36:start])
        self.mover, self.winner = side + WHITE, winner + WHITE
        self.loser = WHITE + BLACK - self.winner
        if rule or ahead or side > 1 or winner > 1 or max(self.cells, default=4) > BLACK:
            raise Refused("the header holds a value that has no meaning")
        if max(self.columns, self.rows) > 16 or not 1 <= len(self.cells) - self.cells.count(BLOCKED) <= 128:
            raise Refused("the header holds a value that has no meaning")
        unpacker = zlib.decompressobj()
        try:
            moves = unpacker.decompress(data[start:-4], 2 * count + 1)
        except (zlib.error, OverflowError) as error:
            raise Refused(f"the compressed moves: {error}") from None
        if len(moves) != 2 * count or not unpacker.eof or unpacker.unused_data:
            raise Refused(f"the data are not {count} moves")
        self.moves = [low + 256 * high for low, high in zip(moves[::2], moves[1::2])]

    def rays(self):
        """For each square the squares in each direction from it, the nearest first."""
        table = []
        for square in range(len(self.cells)):
            lines = []
            for right, up in DIRECTIONS:
                x, y, line = square % self.columns + right, square // self.columns + up, []
                while 0 <= x < self.columns and 0 <= y < self.rows:
                    line.append(y * self.columns + x)
                    x, y = x + right, y + up
                if line:
                    lines.append(line)
            table.append(lines)
        return table

    def symmetries(self):
        """The maps of the rectangle onto itself that take blocked squares to blocked squares."""
        maps = []
        for turn, mirror, flip in [(n & 1, n & 2, n & 4) for n in range(8)]:
            if turn and self.columns != self.rows:
                continue
            image = []
            for square in range(len(self.cells)):
                x, y = square % self.columns, square // self.columns
                x, y = (y, x) if turn else (x, y)
                x = self.columns - 1 - x if mirror else x
                y = self.rows - 1 - y if flip else y
                image.append(y * self.columns + x)
            if all((self.cells[a] == BLOCKED) == (self.cells[b] == BLOCKED) for a, b in enumerate(image)):
                maps.append(image)
        return maps


class Walk:
    """The walk through a proof. The board is one list of cells, changed move by move."""

    def __init__(self, proof):
        self.proof, self.cells = proof, proof.cells[:]
        self.rays, self.symmetries = proof.rays(), proof.symmetries()
        self.seen, self.read, self.walked, self.line = set(), 0, 0, []

    def reach(self, square):
        """Where a queen on a square can go, in order."""
        cells, found = self.cells, []
        for ray in self.rays[square]:
            for cell in ray:
                if cells[cell]:
                    break
                found.append(cell)
        found.sort()
        return found

    def moves(self, colour):
        """The moves of a player, in order. The board is the same again after each."""
        cells = self.cells
        for start in [square for square, what in enumerate(cells) if what == colour]:
            cells[start] = EMPTY
            targets = self.reach(start)
            for target in targets:
                cells[target] = colour
                arrows = self.reach(target)
                cells[target] = EMPTY
                for arrow in arrows:
                    cells[start] = colour
                    yield start, target, arrow
                    cells[start] = EMPTY
            cells[start] = colour

    def play(self, move):
        start, target, arrow = move
        self.cells[target], self.cells[start] = self.cells[start], EMPTY
        self.cells[arrow] = BLOCKED
        self.line.append(move)

    def undo(self):
        start, target, arrow = self.line.pop()
        self.cells[arrow] = EMPTY
        self.cells[start], self.cells[target] = self.cells[target], EMPTY

    def play_stored_move(self):
        if self.read == len(self.proof.moves):
            raise Refused("no stored move is left")
        number = self.proof.moves[self.read]
        self.read += 1
        for index, move in enumerate(list(self.moves(self.proof.winner))):
            if index == number:
                return self.play(move)
        raise Refused(f"stored move {self.read}: there is no move {number}")

    def won(self):
        """The winner is to move and wins."""
        self.walked += 1
        cells = self.cells
        images = [bytes([cells[square] for square in image]) for image in self.symmetries]
        key = min(images)
        if key in self.seen:
            return
        self.seen.add(key)
        self.play_stored_move()
        self.lost()
        self.undo()

    def lost(self):
        """The loser is to move and the winner wins."""
        has_run_out = True
        for move in self.moves(self.proof.loser):
            has_run_out = False
            self.play(move)
            self.won()
            self.undo()
        if has_run_out:
            for _ in range(self.proof.margin):
                self.play_stored_move()
            for _ in range(self.proof.margin):
                self.undo()

    def run(self):
        if self.proof.mover == self.proof.winner:
            self.won()
        else:
            self.lost()
        if self.read < len(self.proof.moves):
            raise Refused(f"{len(self.proof.moves) - self.read} stored moves are left over")

    def place(self):
        name = lambda square: "abcdefghijklmnop"[square % self.proof.columns] + str(square // self.proof.columns + 1)
        return " ".join("{}-{}/{}".format(*map(name, move)) for move in self.line)


def main(path):
    try:
        with open(path, "rb") as file:
            proof = Proof(file.read())
        walk = Walk(proof)
        try:
            walk.run()
        except Refused as reason:
            raise Refused(f"{reason}, after [{walk.place()}]") from None
    except (OSError, NotAProof) as reason:
        print(f"{path}: no proof: {reason}", file=sys.stderr)
        return 2
    except Refused as reason:
        print(f"{path}: refused: {reason}", file=sys.stderr)
        return 1
    winner = "White" if proof.winner == WHITE else "Black"
    print(f"{winner} wins by {proof.margin} or more" if proof.margin else f"{winner} wins")
    for row in reversed(range(proof.rows)):
        print(" ".join(".xWB"[cell] for cell in proof.cells[row * proof.columns :][: proof.columns]))
    print(f"{'White' if proof.mover == WHITE else 'Black'} to move")
    print(f"{walk.read} stored moves, {walk.walked} positions walked")
    print("verified")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: check.py FILE")
    sys.exit(main(sys.argv[1]))
