"""The deviations of `setlab.antiset.classes` game by game: Xavier follows theorem 7, and with move n he does not.

As long as he follows it, Olivia's points with X₁ = 0 are a cap K, and his are −K. At move n he takes another point.
The positions that arise are listed up to linear maps, which fix X₁, with the winner by best play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from setlab.antiset.advice import Winner, reflective_centres
from setlab.antiset.game import Game
from setlab.antiset.solver import winner_of
from setlab.errors import SpecError
from setlab.geometry.design import affine
from setlab.geometry.space import Space
from setlab.geometry.symmetry import group_elements, linear_maps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_DIMENSION = 3


@dataclass(frozen=True)
class DeviatingGame:
    """A class of positions after Xavier's move n, the first that is not the one of theorem 7."""

    move: int
    game: tuple[int, ...]
    is_reflective: bool
    winner: str


@dataclass(frozen=True)
class Summary:
    """The deviating_games at one move: how many classes, how many of them reflective, and who wins the others."""

    move: int
    classes: int
    reflective: int
    winners: dict[str, int]


def deviating_games(d: int = 2, winner: Winner = winner_of) -> Iterator[DeviatingGame]:
    """All classes of positions after Xavier's first deviation that does not lose at once, Olivia to move.

    >>> [(deviation.game, deviation.winner) for deviation in deviating_games(2) if deviation.move == 2]
    [((0, 1, 3), 'olivia')]
    """
    if not 2 <= d <= LARGEST_DIMENSION:
        raise SpecError(f"deviating_games are listed for dimensions 2 to {LARGEST_DIMENSION}, not {d}")
    space, seen = Space(d), set()
    caps: list[tuple[int, ...]] = [(0,)]
    move = 1
    while caps:
        move += 1
        longer: dict[int, tuple[int, ...]] = {}
        for cap in caps:
            for extended in _extensions(cap, space):
                longer.setdefault(_canonical(d, extended, ()), extended)
                for moves in _deviating(extended, space):
                    key = _canonical(d, moves[0::2], moves[1::2])
                    if key not in seen:
                        seen.add(key)
                        yield _deviating_game(d, moves, winner)
        caps = list(longer.values())


def summarise(found: Iterable[DeviatingGame]) -> list[Summary]:
    """The deviating_games counted by move.

    >>> summarise(deviating_games(2))[0]
    Summary(move=2, classes=1, reflective=0, winners={'olivia': 1})
    """
    by_move: dict[int, list[DeviatingGame]] = {}
    for deviation in found:
        by_move.setdefault(deviation.move, []).append(deviation)
    return [
        Summary(move, len(rows), sum(r.is_reflective for r in rows), _winners(r for r in rows if not r.is_reflective))
        for move, rows in sorted(by_move.items())
    ]


def _winners(rows: Iterable[DeviatingGame]) -> dict[str, int]:
    return dict(sorted(Counter(row.winner for row in rows).items()))


def _extensions(cap: tuple[int, ...], space: Space) -> Iterator[tuple[int, ...]]:
    """The cap with one point more, in the order of play: X₁ = 0, then Olivia's points."""
    blocked = {space.third(a, b) for a in cap for b in cap}
    return ((*cap, point) for point in space.cards if point not in blocked)


def _deviating(cap: tuple[int, ...], space: Space) -> Iterator[tuple[int, ...]]:
    """The games in which Xavier follows theorem 7 but for his answer to the last point of the cap."""
    first, *hers = cap
    moves = [first, *(point for o in hers for point in (o, space.negative(o)))][:-1]
    game = Game(affine(space.d, 3), moves)
    for point in game.safe_moves:
        if point != space.negative(hers[-1]):
            yield (*moves, point)


def _deviating_game(d: int, moves: tuple[int, ...], winner: Winner) -> DeviatingGame:
    game = Game(affine(d, 3), moves)
    return DeviatingGame(len(game.hand(0)), moves, bool(reflective_centres(game)), winner(game))


def _canonical(d: int, mine: Iterable[int], hers: Iterable[int]) -> int:
    """The smallest number that a linear map makes of the two hands: the same for all positions of a class."""
    images = _linear_images(d)
    columns = [*mine, *(3**d + point for point in hers)]
    return int(images[:, columns].sum(axis=1).min())


@lru_cache
def _linear_images(d: int) -> NDArray[np.int64]:
    """For every linear map and every point of either hand the bit of its image."""
    import numpy as np

    maps = np.array(list(group_elements(linear_maps(d, 3))), dtype=np.int64)
    return np.hstack([np.int64(1) << maps, np.int64(1) << (maps + 3**d)])
