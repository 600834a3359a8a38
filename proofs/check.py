#!/usr/bin/env python3
"""Checks a proof of who wins a position of the Game of the Amazons, leaf rule none.

    python3 proofs/check.py FILE

Exit code 0: verified; 1: refused; 2: not a proof. docs/proofs.md describes the file and the walk.
Written independently of amazons and of verifier/, with only Python's standard library.
"""

import os
import sys
import zlib
from itertools import islice, product

EMPTY, BLOCKED, WHITE, BLACK = 0, 1, 2, 3
DIRECTIONS = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]


class Problem(Exception):
    """An exit code and the reason."""


class Proof:
    """The claim of a file, and the numbers of the winner's moves."""

    def __init__(self, data):
        if data[:8] != b"AmzProof" or len(data) < 36:
            raise Problem(2, "it does not begin with a header AmzProof")
        number = lambda at, length: int.from_bytes(data[at : at + length], "little")
        if number(8, 2) != 1:
            raise Problem(2, f"format version {number(8, 2)}; this program reads 1")
        rule, ahead, self.columns, self.rows, side, winner = data[10:16]
        self.margin, count, packed = number(16, 4), number(20, 8), number(28, 8)
        start = 36 + self.columns * self.rows
        length = start + packed + 4
        if len(data) != length:
            raise Problem(2 if len(data) < length else 1, f"{len(data)} bytes, but the header says {length}")
        if zlib.crc32(data[:-4]) != number(length - 4, 4):
            raise Problem(1, "damaged: the checksum is wrong")
        if rule == 1:
            raise Problem(2, "its leaf rule is guards; this program reads proofs without a leaf rule")
        self.cells = list(data[36:start])
        self.mover, self.winner = side + WHITE, winner + WHITE
        self.loser = WHITE + BLACK - self.winner
        is_open = 1 <= sum(cell != BLOCKED for cell in self.cells) <= 128
        fits = is_open and max(self.cells) <= BLACK and max(self.columns, self.rows) <= 16
        if not fits or rule or ahead or side > 1 or winner > 1:
            raise Problem(1, "the header holds a value that has no meaning")
        # Compressed data grow by a factor of at most 1032, whatever the header says.
        unpacker, most = zlib.decompressobj(), min(2 * count, 1032 * packed)
        try:
            moves = unpacker.decompress(data[start:-4], most + 1)
        except zlib.error as error:
            raise Problem(1, f"the compressed moves: {error}") from None
        if len(moves) != 2 * count or not unpacker.eof or unpacker.unused_data:
            raise Problem(1, f"the data are not the {count} moves that the header says")
        self.moves = [low + 256 * high for low, high in zip(moves[::2], moves[1::2])]

    def rays(self):
        """For each square, the squares in each direction from it, nearest first."""

        def ray(square, right, up):
            x, y = square % self.columns + right, square // self.columns + up
            if 0 <= x < self.columns and 0 <= y < self.rows:
                return [y * self.columns + x] + ray(y * self.columns + x, right, up)
            return []

        return [[ray(square, *way) for way in DIRECTIONS] for square in range(len(self.cells))]

    def text(self, line):
        name = lambda square: "abcdefghijklmnop"[square % self.columns] + str(square // self.columns + 1)
        return " ".join("{}-{}/{}".format(*map(name, move)) for move in line)

    def symmetries(self):
        """The maps of the rectangle onto itself that take blocked squares to blocked squares."""
        for turn, mirror, flip in product((False, True), repeat=3):
            if turn and self.columns != self.rows:
                continue
            image = []
            for y, x in product(range(self.rows), range(self.columns)):
                x, y = (y, x) if turn else (x, y)
                x, y = self.columns - 1 - x if mirror else x, self.rows - 1 - y if flip else y
                image.append(y * self.columns + x)
            if all((self.cells[a] == BLOCKED) == (self.cells[b] == BLOCKED) for a, b in enumerate(image)):
                yield image


class Walk:
    """The walk through a proof. A board is a list of cells, a line is the moves that lead to it."""

    def __init__(self, proof):
        self.proof, self.rays, self.symmetries = proof, proof.rays(), list(proof.symmetries())
        self.seen, self.read, self.walked = set(), 0, 0

    def run(self):
        start = self.won if self.proof.mover == self.proof.winner else self.lost
        start(self.proof.cells, ())
        if self.read < len(self.proof.moves):
            raise Problem(1, f"{len(self.proof.moves) - self.read} stored moves are left over")

    def won(self, cells, line):
        """Checks that the winner, who is to move, wins."""
        self.walked += 1
        key = min(bytes([cells[square] for square in image]) for image in self.symmetries)
        if key not in self.seen:
            self.seen.add(key)
            self.lost(*self.after_stored_move(cells, line))

    def lost(self, cells, line):
        """Checks that the winner wins with the loser to move."""
        has_run_out = True
        for move in self.moves(cells, self.proof.loser):
            has_run_out = False
            self.won(*self.after(cells, line, move))
        if has_run_out:
            for _ in range(self.proof.margin):
                cells, line = self.after_stored_move(cells, line)

    def after_stored_move(self, cells, line):
        if self.read == len(self.proof.moves):
            raise Problem(1, f"no stored move is left, after [{self.proof.text(line)}]")
        number = self.proof.moves[self.read]
        self.read += 1
        for move in islice(self.moves(cells, self.proof.winner), number, None):
            return self.after(cells, line, move)
        place = self.proof.text(line)
        raise Problem(1, f"stored move {self.read}: there is no move {number}, after [{place}]")

    def after(self, cells, line, move):
        start, target, arrow = move
        cells = cells[:]
        cells[target], cells[start] = cells[start], EMPTY
        cells[arrow] = BLOCKED
        return cells, line + (move,)

    def moves(self, cells, colour):
        """The moves of a player, in order."""
        for start in [square for square, what in enumerate(cells) if what == colour]:
            left = cells[:]
            left[start] = EMPTY
            for target in self.reach(left, start):
                for arrow in self.reach(left, target):
                    yield start, target, arrow

    def reach(self, cells, square):
        """The squares that a queen on a square can reach, in order."""
        found = []
        for ray in self.rays[square]:
            for cell in ray:
                if cells[cell]:
                    break
                found.append(cell)
        return sorted(found)


def main(path):
    try:
        with open(path, "rb") as file:
            proof = Proof(file.read())
        walk = Walk(proof)
        walk.run()
    except OSError as error:
        print(f"{path}: cannot read: {error.strerror}", file=sys.stderr)
        return 2
    except Problem as problem:
        code, reason = problem.args
        print(f"{path}: {'refused' if code == 1 else 'no proof'}: {reason}", file=sys.stderr)
        return code
    winner, mover = ("White" if colour == WHITE else "Black" for colour in (proof.winner, proof.mover))
    print(f"{winner} wins" + f" by {proof.margin} or more" * (proof.margin > 0))
    for row in reversed(range(proof.rows)):
        print(" ".join(".xWB"[cell] for cell in proof.cells[row * proof.columns :][: proof.columns]))
    print(f"{mover} to move\n{walk.read} stored moves, {walk.walked} positions walked\nverified")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: check.py FILE", file=sys.stderr)
        sys.exit(2)
    try:
        code = main(sys.argv[1])
        sys.stdout.flush()
    except OSError as error:
        # Python would complain again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"standard output: {error.strerror}", file=sys.stderr)
        code = 2
    sys.exit(code)
