#!/usr/bin/env python3
"""Fits the weights of the categories of moves (src/solvers/alphabeta/category_order.rs).

    scripts/fit-categories.py [--program PROGRAM] [--games 400]

A player of two plies plays against itself; its moves are the best ones. In the model a move is the best
with a likelihood proportional to e^weight, where the weight is the sum of those of the move's three
categories, and each of these changes linearly with the progress of the game. For each measure of progress,
and for weights that do not change, the likelihood is greatest at the printed weights, in hundredths of a
natural logarithm. What is printed beside them is the mean log-likelihood of the best move in as many games
from other openings. It takes some minutes; the numbers are the same on every machine.
"""

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import numpy  # pip install numpy ./python

import amazons

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
PLAYER = "alphabeta:lieberum,width=40,depth=2"
RANDOM_PLIES = 4
MEASURES = ("mn", "tgp", "mgp", "mtgp")
# Degrees of a category beside 0, and what it is of.
DEGREES = 3
PARTS = ("amazon", "arrow", "escape")
# What is believed before any move is seen: weights within about one natural logarithm of none.
# Weights of which the games know nothing, such as of blocking three amazons late, stay at none.
SPREAD = 1.0
NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def square(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def board(position):
    """The empty squares, and how many amazons of the side that is not to move see each."""
    rows = [line.split()[1:-1] for line in position.text().splitlines()[1:position.height + 1]]
    cells = {(x, y): cell for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row)}
    empty = {at for at, cell in cells.items() if cell == "."}
    enemy = "B" if position.side == "white" else "W"
    seen = Counter()
    for (x, y), cell in cells.items():
        if cell == enemy:
            for dx, dy in NEAR:
                at = x + dx, y + dy
                while at in empty:
                    seen[at] += 1
                    at = at[0] + dx, at[1] + dy
    return empty, seen


def beside(at, free):
    """How many free squares are beside a square."""
    return sum((at[0] + dx, at[1] + dy) in free for dx, dy in NEAR)


def categories(position, moves):
    """The category of each move, as Blocking of src/eval/move_categories.rs has it."""
    empty, seen = board(position)
    before, after = {}, {}
    found = []
    for text in moves:
        move, arrow = text.split("/")
        origin, to, arrow = *(square(name) for name in move.split("-")), square(arrow)
        if origin not in before:
            before[origin] = beside(origin, empty)
        escape = 0
        if before[origin] <= 3:
            if (origin, to) not in after:
                after[origin, to] = beside(to, empty | {origin})
            near = max(abs(to[0] - arrow[0]), abs(to[1] - arrow[1])) == 1
            if after[origin, to] - near > before[origin]:
                escape = 4 - max(before[origin], 1)
        found.append((min(seen[to], DEGREES), min(seen[arrow], DEGREES), escape))
    return found


def positions(program, seed, games):
    """For each position: its progress by each measure, the counts of categories, the best move's."""
    with tempfile.TemporaryDirectory() as directory:
        record = f"{directory}/games.sgf"
        command = [program, "selfplay", PLAYER, "--games", str(games), "--random-plies", str(RANDOM_PLIES)]
        subprocess.run([*command, "--seed", str(seed), "-o", record], check=True, stdout=subprocess.DEVNULL)
        found = []
        for game in amazons.read_games(record):
            position = game.start
            for ply, move in enumerate(game.moves):
                if ply >= RANDOM_PLIES:
                    moves = position.moves()
                    all_moves = categories(position, moves)
                    progress = position.progress()
                    found.append(([progress[name] / 100 for name in MEASURES], Counter(all_moves),
                                  all_moves[moves.index(move)]))
                position = position.play(move)
    return found


def indicator(category):
    """1 for each part whose degree is not 0."""
    row = numpy.zeros(DEGREES * len(PARTS))
    for part, degree in enumerate(category):
        if degree:
            row[DEGREES * part + degree - 1] = 1
    return row


def features(category, progress):
    """At no progress and at its end, or fixed where progress is None."""
    row = indicator(category)
    return row if progress is None else numpy.concatenate([(1 - progress) * row, progress * row])


def prepared(found, measure):
    rows = []
    for progress, counts, best in found:
        share = None if measure is None else progress[measure]
        kinds = list(counts)
        rows.append((numpy.array([features(kind, share) for kind in kinds]),
                     numpy.log([counts[kind] for kind in kinds]), kinds.index(best)))
    return rows


def likelihood(rows, weights):
    """The mean logarithm of the likelihood of the best move itself among all moves of its category."""
    total = 0.0
    for table, number, best in rows:
        logits = table @ weights + number
        highest = logits.max()
        total += logits[best] - number[best] - highest - numpy.log(numpy.exp(logits - highest).sum())
    return total / len(rows)


def fit(rows):
    """Newton's method; the likelihood is concave."""
    weights = numpy.zeros(rows[0][0].shape[1])
    for _ in range(30):
        slope = -weights / SPREAD**2
        curvature = numpy.eye(len(weights)) / SPREAD**2
        for table, number, best in rows:
            logits = table @ weights + number
            share = numpy.exp(logits - logits.max())
            share /= share.sum()
            mean = share @ table
            slope += table[best] - mean
            curvature += (table * share[:, None]).T @ table - numpy.outer(mean, mean)
        step = numpy.linalg.solve(curvature, slope)
        weights += step
        if abs(step).max() < 1e-6:
            break
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=TARGET / "release" / "amazons")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=301, help="that of the fit; the test has the next one")
    arguments = parser.parse_args()
    program = Path(arguments.program).resolve()
    fitted = positions(program, arguments.seed, arguments.games)
    tested = positions(program, arguments.seed + 1, arguments.games)
    print(f"{len(fitted)} positions for the fit, {len(tested)} for the test")
    for measure in [*range(len(MEASURES)), None]:
        weights = fit(prepared(fitted, measure))
        value = likelihood(prepared(tested, measure), weights)
        print(f"{'fixed' if measure is None else MEASURES[measure]}: {value:.4f}")
        for begin in range(0, len(weights), DEGREES):
            part = PARTS[begin // DEGREES % len(PARTS)]
            when = "" if measure is None else " at 0 %" if begin < DEGREES * len(PARTS) else " at 100 %"
            print(f"    {part}{when}: {[round(100 * weight) for weight in weights[begin:begin + DEGREES]]}")


main()
