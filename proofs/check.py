#!/usr/bin/env python3
"""Checks a proof of who wins a position of the Game of the Amazons, leaf rule none.

    python3 proofs/check.py FILE

Exit code 0: verified; 1: refused; 2: not a proof; 3: undecided, since its walk has too many positions
to remember. docs/proofs.md describes the file and the walk. Written independently of amazons and of
verifier/, with only Python's standard library.
"""

import argparse
import os
import stat
import sys
import zlib
from itertools import islice, product

EMPTY, BLOCKED, WHITE, BLACK = 0, 1, 2, 3
DIRECTIONS = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]


class Problem(Exception):
    """An exit code and the reason."""


HEADER = 36


def number(data, at, length):
    return int.from_bytes(data[at : at + length], "little")


def length_of(data):
    """The length of a file that has this header."""
    if data[:8] != b"AmzProof" or len(data) < HEADER:
        raise Problem(2, "not a proof; expected a file that begins with AmzProof")
    if number(data, 8, 2) != 1:
        raise Problem(2, f"format version {number(data, 8, 2)}; this program reads 1")
    return HEADER + data[12] * data[13] + number(data, 28, 8) + 4


def check_length(size, length):
    if size != length:
        raise Problem(2 if size < length else 1, f"{size} bytes, but the header says {length}")


def bytes_of(file):
    """The bytes of a file: one more than its header says at most, since a pipe may have no end."""
    data = bytearray(file.read(HEADER))
    length = length_of(data)
    about = os.fstat(file.fileno())
    if stat.S_ISREG(about.st_mode):
        check_length(about.st_size, length)
    while piece := file.read(min(1 << 20, length + 1 - len(data))):
        data += piece
    check_length(len(data), length)
    return data


def unpacked(packed, count):
    """The stored moves, unpacked as the walk asks for them."""
    wrong = Problem(1, f"expected {count} moves; the data hold another number")
    unpacker, fed, most = zlib.decompressobj(), 1 << 12, 1 << 15

    def data():
        for start in range(0, len(packed), fed):
            piece = unpacker.decompress(packed[start : start + fed], most)
            while piece or unpacker.unconsumed_tail:
                yield from piece
                piece = unpacker.decompress(unpacker.unconsumed_tail, most)
            if unpacker.eof:
                break
        if not unpacker.eof or unpacker.unused_data or start + fed < len(packed):
            raise wrong

    unread, left = data(), count
    try:
        for low, high in islice(zip(unread, unread), count):
            left -= 1
            yield low + 256 * high
        if left or next(unread, None) is not None:
            raise wrong
    except zlib.error as error:
        raise Problem(1, f"the compressed moves: {error}") from None


class Proof:
    """The claim of a file, and the numbers of the winner's moves."""

    def __init__(self, data):
        rule, ahead, self.columns, self.rows, side, winner = data[10:16]
        self.margin, self.count = number(data, 16, 4), number(data, 20, 8)
        view, start = memoryview(data)[:-4], HEADER + self.columns * self.rows
        if zlib.crc32(view) != number(data, len(view), 4):
            raise Problem(1, "damaged: the checksum is wrong")
        if rule == 1:
            raise Problem(2, "its leaf rule is guards; this program reads proofs without a leaf rule")
        self.cells = list(view[HEADER:start])
        self.mover, self.winner = side + WHITE, winner + WHITE
        self.loser = WHITE + BLACK - self.winner
        is_open = 1 <= sum(cell != BLOCKED for cell in self.cells) <= 128
        fits = is_open and max(self.cells) <= BLACK and max(self.columns, self.rows) <= 16
        if not fits or rule or ahead or side > 1 or winner > 1:
            raise Problem(1, "the header holds a value that has no meaning")
        # Deflated data grow by a factor of at most 1032, whatever the header says.
        if self.count > 516 * len(view[start:]):
            raise Problem(1, f"expected {self.count} moves; the data hold another number")
        self.moves = unpacked(view[start:], self.count)

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
    """The walk through a proof, which remembers so many positions at most. A board is a list of cells,
    a line is the moves that lead to it."""

    def __init__(self, proof, most):
        self.proof, self.rays, self.symmetries = proof, proof.rays(), list(proof.symmetries())
        self.seen, self.most, self.read, self.walked = set(), most, 0, 0

    def run(self):
        start = self.won if self.proof.mover == self.proof.winner else self.lost
        start(self.proof.cells, ())
        if next(self.proof.moves, None) is not None:
            raise Problem(1, f"{self.proof.count - self.read} stored moves are left over")

    def won(self, cells, line):
        """Checks that the winner, who is to move, wins."""
        self.walked += 1
        key = min(bytes([cells[square] for square in image]) for image in self.symmetries)
        if key not in self.seen:
            if len(self.seen) >= self.most:
                reason = "positions to remember; --positions N allows more"
                raise Problem(3, f"it has more than {self.most} {reason}")
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
        number = next(self.proof.moves, None)
        if number is None:
            raise Problem(1, f"no stored move is left, after [{self.proof.text(line)}]")
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


def main(path, most):
    walk = None
    try:
        with open(path, "rb") as file:
            data = bytes_of(file)
        walk = Walk(Proof(data), (1 << 20) + 16 * len(data) if most is None else most)
        walk.run()
    except OSError as error:
        print(f"{path}: cannot read: {error.strerror}", file=sys.stderr)
        return 2
    except MemoryError:
        what = "the file" if walk is None else f"more than {len(walk.seen)} positions"
        print(f"{path}: undecided: no memory for {what}", file=sys.stderr)
        return 3
    except Problem as problem:
        code, reason = problem.args
        print(f"{path}: {['', 'refused', 'cannot read', 'undecided'][code]}: {reason}", file=sys.stderr)
        return code
    proof = walk.proof
    winner, mover = ("White" if colour == WHITE else "Black" for colour in (proof.winner, proof.mover))
    print(f"{winner} wins" + f" by {proof.margin} or more" * (proof.margin > 0))
    for row in reversed(range(proof.rows)):
        print(" ".join(".xWB"[cell] for cell in proof.cells[row * proof.columns :][: proof.columns]))
    print(f"{mover} to move\n{walk.read} stored moves, {walk.walked} positions walked\nverified")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage="check.py FILE [--positions N]")
    parser.add_argument("path")
    parser.add_argument("--positions", type=int)
    options = parser.parse_args()
    try:
        code = main(options.path, options.positions)
        sys.stdout.flush()
    except OSError as error:
        # Python would complain again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"standard output: {error.strerror}", file=sys.stderr)
        code = 2
    sys.exit(code)
