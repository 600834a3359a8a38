#!/usr/bin/env python3
"""Measures the peak resident memory of every command that has --memory, without mapped tables, and
whether it stays within 1.2 x --memory + 64 MB; then runs each under limits on its address space.
Before that, it measures commands that read a set problem by problem with two sets, of which the
second has --problems and the first a tenth of them: a problem more may take BYTES_EACH.

    scripts/memory-bounds.py [--program PATH] [--seconds S] [--memory 64,256] [--limits 300,600,1200]
    scripts/memory-bounds.py --sets [--problems 400000]

--memory and --limits are in MB. --sets measures sets alone. Prints a Markdown table; exit code 1 if something does not hold.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"))
MB = 1_000_000
OPEN = "3q2/6/Q5/5Q/6/q5 w"  # a board that no search finishes soon
# What may stay in memory of a problem that was read: its id, fingerprints, where its row is.
BYTES_EACH = 250
REGION = "Q4/5/4q/2*2 w"  # a region whose game value is not expanded


def commands(seconds):
    """Returns each command's name and its arguments."""
    time = f"{seconds}s"
    hard = "hard.xml"
    return [
        ("value", ["value", OPEN, "--time", time, "--game-values", "0", "--moves", "none", "--no-tables"]),
        ("value --batch", ["value", "--batch", "boards.fen", "--time", f"{seconds / 4}s", "--game-values", "0", "--no-tables"]),
        ("value, game values", ["value", REGION, "--time", f"{seconds / 4}s", "--game-values", time, "--no-tables"]),
        ("regions", ["regions", REGION, "--time", time]),
        ("thermograph", ["thermograph", REGION, "--time", time]),
        ("judge", ["judge", hard, "-o", "judged.xml", "--time", f"{seconds / 4}s", "--no-tables"]),
        ("review", ["review", "game.sgf", "--time", f"{seconds / 4}s", "--no-tables"]),
        ("prove", ["prove", OPEN, "-o", "a.proof", "--time", time]),
        ("puzzles", ["puzzles", "judged-few.xml", "-o", "puzzles.xml", "--max-empties", "40", "--time", f"{seconds / 4}s"]),
        ("set validate", ["set", "validate", "judged-few.xml", "--time", f"{seconds / 10}s"]),
        ("study", ["study", hard, "-o", "study", "--time", f"{seconds / 10}s", "--judge-time", f"{seconds / 10}s",
                   "--solvers", "dfpn,wpns,alphabeta,mcts", "--no-tables", "--threads", "1"]),
    ]


def prepare(program, directory):
    """Writes a set of hard problems, boards, and a game."""
    problems = os.path.join(ROOT, "problems", "endgames.xml")
    quiet = {"cwd": directory, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    few = [program, "set", "filter", problems, "--min-empties", "20", "--judged", "--max-per-size", "1", "-o", "judged-few.xml"]
    subprocess.run(few, check=True, **quiet)
    played = [program, "selfplay", "random", "--games", "1", "--size", "8x8", "--seed", "5", "-o", "game.sgf"]
    subprocess.run(played, check=True, **quiet)
    with open(os.path.join(directory, "boards.fen"), "w") as boards:
        boards.write("\n".join([OPEN, OPEN.replace(" w", " b"), "Q5/6/6/5q w", "q5/6/6/5Q w"]) + "\n")
    made = [program, "set", "make", "boards.fen", "-o", "hard.xml"]
    subprocess.run(made, check=True, **quiet)


def run(program, words, directory, limit=None):
    """Runs a command; returns the exit code (negative: a signal), peak bytes and standard error."""
    def child():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with open(os.path.join(directory, "stderr"), "w+") as stderr:
        process = subprocess.Popen([program, *words], cwd=directory, stdout=subprocess.DEVNULL, stderr=stderr,
                                   preexec_fn=child, env={**os.environ, "AMAZONS_PROGRESS": "0s", "AMAZONS_TABLES": ""})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stderr.seek(0)
        return process.returncode, usage.ru_maxrss * 1024, stderr.read()


def explorer(program, memory, seconds, directory, limit=None):
    """Does the same for an explorer that is asked several hard questions at once."""
    def child():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    words = [program, "explore", "--port", "0", "--memory", f"{memory}MB", "--no-tables", "--threads", "2"]
    server = subprocess.Popen(words, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=child)
    line = server.stdout.readline()
    address = next((word for word in line.split() if word.startswith("http://")), None)
    if address:
        script = "import sys, urllib.request\ntry: urllib.request.urlopen(sys.argv[1], timeout=120).read()\nexcept Exception: pass"
        asked = []
        for question, more in [("value", ""), ("game_value", ""), ("moves", "&first=black"), ("value", "&first=white")]:
            query = urllib.parse.urlencode({"fen": OPEN, "time": f"{seconds}s"}) + more
            asked.append(subprocess.Popen([sys.executable, "-c", script, f"{address.rstrip('/')}/api/v1/{question}?{query}"]))
        for client in asked:
            client.wait()
        # A shell that started this in the background would make INT ignored. A server that has
        # ended has not been waited for yet, so its process number is still its own.
        os.kill(server.pid, signal.SIGTERM)
    _, status, usage = os.wait4(server.pid, 0)
    server.returncode = os.waitstatus_to_exitcode(status)
    code = server.returncode if server.returncode != 1 else 0
    return code, usage.ru_maxrss * 1024, line + server.stdout.read()


def of_sets(set_of):
    """Returns commands that read a solved set."""
    return [
        ("set list", ["set", "list", set_of]),
        ("set describe", ["set", "describe", set_of]),
        ("set filter", ["set", "filter", set_of, "-o", "out.xml"]),
        ("set filter, a random choice", ["set", "filter", set_of, "-o", "out.xml", "--max-per-size", "1000", "--seed", "1"]),
        ("set validate", ["set", "validate", set_of, "--memory", "64MB"]),
        ("judge", ["judge", set_of, "-o", "out.xml", "--memory", "64MB", "--no-tables"]),
        ("judge, goes on", ["judge", set_of, "-o", "out.xml", "--memory", "64MB", "--no-tables"]),
        ("explore", ["explore", set_of, "--port", "0", "--memory", "64MB", "--no-tables"]),
    ]


def opened(program, words, directory):
    """Opens a set in the explorer; returns like run, and the seconds until the first page and until
    the whole is read."""
    begun = time.monotonic()
    server = subprocess.Popen([program, *words], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = next((word for word in server.stdout.readline().split() if word.startswith("http://")), None)
    first = read = None
    while address and read is None:
        with urllib.request.urlopen(f"{address.rstrip('/')}/api/v1/problems?count=50", timeout=120) as answer:
            page = json.loads(answer.read())
        first = first or time.monotonic() - begun
        read = time.monotonic() - begun if page["complete"] else None
        time.sleep(0.1)
    os.kill(server.pid, signal.SIGTERM)
    _, status, usage = os.wait4(server.pid, 0)
    server.returncode = os.waitstatus_to_exitcode(status)
    return 0 if read else 2, usage.ru_maxrss * 1024, f"first page after {first:.1f} s, all after {read:.1f} s" if read else ""


def measure_sets(program, directory, problems):
    """Prints the table of sets; returns whether all is well."""
    good = True
    peaks = {}
    counts = [problems // 10, problems]
    print(f"| command, a solved set | peak with {counts[0]:,} problems, MB | with {counts[1]:,}, MB | seconds | |\n|---|---:|---:|---:|---|", flush=True)
    for count in counts:
        path = os.path.join(directory, f"{count}.xml")
        with open(path, "w") as out:
            subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "synthetic-set.py"), str(count)], stdout=out, check=True)
        for name, words in of_sets(path):
            begun = time.monotonic()
            code, peak, said = (opened if name == "explore" else run)(program, words, directory)
            seconds = time.monotonic() - begun
            peaks.setdefault(name, []).append(peak)
            if count != counts[1]:
                continue
            few, many = peaks[name]
            holds = code in (0, 1) and many - few <= BYTES_EACH * (counts[1] - counts[0])
            good &= holds
            more = f", {said}" if name == "explore" else ""
            verdict = f"holds{more}" if holds else f"DOES NOT HOLD, exit {code} {said[-200:]!r}"
            print(f"| `{name}` | {few / MB:.0f} | {many / MB:.0f} | {seconds:.1f} | {verdict} |", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(TARGET, "release/amazons"))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--memory", default="64,256")
    parser.add_argument("--limits", default="300,600,1200")
    parser.add_argument("--only", default="")
    parser.add_argument("--sets", action="store_true")
    parser.add_argument("--problems", type=int, default=100_000)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as directory:
        good = measure_sets(program, directory, options.problems)
    if options.sets:
        sys.exit(0 if good else 1)
    print("\n| command | `--memory`, MB | peak, MB | bound, MB | |\n|---|---:|---:|---:|---|", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        prepare(program, directory)

        def measured(name, memory, limit=None, seconds=options.seconds):
            if name == "explore":
                return explorer(program, memory, seconds, directory, limit)
            words = dict(commands(seconds))[name] + ["--memory", f"{memory}MB"]
            if name == "study":
                words += ["--judge-memory", f"{memory}MB"]
                subprocess.run(["rm", "-rf", os.path.join(directory, "study")])
            if name == "judge":
                subprocess.run(["rm", "-f", os.path.join(directory, "judged.xml")])
            return run(program, words, directory, limit)

        names = [name for name, _ in commands(1)] + ["explore"]
        names = [name for name in names if options.only in name]
        for name in names:
            for memory in map(int, options.memory.split(",")):
                code, peak, said = measured(name, memory)
                # A study has two such limits, the judge's and the solver's.
                bound = 1.2 * memory * (2 if name == "study" else 1) + 64
                holds = code in (0, 1) and peak <= bound * MB
                good &= holds
                verdict = "holds" if holds else f"DOES NOT HOLD, exit {code} {said[-200:]!r}"
                print(f"| `{name}` | {memory} | {peak / MB:.0f} | {bound:.0f} | {verdict} |", flush=True)
        print("\n| command under a limit of address space, `--memory` 8 GB | " + " | ".join(f"{limit} MB" for limit in options.limits.split(",")) + " |")
        print("|---|" + "---|" * len(options.limits.split(",")), flush=True)
        for name in names:
            cells = []
            for limit in map(int, options.limits.split(",")):
                code, _, said = measured(name, 8000, limit * MB, min(options.seconds, 4))
                fine = code in (0, 1, 2) and "panicked" not in said
                good &= fine
                cells.append({0: "done", 1: "done, a limit came first", 2: "exit 2: " + said.strip().split("\n")[-1][:60]}.get(code, f"ENDED BY {code}: {said[-200:]!r}"))
            print(f"| `{name}` | " + " | ".join(cells) + " |", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
