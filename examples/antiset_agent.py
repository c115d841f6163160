"""An agent that learns anti-SET against theorem 7, in PettingZoo's environment: `python examples/antiset_agent.py`.

Xavier follows theorem 7 of Clark, Fisk & Goren and cannot lose. Olivia learns by Q-learning to hold out longer; no game
has more rounds than the largest cap has points. It needs `pip install 'setlab[envs]'` and some seconds.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np

from setlab.antiset import find_strategy
from setlab.caps import known
from setlab.draws import Draws
from setlab.envs import antiset

RATE, EXPLORE = 0.5, 0.05


def train(dimension: int, games: int, seed: int) -> list[int]:
    """The rounds of every game that Olivia plays while she learns; she loses them all."""
    env, rng = antiset(f"AG({dimension},3)"), np.random.default_rng(seed)
    xavier, draws = find_strategy("theorem7"), Draws(seed)
    values: defaultdict[bytes, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    rounds = []
    for number in range(games):
        env.reset()
        before: tuple[bytes, int] | None = None
        for agent in env.agent_iter():
            seen, reward, over, _, info = env.last()
            if agent == "player_0":
                env.step(None if over else xavier.move(env.game, draws, number).point)
                continue
            free = np.flatnonzero(info["action_mask"]).tolist()
            here = values[seen.tobytes()]
            if before is not None:  # a round survived is worth 1
                target = 0.0 if over else 1 + max(here[point] for point in free)
                old = values[before[0]]
                old[before[1]] += RATE * (target - old[before[1]])
            if over:
                assert reward == -1, "theorem 7 is proved"
                env.step(None)
                continue
            best = max(here[point] for point in free)
            choice = [p for p in free if here[p] == best] if rng.random() > EXPLORE else free
            before = seen.tobytes(), int(rng.choice(choice))
            env.step(before[1])
        rounds.append(env.game.rounds)
    return rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in {"dimension": 3, "games": 20_000, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    chosen = parser.parse_args()
    rounds = train(chosen.dimension, chosen.games, chosen.seed)
    tenth = max(1, chosen.games // 10)
    print(f"Olivia lost {chosen.games} of {chosen.games} games to theorem 7.")
    print(f"Rounds of a game: {np.mean(rounds[:tenth]):.2f} at first, {np.mean(rounds[-tenth:]):.2f} in the end.")
    print(f"The longest has {max(rounds)}; the largest cap has {known(chosen.dimension).lower} points.")


if __name__ == "__main__":
    main()
