#!/usr/bin/env python3
"""Tests of matches: every pair of players against an even result, and players compared on the openings
that they share against one opponent.

    scripts/match-tables.py GAMES.jsonl.gz…    prints the tables of each match as Markdown
    scripts/match-tables.py --check            1 if a page of docs/experiments lacks what the games give

Reads the games of `amazons match` and `amazons reproduce`, compressed or not. Each opening is played with
both colours, and these games are one cluster: intervals are at 95 % and clustered by opening, and tests
are exact over all choices of signs of whole openings (scripts/endgame_statistics.py), with Holm's
correction over all tests of a match.
"""

import collections
import gzip
import itertools
import json
import sys
from pathlib import Path

import endgame_statistics as statistics

PAGES = Path(__file__).resolve().parent.parent / "docs" / "experiments"


class Match:
    """The games of a match by pairs of players."""

    def __init__(self, path):
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt") as lines:
            header, *games = map(json.loads, lines)
        self.players = header["players"]
        self.met = collections.defaultdict(list)
        for game in games:
            white, black = game["white"], game["black"]
            won = game["winner"] == "w"
            self.met[white, black].append((game["opening"], won))
            self.met[black, white].append((game["opening"], not won))

    def number(self, *parts):
        """The one player whose text has all these parts."""
        (found,) = [n for n, text in enumerate(self.players) if all(part in text for part in parts)]
        return found

    def pairs(self, pairs=None):
        """For each pair: (wins, games, share, low, high, p against an even result, p by Holm)."""
        pairs = pairs or sorted(pair for pair in self.met if pair[0] < pair[1])
        found = {}
        for pair in pairs:
            games = self.met[pair]
            signs = [(opening, 1 if won else -1) for opening, won in games]
            found[pair] = (sum(won for _, won in games), len(games), *statistics.share(games),
                           statistics.sign_flips(signs))
        corrected = statistics.holm([line[-1] for line in found.values()])
        return {pair: (*line, p) for (pair, line), p in zip(found.items(), corrected)}

    def differences(self, compared):
        """For each (first, second, opponent): (difference in equity, low, high, p, p by Holm)."""
        found = {}
        for first, second, opponent in compared:
            games = [(opening, sign * won) for player, sign in ((first, 1), (second, -1))
                     for opening, won in self.met[player, opponent]]
            # As many games of the one as of the other: (wins − losses) / games differs by four means.
            ends = (4 * value for value in statistics.difference(games))
            found[first, second, opponent] = (*ends, statistics.sign_flips(games))
        corrected = statistics.holm([line[-1] for line in found.values()])
        return {key: (*line, p) for (key, line), p in zip(found.items(), corrected)}


def signed(value):
    return f"{value:+.2f}".replace("-", "−")


def p_value(p):
    return "< 0.0001" if p < 1e-4 else f"{p:.2g}"


def equity(line):
    wins, games, share, low, high, *_ = line
    return f"{signed(2 * share - 1)} ({signed(2 * low - 1)} – {signed(2 * high - 1)})"


def percents(line):
    return "{:.0f} ({:.0f} – {:.0f})".format(*(100 * value for value in line[2:5]))


def print_tables(path):
    match = Match(path)
    print(f"{path.name}\n\n| first – second | wins | games | share, % | p | p, Holm |\n|---|---:|---:|---:|---:|---:|")
    for (first, second), line in match.pairs().items():
        names = f"`{match.players[first]}` – `{match.players[second]}`"
        print(f"| {names} | {line[0]} | {line[1]} | {percents(line)} | {p_value(line[5])} | {p_value(line[6])} |")
    everyone = range(len(match.players))
    opponents = [n for n in everyone if all((n, other) in match.met for other in everyone if other != n)]
    # A gauntlet has one player whom all others met.
    if len(match.players) > 2 and len(opponents) == 1:
        (opponent,) = opponents
        others = [n for n in everyone if n != opponent]
        compared = [(*pair, opponent) for pair in itertools.combinations(others, 2)]
        print(f"\nEquities against `{match.players[opponent]}`\n\n| first − second | difference | p | p, Holm |\n|---|---:|---:|---:|")
        for (first, second, _), (difference, low, high, p, corrected) in match.differences(compared).items():
            names = f"`{match.players[first]}` − `{match.players[second]}`"
            ends = f"({signed(low)} – {signed(high)})"
            print(f"| {names} | {signed(difference)} {ends} | {p_value(p)} | {p_value(corrected)} |")
    print()


def tests(line):
    return f"{p_value(line[5])} | {p_value(line[6])} |"


def game_progress():
    match = Match(PAGES / "game-progress" / "games.jsonl.gz")
    orders = {"MN": "mn", "TGP": "tgp", "MGP": "mgp", "MTGP": "mtgp", "no categories": "none", "fixed weights": "fixed"}
    names = ["TGP – MN", "MGP – MN", "MTGP – MN", "MGP – TGP", "MTGP – TGP", "MTGP – MGP", "MN – no categories",
             "MN – fixed weights", "fixed weights – no categories"]
    number = {name: match.number(f"order={order},") for name, order in orders.items()}
    pairs = [tuple(number[one] for one in name.split(" – ")) for name in names]
    for name, line in zip(names, match.pairs(pairs).values()):
        yield f"| {name} | {line[0]} – {line[1] - line[0]} | {percents(line)} | {tests(line)}"
    (line,) = Match(PAGES / "game-progress" / "refit.jsonl.gz").pairs().values()
    yield f"{line[0]} – {line[1] - line[0]}, {percents(line)} %, p {p_value(line[5])}"


def hybrid():
    match = Match(PAGES / "hybrid" / "match.jsonl.gz")
    # The hybrid, alpha-beta, MCTS.
    names = {(0, 1): "| hybrid | alpha-beta, 1,000,000 nodes", (0, 2): "| hybrid | MCTS, 280,000 playouts",
             (1, 2): "| alpha-beta, 1,000,000 nodes | MCTS, 280,000 playouts"}
    for pair, line in match.pairs(list(names)).items():
        yield f"{names[pair]} | {line[0]} | {line[1]} | {percents(line)} | {tests(line)}"


def uct():
    lines = Match(PAGES / "uct-vs-alphabeta" / "games.jsonl.gz").pairs().values()
    even = [line for line in lines if line[6] >= 0.05]
    worst = max(line[6] for line in lines if line[6] < 0.05)
    assert len(even) == 1 and even[0][:2] == (48, 100)
    yield f"p is at most {p_value(worst)} for {len(lines) - 1} of the {len(lines)} pairs and {p_value(even[0][6])} for the 48 wins"


def networks():
    for line in Match(PAGES / "networks" / "reference.jsonl.gz").pairs().values():
        turned = (line[1] - line[0], line[1], 1 - line[2], 1 - line[4], 1 - line[3])
        yield equity(turned)
    match = Match(PAGES / "networks" / "equities.jsonl.gz")
    searches, opponents = ["one-ply:", "alphabeta:", "mcts:"], [39, 40]
    kinds = ["units-40-adaptive@", "units-40-40@", "distances-40@", "units-40-longer-4@"]
    compared = [(match.number(search, kind), match.number(search, "units-40@"), opponent)
                for opponent in opponents for search in searches for kind in kinds]
    found = match.differences(compared)
    by_kind = collections.defaultdict(list)
    for (first, _, _), line in found.items():
        (kind,) = [kind for kind in kinds if kind in match.players[first]]
        by_kind[kind].append(line[-1])
    distances = sorted(by_kind.pop("distances-40@"))
    others = min(min(values) for values in by_kind.values())
    assert distances[4] < 1e-4
    yield (f"all {len(found)} of these differences, five of the six of DISTANCES have p < 0.0001 (the sixth "
           f"{p_value(distances[5])}), and all others {p_value(others)} or more")


PARTS = {"game-progress.md": game_progress, "hybrid.md": hybrid, "uct-vs-alphabeta.md": uct, "networks.md": networks}


def check():
    failed = count = 0
    for page, lines in PARTS.items():
        text = " ".join((PAGES / page).read_text().split())
        for line in lines():
            count += 1
            if line not in text:
                failed += 1
                print(f"docs/experiments/{page} lacks what the games give: {line}", file=sys.stderr)
    print(f"{count} rows and sentences compared, {failed} missing")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--check"]:
        sys.exit(check())
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in map(Path, sys.argv[1:]):
        print_tables(path)


if __name__ == "__main__":
    main()
