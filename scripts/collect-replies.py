#!/usr/bin/env python3
"""Brings a list of solved replies up to date from the directory of a long search.

    scripts/collect-replies.py DIR docs/small-boards-6x5.csv proofs/6x5

DIR is what `amazons prove FEN --split 1 -o DIR` works in; the loser is to move in FEN. Each finished
reply is checked by the verifier at once, and only then gets a line of its own. The list has a line for
every reply, `open` where nothing is known; lines that are there stay as they are, so that several
machines and later runs add to the same list. Proofs of at most 200 kB are kept, 30 MB in all.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADER = ["reply", "winner", "nodes", "seconds", "positions", "checksum"]
LARGEST = 200_000
ALL_TOGETHER = 30_000_000


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    directory, table, proofs = map(Path, sys.argv[1:])
    amazons = os.environ.get("AMAZONS", "target/release/amazons")
    verifier = os.environ.get("VERIFIER", "target/release/verifier")
    status = run(amazons, "prove", str(directory), "--status", "--format", "json")
    if status.returncode != 0:
        sys.exit(status.stderr)
    status = json.loads(status.stdout)
    winner = status["claim"].split()[0]
    loser = {"White": "Black", "Black": "White"}[winner]
    lines = {}
    if table.exists():
        with table.open(newline="") as file:
            lines = {line["reply"]: line for line in csv.DictReader(file)}
    proofs.mkdir(parents=True, exist_ok=True)
    size = sum(file.stat().st_size for file in proofs.glob("*.proof"))
    added = kept = 0
    for part in status["parts"]:
        reply = part["line"]
        known = lines.get(reply)
        if known and known["winner"] != "open":
            continue
        line = dict.fromkeys(HEADER, "")
        line.update(reply=reply, winner="open", nodes=part["nodes"], seconds=round(part["seconds"], 1))
        if part["state"] == "proved":
            proof = Path(part["proof"])
            answer = run(verifier, str(proof))
            if answer.returncode != 0:
                sys.exit(f"{reply}: {proof} is refused:\n{answer.stdout}{answer.stderr}")
            line.update(winner=winner, positions=part["positions"], checksum=part["checksum"])
            added += 1
            bytes_ = proof.stat().st_size
            if bytes_ <= LARGEST and size + bytes_ <= ALL_TOGETHER:
                shutil.copyfile(proof, proofs / (reply.replace("/", "_") + ".proof"))
                size += bytes_
                kept += 1
        elif part["state"] == "refuted":
            # The loser wins there; whoever says so has to show a proof of their own.
            line.update(winner=loser)
            added += 1
        lines[reply] = line
    partial = table.with_suffix(".csv.part")
    with partial.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines[reply] for reply in sorted(lines))
    partial.replace(table)
    done = sum(line["winner"] != "open" for line in lines.values())
    print(f"{table}: {done} of {len(lines)} replies solved, {added} of them new, {kept} proofs copied")


if __name__ == "__main__":
    main()
