#!/usr/bin/env python3
"""Counts for how many regions of a problem set the temperature is found, by squares.

    scripts/measure-hot.py SET.xml [--each 12] [--seed 5] [--time 1s] [--program amazons]

Squares include amazons. Of each row, --each random regions are taken. "within 2" counts those of
the others whose temperature is in a proved interval of length 2 at most.
"""

import argparse
import json
import random
import subprocess
from fractions import Fraction

ROWS = [(12, 15), (16, 19), (20, 23), (24, 27)]


def regions(program, path):
    """One FEN for each region of a set, with its number of squares."""
    run = [program, "set", "list", path, "--format", "json"]
    listed = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    found = {}
    for line in map(json.loads, listed.splitlines()):
        squares = line["empties"] + line["white_amazons"] + line["black_amazons"]
        found.setdefault(line["id"].rsplit("-", 1)[0], (line["fen"].split()[0], squares))
    return found.values()


def values(program, fens, time):
    run = [program, "value", "--batch", "-", "--nodes", "1", "--moves", "none", "--threads", "1"]
    run += ["--game-values", time, "--format", "json"]
    lines = "".join(f"{fen} w\n" for fen in fens)
    # The exit code is 1, since the scores are not searched.
    return map(json.loads, subprocess.run(run, input=lines, capture_output=True, text=True).stdout.splitlines())


def width(value):
    """The length of the interval in which the temperature is."""
    if value["temperature"] is not None:
        return 0
    if "temperature_at_least" not in value:
        return None
    return Fraction(value["temperature_at_most"]) - Fraction(value["temperature_at_least"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set")
    parser.add_argument("--each", type=int, default=12)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--time", default="1s")
    parser.add_argument("--program", default="amazons")
    asked = parser.parse_args()
    everything = list(regions(asked.program, asked.set))
    chance = random.Random(asked.seed)
    print("| squares | regions | exact | within 2 | seconds |\n|---|---:|---:|---:|---:|")
    for low, high in ROWS:
        row = [fen for fen, squares in everything if low <= squares <= high]
        chance.shuffle(row)
        found = list(values(asked.program, row[: asked.each], asked.time))
        widths = [width(value) for value in found]
        exact = sum(w == 0 for w in widths)
        close = sum(w is not None and 0 < w <= 2 for w in widths)
        seconds = sum(value["seconds"] for value in found)
        print(f"| {low}–{high} | {len(found)} | {exact} | {close} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
