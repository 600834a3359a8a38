"""Tests that the package gives the same results as the program."""

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import amazons
import pytest
from amazons import (
    Position,
    ProblemSet,
    ShortGame,
    Tables,
    atlas,
    judge_many,
    read_games,
    solve,
    solve_many,
)

ROOT = Path(__file__).resolve().parents[2]
SMALL = "Q2q/1**1 w"
# A position that takes long without a limit.
HARD = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"


def test_the_version_is_that_of_the_crate():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert f'version = "{amazons.__version__}"' in manifest


def test_positions_are_read_played_and_compared():
    start = Position.start()
    assert (start.width, start.height, start.side, start.amazons) == (10, 10, "white", (4, 4))
    assert len(start.moves()) == 2176
    after = start.play("d1-g4/g7")
    assert after.side == "black" and after.empties == start.empties - 1
    assert Position("X..|.#.|..O") == Position("Q2/1*1/2q w")
    assert len({Position(SMALL), Position(SMALL), Position(SMALL).with_side("black")}) == 2
    assert pickle.loads(pickle.dumps(after)) == after
    assert str(after) == after.fen and repr(Position(SMALL)) == f"Position('{SMALL}')"


def test_values_are_those_of_the_program():
    value = Position(SMALL).value()
    assert value.white_first.score == "W+3"
    assert value.white_first.best_moves == ["a2-c2/d1"]
    assert value.black_first.score == "B+3"
    assert (value.game_value, value.temperature, value.outcome) == ("±3", "3", "N")
    assert value.complete and value.source == "search"
    assert json.loads(value.to_json()) == value.to_dict()
    assert value.to_dict()["white_first"]["score"] == "W+3"
    assert [play.winner for play in value.play] == ["white", "black"]
    assert "W+3" in str(value)


def test_what_is_asked_is_answered():
    position = Position(SMALL)
    one = position.value(first="black", moves="all", game_values=0)
    assert one.white_first is None and one.game_value is None and one.regions == []
    moves = one.black_first.moves
    assert len(moves) == len(position.with_side("black").moves())
    assert moves[0] == (one.black_first.best_moves[0], one.black_first.score)
    winner = position.value(winner=True)
    assert winner.white_first.winner == "white" and winner.white_first.best_moves is None
    none = position.value(moves="none")
    assert none.white_first.best_moves is None and none.white_first.score == "W+3"


def test_what_is_not_proved_is_estimated_where_asked_for():
    start = Position.start()
    value = start.value(nodes=40_000, game_values=0, estimate=True)
    white, black = value.white_first, value.black_first
    assert white.score is None and white.estimate.lead == -black.estimate.lead
    assert 0 < black.estimate.white_wins < 0.5 < white.estimate.white_wins < 1
    assert white.estimate.line[0] == white.estimate.move in start.moves()
    assert 0 < white.estimate.nodes <= 11_000 and "≈ W+" in str(value)
    assert value.to_dict()["white_first"]["estimate"]["lead"] == white.estimate.lead
    # A proof needs no estimate.
    assert Position(SMALL).value(estimate=True).white_first.estimate is None
    assert start.value(nodes=10, game_values=0).white_first.estimate is None
    [many] = judge_many([start], nodes=40_000, game_values=0, estimate=True)
    assert many.white_first.estimate.move == white.estimate.move


def test_limits_leave_bounds():
    value = Position(HARD).value(nodes=10, game_values=0)
    first = value.white_first
    assert first.score is None and not value.complete
    assert first.at_least.startswith("B+") and first.at_most.startswith("W+")
    start = time.monotonic()
    assert not Position(HARD).value(time="200ms", game_values=0).complete
    assert time.monotonic() - start < 10


def test_regions_and_game_values():
    position = Position("Q2q*1Q/4*2 w")
    kinds = [region.kind for region in position.regions()]
    assert kinds == ["contested", "white"]
    assert position.regions()[1].amazons == (1, 0)
    regions = position.value().regions
    assert [region.squares for region in regions] == [r.squares for r in position.regions()]
    assert regions[1].game_value.game_value == "3"
    assert position.regions()[0].game_value is None
    value = Position(".O#|.X.|#.#").game_value()
    assert (value.game_value, value.mean, value.stopped) == ("1/8", "1/8", None)


def test_thermographs_have_walls_and_are_drawn():
    thermograph = Position(SMALL).thermograph()
    assert (thermograph.mean, thermograph.temperature) == ("0", "3")
    assert thermograph.left_wall[0] == (Fraction(0), Fraction(3))
    assert thermograph.right_wall[-1] == (Fraction(3), Fraction(0))
    assert thermograph._repr_svg_().startswith("<svg")
    with pytest.raises(amazons.LimitReached):
        Position("Q5/6/6/6/6/5q w").thermograph(time=0.01)


def test_boards_are_drawn():
    position = Position(SMALL)
    assert position._repr_svg_().startswith("<svg")
    marked = position.svg(["a2-c2/d1"], caption="best")
    assert "best" in marked and len(marked) > len(position.svg())
    assert position.text().splitlines()[1].split() == ["2", "W", ".", ".", "B", "2"]


def test_evaluations_have_parts():
    everything = Position.start().evaluate()
    assert [one.name for one in everything] == amazons.evaluation_names()
    one = Position.start().evaluate("lieberum:tie=0.2")[0]
    assert one.name == "lieberum:tie=0.2" and "w" in one.parts
    assert Position.start().progress()["mn"] == 0


def test_solvers_solve():
    assert {"dfpn", "wpns", "alphabeta", "mcts"} <= set(amazons.solver_names())
    answer = solve(SMALL, "dfpn:tt=1MB", nodes=100_000)
    assert (answer.move, answer.score, answer.solver) == ("a2-c2/d1", "W+3", "dfpn:tt=1000000")
    assert [step.outcome for step in answer.iterations][-1] in ("refuted", "proved")
    unsolved = solve(HARD, "dfpn", nodes=10)
    assert unsolved.move is None and unsolved.score is None
    assert solve(Position(SMALL), "mcts:seed=7", nodes=100).move in Position(SMALL).moves()


def test_games_are_read(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("g1-g7/b7 d10-d4/g1\ng1-g7/b7 g7-g8/g9\nd1-d4/d1\n")
    games = read_games(path)
    first = next(games)
    assert len(first) == 2 and first.last == first.position(-1) == first.positions()[2]
    with pytest.raises(ValueError, match=r"games\.txt.*game 2.*ply 2"):
        next(games)
    assert next(games).moves == ["d1-d4/d1"]
    with pytest.raises(StopIteration):
        next(games)
    with pytest.warns(UserWarning, match="ply 2"):
        assert [len(game) for game in read_games(path, on_error="warn")] == [2, 1, 1]
    for ply in [3, -4, 2**70, -(2**70)]:
        with pytest.raises(IndexError, match=f"ply {ply} of a game of 2 moves"):
            first.position(ply)


def test_sets_are_gone_through():
    problems = ProblemSet.open(ROOT / "problems/quick.xml")
    listed = list(problems)
    assert len(problems) == len(listed) == len(list(problems)) > 0
    one = listed[0]
    assert one.position.empties == one.empties and one.score and one.best_moves
    assert one.to_dict()["id"] == one.id
    assert one._repr_svg_().startswith("<svg")


def test_an_invalid_problem_is_warned_of_once(tmp_path):
    text = (ROOT / "problems/quick.xml").read_text()
    path = tmp_path / "set.xml"
    path.write_text(text.replace('fen="', 'fen="z', 1))
    problems = ProblemSet.open(path, on_error="warn")
    assert bool(problems)
    with pytest.warns(UserWarning, match="set.xml") as warned:
        listed = list(problems)
    assert len(warned) == 1 and len(listed) == len(problems)
    empty = tmp_path / "empty.xml"
    empty.write_text('<problem-set version="1"/>\n')
    assert not ProblemSet.open(empty) and list(ProblemSet.open(empty)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_pipe_that_sends_nothing_is_left_on_ctrl_c():
    script = """
import amazons, threading, signal, os
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: (print("tick", flush=True), os.kill(os.getpid(), signal.SIGINT))).start()
try:
    next(amazons.read_games("-"))
except KeyboardInterrupt:
    print("left", flush=True)
    os._exit(0)
"""
    reader = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        # The end of its input would end it too, so that stays open.
        assert reader.wait(timeout=60) == 0
        assert reader.stdout.read() == "tick\nleft\n"
    finally:
        reader.kill()
        reader.stdin.close()


def test_sets_are_frames():
    pandas = pytest.importorskip("pandas")
    problems = ProblemSet.open(ROOT / "problems/quick.xml")
    frame = problems.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(problems)
    assert {"id", "fen", "empties", "score"} <= set(frame.columns)


def test_sets_are_parquet_files(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ["quick", "puzzles"]:
        problems, path = ProblemSet.open(ROOT / f"problems/{name}.xml"), tmp_path / f"{name}.parquet"
        problems.to_parquet(path)
        rows = parquet.read_table(path).to_pylist()
        assert len(rows) == len(problems)
        for row, problem in zip(rows, problems):
            known = problem.to_dict()
            assert {key: row[key] for key in known} == known
            assert row["split"] == problem.split in ("development", "test")
    with pytest.raises(OSError):
        problems.to_parquet(tmp_path / "nowhere" / "x.parquet")
    # A set that cannot be read leaves nothing behind.
    wrong = tmp_path / "wrong.xml"
    wrong.write_text('<problem-set version="2">\n<problem id="x"/>\n</problem-set>\n')
    with pytest.raises(ValueError, match="problem x"):
        ProblemSet.open(wrong).to_parquet(tmp_path / "wrong.parquet")
    assert {file.name for file in tmp_path.iterdir()} == {
        "quick.parquet",
        "puzzles.parquet",
        "wrong.xml",
    }


def test_tables_are_asked(tmp_path):
    tables = Tables.open(ROOT / "tables")
    assert tables.unusable_files == []
    found = tables.probe("Q2/1*q/2* w")
    assert found.source == "table" and found.white_first.score == "W+0"
    assert tables.probe(HARD) is None
    assert Position("Q2/1*q/2* w").value(tables=tables).source == "table"
    (tmp_path / "1v1-4.amt").write_bytes(b"not a table")
    assert "1v1-4.amt" in Tables.open(tmp_path).unusable_files[0]


def test_what_is_found_is_kept(tmp_path):
    position = "3q******/**Q1******/3*******/3*******/1*1*******/2*q1Q1*2/*4*4 w"
    with Tables.open(tmp_path / "mine", add=True) as tables:
        assert Position(position).value(tables=tables).source == "search"
    again = Tables.open(tmp_path / "mine")
    assert Position(position).value(tables=again).source == "table"
    again.close()
    with pytest.raises(ValueError, match="closed"):
        again.probe(position)


def test_many_positions_keep_their_order():
    problems = [problem for problem in ProblemSet.open(ROOT / "problems/quick.xml")][:40]
    seen = []
    values = judge_many(
        problems, threads=2, game_values=0, progress=lambda done, all: seen.append((done, all))
    )
    assert seen[-1] == (len(problems), len(problems))
    for problem, value in zip(problems, values):
        first = value.white_first if problem.position.side == "white" else value.black_first
        assert first.score == problem.score and first.best_moves == problem.best_moves
    assert judge_many([]) == []
    judge_many([SMALL], progress=True)


def test_many_answers_are_a_table():
    values = judge_many([SMALL, HARD], nodes=10)
    assert values[0].game_value is None and values[0].regions == []
    assert judge_many([SMALL], game_values="1s")[0].game_value == Position(SMALL).value().game_value
    answers = solve_many([SMALL, SMALL], "alphabeta", nodes=1000, threads=2)
    assert [answer.move for answer in answers] == [solve(SMALL, nodes=1000).move] * 2
    with pytest.raises(ValueError, match="no such solver"):
        solve_many([SMALL], "nobody")
    pandas = pytest.importorskip("pandas")
    frame = values.to_pandas()
    assert list(frame["fen"]) == [SMALL, HARD]
    assert frame["white_score"][0] == values[0].white_first.score
    assert pandas.isna(frame["white_score"][1]) and frame["white_at_least"][1]
    assert list(answers.to_pandas()["move"]) == [answer.move for answer in answers]
    assert judge_many([]).to_pandas().empty


def test_other_threads_run_meanwhile():
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    Position(HARD).value(time=0.5, game_values=0)
    over.set()
    thread.join()
    assert len(ticks) > 10


@pytest.mark.parametrize(
    "call",
    [
        f"amazons.Position('{HARD}').value()",
        f"amazons.judge_many(['{HARD}'] * 8)",
        f"amazons.solve('{HARD}', 'uct', time=3600)",
        f"amazons.Position('{HARD}').game_value()",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_a_search(call):
    code = f"import amazons\nprint('begun', flush=True)\ntry:\n    {call}\n" + (
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        # A shell's background jobs, and their children, have INT ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
    finally:
        process.kill()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Position("Q2z"), "position 'Q2z': row 1, character 3"),
        (lambda: Position(""), "position ''"),
        (lambda: Position("Q2q" * 10_000), "position"),
        (lambda: Position("\0\U0001f600 w"), "position"),
        (lambda: Position.start(3, 3), "no standard start for 3x3"),
        (lambda: Position.start(2**63, 4), f"{2**63} columns or rows; expected 4 to 16"),
        (lambda: Position.start(4, -1), "-1 columns or rows"),
        (lambda: Position(SMALL).play("a2-a2/a2"), "a2-a2/a2 is illegal"),
        (lambda: Position(SMALL).play("p16-p16/p16"), "not on the 4x2 board"),
        (lambda: Position(SMALL).play("hello"), "hello"),
        (lambda: Position(SMALL).with_side("red"), "expected white or black"),
        (lambda: Position(SMALL).value(time=-1), "expected a time"),
        (lambda: Position(SMALL).value(time=float("nan")), "expected a time"),
        (lambda: Position(SMALL).value(time=float("inf")), "expected a time"),
        (lambda: Position(SMALL).value(time=1e300), "expected a time"),
        (lambda: Position(SMALL).value(time=0), "expected a time above 0"),
        (lambda: Position(SMALL).value(time="soon"), "expected a time"),
        (lambda: Position(SMALL).value(nodes=0), "at least 1 node"),
        (lambda: Position(SMALL).value(nodes=-1), "at least 1 node, not -1"),
        (lambda: Position(SMALL).value(nodes=-(2**200)), f"at least 1 node, not -{2**200}"),
        (lambda: Position(SMALL).value(nodes=2**64), "at most 18446744073709551615 nodes"),
        (lambda: Position(SMALL).value(threads=2**200), f"threads, not {2**200}"),
        (lambda: Position(SMALL).value(winner=True, moves="all"), "leave out moves or winner"),
        (lambda: Position(SMALL).value(winner=True, moves="x"), "expected best, all or none"),
        (lambda: Position(SMALL).value(threads=-1), "1 to 1024 threads, not -1"),
        (lambda: Position(SMALL).value(threads=0), "1 to 1024 threads"),
        (lambda: Position(SMALL).value(threads=10**9), "1 to 1024 threads"),
        (lambda: Position(SMALL).value(memory="much"), "expected a size"),
        (lambda: Position(SMALL).value(memory=2**63), "expected a size"),
        (lambda: Position(SMALL).value(moves="some"), "expected best, all or none"),
        (lambda: Position(SMALL).evaluate("x"), "expected one of accessibility"),
        (lambda: solve(SMALL, "pns"), "expected one of dfpn, wpns, alphabeta"),
        (lambda: solve(SMALL, "dfpn:tt=big"), "not a size"),
        (lambda: solve("Q2z", "dfpn"), "position 'Q2z'"),
        (lambda: judge_many([SMALL, "Q2z"]), "position 'Q2z'"),
        (lambda: ProblemSet.open(ROOT / "Cargo.toml"), "expected a problem set"),
        (lambda: read_games(ROOT / "LICENSE-MIT"), "expected SGF games"),
        (lambda: read_games(ROOT / "README.md", on_error="ignore"), "expected raise or warn"),
    ],
)
def test_bad_input_is_a_value_error(call, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        call()


def test_memory_may_be_tiny_or_huge():
    for memory in [0, 1, "1kB", 2**40]:
        assert Position(SMALL).value(memory=memory, threads=1).white_first.score == "W+3"


def test_missing_files_and_wrong_types():
    with pytest.raises(FileNotFoundError, match="no-such-file.sgf"):
        read_games("no-such-file.sgf")
    with pytest.raises(FileNotFoundError, match="no-such-file.xml"):
        ProblemSet.open("no-such-file.xml")
    with pytest.raises(FileNotFoundError, match="no-such-tables"):
        Tables.open("no-such-tables")
    with pytest.raises(TypeError):
        judge_many([1])


def test_everything_is_documented_and_typed():
    stubs = (Path(amazons.__file__).parent / "__init__.pyi").read_text()
    for name in amazons.__all__:
        item = getattr(amazons, name)
        assert name == "__version__" or item.__doc__, name
        assert re.search(rf"(class|def) {name}\b|^{name}:", stubs, re.M), name
        if isinstance(item, type):
            block = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.M | re.S).group()
            for member in vars(item):
                if not member.startswith("_"):
                    assert re.search(rf"def {member}\b", block), f"{name}.{member}"


def test_short_games_are_computed_with():
    up, star, hot = ShortGame("^"), ShortGame("*"), ShortGame("{3|{1|0}}")
    assert str(up + star) == "^*" and repr(up) == "ShortGame('^')"
    assert up + star - star == up and hash(up + star - star) == hash(up)
    assert 2 * up == up * 2 == ShortGame("^2") and -up == ShortGame("v")
    assert ShortGame("3/4") + Fraction(1, 4) == 1 and hash(ShortGame(1)) == hash(1)
    assert 1 - ShortGame("1/2") == Fraction(1, 2)
    assert ShortGame("1/2").number() == Fraction(1, 2) and hot.number() is None
    assert up > 0 and 0 < up and up >= 0 and up < "1/8" - star * 2 and up.is_confused_with("*")
    assert up != "^" and star != 0 and not (star > 0 or star < 0 or star == 0)
    assert (hot.outcome, hot.mean, hot.temperature) == ("L", "7/4", "5/4")
    assert (hot.left_stop, hot.right_stop, hot.confusion_interval) == ("3", "1", "(1, 3]")
    assert (hot.birthday, hot.stop_count) == (4, 3)
    assert [str(option) for option in hot.right_options] == ["{1|0}"]
    assert hot.left_options == [3]
    assert hot.is_hot and up.is_all_small and up.is_infinitesimal and star.is_nimber
    assert ShortGame(2).is_integer and ShortGame("1*").is_numberish
    assert hot.thermograph().temperature == "5/4" and "<svg" in hot.thermograph().svg()


def test_short_games_have_the_operations_of_the_calculus():
    up, hot = ShortGame("^"), ShortGame("{3|{1|0}}")
    assert str(hot.cooled("1/2")) == "{5/2|1*}" == str(hot.cooled(Fraction(1, 2)))
    assert str(hot.frozen()) == "7/4*"
    assert up.heated(1).cooled(1) == up
    assert str(ShortGame("1/2").overheated("1*", 1)) == "{1|*}"
    assert (hot + up).reduced() == hot
    assert up.atomic_weight() == 1 and hot.atomic_weight() is None
    assert up.companion() == ShortGame("^*")
    assert ShortGame("*").ordinal_sum(1) == ShortGame("^*")
    half = ShortGame("1/2").norton_product(up)
    assert half + half == up
    assert ShortGame("*2").conway_product("*2") == ShortGame("*3")
    assert ShortGame("{0|v*}").uptimal() == ".01" and hot.uptimal() is None
    assert [str(gain) for gain in hot.left_incentives()] == ["{{3|2}|0}"]
    assert [str(gain) for gain in hot.right_incentives()] == ["{{3|2}|0}"]
    known = hot.to_dict()
    assert (known["game_value"], known["reduced"], known["frozen"]) == (str(hot), str(hot), "7/4*")
    assert known["properties"] == ["hot"] and known["confused_with"]["low_belongs"] is False


def test_bad_short_games_are_value_errors_with_the_place():
    for text, place in [("{1|2|3}", "character 5"), ("1/3", "n/2^k"), ("", "the end")]:
        with pytest.raises(ValueError, match=re.escape(place)):
            ShortGame(text)
    with pytest.raises(ValueError, match="expected a game"):
        ShortGame(0.5)
    with pytest.raises(ValueError, match="0 or more"):
        ShortGame("*").cooled(-1)
    with pytest.raises(ValueError, match="above 0"):
        ShortGame("1").norton_product("*")
    with pytest.raises(TypeError):
        ShortGame("*") + 0.5
    with pytest.raises(amazons.LimitReached, match="4352 moves"):
        ShortGame("^") * 100_000


def test_short_games_meet_from_many_threads():
    games = [ShortGame("0")]

    def work(seed):
        total = ShortGame(seed)
        for n in range(20):
            total = total + ShortGame(f"±{n % 2 + 1}") + games[0]
        games.append(total - total + seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(str(game) for game in games[1:]) == ["0", "1", "2", "3"]


def test_the_atlas_has_the_smallest_regions_of_a_value():
    # Snatzke (2004) found 1/8 on six squares.
    answer = atlas("1/8")
    assert (answer.value, answer.values, len(answer.found)) == ("1/8", 1, 4)
    assert answer.regions >= 4 and ("1v1", 8, True) in answer.searched
    first = answer.found[0]
    assert (first.squares, first.class_, first.game_value, first.mean) == (6, "1v1", "1/8", "1/8")
    assert (first.left_stop, first.right_stop, first.temperature) == ("1/8", "1/8", "-1/8")
    assert "number" in first.properties and first.defect is None and first.atomic_weight is None
    assert first.position.fen == first.fen and first.position.game_value().game_value == "1/8"
    assert first.thermograph.mean == "1/8" and "<svg" in first._repr_svg_()
    for same in [Fraction(1, 8), ShortGame("1/8"), "{0|1/4}"]:
        assert [region.fen for region in atlas(same).found] == [r.fen for r in answer.found]
    minus = atlas(-ShortGame("1/8"), count=1)
    assert [region.game_value for region in minus.found] == ["-1/8"]
    assert minus.regions == answer.regions
    nothing = atlas("*5")
    assert nothing.found == [] and nothing.regions == 0 and nothing.searched


def test_the_atlas_has_values_with_properties():
    hot = atlas(temperature=">=3", class_="1v1", squares="..7")
    assert len(hot.found) == 10 < hot.values
    assert all(Fraction(region.temperature) >= 3 for region in hot.found)
    assert [region.squares for region in hot.found] == sorted(r.squares for r in hot.found)
    assert [r.game_value for r in atlas(nimber=True, mean=0).found][:2] == ["0", "*"]
    half = atlas(number=True, mean=Fraction(1, 2), count=100)
    assert [region.game_value for region in half.found] == ["1/2"]
    up = atlas(atomic_weight=ShortGame("1"), squares="<=6", count=50)
    assert up.found and all(region.atomic_weight == "1" for region in up.found)
    # Mueller and Tegos (2002): five regions of seven squares leave three empty.
    assert atlas(class_="1v0", squares=7, defective=3).regions == 5
    assert all(region.defect >= 1 for region in atlas(defective=True).found)
    assert atlas("0", defective=False).regions == atlas("0").regions
    for kind in ["infinitesimal", "switch", "tiny"]:
        found = atlas(**{kind: True}).found
        assert found and all(kind in region.properties for region in found)
    assert all("all small" in region.properties for region in atlas(all_small=True).found)


def test_the_atlas_asks_tables_of_a_directory_and_answers_as_the_program_does():
    with Tables.open(ROOT / "tables") as tables:
        own = atlas("*", tables=tables)
        assert own.to_dict() == atlas("*").to_dict() == atlas("*", tables=tables).to_dict()
        known = own.to_dict()
        assert known["found"][0] == own.found[0].to_dict()
        assert known["found"][0]["white_first"] == own.found[0].white_first
        searched = [(it["class"], it["squares"], it["complete"]) for it in known["searched"]]
        assert searched == own.searched and ("1v1", 3, True) in searched
    with pytest.raises(ValueError, match="closed"):
        atlas("*", tables=tables)


def test_tables_without_game_values_are_no_atlas(tmp_path):
    with pytest.raises(amazons.TableError, match="no game values"):
        atlas("1", tables=Tables.open(tmp_path))
    for name in ["dictionary.values.amt", "shapes-3.amt", "1v1-3.amt", "1v1-3.values.amt"]:
        (tmp_path / name).write_bytes((ROOT / "tables" / name).read_bytes())
    assert atlas("*", tables=Tables.open(tmp_path)).searched == [("1v1", 3, True)]
    values = tmp_path / "1v1-3.values.amt"
    values.write_bytes(values.read_bytes()[:-9])
    with pytest.raises(amazons.TableError, match="1v1-3.values.amt"):
        atlas("*", tables=Tables.open(tmp_path))


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        ({"value": "{1|2|3}"}, "game '{1|2|3}': character 5"),
        ({"value": 0.5}, "value: expected a ShortGame, a text"),
        ({"temperature": "hot"}, "temperature: 'hot' is no condition"),
        ({"mean": "3..1"}, "mean: '3..1' is no condition"),
        ({"mean": 0.5}, "mean: expected a condition such as '>=5'"),
        ({"squares": True}, "squares: 'True' is no condition"),
        ({"defective": []}, "defective: expected a condition"),
        ({"atomic_weight": "{1|"}, "character 4"),
        ({"class_": "4v4"}, "class_: '4v4'"),
        ({"count": 0}, "count: expected 1 to 18446744073709551615, not 0"),
        ({"count": -(2**200)}, f"not -{2**200}"),
        ({"count": 2**200}, f"not {2**200}"),
    ],
)
def test_bad_conditions_of_the_atlas_are_value_errors(conditions, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        atlas(**conditions)
