"""Images of coloured cards under the affine maps of AG(d,3): of all images in standard position, the least.

A *frame* of some cards is an ordered choice of them, each outside the flat of those before it, whose flat has all the
cards. Exactly one map of that flat takes the frame to the cards 0, 1, 3, 9, …; it brings the cards into *standard
position*. A symmetry takes the frames of one collection to the frames of the other. So two collections are images of
each other exactly if they have the same images in standard position, and the least of these can stand for them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import prod

from setlab.geometry import Space, symmetry
from setlab.geometry.symmetry import Permutation
from setlab.reference.lines import cards_of, mask_of

Colours = tuple[int, ...]
"""The colours of the cards 0, 1, 2, …; 0 is the colour of cards that are not there."""


def least_image(colours: Mapping[int, int], space: Space) -> tuple[Colours, int]:
    """The least image of coloured cards in standard position, and how many frames lead to it.

    >>> least_image({0: 1, 4: 1, 8: 1}, Space(2))            # a SET
    ((1, 1, 1), 6)
    """
    images = [tuple(colours.get(card, 0) for card in flat) for flat in framed_flats(tuple(colours), space)]
    return min(images), images.count(min(images))


def framed_flats(cards: tuple[int, ...], space: Space) -> Iterator[tuple[int, ...]]:
    """The flat of the cards, once for every frame: its cards in the order of their images 0, 1, 2, …

    >>> list(framed_flats((0, 4), Space(2)))
    [(0, 4, 8), (4, 0, 8)]
    """

    def grow(flat: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        outside = [card for card in cards if card not in flat]
        if not outside:
            yield flat
        for card in outside:
            yield from grow(_wider(flat, card, space))

    return grow(())


def _wider(flat: tuple[int, ...], card: int, space: Space) -> tuple[int, ...]:
    """The flat moved once and twice by the step that leads from its first card to a new one."""
    if not flat:
        return (card,)
    step = space.subtract(card, flat[0])
    once = [space.add(old, step) for old in flat]
    return (*flat, *once, *(space.add(old, step) for old in once))


def orbits_of(masks: Iterable[int], maps: Sequence[Permutation]) -> list[set[int]]:
    """The orbits of these collections under the group that the maps generate, each once.

    >>> from setlab.geometry.symmetry import affine_maps
    >>> [len(orbit) for orbit in orbits_of([0b111, 0b1011, 0b111000], affine_maps(2, 3))]
    [12, 72]
    """
    orbits: list[set[int]] = []
    seen: set[int] = set()
    for mask in masks:
        if mask not in seen:
            orbits.append(orbit_of(mask, maps))
            seen |= orbits[-1]
    return orbits


def orbit_of(mask: int, maps: Sequence[Permutation]) -> set[int]:
    """All images of a collection under the group that these maps generate.

    >>> from setlab.geometry.symmetry import affine_maps
    >>> len(orbit_of(0b111, affine_maps(3, 3)))              # all SETs of AG(3,3)
    117
    """
    return set(symmetry.orbit_of(mask, [partial(image_of, images) for images in maps]))


def image_of(images: Permutation, mask: int) -> int:
    """The image of a collection under a map.

    >>> image_of((1, 2, 0), 0b011)
    6
    """
    return mask_of(images[card] for card in cards_of(mask))


@cache
def least_mask(mask: int, dimension: int) -> int:
    """The mask that stands for the orbit of a collection under AGL(d,3).

    >>> least_mask(0b100010001, 2)                           # the SET 0, 4, 8
    7
    """
    image, _ = least_image(dict.fromkeys(cards_of(mask), 1), Space(dimension))
    return mask_of(card for card, colour in enumerate(image) if colour)


@cache
def stabilizer(mask: int, dimension: int) -> int:
    """The number of affine maps that take the collection to itself.

    A map of its flat does so when it takes a frame that leads to the least image to another such frame.

    >>> stabilizer(0b111, 2)
    36
    """
    image, frames = least_image(dict.fromkeys(cards_of(mask), 1), Space(dimension))
    return frames * extensions(len(image), dimension)


def extensions(flat: int, dimension: int) -> int:
    """The number of affine maps of AG(d,3) that agree with a given map on a flat of this many cards.

    >>> extensions(0, 2), extensions(3, 2), extensions(9, 2)
    (432, 6, 1)
    """
    cards = 3**dimension
    sizes = [0, *(3**k for k in range(dimension))]
    return prod(cards - size for size in sizes if size >= flat)
