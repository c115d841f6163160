"""All games against the strategy of Theorem 7 on AG(d,3), for small d."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from setlab.geometry import Space
from setlab.reproduce.judging import Check, check_fact


@dataclass
class GameCounts:
    """Counts over all games in which Xavier follows Theorem 7 and Olivia avoids completing a line while she can.

    `positions` is the number of positions with Olivia to move; `lengths` counts, by round, those in which every free
    point completes a line. `blocked`, `lost` and `tied` count what the theorem excludes: the answer is already taken,
    the answer completes a line of Xavier's, no point is free.
    """

    positions: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    blocked: int = 0
    lost: int = 0
    tied: int = 0


@lru_cache
def all_games(d: int) -> GameCounts:
    """Follow all games with X₁ = 0 and O₁ = 1; affine maps take any other two first points to these.

    >>> all_games(2)
    GameCounts(positions=16, lengths=Counter({4: 9}), blocked=0, lost=0, tied=0)
    """
    space, games = Space(d), GameCounts()
    third = [[space.third(a, b) for b in space.cards] for a in space.cards]
    known: set[frozenset[int]] = set()
    todo = [(frozenset([1]), frozenset([0, third[0][1]]))]
    while todo:
        hers, his = todo.pop()
        if hers in known:
            continue
        known.add(hers)
        free = set(space.cards) - hers - his
        safe = free - {third[a][b] for a, b in combinations(hers, 2)}
        deadly = {third[a][b] for a, b in combinations(his, 2)}
        if not safe:
            games.lengths[len(hers) + 1] += 1
            games.tied += not free
        for point in safe:
            answer = third[0][point]
            games.blocked += answer not in free
            games.lost += answer in deadly
            todo.append((hers | {point}, his | {answer}))
    games.positions = len(known)
    return games


def check_all_games(what: str, excluded: str, dimensions: tuple[int, ...] = (2, 3)) -> list[Check]:
    """One check for each dimension: what the theorem excludes does not occur in any game."""
    return [
        check_fact(
            f"{what}, d = {d}",
            f"all {all_games(d).positions:,} positions that can arise for d = {d}",
            getattr(all_games(d), excluded) == 0,
        )
        for d in dimensions
    ]
