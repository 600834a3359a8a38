#!/usr/bin/env python3
"""What problems/README.md says of a set: its row, its hash, and the regions that other sets have too.

    scripts/set-card.py SET…      prints lines of Markdown; asks target/release/amazons, or AMAZONS
"""

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("AMAZONS", ROOT / "target" / "release" / "amazons")


def amazons(*arguments):
    command = [PROGRAM, "set", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def regions(path):
    """The regions of a set: the ids of its problems without the first player."""
    rows = csv.DictReader(io.StringIO(amazons("list", path, "--format", "csv")))
    return {row["id"].rsplit("-", 1)[0] for row in rows}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in map(Path, sys.argv[1:]):
        said = json.loads(amazons("describe", path, "--format", "json"))
        sizes = sorted(map(int, said["by_empties"]))
        parts = [said["by_split"].get(part, {"problems": 0})["problems"] for part in ("development", "test")]
        name, counts = path.name, (said["problems"], said["regions"], said["solved"])
        cells = [*(f"{count:,}" for count in counts), f"{sizes[0]} to {sizes[-1]}", *(f"{n:,}" for n in parts)]
        print(f"| [{name}]({name}) | {' | '.join(cells)} |")
        print(f"| `{name}` | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |")
        own = regions(path)
        for other in sorted(ROOT.glob("problems/*.xml*")):
            if other.name != name:
                print(f"{len(own & regions(other))} regions are also in {other.name}")


if __name__ == "__main__":
    main()
