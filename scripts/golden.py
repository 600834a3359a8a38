#!/usr/bin/env python3
"""Compares what the long commands write with what an earlier program wrote.

    scripts/golden.py [--program PATH] [--write] [--keep DIR] [--against DIR] [--list] [CASE ...]

Each case is a command that keeps what it has finished, or whose work has parts. It runs on small
inputs under node limits:

- whole: from beginning to end with one thread, and once more with two
- part-1, part-2, part-3: with --partition, and merged: brought together by `merge`
- cut-01 to cut-20: from the beginning of a finished log, cut at twenty places, most of them in the
  middle of a line, which is what a kill leaves; the same command then continues

Their results must be the same. Each is also compared with tests/golden/hashes.tsv, which --write
writes. A row there has the hash of a file in up to two columns:

- log: the file as it is. It changes with the format.
- output: what the file says, without headers and independent of the order of keys. It changes with
  results only.

Files are normalised first: measured times, rates, machine, program version and checksums are
replaced by `~`. Files are named relative to the directory of their run, so paths do not matter.
A few results depend on floating-point functions of the system's library (`mcts` and `train`), so
another library may need its own table.

--keep DIR keeps all files and the normalised texts (DIR/texts). --against DIR prints how texts
differ from those that an earlier run kept there. Exit code: 0 same, 1 different, 2 cannot run.
"""

import argparse
import csv
import difflib
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
TABLE = ROOT / "tests" / "golden" / "hashes.tsv"
PARTS = 3
CUTS = 20
GONE = "~"
MOST_TOLD = 6

# ── Normalising ──────────────────────────────────────────────────────────────────────────────────

# Values of these keys differ between runs, machines or versions; so do those of all keys and
# columns that end with "seconds".
VOLATILE_KEYS = {
    "seconds_per_move", "cpu_share", "machine", "build", "started", "program", "generator", "made by", "xxh3",
    "checksum",
}
# Columns with these titles. "ours" are measured seconds.
VOLATILE_COLUMNS = {
    "time in all", "mean", "median", "95 %", "most", "nodes/s", "time until found", "time until right", "had a core",
    "s/move", "ours",
}
# How texts name the program's version, the machine and checksums.
VOLATILE_WORDS = [
    (re.compile(r"AP\[amazons:[^\]]*\]"), f"AP[amazons:{GONE}]"),
    (re.compile(r"\bamazons \d+\.\d+\.\d+[-+.\w]*"), f"amazons {GONE}"),
    (re.compile(r'xxh3="[0-9a-f]*"'), f'xxh3="{GONE}"'),
    (re.compile(r"((?:Machine|Program|Begun): |<dt>(?:Machine|Program|Begun)</dt><dd>)[^\n<]*"),
     rf"\1{GONE}"),
]
# Parts of a study's report that consist of measured times.
VOLATILE_PARTS = [
    re.compile(r"^## Solved within a time$.*?(?=^## )", re.DOTALL | re.MULTILINE),
    re.compile(r'<h2 id="solved-within-time">.*?</table>', re.DOTALL),
    re.compile(r'<figure id="cactus-time">.*?</figure>', re.DOTALL),
]
# Keys of a line that are for the log's own use.
LOG_KEYS = {"asked", "xxh3"}


def is_volatile(name, names):
    return name in names or name.endswith("seconds")


def without_volatile(value):
    """Returns a JSON value with `~` in place of what differs between runs."""
    if isinstance(value, list):
        return [without_volatile(one) for one in value]
    if not isinstance(value, dict):
        return value
    if {"columns", "rows"} <= value.keys():
        value = {**value, "rows": without_columns(value["columns"], value["rows"])}
    return {key: GONE if is_volatile(key, VOLATILE_KEYS) else without_volatile(inner)
            for key, inner in value.items()}


def without_columns(titles, rows):
    """Returns the rows of a table without its volatile columns."""
    gone = [is_volatile(title.strip(), VOLATILE_COLUMNS) for title in titles]
    return [[GONE if out else cell for out, cell in zip(gone, row)] for row in rows]


def json_text(value, sort=False):
    return json.dumps(without_volatile(value), sort_keys=sort, ensure_ascii=False)


def json_lines(text, sort=False):
    """Normalises lines of JSON, each perhaps behind a checksum. What is torn stays as it is."""
    lines = []
    for line in text.splitlines():
        line = re.sub(r"^[0-9a-f]{16} (?=\{)", f"{GONE} ", line)
        mark, brace, rest = line.partition("{")
        try:
            lines.append(mark + json_text(json.loads(brace + rest), sort))
        except ValueError:
            lines.append(line)
    return "\n".join(lines) + "\n"


def json_entries(text):
    """Returns what the lines of a log say, independent of the order of keys. A first line is a
    header if it has no key in common with the last."""
    lines = [json.loads(line) for line in text.splitlines()]
    entries = [{key: value for key, value in line.items() if key not in LOG_KEYS} for line in lines]
    if entries and not entries[0].keys() & entries[-1].keys():
        del entries[0]
    return "".join(json_text(entry, sort=True) + "\n" for entry in entries)


def words(text):
    for pattern, replacement in VOLATILE_WORDS:
        text = pattern.sub(replacement, text)
    for pattern in VOLATILE_PARTS:
        text = pattern.sub(GONE, text)
    return text


def csv_text(text):
    rows = list(csv.reader(io.StringIO(text)))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows[:1] + without_columns(rows[0], rows[1:]))
    return out.getvalue()


def markdown(text):
    """Normalises text with tables, each of which begins with its titles and a line of dashes."""
    lines, titles = words(text).splitlines(), None
    for number, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            titles = None
        elif titles is None:
            titles = cells
        elif not set(line) <= set("|-: "):
            lines[number] = "| " + " | ".join(without_columns(titles, [cells])[0]) + " |"
    return "\n".join(lines) + "\n"


def html(text):
    def table(found):
        titles = re.findall(r"<th[^>]*>(.*?)</th>", found[0])

        def row(found):
            cells = iter(without_columns(titles, [re.findall(r"<td[^>]*>(.*?)</td>", found[0])])[0])
            return re.sub(r"<td[^>]*>.*?</td>", lambda _: f"<td>{next(cells, GONE)}</td>", found[0])

        return re.sub(r"<tr>.*?</tr>", row, found[0], flags=re.DOTALL)

    return words(re.sub(r"<table>.*?</table>", table, text, flags=re.DOTALL))


def weights(data):
    """Describes weights in the safetensors format: their metadata, and a hash of their numbers."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    return f"{json_text(header, sort=True)}\n{sha(data[end:])}\n"


def sha(data):
    return hashlib.sha256(data).hexdigest()


def read(path):
    """Returns a file's bytes and the ending of its name; of a compressed one, those of its
    contents."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data), Path(path.stem).suffix
    return data, path.suffix


def as_it_is(path):
    """Returns the normalised text of a file."""
    data, kind = read(path)
    if kind in (".amt", ".proof"):
        return f"{sha(data)} {len(data)} bytes\n"
    if kind == ".safetensors":
        return weights(data)
    text = data.decode()
    if kind == ".json":
        return json_text(json.loads(text)) + "\n"
    forms = {".jsonl": json_lines, ".journal": json_lines, ".csv": csv_text, ".md": markdown,
             ".html": html}
    return forms.get(kind, words)(text)


def what_it_says(path):
    """Returns the normalised content of a file."""
    data, kind = read(path)
    if kind == ".jsonl":
        return json_entries(data.decode())
    if kind == ".json":
        return json_text(json.loads(data), sort=True) + "\n"
    return as_it_is(path)


def sorted_lines(text):
    return "".join(sorted(text.splitlines(keepends=True)))


# ── Running ──────────────────────────────────────────────────────────────────────────────────────


class Failed(Exception):
    """A command ended in a way that it should not."""


def environment():
    """Returns the environment of all commands: no tables but the built-in ones, and no progress."""
    return {**os.environ, "AMAZONS_TABLES": "", "AMAZONS_PROGRESS": "0s"}


def amazons(program, directory, command, accept=(0, 1)):
    """Runs a command in a directory. Returns its exit code and its standard output."""
    arguments = command if isinstance(command, list) else command.split()
    done = subprocess.run([program, *arguments], cwd=directory, env=environment(), text=True,
                          capture_output=True)
    if done.returncode not in accept:
        told = "\n".join(done.stderr.splitlines()[-10:])
        command = " ".join(arguments)
        raise Failed(f"{directory.name}: exit code {done.returncode} of amazons {command}\n{told}")
    return done.returncode, done.stdout


def processor_time():
    """Returns the seconds of processor time of this process and of all that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Case:
    """The runs of one case: each has a directory of its own, called its place."""

    def __init__(self, name, program, root):
        self.name, self.program = name, program
        self.root = root / name
        self.texts = {}  # (file with its place, "log" or "output") → normalised text
        self.failures = []

    def place(self, name):
        """Returns the directory of a run, which is made if needed."""
        path = self.root / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def run(self, place, command, accept=(0, 1)):
        """Runs a command in its place. Returns the exit code."""
        return amazons(self.program, self.place(place), command, accept)[0]

    def run_and_note(self, place, command):
        """Runs a command that prints JSON; its exit code and what it prints are results."""
        code, printed = amazons(self.program, self.place(place), f"{command} --format json")
        self.note(f"{place}/stdout", "output", f"exit code {code}\n{json_lines(printed, True)}")

    def note(self, file, kind, text):
        self.texts[file, kind] = text

    def note_log(self, file, unordered=False):
        text = as_it_is(self.root / file)
        self.note(file, "log", sorted_lines(text) if unordered else text)

    def note_output(self, file, unordered=False):
        text = what_it_says(self.root / file)
        self.note(file, "output", sorted_lines(text) if unordered else text)

    def same(self, what, found, expected):
        """Notes a failure if two texts that should be the same are not."""
        if found != expected:
            self.failures.append(f"{what}\n{difference(expected, found)}")
        return found == expected


def difference(expected, found, most=12):
    """Returns how texts differ; a line of JSON counts as one line for each key."""
    def short(text):
        return re.sub(r", (?=[\"{\[])", ",\n", text).splitlines()

    lines = difflib.unified_diff(short(expected), short(found), "expected", "found",
                                 lineterm="", n=1)
    lines = [line if len(line) <= 200 else line[:200] + "…" for line in lines]
    more = f"\n      … {len(lines) - most} lines more" if len(lines) > most else ""
    return "\n".join("      " + line for line in lines[:most]) + more


def places_to_cut(data, compressed):
    """Returns where to cut a log: before its first byte, before its last one, and at places that
    are evenly spread between.

    They are counted in lines and shares of a line: measured times have different lengths in each
    run, and a place counted in bytes might lie in another line.
    """
    inner = CUTS - 2
    if compressed:
        between = [len(data) * (number + 1) // (inner + 1) for number in range(inner)]
    else:
        lines = data.splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        between = []
        for number in range(inner):
            whole, share = divmod((number + 0.5) * len(lines) / inner, 1)
            line = len(lines[int(whole)])
            between.append(starts[int(whole)] + max(1, int(share * line)))
    return [0, *between, len(data) - 1]


@dataclass
class Work:
    """A command whose work is a list.

    Its files are named relative to the place where it runs.
    """

    command: str
    # What it writes.
    outputs: tuple
    # The file that keeps what is finished, from which the same command continues.
    log: str = ""
    # The log is removed at the end.
    removed: bool = False
    # The log's lines come as threads finish.
    unordered: bool = False
    # Files that are written beside the log, and are cut at the same share.
    beside: tuple = ()
    # What to merge, and what of the outputs that makes; none if there are no parts.
    merged: str = ""
    merged_outputs: tuple = ()
    # It has --threads.
    threads: bool = True

    def log_of(self, case, place):
        """Returns the file that has the log after a run."""
        return f"{place}.journal" if self.removed else f"{place}/{self.log}"

    def begin(self, case, place, log=None):
        """Makes the place of a run, with a log to continue from. A log that will be removed gets a
        second name."""
        path = case.place(place) / self.log
        if log is not None or self.removed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(log or b"")  # an empty log is one that was just begun
        if self.removed:
            second = case.root / self.log_of(case, place)
            second.unlink(missing_ok=True)
            os.link(path, second)

    def with_threads(self, threads=1):
        """Returns the command with this number of threads, if it has the option."""
        return f"{self.command} --threads {threads}" if self.threads else self.command

    def note(self, case, place, outputs):
        for file in outputs:
            case.note_output(f"{place}/{file}", self.unordered and file == self.log)

    def run_whole(self, case):
        self.begin(case, "whole")
        case.run_and_note("whole", self.with_threads())
        self.note(case, "whole", self.outputs)
        if self.log:
            case.note_log(self.log_of(case, "whole"), self.unordered)
        if self.threads:
            case.run("threads", self.with_threads(2))
            self.compare(case, "threads", self.outputs)
        # Once more: nothing is left to do.
        case.run("whole", self.with_threads())
        self.compare(case, "whole", self.outputs)

    def compare(self, case, place, outputs):
        """Compares outputs with those of the whole. Returns whether all are the same."""
        same = True
        for file in outputs:
            text = what_it_says(case.root / place / file)
            text = sorted_lines(text) if self.unordered and file == self.log else text
            expected = case.texts[f"whole/{file}", "output"]
            same &= case.same(f"{place}/{file} is not that of the whole", text, expected)
        return same

    def run_parts(self, case):
        for part in range(1, PARTS + 1):
            place = f"part-{part}"
            self.begin(case, place)
            case.run_and_note(place, f"{self.with_threads()} --partition {part}/{PARTS}")
            self.note(case, place, self.outputs)
            if self.log:
                case.note_log(self.log_of(case, place))
        # The parts may come in any order.
        parts = " ".join(f"../part-{part}/{self.merged}" for part in (2, 3, 1))
        case.run_and_note("merged", f"merge {parts} -o {self.merged}")
        self.note(case, "merged", self.merged_outputs)
        self.compare(case, "merged", self.merged_outputs)
        log = case.root / "merged" / self.log
        if self.log and log.is_file():
            case.note_log(f"merged/{self.log}")
        # What was merged is finished.
        case.run("merged", self.with_threads())
        self.compare(case, "merged", self.merged_outputs)

    def run_cuts(self, case):
        log = (case.root / self.log_of(case, "whole")).read_bytes()
        if not log:
            raise Failed("whole: no log was kept")
        expected = case.texts[self.log_of(case, "whole"), "log"]
        ends = []
        for number, end in enumerate(places_to_cut(log, self.log.endswith(".gz")), 1):
            place = f"cut-{number:02}"
            self.begin(case, place, log[:end])
            for file in self.beside:
                other = (case.root / "whole" / file).read_bytes()
                (case.place(place) / file).write_bytes(other[: len(other) * end // len(log)])
            code = case.run(place, self.with_threads(), accept=(0, 1, 2))
            kept = case.root / self.log_of(case, place)
            if code == 2:
                ends.append("refused" if kept.read_bytes() == log[:end] else "refused and changed")
            elif self.compare(case, place, self.outputs):
                text = as_it_is(kept)
                text = sorted_lines(text) if self.unordered else text
                ends.append("continued" if text == expected else "continued with another log")
            else:
                ends.append("continued to another result")
            shutil.rmtree(case.root / place)
        case.note("cuts", "log", "".join(f"{n:02} {end}\n" for n, end in enumerate(ends, 1)))

    def run(self, case):
        self.run_whole(case)
        if self.merged:
            self.run_parts(case)
        if self.log:
            self.run_cuts(case)


# ── Inputs ───────────────────────────────────────────────────────────────────────────────────────

# Each file and the command that makes it.
INPUTS = [
    ("games.sgf", "selfplay random:nodes=1 --size 7x7 --games 60 --seed 7 --threads 1 "
                  "-o games.sgf"),
    ("few.sgf", "selfplay random:nodes=1 one-ply:te --nodes 20 --size 6x6 --games 12 --seed 3 "
                "--threads 1 -o few.sgf"),
    ("many.sgf", "selfplay random:nodes=1 --size 5x5 --games 40 --seed 5 --threads 1 -o many.sgf"),
    ("set.xml", "extract games.sgf --min-empties 9 --max-empties 14 --max-per-size 8 -o set.xml"),
    ("small.xml", "set filter set.xml --max-empties 11 -o small.xml"),
    ("solved.xml", "judge small.xml --nodes 20000 --threads 1 -o solved.xml"),
    ("quick.fen", "set list quick.xml --format fen"),
    ("small.fen", "set list small.xml --format fen"),
]


def make_inputs(case):
    """Makes the inputs of all cases beside the cases' own directories."""
    path = case.place("")
    shutil.copy(ROOT / "problems" / "quick.xml", path)
    for name, command in INPUTS:
        _, printed = amazons(case.program, path, command)
        if name.endswith(".fen"):
            (path / name).write_text(printed)
        case.note_output(name)
    # Games that stop early. Every third one is whole.
    games = re.split(r"(?<=\))\n", (path / "many.sgf").read_text())
    cut = [game if number % 3 == 0 else shortened(game, 3 * (number % 3))
           for number, game in enumerate(games) if game]
    (path / "unfinished.sgf").write_text("\n".join(cut) + "\n")


def shortened(game, plies):
    """Returns a game in SGF without its last plies, and without its result."""
    moves = list(re.finditer(r";[WB]\[\w*\]", game))
    return re.sub(r"RE\[[^\]]*\]", "", game[: moves[-plies].start()].rstrip()) + ")"


# ── Cases ────────────────────────────────────────────────────────────────────────────────────────

WORKS = {
    "selfplay": Work(
        "selfplay alphabeta mcts --size 5x5 --games 14 --nodes 40 --random-plies 2 -o games.sgf",
        ("games.sgf",), log="games.sgf", merged="games.sgf", merged_outputs=("games.sgf",)),
    "selfplay-compressed": Work(
        "selfplay alphabeta one-ply:te --size 5x5 --games 14 --nodes 40 -o games.sgf.gz",
        ("games.sgf.gz",), log="games.sgf.gz",
        merged="games.sgf.gz", merged_outputs=("games.sgf.gz",)),
    "match": Work(
        "match random one-ply:te uct --size 6x6 --games 8 --nodes 20 -o match",
        ("match/results.jsonl", "match/games.sgf"), log="match/results.jsonl",
        beside=("match/games.sgf",),
        merged="match", merged_outputs=("match/results.jsonl", "match/games.sgf")),
    "study": Work(
        "study ../../inputs/solved.xml --solvers one-ply,alphabeta,dfpn,wpns,mcts --nodes 300 "
        "--memory 4MB --judge-nodes 3000 --judge-memory 4MB -o study",
        tuple(f"study/{name}" for name in (
            "results.jsonl", "results.csv", "statistics.json", "summary.md", "index.html",
            "accuracy.svg", "cactus.svg", "effort.svg", "figure7.svg", "figure8.svg")),
        log="study/log.jsonl", merged="study",
        merged_outputs=tuple(f"study/{name}" for name in (
            "results.jsonl", "results.csv", "statistics.json", "summary.md"))),
    "study-open": Work(
        "study ../../inputs/quick.xml --min-empties 15 --sample 6 --solvers random,one-ply:te "
        "--nodes 100 --judge-nodes 400 --judge-memory 4MB -o study",
        ("study/results.jsonl", "study/statistics.json"), log="study/log.jsonl", merged="study",
        merged_outputs=("study/results.jsonl", "study/statistics.json")),
    "review": Work(
        "review ../../inputs/few.sgf --nodes 300 --memory 32MB -o review.jsonl --sgf review.sgf "
        "--html review.html --summary summary.json",
        ("review.jsonl", "review.sgf", "review.html", "summary.json"), log="review.jsonl",
        merged="review.jsonl", merged_outputs=("review.jsonl",)),
    "judge": Work(
        "judge ../../inputs/set.xml --nodes 60 --memory 32MB -o judged.xml",
        ("judged.xml",), log="judged.xml.journal", removed=True,
        merged="judged.xml", merged_outputs=("judged.xml",)),
    "value": Work(
        "value --batch ../../inputs/small.fen --nodes 150 --game-values 4000 --moves all "
        "--memory 32MB -o answers.jsonl",
        ("answers.jsonl",), log="answers.jsonl"),
    "train": Work(
        "train ../../inputs/unfinished.sgf -o net.safetensors --examples 40 --hidden 6 "
        "--filter-nodes 40",
        ("net.safetensors", "net.safetensors.curve.csv", "net.safetensors.curve.svg",
         "net.safetensors.lengths.svg", "net.safetensors.fates.jsonl"),
        log="net.safetensors.fates.jsonl", unordered=True, threads=False),
    "reproduce": Work(
        "reproduce uct-vs-alphabeta --size 5x5 --scale 0.02 --effort 0.001 -o rep",
        ("rep/games.jsonl.gz", "rep/games/games.sgf", "rep/pairs.csv", "rep/table1.csv",
         "rep/table1.svg", "rep/table2.csv", "rep/table3.csv", "rep/report.md",
         "rep/report.json"),
        log="rep/games/results.jsonl", beside=("rep/games/games.sgf",)),
    "extract": Work(
        "extract ../../inputs/games.sgf ../../inputs/few.sgf --min-empties 6 --max-empties 12 "
        "--max-per-game 2 --max-per-size 9 --every-ply -o set.xml",
        ("set.xml",), merged="set.xml", merged_outputs=("set.xml",), threads=False),
}


def puzzles(case):
    """An interrupted run of `puzzles` writes the set of what it has finished, and continues from
    it: it is cut between problems, and says that it was interrupted."""
    work = Work("puzzles ../../inputs/solved.xml --nodes 3000 --memory 32MB --min-moves 4 "
                "--max-empties 10 --per-grade 3 -o puzzles.xml",
                ("puzzles.xml",), merged="puzzles.xml", merged_outputs=("puzzles.xml",))
    work.run(case)
    # Without --per-grade, which drops puzzles once all are made.
    command = work.command.replace("--per-grade 3 ", "") + " --threads 1"
    case.run("all", command)
    case.note_output("all/puzzles.xml")
    made = (case.root / "all" / "puzzles.xml").read_text()
    problems = list(re.finditer(r"<problem .*?</problem>\n?", made, re.DOTALL))
    made = re.sub(r'(filter="puzzles [^"]*)"', r'\1 (interrupted)"', made)
    for number in range(len(problems) + 1):
        place = f"cut-{number + 1:02}"
        kept = made
        for problem in problems[number:]:
            kept = kept.replace(problem[0], "")
        (case.place(place) / "puzzles.xml").write_text(kept)
        case.run(place, command)
        text = what_it_says(case.root / place / "puzzles.xml")
        expected = case.texts["all/puzzles.xml", "output"]
        case.same(f"{place}/puzzles.xml is not all/puzzles.xml", text, expected)


def sets(case):
    """Parts of a set, and the set that they make."""
    case.run_and_note("whole", "set split ../../inputs/set.xml --parts 3 -o part.xml")
    for part in range(1, PARTS + 1):
        case.note_output(f"whole/part-{part}.xml")
    parts = " ".join(f"../whole/part-{part}.xml" for part in (2, 3, 1))
    case.run_and_note("merged", f"set merge {parts} -o set.xml")
    case.note_output("merged/set.xml")

    def problems(path):
        """Returns the problems of a set; the numbers of their records may change."""
        found = re.findall(r"<problem .*\n", path.read_text())
        return "".join(sorted(re.sub(r'record="r\d+"', "", problem) for problem in found))

    case.same("merged/set.xml has not the problems of the set",
              problems(case.root / "merged" / "set.xml"),
              problems(case.root.parent / "inputs" / "set.xml"))


def judged_tables(case):
    """The journal of judged results in a directory of tables. A run that is killed after its last
    answer leaves all of it; the next run makes a table of what it can read there."""
    fens = (case.root.parent / "inputs" / "quick.fen").read_bytes()
    ask = "value --batch - --nodes 2500 --game-values 0 --moves all --memory 32MB --threads 1"
    path = case.place("killed")
    with subprocess.Popen(
        [case.program, *f"{ask} --tables tables -o answers.jsonl".split()],
        cwd=path, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(),
    ) as run:
        # Its input stays open, so it waits for more.
        run.stdin.write(fens)
        run.stdin.flush()
        answers, until = path / "answers.jsonl", time.monotonic() + 120
        while not answers.exists() or answers.read_bytes().count(b"\n") < fens.count(b"\n"):
            if time.monotonic() > until or run.poll() is not None:
                run.kill()
                raise Failed("killed: not all answers came")
            time.sleep(0.02)
        run.kill()
    case.note_log("killed/answers.jsonl")
    case.note_output("killed/answers.jsonl")
    [journal] = (path / "tables").glob("judged-*.journal")
    log = journal.read_bytes()
    case.note("killed/tables/judged.journal", "log", json_lines(log.decode()))

    def recovered(place, end):
        """Returns what a run makes of a journal up to `end`."""
        tables = case.place(place) / "tables"
        shutil.rmtree(tables, ignore_errors=True)
        tables.mkdir()
        (tables / "judged-cut.journal").write_bytes(log[:end])
        case.run(place, "tables merge tables")
        return dump(case, tables)

    whole = recovered("whole", len(log))
    case.note("whole/tables", "output", whole)
    entries = [json.loads(line)["fen"] for line in whole.splitlines()]
    ends = []
    for number, end in enumerate(places_to_cut(log, False), 1):
        found = recovered(f"cut-{number:02}", end).splitlines(keepends=True)
        # Every whole line is kept.
        lines = log[:end].count(b"\n")
        kept = [line for line in whole.splitlines(keepends=True) if line in found]
        case.same(f"cut-{number:02}/tables has other results", "".join(found), "".join(kept))
        ends.append(f"{number:02} {len(found)} of {lines} lines kept, of {len(entries)}\n")
    case.note("cuts", "log", "".join(ends))

    # Parts of the work make the same results, merged.
    text = fens.decode().splitlines(keepends=True)
    for part in range(PARTS):
        place = case.place(f"part-{part + 1}")
        (place / "some.fen").write_text("".join(text[part::PARTS]))
        case.run(place.name, ask.replace("--batch -", "--batch some.fen") + " --tables tables "
                 "-o answers.jsonl")
        case.note(f"{place.name}/tables", "output", dump(case, place / "tables"))
    parts = " ".join(f"../part-{part}/tables" for part in (2, 3, 1))
    case.run("merged", f"tables merge {parts} -o tables")
    case.note("merged/tables", "output", dump(case, case.root / "merged" / "tables"))
    case.same("merged/tables is not whole/tables", case.texts["merged/tables", "output"], whole)
    # Asked again, the tables answer.
    (case.root / "merged" / "some.fen").write_bytes(fens)
    case.run("merged", ask.replace("--batch -", "--batch some.fen") + " --tables tables "
             "-o answers.jsonl")
    case.note_output("merged/answers.jsonl")


def dump(case, tables):
    """Returns the entries of a directory of judged results, sorted."""
    lines = ""
    for table in sorted(tables.glob("judged-*.amt")):
        lines += amazons(case.program, tables, ["tables", "dump", table.name])[1]
    return sorted_lines(json_lines(lines) if lines else "")


def built_tables(case):
    """Complete tables. What is finished are whole files, so a run is cut between them."""
    build = "tables build 1v1:6 2v1:5 2v0:5 --tables tables --threads 1"

    def files(place):
        return sorted(path.name for path in (case.root / place / "tables").iterdir())

    def hashes(place):
        tables = case.root / place / "tables"
        return "".join(f"{name} {as_it_is(tables / name)}" for name in files(place))

    case.run("whole", build)
    whole = hashes("whole")
    case.note("whole/tables", "log", whole)
    tables = case.root / "whole" / "tables"
    for name in ("2v0-5.amt", "2v1-5.amt", "1v1-5.amt"):
        _, entries = amazons(case.program, tables, f"tables dump {name} --spare 2")
        case.note(f"whole/tables/{name}", "output", json_lines(entries))
    case.run("threads", build.replace("--threads 1", "--threads 2"))
    case.same("threads/tables is not whole/tables", hashes("threads"), whole)
    for part in range(1, PARTS + 1):
        case.run(f"part-{part}", f"{build} --partition {part}/{PARTS}")
        case.note(f"part-{part}/tables", "log", hashes(f"part-{part}"))
    parts = " ".join(f"../part-{part}/tables" for part in (2, 3, 1))
    case.run("merged", f"tables merge {parts} -o tables")
    case.same("merged/tables is not whole/tables", hashes("merged"), whole)
    order = sorted(tables.iterdir(), key=lambda path: (path.stat().st_mtime_ns, path.name))
    for number in range(CUTS):
        place = f"cut-{number + 1:02}"
        begun = case.place(place) / "tables"
        begun.mkdir()
        for path in order[: len(order) * number // CUTS]:
            shutil.copy(path, begun)
        # What a killed run was writing is removed, once it is old.
        torn = begun / ".amazons-torn"
        torn.write_bytes(order[-1].read_bytes()[:100])
        os.utime(torn, (0, 0))
        case.run(place, build)
        case.same(f"{place}/tables is not whole/tables", hashes(place), whole)


def proofs(case):
    """A divided search for a proof. Which proof is found depends on the order of the work, so only
    what is proved is compared."""
    prove = "prove 1qq1/q2q/Q2Q/1QQ1 --score B+0 --rule guards"
    search = f"{prove} --split 1 -o search --threads 1"

    def verdict(place, command):
        code, printed = amazons(case.program, case.place(place), f"{command} --format json",
                                accept=(0, 1, 2))
        if code == 2:
            return "exit code 2\n"
        found = json.loads(printed)
        parts = sorted((part["line"], part["state"]) for part in found.get("parts", []))
        told = {key: found.get(key) for key in ("claim", "fen", "rule", "verdict")}
        return "".join(f"{line}\n" for line in (f"exit code {code}", json_text(told), *parts))

    def merged(place):
        return verdict(place, "prove search --merge -o merged.proof")

    whole = verdict("whole", search)
    proved = merged("whole")
    case.note("whole/search", "output", whole)
    case.note("whole/merged.proof", "output", proved)
    case.note_log("whole/search/claim.json")
    parts = case.root / "whole" / "search" / "parts"
    states = {path: json.loads(path.read_text()) for path in sorted(parts.glob("*.json"))}
    case.note("whole/search/parts", "log", "".join(
        json_text(state) + "\n" for state in states.values()))

    # Parts of the work, brought together and continued.
    for part in range(1, PARTS + 1):
        place = f"part-{part}"
        case.note(f"{place}/search", "output",
                  verdict(place, f"{search} --partition {part}/{PARTS}"))
    every = " ".join(f"../part-{part}/search" for part in (2, 3, 1))
    case.run_and_note("merged", f"merge {every} -o search")
    case.same("merged/search is not whole/search",
              verdict("merged", "prove search --threads 1"), whole)
    case.same("merged/merged.proof is not whole/merged.proof", merged("merged"), proved)

    # Files that were lost or damaged, one at a time.
    files = sorted((case.root / "whole" / "search").rglob("*.*"))
    ends = []
    for number in range(CUTS):
        place = f"cut-{number + 1:02}"
        shutil.copytree(case.root / "whole" / "search", case.place(place) / "search")
        file = files[len(files) * number // CUTS].relative_to(case.root / "whole")
        lost = case.root / place / file
        lost.write_bytes(lost.read_bytes()[: lost.stat().st_size // 2]) if number % 2 else (
            lost.unlink())
        found = verdict(place, "prove search --threads 1")
        how = "damaged" if number % 2 else "removed"
        if found.startswith("exit code 2"):
            ends.append(f"{number + 1:02} {file.suffix} {how}: refused\n")
        else:
            ends.append(f"{number + 1:02} {file.suffix} {how}: continued\n")
            case.same(f"{place}/search is not whole/search", found, whole)
            case.same(f"{place}/merged.proof is not whole/merged.proof", merged(place), proved)
    case.note("cuts", "log", "".join(ends))

    # The hardest part as a run leaves it that divides it: its moves become parts.
    shutil.copytree(case.root / "whole" / "search", case.place("divided") / "search")
    path, state = max(states.items(), key=lambda part: (part[1]["nodes"], part[0]))
    answer = amazons(case.program, case.place("divided"), [
        "value", state["fen"], "--first", "mover", "--game-values", "0", "--nodes", "20000",
        "--format", "json"])[1]
    [choices] = [first["best_moves"] for first in json.loads(answer).values()
                 if isinstance(first, dict)]
    divided = {"fen": state["fen"], "line": state["line"], "state": "divided", "nodes": 65536,
               "seconds": 0.5, "choices": choices, "divided": True}
    path = case.root / "divided" / "search" / "parts" / path.name
    path.write_text(json.dumps(divided, indent=2) + "\n")
    path.with_suffix(".proof").unlink()
    case.note("divided/open", "output", verdict("divided", "prove search --status"))
    case.note("divided/search", "output", verdict("divided", "prove search --threads 1"))
    case.same("divided/merged.proof is not whole/merged.proof", merged("divided"), proved)

    case.note("refuted/search", "output", verdict(
        "refuted", "prove 1q1q/4/4/Q1Q1 --score B+0 --rule guards --split 1 -o search --threads 1"))


CASES = {
    "inputs": make_inputs,
    **{name: work.run for name, work in WORKS.items()},
    "puzzles": puzzles,
    "sets": sets,
    "judged-tables": judged_tables,
    "built-tables": built_tables,
    "proofs": proofs,
}

# ── The table of hashes ──────────────────────────────────────────────────────────────────────────


def read_table():
    """Returns the hashes by case, file and kind."""
    hashes = {}
    if TABLE.exists():
        for line in TABLE.read_text().splitlines()[1:]:
            case, file, log, output = line.split("\t")
            for kind, found in (("log", log), ("output", output)):
                if found != "-":
                    hashes[case, file, kind] = found
    return hashes


def write_table(hashes):
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    rows = sorted({(case, file) for case, file, _ in hashes})
    lines = ["case\tfile\tlog\toutput"]
    for row in rows:
        columns = [hashes.get((*row, kind), "-") for kind in ("log", "output")]
        lines.append("\t".join([*row, *columns]))
    TABLE.write_text("\n".join(lines) + "\n")


def hash_of(text):
    return sha(text.encode())[:16]


def text_path(keep, case, file, kind):
    return keep / "texts" / case / f"{file.replace('/', '+')}.{kind}"


def compare(case, table, keep, against):
    """Returns what differs from the table."""
    told = []
    expected = {key[1:]: found for key, found in table.items() if key[0] == case.name}
    if not expected:
        return ["not in the table; --write adds it"]
    for (file, kind), text in sorted(case.texts.items()):
        before = expected.pop((file, kind), None)
        if before == hash_of(text):
            continue
        told.append(f"{file}: {'no' if before is None else 'another'} {kind} in the table")
        if against:
            old = text_path(against, case.name, file, kind)
            told[-1] += "\n" + (difference(old.read_text(), text) if old.exists() else
                                f"      no {old}")
        elif keep:
            told[-1] += f"\n      {text_path(keep, case.name, file, kind)}"
    told += [f"{file}: the {kind} of the table was not made" for file, kind in sorted(expected)]
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=TARGET / "release/amazons")
    parser.add_argument("--write", action="store_true", help="write the table of hashes")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep all files in this directory")
    parser.add_argument("--against", type=Path, metavar="DIR",
                        help="print differences from the texts kept there")
    parser.add_argument("--list", action="store_true", help="print the names of all cases")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="cases; all by default")
    options = parser.parse_args()
    if options.list:
        print("\n".join(CASES))
        return 0
    if unknown := set(options.cases) - CASES.keys():
        unknown, known = ", ".join(sorted(unknown)), ", ".join(CASES)
        parser.error(f"{unknown}: no such case; expected some of {known}")
    if not os.access(options.program, os.X_OK):
        parser.error(f"{options.program}: no program; build it or name it with --program")
    if options.keep and options.keep.exists() and any(options.keep.iterdir()):
        parser.error(f"{options.keep}: not empty; name a new directory")
    # All cases use the inputs.
    names = [name for name in CASES
             if name == "inputs" or name in options.cases or not options.cases]
    work = (options.keep or Path(tempfile.mkdtemp(prefix="golden-"))).resolve()
    program, table, status = options.program.resolve(), read_table(), 0
    try:
        for name in names:
            begun, case = (time.monotonic(), processor_time()), Case(name, program, work)
            try:
                CASES[name](case)
            # Files that are missing or cannot be read are the program's fault, too.
            except (Failed, OSError, ValueError, LookupError) as failure:
                print(f"{name}: failed\n  {name}: {failure!r}", flush=True)
                status = 2
                if name == "inputs":
                    break
                continue
            if options.keep:
                for (file, kind), text in case.texts.items():
                    path = text_path(options.keep, name, file, kind)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
            told = list(case.failures)
            if options.write:
                table = {key: found for key, found in table.items() if key[0] != name}
                for (file, kind), text in case.texts.items():
                    table[name, file, kind] = hash_of(text)
            else:
                told += compare(case, table, options.keep, options.against)
            result = "different" if told else "same"
            seconds, busy = time.monotonic() - begun[0], processor_time() - begun[1]
            print(f"{name}: {result} ({seconds:.1f} s, processor {busy:.1f} s)", flush=True)
            for line in told[:MOST_TOLD]:
                print(f"  {name}: {line}")
            if len(told) > MOST_TOLD:
                print(f"  {name}: … and {len(told) - MOST_TOLD} more")
            status = max(status, 1 if told else 0)
        if options.write and status == 0:
            write_table({key: found for key, found in table.items() if key[0] in CASES})
    finally:
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
