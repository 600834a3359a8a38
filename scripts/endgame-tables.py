#!/usr/bin/env python3
"""Computes the tables of docs/experiments/endgame-solvers*.md from the raw answers beside them, and what
docs/large-set.md says of squares and amazons from its set.

    scripts/endgame-tables.py           prints the tables
    scripts/endgame-tables.py --check   1 if a page lacks one of their rows, or a figure is another
    scripts/endgame-tables.py --figures draws the figures

A problem counts where every method of its table is judged. The pages by limit and by size have Wilson's
intervals and McNemar's exact test with Holm's correction over the pairs of a table; the others have
intervals and tests clustered by region.
"""

import collections
import functools
import gzip
import json
import sys
from pathlib import Path

import endgame_evaluation as evaluation
import endgame_figure as figure
import endgame_selection as selection
import large_set_model
from endgame_statistics import holm, mcnemar, wilson

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = DOCS / "experiments"
BINS = [(10, 14), (15, 19), (20, 24), (25, 29), (30, 34), (35, 99)]
NATURAL = [*BINS[:4], (30, 99)]
LARGE = [*BINS[:5], (35, 40)]
MCTS = "mcts:plies=4,widen=0.6"
PAPER = {"dfpn": ("81.84", "9.49", "6.74"), "wpns": ("87.74", "6.16", "5.59"),
         "mcts": ("87.51", "0.00", "12.49"), "alphabeta": ("98.52", "0.00", "1.48")}
MEAN_ERRORS = {"dfpn": "4.97", "wpns": "5.43", "mcts": "1.67", "alphabeta": "1.15"}


@functools.cache
def answers(*names):
    """The rows of files of `results.jsonl`, by problem and method."""
    problems = collections.defaultdict(dict)
    for name in names:
        with gzip.open(PAGES / "endgame-solvers" / f"{name}-results.jsonl.gz", "rt") as lines:
            for row in map(json.loads, lines):
                problems[row["problem"]][row["solver"]] = row
    return problems


def judged(problems, methods):
    rows = ([of[method] for method in methods] for of in problems.values() if all(m in of for m in methods))
    return [row for row in rows if all(answer["verdict"] != "unjudged" for answer in row)]


def percent(count, total):
    return f"{100 * count / total:.1f}"


def shares(rows, method):
    """solved %, its interval, unsolved %, badly solved %."""
    verdicts = collections.Counter(row[method]["verdict"] for row in rows)
    total = len(rows)
    low, high = (100 * end for end in wilson(verdicts["correct"] / total, total))
    return (percent(verdicts["correct"], total), f"{low:.1f} – {high:.1f}",
            percent(verdicts["unsolved"], total), percent(verdicts["badly-solved"], total))


def by_size(rows, method, bins=BINS):
    cells = []
    for low, high in bins:
        of_size = [row[method] for row in rows if low <= row[method]["empties"] <= high]
        cells.append(percent(sum(a["verdict"] == "correct" for a in of_size), len(of_size)))
    return cells


def table_one(names, methods, labels):
    """Shares with the paper's, then shares by size."""
    return [*rows_one(names, methods, labels), *sizes(names, methods, labels, BINS)]


def rows_one(names, methods, labels):
    rows = judged(answers(*names), methods)
    for index, (method, label) in enumerate(zip(methods, labels)):
        solved, interval, unsolved, badly = shares(rows, index)
        paper = PAPER.get(method.split(":")[0]) if "prove" not in method else None
        paper = paper or ("", "", "")
        cells = [solved, interval, paper[0], unsolved, paper[1], badly, paper[2]]
        yield "| " + " | ".join([label, *cells]) + " |"


def sizes(names, methods, labels, bins):
    rows = judged(answers(*names), methods)
    return ["| " + " | ".join([label, *by_size(rows, index, bins)]) + " |" for index, label in enumerate(labels)]


def table_with_sizes(names, methods, labels, compared=None):
    """Shares, then the paper's or those of the problems in common with another file, then by size."""
    rows = judged(answers(*names), methods)
    others = judged(answers(compared), methods) if compared else []
    common = {row[0]["problem"] for row in rows} & {row[0]["problem"] for row in others}
    for index, (method, label) in enumerate(zip(methods, labels)):
        solved, interval, *_ = shares(rows, index)
        column = ["87.51" if method == "mcts" else ""]
        if compared:
            column = []
            for of in (others, rows):
                verdicts = [row[index]["verdict"] for row in of if row[0]["problem"] in common]
                column.append(percent(verdicts.count("correct"), len(verdicts)))
        yield "| " + " | ".join([label, solved, interval, *column, *by_size(rows, index)]) + " |"


def table_ten_seconds(methods, labels):
    """Judged, shares, and those at 1 s of the problems in common."""
    rows, others = judged(answers("ten-seconds"), methods), judged(answers("one-second"), methods)
    common = {row[0]["problem"] for row in rows} & {row[0]["problem"] for row in others}
    for index, (method, label) in enumerate(zip(methods, labels)):
        solved, interval, *_ = shares(rows, index)
        right = sum(row[index]["verdict"] == "correct" for row in others if row[0]["problem"] in common)
        paper = PAPER[method.split(":")[0]][0]
        yield selection.line(label, len(rows), solved, interval, percent(right, len(common)), paper)


def rows_with_errors(name, methods, labels):
    """Shares with the paper's, the mean error of badly solved problems and the largest."""
    rows = judged(answers(name), methods)
    for row, (index, method) in zip(rows_one([name], methods, labels), enumerate(methods)):
        errors = [one[index]["error"] for one in rows if one[index]["verdict"] == "badly-solved"]
        known = [error["at_least"] for error in errors if error["at_least"] == error["at_most"]]
        mean = f"{sum(known) / len(known):.2f}"
        yield f"{row} {mean} | {MEAN_ERRORS[method.split(':')[0]]} | {max(known)} |"


def won_problems(name, method, label, with_unsolved):
    rows = [row for of in answers(name).values() for row in of.values() if row["solver"] == method]
    cells, all_lost, all_unsolved = [], 0, 0
    for low, high in BINS:
        won = [r for r in rows if r["best"]["at_least"] >= 0 and low <= r["empties"] <= high]
        unsolved = sum(r["verdict"] == "unsolved" for r in won)
        lost = sum(r["verdict"] != "unsolved" and r["rank"]["at_most"] < 0 for r in won)
        cells.append(f"{lost} ({unsolved})" if with_unsolved else f"{lost}")
        all_lost, all_unsolved = all_lost + lost, all_unsolved + unsolved
    cells.append(f"{all_lost} ({all_unsolved})" if with_unsolved else f"{all_lost}")
    yield "| " + " | ".join([label, *cells]) + " |"


def pairs(name, methods):
    """(first, second, only first right, only second right, p, p by Holm) of every two methods."""
    rows = judged(answers(name), methods)
    found = []
    for i in range(len(methods)):
        for j in range(i + 1, len(methods)):
            right = [(row[i]["verdict"] == "correct", row[j]["verdict"] == "correct") for row in rows]
            only = right.count((True, False)), right.count((False, True))
            found.append((methods[i], methods[j], *only, mcnemar(*only)))
    corrected = holm([pair[-1] for pair in found])
    return [(*pair, p) for pair, p in zip(found, corrected)]


def exact_claims():
    """Exact values that proof-number search claims on the large set, and those that are wrong."""
    rows = [row for of in answers("large-pn").values() for row in of.values()]
    exact = [row for row in rows if row["claim"]["at_least"] == row["claim"]["at_most"]]
    return len(exact), sum(row["false_claim"] for row in exact)


def tables():
    """(page, rows) of each table."""
    page = "endgame-solvers-limits.md"
    methods = ["dfpn", "wpns", "mcts", "mcts:prove=win", "mcts:prove=score", "alphabeta:reduce=0,bounds=false"]
    labels = ["`dfpn`", "`wpns`", f"`{MCTS}`", "the same with `prove=win`", "the same with `prove=score`",
              "`alphabeta:reduce=0,bounds=false`"]
    yield page, table_one(["one-second"], methods, labels)
    proving = ["mcts", "mcts:prove=win", "mcts:prove=score"]
    names = [f"`{method}`" for method in proving]
    yield page, table_with_sizes(["one-second-mcts"], proving, names)
    yield page, table_with_sizes(["ten-seconds-mcts"], proving, names, compared="one-second-mcts")
    search = ["dfpn", "wpns"]
    names = [f"`{method}`" for method in search]
    yield page, table_with_sizes(["ten-seconds-pn"], search, names, compared="one-second")
    three = ["dfpn", "wpns", "alphabeta:reduce=0"]
    names = [f"`{method}`" for method in three]
    yield page, [*sizes(["shipped"], three, names, BINS), *sizes(["natural"], three, names, NATURAL)]
    yield page, rows_one(["shipped"], three, names)
    yield page, rows_one(["natural"], three, names)
    mixed = ["mcts", "alphabeta:reduce=0,bounds=false"]
    yield page, table_ten_seconds(mixed, [f"`{MCTS}`", f"`{mixed[1]}`"])
    page = "endgame-solvers-by-size.md"
    yield page, [*sizes(["large-pn"], search, names[:2], LARGE), *sizes(["large-mcts"], ["mcts"], [f"`{MCTS}`"], LARGE),
                 *sizes(["large"], three, names, LARGE)[2:]]
    yield page, rows_with_errors("large-pn", search, names[:2])
    yield page, rows_with_errors("large-mcts", ["mcts"], [f"`{MCTS}`"])
    yield page, rows_with_errors("large", three[2:], names[2:])
    yield "endgame-solvers-by-size.md", won_problems("large-pn", "dfpn", "`dfpn`", True)
    yield "endgame-solvers-by-size.md", won_problems("large-pn", "wpns", "`wpns`", True)
    yield "endgame-solvers-by-size.md", won_problems("large-mcts", "mcts", f"`{MCTS}`", False)
    yield "endgame-solvers-by-size.md", won_problems("large", "alphabeta:reduce=0", "`alphabeta:reduce=0`", False)


def selection_tables():
    """(page, rows) of the tables of selected problems and of evaluations."""
    page, name = "endgame-solvers.md", "selection"
    limit, ratio = selection.SHOWN
    rows = selection.data(name).rows
    yield page, selection.steps(name, limit, ratio)
    yield page, selection.by_sizes(name, limit, ratio)
    yield page, selection.grid(name, selection.LIMITS)
    yield page, selection.grid("natural", selection.LIMITS[:1])
    yield page, selection.nearest(name, selection.LIMITS)
    yield page, selection.pair_lines(name, limit, ratio)
    yield page, selection.figure_five(name, selection.BOTH_READINGS)
    yield page, selection.judge_thirds(name, limit)
    yield page, selection.lost_wins(rows, limit)
    for limit in sorted({limit for limit, _ in selection.BOTH_READINGS}):
        yield "endgame-solvers-paper.md", selection.readings(name, limit)
    page = "endgame-solvers-evaluation.md"
    for limit in evaluation.LIMITS:
        yield page, evaluation.shares(limit)
        yield page, evaluation.differences(limit)


def sentences():
    """(page, what it has to say)"""
    yield from selection.sentences("selection")
    yield "../large-set.md", large_set_model.sentence()
    large = [("large-pn", "dfpn"), ("large-pn", "wpns"), ("large-mcts", "mcts"), ("large", "alphabeta:reduce=0")]
    dfpn, wpns, mcts, alphabeta = (shares(judged(answers(name), [method]), 0)[0] for name, method in large)
    yield "../large-set.md", f"`dfpn` solves {dfpn} %, `wpns` {wpns} %, `{MCTS}` {mcts} % and plain alpha-beta {alphabeta} %"
    everything, chosen = evaluation.one_ply()
    yield "endgame-solvers-evaluation.md", f"after one move solves {everything:.0f} % of all problems and {chosen:.0f} %"
    count, wrong = exact_claims()
    assert wrong == 0
    yield "endgame-solvers-by-size.md", f"None of the {count:,} exact values"
    tests = {pair[1]: pair for pair in pairs("one-second", ["mcts", "mcts:prove=win", "mcts:prove=score"])
             if pair[0] == "mcts"}
    win, score = tests["mcts:prove=win"], tests["mcts:prove=score"]
    page = "endgame-solvers-limits.md"
    natural = judged(answers("natural-mcts"), ["mcts"])
    solved, interval, *_ = shares(natural, 0)
    yield page, f"solves {solved} % of {len(natural):,} ({interval}"
    *most, last = by_size(natural, 0, NATURAL)
    yield page, f"By size it solves {', '.join(most)} and {last} %"
    yield page, f"right on {win[3]} problems where it is wrong without, and the opposite holds for {win[2]}"
    yield page, f"`prove=score` {score[3]} and {score[2]}."
    yield page, f"p {win[4]:.3f} and {score[4]:.3f}, by Holm's correction {win[5]:.3f} and {score[5]:.3f}"


def figures():
    """(path, text) of each figure."""
    limit, ratio = selection.SHOWN
    title = (f"Problems solved by empty squares at {limit:,} nodes of DFPN an iteration or as much time: all, "
             f"and those that DFPN proves with {ratio} times the nodes, with 95 % intervals clustered by region")
    curves = selection.curves("selection", limit, ratio)
    drawn = figure.two_choices(title, "problems that DFPN proves exactly", curves)
    yield DOCS / "images" / "endgame-selection.svg", drawn
    title = "Problems of the large set solved by empty squares, with 95 % intervals clustered by region"
    files = [("large-pn", "dfpn", "dfpn"), ("large-pn", "wpns", "wpns"), ("large-mcts", "mcts", MCTS),
             ("large", "alphabeta:reduce=0", "alphabeta:reduce=0")]
    methods = [(label, [(row["problem"].rpartition("-")[0], row["empties"], row["verdict"] == "correct")
                        for row in (of[method] for of in answers(name).values())])
               for name, method, label in files]
    yield PAGES / "endgame-solvers" / "large-accuracy.svg", figure.by_size(title, methods)


def main():
    check = "--check" in sys.argv[1:]
    failed = 0
    if "--figures" in sys.argv[1:]:
        for path, text in figures():
            path.write_text(text)
        return
    lines = [(page, row) for of in (tables(), selection_tables()) for page, rows in of for row in rows]
    lines += sentences()
    for page, line in lines:
        text = " ".join((PAGES / page).read_text().split())
        there = " ".join(line.split()) in text
        failed += not there
        if not check:
            print(f"{page}: {line}" + ("" if there else "   NOT ON THE PAGE"))
        elif not there:
            print(f"docs/experiments/{page} lacks what the raw answers give: {line}", file=sys.stderr)
    for path, text in figures():
        if path.read_text() != text:
            print(f"{path.name} is not what the raw answers give: run with --figures", file=sys.stderr)
            failed += 1
    if check:
        print(f"{len(lines)} rows and sentences compared, {failed} missing")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
