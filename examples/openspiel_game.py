#!/usr/bin/env python3
"""Plays OpenSpiel's Monte-Carlo bot, and answers its last states exactly.

    pip install open_spiel ./python
    python3 examples/openspiel_game.py [6|8|10]

The bot plays both sides on a small board. Each position is also kept by `amazons`: both know the same
moves, and from the moment that the score is proved, the program says what each move cost.
"""
import sys

import pyspiel
from amazons import Position

SIMULATIONS = 60
NODES = 20_000  # of the search for what a move costs


def square(cell, size):
    """A cell of OpenSpiel, numbered row by row from the top, as a square such as d1."""
    return f"{chr(97 + cell % size)}{size - cell // size}"


def fen_of(state, size):
    """A state in which an amazon is to be chosen, as a FEN; X, who moves first, is White."""
    rows = str(state).strip().translate(str.maketrans("XO#", "Qq*")).split("\n")
    for length in range(size, 0, -1):
        rows = [row.replace("." * length, str(length)) for row in rows]
    return "/".join(rows) + (" w" if state.current_player() == 0 else " b")


def moves_of(state, size, squares=()):
    """Every legal move of a state, as text."""
    if len(squares) == 3:
        return ["{}-{}/{}".format(*squares)]
    children = ((state.child(cell), cell) for cell in state.legal_actions())
    return [move for child, cell in children for move in moves_of(child, size, (*squares, square(cell, size)))]


def main():
    size = int(sys.argv[1]) if sys.argv[1:] else 6
    game = pyspiel.load_game(f"amazons(board_size={size})")
    state, position = game.new_initial_state(), Position.start(size, size)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, SIMULATIONS, 64, True, 7, False)
    while not state.is_terminal():
        assert fen_of(state, size) == position.fen, position.fen
        assert sorted(moves_of(state, size)) == position.moves(), position.fen
        value = position.value(nodes=NODES, first=position.side, moves="all", game_values=0)
        proved = value.white_first if position.side == "white" else value.black_first
        known = dict(proved.moves or [])
        squares = []
        for _ in range(3):
            cell = bot.step(state)
            state.apply_action(cell)
            squares.append(square(cell, size))
        move = "{}-{}/{}".format(*squares)
        print(f"{position.side:5} {move:12}", f"{known[move]}, best {proved.score}" if move in known else "")
        position = position.play(move)
    assert not position.moves()
    print("White wins" if state.returns()[0] > 0 else "Black wins")


main()
