"""The elliptic quadric of AG(4,3): the largest cap of the deck, 20 cards.

The elliptic quadric of PG(3,3) has ten points and contains no line; each point is a pair x, −x of cards. If
a + b + c = 0 held for three of these cards, the form would vanish on the span of a and b: a line on the quadric.
"""

from __future__ import annotations

from collections.abc import Sequence

from setlab.geometry.space import Space


def elliptic_form(x: Sequence[int]) -> int:
    """The elliptic quadratic form x₁² + x₂² + x₃x₄ modulo 3.

    >>> elliptic_form((1, 1, 1, 1)), elliptic_form((0, 0, 2, 2))
    (0, 1)
    """
    return (x[0] * x[0] + x[1] * x[1] + x[2] * x[3]) % 3


def elliptic_quadric() -> tuple[int, ...]:
    """The 20 cards x ≠ 0 with x₁² + x₂² + x₃x₄ = 0, which contain no SET.

    >>> len(elliptic_quadric()), Space(4).sets(elliptic_quadric())
    (20, [])
    """
    space = Space(4)
    return tuple(card for card in space if card and elliptic_form(space.coordinates(card)) == 0)
