#!/usr/bin/env python3
"""Fits the chances of winning that go with estimates (src/estimate/chance.rs), and measures them.

    scripts/fit-estimates.py DIR                    # plays, proves and searches, then fits and reports
    scripts/fit-estimates.py DIR --report           # only fits and reports, from DIR/points.csv.gz
    scripts/fit-estimates.py DIR --records FILE     # measures the curve in force on a record instead

It is run again when the strongest player (STRONGEST in src/solvers/registry.rs) changes. The player
plays games against itself on boards of three sizes, those for the fit with other openings and other
limits than those for the test. The fit counts who won the game. For the test, `amazons review` proves
winners and scores from the end of each game backwards; the winner of the first ply from which on it is
always proved is the later proved winner of all positions before. `amazons engine --analysis` makes the
searches of estimates, and the Python package computes Lieberum's function without a search.

DIR then has the games, `points.csv.gz` with a row for each position, the tables `calibration.csv`
and `by-empties.csv`, the figure `reliability.svg`, and `curve.txt` with the numbers for the source
code. Figures of a record leave nothing but the tables. Everything is limited by nodes, so the numbers
are the same on every machine.
"""

import argparse
import csv
import gzip
import json
import math
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import amazons  # pip install ./python

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
PLAYER = "alphabeta:learned"
# The numbers of the curve, in the source code and here.
NAMES = ("scale", "by_share", "tempo")
# Smaller boards count as this many squares.
SMALLEST = 36
# Name, board, games, nodes a move, seed of the openings.
RUNS = [
    ("fit", 10, 400, 2000, 1),
    ("fit", 8, 200, 2000, 2),
    ("fit", 6, 100, 2000, 3),
    ("test", 10, 300, 3000, 1001),
    ("test", 8, 200, 3000, 1002),
    ("test", 6, 100, 3000, 1003),
]
# Of the positions of a game, every so many are looked at: neighbours say much the same.
EVERY = {"fit": 9, "test": 5}
# The share of empty squares below which positions are left out of the fit.
LATE = 0.3
# Nodes for the proofs of a review, and for the search of an estimate.
PROOF, SEARCH = 5_000, 5_000
COLUMNS = ["set", "board", "game", "ply", "side", "empties", "lead", "lieberum", "open", "winner", "score"]


def run(program, *arguments, stdin=None):
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{program} {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def lead_of(score):
    """The lead of a score, from White's side: W+3 is 3.5."""
    by = int(score[2:]) + 0.5
    return by if score[0] == "W" else -by


def leads(program, fens, limits):
    """The leads of searches as an estimate takes them: the mean of the last depth and the one before."""

    def answers(questions):
        lines = "".join(json.dumps({"id": str(i), "fen": fens[i], **asked}) + "\n" for i, asked in questions)
        text = run(program, "engine", PLAYER + ",ends=score,finish=none", "--analysis", "--threads", "1", stdin=lines)
        return {int(one["id"]): one for one in map(json.loads, text.splitlines())}

    last = answers([(i, limits) for i in range(len(fens))])
    lead = lambda answer: answer["lines"][0]["lead"] if answer["lines"] else None
    deep = [(i, {**limits, "depth": one["depth"] - 1}) for i, one in last.items() if one["depth"] > 1]
    before = answers(deep)
    both = [(lead(last[i]), lead(before[i]) if i in before else None) for i in range(len(fens))]
    return [one if other is None or one is None else round((one + other) / 2, 2) for one, other in both]


def proofs_of(program, record):
    """What is proved of each game: the later proved winner, and winner and score before each ply."""
    text = run(program, "review", record, "--no-estimate", "--no-tables", "--nodes", str(PROOF), "--format", "json")
    for game in map(json.loads, text.splitlines()):
        start, plies = game["summary"]["judged_from"], game["plies"]
        yield plies[start - 1]["winner"] if start else game["summary"]["winner"], plies


def points_of(program, name, record, limits, prove, every):
    """The positions of a record with their leads and the winner: the later proved one, or that of the game."""
    points, positions = [], []
    games = list(amazons.read_games(record))
    proofs = list(proofs_of(program, record)) if prove else [(None, None)] * len(games)
    for number, (game, (winner, plies)) in enumerate(zip(games, proofs), 1):
        result = game.tags.get("RE", "?")[0]
        winner = winner or {"W": "white", "B": "black"}.get(result)
        if winner is None:
            continue
        for ply in range(number % every, len(game), every):
            position, proof = game.position(ply), plies[ply] if plies else {"winner": None, "score": None}
            static = position.evaluate("lieberum")[0].value - 0.5
            positions.append(position.fen)
            points.append({
                "set": name, "board": position.width, "game": number, "ply": ply + 1, "side": position.side,
                "empties": position.empties, "lieberum": round(static if position.side == "white" else -static, 2),
                # Once it is proved, the winner is that of the position.
                "open": int(proof["winner"] is None), "winner": proof["winner"] or winner, "score": proof["score"] or "",
            })
    for point, lead in zip(points, leads(program, positions, limits)):
        point["lead"] = lead
    return [point for point in points if point["lead"] is not None]


def chance(curve, point, lead):
    scale, by_share, tempo = curve
    sign = 1 if point["side"] == "white" else -1
    grow = by_share * point["empties"] / max(point["board"] ** 2, SMALLEST)
    scale = max(1e-4, scale * math.exp(max(-30.0, min(30.0, grow))))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, (lead + sign * tempo) / scale))))


def won(point):
    return 1.0 if point["winner"] == "white" else 0.0


def brier(points, of):
    return sum((of(point) - won(point)) ** 2 for point in points) / len(points)


def fit(points, key):
    """The curve of least logarithmic loss, by Nelder and Mead's method."""
    data = [(p, p[key], won(p)) for p in points]

    def loss(values):
        curve = (math.exp(values[0]), *values[1:])
        total = 0.0
        for point, lead, result in data:
            p = min(max(chance(curve, point, lead), 1e-9), 1 - 1e-9)
            total -= math.log(p if result else 1 - p)
        return total / len(data)

    start = [0.0, 2.0, 0.0]
    simplex = [start] + [[x + (0.3 if i == k else 0.0) for i, x in enumerate(start)] for k in range(3)]
    simplex = sorted((loss(x), x) for x in simplex)
    for _ in range(400):
        worst = simplex[-1]
        if worst[0] - simplex[0][0] < 1e-9:
            break
        middle = [sum(x[i] for _, x in simplex[:-1]) / 3 for i in range(3)]
        along = lambda t: [m + t * (m - w) for m, w in zip(middle, worst[1])]
        tried = along(1.0)
        value = loss(tried)
        if value < simplex[0][0]:
            further = along(2.0)
            at = loss(further)
            value, tried = min((at, further), (value, tried))
        elif value >= simplex[-2][0]:
            tried = along(0.5 if value < worst[0] else -0.5)
            value = loss(tried)
        if value < worst[0]:
            simplex[-1] = (value, tried)
        else:
            best = simplex[0][1]
            shrunk = [[b + (x - b) / 2 for x, b in zip(one, best)] for _, one in simplex[1:]]
            simplex = [simplex[0]] + [(loss(x), x) for x in shrunk]
        simplex.sort()
    best = simplex[0][1]
    return (math.exp(best[0]), *best[1:])


def tenth_of(share):
    """The number of the tenth that a chance is in, from 0."""
    return min(9, int(10 * share))


def tenths(points, of):
    """For each tenth of White's chance: its number, positions, mean chance, share that White won."""
    rows = []
    for tenth in range(10):
        here = [p for p in points if tenth_of(of(p)) == tenth]
        if here:
            mean = sum(map(of, here)) / len(here)
            rows.append((tenth, len(here), mean, sum(map(won, here)) / len(here)))
    return rows


def off_by(points, of, samples=2000):
    """For each tenth of White's chance: the 95 % interval of the share won less the mean chance.

    Whole games are drawn, since the positions of one have the same winner."""
    games = {}
    for p in points:
        share = of(p)
        games.setdefault((p["board"], p["game"]), []).append((tenth_of(share), won(p) - share))
    games, chance_of = list(games.values()), random.Random(1)
    drawn = [[] for _ in range(10)]
    for _ in range(samples):
        sums, counts = [0.0] * 10, [0] * 10
        for game in chance_of.choices(games, k=len(games)):
            for tenth, off in game:
                sums[tenth] += off
                counts[tenth] += 1
        for tenth in filter(counts.__getitem__, range(10)):
            drawn[tenth].append(sums[tenth] / counts[tenth])
    ends = lambda offs: (offs[len(offs) // 40], offs[-1 - len(offs) // 40])
    return {tenth: ends(sorted(offs)) for tenth, offs in enumerate(drawn) if offs}


def by_empties(points):
    """By board and empty squares: positions, shares of winners that the leads name, how far leads are from scores.

    Thirty empty squares are an endgame on 10 x 10 and the opening on 6 x 6, so boards are not mixed.
    """
    rows = []
    right = lambda p, key: (p[key] > 0) == (p["winner"] == "white")
    share = lambda of, key: sum(right(p, key) for p in of) / len(of) if of else None
    boards = sorted({p["board"] for p in points}, reverse=True)
    for board, middle in [(board, middle) for board in boards for middle in range(90, -1, -5)]:
        here = [p for p in points if p["board"] == board and abs(p["empties"] - middle) <= 2]
        if not here:
            continue
        still = [p for p in here if p["open"]]
        scored = sorted(abs(p["lead"] - lead_of(p["score"])) for p in here if p["score"])
        rows.append({
            "board": board, "empties": middle, "positions": len(here), "named": share(here, "lead"),
            "lieberum": share(here, "lieberum") if "lieberum" in here[0] else None,
            "open": len(still), "named_open": share(still, "lead"),
            "scored": len(scored),
            "mean_distance": sum(scored) / len(scored) if scored else None,
            "median_distance": scored[len(scored) // 2] if scored else None,
        })
    return rows


def diagram(rows, path):
    """The reliability diagram: chance against share won."""
    x = lambda share: 60 + 400 * share
    y = lambda share: 430 - 400 * share
    most = max(count for _, count, _, _ in rows)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" font-family="sans-serif" font-size="13" role="img">',
        "<title>Reliability: how often White won against the chance that was estimated</title>",
        '<rect width="480" height="480" fill="#fff"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#888" stroke-dasharray="5 5"/>',
        f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" fill="none" stroke="#222"/>',
    ]
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        parts.append(f'<text x="{x(share):.0f}" y="{y(0) + 18:.0f}" text-anchor="middle" fill="#555">{100 * share:.0f} %</text>')
        parts.append(f'<text x="{x(0) - 6:.0f}" y="{y(share) + 4:.0f}" text-anchor="end" fill="#555">{100 * share:.0f} %</text>')
    points = " ".join(f"{x(mean):.1f},{y(share):.1f}" for _, _, mean, share in rows)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0072b2" stroke-width="2"/>')
    for _, count, mean, share in rows:
        radius = 3 + 7 * math.sqrt(count / most)
        parts.append(f'<circle cx="{x(mean):.1f}" cy="{y(share):.1f}" r="{radius:.1f}" fill="#0072b2" fill-opacity=".7"><title>{count} positions</title></circle>')
    parts.append('<text x="260" y="470" text-anchor="middle" fill="#222">estimated chance that White wins</text>')
    parts.append('<text x="14" y="230" text-anchor="middle" fill="#222" transform="rotate(-90 14 230)">share that White won</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n")


def shown(value, digits=3):
    return "" if value is None else value if isinstance(value, (int, str)) else f"{value:.{digits}f}"


def report(points, curve, static, directory, prefix=""):
    """Writes the tables, and prints what they say."""
    of = lambda p: chance(curve, p, p["lead"])
    empties = by_empties(points)
    # Where the winner is proved, the chance is 0 or 1, and no curve is asked.
    points = [p for p in points if p["open"]]
    rows = tenths(points, of)
    with open(directory / f"{prefix}calibration.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["tenth", "positions", "mean_chance", "white_won", "off_low", "off_high"])
        between = off_by(points, of)
        for tenth, count, mean, share in rows:
            out.writerow([tenth + 1, count, shown(mean), shown(share), *map(shown, between[tenth])])
    with open(directory / f"{prefix}by-empties.csv", "w", newline="") as file:
        out = csv.DictWriter(file, empties[0].keys())
        out.writeheader()
        out.writerows({key: shown(value) for key, value in row.items()} for row in empties)
    print(f"{len(points)} positions without a proved winner")
    print("Brier score of the estimates:", shown(brier(points, of), 4))
    if static:
        print("of a curve of Lieberum's lead:", shown(brier(points, lambda p: chance(static, p, p["lieberum"])), 4))
    for tenth, count, mean, share in rows:
        print(f"  tenth {tenth + 1:2}: {count:6} positions, chance {mean:.3f}, White won {share:.3f}, off by {100 * (share - mean):+.1f}")
    for row in empties:
        print("  " + ", ".join(f"{key} {shown(value)}" for key, value in row.items() if value is not None))
    return rows


def read(path):
    with gzip.open(path, "rt", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for key in ("board", "game", "ply", "empties", "open"):
            row[key] = int(row[key])
        for key in ("lead", "lieberum"):
            row[key] = float(row[key])
    return rows


def curve_in_force():
    text = (ROOT / "src/estimate/chance.rs").read_text()
    text = text[text.index("const CURVE"):]
    number = lambda name: float(re.search(rf"\b{name}: (-?[0-9.]+)", text)[1])
    return tuple(number(name) for name in NAMES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--program", default=str(TARGET / "release" / "amazons"))
    parser.add_argument("--report", action="store_true", help="only fit and report")
    parser.add_argument("--records", type=Path, help="measure the curve in force on these games")
    parser.add_argument("--time", help="the time of a search for --records, in place of nodes")
    parser.add_argument("--threads", default="2", help="records at once")
    options = parser.parse_args()
    directory = options.directory
    directory.mkdir(parents=True, exist_ok=True)
    if options.records:
        limits = {"time": options.time} if options.time else {"nodes": SEARCH}
        points = points_of(options.program, "records", str(options.records), limits, True, EVERY["test"])
        report(points, curve_in_force(), None, directory, "records-")
        return
    path = directory / "points.csv.gz"
    if not options.report:
        def played(one):
            name, board, games, nodes, seed = one
            record = directory / f"{name}-{board}.sgf"
            run(
                options.program, "selfplay", PLAYER, "-o", str(record), "--games", str(games), "--nodes", str(nodes),
                "--size", f"{board}x{board}", "--seed", str(seed), "--threads", "1",
            )
            print(f"{name}, {board} x {board}: {games} games", file=sys.stderr)
            return points_of(options.program, name, str(record), {"nodes": SEARCH}, name == "test", EVERY[name])

        with ThreadPoolExecutor(int(options.threads)) as pool:
            points = [point for some in pool.map(played, RUNS) for point in some]
        with open(path, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as packed:
            lines = [",".join(COLUMNS)] + [",".join(str(p[c]) for c in COLUMNS) for p in points]
            packed.write(("\n".join(lines) + "\n").encode())
    points = read(path)
    # Late positions are mostly proved, and no chance of theirs is asked for.
    fitted = [p for p in points if p["set"] == "fit" and p["empties"] >= LATE * p["board"] ** 2]
    tested = [p for p in points if p["set"] == "test"]
    curve, static = fit(fitted, "lead"), fit(fitted, "lieberum")
    line = "const CURVE: Curve = Curve { " + ", ".join(f"{n}: {v:.4f}" for n, v in zip(NAMES, curve)) + " };"
    (directory / "curve.txt").write_text(line + "\n")
    print(line)
    rows = report(tested, tuple(round(v, 4) for v in curve), static, directory)
    diagram(rows, directory / "reliability.svg")


if __name__ == "__main__":
    main()
