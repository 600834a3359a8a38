#!/usr/bin/env python3
"""Runs every command under conditions in which programs break, and checks that it ends in order: by
itself or soon after a signal, with exit code 0, 1 or 2, and without a panic.

    scripts/hard-conditions.py [--program PATH] [--only threads,fifos,counts,bombs,outputs] [--sample SECONDS] [--seed N]
    scripts/hard-conditions.py --sweep RUNS [--program PATH]

threads  many threads in little address space: 16 to 1,024 threads under 120 to 600 MB
fifos    an input that is a FIFO which nobody writes, then TERM
counts   the largest numbers for every option, then TERM
bombs    compressed inputs that unpack to a gigabyte, in 600 MB of address space; every command must
         stay below 400 MB
outputs  an output that is full, in no directory, or in one that nobody may write to: exit code 2, an
         error that names it, and no file left behind that is not named

All cases are hundreds of runs and take about a quarter of an hour. --sample takes cases at random
for so many seconds, and --sweep runs `value`, `study` and `tables build` with many threads in little
address space so often. Prints a line for each kind and each case that fails; exit code 1 if one does.
"""

import argparse
import gzip
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"))
MB = 1_000_000
REGION = "Q4/5/5/4q w"
OPEN = "3q2/6/Q5/5Q/6/q5 w"

# Seconds that a command may take to end after a signal. Machines of tests are busy.
PATIENCE = 10

# Every command that reads, with {} for what it reads.
READERS = [
    "extract {}.sgf -o out.xml",
    "set describe {}.xml",
    "set list {}.xml",
    "set validate {}.xml",
    "set validate {}.xml --solutions",
    "set filter {}.xml -o out.xml",
    "set merge few.xml {}.xml -o out.xml",
    "set split {}.xml --parts 2 -o out.xml",
    "set show {}.xml a",
    "set make {}.fen -o out.xml",
    "judge {}.xml -o out.xml --nodes 100",
    "value --batch {}.fen --nodes 100",
    "value --batch {}.fen --nodes 100 -o out.jsonl",
    "show --record {}.sgf",
    "progress {}.sgf",
    "review {}.sgf --nodes 100",
    "study {}.xml -o out --nodes 100 --solvers random",
    "puzzles {}.xml -o out.xml --nodes 1000",
    "puzzles {}.sgf -o out.xml --nodes 1000",
    "match random random --openings {}.fen --games 2 -o out",
    "evaluate Q2q --eval net:{}.safetensors",
    "evaluate Q2q --eval learned:weights={}.safetensors",
    "explore {}.xml --port 0",
    "explore {}.sgf --port 0",
    "train {}.sgf -o out.safetensors",
    "train learned {}.jsonl -o out.safetensors",
    "train learned few.jsonl --records {}.sgf -o out.safetensors",
    "train learned few.jsonl --validation {}.jsonl -o out.safetensors",
    "train learned few.jsonl --test {}.xml -o out.safetensors",
    "train few.sgf --settings {}.toml -o out.safetensors",
    "reproduce evaluations --records {}.sgf -o out",
    "merge {}.sgf {}.sgf -o out.sgf",
    "merge {}.xml {}.xml -o out.xml",
    "merge {}.jsonl {}.jsonl -o out.jsonl",
    "tables info {}.amt",
    "tables dump {}.amt",
    "tables verify {}.amt",
    "tables list {}.amt",
]

# A short run of every command. Options are added to it.
SHORT = [
    "extract few.sgf -o out.xml",
    "perft 'Q2q w'",
    "set describe few.xml",
    "set filter few.xml -o out.xml",
    "set make boards.fen -o out.xml",
    "set split few.xml --parts 2 -o out.xml",
    "set validate few.xml",
    "judge few.xml -o out.xml --no-tables",
    f"value '{REGION}' --no-tables",
    "value --batch boards.fen --no-tables --time 50ms",
    f"regions '{REGION}' --time 50ms",
    f"thermograph '{REGION}' --time 50ms",
    "show --record few.sgf",
    "evaluate Q2q",
    f"prove '{REGION}' -o out.proof --time 100ms",
    f"prove '{REGION}' -o out --split 1 --time 100ms",
    "study few.xml -o out --nodes 100 --solvers random --no-tables",
    "progress few.sgf",
    "selfcheck --positions 10",
    "puzzles few.xml -o out.xml --nodes 1000",
    "selfplay random -o out.sgf --size 4x4",
    "match random random -o out --size 4x4",
    "explore Q2q --port 0",
    "reproduce tic-tac-toe -o out --scale 0.001",
    "reproduce game-progress -o out --scale 0.001",
    "review few.sgf --nodes 100 --no-tables",
    "tables build 1v1:4 --tables out",
    "tables dump tables/1v1-4.amt",
    "train few.sgf -o out.safetensors --examples 10",
]

# Short runs of commands that write what -o names: a file, or a directory.
WRITERS = [
    "extract few.sgf -o {} --min-empties 1 --min-moves 1",
    "set filter few.xml -o {}",
    "set make boards.fen -o {}",
    "set merge few.xml few.xml -o {}",
    "judge few.xml -o {} --no-tables",
    "judge solved.xml -o {} --no-tables",
    "value --batch boards.fen --no-tables --nodes 100 -o {}",
    "review few.sgf --nodes 100 --no-tables -o {}",
    "review few.sgf --nodes 100 --no-tables --html {}",
    "review few.sgf --nodes 100 --no-tables --sgf {}",
    "set describe few.xml --svg {}",
    "prove Q2q -o {}",
    "puzzles puzzles.xml -o {} --nodes 1000",
    "selfplay random -o {} --size 4x4",
    "train few.sgf -o {} --examples 10",
    "merge 1.sgf 2.sgf -o {}",
    "merge 1.xml 2.xml -o {}",
]
DIRECTORY_WRITERS = [
    "prove Q2q -o {} --split 1",
    "study few.xml -o {} --nodes 100 --solvers random --no-tables",
    "match random random -o {} --size 4x4",
    "reproduce game-progress -o {} --scale 0.001",
    "tables build 1v1:3 --tables {}",
]

# The largest numbers that options may take.
HUGE = ["9223372036854775807", "9223372036854775808", "18446744073709551615", "1e18"]

# Commands that share work among threads, with {} for their number.
TEAMS = [
    f"value '{REGION}' --time 300ms --first white --no-tables --threads {{}}",
    f"value '{REGION}' --time 300ms --memory 8GB --no-tables --threads {{}}",
    "value --batch boards.fen --nodes 2000 --no-tables --threads {}",
    "tables build 1v1:6 --tables out --threads {}",
    "study quick.xml --memory 2GiB --nodes 300 --solvers random,dfpn --no-tables --threads {} -o out",
    "study quick.xml --nodes 300 --solvers alphabeta,mcts --no-tables --threads {} -o out",
    "judge quick.xml -o out.xml --nodes 300 --no-tables --threads {}",
    "review few.sgf --nodes 300 --no-tables --threads {}",
    "puzzles quick.xml -o out.xml --nodes 1000 --threads {}",
    "selfcheck --positions 200 --threads {}",
    f"prove '{REGION}' -o out --split 1 --time 300ms --threads {{}}",
    "extract few.sgf -o out.xml --tables {}",
    "selfplay random -o out.sgf --games 4 --size 5x5 --threads {}",
    "match random uct:playouts=10 --games 4 -o out --size 5x5 --threads {}",
    "explore Q2q --port 0 --threads {}",
]

# Like those, for the figure that is promised.
SWEEP = [team for team in TEAMS if team.startswith(("value", "study", "tables build"))]


class Case:
    """A command, and the condition under which it runs."""

    def __init__(self, words, limit=None, signal_after=None, most=None, refused=None):
        self.words, self.limit, self.signal_after, self.most = words, limit, signal_after, most
        # What an error has to name, if there has to be one.
        self.refused = refused

    def text(self):
        limit = f"ulimit -v {self.limit // 1000}; " if self.limit else ""
        return f"{limit}amazons {self.words}"

    def run(self, program, directory):
        """Returns what is wrong, or None; and the exit code."""
        for left in os.listdir(directory):
            if left.startswith("out"):
                path = os.path.join(directory, left)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

        there = set(os.listdir(directory)) | {"stderr"}

        def child():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # A shell that started this in the background would make signals ignored.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if self.limit:
                resource.setrlimit(resource.RLIMIT_AS, (self.limit, self.limit))

        environment = {**os.environ, "AMAZONS_PROGRESS": "0s", "AMAZONS_TABLES": ""}
        with open(os.path.join(directory, "stderr"), "w+") as stderr:
            words = [program, *shell_words(self.words)]
            process = subprocess.Popen(words, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=stderr, preexec_fn=child, env=environment)
            begun, sent, killed = time.monotonic(), False, False
            while True:
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
                if ended:
                    break
                passed = time.monotonic() - begun
                if not sent and passed > (60 if self.signal_after is None else self.signal_after):
                    process.send_signal(signal.SIGTERM)
                    sent = passed
                elif sent and passed > sent + PATIENCE:
                    process.kill()
                    killed = True
                time.sleep(0.005)
            process.returncode = code = os.waitstatus_to_exitcode(status)
            stderr.seek(0)
            said = stderr.read()
        said = said.strip()
        if killed:
            return f"does not end {PATIENCE} s after a signal: {said[-200:]!r}", code
        if "panicked" in said or "bug in amazons" in said:
            return f"panics: {said[-300:]!r}", code
        if code not in (0, 1, 2):
            return f"ends with {code}: {said[-300:]!r}", code
        if self.refused:
            if code != 2 or self.refused not in said:
                return f"ends with {code} instead of 2 and an error that names {self.refused}: {said[-200:]!r}", code
            # What was found may be kept, if that is said.
            if left := {name for name in set(os.listdir(directory)) - there if name not in said}:
                return f"leaves {sorted(left)}", code
        if self.most and usage.ru_maxrss * 1024 > self.most:
            return f"takes {usage.ru_maxrss * 1024 // MB} MB", code
        return None, code


def shell_words(text):
    import shlex
    return shlex.split(text)


def prepare(program, directory):
    """Makes the inputs."""
    path = lambda name: os.path.join(directory, name)
    quiet = {"cwd": directory, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    for name in ["quick.xml", "puzzles.xml"]:
        shutil.copy(os.path.join(ROOT, "problems", name), path(name))
    with open(path("boards.fen"), "w") as boards:
        boards.write("\n".join([REGION, OPEN, "Q2q w", "Q4/5/4q b"] * 10) + "\n")
    with open(path("small.fen"), "w") as boards:
        boards.write("Q2q w\nQ3/4/3q b\n")
    with open(path("few.jsonl"), "w") as labels:
        labels.write("")
    for words in [
        "set make small.fen -o few.xml",
        "set make small.fen -o solved.xml",
        "judge solved.xml --no-tables",
        *(f"selfplay random -o {part}.sgf --games 4 --size 4x4 --partition {part}/2" for part in "12"),
        *(f"judge few.xml -o {part}.xml --no-tables --partition {part}/2" for part in "12"),
        "selfplay random -o few.sgf --games 3 --size 6x6",
        "tables build 1v1:4 --tables tables",
    ]:
        subprocess.run([program, *words.split()], check=True, **quiet)


def thread_cases(sweep):
    counts, limits = [16, 64, 256, 1024], range(120, 601, 40)
    teams = SWEEP if sweep else TEAMS
    for limit in limits:
        for threads in counts:
            for team in teams:
                yield Case(team.format(threads), limit=limit * MB, signal_after=2 if team.startswith("explore") else None)


def fifo_cases(directory):
    for ending in ["xml", "sgf", "fen", "jsonl", "safetensors", "toml", "amt"]:
        os.mkfifo(os.path.join(directory, f"fifo.{ending}"))
    for reader in READERS:
        yield Case(reader.replace("{}", "fifo"), signal_after=1)


def count_cases(program):
    for short in SHORT:
        command = [word for word in shell_words(short)[:2] if re.fullmatch("[a-z]+", word)]
        if command[0] not in ("set", "tables", "train"):
            command = command[:1]
        if command[0] == "train":
            command = ["train"]
        text = subprocess.run([program, *command, "--help"], capture_output=True, text=True).stdout
        options = re.findall(r"^\s+(?:-\w, )?(--[a-z-]+) \[?<", text, re.M)
        for option in options:
            if option in ("--format", "--output", "--port", "--bind"):
                continue
            for huge in HUGE:
                # A command may be given an option once.
                words = re.sub(rf" {option} \S+", "", short)
                parts = [huge] if option != "--partition" else [f"1/{huge}", f"{huge}/{huge}"]
                for part in parts:
                    yield Case(f"{words} {option} {part}", signal_after=1.5)
    for huge in HUGE:
        for part in [f"1/{huge}", f"{huge}/{huge}"]:
            for command in ["selfplay random -o out.sgf --size 4x4", "match random random -o out --size 4x4"]:
                yield Case(f"{command} --games {huge} --partition {part}", signal_after=1.5)
        yield Case(f"prove {huge} -o out.proof", signal_after=1.5)


def bomb_cases(directory):
    lines = {
        "xml": (b"<problem-set version=\"1\">\n", b"<!-- nothing -->"),
        "sgf": (b"(;GM[18]SZ[4:4]", b";W[]"),
        "fen": (b"", b" "),
        "jsonl": (b"", b" "),
        "safetensors": (b"", b"\0"),
        "toml": (b"", b" "),
        "amt": (b"", b"\0"),
    }
    for ending, (head, body) in lines.items():
        with gzip.open(os.path.join(directory, f"bomb.{ending}"), "wb", compresslevel=1) as out:
            out.write(head)
            block = body * (MB // len(body))
            for _ in range(1000):
                out.write(block)
    for reader in READERS:
        yield Case(reader.replace("{}", "bomb"), limit=600 * MB, signal_after=15, most=400 * MB)


def output_cases(directory):
    closed = os.path.join(directory, "closed")
    os.mkdir(closed, 0o555)
    # Root may write to any directory but those of the kernel.
    closed = "/proc/out" if os.access(closed, os.W_OK) else "closed/out"
    for writer in WRITERS:
        for output in ["/dev/full", "missing/out", "small.fen/out", closed]:
            yield Case(writer.replace("{}", output), refused=output)
    for writer in DIRECTORY_WRITERS:
        for output in ["/dev/full", "small.fen/out", closed]:
            yield Case(writer.replace("{}", output), refused=output)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(TARGET, "release/amazons"))
    parser.add_argument("--only", default="threads,fifos,counts,bombs,outputs")
    parser.add_argument("--sweep", type=int, default=0, metavar="RUNS")
    parser.add_argument("--sample", type=float, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    good = True
    with tempfile.TemporaryDirectory() as directory:
        prepare(program, directory)
        kinds = {}
        for kind in ["threads"] if options.sweep else options.only.split(","):
            cases = {
                "threads": lambda: thread_cases(options.sweep),
                "fifos": lambda: fifo_cases(directory),
                "counts": lambda: count_cases(program),
                "bombs": lambda: bomb_cases(directory),
                "outputs": lambda: output_cases(directory),
            }[kind]
            kinds[kind] = list(cases())
        for kind, cases in kinds.items():
            if options.sweep:
                cases = (cases * (options.sweep // len(cases) + 1))[: options.sweep]
            elif options.sample:
                random.Random(options.seed).shuffle(cases)
            begun, codes, failed, slowest = time.monotonic(), {}, 0, 0
            for case in cases:
                if options.sample and time.monotonic() - begun > options.sample / len(kinds):
                    break
                wrong, code = case.run(program, directory)
                codes[code] = codes.get(code, 0) + 1
                if wrong:
                    failed += 1
                    print(f"FAILED {kind}: {case.text()} — {wrong}", flush=True)
            shown = ", ".join(f"{count} ended with {code}" for code, count in sorted(codes.items()))
            print(f"{kind}: {sum(codes.values())} of {len(cases)} runs in {time.monotonic() - begun:.0f} s, {failed} failed ({shown})", flush=True)
            good &= failed == 0
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
