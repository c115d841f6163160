"""Collections of n cards of AG(4,3) with few SETs, by construction."""

from __future__ import annotations

from collections.abc import Iterable

from setlab.exact.extremes.walk import Walk
from setlab.exact.sections import join_sections
from setlab.geometry import Space
from setlab.geometry.batch import count_lines
from setlab.geometry.space import elliptic_quadric

SPACE = Space(4)
HYPERPLANE = 27


def few_lines(n: int, hyperplane: Walk) -> int:
    """The mask with the fewest SETs among the constructions of this module.

    >>> from setlab.exact.extremes.walk import walk
    >>> count_lines(few_lines(n, walk(3)) for n in (20, 27, 36, 54)).tolist()
    [0, 9, 48, 234]
    """
    masks = [*_from_cap(n), *_from_cylinder(n), *_from_two_hyperplanes(n, hyperplane), *_outside_most(n, hyperplane)]
    return min(zip(count_lines(masks).tolist(), masks, strict=True))[1]


def _from_cap(n: int) -> list[int]:
    """n cards of the elliptic quadric, which contains no SET."""
    cap = elliptic_quadric()
    return [_mask(cap[:n])] if n <= len(cap) else []


def _from_cylinder(n: int) -> list[int]:
    """The 27 cards with x₄ = x₁² + x₂², with cards removed or added one by one, greedily.

    Three cards A, A + v, A + 2v lie on it only if v₁² + v₂² = 0 (add up x₁² + x₂² over them). Then v₁ = v₂ = 0, so that
    the only SETs are the nine in direction (0,0,1,0). They are disjoint: each card removed destroys one SET.
    """
    cards = {card for card in SPACE if _on_cylinder(SPACE.coordinates(card))}
    while len(cards) > n:
        cards.remove(max(cards, key=lambda card: (_lines_through(card, cards), card)))
    while len(cards) < n:
        cards.add(min(set(SPACE) - cards, key=lambda card: (_lines_through(card, cards), card)))
    return [_mask(cards)]


def _on_cylinder(x: tuple[int, ...]) -> bool:
    return x[3] == (x[0] * x[0] + x[1] * x[1]) % 3


def _lines_through(card: int, cards: set[int]) -> int:
    """The number of SETs that a card forms with two other cards of the collection."""
    return sum(SPACE.third(card, other) in cards for other in cards if other != card) // 2


def _from_two_hyperplanes(n: int, hyperplane: Walk) -> list[int]:
    """Two parallel sections with the fewest SETs each, and an empty third: no SET meets all three sections."""
    sizes = ((a, n - a) for a in range(HYPERPLANE + 1) if 0 <= n - a <= a)
    return [join_sections((hyperplane.fewest_in[a], hyperplane.fewest_in[b], 0), 3) for a, b in sizes]


def _outside_most(n: int, hyperplane: Walk) -> list[int]:
    """The complement of the cards of a hyperplane that have the most SETs."""
    out = len(SPACE) - n
    return [(1 << len(SPACE)) - 1 - hyperplane.most_in[out]] if out <= HYPERPLANE else []


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
