#!/usr/bin/env python3
"""Writes what studies found as one small table, the raw data of a page.

    scripts/collect-study.py -o FILE.tsv.gz --set SET.xml NAME=DIR… [--proved NAME=DIR:METHOD]
        [--tried NAME=SET.xml:SOLVER]

Lines that begin with # say where the numbers are from: for every study the header of its log and the mean
processor time of a choice of each method. Then come a line of names and one line for each problem that a
study has: id, empty squares, amazons, part, and the rank of the best move (bounds as LOW..HIGH). --proved
adds the nodes of the largest iteration of a proof-number method where it proves the exact score, --tried those with
which a set says that a solver proved it (`amazons judge --solver`); both are empty if it failed. A column NAME/METHOD follows for every method of every
study, without its limit, which is in the header:

    =        right
    -        unsolved, without a move
    ?        unjudged
    3, 1..4  badly solved, with this error or its bounds; with ! behind it the move loses a won problem
    (empty)  the study does not have the problem
"""

import argparse
import collections
import gzip
import io
import json
import sys
import xml.etree.ElementTree
from pathlib import Path


def log(directory):
    """The header of a study, its problems, and the answers by problem and method."""
    header, problems, answers = None, {}, {}
    with open(directory / "log.jsonl") as lines:
        for line in map(json.loads, lines):
            if "log_version" in line:
                header = {key: line[key] for key in line if key not in ("log_version", "xxh3")}
                header["machine"] = {key: header["machine"][key] for key in ("processor", "cores", "system")}
            elif "problem" in line:
                problems[line["problem"]["id"]] = line["problem"]
            elif "answer" in line:
                answer = line["answer"]
                answers[answer["problem"], answer["solver"]] = answer
    return header, problems, answers


def bounds(interval):
    low, high = interval["at_least"], interval["at_most"]
    return str(low) if low == high else f"{low}..{high}"


def cell(row):
    """How a row of results.jsonl stands in the table."""
    verdict = row["verdict"]
    if verdict != "badly-solved":
        return {"correct": "=", "unsolved": "-", "unjudged": "?"}[verdict]
    lost = row["best"]["at_least"] >= 0 and row["rank"]["at_most"] < 0
    return bounds(row["error"]) + "!" * lost


def without_limit(method):
    """A method's name as a column: `nodes=` is in the header."""
    name, _, options = method.partition(":")
    kept = [option for option in options.split(",") if option and not option.startswith("nodes=")]
    return name + (":" + ",".join(kept) if kept else "")


def tried(path, solver):
    """The nodes with which a set says that a solver proved its problems, and the limits."""
    nodes, limits = {}, set()
    for problem in xml.etree.ElementTree.parse(path).iter("problem"):
        for one in problem:
            if one.tag in ("solved", "unsolved") and one.get("by") == solver:
                limits.add(one.get("limit"))
                if one.tag == "solved":
                    nodes[problem.get("id")] = one.get("nodes")
    return nodes, sorted(limits)


def named(text):
    name, _, rest = text.partition("=")
    if not rest:
        sys.exit(f"'{text}': expected NAME=DIR")
    return name, rest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("studies", nargs="+", metavar="NAME=DIR")
    parser.add_argument("--proved", action="append", default=[], metavar="NAME=DIR:METHOD")
    parser.add_argument("--tried", action="append", default=[], metavar="NAME=SET.xml:SOLVER")
    parser.add_argument("--set", required=True, type=Path)
    parser.add_argument("-o", "--output", required=True, type=Path)
    options = parser.parse_args()

    root = xml.etree.ElementTree.parse(options.set).getroot()
    known = {one.get("id"): one for one in root.iter("problem")}
    notes = [("set", {"name": options.set.name, "title": root.get("title")})]
    columns, best = {}, {}
    for name, directory in map(named, options.studies):
        header, _, answers = log(Path(directory))
        seconds = collections.defaultdict(list)
        for (_, method), answer in answers.items():
            # Foreign programs have none.
            if answer["cpu_seconds"] is not None:
                seconds[method].append(answer["cpu_seconds"])
        header["cpu_seconds_a_choice"] = {m: round(sum(s) / len(s), 6) for m, s in seconds.items()}
        notes.append((name, header))
        with open(Path(directory) / "results.jsonl") as rows:
            for row in map(json.loads, rows):
                best[row["problem"]] = bounds(row["best"])
                columns.setdefault(f"{name}/{without_limit(row['solver'])}", {})[row["problem"]] = cell(row)
    proved = {}
    for name, rest in map(named, options.proved):
        directory, _, method = rest.rpartition(":")
        header, _, answers = log(Path(directory))
        notes.append((name, header))
        proved[name] = {
            problem: str(max((one["nodes"] for one in answer["iterations"]), default=answer["nodes"]))
            for (problem, solver), answer in answers.items()
            if solver == method and answer["claim"]["at_least"] == answer["claim"]["at_most"]
        }

    for name, rest in map(named, options.tried):
        path, _, solver = rest.rpartition(":")
        proved[name], limits = tried(path, solver)
        notes.append((name, {"solver": solver, "limits": limits}))

    problems = [problem for problem in known if problem in best]
    names = ["problem", "empties", "amazons", "split", "best", *proved, *columns]
    text = io.StringIO()
    for name, note in notes:
        print(f"# {name}: {json.dumps(note, ensure_ascii=False)}", file=text)
    print(*names, sep="\t", file=text)
    for problem in problems:
        of = known[problem]
        cells = [problem, *(of.get(key, "") for key in ("empties", "amazons", "split")), best[problem]]
        cells += [nodes.get(problem, "") for nodes in proved.values()]
        cells += [cells_of.get(problem, "") for cells_of in columns.values()]
        print(*cells, sep="\t", file=text)
    options.output.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))
    print(f"{len(problems)} problems, {len(columns)} columns")


if __name__ == "__main__":
    main()
