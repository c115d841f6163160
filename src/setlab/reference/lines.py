"""Collections of cards as integers and rows of words: the SETs within them, their orbits, sections, unions of planes.

A *frame* of some cards is an ordered choice of them, each outside the flat of those before it, whose flat has all the
cards. Exactly one map of that flat takes the frame to the cards 0, 1, 3, 9, …; it brings the cards into *standard
position*. A symmetry takes the frames of one collection to the frames of the other. So two collections are images of
each other exactly if they have the same images in standard position, and the least of these can stand for them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, combinations
from math import prod
from typing import SupportsInt

from setlab.counting import count_affine_maps, count_sets
from setlab.exact.extremes import join_sections
from setlab.geometry import AffineMap, Space, symmetry, unit_vectors
from setlab.geometry.flats import k_flats
from setlab.geometry.symmetry import Permutation, affine_maps

Masks = Iterable[Sequence[SupportsInt]]
"""One row of 64-bit words per collection, the lowest word first: an array or lists."""

WORD_BITS = 64


def integers(masks: Masks) -> list[int]:
    """The masks as integers: bit c is set when card c is there.

    >>> integers([[7, 0], [0, 65536]]) == [0b111, 1 << 80]
    True
    """
    return [sum(int(word) << WORD_BITS * k for k, word in enumerate(row)) for row in masks]


def words(mask: int, dimension: int) -> list[int]:
    """The mask of a collection of AG(d,3) as a row of 64-bit words.

    >>> words(1 << 80, 4)
    [0, 65536]
    """
    number = -(-(3**dimension) // WORD_BITS)
    return [mask >> WORD_BITS * k & (1 << WORD_BITS) - 1 for k in range(number)]


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a collection, ascending.

    >>> list(cards_of(0b10011))
    [0, 1, 4]
    """
    return (card for card in range(mask.bit_length()) if mask >> card & 1)


def mask_of(cards: Iterable[int]) -> int:
    """The collection of these distinct cards.

    >>> bin(mask_of([0, 1, 4]))
    '0b10011'
    """
    return sum(1 << card for card in cards)


Line = list[int]


def count_lines(masks: Masks, dimension: int) -> list[int]:
    """The number of lines in each collection.

    >>> count_lines([[0b111111111], [0b11]], 2)
    [12, 0]
    """
    return [len(lines_in(mask)) for mask in integers(masks)]


def find_lines(masks: Masks, dimension: int) -> tuple[list[int], list[Line]]:
    """Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]].

    >>> find_lines([[0b111111], [0b110010001]], 2)
    ([0, 2, 3], [[0, 1, 2], [3, 4, 5], [0, 4, 8]])
    """
    found = [lines_in(mask) for mask in integers(masks)]
    return [0, *accumulate(map(len, found))], [line for lines in found for line in lines]


def lines_in(mask: int) -> list[Line]:
    """The lines of one collection, each ascending, in ascending order.

    >>> lines_in(0b111111)
    [[0, 1, 2], [3, 4, 5]]
    """
    pairs = combinations(cards_of(mask), 2)
    return [[a, b, c] for a, b in pairs if (c := third(a, b)) > b and mask >> c & 1]


@cache
def third(a: int, b: int) -> int:
    """The card whose digits in base 3 add up with those of a and b to 0 modulo 3.

    >>> third(0, 4), third(4, 4)
    (8, 4)
    """
    if a == b == 0:
        return 0
    return 3 * third(a // 3, b // 3) + -(a + b) % 3


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
            yield from grow(_wider(flat, card, space) if flat else (card,))

    return grow(())


def _wider(flat: tuple[int, ...], card: int, space: Space) -> tuple[int, ...]:
    """The flat moved once and twice by the step that leads from its first card to a new one."""
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


Rows = list[list[int]]


def canonical_forms(masks: Masks, dimension: int) -> Rows:
    """The mask that stands for the orbit of each collection: equal for two exactly if a map takes one to the other.

    >>> canonical_forms([[0b100010001], [0b111000000]], 2)   # two SETs
    [[7], [7]]
    """
    return [words(least_mask(mask, dimension), dimension) for mask in integers(masks)]


def stabilizers(masks: Masks, dimension: int) -> list[int]:
    """The order of the stabiliser of each collection in AGL(d,3).

    >>> stabilizers([[0b111], [0]], 2)
    [36, 432]
    """
    return [stabilizer(mask, dimension) for mask in integers(masks)]


def next_orbits(
    masks: Masks, sizes: Iterable[SupportsInt], dimension: int, family: str = "all"
) -> tuple[Rows, list[int]]:
    """The orbits with one card more than these collections, which stand for all orbits of one level: masks and sizes.

    The engine finds the sizes of the orbits from those of their parents, `sizes`; here each is the number of cosets of
    the stabiliser.

    >>> next_orbits([[0b11]], [36], 2)                       # a SET, and three cards that are none
    ([[7], [11]], [12, 72])
    """
    larger = (mask | 1 << card for mask in integers(masks) for card in range(3**dimension) if not mask >> card & 1)
    found = sorted({least_mask(mask, dimension) for mask in larger if is_in_family(mask, dimension, family)})
    order = count_affine_maps(dimension)
    return [words(mask, dimension) for mask in found], [order // stabilizer(mask, dimension) for mask in found]


def count_additions(masks: Masks, dimension: int, family: str) -> list[int]:
    """For each collection, the number of cards that can be added without leaving the family.

    >>> count_additions([[0b11], [0b11011]], 2, "cap")       # a pair, and a complete cap
    [6, 0]
    """
    return [
        sum(not mask >> card & 1 and is_in_family(mask | 1 << card, dimension, family) for card in range(3**dimension))
        for mask in integers(masks)
    ]


def count_ultrasets(masks: Masks, dimension: int) -> list[int]:
    """The number of UltraSETs in each collection: of four cards in two pairs with the same third card.

    >>> count_ultrasets([[0b111111111], [0b11011], [0b111]], 2)
    [54, 1, 0]
    """
    return [len(ultrasets_in(mask)) for mask in integers(masks)]


def ultrasets_in(mask: int) -> list[tuple[int, ...]]:
    """The UltraSETs of one collection, each ascending, in ascending order.

    >>> ultrasets_in(0b11011)
    [(0, 1, 3, 4)]
    """
    return [four for four in combinations(cards_of(mask), 4) if is_ultraset(*four)]


def is_ultraset(a: int, b: int, c: int, d: int) -> bool:
    """True if the cards are two pairs with the same third card.

    >>> is_ultraset(0, 1, 3, 4), is_ultraset(0, 1, 2, 3)
    (True, False)
    """
    return third(a, b) == third(c, d) or third(a, c) == third(b, d) or third(a, d) == third(b, c)


def extend_lines(masks: Masks, sizes: Iterable[SupportsInt], dimension: int, extra: int) -> Rows:
    """For each number of lines, how many collections have it of those with `extra` cards more than a mask.

    Those of mask i count sizes[i] times. A row is the low and the high word of a number of 128 bits.

    >>> extend_lines([[0b11]], [36], 2, 1)[:2]
    [[216, 0], [36, 0]]
    """
    counts: Counter[int] = Counter()
    for mask, size in zip(integers(masks), sizes, strict=True):
        free = [card for card in range(3**dimension) if not mask >> card & 1]
        for cards in combinations(free, extra):
            counts[len(lines_in(mask | mask_of(cards)))] += int(size)
    rows = (counts[lines] for lines in range(count_sets(dimension) + 1))
    return [[count % 2**WORD_BITS, count >> WORD_BITS] for count in rows]


def is_in_family(mask: int, dimension: int, family: str) -> bool:
    """True if no SET (family "cap"), no plane ("plane-free") or no UltraSET ("ultraset-free") lies within.

    >>> [is_in_family(0b1111, 2, family) for family in ("all", "cap", "plane-free", "ultraset-free")]
    [True, False, True, True]
    """
    if family == "ultraset-free":
        return not ultrasets_in(mask)
    forbidden = {"all": None, "cap": 1, "plane-free": 2}[family]
    return forbidden is None or all(mask & flat != flat for flat in _flat_masks(forbidden, dimension))


@cache
def _flat_masks(k: int, dimension: int) -> tuple[int, ...]:
    return tuple(flat.mask for flat in k_flats(k, Space(dimension)))


Found = tuple[int, int, int, int]


def subset_orbits(dimension: int, size: int, *, affine: bool) -> tuple[list[int], list[int]]:
    """The smallest mask and the size of every orbit of AGL(d,3), or of the translations.

    >>> subset_orbits(2, 3, affine=True)                     # SETs, and the other triples
    ([7, 11], [12, 72])
    """
    space = Space(dimension)
    translations = tuple(AffineMap.translation(unit, space).images for unit in unit_vectors(space))
    orbits = orbits_of(subsets(dimension, size), affine_maps(dimension, 3) if affine else translations)
    return [min(orbit) for orbit in orbits], [len(orbit) for orbit in orbits]


def line_extremes(dimension: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Fewest lines by the number of cards, a mask with that number, most lines, a mask.

    >>> fewest, _, most, _ = line_extremes(2)
    >>> fewest, most
    ([0, 0, 0, 0, 0, 1, 2, 5, 8, 12], [0, 0, 0, 1, 1, 2, 3, 5, 8, 12])
    """
    sizes = range(3**dimension + 1)

    def extreme(best: Callable[..., int]) -> tuple[list[int], list[int]]:
        masks = [best(subsets(dimension, size), key=count) for size in sizes]
        return [count(mask) for mask in masks], masks

    return *extreme(min), *extreme(max)


def fewest_lines_over(
    first: Iterable[SupportsInt], second: Iterable[SupportsInt], third: int, limit: int, *, dimension: int
) -> Found | None:
    """The fewest lines of AG(d+1,3), if at most `limit`, with a section of each list and one of `third` cards; where.

    >>> fewest_lines_over([0b111], [0b111], third=1, limit=9, dimension=1)
    (5, 7, 7, 1)
    """
    thirds = subsets(dimension, third)
    seconds = [int(mask) for mask in second]
    triples = ((int(a), b, c) for a in first for b in seconds for c in thirds)
    found = ((count(join_sections(triple, dimension)), *triple) for triple in triples)
    return min((four for four in found if four[0] <= limit), default=None)


def count(mask: int) -> int:
    """The number of SETs in a collection.

    >>> count(0b111111111)
    12
    """
    return len(lines_in(mask))


def subsets(dimension: int, size: int) -> list[int]:
    """All collections of this size, as ascending masks.

    >>> subsets(1, 2)
    [3, 5, 6]
    """
    return sorted(map(mask_of, combinations(range(3**dimension), size)))


def plane_unions(dimension: int, largest: int) -> tuple[list[list[int]], list[int], list[int]]:
    """All unions of planes of AG(d,3) with at most `largest` cards, one of each orbit: masks, orbits, coefficients.

    >>> plane_unions(3, 15)                                  # nothing, planes, pairs that meet in a SET
    ([[0], [511], [1839103]], [1, 39, 702], [1, -1, 1])
    """
    found = coefficients(planes(dimension), largest)
    orbits = orbits_of(sorted(found, key=lambda mask: (mask.bit_count(), mask)), affine_maps(dimension, 3))
    masks = [min(orbit) for orbit in orbits]
    return (
        [words(mask, dimension) for mask in masks],
        [len(orbit) for orbit in orbits],
        [found[mask] for mask in masks],
    )


def sum_plane_unions(
    dimension: int, masks: Masks, images: Iterable[SupportsInt], above: int, largest: int
) -> tuple[list[int], list[int], list[int]]:
    """Sizes, denominators and sums: the total coefficient of the unions of `above` + 1 … `largest` cards by size.

    `masks` and `images` are one union of every orbit with at most `above` cards and the sizes of the orbits. The
    engine reaches the larger unions from these and counts each as a fraction; here they are all listed.

    >>> sum_plane_unions(3, [[0]], [1], above=8, largest=15)
    ([9, 15], [1, 1], [-39, 702])
    """
    below = sum(union.bit_count() <= above for union in coefficients(planes(dimension), above))
    if sum(map(int, images)) != below:
        raise ValueError(f"the orbits have {sum(map(int, images))} members: there are {below} unions")
    totals: Counter[int] = Counter()
    for union, coefficient in coefficients(planes(dimension), largest).items():
        totals[union.bit_count()] += coefficient
    sizes = sorted(size for size, total in totals.items() if size > above and total)
    return sizes, [1] * len(sizes), [totals[size] for size in sizes]


@cache
def coefficients(parts: tuple[int, ...], largest: int) -> dict[int, int]:
    """The coefficient of every union with at most `largest` cards, by multiplying out Π (1 − part).

    The product of two collections is their union. Unions whose coefficient has become 0 remain in the result.

    >>> coefficients((0b011, 0b110), 3)
    {0: 1, 3: -1, 6: -1, 7: 1}
    """
    found = {0: 1}
    for part in parts:
        for union, coefficient in list(found.items()):
            larger = union | part
            if larger.bit_count() <= largest:
                found[larger] = found.get(larger, 0) - coefficient
    return found


@cache
def planes(dimension: int) -> tuple[int, ...]:
    """The masks of all planes, ascending.

    >>> [len(planes(d)) for d in (2, 3)]
    [1, 39]
    """
    return tuple(sorted(_flat_masks(2, dimension)))


def third_sections(
    dimension: int, first: Iterable[SupportsInt], second: Iterable[SupportsInt], size: int
) -> tuple[list[int], list[int], int]:
    """All sections of `size` cards with which pair k of sections meets every plane of AG(d,3) that is not in a layer,
    and that meet all planes of their own layer: sections[offsets[k]:offsets[k + 1]]; and how many were tried.

    >>> third_sections(3, [0b1], [0b1], size=4)
    ([0, 0], [], 126)
    """
    upper = [plane for plane in planes(dimension) if plane >> 2 * 3 ** (dimension - 1)]  # with cards of the third layer
    candidates = subsets(dimension - 1, size)
    found: list[int] = []
    offsets = [0]
    for a, b in zip(first, second, strict=True):
        joined = ((third, join_sections((int(a), int(b), third), dimension - 1)) for third in candidates)
        found += [third for third, cards in joined if all(plane & cards for plane in upper)]
        offsets.append(len(found))
    return offsets, found, len(candidates) * (len(offsets) - 1)
