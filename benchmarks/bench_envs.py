"""Steps of solitaire a second: Gymnasium's SyncVectorEnv over single games, and the environment of many games.

Run `python benchmarks/run.py envs`. An action is the first SET in the mask; finding it belongs to the agent, so the
actions of a run are recorded before it is measured.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv
from measure import Group, Row

from setlab import _core
from setlab.envs.solitaire import Solitaire
from setlab.envs.vector import SolitaireVector

STEPS = 54
"""Two games long, so that every environment begins again."""


def recorded(envs: Any) -> list[Any]:
    """The actions of the first SET, step by step, from seed 1."""
    _, infos = envs.reset(seed=1)
    actions = []
    for _ in range(STEPS):
        actions.append(infos["action_mask"].argmax(axis=1))
        *_, infos = envs.step(actions[-1])
    return actions


def steps(envs: Any, actions: list[Any]) -> None:
    envs.reset(seed=1)
    for action in actions:
        envs.step(action)


def row(name: str, envs: Any) -> Row:
    return Row(name, partial(steps, envs, recorded(envs)), STEPS * envs.num_envs)


def groups() -> list[Group]:
    rows = [row("SyncVectorEnv, 64 games", SyncVectorEnv([Solitaire for _ in range(64)]))]
    rows += [row(f"SolitaireVector, {number:,} games", SolitaireVector(number)) for number in (64, 1024, 4096)]
    assert np.array_equal(recorded(SyncVectorEnv([Solitaire] * 3)), recorded(SolitaireVector(3)))
    return [Group(f"Steps of solitaire with reset and action masks, 1 thread, {_core.isa()}", "steps", tuple(rows))]
