#!/usr/bin/env python3
"""Makes the tables and drawings of docs/atlas.md from tables of game values.

    amazons tables build --values 1v0:10 1v1:10 2v1:10 2v2:10 3v1:8 --tables DIR --memory 12GiB
    scripts/atlas-page.py --tables DIR           # writes the blocks of the page and its drawings
    scripts/atlas-page.py --tables DIR --check   # writes nothing; exit code 1 if the page says something else
    scripts/atlas-page.py --strips 7 --csv FILE  # all placements of an amazon a side on 2 x n strips, to n = 7;
                                                 # placements that FILE already has are left as they are

Every figure of a block comes from `amazons atlas`, and those of strips from `amazons thermograph`. A block
stands between `<!-- atlas: NAME -->` and `<!-- end -->`. --program names another program than the one
that cargo has built.
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import permutations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
PAGE = ROOT / "docs/atlas.md"
IMAGES = ROOT / "docs/images"
BLOCK = re.compile(r"(<!-- atlas: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)

FINER = ["1/64", "1/128"]
SMALLS = ["*", "*2", "*3", "*4", "^", "^*", "^2", "^2*", "^3", "^3*", "^4", "^5", "^6"]


class Atlas:
    """The program with its tables."""

    def __init__(self, program, tables):
        self.program, self.tables = program, tables

    def lines(self, *words):
        command = [self.program, "atlas", *words, "--tables", self.tables, "--format", "json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1) or not done.stdout:
            sys.exit(done.stderr or f"{command}: no answer")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def ask(self, *words):
        return self.lines(*words)[0]

    def smallest(self, value):
        """The smallest region of a value, and how many regions of its size and class have it."""
        found = self.ask(value, "--count=1")["found"]
        if not found:
            return None
        region = found[0]
        here = self.ask(value, f"--squares={region['squares']}", f"--class={region['class']}", "--count=1")
        return region, here["regions"]

    def numbers(self):
        """All numbers above 0 that regions have, integers apart, the simplest first."""
        found = self.ask("--number", "--mean=>0", "--count=1000")["found"]
        numbers = {Fraction(region["game_value"]) for region in found}
        fractions = [number for number in numbers if number.denominator > 1]
        return [str(number) for number in sorted(fractions, key=lambda x: (x.denominator, x))]

    def tinies(self):
        """All tiny x with a number x, by x."""
        found = self.ask("--tiny", "--count=1000")["found"]
        threats = {Fraction(region["game_value"][2:]) for region in found}
        return [f"+_{threat}" for threat in sorted(threats)]


def table(head, rows):
    align = ["---" if i == 0 else "---:" if column.endswith(" ") else "---" for i, column in enumerate(head)]
    lines = ["| " + " | ".join(column.strip() for column in head) + " |", "|" + "|".join(align) + "|"]
    escaped = lambda cell: str(cell).replace("|", "\\|")
    return "\n".join(lines + ["| " + " | ".join(map(escaped, row)) + " |" for row in rows]) + "\n"


def grouped(number):
    return f"{number:,}"


def counts(survey):
    head = ["class", "squares ", "regions ", "values ", "numbers ", "finest", "switches ", "infinitesimals ",
            "all small ", "nimbers ", "tinies ", "hottest"]
    rows = []
    for one in survey:
        if one["class"] in ("1v0", "2v0", "3v0"):
            continue
        part = "" if one["complete"] else " (a part)"
        numbers = [one[key] for key in ("regions", "values", "numbers")]
        small = [one[key] for key in ("switches", "infinitesimals", "all_small", "nimbers", "tinies")]
        rows.append([one["class"], f"{one['squares']}{part}", *map(grouped, numbers), one["finest"],
                     *map(grouped, small), one["hottest"]["amount"]])
    rows.sort(key=lambda row: row[0])
    return table(head, rows)


def named(atlas, values):
    rows = []
    for value in values:
        found = atlas.smallest(value)
        if found is None:
            rows.append([f"`{value}`", "none found", "", "", ""])
            continue
        region, count = found
        rows.append([f"`{value}`", region["squares"], region["class"], grouped(count), f"`{region['fen']}`"])
    return table(["value", "squares ", "class", "regions of that size ", "the first of them"], rows)


def extremes(survey):
    rows = []
    for one in survey:
        if one["class"] in ("1v0", "2v0", "3v0") or not one["complete"] or one["squares"] < 5:
            continue
        cells = [one["class"], one["squares"], one["hottest"]["amount"], f"`{one['hottest']['fen']}`"]
        for key in ("largest_gap", "largest_gap_of_numbers"):
            gap = one[key]
            cells += [gap["amount"], f"`{gap['fen']}`"] if gap else ["", ""]
        rows.append(cells)
    rows.sort(key=lambda row: row[0])
    head = ["class", "squares ", "hottest ", "region", "largest gap ", "region", "of a number ", "region"]
    return table(head, rows)


def searched(answer):
    parts = {}
    for one in answer["searched"]:
        text = str(one["squares"]) if one["complete"] else f"{one['squares']} (a part)"
        parts.setdefault(one["class"], []).append((one["squares"], one["complete"]))
    texts = []
    for name, sizes in parts.items():
        whole = [size for size, complete in sizes if complete]
        text = f"{name} to {max(whole)}" if whole else f"{name}"
        partly = [size for size, complete in sizes if not complete]
        texts.append(text + (f" and a part of {partly[0]}" if partly else ""))
    return ", ".join(texts) + "\n"


def sheet(atlas, values, name):
    """Boards side by side, each with its value."""
    boards, left, height = [], 0, 0
    for value in values:
        found = atlas.smallest(value)
        if found is None:
            continue
        drawn = subprocess.run([atlas.program, "show", found[0]["fen"], "--svg", "-"], capture_output=True, text=True)
        inner = drawn.stdout
        size = re.search(r'width="(\d+)" height="(\d+)"', inner)
        width, tall = map(int, size.groups())
        scale = 0.62
        caption = f'<text x="{left + width * scale / 2:.0f}" y="16" text-anchor="middle">{value}</text>'
        place = f'<svg x="{left}" y="22" width="{width * scale:.0f}" height="{tall * scale:.0f}" '
        body = re.sub(r'^<svg xmlns="[^"]*" width="\d+" height="\d+" ', place, inner.strip())
        boards.append(caption + "\n" + body)
        left += max(int(width * scale), 60) + 14
        height = max(height, int(tall * scale) + 26)
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {height}" width="{left}" height="{height}" '
            'font-family="sans-serif" font-size="15" fill="#222">\n<rect width="100%" height="100%" fill="#fff"/>\n'
            + "\n".join(boards) + "\n</svg>\n")
    return IMAGES / name, text


def fen_of(columns, white, black):
    rows = []
    for rank in (1, 0):
        text, run = "", 0
        for file in range(columns):
            cell = "Q" if (file, rank) == white else "q" if (file, rank) == black else ""
            if cell:
                text += (str(run) if run else "") + cell
                run = 0
            else:
                run += 1
        rows.append(text + (str(run) if run else ""))
    return "/".join(rows) + " w"


def placements(columns):
    """White's and Black's squares, one of each set that differs by a symmetry or by the colours."""
    seen = set()
    squares = [(file, rank) for file in range(columns) for rank in (0, 1)]
    for white, black in permutations(squares, 2):
        images = []
        for x in (0, 1):
            for y in (0, 1):
                image = lambda s: (columns - 1 - s[0] if x else s[0], 1 - s[1] if y else s[1])
                images += [(image(white), image(black)), (image(black), image(white))]
        if min(images) not in seen:
            seen.add(min(images))
            yield white, black


STRIP = ["columns", "fen", "mean", "temperature", "left_stop", "right_stop", "game_value"]


def strips(program, most, path, time):
    """Mean, temperature and stops of every placement, a line of CSV each."""
    known = set()
    if path.exists():
        with open(path, newline="") as file:
            known = {line["fen"] for line in csv.DictReader(file)}
    with open(path, "a", newline="") as out:
        writer = csv.writer(out)
        if out.tell() == 0:
            writer.writerow(STRIP)
        add_strips(program, most, known, writer, out, time)


def add_strips(program, most, known, writer, out, time):
    for columns in range(1, most + 1):
        for white, black in placements(columns):
            fen = fen_of(columns, white, black)
            if fen in known:
                continue
            command = [program, "thermograph", fen, "--time", time, "--format", "json"]
            done = subprocess.run(command, capture_output=True, text=True)
            if not done.stdout:
                sys.exit(done.stderr)
            found = json.loads(done.stdout)
            value = found.get("game_value") or ""
            keys = ("mean", "temperature", "left_stop", "right_stop")
            writer.writerow([columns, fen, *(found.get(key) or "" for key in keys), value if len(value) <= 200 else ""])
            out.flush()


def strip_table(path):
    """The corners of a diagonal, and the hottest and coldest placement of each length."""
    rows = []
    with open(path) as file:
        lines = list(csv.DictReader(file))
    for columns in sorted({int(line["columns"]) for line in lines}):
        here = [line for line in lines if int(line["columns"]) == columns]
        heat = lambda line: Fraction(line["temperature"])
        known = [line for line in here if line["temperature"]]
        corners = fen_of(columns, (0, 0), (columns - 1, 1))
        alike = {corners, fen_of(columns, (columns - 1, 1), (0, 0))}
        diagonal = next((line for line in here if line["fen"] in alike), None)
        hottest = max(known, key=heat)
        wanted = len(list(placements(columns)))
        count = str(len(known)) if len(known) == wanted else f"{len(known)} of {wanted}"
        cells = [diagonal[key] for key in ("mean", "temperature", "left_stop", "right_stop")] if diagonal else [""] * 4
        rows.append([columns, count, *cells, hottest["temperature"], f"`{hottest['fen']}`",
                     sum(heat(line) < 0 for line in known)])
    return table(["n ", "placements ", "corners: mean ", "temperature ", "left stop ", "right stop ", "hottest ",
                  "placement", "numbers "], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", default=str(TARGET / "release/amazons"))
    parser.add_argument("--tables")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--strips", type=int)
    parser.add_argument("--csv", type=Path, default=ROOT / "docs/atlas-strips.csv")
    parser.add_argument("--time", default="600s")
    options = parser.parse_args()
    if options.strips:
        strips(options.program, options.strips, options.csv, options.time)
        return 0
    if not options.tables:
        parser.error("expected --tables DIR or --strips N")
    atlas = Atlas(options.program, options.tables)
    survey = atlas.lines("--survey")
    blocks = {
        "searched": searched(atlas.ask("0", "--count=1")),
        "counts": counts(survey),
        "numbers": named(atlas, [*atlas.numbers(), *FINER]),
        "smalls": named(atlas, SMALLS),
        "tinies": named(atlas, atlas.tinies()),
        "extremes": extremes(survey),
    }
    if options.csv.exists():
        blocks["strips"] = strip_table(options.csv)
    page = PAGE.read_text()
    made = BLOCK.sub(lambda m: m.group(1) + blocks.get(m.group(2), "") + m.group(3), page)
    drawings = [
        sheet(atlas, ["1/2", "1/4", "1/8", "1/16", "1/32", "1/64"], "atlas-numbers.svg"),
        sheet(atlas, ["*", "*2", "^", "^*", "^2", "+_1"], "atlas-infinitesimals.svg"),
    ]
    if options.check:
        wrong = [PAGE] if made != page else []
        wrong += [path for path, text in drawings if not path.exists() or path.read_text() != text]
        for path in wrong:
            print(f"{path.relative_to(ROOT)}: the tables say something else")
        return int(bool(wrong))
    PAGE.write_text(made)
    for path, text in drawings:
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
