"""A foreign engine for tests: foreign_engine.py engine|uci|gtp [plays|dies|hangs|floods|lies|babbles|rambles].

It plays any legal move in one of three protocols; from its second move on it does as its second argument says. In GTP its first player is Black, at the top of the board, and a move is three points.
"""
import os
import re
import signal
import sys
import time

DIALECT, CONDUCT = sys.argv[1], (sys.argv[2:] or ["plays"])[0]
COLUMNS = "ABCDEFGHJKLMNOP"
START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
NAME = f"foreign {DIALECT}"
moves = 0


def say(text):
    print(text, flush=True)


class Board:
    """Cells by column and row from the bottom, from 0; the side to move is Q (White) or q."""

    def __init__(self, fen, side="w"):
        rows = [re.sub(r"\d+", lambda n: "." * int(n[0]), row) for row in fen.split("/")]
        self.size = len(rows)
        self.cells = {(x, len(rows) - 1 - y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
        self.side = "Q" if side == "w" else "q"

    def reach(self, at):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                x, y = at[0] + dx, at[1] + dy
                while (dx or dy) and self.cells.get((x, y)) == ".":
                    yield x, y
                    x, y = x + dx, y + dy

    def play(self, start, to, arrow):
        self.cells[start] = "."
        self.cells[to] = self.side
        self.cells[arrow] = "*"
        self.side = "q" if self.side == "Q" else "Q"

    def any_move(self):
        for start in [at for at, cell in self.cells.items() if cell == self.side]:
            for to in self.reach(start):
                self.cells[start] = "."
                arrow = next(self.reach(to), start)
                self.cells[start] = self.side
                return start, to, arrow


def square(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def name(at):
    return f"{chr(97 + at[0])}{at[1] + 1}"


def misbehave():
    """What an engine may do instead of moving; True where it answered."""
    global moves
    moves += 1
    if moves == 1:
        return False
    if CONDUCT == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    while CONDUCT == "hangs":
        time.sleep(1)
    while CONDUCT == "floods":
        say({"engine": "info deeper", "uci": "info depth 1", "gtp": "# deeper"}[DIALECT])
    while CONDUCT == "rambles":
        sys.stdout.write("x" * 10000)
    if CONDUCT == "babbles":
        say({"engine": "e4", "uci": "bestmove e4", "gtp": "= 4\n"}[DIALECT])
    return CONDUCT == "babbles"


def position(words):
    if words[0] in ("start", "startpos"):
        board, rest = Board(START), words[1:]
    else:
        words = words[words[0] == "fen":]
        board, rest = Board(words[0], words[1]), words[2:]
    for move in rest[rest.index("moves") + 1:] if "moves" in rest else []:
        points = re.findall(r"[a-p]\d+", move)
        board.play(square(points[0]), square(points[1]), square(points[-1]))
    return board


def lines_or_uci():
    board = None
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "amazons":
            say(f"id {NAME}\ninfo feature newgame\nready")
        elif word == "uci":
            say(f"id name {NAME}\noption name Skill Level type spin default 5 min 0 max 20")
            say("option name UCI_Variant type combo default chess var chess var amazons\nuciok")
        elif word == "isready":
            say("readyok")
        elif word in ("newgame", "ucinewgame", "setoption"):
            print(line.strip(), file=sys.stderr, flush=True)
        elif word == "position":
            board = position(rest)
        elif word == "go" and not misbehave():
            start, to, arrow = map(name, board.any_move())
            if CONDUCT == "lies" and moves > 1:
                to = start
            if DIALECT == "uci":
                say(f"info depth 1 score cp 0 nodes 17 pv {start}{to},{to}{arrow}")
                say(f"bestmove {start}{to},{to}{arrow}")
            else:
                say(f"bestmove {start}-{to}/{arrow}")
        elif word == "quit":
            break


def gtp():
    board, points, chosen = None, [], []
    commands = "boardsize clear_board genmove kata-set-param list_commands name play quit time_left time_settings version"
    for line in sys.stdin:
        number, word, *rest = line.split()
        answer = ""
        if word == "name":
            answer = NAME
        elif word == "version":
            answer = "1"
        elif word == "list_commands":
            answer = commands.replace(" ", "\n")
        elif word == "boardsize" and rest != ["8"]:
            say(f"?{number} unacceptable size\n")
            continue
        elif word == "clear_board":
            board, points, chosen = Board("2Q2Q2/8/Q6Q/8/8/q6q/8/2q2q2"), [], []
        elif word == "play":
            at = COLUMNS.index(rest[1][0]), int(rest[1][1:]) - 1
            if not points and board.cells[at] != board.side:
                say(f"?{number} illegal move\n")
                continue
            points.append(at)
            if len(points) == 3:
                board.play(*points)
                points = []
        elif word == "genmove":
            if not points and misbehave():
                continue
            chosen = chosen or list(board.any_move())
            at = chosen.pop(0)
            if CONDUCT == "lies" and moves > 1:
                at = (0, 0)
            answer = f"{COLUMNS[at[0]]}{at[1] + 1}"
            points.append(at)
            if len(points) == 3:
                board.play(*points)
                points = []
        elif word in ("time_settings", "time_left", "kata-set-param"):
            print(word, *rest, file=sys.stderr, flush=True)
        say(f"={number} {answer}\n")
        if word == "quit":
            break


gtp() if DIALECT == "gtp" else lines_or_uci()
