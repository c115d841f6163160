"""The environments play the games of setlab: the same decks, the rules of the package, repeatable from a seed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import SyncVectorEnv

from setlab import SpecError
from setlab.antiset import Game
from setlab.draws import Draws
from setlab.envs import antiset, common, race
from setlab.envs.find_set import FindSet
from setlab.envs.solitaire import Solitaire
from setlab.envs.vector import SolitaireVector
from setlab.solitaire import Shuffle, play, strategy
from setlab.solitaire.game import replay_moves
from setlab.solitaire.strategies import core_games


def basic_game(seed: int, game: int) -> tuple[Solitaire, list[float]]:
    """A game of `basic`, played in the environment; the rewards."""
    env, played = Solitaire(), play(strategy("basic"), Shuffle.of(seed, game))
    _, info = env.reset(seed=seed, options={"game": game})
    rewards = []
    for state, line in zip(replay_moves(played.shuffle, played.moves), played.moves, strict=False):
        assert env.table == state.table
        assert [tuple(row) for row in env.lines[info["action_mask"].nonzero()].tolist()] == state.sets
        seen, reward, over, _, info = env.step(np.int64(env.lines.tolist().index(list(line))))
        rewards.append(reward)
        assert seen[0].nonzero()[0].tolist() == sorted(env.table.cards)
    assert over
    assert tuple(env.moves) == played.moves
    return env, rewards


def test_solitaire_is_the_game_of_the_package() -> None:
    leftovers = core_games("basic", 5, 0, 40)["leftover"].tolist()
    for game in (0, 1, leftovers.index(0)):
        env, rewards = basic_game(5, game)
        assert len(env.table) == leftovers[game]
        assert sum(rewards) == (leftovers[game] == 0)
        assert env.address.startswith(f"/solitaire?seed=5&game={game}&moves={env.moves[0][0]}.")


def test_a_set_that_is_not_there_gives_the_game_up() -> None:
    env = Solitaire(reward="sets")
    _, info = env.reset(seed=1)
    before = env.table
    _, reward, over, cut, _ = env.step(int(info["action_mask"].argmin()))
    assert (reward, over, cut, env.table) == (0.0, True, False, before)


def test_a_reset_goes_on_to_the_next_game() -> None:
    env = FindSet()
    first, _ = env.reset(seed=9)
    second, _ = env.reset()
    again, _ = env.reset(options={"game": 0})
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    env.reset(seed=10)
    assert (env.deals.seed, env.deals.game) == (10, 0)
    assert FindSet().reset()[0].shape == (12, 4)


@pytest.mark.parametrize("cards", [3, 12])
def test_one_answer_is_a_set_or_none(cards: int) -> None:
    env = FindSet(cards=cards)
    env.reset(seed=3)
    right = 0
    for _ in range(60):
        sets = env.table.sets()
        _, reward, over, _, info = env.step(len(env.triples))
        assert (reward, over) == (float(not sets), True)
        assert info["answers"].sum() == max(1, len(sets))
        for action in info["answers"].nonzero()[0][: len(sets)]:
            assert tuple(env.table.slots[place] for place in env.triples[action]) in sets
        right += not sets
        env.reset()
    assert 0 < right < 60


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(
    ("dimension", "table", "reward"), [(3, 9, "sets"), (4, 12, "clear"), (4, 10, "sets"), (5, 12, "sets")]
)
def test_many_games_are_single_games_step_by_step(dimension: int, table: int, reward: str, mode: str) -> None:
    number, rng = 5, np.random.default_rng(1)
    many: Any = SolitaireVector(number, dimension, table, reward, autoreset_mode=mode)
    single: Any = SyncVectorEnv([lambda: Solitaire(dimension, table, reward)] * number, autoreset_mode=mode)
    found, expected = many.reset(seed=3), single.reset(seed=3)
    assert data_equivalence(found, expected, exact=True)
    for _ in range(100):
        legal = found[-1]["action_mask"]
        wanted = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in legal]
        actions = np.where(rng.random(number) < 0.02, 7, wanted)
        found, expected = many.step(actions), single.step(actions)
        assert data_equivalence(found, expected, exact=True)


def test_some_of_many_games_begin_again() -> None:
    many: Any = gymnasium.make_vec("setlab/Solitaire-v1", num_envs=3, autoreset_mode="Disabled")
    start, _ = many.reset(seed=[4, None, 4])
    assert np.array_equal(start[0], start[2])
    chosen = np.array([True, False, False])
    seen, infos = many.reset(seed=4, options={"reset_mask": chosen, "game": 2})
    assert infos["_action_mask"].tolist() == chosen.tolist()
    assert not infos["action_mask"][1:].any()
    assert seen[0, 0].nonzero()[0].tolist() == sorted(Draws(4).shuffle(2, range(81), 12))
    assert np.array_equal(seen[1:], start[1:])
    with pytest.raises(SpecError, match="one entry for each of the 3 games"):
        many.reset(seed=[1])


def test_the_rewards_of_antiset_are_payoffs() -> None:
    env = antiset("AG(3,3)", players=3, elimination=True)
    env.reset()
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        totals[agent] += reward
        env.step(None if over else int(info["action_mask"].argmax()))
    assert [totals[f"player_{seat}"] for seat in env.game.losers] == [-1.0, -1.0]
    assert sorted(totals.values()) == [-1.0, -1.0, 2.0]


def test_a_point_that_is_taken_loses_the_game() -> None:
    env = antiset("AG(2,3)", players=3)
    env.reset()
    env.step(4)
    assert env.observe("player_1")[3].nonzero()[0].tolist() == [4]
    env.step(4)
    assert env.rewards == {"player_0": 0.5, "player_1": -1.0, "player_2": 0.5}
    assert env.terminations == dict.fromkeys(env.possible_agents, True)


def test_the_points_of_a_game_are_drawn() -> None:
    env = antiset("AG(3,3)", render_mode="ansi")
    env.reset()
    for point in (0, 13, 26):
        env.step(point)
    assert env.render() == "1........\n....2....\n........1"
    assert antiset("PG(2,2)", render_mode="rgb_array").render().shape == (90, 90, 3)
    assert Game("AG(3,3)", [0, 13, 26]).moves == env.game.moves


def test_all_frames_of_a_game_have_one_size() -> None:
    env = Solitaire(dimension=3, table=9, render_mode="rgb_array")
    empty = env.render()
    env.reset(seed=1)
    assert env.render().shape == empty.shape
    assert empty.min() == 255 > env.render().min()


def test_a_draw_says_who_was_first() -> None:
    env = race(3)
    env.reset(seed=1)
    claim = common.triples(21).index((2, 3, 5))
    first = Draws(1).below(0, 0, 2)
    _, rewards, *_ = env.step({"player_0": claim, "player_1": 1330, "player_2": claim})
    assert rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": 0.0} | {f"player_{2 * first}": 1.0}
    _, rewards, *_ = env.step(dict.fromkeys(env.agents, 1329))
    assert set(rewards.values()) == {-1.0}


def test_a_race_ends_with_the_deck() -> None:
    env = race()
    env.reset(seed=2)
    found = 0.0
    while env.agents:
        places = sorted(map(env.table.slots.index, env.table.sets()[0]))
        claim = common.triples(21).index((places[0], places[1], places[2]))
        _, rewards, over, late, _ = env.step({"player_0": claim, "player_1": 1330})
        found += rewards["player_0"]
    assert all(over.values())
    assert not any(late.values())
    assert found == len(env.table.taken) >= 20


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Solitaire(2), "dimension 2 is out of range: choose one from 3 to 5"),
        (lambda: Solitaire(reward="fun"), "'fun' is not a reward"),
        (lambda: Solitaire(render_mode="film"), "'film' is not a render mode"),
        (lambda: Solitaire(3).address, "the browser plays with 81 cards"),
        (lambda: Solitaire().reset(options={"game": -1}), "game -1 is out of range"),
        (lambda: FindSet(3, 28), "28 cards cannot be dealt: there are 27"),
        (lambda: SolitaireVector(2, render_mode="ansi"), "is not possible for many games"),
        (lambda: antiset(players=5), "5 players cannot play: choose 2, 3 or 4"),
        (lambda: race(max_cycles=0), "0 moments are too few"),
    ],
)
def test_an_environment_refuses_what_it_cannot_be(call: Any, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        call()


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_the_extra_its_name_is_said(missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None\nimport setlab.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("pip install 'setlab[envs]'\n")
