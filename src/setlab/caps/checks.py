"""Tests whether points of AG(d,q) form a cap, and whether the cap is complete.

A cap has no three points on a line. For q = 3 this means that it contains no line, which Clark, Fisk & Goren take as
definition 12 for every q; for q > 3 a collection that contains no line can still have three points on one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from setlab.arguments import checked
from setlab.geometry.deck import Deck
from setlab.geometry.design import Design
from setlab.geometry.fields import Field, add_vectors, multiple


@checked
@dataclass(frozen=True)
class CapReport:
    """The result of `check`; `line` and `extension` are the smallest witnesses against a cap, or a complete one."""

    size: int
    is_cap: bool
    is_complete: bool
    line: tuple[int, int, int] | None
    extension: int | None


@checked
def check(points: Iterable[int], dimension: int = 4, q: int = 3) -> CapReport:
    """Whether the points form a cap of AG(d,q), and whether it is complete: no point can be added.

    >>> check([0, 1, 3, 4], dimension=2)
    CapReport(size=4, is_cap=True, is_complete=True, line=None, extension=None)
    >>> check([0, 1, 9], dimension=4).extension, check([0, 1, 2], dimension=4).line
    (3, (0, 1, 2))
    """
    deck = Deck(dimension, Field(q).q)
    collection = sorted(deck.distinct(points))
    line = _first_line(collection, deck)
    extension = None if line else _first_extension(collection, deck)
    return CapReport(len(collection), line is None, line is None and extension is None, line, extension)


def is_cap(points: Iterable[int], dimension: int = 4, q: int = 3) -> bool:
    """True if no three of the points are on a line.

    >>> is_cap([0, 1, 3, 4]), is_cap([0, 1, 2]), is_cap([0, 1, 2], q=4)
    (True, False, False)
    """
    deck = Deck(dimension, Field(q).q)
    return _first_line(sorted(deck.distinct(points)), deck) is None


def is_line_free(points: Iterable[int], design: Design) -> bool:
    """True if the points contain no block of the design: definition 12 of Clark, Fisk & Goren, for any q.

    >>> from setlab.geometry.design import affine
    >>> is_line_free([0, 1, 2], affine(2, 4)), is_line_free([0, 1, 2, 3], affine(2, 4))
    (True, False)
    """
    there = {design.check_point(point) for point in points}
    return not any(there.issuperset(block) for block in design.blocks)


def _pairs_with_third(collection: list[int], deck: Deck) -> Iterator[tuple[int, int, int]]:
    """Every pair with every other point of its line."""
    field = Field(deck.n)
    minus = field.negative(1)
    vectors = {point: deck.coordinates(point) for point in collection}
    weights = [deck.n**place for place in reversed(range(deck.d))]
    for a, b in combinations(collection, 2):
        step = add_vectors(vectors[b], multiple(minus, vectors[a], field), field)
        for factor in range(2, field.q):
            point = add_vectors(vectors[a], multiple(factor, step, field), field)
            yield a, b, sum(x * weight for x, weight in zip(point, weights, strict=True))


def _first_line(collection: list[int], deck: Deck) -> tuple[int, int, int] | None:
    there = set(collection)
    return min(((a, b, c) for a, b, c in _pairs_with_third(collection, deck) if c > b and c in there), default=None)


def _first_extension(collection: list[int], deck: Deck) -> int | None:
    taken = set(collection).union(c for _, _, c in _pairs_with_third(collection, deck))
    return next((point for point in deck.cards if point not in taken), None)
