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

from ._amazons import (
    Answer,
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
    evaluation_names,
    read_games,
    solve,
    solver_names,
)
from ._amazons import judge_many as _judge_many
from ._progress import progress_bar as _progress_bar

__all__ = [
    "Answer",
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
    "__version__",
    "evaluation_names",
    "judge_many",
    "read_games",
    "solve",
    "solver_names",
]


def judge_many(positions, time=None, nodes=None, *, progress=None, **options):
    """Values of many positions on several threads, in the order of the positions.

    positions are Positions or FENs, or problems of a set. All options are those of Position.value,
    except that threads defaults to the number of cores and memory is that of all threads together.
    progress=True shows a bar; a function is called with the number of finished positions and of
    all, a few times a second. What is finished before an interruption is kept if tables were opened
    with add=True.
    """
    if isinstance(positions, str):
        raise TypeError(f"positions is the text {positions!r}; expected a list of positions")
    positions = [getattr(item, "position", item) for item in positions]
    if progress is not True:
        return _judge_many(positions, time, nodes, progress=progress or None, **options)
    with _progress_bar(len(positions)) as bar:
        return _judge_many(positions, time, nodes, progress=bar, **options)
