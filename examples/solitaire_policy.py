"""Train a policy for solitaire SET that clears more tables than `basic`: `python examples/solitaire_policy.py`.

The policy gives every SET on the table a value, a weighted sum of four counts, and takes the best. The cross-entropy
method finds the weights: of many random vectors it keeps those that clear most tables, and draws the next ones around
them. It needs `pip install 'setlab[envs]'` and about two minutes on one core.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import setlab.envs  # noqa: F401, registers setlab/Solitaire-v1
from setlab.geometry import Space
from setlab.solitaire.strategies import core_games
from setlab.stats import proportion_interval

Array = NDArray[np.float32]

KINDS = {"on the table": 3, "live pair": 2 + 4, "one card, two undealt": 1 + 8, "dead pair": 2}
"""Lines of the deck by their cards: 1 for each on the table and 4 for each undealt."""

LINES = np.array(list(Space(4).lines()))
MEMBERS = np.zeros((len(LINES), 81), np.float32)
MEMBERS[np.arange(len(LINES))[:, np.newaxis], LINES] = 1


def features(cards: NDArray[np.int8], games: NDArray[np.intp], actions: NDArray[np.intp]) -> Array:
    """For some actions in some games, the lines of each kind through the three cards of the SET."""
    kinds = (cards[:, 0] + 4 * cards[:, 1]).astype(np.float32) @ MEMBERS.T
    through = [(kinds == kind).astype(np.float32) @ MEMBERS for kind in KINDS.values()]
    return np.stack([count[games[:, np.newaxis], LINES[actions]].sum(axis=1) for count in through], axis=1)


def choose(weights: Array, cards: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.intp]:
    """The SET of highest value in each game, by the weights in its row; 0 where no SET is left."""
    games, actions = masks.nonzero()
    values = np.full(masks.shape, -np.inf, np.float32)
    values[games, actions] = (features(cards, games, actions) * weights[games]).sum(axis=1)
    chosen: NDArray[np.intp] = values.argmax(axis=1)
    return chosen


def cleared(weights: Array, seeds: list[int]) -> NDArray[np.bool_]:
    """Whether each game is cleared: game 0 of the seed, played by the weights in the same row."""
    envs: Any = gymnasium.make_vec("setlab/Solitaire-v1", num_envs=len(seeds), autoreset_mode="Disabled")
    cards, infos = envs.reset(seed=seeds)
    while infos["action_mask"].any():
        cards, _, _, _, infos = envs.step(choose(weights, cards, infos["action_mask"]))
    clear: NDArray[np.bool_] = ~cards.any(axis=(1, 2))
    return clear


def train(rounds: int, vectors: int, games: int, seed: int) -> Array:
    """The weights after some rounds of the cross-entropy method; all vectors of a round play the same games."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(len(KINDS)), np.ones(len(KINDS))
    for number in range(rounds):
        tried = rng.normal(mean, spread, (vectors, len(KINDS)))
        tried /= np.abs(tried).max(axis=1, keepdims=True)
        seeds = [1_000_000 * seed + games * number + game for game in range(games)]
        won = cleared(np.repeat(tried, games, axis=0).astype(np.float32), seeds * vectors).reshape(vectors, games)
        best = tried[won.mean(axis=1).argsort()[-max(2, vectors // 5) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.3 * 0.8**number
        print(f"round {number + 1}: {won.mean():.1%} cleared, weights {np.round(mean, 2)}", flush=True)
    return mean.astype(np.float32)


def compare(weights: Array, games: int) -> tuple[int, int]:
    """The tables that the policy and `basic` clear, each in so many games that were not trained on."""
    seeds = [2**40 + game for game in range(games)]
    ours = cleared(np.tile(weights, (games, 1)), seeds)
    basic = core_games("basic", 2**40, 0, games)["leftover"] == 0
    return int(ours.sum()), int(basic.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in {"rounds": 12, "vectors": 24, "games": 250, "seed": 1, "test-games": 20_000}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    chosen = parser.parse_args()
    start = time.perf_counter()
    weights = train(chosen.rounds, chosen.vectors, chosen.games, chosen.seed)
    found = ", ".join(f"{kind} {weight:.2f}" for kind, weight in zip(KINDS, weights, strict=True))
    print(f"{time.perf_counter() - start:.0f} s: {found}")
    for name, won in zip(("the policy", "basic"), compare(weights, chosen.test_games), strict=True):
        interval = proportion_interval(won, chosen.test_games)
        print(f"{name} clears {won / chosen.test_games:.1%} of the tables ({interval.low:.1%} to {interval.high:.1%})")


if __name__ == "__main__":
    main()
