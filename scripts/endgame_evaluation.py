"""The tables of docs/experiments/endgame-solvers-evaluation.md: what an evaluation is worth to a search."""

import endgame_selection as selection
import endgame_statistics as statistics

NAMES = {
    "ab-random": "random values",
    "ab-mobility": "`mobility`",
    "ab-relative": "`relative-territory`",
    "ab-territory": "`territory`",
    "ab-accessibility": "`accessibility`",
    "ab-learned": "`learned`",
    "ab-unordered": "`accessibility` with `order=none`",
    "mcts-random": "Monte-Carlo with random values",
}
DEFAULT = "ab-accessibility"
# The nodes of alpha-beta, and those of a proof-number iteration that takes as long, if they were run.
BESIDE = {26_000: 180_000, 260_000: None}
LIMITS = list(BESIDE)
RAW = "evaluations"


def samples(limit):
    """All problems of a study, those of the paper's sizes, and those that DFPN proves."""
    data = selection.data(RAW)
    rows = [row for row in data.rows if row[f"{limit}/{DEFAULT}"]]
    return rows, [row for row in rows if row["empties"] <= 24], [row for row in rows if row["proved"]]


def shares(limit):
    """Solved by evaluation; the time of a choice in milliseconds."""
    data = selection.data(RAW)
    seconds = data.notes[str(limit)]["cpu_seconds_a_choice"]
    yield selection.line("problems", "", *(selection.count(len(rows)) for rows in samples(limit)))
    for name, label in NAMES.items():
        cells = [selection.cell(rows, f"{limit}/{name}") for rows in samples(limit)]
        yield selection.line(label, f"{1000 * seconds[name]:.1f}", *cells)


def one_ply():
    """What the default evaluation solves after one move, without a search."""
    rows = selection.data(RAW).rows
    return [selection.solved(of, "one-ply/one-ply")[0] for of in (rows, [row for row in rows if row["proved"]])]


def differences(limit):
    """What an evaluation changes, and what is left of the lead over proof-number search without one, on all
    problems and on those that DFPN proves."""
    everything, _, proved = samples(limit)
    searches = {row["problem"]: row for row in selection.data("selection").rows}
    nodes = BESIDE[limit]
    compared = [(name, DEFAULT, None) for name in NAMES if name != DEFAULT]
    if nodes:
        compared += [(name, method, nodes) for name in ("ab-random", "mcts-random")
                     for method in (selection.DFPN, selection.WPNS)]
    found = []
    for rows in (everything, proved):
        for name, other, study in compared:
            second = lambda row: searches[row["problem"]] if study else row
            pairs = [
                (row["region"], selection.right(row, f"{limit}/{name}")
                 - selection.right(second(row), f"{study or limit}/{other}"))
                for row in rows
            ]
            interval = [100 * number for number in statistics.difference(pairs)]
            found.append((*interval, statistics.sign_flips(pairs)))
    corrected = statistics.holm([one[-1] for one in found])
    for at, (name, other, _) in enumerate(compared):
        cells = []
        for index in (at, at + len(compared)):
            mean, low, high, _ = found[index]
            cells += [selection.gap(mean, low, high), selection.p_value(corrected[index])]
        yield selection.line(f"{NAMES[name]} – {NAMES.get(other) or selection.METHODS[other]}", *cells)
