#!/usr/bin/env python3
"""Computes the measured tables of docs/ from raw data in the repository: docs/measurements/data, the
reports of experiments, shipped problem sets and proofs.

    scripts/measurement-tables.py           prints the rows
    scripts/measurement-tables.py --check   1 if a page lacks one of them, or raw data lack a header or a page

scripts/measure.py makes the files of docs/measurements/data. Tables of matches and of solvers have scripts
of their own (scripts/match-tables.py, scripts/endgame-tables.py).
"""

import collections
import csv
import functools
import gzip
import math
import struct
import sys
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
DATA = DOCS / "measurements" / "data"
HEADER = ["command", "program", "date", "machine"]
MOST_BYTES = 1_000_000


def read(path):
    return gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()


def data(name):
    """The rows of raw data, and what the header says."""
    (path,) = DATA.glob(f"{name}.*")
    lines = read(path).splitlines()
    said = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    return list(csv.DictReader(line for line in lines if not line.startswith("# "))), said


def table(*path):
    with open(DOCS.joinpath("experiments", *path)) as file:
        return list(csv.reader(file))[1:]


def line(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def minus(text):
    return text.replace("-", "−")


def share(count, of):
    return f"{100 * count / of:.0f} %"


def seconds(text):
    value = float(text)
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:.0f}"


@functools.cache
def problems(name):
    """The XML of a shipped set."""
    path = ROOT / "problems" / name
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
        return xml.etree.ElementTree.parse(file).getroot()


# Problem sets.

def data_card():
    for name in ("endgames.xml", "natural.xml", "strong.xml.gz", "puzzles.xml", "quick.xml", "large.xml.gz"):
        every = list(problems(name).iter("problem"))
        regions = len({one.get("id").rpartition("-")[0] for one in every})
        solved = sum(one.find("solution") is not None for one in every)
        sizes = [int(one.get("empties")) for one in every]
        parts = collections.Counter(one.get("split") for one in every)
        yield line(f"[{name}]({name})", *(f"{n:,}" for n in (len(every), regions, solved)),
                   f"{min(sizes)} to {max(sizes)}", *(f"{parts[part]:,}" for part in ("development", "test")))


def large_set():
    every = [(int(one.get("empties")), int(one.get("amazons")), one.find("solution") is not None)
             for one in problems("large.xml.gz").iter("problem")]
    sizes = [[one for one in every if low <= one[0] <= low + (5 if low == 45 else 4)] for low in range(10, 50, 5)]
    for groups in (sizes, [[one for one in every if one[1] == amazons] for amazons in range(2, 8)]):
        yield line("problems", *(f"{len(group):,}" for group in groups))
        yield line("solved, %", *(f"{100 * sum(one[2] for one in group) / len(group):.0f}" for group in groups))
    each = collections.Counter(one[0] for one in every)
    yield f"Each size from 10 to 50 has {min(each.values())} to {max(each.values())} problems."


PLAYERS = {
    "`one-ply:minimal-distance`": ["one-ply"], "`hybrid:nodes=1000`": ["hybrid"],
    "`alphabeta:lieberum` with 1,000, 5,000, 20,000 nodes": ["alphabeta-1k", "alphabeta-5k", "alphabeta-20k"],
    "`alphabeta:te,nodes=2000`": ["alphabeta-te-2k"],
    "`alphabeta:lieberum` against `alphabeta:mobility`, 2,000 nodes": ["alphabeta-mixed"],
    "`uct` with 300, 3,000 playouts": ["uct-300", "uct-3000"], "`mcts` with 300, 1,000 playouts": ["mcts-300", "mcts-1000"],
    "`uct:playouts=1000` against `alphabeta:lieberum,nodes=5000`": ["uct-alphabeta"],
    "`one-ply:te` against `alphabeta:lieberum,nodes=1000`": ["one-ply-alphabeta"],
    "`alphabeta:lieberum,nodes=2000` on 8 × 8": ["alphabeta-8x8"],
}


def large_set_players():
    """Of each pairing: its games and its problems."""
    records = {one.get("name").removesuffix(".sgf"): one for one in problems("large.xml.gz").iter("record")}
    counts = collections.Counter(one.find("from").get("record") for one in problems("large.xml.gz").iter("problem"))
    for players, names in PLAYERS.items():
        games = ", ".join(records[name].get("games") for name in names)
        yield line(games, players, ", ".join(f"{counts[records[name].get('id')]:,}" for name in names))


# Tables of regions.

# Shapes by squares: polyplets, https://oeis.org/A030222.
SHAPES = {7: 3031, 8: 18770, 9: 118133, 10: 758381}


def table_entries():
    with open(ROOT / "tables" / "shapes-8.amt", "rb") as file:
        assert struct.unpack_from("<4Q", file.read(64), 32)[1] == SHAPES[8]
    for strong, weak in ((1, 1), (2, 1), (2, 2), (3, 1)):
        # A placement and the same with colours swapped are one entry, where the sides are equal.
        entries = [SHAPES[n] * math.comb(n, strong) * math.comb(n - strong, weak) // (2 if strong == weak else 1) for n in (8, 9, 10)]
        yield line(f"{strong}v{weak}", *(f"{count:,}" for count in entries))


def different_values():
    of = {row["target"]: row for row in data("value-tables-growth")[0]}
    for name in ("1v1", "2v1", "2v2", "3v1"):
        yield line(name, *(f"{int(of[f'{name}:{squares}']['different_values']):,}" for squares in (7, 8)))


def growth():
    for row in data("value-tables-growth")[0]:
        entries, taken = int(row["entries"]), float(row["processor_seconds"])
        yield line(f"`{row['target']}`", f"{entries:,}", f"{taken:.1f} s", f"{1e6 * taken / entries:.1f}", f"{row['memory_mb']} MB",
                   f"{int(row['different_values']):,}")


def whole_values():
    for row in data("value-tables-whole")[0]:
        yield line(row["classes"], f"{int(row['positions']):,}", f"{int(row['processor_seconds']):,} s", f"{int(row['different_values']):,}",
                   f"{int(row['memory_mb']):,} MB", f"{int(row['disk_mb']):,} MB")


def atlas_times():
    for row in data("atlas-times")[0]:
        question = "`" + row["question"].replace("|", "\\|") + "`" if row["question"] else "none"
        yield line(question, f"{int(row['values']):,}", f"{int(row['regions']):,}", f"{float(row['processor_seconds']):.2f} s",
                   f"{row['memory_mb']} MB")


def batches():
    for row in data("many-positions-batches")[0]:
        size = f"{int(row['answer_bytes']) / 1e6:.0f} MB"
        yield line(f"`{row['options']}`", f"{float(row['processor_seconds']):.1f} s", size)


# Memory.

def scale_memory():
    for row in data("scale-memory")[0]:
        yield line(f"`{row['command']}`", seconds(row["processor_seconds"]), f"{row['memory_mb']} MB")


def shipped_tables():
    entries = 0
    files = [path for path in (ROOT / "tables").glob("[123]v[0123]-*.amt") if ".values" not in path.name]
    for path in files:
        with open(path, "rb") as file:
            strong, weak, squares, *_, shapes, _ = struct.unpack_from("<8B3Q", file.read(64), 32)
        entries += shapes * math.comb(squares, strong) * math.comb(squares - strong, weak) // (2 if strong == weak else 1)
    size = sum(path.stat().st_size for path in files)
    yield f"{entries / 1e6:.1f} million entries in {size / 1e6:.0f} MB"


def puzzles():
    """Where the shipped puzzles come from."""
    records = {one.get("id"): one.get("name") for one in problems("puzzles.xml").iter("record")}
    counts = collections.Counter(records[one.find("from").get("record")] for one in problems("puzzles.xml").iter("problem"))
    total, sums, small = counts.total(), counts["selfplay-2911.sgf"], counts["random-2911.sgf"]
    yield f"has {total} puzzles: {total - sums - small} of single regions from games of alpha-beta, {sums} of sums"
    yield f"and {small} of small sums from random games."


def unsettled():
    """Problems of the shipped set whose score is not proved."""
    for one in problems("endgames.xml").iter("problem"):
        bounds = one.find("unjudged")
        if bounds is not None and bounds.get("at-least") != bounds.get("at-most"):
            yield line(f"`{one.get('fen')}`", f"{bounds.get('at-least')} to {bounds.get('at-most')}")


# Proofs.

def stored(path):
    with open(path, "rb") as file:
        return struct.unpack_from("<Q", file.read(28), 20)[0]


RULES = ["0", "guards", "guards+1", "guards+2"]


def proof_files():
    walked = {row["file"]: int(row["walked"]) for row in data("proofs-walked")[0]}
    for board in ("4x4", "5x4", "4x5", "5x5", "4x6"):
        paths = [ROOT / "proofs" / f"{board}-{rule}.proof" for rule in RULES]
        yield line(board.replace("x", " × "), "stored", *(f"{stored(path):,}" for path in paths))
        yield line("", "bytes", *(f"{path.stat().st_size:,}" for path in paths)).replace("|  |", "| |")
        yield line("", "walked", *(f"{walked[path.name]:,}" for path in paths)).replace("|  |", "| |")


def verifier_speed():
    """Positions a second, where the walk takes at least a tenth of one."""
    of = {row["file"]: row for row in data("proofs-walked")[0]}
    for board in ("4x5", "4x6", "5x5", "4x7"):
        cells = []
        for rule in RULES:
            row = of.get(f"{board}-{rule}.proof")
            long_enough = row and float(row["processor_seconds"]) >= 0.1
            rate = int(row["walked"]) / float(row["processor_seconds"]) if long_enough else 0
            cells.append(f"{float(f'{rate:.2g}'):,.0f}" if long_enough else "")
        yield line(board.replace("x", " × "), *cells)


def proof_positions():
    """The positions of shipped proofs, as docs/small-boards.md names them."""
    for board in ("4x4", "5x4", "4x5", "5x5", "4x6"):
        yield " / ".join(f"{stored(ROOT / 'proofs' / f'{board}-{rule}.proof'):,}" for rule in RULES)
    for name in ("4x7", "6x4", "5x6-b1-b4_d4"):
        yield f"– / – / – / {stored(ROOT / 'proofs' / f'{name}-guards+2.proof'):,}"


def first_moves():
    """What the files of small boards say."""
    with open(DOCS / "small-boards-first-moves.csv") as file:
        rows = list(csv.DictReader(file))
    for board in ("5x5", "4x6"):
        of_board = [row for row in rows if row["board"] == board]
        yield "small-boards.md", ", ".join(row["move"] for row in of_board if row["winner"] == "White")
        hardest = max(of_board, key=lambda row: int(row["nodes"]))
        losing = "which loses" if hardest["winner"] == "Black" else "which wins"
        yield "measurements/small-boards.md", f"{int(hardest['nodes']) / 1e6:.0f} million", f"({hardest['move']}, {losing})"
    for name in ("b1-b2_c2", ""):
        with open(DOCS / f"small-boards-6x5{'-' + name if name else ''}.csv") as file:
            rows = list(csv.DictReader(file))
        won = sum(row["winner"] == "White" for row in rows)
        yield "small-boards.md", f"{won} of {len(rows)} replies"


def small_boards_nodes():
    for row in data("small-boards-nodes")[0]:
        yield line(row["board"], f"{int(row['nodes']):,}", f"{int(row['positions']):,}", seconds(row["processor_seconds"]))


# The judge.

def boards(rows, before):
    """Winners found, and those asked for."""
    of = [row[first] for row in rows if row["plies_before_end"] == str(before) for first in ("white_first", "black_first")]
    return sum(winner != "open" for winner in of), len(of)


PLIES = (10, 16, 22, 28, 34, 40)


def decided_boards():
    rows, _ = data("judge-boards")
    for before in PLIES:
        found, asked = boards(rows, before)
        yield line(before, f"{found} of {asked}", share(found, asked))


def boards_by_end():
    rows, _ = data("judge-boards")
    for name, low, high in (("up to 19", 0, 19), ("20 to 27", 20, 27), ("28 to 35", 28, 35), ("36 and more", 36, 99), ("all", 0, 99)):
        of = [row for row in rows if low <= int(row["empties_at_end"]) <= high]
        games = len({row["game"] for row in of})
        yield line(name, games, *("{} of {}".format(*boards(of, before)) for before in PLIES))


def regions_of_games():
    rows, _ = data("judge-regions")
    for name, low, high in (("2–4 amazons", 2, 4), ("5–8 amazons", 5, 8)):
        counts, shares = [], []
        for least, most in ((10, 24), (25, 29), (30, 34), (35, 39), (40, 49)):
            of = [row[first] for row in rows if low <= int(row["amazons"]) <= high and least <= int(row["empties"]) <= most
                  for first in ("white_first", "black_first")]
            exact = sum(score != "open" for score in of)
            counts.append(f"{exact} of {len(of)}")
            shares.append(share(exact, len(of)))
        yield line(name, *counts)
        yield line("", *shares).replace("|  |", "| |")


def judge_tables():
    rows, _ = data("judge-tables")
    for low, high in ((10, 14), (15, 19), (20, 24), (25, 29), (30, 34)):
        of = [row for row in rows if low <= int(row["empties"]) <= high]
        counts = [f"{sum(row[key] == '1' for row in of)} of {len(of)}" for key in ("without_solved", "with_solved")]
        # What a table answers at once takes no node; as one, it has a logarithm.
        ratios = [math.log(max(1, int(row["with_nodes"])) / max(1, int(row["without_nodes"]))) for row in of
                  if row["without_solved"] == row["with_solved"] == "1"]
        yield line(f"{low} to {high}", *counts, f"{math.exp(sum(ratios) / len(ratios)):.2f}")


def judge_small_boards():
    for row in data("judge-small-boards")[0]:
        after = f", after {row['after']}" if row["after"] else ""
        yield line(row["board"] + after, row["winner"].capitalize(), f"{int(row['nodes']):,}", seconds(row["processor_seconds"]))


def hot_regions_tables():
    yield from temperatures(data("hot-regions-tables")[0])


def hot_regions():
    rows, _ = data("hot-regions")
    yield from temperatures(rows)
    # Of the open ones, how far the mean is known.
    widths = sorted(fraction(row["mean_at_most"]) - fraction(row["mean_at_least"]) for row in rows
                    if not row["temperature"] and row["mean_at_least"])
    yield (f"{len(widths)} regions stay open: their means are known to within {widths[0]:g} to {widths[-1]:g}, half of them "
           f"to within {widths[len(widths) // 2]:g}.")


def temperatures(rows):
    for low in (12, 16, 20, 24):
        of = [row for row in rows if low <= int(row["squares"]) <= low + 3]
        exact = [row for row in of if row["temperature"]]
        canonical = sum(row["canonical"] == "1" for row in of)
        width = [fraction(row["temperature_at_most"]) - fraction(row["temperature_at_least"]) for row in of
                 if not row["temperature"] and row["temperature_at_least"]]
        yield line(f"{low}–{low + 3}", len(of), canonical, len(exact), sum(w <= 2 for w in width))


def fraction(text):
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def corners():
    for row in data("game-values-corners")[0]:
        assert row["expanded"] == "1", row
        yield line(row["board"], seconds(row["processor_seconds"]) + " s", f"{row['memory_mb']} MB", row["temperature"])


# The evaluation `learned`.

def right(rows, method):
    of = [row[method] for row in rows if row[method]]
    return of.count("1"), len(of)


def first_choices():
    endgames, real = (data(name)[0] for name in ("learned-first-choices", "learned-real-games"))
    for name in ("lieberum", "accessibility", "learned", "committee"):
        cells = []
        for rows in (endgames, real):
            found, of = right(rows, f"one-ply:{name}")
            cells.append(f"{100 * found / of:.1f} %")
        yield line(name, *cells)


def searches():
    from endgame_statistics import wilson
    rows, _ = data("learned-searches")
    for nodes in (10_000, 100_000):
        for player in ("alphabeta", "alphabeta:learned"):
            found, of = right(rows, f"{player}{',' if ':' in player else ':'}nodes={nodes}")
            low, high = wilson(found / of, of)
            yield line(f"`{player}`", f"{nodes:,}", f"{found} of {of}", f"{100 * found / of:.1f} %", f"{100 * low:.1f} – {100 * high:.1f}")


# Estimates.

def matches_of_players():
    """Of each match: its games, and how many the first player won."""
    of = collections.defaultdict(list)
    for row in data("players-matches")[0]:
        of[row["match"]].append(row["winner"] == row["first"])
    for match, won in of.items():
        share, half = wilson(sum(won), len(won))
        yield line(match, len(won), f"{100 * sum(won) / len(won):.1f} %", f"{100 * (share - half):.1f} – {100 * (share + half):.1f}")


def wilson(won, of, z=1.959964):
    """The middle and half the length of Wilson's interval at 95 %."""
    share, scale = won / of, 1 + z * z / of
    return (share + z * z / (2 * of)) / scale, z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / scale


def orders():
    """Nodes of all positions together."""
    nodes = collections.Counter()
    for row in data("players-orders")[0]:
        nodes[row["search"], row["order"]] += int(row["nodes"])
    searches = list(dict.fromkeys(search for search, _ in nodes))
    for order in dict.fromkeys(order for _, order in nodes):
        cells = (f"{nodes[search, order]:,}" if (search, order) in nodes else "–" for search in searches)
        yield line(f"`{order}`", *cells)


def bounds_in_endgames():
    of = collections.defaultdict(list)
    for row in data("players-bounds")[0]:
        of[row["solver"].replace("eval=", ""), row["nodes"]].append(row)
    for player in ("alphabeta", "alphabeta:learned"):
        for nodes in ("10000", "100000"):
            pair = [of[name, nodes] for name in (f"{player}{',' if ':' in player else ':'}bounds=false", player)]
            sums = [[sum(float(row[key]) for row in rows) for rows in pair]
                    for key in ("right", "proved", "spent", "processor_seconds")]
            cells = [f"{before:.0f} → {after:.0f}" for before, after in sums[:2]]
            cells.append(" → ".join(f"{value / 1e6:.1f}" for value in sums[2]))
            cells.append(" → ".join(f"{value:.1f}" for value in sums[3]))
            yield line(f"`{player}`", f"{int(nodes):,}", *cells)


SIZES = ((10, 99), (10, 18), (19, 26), (27, 99))


def right_of(rows):
    return f"{100 * sum(int(row['right']) for row in rows) / len(rows):.1f} %"


def proving():
    of = collections.defaultdict(list)
    for row in data("players-proving")[0]:
        of[row["solver"], row["nodes"]].append(row)
    for (solver, nodes), rows in of.items():
        yield line(f"`{solver}`", f"{int(nodes):,}", *(right_of([row for row in rows if low <= int(row["empties"]) <= high])
                                                      for low, high in SIZES))


def parameters_of_mcts():
    of = collections.defaultdict(list)
    for row in data("players-parameters")[0]:
        of[row["solver"], row["set"]].append(row)
    for solver in dict.fromkeys(solver for solver, _ in of):
        yield line(f"`{solver.removeprefix('mcts:')}`", *(right_of(of[solver, name]) for name in ("endgames.xml", "natural.xml")))


def percent_of_estimates(text):
    value = 100 * float(text)
    return f"{value:.1f} %" if 99 < value < 100 else f"{value:.0f} %"


def estimates():
    for tenth, count, mean, won, low, high in table("estimates", "calibration.csv"):
        last = int(tenth) * 10
        off = " – ".join(f"{100 * float(end):+.1f}".replace("-", "−") for end in (low, high))
        yield line(f"{last - 10} to {last} %", f"{int(count):,}", f"{100 * float(mean):.1f} %", f"{100 * float(won):.1f} %", off)
    shown = {"10": range(90, 0, -10), "8": range(50, 0, -10), "6": (20, 10)}
    for board, empties, count, named, other, opened, named_open, scored, distance, _ in table("estimates", "by-empties.csv"):
        if int(empties) in shown[board]:
            yield line(f"{board} × {board}", f"{int(empties) - 2} to {int(empties) + 2}", count, percent_of_estimates(named),
                       percent_of_estimates(other), opened, percent_of_estimates(named_open) if named_open else "–", scored,
                       f"{float(distance):.2f}" if distance else "–")


def estimates_in_review():
    of = {(row[0], row[1]): percent_of_estimates(row[3]) for row in table("estimates", "by-empties.csv")}
    for empties in (60, 50, 40, 30, 20):
        yield line(f"{empties - 2} to {empties + 2}", of["10", str(empties)], of.get(("8", str(empties)), "–"))


# Reports of experiments.

def hot_sums():
    for row in table("hot-sums", "table1.csv"):
        if row[0] in ("2", "4", "6", "8", "10", "12"):
            cells = [row[column] for column in (2, 3, 4, 6, 7, 8)]
            yield line(row[0], *(f"{int(cell.split()[0]):,}" + (f" {cell.split()[1]}" if "(200)" not in cell else "") for cell in cells))
    for row in table("hot-sums", "table3.csv"):
        if row[0] in ("2", "4", "6", "8", "10", "12"):
            cells = [cell for start in (1, 4) for cell in (row[start].split()[0], f"{float(row[start + 1]):.2f}", row[start + 2])]
            yield line(row[0], *cells)


def tic_tac_toe():
    best = {(row[0], row[1], row[2]): minus(row[3].lstrip("+").replace("-0.00", "0.00")) for row in table("tic-tac-toe", "table1.csv")}
    literature = {"I, learning while playing": ("0.15", "0.14"), "II, from a database": ("0.30", "0.50")}
    for (experiment, units, beta), equity in best.items():
        if beta == "5":
            thesis, patist = literature[experiment] if units == "80" else ("", "")
            cells = [units, equity, thesis, best[experiment, units, "adaptive"], patist]
            yield line(*cells).replace("|  |", "| |")
    for row in table("tic-tac-toe", "table2.csv"):
        yield line(*row[:3], *map(minus, row[3:]))


def uct():
    for playouts, me, _, te, _, rte, _ in table("uct-vs-alphabeta", "table1.csv"):
        cells = []
        for cell in (me, te, rte):
            count, rest = cell.split(": ")
            number, interval = rest.split(" ", 1)
            cells.append(f"{count.replace('/', ' of ')}: {number} % {interval}")
        paper = {"200000": ("100", "34")}.get(playouts, ("–", "–"))
        yield line(f"{int(playouts):,}", cells[0], paper[0], cells[1], paper[1], cells[2])


def hybrid():
    names = ["the report's hybrid | its alpha-beta, two plies", "the report's hybrid | its UCT, 70,000 playouts",
             "our hybrid | our alpha-beta, 1,000,000 nodes", "our hybrid | our MCTS, 35,000 playouts",
             "our alpha-beta, 1,000,000 nodes | our MCTS, 35,000 playouts"]
    for name, row in zip(names, table("hybrid", "table1.csv"), strict=True):
        count, rest = row[3].split("/50: ")
        number, interval = rest.split(" ", 1)
        yield line(name, count, f"{number} % {interval}")


def networks():
    of = {row[0]: row for row in table("networks", "table1.csv")}
    singles = {"lieberum": "Lieberum's function", "minimal-distance": "minimal distance",
               "units-40-adaptive": "*open questions:* UNITS-40, with a learned steepness β",
               "units-40-40": "UNITS, two hidden layers of 40", "units-40-longer-4": "UNITS-40, four times the examples",
               "distances-40": "DISTANCES-40: queen and king distances as inputs"}
    for key, name in singles.items():
        _, error, thesis, training, _, late = of[key]
        yield line(name, error, thesis.replace("open", ""), training, late).replace("|  |", "| |").replace("|  |", "| |")
    for kind in ("units", "mobility", "bits"):
        rows = [of[f"{kind}-{units}"] for units in (40, 80, 160)]
        cells = [" / ".join(row[column] for row in rows) for column in (1, 3, 5)]
        yield " | ".join(["", cells[0], "0.37 – 0.38", *cells[1:], ""]).strip()


PAGES = {
    "../problems/README.md": [data_card],
    "large-set.md": [large_set, large_set_players],
    "tables.md": [table_entries, batches, different_values],
    "guide-tables.md": [shipped_tables],
    "puzzles.md": [puzzles],
    "small-boards.md": [proof_positions],
    "game-values.md": [corners, decided_boards],
    "review.md": [estimates_in_review],
    "measurements/judge.md": [unsettled, boards_by_end, regions_of_games, judge_tables, judge_small_boards],
    "measurements/hot-regions.md": [hot_regions, hot_regions_tables],
    "measurements/players.md": [matches_of_players, bounds_in_endgames, proving, parameters_of_mcts, orders],
    "measurements/learned.md": [first_choices, searches],
    "measurements/proofs.md": [proof_files, verifier_speed],
    "measurements/atlas.md": [atlas_times],
    "measurements/scale.md": [scale_memory],
    "measurements/value-tables.md": [growth, whole_values],
    "measurements/small-boards.md": [small_boards_nodes],
    "experiments/estimates.md": [estimates],
    "experiments/hot-sums.md": [hot_sums],
    "experiments/hybrid.md": [hybrid],
    "experiments/networks.md": [networks],
    "experiments/tic-tac-toe.md": [tic_tac_toe],
    "experiments/uct-vs-alphabeta.md": [uct],
}


def rows():
    """(page, what it has to say), one at a time."""
    for page, parts in PAGES.items():
        for part in parts:
            for row in part():
                yield page, row
    for page, *rows_of_page in first_moves():
        for row in rows_of_page:
            yield page, row


def faults_of_data():
    """Raw data without a header, that no page names, or that are too large."""
    pages = "".join(path.read_text() for path in DOCS.rglob("*.md"))
    files = sorted(DATA.iterdir())
    for path in files:
        head = read(path).splitlines()[: len(HEADER)]
        if [text.split(":")[0] for text in head] != [f"# {key}" for key in HEADER]:
            yield f"{path.name}: expected a header: {', '.join(HEADER)}"
        if path.name not in pages:
            yield f"{path.name}: expected a page that names it"
    total = sum(path.stat().st_size for path in files)
    if total > MOST_BYTES:
        yield f"{DATA.name}: {total:,} bytes; expected at most {MOST_BYTES:,}"


def main():
    check = "--check" in sys.argv[1:]
    text = functools.cache(lambda page: " ".join((DOCS / page).read_text().split()))
    count, failed = 0, 0
    for page, row in rows():
        count += 1
        there = " ".join(row.split()) in text(page)
        failed += not there
        if not check:
            print(f"{page}: {row}" + ("" if there else "   NOT ON THE PAGE"))
        elif not there:
            print(f"docs/{page} lacks what the raw data give: {row}", file=sys.stderr)
    for fault in faults_of_data():
        failed += 1
        print(f"docs/measurements/data: {fault}", file=sys.stderr)
    print(f"{count} rows and sentences compared, {failed} missing")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
