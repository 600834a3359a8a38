from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, final

if TYPE_CHECKING:
    from pandas import DataFrame

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

__version__: str

# Seconds, a timedelta, or a text such as "500ms".
_Time = Union[float, timedelta, str]
# Bytes, or a text such as "64MB".
_Memory = Union[int, str]
_Path = Union[str, PathLike[str]]
# A number, or a text such as ">=5" or "1/4..3/4".
_Condition = Union[str, int, Fraction]
_Side = Literal["white", "black"]
_Moves = Literal["best", "all", "none"]
_OnError = Literal["raise", "warn"]

class TableError(ValueError):
    """A table file is damaged or not from this program; the text names it."""

class LimitReached(RuntimeError):
    """A limit was reached before there was any answer."""

@final
class Position:
    """A board and the side to move.

    The FEN lists the ranks from the top, with Q and q for amazons, * for blocked squares and
    numbers for runs of empty ones, then w or b. Positions are immutable; they can be compared and
    hashed.
    """

    def __new__(cls, fen: str) -> Position: ...
    @staticmethod
    def start(columns: int = 10, rows: int = 10) -> Position:
        """The start of a game; other boards have the standard start scaled to them."""
    @property
    def fen(self) -> str: ...
    @property
    def side(self) -> _Side:
        """The side to move."""
    @property
    def width(self) -> int:
        """The number of columns."""
    @property
    def height(self) -> int:
        """The number of rows."""
    @property
    def empties(self) -> int:
        """The number of empty squares."""
    @property
    def amazons(self) -> tuple[int, int]:
        """The number of amazons of White and of Black."""
    def moves(self) -> list[str]:
        """The legal moves of the side to move, such as d1-d7/g7, sorted."""
    def play(self, move: str) -> Position:
        """The position after a move. An illegal move raises a ValueError that says why."""
    def with_side(self, side: _Side) -> Position:
        """The same board with this side to move."""
    def canonical(self) -> Position:
        """The canonical form, which is the same for all positions that are equal up to symmetry,
        translation and a swap of colours."""
    def regions(self) -> list[Region]:
        """The regions, in the order of their lowest squares."""
    def value(
        self,
        time: Optional[_Time] = None,
        nodes: Optional[int] = None,
        *,
        first: Optional[_Side] = None,
        moves: _Moves = "best",
        winner: bool = False,
        game_values: Optional[_Time] = None,
        estimate: bool = False,
        threads: Optional[int] = None,
        memory: Optional[_Memory] = None,
        tables: Optional[Tables] = None,
        progress: Optional[Callable[[_Side, str, str], object]] = None,
    ) -> Value:
        """Exact scores for either first player, with the optimal moves, and the game value.

        time and nodes limit each of the two problems; without them the search continues until
        everything is proved. winner=True stops as soon as the winner is proved. game_values is the
        time for game values (a fixed number of steps by default); 0 leaves them out. With
        estimate=True, a quarter of the limits goes to an estimate where the score is not proved.
        tables are asked before anything is searched. progress is called with the first player and the proved
        bounds from White's side. Ctrl-C ends the search.
        """
    def game_value(
        self, time: Optional[_Time] = None, *, memory: Optional[_Memory] = None
    ) -> GameValue:
        """The position's value in a sum; what is not found in time is None."""
    def thermograph(
        self, time: Optional[_Time] = None, *, memory: Optional[_Memory] = None
    ) -> Thermograph:
        """The thermograph of the sum of the regions; LimitReached if the time is not enough."""
    def evaluate(self, *functions: str) -> list[Evaluation]:
        """The results of evaluation functions, from the side of the player to move; of all
        functions if none is named."""
    def progress(self) -> dict[str, float]:
        """How far the game has progressed by four measures (mn, tgp, mgp, mtgp), in percent."""
    def svg(self, moves: list[str] = ..., *, caption: str = "", square: int = 40) -> str:
        """The board as an SVG image, with moves marked and a caption below."""
    def text(self) -> str:
        """The board as lines of text."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Region:
    """A region: a connected component of the squares that are not blocked."""

    @property
    def squares(self) -> list[str]:
        """Its squares, sorted by file, then rank."""
    @property
    def kind(self) -> Literal["dead", "white", "black", "contested"]: ...
    @property
    def amazons(self) -> tuple[int, int]:
        """The number of amazons of White and of Black."""
    @property
    def position(self) -> Position:
        """The position with every other square blocked."""
    @property
    def game_value(self) -> Optional[GameValue]:
        """The region's value in a sum; None if it was not asked for."""
    def _repr_svg_(self) -> str: ...

@final
class FirstValue:
    """The answer for one first player. Scores are texts such as W+3."""

    @property
    def score(self) -> Optional[str]:
        """The score; None if a limit was reached first."""
    @property
    def at_least(self) -> Optional[str]:
        """The lowest possible score for White."""
    @property
    def at_most(self) -> Optional[str]:
        """The highest possible score for White."""
    @property
    def winner(self) -> Optional[_Side]:
        """The proved winner; None if the limits came first."""
    @property
    def best_moves(self) -> Optional[list[str]]:
        """Every optimal move, sorted; None if a limit was reached first or none were asked for."""
    @property
    def moves(self) -> Optional[list[tuple[str, str]]]:
        """With moves='all': every move and its score, best first."""
    @property
    def estimate(self) -> Optional[Estimate]:
        """With estimate=True: what a search believes; None where the score is proved, or the winner
        if only that was asked for."""
    @property
    def complete(self) -> bool:
        """Whether everything that was asked is known."""

@final
class Estimate:
    """What a search believes about a position; nothing of it is proved."""

    @property
    def lead(self) -> float:
        """The lead in squares, positive for White: a win by k is a lead of k + 0.5."""
    @property
    def white_wins(self) -> float:
        """The chance that White wins, from 0 to 1."""
    @property
    def move(self) -> Optional[str]:
        """The move that seems best; None if there is none."""
    @property
    def line(self) -> list[str]:
        """The expected moves, from the best one on."""
    @property
    def nodes(self) -> int: ...

@final
class Play:
    """How one first player plays a sum of regions."""

    @property
    def first(self) -> _Side: ...
    @property
    def winner(self) -> _Side: ...
    @property
    def winning_moves(self) -> Optional[list[str]]:
        """Every move that wins, sorted; None if this is not known for all moves."""
    @property
    def recommended(self) -> Optional[str]:
        """A good move; None if there is none."""
    @property
    def region(self) -> Optional[int]:
        """The region of the recommended move, from 0."""
    @property
    def reason(self) -> Optional[str]: ...

@final
class Value:
    """The value of a position: the answer of `amazons value`, with the same names."""

    @property
    def fen(self) -> str: ...
    @property
    def empties(self) -> int: ...
    @property
    def white_first(self) -> Optional[FirstValue]:
        """The problem in which White moves first; None if it was not asked for."""
    @property
    def black_first(self) -> Optional[FirstValue]:
        """The problem in which Black moves first; None if it was not asked for."""
    @property
    def seconds(self) -> float:
        """Wall time in seconds, game values included."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def source(self) -> Literal["search", "table"]: ...
    @property
    def game_value(self) -> Optional[str]:
        """The canonical form of the sum of the regions; None if it is not expanded."""
    @property
    def outcome(self) -> Optional[Literal["L", "R", "N", "P"]]: ...
    @property
    def mean(self) -> Optional[str]: ...
    @property
    def temperature(self) -> Optional[str]: ...
    @property
    def left_stop(self) -> Optional[str]: ...
    @property
    def right_stop(self) -> Optional[str]: ...
    @property
    def regions(self) -> list[Region]:
        """The regions with their values; empty if no game values were asked for."""
    @property
    def play(self) -> Optional[tuple[Play, Play]]:
        """How White, and how Black, plays the sum moving first; None if this is not known."""
    @property
    def complete(self) -> bool:
        """Whether everything that was asked is known."""
    def to_json(self) -> str:
        """The object that `amazons value --format json` prints, as text."""
    def to_dict(self) -> dict[str, Any]: ...

@final
class GameValue:
    """The value of a position or region in a sum. White is Left; numbers are texts such as 5/8."""

    @property
    def game_value(self) -> Optional[str]:
        """The canonical form; None if it is not expanded."""
    @property
    def outcome(self) -> Optional[Literal["L", "R", "N", "P"]]: ...
    @property
    def mean(self) -> Optional[str]: ...
    @property
    def temperature(self) -> Optional[str]: ...
    @property
    def left_stop(self) -> Optional[str]: ...
    @property
    def right_stop(self) -> Optional[str]: ...
    @property
    def mean_at_least(self) -> Optional[str]:
        """The least that the mean may be; None if it is known, or nothing is."""
    @property
    def mean_at_most(self) -> Optional[str]: ...
    @property
    def temperature_at_least(self) -> Optional[str]:
        """The least that the temperature may be; -1 where the value may be a number."""
    @property
    def temperature_at_most(self) -> Optional[str]: ...
    @property
    def left_stop_at_least(self) -> Optional[str]: ...
    @property
    def left_stop_at_most(self) -> Optional[str]: ...
    @property
    def right_stop_at_least(self) -> Optional[str]: ...
    @property
    def right_stop_at_most(self) -> Optional[str]: ...
    @property
    def stopped(self) -> Optional[str]:
        """Why something is not known; None if everything is."""

@final
class ShortGame:
    """A short partizan game of two players, Left and Right, of whom who cannot move loses.

    Equal games are the same game, whatever form they were given in. Where another game is expected,
    a text, an integer or a Fraction will do.
    """

    def __new__(cls, game: ShortGame | str | int | Fraction) -> ShortGame:
        """Reads a game such as '{3|{1|0}} + ±2', '^*' or '.102'."""
    @property
    def outcome(self) -> Literal["L", "R", "N", "P"]: ...
    @property
    def mean(self) -> str: ...
    @property
    def temperature(self) -> str: ...
    @property
    def left_stop(self) -> str: ...
    @property
    def right_stop(self) -> str: ...
    @property
    def birthday(self) -> int: ...
    @property
    def stop_count(self) -> Optional[int]:
        """The lines of play to the first number; None if they are 2**64 or more."""
    @property
    def confusion_interval(self) -> Optional[str]:
        """The numbers confused with the game, such as '(1, 3]'; None if there are none."""
    @property
    def left_options(self) -> list[ShortGame]: ...
    @property
    def right_options(self) -> list[ShortGame]: ...
    @property
    def is_number(self) -> bool: ...
    @property
    def is_integer(self) -> bool: ...
    @property
    def is_nimber(self) -> bool: ...
    @property
    def is_infinitesimal(self) -> bool: ...
    @property
    def is_numberish(self) -> bool: ...
    @property
    def is_hot(self) -> bool: ...
    @property
    def is_all_small(self) -> bool: ...
    def number(self) -> Optional[Fraction]:
        """The number that the game equals; None for other games."""
    def uptimal(self) -> Optional[str]:
        """The game in base ↑, such as '.102*'; None for other games."""
    def thermograph(self) -> Thermograph: ...
    def cooled(self, t: str | int | Fraction) -> ShortGame: ...
    def frozen(self) -> ShortGame: ...
    def heated(self, t: ShortGame | str | int | Fraction) -> ShortGame: ...
    def overheated(
        self, s: ShortGame | str | int | Fraction, t: ShortGame | str | int | Fraction
    ) -> ShortGame: ...
    def reduced(self) -> ShortGame:
        """The reduced canonical form."""
    def atomic_weight(self) -> Optional[ShortGame]:
        """The atomic weight; None if the game is not all small."""
    def companion(self) -> ShortGame: ...
    def ordinal_sum(self, top: ShortGame | str | int | Fraction) -> ShortGame: ...
    def norton_product(self, unit: ShortGame | str | int | Fraction) -> ShortGame: ...
    def conway_product(self, factor: ShortGame | str | int | Fraction) -> ShortGame: ...
    def left_incentives(self) -> list[ShortGame]: ...
    def right_incentives(self) -> list[ShortGame]: ...
    def is_confused_with(self, other: ShortGame | str | int | Fraction) -> bool: ...
    def to_dict(self) -> dict[str, Any]:
        """The keys that `amazons cgt --format json` prints for a game."""
    def __add__(self, other: ShortGame | str | int | Fraction, /) -> ShortGame: ...
    def __radd__(self, other: str | int | Fraction, /) -> ShortGame: ...
    def __sub__(self, other: ShortGame | str | int | Fraction, /) -> ShortGame: ...
    def __rsub__(self, other: str | int | Fraction, /) -> ShortGame: ...
    def __neg__(self) -> ShortGame: ...
    def __mul__(self, n: int, /) -> ShortGame: ...
    def __rmul__(self, n: int, /) -> ShortGame: ...
    def __lt__(self, other: ShortGame | str | int | Fraction, /) -> bool: ...
    def __le__(self, other: ShortGame | str | int | Fraction, /) -> bool: ...
    def __gt__(self, other: ShortGame | str | int | Fraction, /) -> bool: ...
    def __ge__(self, other: ShortGame | str | int | Fraction, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Thermograph:
    """The thermograph of a position: the stops of the game cooled by every temperature from 0."""

    @property
    def game_value(self) -> GameValue: ...
    @property
    def mean(self) -> str: ...
    @property
    def temperature(self) -> str: ...
    @property
    def left_stop(self) -> str: ...
    @property
    def right_stop(self) -> str: ...
    @property
    def left_wall(self) -> list[tuple[Fraction, Fraction]]:
        """Corners (temperature, value); after the last, the wall keeps its value forever."""
    @property
    def right_wall(self) -> list[tuple[Fraction, Fraction]]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class AtlasRegion:
    """A region of the atlas, and what it is worth. White is Left."""

    @property
    def fen(self) -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def class_(self) -> str:
        """The class of the region, such as 2v1."""
    @property
    def squares(self) -> int:
        """The number of its squares, amazons included."""
    @property
    def game_value(self) -> Optional[str]:
        """The canonical form of its value; None if it is too long to print, or not expanded."""
    @property
    def outcome(self) -> Optional[Literal["L", "R", "N", "P"]]: ...
    @property
    def mean(self) -> str: ...
    @property
    def temperature(self) -> str: ...
    @property
    def left_stop(self) -> str: ...
    @property
    def right_stop(self) -> str: ...
    @property
    def thermograph(self) -> Thermograph: ...
    @property
    def properties(self) -> list[str]:
        """Those of number, integer, nimber, infinitesimal, all small, switch, tiny and hot that the
        value is."""
    @property
    def atomic_weight(self) -> Optional[str]:
        """The atomic weight; None for values that are not all small, or if it is beyond the limits."""
    @property
    def defect(self) -> Optional[int]:
        """How many squares the longest filling leaves empty; None unless the region is one-sided."""
    @property
    def regions(self) -> int:
        """The number of regions that meet the conditions and have this value, or its negative."""
    @property
    def white_first(self) -> Optional[str]:
        """The score with White first, such as W+3; None without a table of scores."""
    @property
    def black_first(self) -> Optional[str]: ...
    def to_dict(self) -> dict[str, Any]:
        """The entry of found that `amazons atlas --format json` prints."""
    def _repr_svg_(self) -> str: ...

@final
class AtlasAnswer:
    """The regions with a value, or with properties: the answer of `amazons atlas`."""

    @property
    def value(self) -> Optional[str]:
        """The value that was asked for, in canonical form; None if it was asked for properties, or
        if it is too long to print."""
    @property
    def values(self) -> int:
        """The number of different values that meet the conditions."""
    @property
    def regions(self) -> int:
        """The number of regions with these values."""
    @property
    def found(self) -> list[AtlasRegion]:
        """The smallest of these regions; of each value one, unless a value was asked for."""
    @property
    def searched(self) -> list[tuple[str, int, bool]]:
        """The tables that were searched: class, squares, and whether the table has all shapes."""
    def to_dict(self) -> dict[str, Any]:
        """The object that `amazons atlas --format json` prints."""

@final
class Evaluation:
    """The result of one evaluation function, from the side of the player to move."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float:
        """The estimate in squares."""
    @property
    def parts(self) -> dict[str, float]:
        """The parts of the value, by their names in the source."""

@final
class Iteration:
    """One iteration of a solver."""

    @property
    def target(self) -> int:
        """The rank asked for, or the depth."""
    @property
    def outcome(self) -> Literal["proved", "refuted", "limit"]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

@final
class Answer:
    """What a solver found about a problem, whose first player is the side to move."""

    @property
    def solver(self) -> str:
        """The solver with its options."""
    @property
    def move(self) -> Optional[str]:
        """The chosen move; None if the problem is unsolved or there is no move."""
    @property
    def score(self) -> Optional[str]:
        """The score, if the solver proved it."""
    @property
    def at_least(self) -> str:
        """Proved: the score is at least this good for White."""
    @property
    def at_most(self) -> str:
        """Proved: the score is at most this good for White."""
    @property
    def iterations(self) -> list[Iteration]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

@final
class Tables:
    """The tables of a directory."""

    @staticmethod
    def open(directory: _Path = "tables", *, add: bool = False) -> Tables:
        """Opens every table of a directory. With add=True, searches that took some work are added
        to it; close the tables, or use them in a with statement, to make a table of what was
        added."""
    @property
    def directory(self) -> PathLike[str]: ...
    @property
    def unusable_files(self) -> list[str]:
        """Files that cannot be used, and why."""
    def probe(
        self,
        position: Union[Position, str],
        *,
        first: Optional[_Side] = None,
        moves: _Moves = "none",
    ) -> Optional[Value]:
        """What the tables know about a position; None if they do not cover all that is asked."""
    def close(self) -> None:
        """Ends the use of the tables; what was added becomes a table."""
    def __enter__(self) -> Tables: ...
    def __exit__(self, *error: object) -> None: ...

@final
class Game:
    """A game: its start, its legal moves, and what the record says about it."""

    @property
    def start(self) -> Position: ...
    @property
    def last(self) -> Position:
        """The position after the last move."""
    @property
    def moves(self) -> list[str]: ...
    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record by their SGF names: PW, PB, RE and so on."""
    @property
    def white(self) -> Optional[str]: ...
    @property
    def black(self) -> Optional[str]: ...
    def positions(self) -> list[Position]:
        """The positions before the first move and after each move."""
    def position(self, ply: int) -> Position:
        """The position after this many moves; a negative number counts from the end."""
    def __len__(self) -> int:
        """The number of moves."""
    def _repr_svg_(self) -> str: ...

@final
class Games(Iterator[Game]):
    """The games of a file, one after another."""

    def __next__(self) -> Game: ...

@final
class Problem:
    """A problem of a set: a position whose side to move is the first player."""

    @property
    def id(self) -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def fen(self) -> str: ...
    @property
    def empties(self) -> int: ...
    @property
    def amazons(self) -> tuple[int, int]:
        """The number of amazons of White and of Black."""
    @property
    def legal_moves(self) -> int:
        """The number of legal moves of the first player."""
    @property
    def score(self) -> Optional[str]: ...
    @property
    def best_moves(self) -> Optional[list[str]]: ...
    @property
    def at_least(self) -> Optional[str]: ...
    @property
    def at_most(self) -> Optional[str]: ...
    @property
    def spent(self) -> Optional[str]:
        """The limit with which the bounds were found."""
    @property
    def split(self) -> Optional[str]:
        """What the problem is for, 'development' or 'test', by its game."""
    @property
    def record(self) -> Optional[str]:
        """The record in which the problem was found."""
    @property
    def game(self) -> Optional[int]:
        """The number of the game in its record, from 1."""
    @property
    def ply(self) -> Optional[int]:
        """The number of moves played before the region was taken."""
    @property
    def corner(self) -> Optional[str]:
        """The position of its lower left corner on the board of the game."""
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class Problems(Iterator[Problem]):
    """The problems of a set, one after another."""

    def __next__(self) -> Problem: ...

@final
class ProblemSet(Iterable[Problem]):
    """A problem set in a file. It can be iterated any number of times, one problem at a time."""

    @staticmethod
    def open(path: _Path, *, on_error: _OnError = "raise") -> ProblemSet:
        """Opens a set, which may be compressed (.gz, .zst).

        An invalid problem raises a ValueError that names it, and the iteration can continue after
        it; with on_error='warn' it is a warning.
        """
    @property
    def title(self) -> str: ...
    @property
    def records(self) -> list[str]:
        """The names of the records from which its problems come."""
    def __iter__(self) -> Problems: ...
    def __len__(self) -> int: ...
    def to_pandas(self) -> DataFrame:
        """All problems with a column for each key of to_dict; needs pandas."""
    def to_parquet(self, path: _Path) -> None:
        """Writes all problems to a Parquet file with a column for each key of to_dict.

        Needs pyarrow: pip install 'amazons[parquet]'.
        """

def solve(
    position: Union[Position, str],
    solver: str = "alphabeta",
    time: Optional[_Time] = None,
    nodes: Optional[int] = None,
    *,
    memory: Optional[_Memory] = None,
) -> Answer:
    """Runs a solver, such as dfpn, wpns:tt=64MB or mcts:seed=7, on a problem.

    time and nodes limit each iteration of a proof-number solver and the whole choice of any other.
    Ctrl-C ends the search.
    """

def solver_names() -> list[str]:
    """The names of all solvers."""

def atlas(
    value: Union[None, ShortGame, str, int, Fraction] = None,
    *,
    temperature: Optional[_Condition] = None,
    mean: Optional[_Condition] = None,
    number: bool = False,
    nimber: bool = False,
    infinitesimal: bool = False,
    all_small: bool = False,
    switch: bool = False,
    tiny: bool = False,
    atomic_weight: Union[None, ShortGame, str, int, Fraction] = None,
    defective: Union[None, bool, _Condition] = None,
    class_: Optional[str] = None,
    squares: Optional[_Condition] = None,
    count: Optional[int] = None,
    tables: Optional[Tables] = None,
) -> AtlasAnswer:
    """The smallest regions with a game value, or with properties; all conditions must be met.

    value is a game such as '1/8', '*2' or '{3|{1|0}}', or a ShortGame. temperature, mean, squares
    (amazons included) and defective (squares that the longest filling of a one-sided region leaves
    empty) are conditions: a number such as 3/4, a number behind >=, >, <= or <, or LEAST..MOST;
    defective=True means '>=1'. number, nimber, infinitesimal, all_small, switch and tiny ask for
    values of this kind, atomic_weight for all-small values whose weight meets a condition or is a
    game. class_ is a class of regions such as '2v1'. The answer has up to count regions, by default
    4 of a value, or 10 with properties, each with another value; a value and its negative count
    once. Values come from tables, or from those in the library. Ctrl-C ends the search.
    """

def evaluation_names() -> list[str]:
    """The names of all evaluation functions."""

def read_games(
    path: _Path,
    *,
    on_error: _OnError = "raise",
    start: Union[None, Position, str] = None,
    lines: Literal["decided", "apart", "joined"] = "decided",
) -> Games:
    """Reads the games of a file in any format of docs/formats.md; - is standard input.

    An invalid game raises a ValueError with file, game, ply and reason, and the iteration can
    continue with the next game. With on_error='warn' it is a warning, and the legal part is used.

    start says where games begin whose record does not: a Position, a FEN, 'standard', 'cross'
    (Little Golem's), or a size such as '8x8'. lines says how lines of a move list are read that
    could be read in two ways. A warning tells of each such place.
    """

def judge_many(
    positions: Iterable[Union[Position, str, Problem]],
    time: Optional[_Time] = None,
    nodes: Optional[int] = None,
    *,
    first: Optional[_Side] = None,
    moves: _Moves = "best",
    winner: bool = False,
    game_values: Optional[_Time] = None,
    estimate: bool = False,
    threads: Optional[int] = None,
    memory: Optional[_Memory] = None,
    tables: Optional[Tables] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> Values:
    """Values of many positions on several threads, in the order of the positions.

    The options are those of Position.value, except that game values are left out unless game_values
    says how long to work on each, that threads defaults to the number of cores, and that memory is
    that of all threads together. progress=True shows a bar; a function is called with the number of
    finished positions and of all, a few times a second.
    """

def solve_many(
    positions: Iterable[Union[Position, str, Problem]],
    solver: str = "alphabeta",
    time: Optional[_Time] = None,
    nodes: Optional[int] = None,
    *,
    threads: Optional[int] = None,
    memory: Optional[_Memory] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> Answers:
    """Runs a solver on many problems, on several threads; answers in the order of the problems.

    The options are those of solve, except that threads defaults to the number of cores and memory is
    that of all threads together. progress is that of judge_many.
    """

class Values(list[Value]):
    """The values of many positions, in their order."""

    def to_pandas(self) -> DataFrame:
        """A DataFrame with a row for each position; needs pandas."""

class Answers(list[Answer]):
    """The answers of a solver to many problems, in their order."""

    def __init__(
        self, answers: Iterable[Answer], positions: Iterable[Union[Position, str]]
    ) -> None: ...
    def to_pandas(self) -> DataFrame:
        """A DataFrame with a row for each problem; needs pandas."""
