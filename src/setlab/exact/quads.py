"""The distribution of the number of quads in n cards of AG(d,2), d ≤ 6, and the collections without a quad.

Collections are counted by the flat that they span. In up to four dimensions all are looked at. A collection of AG(5,2)
is a pair of collections of AG(4,2): one of each of the 32 orbits of AGL(4,2), and any other beside it.

The collections of n cards that span AG(6,2) are counted by their dependencies: the even parts of the n cards whose sum
is zero form a binary code of dimension k = n − 7, whose words of weight 4 are the quads. Labelled codes are n vectors
of GF(2)^k with the sum zero (a word is a functional, and its weight the number of the vectors on which it is not zero),
up to GL(k,2). So no list of orbits is needed, and the total, C(64,n), checks all parts together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.counting import count_flats
from setlab.counting.binary import count_quads
from setlab.errors import SpecError
from setlab.limits import QUAD_SPACES, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Distribution = Mapping[int, int]
"""The number of collections by their number of quads."""

SMALL, MEDIUM, LARGE = 4, 5, 6
"""The dimensions that are counted by looking at all collections, by pairs of them, and by codes."""

MOST_CODED = 10
"""The largest number of cards of AG(6,2) whose distribution is counted; from 54 on it is that of the other cards."""


@dataclass(frozen=True)
class QuadTable:
    """The distribution of the number of quads in n cards of AG(d,2); None where it is not known."""

    cards: int
    dimension: int
    distribution: Distribution | None

    @property
    def total(self) -> int:
        """The number of collections of n cards."""
        return comb(2**self.dimension, self.cards)

    @property
    def mean(self) -> Fraction:
        """The mean number of quads: every four cards are one with the same probability."""
        deck = 2**self.dimension
        return Fraction(count_quads(self.dimension) * comb(self.cards, 4), comb(deck, 4))

    @property
    def without(self) -> int:
        """The number of collections without a quad: none where the distribution is not known."""
        return 0 if self.distribution is None else self.distribution.get(0, 0)


@checked
def exact_quads(cards: int = 10, dimension: int = 6) -> QuadTable:
    """The distribution of the number of quads in n cards of AG(d,2), d = 2 … 6; in AG(6,2) for n ≤ 10 and n ≥ 54.

    >>> exact_quads(6, 3).distribution
    {3: 28}
    >>> exact_quads(9).distribution[0], exact_quads(10).without
    (995491840, 0)
    """
    if dimension not in QUAD_SPACES:
        raise SpecError(f"quads are counted in {between(QUAD_SPACES)} dimensions over two elements, not in {dimension}")
    deck = 2**dimension
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    if dimension == LARGE and MOST_CODED < cards < deck - MOST_CODED:
        return QuadTable(cards, dimension, None)
    if cards > deck - cards:
        other = _distribution(dimension, deck - cards)
        found = {_of_complement(quads, deck - cards, dimension): other[quads] for quads in other}
    else:
        found = dict(_distribution(dimension, cards))
    return QuadTable(cards, dimension, dict(sorted(found.items())))


def _of_complement(quads: int, cards: int, dimension: int) -> int:
    """The quads among the other cards, by inclusion and exclusion: any three cards have one fourth."""
    deck = 2**dimension
    through = [count_quads(dimension), (deck - 1) * (deck - 2) // 6, (deck - 2) // 2, 1]
    return int(sum((-1) ** i * comb(cards, i) * number for i, number in enumerate(through))) + quads


@cache
def _distribution(dimension: int, cards: int) -> Counter[int]:
    if dimension <= MEDIUM:
        return _by_cards(dimension)[cards]
    found = Counter[int]()
    for rank in range(MEDIUM + 1):
        flats = count_flats(rank, dimension, 2) if rank else 2**dimension
        for quads, number in _spanning(rank, cards).items():
            found[quads] += flats * number
    found.update(_spanning_distribution(cards, dimension))
    if cards == 0:
        found[0] = 1
    assert sum(found.values()) == comb(2**dimension, cards), "the parts must add up to all collections"
    return found


@cache
def _spanning(rank: int, cards: int) -> Counter[int]:
    """The collections that span AG(r,2): all of them less those that span a smaller flat."""
    found = Counter(_by_cards(rank)[cards]) if cards <= 2**rank and cards else Counter[int]()
    for smaller in range(rank):
        flats = count_flats(smaller, rank, 2) if smaller else 2**rank
        for quads, number in _spanning(smaller, cards).items():
            found[quads] -= flats * number
    return +found


# Up to five dimensions: a collection of AG(4,2) is a word of 16 bits, and the numbers of its pairs by their sum say how
# many quads it has, alone and together with a collection of the parallel AG(4,2).


@cache
def _by_cards(dimension: int) -> list[Counter[int]]:
    """The distribution of the number of quads for every number of cards, by looking at all collections."""
    import numpy as np

    sizes, pairs, quads = _small_collections()
    shown = 1 << 2**dimension if dimension <= SMALL else len(sizes)
    found = [Counter[int]() for _ in range(2**dimension + 1)]
    if dimension <= SMALL:
        parts = [(1, sizes[:shown], quads[:shown])]
    else:
        parts = [
            (weight, sizes + int(sizes[a]), quads + int(quads[a]) + pairs @ pairs[a]) for a, weight in _orbits().items()
        ]
    base = count_quads(dimension) + 1 if dimension > 1 else 1
    for weight, many, number in parts:
        for key, times in enumerate(np.bincount(many * base + number)):
            if times:
                found[key // base][key % base] += weight * int(times)
    return found


@cache
def _small_collections() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """For every collection of AG(4,2): its cards, its pairs by their sum 1 … 15, its quads."""
    import numpy as np

    points = 2**SMALL
    words = np.arange(1 << points, dtype=np.int64)
    bits = (words[:, None] >> np.arange(points)) & 1
    sums = [sum(bits[:, x] * bits[:, x ^ d] for x in range(points) if x < x ^ d) for d in range(1, points)]
    pairs = np.stack(sums, axis=1).astype(np.int64)
    return bits.sum(axis=1), pairs, (pairs * (pairs - 1) // 2).sum(axis=1) // 3


@cache
def _orbits() -> dict[int, int]:
    """One collection of each orbit of AGL(4,2), with the size of its orbit."""
    import numpy as np

    points = range(2**SMALL)
    label = np.arange(1 << 2**SMALL)
    bits = (label[:, None] >> np.arange(2**SMALL)) & 1
    moves = [[x ^ 1 for x in points], [x ^ (x & 1) << 1 for x in points], [x >> 1 | (x & 1) << 3 for x in points]]
    images = [bits @ (1 << np.array(move)) for move in moves]
    while True:
        lower = label.copy()
        for image in images:
            np.minimum.at(lower, image, label)
            lower = np.minimum(lower, lower[image])
        if (lower == label).all():
            break
        label = lower
    representatives, sizes = np.unique(label, return_counts=True)
    return dict(zip(representatives.tolist(), sizes.tolist(), strict=True))


# Six dimensions: labelled codes.


def _spanning_distribution(cards: int, dimension: int) -> Counter[int]:
    """The collections of n cards that span AG(d,2), by their quads."""
    k = cards - dimension - 1
    if k < 0:
        return Counter()
    frames = 2**dimension * prod(2**dimension - 2**i for i in range(dimension))
    general = prod(2**k - 2**i for i in range(k))
    tuples = Counter[int]()
    for numbers in _compositions(cards, 2**k):
        if (quads := _words_of_weight_four(numbers, k)) is not None:
            tuples[quads] += factorial(cards) // prod(map(factorial, numbers))
    return Counter({quads: frames * number // (general * factorial(cards)) for quads, number in tuples.items()})


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a total as a sum of so many numbers from 0 on, in order."""
    for bars in combinations(range(total + parts - 1), parts - 1):
        edges = (-1, *bars, total + parts - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))


def _words_of_weight_four(numbers: tuple[int, ...], k: int) -> int | None:
    """The words of weight 4 of the code in which vector v stands numbers[v] times; None if a word is odd or lighter.

    A word of weight 2 would be two equal cards.
    """
    quads = 0
    for functional in range(1, 2**k):
        weight = sum(number for vector, number in enumerate(numbers) if (vector & functional).bit_count() & 1)
        if weight % 2 or weight < 4:
            return None
        quads += weight == 4
    return quads
