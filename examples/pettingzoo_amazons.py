#!/usr/bin/env python3
"""The Game of the Amazons as a PettingZoo environment, and a random game in it.

    pip install pettingzoo numpy ./python
    python3 examples/pettingzoo_amazons.py

An action is the number of a legal move in `Position.moves()`; the mask says how many there are.
"""
import functools
import re

import numpy as np
from amazons import Position
from gymnasium import spaces
from pettingzoo import AECEnv

MOST_MOVES = 2176  # of the standard start; no position of 10 x 10 that is reached from it has more
SQUARES = {"Q": 1, "q": 2, "*": 3}


class AmazonsEnv(AECEnv):
    metadata = {"name": "amazons_v0", "is_parallelizable": False}

    def __init__(self, columns=10, rows=10):
        super().__init__()
        self.start = Position.start(columns, rows)
        self.possible_agents = ["white", "black"]

    @functools.cache
    def observation_space(self, agent):
        board = spaces.Box(0, 3, (self.start.height, self.start.width), np.int8)
        return spaces.Dict({"observation": board, "action_mask": spaces.MultiBinary(MOST_MOVES)})

    @functools.cache
    def action_space(self, agent):
        return spaces.Discrete(MOST_MOVES)

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._set(self.start)

    def _set(self, position):
        self.position, self.moves, self.agent_selection = position, position.moves(), position.side
        if not self.moves:  # the side to move has lost
            self.rewards = {agent: -1 if agent == position.side else 1 for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent):
        board = re.sub(r"\d+", lambda run: "." * int(run[0]), self.position.fen.split()[0])
        rows = [[SQUARES.get(cell, 0) for cell in row] for row in board.split("/")]
        mask = np.zeros(MOST_MOVES, np.int8)
        mask[: len(self.moves) if agent == self.agent_selection else 0] = 1
        return {"observation": np.array(rows, np.int8), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            return self._was_dead_step(action)
        self._cumulative_rewards[self.agent_selection] = 0
        self._set(self.position.play(self.moves[action]))
        self._accumulate_rewards()


if __name__ == "__main__":
    env = AmazonsEnv(6, 6)
    env.reset()
    for agent in env.agent_iter():
        observation, reward, done, *_ = env.last()
        mask = observation["action_mask"]
        env.step(None if done else env.action_space(agent).sample(mask))
        if done:
            print(agent, "won" if reward > 0 else "lost")
