"""All positions of a design up to symmetry, solved; and on AG(d,3) who wins after Xavier deviates from theorem 7.

A position with Olivia to move is *reflective* when Xavier holds a centre and the reflections of her points in it.
Xavier wins such a position, as if he had begun at the centre and followed the theorem (Clark, Fisk & Goren, section 6).
The table of all solved positions shows which other positions he wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from setlab.antiset.solver import BUDGET, count_maps, engine_for, rounds_of, solver, winner_by
from setlab.errors import SpecError
from setlab.geometry.design import Design, affine
from setlab.geometry.space import Space
from setlab.geometry.symmetry import linear_maps

Points = tuple[int, ...]
Hands = tuple[Points, Points]


@dataclass(frozen=True)
class Solved:
    """One class of positions: the points of the players, the value (see `Solution`), and the size of the class."""

    x: Points
    o: Points
    value: int
    images: int

    @property
    def ply(self) -> int:
        """The number of points taken."""
        return len(self.x) + len(self.o)

    @property
    def winner(self) -> str:
        """The winner with best play."""
        return winner_by(self.value)


@dataclass(frozen=True)
class Deviation:
    """The outcomes when Xavier first deviates from the strategy with his n-th move, counted in classes of positions.

    `before` counts the positions in which he is to move; in `forgiving` of them some deviation wins. `won` and `lost`
    count the positions after a deviation by the length of the game with best play; `reflective` of the won ones are
    reflective in another centre. `suicides` counts the positions in which the deviation completed a block.
    """

    n: int
    before: int
    forgiving: int
    suicides: int
    reflective: int
    won: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)


@lru_cache(maxsize=4)
def solved_positions(design: Design, budget: int = BUDGET) -> tuple[Solved, ...]:
    """All positions that can be reached with no block completed, one of each class, solved, by ply.

    >>> len(solved_positions(affine(2, 3)))
    21
    """
    found = solver(design).engine.reachable([], [], budget)
    if found is None:
        raise SpecError(f"{design} has more than {budget} classes of positions: raise the budget")
    rows = zip(*(column.tolist() for column in found), strict=True)
    return tuple(Solved(_points(x), _points(o), value, images) for x, o, value, images in rows)


def is_reflective(space: Space, x: Iterable[int], o: Iterable[int]) -> bool:
    """True if Xavier's points are a centre and the reflections of Olivia's points in it.

    >>> is_reflective(Space(2), [2, 5], [8]), is_reflective(Space(2), [2, 4], [8])
    (True, False)
    """
    mine, hers = set(x), set(o)
    return any({space.third(centre, point) for point in mine - {centre}} == hers for centre in mine)


def first_exceptions(d: int) -> list[Solved]:
    """The smallest positions after a move of Xavier that he wins although they are not reflective.

    >>> first_exceptions(2), [position.ply for position in first_exceptions(3)]
    ([], [7])
    """
    space = Space(d)
    won = (p for p in solved_positions(affine(d, 3)) if p.ply % 2 and p.winner == "xavier")
    others = [position for position in won if not is_reflective(space, position.x, position.o)]
    return [position for position in others if position.ply == others[0].ply]


def deviations(d: int) -> list[Deviation]:
    """For n = 2, 3, …: who wins when Xavier deviates from the strategy of theorem 7 with his n-th move, on AG(d,3).

    >>> first = deviations(2)[0]
    >>> first.n, first.before, dict(first.won), dict(first.lost)
    (2, 1, {}, {5: 1})
    """
    study = _Study(d)
    before, found = {study.class_of((0,), (1,))}, []
    while before:
        found.append(study.deviation(before))
        before = {after for x, o in before for after in study.follow(x, o)}
    return found


class _Study:
    """Positions of AG(d,3) up to the linear maps, which fix the centre 0."""

    def __init__(self, d: int) -> None:
        self.space, self.design = Space(d), affine(d, 3)
        order = count_maps("AG", d, 3) // 3**d
        self.marked = engine_for(self.design.points, self.design.blocks, linear_maps(d, 3), order)
        self.solver = solver(self.design)
        self.values = {(position.x, position.o): position.value for position in solved_positions(self.design)}

    def class_of(self, x: Points, o: Points) -> Hands:
        """The position that stands for all its images under linear maps."""
        mine, hers = self.marked.canonical(x, o)
        return tuple(mine), tuple(hers)

    def value(self, x: Points, o: Points) -> int:
        """The value of a position with no block completed."""
        mine, hers = self.solver.engine.canonical(x, o)
        return self.values[tuple(mine), tuple(hers)]

    def reply(self, x: Points, o: Points) -> int:
        """The move of theorem 7: the reflection of Olivia's last point, the only one whose reflection is free."""
        return next(image for p in o if (image := self.space.negative(p)) not in x)

    def follow(self, x: Points, o: Points) -> Iterator[Hands]:
        """The classes after the move of theorem 7 and any reply that completes no block."""
        x = (*x, self.reply(x, o))
        for point in self.solver.safe_moves(x, o):
            yield self.class_of(x, (*o, point))

    def deviation(self, before: set[Hands]) -> Deviation:
        """The outcomes of all other moves."""
        after = {position: self.others(*position) for position in before}
        safe = {p for ways in after.values() for p, deadly in ways.items() if not deadly}
        suicides = {p for ways in after.values() for p, deadly in ways.items() if deadly}
        values = {position: self.value(*position) for position in safe}
        return Deviation(
            n=len(next(iter(before))[0]) + 1,
            before=len(before),
            forgiving=sum(any(values.get(p, 0) > 0 for p in ways) for ways in after.values()),
            suicides=len(suicides),
            reflective=sum(value > 0 and is_reflective(self.space, *p) for p, value in values.items()),
            won=Counter(rounds_of(self.design.points, abs(value)) for value in values.values() if value > 0),
            lost=Counter(rounds_of(self.design.points, abs(value)) for value in values.values() if value < 0),
        )

    def others(self, x: Points, o: Points) -> dict[Hands, bool]:
        """The classes after a deviation, and whether it completed a block."""
        safe, reply = self.solver.safe_moves(x, o), self.reply(x, o)
        moves = (point for point in self.solver.free(x, o) if point != reply)
        return {self.class_of((*x, point), o): point not in safe for point in moves}


def _points(words: list[int]) -> Points:
    mask = words[0] | words[1] << 64
    return tuple(point for point in range(mask.bit_length()) if mask >> point & 1)
