"""The environments pass the checks of Gymnasium and PettingZoo, unmodified and without a warning."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from setlab.envs import antiset, race

MADE: list[tuple[str, dict[str, Any]]] = [
    ("Solitaire", {}),
    ("Solitaire", {"dimension": 3, "table": 9, "reward": "sets"}),
    ("Solitaire", {"dimension": 5}),
    ("FindSet", {}),
    ("FindSet", {"dimension": 3, "cards": 9}),
]


def race_in_turns(**options: Any) -> Any:
    return parallel_to_aec(race(**options))


@pytest.mark.parametrize(("name", "options"), MADE)
def test_gymnasium_accepts_it(name: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(f"setlab/{name}-v1", **options).unwrapped)


@pytest.mark.parametrize("elimination", [False, True])
@pytest.mark.parametrize(("on", "players"), [("AG(2,3)", 2), ("AG(3,3)", 3), ("PG(2,2)", 4)])
def test_pettingzoo_accepts_antiset(on: str, players: int, elimination: bool) -> None:
    api_test(antiset(on, players, elimination), num_cycles=50)
    seed_test(lambda: antiset(on, players, elimination), 50)


@pytest.mark.parametrize("players", [2, 4])
def test_pettingzoo_accepts_the_race(players: int) -> None:
    parallel_api_test(race(players), num_cycles=100)
    parallel_seed_test(lambda: race(players), 100)
    api_test(race_in_turns(players=players), num_cycles=50)
    seed_test(lambda: race_in_turns(players=players), 50)


def test_the_race_ends_after_max_cycles() -> None:
    max_cycles_test(SimpleNamespace(parallel_env=race, env=race_in_turns))


@pytest.mark.parametrize("make", [antiset, race_in_turns])
def test_pettingzoo_sees_it(make: Any) -> None:
    render_test(make)
