"""Collections up to symmetry: the canonical form, the stabiliser and the orbit under AGL(d,3).

The compiled core answers for 2 to 5 dimensions. A collection of another space is moved into the flat that it spans: its
canonical form lies among the first cards, and these form a flat of the same dimension.
"""

from __future__ import annotations

from math import prod

from setlab.errors import SpecError
from setlab.geometry.batch import masks_array
from setlab.geometry.cardset import CardSet
from setlab.geometry.flats import frame_of
from setlab.geometry.space import Space
from setlab.limits import ORBITS


def canonical_form(cards: CardSet) -> CardSet:
    """The collection that stands for all images of this one under the symmetries of the game, and is one of them.

    Two collections have the same canonical form exactly if a symmetry takes one to the other.

    >>> canonical_form(CardSet([0, 40, 80])), canonical_form(CardSet([7, 11, 50]))
    (CardSet([0, 1, 2]), CardSet([0, 1, 3]))
    """
    from setlab import _core

    mask, dimension = _in_core_space(cards)
    (row,) = _core.canonical_forms(masks_array([mask], dimension), dimension)
    return CardSet.from_mask(int.from_bytes(row.astype("<u8").tobytes(), "little"), cards.space)


def stabiliser_order(cards: CardSet) -> int:
    """The number of symmetries of the game that take the collection to itself.

    >>> stabiliser_order(CardSet([0, 1, 2])), stabiliser_order(CardSet())
    (1819584, 1965150720)
    """
    from setlab import _core

    if not cards:
        return _group_order(cards.space.d)
    (mask, dimension), k = _in_core_space(cards), len(frame_of(cards, cards.space)) - 1
    (order,) = _core.stabilizers(masks_array([mask], dimension), dimension).tolist()
    return int(order) // _extensions(k, dimension) * _extensions(k, cards.space.d)


def orbit_size(cards: CardSet) -> int:
    """The number of collections that are images of this one: the order of AGL(d,3) over that of the stabiliser.

    >>> orbit_size(CardSet([0, 1, 2]))              # all SETs of the deck
    1080
    """
    return _group_order(cards.space.d) // stabiliser_order(cards)


def _in_core_space(cards: CardSet) -> tuple[int, int]:
    """An image of the collection in a space of the core, as its mask and the dimension of the space."""
    if cards.space.d in ORBITS:
        return cards.mask, cards.space.d
    frame = frame_of(cards, cards.space)
    k = max(len(frame) - 1, ORBITS[0])
    if k not in ORBITS:
        raise SpecError(
            f"these cards of {cards.space} span a flat of dimension {k}: "
            f"canonical forms are known up to dimension {ORBITS[-1]}"
        )
    number = {card: i for i, card in enumerate(_flat_in_order(frame, cards.space))}
    return sum(1 << number[card] for card in cards), k


def _flat_in_order(frame: tuple[int, ...], space: Space) -> list[int]:
    """The flat of a frame, with the card a + Σ cᵢ(bᵢ − a) in the place that the digits c name."""
    flat = list(frame[:1])
    for card in frame[1:]:
        step = space.subtract(card, frame[0])
        flat = [point for old in flat for point in space.line(old, step)]
    return flat


def _group_order(d: int) -> int:
    return int(3**d) * _extensions(0, d)


def _extensions(k: int, d: int) -> int:
    """The number of elements of AGL(d,3) that fix a k-flat card by card."""
    return prod(3**d - 3**i for i in range(k, d))
