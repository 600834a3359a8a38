#!/usr/bin/env python3
"""Compares `judge_many` of the Python package with `amazons value --batch` on the same positions.

    pip install ./python
    python3 scripts/measure-python.py target/release/amazons problems/endgames.xml [ROUNDS]

Both judge every problem of 16 to 22 empty squares on one thread within 100,000 nodes, alternately,
ROUNDS times (3). Prints the processor time of each, including its start, and the ratio.
"""

import os
import subprocess
import sys
import tempfile

NODES = 100_000
JUDGE = f"""
import sys, amazons
fens = open(sys.argv[1]).read().splitlines()
values = amazons.judge_many(fens, nodes={NODES}, threads=1, game_values=0, memory="256MB", moves="best")
assert len(values) == len(fens)
"""


def seconds(command):
    """Processor time of a process."""
    before = os.times()
    # 1 means that a limit stopped some search.
    code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if code not in (0, 1):
        sys.exit(f"{command[0]} ended with {code}")
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    import amazons

    program, problems = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 3
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "positions.txt")
        with open(path, "w", encoding="utf-8") as file:
            for problem in amazons.ProblemSet.open(problems):
                if 16 <= problem.empties <= 22:
                    print(problem.fen, file=file)
        batch = [program, "value", "--batch", path, "--nodes", str(NODES), "--threads", "1"]
        batch += ["--game-values", "0s", "--memory", "256MB", "--no-tables", "--moves", "best", "--format", "json"]
        times = [
            (seconds(batch), seconds([sys.executable, "-c", JUDGE, path])) for _ in range(rounds)
        ]
    for one, other in times:
        print(f"value --batch {one:.2f} s, judge_many {other:.2f} s, ratio {other / one:.3f}")


if __name__ == "__main__":
    main()
