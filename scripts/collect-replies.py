#!/usr/bin/env python3
"""Updates a list of solved replies from the directory of a long search.

    scripts/collect-replies.py collect DIR docs/small-boards-6x5.csv proofs/6x5
    scripts/collect-replies.py restore DIR docs/small-boards-6x5.csv proofs/6x5

DIR is the working directory of `amazons prove FEN --split 1 -o DIR`; the loser is to move in FEN.
The proof of each reply is first checked by the verifier, and only then recorded. A refuted reply has
no proof: it is recorded as the search found it. The list has one line per reply, `open` if nothing
is known. Several machines and later runs can add to the same list: a solved line stays as it is, and
an open one is replaced by a solved one or a longer search. An open line states the most nodes that
were spent on the reply in one directory. Proofs of at most 200 kB are kept, 30 MB in all.
`restore` is the reverse: it puts the kept proofs into DIR, which must have just been created, so
that the search continues from them.

AMAZONS and VERIFIER in the environment name the programs if they are not in target/release.
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
TARGET = os.environ.get("CARGO_TARGET_DIR", "target")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def status_of(directory):
    amazons = os.environ.get("AMAZONS", f"{TARGET}/release/amazons")
    status = run(amazons, "prove", str(directory), "--status", "--format", "json")
    if status.returncode != 0:
        sys.exit(status.stderr)
    print(status.stderr, file=sys.stderr, end="")
    return json.loads(status.stdout)


def verify(proof, claim, fen):
    """Ends the script unless the file proves the claim about the position."""
    print(f"verifying {proof}", file=sys.stderr)
    answer = run(os.environ.get("VERIFIER", f"{TARGET}/release/verifier"), str(proof))
    if answer.returncode != 0:
        sys.exit(f"{proof} is refused:\n{answer.stdout}{answer.stderr}")
    expected = [claim, f"position: {fen}"]
    found = answer.stdout.splitlines()[:2]
    if found != expected:
        sys.exit(f"{proof} proves '{'; '.join(found)}'; expected '{'; '.join(expected)}'")


def lines_of(table):
    if not table.exists():
        return {}
    with table.open(newline="") as file:
        return {line["reply"]: line for line in csv.DictReader(file)}


def refuse_another(table, lines, status):
    """Ends the script if the list is about another position: it has a reply that is illegal here."""
    others = lines.keys() - {part["line"] for part in status["parts"]}
    if others:
        fen = status["fen"]
        sys.exit(f"{table}: {min(others)}: not a reply in {fen}; expected a list of its replies")


def file_of(reply, proofs):
    return proofs / (reply.replace("/", "_") + ".proof")


def collect(directory, table, proofs):
    status = status_of(directory)
    winner = status["claim"].split()[0]
    loser = {"White": "Black", "Black": "White"}[winner]
    lines = lines_of(table)
    refuse_another(table, lines, status)
    proofs.mkdir(parents=True, exist_ok=True)
    size = sum(file.stat().st_size for file in proofs.glob("*.proof"))
    added = kept = divided = 0
    for part in status["parts"]:
        reply = part["line"]
        known = lines.get(reply)
        if known and known["winner"] != "open":
            continue
        line = dict.fromkeys(HEADER, "")
        nodes, seconds = part["nodes"], round(part["seconds"], 1)
        line.update(reply=reply, winner="open", nodes=nodes, seconds=seconds)
        divided += part["state"] == "divided"
        if part["state"] in ("open", "divided") and known and int(known["nodes"] or 0) >= nodes:
            continue
        if part["state"] == "proved":
            proof = Path(part["proof"])
            verify(proof, status["claim"], part["fen"])
            line.update(winner=winner, positions=part["positions"], checksum=part["checksum"])
            added += 1
            length = proof.stat().st_size
            if length <= LARGEST and size + length <= ALL_TOGETHER:
                shutil.copyfile(proof, file_of(reply, proofs))
                size += length
                kept += 1
        elif part["state"] == "refuted":
            # The loser wins there; whoever claims that needs a separate proof of it.
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
    if divided:
        print(f"{divided} replies are divided: a proof in parts is not collected", file=sys.stderr)


def restore(directory, table, proofs):
    lines = lines_of(table)
    status = status_of(directory)
    refuse_another(table, lines, status)
    restored = 0
    for part in status["parts"]:
        reply = part["line"]
        proof = file_of(reply, proofs)
        if part["state"] == "proved" or not proof.exists():
            continue
        verify(proof, status["claim"], part["fen"])
        if part["state"] == "refuted":
            sys.exit(f"{reply} is refuted in {directory}, but {proof} proves it; one of them is wrong")
        line = lines[reply]
        place = directory / "parts" / part["name"]
        shutil.copyfile(proof, place.with_suffix(".proof"))
        state = {
            "fen": part["fen"],
            "line": reply.split(),
            "state": "proved",
            "nodes": int(line["nodes"]),
            "seconds": float(line["seconds"]),
            "positions": int(line["positions"]),
            "checksum": line["checksum"],
        }
        place.with_suffix(".json").write_text(json.dumps(state, indent=2) + "\n")
        restored += 1
    print(f"{directory}: {restored} proofs restored")


def main():
    tasks = {"collect": collect, "restore": restore}
    if len(sys.argv) != 5 or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    tasks[sys.argv[1]](*map(Path, sys.argv[2:]))


if __name__ == "__main__":
    main()
