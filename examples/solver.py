#!/usr/bin/env python3
"""A solver for studies: minimax within the limits, and a claim of what that has proved."""
import contextlib, functools, itertools, re, sys, time

def reach(board, start):
    for step in (1, -1, width, -width, width + 1, -width - 1, width - 1, 1 - width):
        ray = itertools.count(start + step, step)
        yield from itertools.takewhile(lambda at: board[at] == ".", ray)

def put(board, at, what):
    return board[:at] + what + board[at + 1:]

def index(square):
    return width * (height + 1 - int(square[1:])) + ord(square[0]) - 97

def moves(board, side):  # a board is its rows from the top, with walls between them
    for at in (at for at, what in enumerate(board) if what == side):
        for to in reach(free := put(board, at, "."), at):
            for arrow in reach(moved := put(free, to, side), to):
                yield (at, to, arrow), put(moved, arrow, "*")

@functools.lru_cache(None)
def rank(board, side, enemy):  # a win by k is k, a loss by k is -1 - k; alone, without an enemy, k
    if time.monotonic() > end or rank.cache_info().misses > most:
        raise TimeoutError
    if enemy and not any(moves(board, side)):
        return -1 - rank(board, enemy, "")
    value = lambda after: -1 - rank(after, enemy, side) if enemy else 1 + rank(after, side, "")
    return max((value(after) for _, after in moves(board, side)), default=0)

def choose(board, side, enemy):
    low, best, high = -1 - board.count("."), next(moves(board, side))[0], board.count(".")
    with contextlib.suppress(TimeoutError):  # what is proved by then is a lower bound
        for move, after in moves(board, side):
            low, best = max((low, best), (-1 - rank(after, enemy, side), move))
        high = low
    bounds = [f"{'W' if (r < 0) == (side == 'q') else 'B'}+{max(r, -1 - r)}" for r in (low, high)]
    squares = [f"{chr(97 + at % width)}{height + 1 - at // width}" for at in best]
    return "{}-{}/{} at_least {} at_most {}".format(*squares, *bounds[::1 if side == "Q" else -1])

for line in itertools.takewhile(lambda line: line.strip() != "quit", sys.stdin):
    word, *rest = line.split() or [""]
    if word == "amazons":
        print("id plain minimax\nready", flush=True)
    elif word == "position":
        rows = [re.sub(r"\d+", lambda n: "." * int(n[0]), row) for row in rest[0].split("/")]
        height, width, (side, enemy) = len(rows), len(rows[0]) + 1, "Qq" if rest[1] == "w" else "qQ"
        board = "*" * width + "*".join(rows) + "*" * (width + 1)
        for move in rest[3:]:  # in a match: position FEN w moves M …
            at, to, arrow = (index(square) for square in re.findall(r"[a-p]\d+", move))
            board = put(put(put(board, at, "."), to, side), arrow, "*")
            side, enemy = enemy, side
    elif word == "go":
        limits = {"movetime": 6e4, "nodes": 1e6} | dict(zip(rest[::2], map(float, rest[1::2])))
        end, most = time.monotonic() + 0.9 * limits["movetime"] / 1000, limits["nodes"]
        rank.cache_clear()
        print("bestmove", choose(board, side, enemy), flush=True)
