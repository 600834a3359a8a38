"""The tables of docs/experiments/endgame-solvers.md: what the paper's selection of problems explains."""

import collections
import functools
import gzip
import json
from pathlib import Path

import endgame_statistics as statistics

RAW = Path(__file__).resolve().parent.parent / "docs" / "experiments" / "endgame-solvers"
METHODS = {
    "dfpn": "`dfpn`",
    "wpns": "`wpns`",
    "mcts:plies=4,widen=0.6": "Monte-Carlo",
    "alphabeta:reduce=0,bounds=false": "alpha-beta",
}
DFPN, WPNS, MCTS, ALPHABETA = METHODS
BRANCH = ":after-limit=loss-branch"
PAPER = {DFPN: 81.84, WPNS: 87.74, MCTS: 87.51, ALPHABETA: 98.52}
# The nodes of an iteration, and how many times as many the method had that chose the problems.
LIMITS = [36_000, 90_000, 180_000]
RATIOS = [2, 5, 10, 20, 50]
# What the tables of one limit and ratio show, classes of sizes, and where both readings of figure 5 were run.
SHOWN = (180_000, 10)
SIZES = [(10, 12), (13, 14), (15, 24)]
BOTH_READINGS = [(36_000, 5), (180_000, 5), (180_000, 10)]


class Data:
    """A file of `collect-study.py`: its notes, and its rows as dictionaries."""

    def __init__(self, name):
        self.notes, self.rows, names = {}, [], None
        with gzip.open(RAW / f"{name}.tsv.gz", "rt") as lines:
            for line in lines:
                cells = line.rstrip("\n").split("\t")
                if line.startswith("# "):
                    key, _, note = line[2:].partition(": ")
                    self.notes[key] = json.loads(note)
                elif names is None:
                    names = cells
                else:
                    self.rows.append(dict(zip(names, cells)))
        # The nodes that the method had: with no more can be selected.
        self.most = self.notes["proved"]["limits"]["nodes"]
        for row in self.rows:
            row["region"] = row["problem"].rpartition("-")[0]
            row["empties"] = int(row["empties"])

    def selected(self, nodes):
        """The problems whose exact score DFPN proves with so many nodes an iteration."""
        return [row for row in self.rows if row["proved"] and int(row["proved"]) <= nodes]

    def like_the_paper(self):
        return [row for row in self.rows if row["empties"] <= 24]


@functools.cache
def data(name):
    return Data(name)


def right(row, column):
    return row[column] == "="


def solved(rows, column):
    """The share of problems solved in percent, with its interval."""
    share = statistics.share((row["region"], right(row, column)) for row in rows)
    return tuple(100 * number for number in share)


def cell(rows, column):
    share, low, high = solved(rows, column)
    return f"{share:.1f} ({low:.0f} – {high:.0f})"


def of_verdict(rows, column, *kinds):
    """The share in percent of unsolved or badly solved problems."""
    kind = lambda text: {"=": "solved", "-": "unsolved", "?": "unjudged"}.get(text, "badly")
    return 100 * sum(kind(row[column]) in kinds for row in rows) / len(rows)


def errors(rows, column):
    """The errors of badly solved problems that are known exactly."""
    texts = (row[column].rstrip("!") for row in rows)
    return [int(text) for text in texts if text.isdigit()]


def line(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def count(number):
    return f"{number:,}"


def grid(name, limits):
    """Solved by limit and ratio: how many problems, and the four methods."""
    for limit in limits:
        for ratio in RATIOS:
            if limit * ratio <= data(name).most:
                rows = data(name).selected(limit * ratio)
                shares = [cell(rows, f"{limit}/{method}") for method in METHODS]
                yield line(count(limit), ratio, count(len(rows)), *shares)


def unselected(name, limits):
    for limit in limits:
        for label, rows in (("all", data(name).rows), ("10 to 24", data(name).like_the_paper())):
            shares = [cell(rows, f"{limit}/{method}") for method in METHODS]
            yield line(count(limit), label, count(len(rows)), *shares)


def reweighted(rows, column, like):
    """The share solved if the rows had the sizes of others, in percent."""
    sizes = collections.Counter(row["empties"] for row in like)
    of_size = collections.defaultdict(list)
    for row in rows:
        of_size[row["empties"]].append(right(row, column))
    total = sum(sizes.values())
    return 100 * sum(n * sum(of_size[size]) / len(of_size[size]) for size, n in sizes.items()) / total


def steps(name, limit, ratio):
    """From all problems to the paper's: the kind, the sizes of the selected, the selected."""
    all_rows, kind = data(name).rows, data(name).like_the_paper()
    chosen = data(name).selected(limit * ratio)
    for method, label in METHODS.items():
        column = f"{limit}/{method}"
        yield line(label, f"{solved(all_rows, column)[0]:.1f}", f"{solved(kind, column)[0]:.1f}",
                   f"{reweighted(all_rows, column, chosen):.1f}", cell(chosen, column), f"{PAPER[method]:.2f}")


def by_sizes(name, limit, ratio):
    """All problems and those selected, by classes of sizes."""
    samples = data(name).rows, data(name).selected(limit * ratio)
    of_size = [[row for row in rows if low <= row["empties"] <= high] for low, high in SIZES for rows in samples]
    yield line("problems", *(count(len(rows)) for rows in of_size))
    for method, label in METHODS.items():
        yield line(label, *(cell(rows, f"{limit}/{method}") for rows in of_size))


def pairs(rows, limit):
    """(first, second, only first, only second, difference, low, high, p by region, corrected)."""
    found = []
    methods = list(METHODS)
    for at, first in enumerate(methods):
        for second in methods[at + 1:]:
            columns = f"{limit}/{first}", f"{limit}/{second}"
            both = [(row["region"], right(row, columns[0]) - right(row, columns[1])) for row in rows]
            only = sum(value > 0 for _, value in both), sum(value < 0 for _, value in both)
            interval = [100 * number for number in statistics.difference(both)]
            found.append([first, second, *only, *interval, statistics.sign_flips(both)])
    corrected = statistics.holm([pair[-1] for pair in found])
    return [(*pair, p) for pair, p in zip(found, corrected)]


def gap(mean, low, high):
    return f"{mean:+.1f} ({low:+.1f} – {high:+.1f})".replace("-", "−")


def p_value(p):
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.001 else f"{p:.2g}"


def pair_lines(name, limit, ratio):
    chosen = data(name).selected(limit * ratio)
    kind = data(name).like_the_paper()
    for of_kind, of_chosen in zip(pairs(kind, limit), pairs(chosen, limit)):
        cells = [f"{METHODS[of_kind[0]]} – {METHODS[of_kind[1]]}"]
        for _, _, first, second, mean, low, high, _, p in (of_kind, of_chosen):
            cells += [f"{first} : {second}", gap(mean, low, high), p_value(p)]
        yield line(*cells)


def figure_five(name, studies):
    """Both readings of figure 5 on problems selected: unsolved, badly solved, mean error."""
    for limit, ratio in studies:
        rows = data(name).selected(limit * ratio)
        for method in (DFPN, WPNS):
            cells = [count(limit), ratio, METHODS[method]]
            for column in (f"{limit}/{method}", f"{limit}/{method}{BRANCH}"):
                wrong = errors(rows, column)
                cells += [f"{solved(rows, column)[0]:.1f}", f"{of_verdict(rows, column, 'unsolved'):.1f}",
                          f"{of_verdict(rows, column, 'badly'):.1f}", f"{sum(wrong) / max(1, len(wrong)):.2f}"]
            yield line(*cells)


def distance(rows, limit):
    """How far the four shares are from the paper's: the root of the mean square, in points."""
    gaps = [solved(rows, f"{limit}/{method}")[0] - PAPER[method] for method in METHODS]
    return (sum(gap * gap for gap in gaps) / len(gaps)) ** 0.5


def nearest(name, limits):
    """The limit and ratio that come nearest to the paper on the development part, and the test part."""
    part = lambda rows, split: [row for row in rows if row["split"] == split]
    choices = [(limit, ratio) for limit in limits for ratio in RATIOS if limit * ratio <= data(name).most]
    chosen = lambda choice, split: part(data(name).selected(choice[0] * choice[1]), split)
    best = min(choices, key=lambda choice: distance(chosen(choice, "development"), choice[0]))
    for split in ("development", "test"):
        rows, limit = chosen(best, split), best[0]
        shares = [cell(rows, f"{limit}/{method}") for method in METHODS]
        yield line(split, count(limit), best[1], count(len(rows)), *shares, f"{distance(rows, limit):.1f}")


def judge_thirds(name, limit):
    """The four methods by the nodes of this project's judge, on problems of 10 to 24 squares."""
    rows = data(name).like_the_paper()
    effort = lambda row: int(row["judge"]) if row["judge"] else float("inf")
    rows = sorted(rows, key=lambda row: (effort(row), row["problem"]))
    # Within each size, so that the thirds have the same sizes.
    thirds = [[], [], []]
    for size in sorted({row["empties"] for row in rows}):
        of_size = [row for row in rows if row["empties"] == size]
        for index, row in enumerate(of_size):
            thirds[3 * index // len(of_size)].append(row)
    for label, third in zip(("least", "middle", "most"), thirds):
        shares = [cell(third, f"{limit}/{method}") for method in METHODS]
        median = sorted(map(effort, third))[len(third) // 2]
        yield line(label, f"{median:,}", f"{len(third):,}", *shares)


LOST = [(10, 14), (15, 19), (20, 24), (25, 29), (30, 99)]


def lost_wins(rows, limit):
    """Of the problems that the first player wins, those that the move loses, by size."""
    won = [row for row in rows if int(row["best"].partition("..")[0]) >= 0]
    sizes = [[row for row in won if low <= row["empties"] <= high] for low, high in LOST]
    yield line("won problems", *(count(len(of_size)) for of_size in [*sizes, won]))
    for method, label in METHODS.items():
        cells = []
        for of_size in [*sizes, won]:
            column = f"{limit}/{method}"
            lost = sum(row[column].endswith("!") for row in of_size)
            without = sum(row[column] == "-" for row in of_size)
            cells.append(f"{lost} ({without})" if method in (DFPN, WPNS) else lost)
        yield line(label, *cells)


def strictly_better(rows, first, second):
    """On how many problems the first column's move is better or it alone has one, and the reverse."""
    def error(text):
        return 0 if text == "=" else float("inf") if text == "-" else int(text.rstrip("!").partition("..")[0])
    pairs = [(error(row[first]), error(row[second])) for row in rows]
    return sum(a < b for a, b in pairs), sum(b < a for a, b in pairs)


def readings(name, limit):
    """Both readings of figure 5 on all problems."""
    rows = data(name).rows
    for suffix, label in (("", "`unsolved`"), (BRANCH, "`loss-branch`")):
        for method in (DFPN, WPNS):
            column = f"{limit}/{method}{suffix}"
            wrong = errors(rows, column)
            yield line(count(limit), label, METHODS[method], f"{solved(rows, column)[0]:.1f}",
                       f"{of_verdict(rows, column, 'unsolved'):.1f}", f"{of_verdict(rows, column, 'badly'):.1f}",
                       f"{sum(wrong) / len(wrong):.2f}", max(wrong))


def explained(name, limit, ratio, method):
    """How many points of the gap to the paper are gone on selected problems, and the gap."""
    share = lambda rows: solved(rows, f"{limit}/{method}")[0]
    before, after = share(data(name).rows), share(data(name).selected(limit * ratio))
    return f"{after - before:.0f} of {PAPER[method] - before:.0f}"


def curves(name, limit, ratio):
    """(method, outcomes of all problems, of those selected, the paper's share) for the figure."""
    for method, label in METHODS.items():
        outcomes = lambda rows: [(row["region"], row["empties"], right(row, f"{limit}/{method}")) for row in rows]
        yield label.strip("`"), outcomes(data(name).rows), outcomes(data(name).selected(limit * ratio)), PAPER[method]


def sentences(name):
    """(page, what it has to say)"""
    page, (limit, ratio) = "endgame-solvers.md", SHOWN
    rows, chosen = data(name).rows, data(name).selected(limit * ratio)
    yield page, f"{len(rows):,} of [endgames.xml]"
    yield page, f"{len({row['region'] for row in rows}):,} regions"
    yield page, f"{len(chosen)} for N = {limit * ratio:,}"
    first, last = SHOWN, (36_000, 50)
    of = lambda at, method: explained(name, *at, method)
    yield page, f"{of(first, DFPN)} points for DFPN and {of(first, WPNS)} for WPNS"
    yield page, f"at 36,000 nodes and ratio 50, {of(last, DFPN)} and {of(last, WPNS)}"
    small = sum(row["empties"] <= 14 for row in chosen) / len(chosen)
    most = max(row["empties"] for row in chosen)
    yield page, f"{100 * small:.0f} % have at most 14 squares and none more than {most}"
    better = strictly_better(chosen, f"{limit}/{WPNS}", f"{limit}/{DFPN}")
    yield page, f"`wpns` is strictly better on {better[0]} of the selected problems, `dfpn` on {better[1]}"
    held = [low <= PAPER[method] <= high for method in METHODS
            for _, low, high in [solved(data(name).selected(5 * 90_000), f"90000/{method}")]]
    assert all(held)
    yield page, "At 90,000 nodes and ratio 5, all four intervals hold the paper's shares."
    natural = data("natural").rows
    shares = [solved(natural, f"{LIMITS[0]}/{method}")[0] for method in METHODS]
    words = "`dfpn` solves {:.0f} % at 36,000 nodes, `wpns` {:.0f}, Monte-Carlo {:.0f} and alpha-beta {:.0f};"
    yield page, words.format(*shares)
    branches = [strictly_better(rows, f"{limit}/{method}{BRANCH}", f"{limit}/{method}") for method in (DFPN, WPNS)]
    assert branches[0][1] == branches[1][1] == 0
    yield "endgame-solvers-paper.md", f"without on {branches[0][0]} problems, `wpns` on {branches[1][0]}, and both"
    shares = [solved(of, f"{limit}/{DFPN}")[0] for of in (rows, data(name).like_the_paper(), chosen)]
    yield "../study.md", f"`dfpn` solves {shares[0]:.0f} % of the"
    yield "../study.md", f"nodes, {shares[1]:.0f} % of its problems"
    yield "../study.md", f"and {shares[2]:.0f} % of those"
