"""Exact endgames of the Game of the Amazons.

>>> from amazons import Position
>>> value = Position("Q2q/1**1 w").value()
>>> value.white_first.score, value.white_first.best_moves
('W+3', ['a2-c2/d1'])
>>> value.game_value
'±3'

Scores, moves and game values are strings, written as the program `amazons` writes them. Bad input
raises a ValueError with the program's message; a file that cannot be opened raises an OSError.
Searches run without the interpreter's lock on as many threads as asked for, and Ctrl-C ends them.
"""

from contextlib import nullcontext as _nullcontext

from ._amazons import (
    Answer,
    AtlasAnswer,
    AtlasRegion,
    Estimate,
    Evaluation,
    FirstValue,
    Game,
    Games,
    GameValue,
    Iteration,
    LimitReached,
    Play,
    Position,
    Problem,
    Problems,
    ProblemSet,
    Region,
    ShortGame,
    TableError,
    Tables,
    Thermograph,
    Value,
    __version__,
    atlas,
    evaluation_names,
    read_games,
    solve,
    solver_names,
)
from ._amazons import judge_many as _judge_many
from ._amazons import solve_many as _solve_many
from ._progress import progress_bar as _progress_bar
from ._results import Answers, Values

__all__ = [
    "Answer",
    "Answers",
    "AtlasAnswer",
    "AtlasRegion",
    "Estimate",
    "Evaluation",
    "FirstValue",
    "Game",
    "GameValue",
    "Games",
    "Iteration",
    "LimitReached",
    "Play",
    "Position",
    "Problem",
    "ProblemSet",
    "Problems",
    "Region",
    "ShortGame",
    "TableError",
    "Tables",
    "Thermograph",
    "Value",
    "Values",
    "__version__",
    "atlas",
    "evaluation_names",
    "judge_many",
    "read_games",
    "solve",
    "solve_many",
    "solver_names",
]


def judge_many(positions, time=None, nodes=None, *, progress=None, **options):
    """Values of many positions on several threads, in the order of the positions.

    positions are Positions or FENs, or problems of a set. All options are those of Position.value,
    except that game values are left out unless game_values says how long to work on each, that
    threads defaults to the number of cores, and that memory is that of all threads together.
    progress=True shows a bar; a function is called with the number of finished positions and of
    all, a few times a second. What is finished before an interruption is kept if tables were opened
    with add=True. to_pandas() of the list makes a table of it.
    """
    positions = _positions(positions)
    with _told(progress, len(positions)) as tell:
        return Values(_judge_many(positions, time, nodes, progress=tell, **options))


def solve_many(positions, solver="alphabeta", time=None, nodes=None, *, progress=None, **options):
    """Runs a solver on many problems, on several threads; answers in the order of the problems.

    positions are Positions or FENs, or problems of a set. All options are those of solve, except
    that threads defaults to the number of cores and memory is that of all threads together.
    progress is that of judge_many. to_pandas() of the list makes a table of it.
    """
    positions = _positions(positions)
    with _told(progress, len(positions)) as tell:
        answers = _solve_many(positions, solver, time, nodes, progress=tell, **options)
        return Answers(answers, positions)


def _positions(items):
    if isinstance(items, str):
        raise TypeError(f"positions is the text {items!r}; expected a list of positions")
    return [getattr(item, "position", item) for item in items]


def _told(progress, total):
    """What is told of the progress: a bar, a function, or nothing."""
    if progress is True:
        return _progress_bar(total)
    return _nullcontext(progress or None)
