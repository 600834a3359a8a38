#!/usr/bin/env python3
"""OpenSpiel's Monte-Carlo bot as an engine of the line protocol (docs/protocol.md).

    pip install open_spiel
    amazons match alphabeta 'engine:python3 examples/openspiel_bot.py' --size 8x8 --time 500ms -o match

A move is three actions of OpenSpiel (amazon, target, arrow), each found with a third of the limits.
"""
import re
import sys

import pyspiel

UNLIMITED = 1000
SIZES = 6, 8, 10  # those of OpenSpiel


def say(text):
    print(text, flush=True)


def start_of(fen, side):
    """OpenSpiel's first state, if the FEN is its position."""
    rows = [re.sub(r"\d+", lambda n: "." * int(n[0]), row) for row in fen.split("/")]
    if len(rows) not in SIZES:
        raise ValueError(f"{len(rows)} rows; expected {' or '.join(map(str, SIZES))}")
    state = pyspiel.load_game(f"amazons(board_size={len(rows)})").new_initial_state()
    ours = "\n".join(rows).translate(str.maketrans("Qq", "XO"))
    if side != "w" or ours != str(state).strip():
        raise ValueError("expected the standard start of a square board")
    return state


def position(words):
    if words[0] == "start":
        state, rest = pyspiel.load_game("amazons").new_initial_state(), words[1:]
    else:
        side = words[1] if words[1:] else "w"
        state, rest = start_of(words[0], side), words[2:]
    size = state.get_game().get_parameters()["board_size"]
    for move in rest[1:]:  # behind the word moves
        for column, row in re.findall(r"([a-p])(\d+)", move):
            state.apply_action((size - int(row)) * size + ord(column) - 97)
    return state, size


def choose(state, size, limits, seed):
    simulations = limits["nodes"] // 3 if "nodes" in limits else UNLIMITED
    seconds = -1.0
    if "movetime" in limits:
        seconds = 0.85 * limits["movetime"] / 3000
        simulations = simulations if "nodes" in limits else 1_000_000
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    squares = []
    for _ in range(3):
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, max(simulations, 2), 200, True, seed,
                              False, max_wall_clock_time=seconds)
        action = bot.step(state)
        state.apply_action(action)
        squares.append(f"{chr(97 + action % size)}{size - action // size}")
    return "{}-{}/{}".format(*squares)


def main():
    state, size, seed = None, 0, 1
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "amazons":
            say("id OpenSpiel MCTS\ninfo option seed number default 1\nready")
        elif word == "setoption" and rest[:1] == ["seed"]:
            seed = int(rest[1]) if rest[1:] else 1
            say("ready")
        elif word == "position":
            try:
                state, size = position(rest)
            except (ValueError, RuntimeError, pyspiel.SpielError) as problem:
                state = None
                say(f"error {' '.join(str(problem).split())}")
        elif word == "go" and state is None:
            say("error no position")
        elif word == "go":
            limits = dict(zip(rest[::2], map(int, rest[1::2]))) if "clock" not in rest else {}
            say("bestmove " + choose(state.clone(), size, limits, seed))
        elif word == "quit":
            break
        elif word:
            say(f"error unknown request {word}")


main()
