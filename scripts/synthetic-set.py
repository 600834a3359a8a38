#!/usr/bin/env python3
"""Writes a problem set of any size for measurements, with random positions and random solutions.

    scripts/synthetic-set.py 1000000 > /tmp/million.xml
"""

import random
import sys


def fen(rng, columns, rows):
    cells = ["*" if rng.random() < 0.3 else "." for _ in range(columns * rows)]
    for amazon, square in zip("Qq" + rng.choice(["", "Q", "q"]), rng.sample(range(len(cells)), 3)):
        cells[square] = amazon
    lines = []
    for row in range(rows):
        line, run = "", 0
        for cell in cells[row * columns : (row + 1) * columns]:
            if cell == ".":
                run += 1
                continue
            line += (str(run) if run else "") + cell
            run = 0
        lines.append(line + (str(run) if run else ""))
    return "/".join(lines) + " " + rng.choice("wb"), cells.count("."), sum(c in "Qq" for c in cells)


def main():
    count = int(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    square = lambda: rng.choice("abcdef") + rng.choice("12345")
    out = sys.stdout
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<problem-set version="1" title="synthetic">\n')
    out.write('<extraction generator="synthetic" filter="none">\n')
    out.write('<record id="r1" name="none.sgf" xxh3="0000000000000000" games="1000000"/>\n')
    names = """games defective-games other-source seen dead one-sided few-amazons many-amazons
        few-empties many-empties few-moves per-game per-size both-blocking duplicates regions
        blocking mirrored problems"""
    counts = " ".join(f'{name}="0"' for name in names.split())
    out.write(f"<funnel {counts}/>\n</extraction>\n")
    for number in range(count):
        text, empties, amazons = fen(rng, rng.randint(6, 8), rng.randint(6, 8))
        moves = " ".join(sorted({f"{square()}-{square()}/{square()}" for _ in range(rng.randint(1, 6))}))
        out.write(
            f'<problem id="e{empties}-{number:012x}-a" fen="{text}" empties="{empties}" '
            f'amazons="{amazons}"><from record="r1" game="{number % 1000000 + 1}" ply="40" '
            f'corner="a1"/><solution score="W+{rng.randint(0, empties)}" moves="100" '
            f'optimal="{moves}"/></problem>\n'
        )
    out.write("</problem-set>\n")


main()
