#!/usr/bin/env python3
"""Measures the raw data in docs/measurements/data once more, each file by the command that its header
names.

    scripts/measure.py NAME… [--program target/release/amazons] [--verifier target/release/verifier]
                             [--games RECORDS] [--machine TEXT]

NAME is the name of a file there without its ending. Limits are nodes or steps, so everything but times and
memory is the same on every machine. Real games are RECORDS, which are not in this repository: what is kept
of them are counts and results, without moves and positions. scripts/measurement-tables.py makes the tables
of the pages from these files.
"""

import argparse
import csv
import datetime
import gzip
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "measurements" / "data"
ENDGAMES = ROOT / "problems" / "endgames.xml"
# The start of the literature, by columns and rows.
STARTS = {"4 × 4": "1qq1/q2q/Q2Q/1QQ1", "5 × 4": "1q1q1/q3q/Q3Q/1Q1Q1", "4 × 5": "1qq1/q2q/4/Q2Q/1QQ1",
          "5 × 5": "1q1q1/q3q/5/Q3Q/1Q1Q1", "4 × 6": "1qq1/q2q/4/4/Q2Q/1QQ1", "4 × 7": "1qq1/q2q/4/4/4/Q2Q/1QQ1"}
ASKED = None


def run(command, lines=None, folder=ROOT):
    """What a program prints; exit code 1 means that something stayed open."""
    command = list(map(str, command))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def amazons(*words, **how):
    return run([ASKED.program, *words], **how)


def objects(*words, **how):
    return [json.loads(line) for line in amazons(*words, "--format", "json", **how).splitlines()]


def values(fens, *words, tables=("--no-tables",)):
    """What `value --batch` says of positions, on one thread."""
    lines = "".join(f"{fen}\n" for fen in fens)
    return objects("value", "--batch", "-", *tables, "--threads", 1, *words, lines=lines)


def measured(*command):
    """What a process prints, its processor time in seconds and its peak memory in MB."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=subprocess.DEVNULL, cwd=ROOT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}")
        output.seek(0)
        return output.read(), round(used.ru_utime + used.ru_stime, 2), round(used.ru_maxrss / 1024)


def records():
    if not ASKED.games:
        sys.exit("this measurement needs game records: --games FILE")
    return ASKED.games


def reviewed(folder, *words):
    """The plies of each game."""
    path = Path(folder) / "games.jsonl"
    amazons("review", records(), "--no-estimate", "--no-tables", "--threads", 1, "-o", path, *words)
    games = [json.loads(line) for line in path.read_text().splitlines()]
    return [game["plies"] for game in games if "plies" in game]


def regions(path):
    """One problem for each region of a set."""
    found = {}
    for line in objects("set", "list", path):
        found.setdefault(line["id"].rsplit("-", 1)[0], line)
    return list(found.values())


def amazons_of(problem):
    return problem["white_amazons"] + problem["black_amazons"]


def judge_boards(folder):
    nodes = 10_000
    games = reviewed(folder, "--nodes", 1, "--winner")
    asked = [(number, before, game[-1]["empties"] - 1, game[-before]["empties"], game[-before]["fen"])
             for number, game in enumerate(games, 1) for before in (10, 16, 22, 28, 34, 40) if len(game) >= before]
    found = values([one[-1] for one in asked], "--winner", "--nodes", nodes)
    rows = [["game", "plies_before_end", "empties_at_end", "empties", "white_first", "black_first", "nodes"]]
    for (*of, _), said in zip(asked, found, strict=True):
        winners = [(said[key]["winner"] or "open") for key in ("white_first", "black_first")]
        rows.append([*of, *winners, said["nodes"]])
    return f"amazons value --batch BOARDS --winner --nodes {nodes} --no-tables --threads 1", rows


def judge_regions(folder):
    nodes, seed = 10_000, 7
    path = Path(folder) / "set.xml"
    extract = "--every-ply --min-empties 10 --max-empties 49 --max-amazons 8 --min-moves 1"
    amazons("extract", records(), "-o", path, *extract.split())
    few, many = [], {}
    for problem in regions(path):
        row = (problem["empties"], amazons_of(problem), problem["fen"])
        if amazons_of(problem) <= 4:
            few.append(row)
        else:
            size = next(index for index, most in enumerate((24, 29, 34, 39, 49)) if problem["empties"] <= most)
            many.setdefault(size, []).append(row)
    chance = random.Random(seed)
    drawn = [chance.sample(rows, min(len(rows), 20 if size else 60)) for size, rows in sorted(many.items())]
    asked = few + [row for rows in drawn for row in rows]
    found = values([one[-1] for one in asked], "--moves", "none", "--nodes", nodes)
    rows = [["empties", "amazons", "white_first", "black_first", "nodes"]]
    for (*of, _), said in zip(asked, found, strict=True):
        scores = [(said[key]["score"] or "open") for key in ("white_first", "black_first")]
        rows.append([*of, *scores, said["nodes"]])
    return (f"amazons extract GAMES {extract}; amazons value --batch REGIONS --moves none --nodes {nodes} --no-tables "
            f"--threads 1: all regions with 2 to 4 amazons; of those with 5 to 8, 60 of 10 to 24 squares and 20 of "
            f"each larger size (seed {seed})"), rows


def judge_tables(folder):
    nodes, each, seed = 50_000, 20, 1
    every = {}
    for problem in objects("set", "list", ENDGAMES):
        every.setdefault((problem["empties"] - 10) // 5, []).append((problem["empties"], problem["id"], problem["fen"]))
    chance = random.Random(seed)
    asked = [one for size in range(5) for one in chance.sample(every[size], each)]
    lines = "".join(f"{one[-1]}\n" for one in asked)
    words = ["value", "--batch", "-", "--first", "mover", "--moves", "none", "--nodes", nodes, "--threads", 1]
    rows = [["problem", "empties", "without_solved", "without_nodes", "with_solved", "with_nodes"]]
    # Where no tables are, those of the program answer, and nothing is kept.
    both = [objects(*words, *option, lines=lines, folder=folder) for option in (["--no-tables"], [])]
    for (empties, number, _), *said in zip(asked, *both, strict=True):
        cells = [cell for one in said for cell in (int((one.get("white_first") or one["black_first"])["score"] is not None), one["nodes"])]
        rows.append([number, empties, *cells])
    return (f"amazons value --batch FENS --first mover --moves none --nodes {nodes} --threads 1, with --no-tables and "
            f"with the tables of the program: {each} problems of problems/endgames.xml of each row (seed {seed})"), rows


def judge_small_boards(_folder):
    rows = [["board", "after", "fen", "winner", "nodes", "processor_seconds"]]
    after = {"5 × 5": ("b1-b3/d3", "1q1q1/q3q/1Q1*1/Q3Q/3Q1")}
    for board in ("4 × 4", "5 × 4", "4 × 5", "5 × 5"):
        move, fen = after.get(board, ("", STARTS[board]))
        first = "black" if move else "white"
        words = ["value", f"{fen} {first[0]}", "--winner", "--first", first, "--no-tables", "--threads", 1]
        text, seconds, _ = measured(ASKED.program, *words, "--game-values", 0, "--format", "json")
        said = json.loads(text)
        rows.append([board, move, words[1], said[f"{first}_first"]["winner"], said["nodes"], seconds])
    return "amazons value FEN --winner --first white (after a move: black) --no-tables --threads 1 --game-values 0", rows


def review_plies(folder):
    nodes = 20_000
    rows = [["game", "ply", "empties", "error", "error_at_least", "gave_away"]]
    judged = scored = 0
    for number, game in enumerate(reviewed(folder, "--nodes", nodes), 1):
        for ply in game:
            judged += ply["winner"] is not None
            scored += ply["score"] is not None
            if ply["winner"] is not None or ply["error_at_least"]:
                cells = [ply["error"], ply["error_at_least"], ply["gave_away"]]
                rows.append([number, ply["ply"], ply["empties"], *("" if cell is None else cell for cell in cells)])
    return (f"amazons review GAMES --nodes {nodes} --no-estimate --no-tables; plies with a proved winner or error; "
            f"winner proved at {judged}, score at {scored}"), rows


def hot_regions(folder, steps=50_000, tables=None):
    of_tables = ("--tables", os.path.abspath(tables)) if tables else ("--no-tables",)
    said_of_tables = "--tables DIR" if tables else "--no-tables"
    path = Path(folder) / "set.xml"
    amazons("extract", records(), "-o", path)
    asked = [(problem["empties"] + amazons_of(problem), amazons_of(problem), problem["fen"].split()[0])
             for problem in regions(path)]
    asked = [one for one in asked if 12 <= one[0] <= 27]
    found = values([f"{one[-1]} w" for one in asked], "--nodes", 1, "--moves", "none", "--game-values", steps, tables=of_tables)
    rows = [["squares", "amazons", "canonical", "temperature", "temperature_at_least", "temperature_at_most",
             "mean_at_least", "mean_at_most"]]
    for (*of, _), said in zip(asked, found, strict=True):
        told = [said.get(key) for key in ("temperature", "temperature_at_least", "temperature_at_most",
                                          "mean_at_least", "mean_at_most")]
        if said["mean"] is not None:
            told[3:] = [said["mean"]] * 2
        rows.append([*of, int(said["game_value"] is not None), *("" if cell is None else cell for cell in told)])
    return (f"amazons extract GAMES; amazons value --batch REGIONS --nodes 1 --moves none {said_of_tables} --threads 1 "
            f"--game-values {steps}: regions of 12 to 27 squares, amazons included"), rows


def hot_regions_tables(folder):
    if not ASKED.tables:
        sys.exit("this measurement needs tables of game values: --tables DIR")
    return hot_regions(folder, 110_000, ASKED.tables)


def results(folder, path, solvers, *words):
    """The results of a study, each with whether the move is right: 1, 0, or "" where that is not known."""
    out = Path(folder) / f"study{len(list(Path(folder).iterdir()))}"
    amazons("study", path, "-o", out, "--solvers", ",".join(solvers), "--no-tables", "--judge-nodes", 1,
            "--threads", 1, *words)
    for row in map(json.loads, (out / "results.jsonl").read_text().splitlines()):
        yield row | {"right": {"correct": 1, "badly-solved": 0, "unsolved": 0}.get(row["verdict"], "")}


def studied(folder, path, solvers, *words):
    """For each problem, its id, empty squares and whether each solver was right."""
    problems = {}
    for row in results(folder, path, solvers, *words):
        problems.setdefault(row["problem"], [row["problem"], row["empties"]]).append(row["right"])
    return list(problems.values())


ONE_PLY = ["one-ply:lieberum", "one-ply:accessibility", "one-ply:learned", "one-ply:committee"]


def learned_first_choices(folder):
    words = ["--max-empties", 30, "--nodes", 1_000_000]
    rows = studied(folder, ENDGAMES, ONE_PLY, *words)
    return (f"amazons study problems/endgames.xml --solvers {','.join(ONE_PLY)} --max-empties 30 --nodes 1000000 "
            f"--no-tables --judge-nodes 1"), [["problem", "empties", *ONE_PLY], *rows]


def learned_real_games(folder):
    path, nodes = Path(folder) / "set.xml", 10_000
    extract = ("--every-ply --min-empties 10 --max-empties 30 --min-amazons 2 --max-amazons 8 --min-moves 1 "
               "--keep-blocking")
    amazons("extract", records(), "-o", path, *extract.split())
    amazons("judge", path, "--nodes", nodes, "--no-tables", "--threads", 1)
    rows = studied(folder, path, ONE_PLY, "--nodes", 1_000_000, "--judged")
    return (f"amazons extract GAMES {extract}; amazons judge --nodes {nodes}; amazons study --judged --solvers "
            f"{','.join(ONE_PLY)} --nodes 1000000 --no-tables --judge-nodes 1"), \
        [["problem", "empties", *ONE_PLY], *([number, *row[1:]] for number, row in enumerate(rows, 1))]


def learned_searches(folder):
    players = ["alphabeta", "alphabeta:learned"]
    solvers = [f"{player}{',' if ':' in player else ':'}nodes={nodes}" for nodes in (10_000, 100_000) for player in players]
    named = [f"s{number}={solver}" for number, solver in enumerate(solvers)]
    rows = studied(folder, ENDGAMES, named, "--sample", 400, "--seed", 3, "--nodes", 1)
    return (f"amazons study problems/endgames.xml --sample 400 --seed 3 --no-tables --judge-nodes 1 --solvers "
            f"{','.join(solvers)}"), [["problem", "empties", *solvers], *rows]


def solved_at(folder, sets, players):
    """For each set of problems, problem, solver and limit: whether the move is right, whether the search was
    proved to the end, its nodes and processor time."""
    rows = [["set", "problem", "empties", "nodes", "solver", "right", "proved", "spent", "processor_seconds"]]
    for name, options, limits in sets:
        for nodes in limits:
            named = [f"s{number}={player}" for number, player in enumerate(players)]
            for row in results(folder, ROOT / "problems" / name, named, "--nodes", nodes, *options.split()):
                if row["right"] != "":
                    claim = row["claim"]
                    rows.append([name, row["problem"], row["empties"], nodes, players[int(row["solver"][1:])], row["right"],
                                 int(bool(claim) and claim["at_least"] == claim["at_most"]), row["nodes"],
                                 f"{row['cpu_seconds']:.4f}"])
    return rows


STUDY = "amazons study SET --solvers SOLVERS --nodes N --no-tables --judge-nodes 1 --threads 1"


def players_bounds(folder):
    players = ["alphabeta:bounds=false", "alphabeta", "alphabeta:eval=learned,bounds=false", "alphabeta:eval=learned"]
    options = "--sample 600 --seed 7 --judged --max-empties 40"
    rows = solved_at(folder, [("large.xml.gz", options, (10_000, 100_000))], players)
    return f"{STUDY} {options}", rows


def players_proving(folder):
    players = ["mcts", "mcts:prove=win", "mcts:prove=score"]
    options = "--sample 400 --seed 3"
    rows = solved_at(folder, [("endgames.xml", options, (10_000, 100_000))], players)
    return f"{STUDY} {options}", rows


def players_parameters(folder):
    players = ["mcts:plies=4,widen=0.6"] + [f"mcts:explore={explore},widen={widen}" for widen in (0.3, 0.4, 0.6)
                                            for explore in (0.02, 0.05, 0.1)]
    sets = [("endgames.xml", "--split test --sample 300 --seed 9", (10_000,)),
            ("natural.xml", "--split test --sample 300 --seed 3", (10_000,))]
    return f"{STUDY}, with --split test --sample 300 and --seed 9 or 3", solved_at(folder, sets, players)


def players_orders(folder):
    """Whole searches, limited by depth, of every tenth position of the first 64 plies of twenty games."""
    record, every = Path(folder) / "games.sgf", 10
    amazons("selfplay", "alphabeta:lieberum,width=40,depth=2", "--games", 20, "--random-plies", 4, "--seed", 305, "-o", record)
    positions = []
    for game in range(1, 21):
        moves = [ply["move"] for ply in objects("progress", record, "--game", game)[1:]]
        positions += ["position start moves " + " ".join(moves[:plies]) for plies in range(4, 64, every)]
    rows = [["search", "order", "position", "nodes"]]
    for search, orders in (("depth=2", ["none", "evaluation", "fixed", "mn", "tgp", "mgp", "mtgp"]),
                           ("width=20,depth=3", ["evaluation", "evaluation-fixed", "evaluation-tgp"]),
                           ("width=20,depth=4", ["evaluation", "evaluation-fixed", "evaluation-tgp"])):
        for order in orders:
            lines = "".join(f"{position}\ngo movetime 100000000\n" for position in positions) + "quit\n"
            player = f"alphabeta:lieberum,order={order},{search},finish=none,bounds=false"
            said = run([ASKED.program, "engine", player], lines)
            found = [int(number) for number in re.findall(r"bestmove \S+ nodes (\d+)", said)]
            assert len(found) == len(positions), (player, said[-500:])
            rows += [[search, order, number, nodes] for number, nodes in enumerate(found, 1)]
    return (f"amazons selfplay alphabeta:lieberum,width=40,depth=2 --games 20 --random-plies 4 --seed 305; of every {every}th "
            f"position: amazons engine alphabeta:lieberum,order=ORDER,SEARCH,finish=none,bounds=false, with movetime 1e8"), rows


def game_values_corners(_folder):
    rows = [["board", "processor_seconds", "memory_mb", "expanded", "mean", "temperature"]]
    for columns, height in ((3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (3, 3), (4, 3), (5, 3), (4, 4)):
        middle = [str(columns)] * (height - 2)
        fen = "/".join([f"{columns - 1}q", *middle, f"Q{columns - 1}"]) + " w"
        words = ["value", fen, "--no-tables", "--nodes", 1, "--moves", "none", "--threads", 1, "--game-values", 1_000_000_000]
        text, seconds, memory = measured(ASKED.program, *words, "--memory", "4GB", "--format", "json")
        said = json.loads(text)
        rows.append([f"{columns} × {height}", seconds, memory, int("stopped" not in said), said["mean"], said["temperature"]])
    return ("amazons value FEN --no-tables --nodes 1 --moves none --threads 1 --game-values 1e9 --memory 4GB, one amazon a side "
            "in opposite corners"), rows


def small_boards_nodes(folder):
    rows = [["board", "claim", "rule", "nodes", "positions", "bytes", "processor_seconds"]]
    for board, fen in STARTS.items():
        score = "W+0" if board in ("5 × 4", "5 × 5", "4 × 6", "4 × 7") else "B+0"
        words = ["prove", f"{fen} w", "--score", score, "-o", Path(folder) / f"{len(rows)}.proof", "--threads", 1]
        text, seconds, _ = measured(ASKED.program, *words, "--format", "json")
        said = json.loads(text)
        rows.append([board, said["claim"], said["rule"], *(said[key] for key in ("nodes", "positions", "bytes")), seconds])
    return "amazons prove FEN --score W+0 or B+0 --threads 1", rows


def proofs_walked(_folder):
    rows = [["file", "walked", "processor_seconds"]]
    # The two largest take minutes.
    for path in sorted(ROOT.glob("proofs/*.proof")):
        if path.stat().st_size < 1_000_000 or path.name == "5x5-0.proof":
            text, seconds, _ = measured(ASKED.verifier, path)
            rows.append([path.name, re.search(r"(\d+) positions walked", text).group(1), seconds])
    return "verifier FILE", rows


def scale_memory(folder):
    path = Path(folder) / "large.xml"
    with open(path, "w") as file:
        subprocess.run([sys.executable, ROOT / "scripts" / "synthetic-set.py", "200000"], stdout=file, check=True)
    rows = [["command", "processor_seconds", "memory_mb"]]
    for words in (["describe"], ["filter", "--min-empties", "20", "-o", "f.xml"], ["merge", "-o", "m.xml"]):
        placed = [str(Path(folder) / word) if word.endswith(".xml") else word for word in words[1:]]
        _, seconds, memory = measured(ASKED.program, "set", words[0], path, *placed)
        rows.append([" ".join(["set", words[0], "large.xml", *words[1:]]), seconds, memory])
    return f"scripts/synthetic-set.py 200000 > large.xml ({path.stat().st_size / 1e6:.0f} MB); the commands of the rows", rows


def value_tables_growth(folder):
    rows = [["target", "entries", "processor_seconds", "memory_mb", "different_values"]]
    for squares in (7, 8):
        for name in ("1v1", "2v1", "2v2", "3v1"):
            before = {file.name for file in Path(folder).glob("*.values.amt")}
            target = f"{name}:{squares}"
            _, seconds, memory = measured(ASKED.program, "tables", "build", "--values", target, "--tables", folder, "--threads", 1)
            new = [file for file in Path(folder).glob("[123]v*.values.amt") if file.name not in before]
            told = {one["file"].rpartition("/")[2]: one for one in objects("tables", "info", *new)}
            different = told[f"{name}-{squares}.values.amt"]["different_values"]
            rows.append([target, sum(one["entries"] for one in told.values()), seconds, memory, different])
    return "amazons tables build --values TARGET --threads 1, one target after the other in one directory", rows


def atlas_times(_folder):
    questions = ["1/8", "{3|{1|0}}", "*4", "--temperature >=3", "--mean 0", "--nimber", "--infinitesimal --squares 7",
                 "--atomic-weight 2", "1 --count 1000", "--defective", "--class 2v1 --squares 7", ""]
    rows = [["question", "values", "regions", "processor_seconds", "memory_mb"]]
    for question in questions:
        words = [ASKED.program, "atlas", *question.split(), "--tables", ROOT / "tables", "--format", "json"]
        measured(*words)
        text, seconds, memory = measured(*words)
        said = json.loads(text.splitlines()[0])
        rows.append([question, said["values"], said["regions"], seconds, memory])
    return "amazons atlas QUESTION --tables tables, the second of two runs", rows


def many_positions_batches(folder):
    count = 200_000
    path = Path(folder) / "fens"
    with open(path, "w") as file, subprocess.Popen([ASKED.program, "tables", "dump", ROOT / "tables" / "1v1-8.amt"],
                                                   stdout=subprocess.PIPE, text=True) as dump:
        for _, entry in zip(range(count), dump.stdout):
            file.write(json.loads(entry)["fen"] + "\n")
        dump.kill()
    rows = [["options", "positions", "processor_seconds", "memory_mb", "answer_bytes"]]
    for options in ("--moves none", "--moves best", "--moves none --game-values 50_000"):
        words = ["value", "--batch", path, *options.split(), "--threads", 1, "--format", "json"]
        text, seconds, memory = measured(ASKED.program, *words)
        rows.append([options, count, seconds, memory, len(text.encode())])
    return (f"amazons tables dump tables/1v1-8.amt, the first {count} positions; amazons value --batch FENS OPTIONS --threads 1 "
            f"--format json"), rows


MEASUREMENTS = {
    "game-values-corners": game_values_corners,
    "hot-regions": hot_regions,
    "hot-regions-tables": hot_regions_tables,
    "judge-boards": judge_boards,
    "judge-regions": judge_regions,
    "judge-small-boards": judge_small_boards,
    "judge-tables": judge_tables,
    "learned-first-choices": learned_first_choices,
    "learned-real-games": learned_real_games,
    "learned-searches": learned_searches,
    "many-positions-batches": many_positions_batches,
    "players-bounds": players_bounds,
    "players-orders": players_orders,
    "players-parameters": players_parameters,
    "players-proving": players_proving,
    "proofs-walked": proofs_walked,
    "review-plies": review_plies,
    "scale-memory": scale_memory,
    "small-boards-nodes": small_boards_nodes,
    "value-tables-growth": value_tables_growth,
    "atlas-times": atlas_times,
}


def write(name):
    with tempfile.TemporaryDirectory() as folder:
        command, found = MEASUREMENTS[name](folder)
    version = run(["git", "log", "-1", "--format=verifier 0.1.0 (%h)", "--", "verifier"]) if name.startswith("proofs") else amazons("--version")
    header = {"command": command, "program": version.strip(),
              "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "machine": ASKED.machine}
    text = io.StringIO()
    for key, said in header.items():
        text.write(f"# {key}: {said}\n")
    csv.writer(text, lineterminator="\n").writerows(found)
    for path in DATA.glob(f"{name}.csv*"):
        path.unlink()
    path = DATA / f"{name}.csv"
    if len(text.getvalue()) < 20_000:
        path.write_text(text.getvalue())
    else:
        with open(f"{path}.gz", "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped:
            zipped.write(text.getvalue().encode())


def main():
    global ASKED
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", choices=sorted(MEASUREMENTS))
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "amazons"))
    parser.add_argument("--verifier", default=str(ROOT / "target" / "release" / "verifier"))
    parser.add_argument("--games")
    parser.add_argument("--tables", help="tables of game values to 10 squares")
    parser.add_argument("--machine", default="two cores of an AMD EPYC, shared with other work")
    ASKED = parser.parse_args()
    ASKED.program = os.path.abspath(ASKED.program)
    for name in ASKED.names:
        write(name)


if __name__ == "__main__":
    main()
