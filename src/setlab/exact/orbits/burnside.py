"""The number of orbits of AGL(d,3) by Burnside's lemma, from the cycle index and the conjugacy classes of GL(d,3).

This count is independent of the orbit engine, and the two must agree. A class of GL(d,3) is given by a partition for
each irreducible polynomial f ≠ x such that the degrees add up to d: its blocks are the companion matrices of the powers
of f. The order of the centraliser has a closed formula (Macdonald 1995, II.1.6 and IV.2). So the 24 million matrices of
GL(4,3) are a few dozen classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, prod

from setlab.arguments import checked
from setlab.counting import count_affine_maps, count_cards
from setlab.errors import SpecError
from setlab.geometry import Space
from setlab.geometry.maps import cycle_lengths
from setlab.limits import CYCLE_INDEX, between

Polynomial = tuple[int, ...]
"""Monic, the coefficients modulo 3 from the constant one up, the leading 1 left out."""

Partition = tuple[int, ...]

CycleType = tuple[tuple[int, int], ...]
"""(length, number of cycles of this length), ascending."""


@checked
def count_orbits(dimension: int, n: int) -> int:
    """The number of orbits of AGL(d,3) on the collections of n cards, by Burnside's lemma.

    >>> [count_orbits(2, n) for n in range(10)]
    [1, 1, 1, 2, 2, 2, 2, 1, 1, 1]
    >>> count_orbits(4, 12)
    41407
    """
    counts = orbit_counts(Space(dimension).d)
    if not 0 <= n < len(counts):
        raise SpecError(f"{n} cards cannot be dealt: the deck has {len(counts) - 1}")
    return counts[n]


@cache
def orbit_counts(dimension: int) -> tuple[int, ...]:
    """`count_orbits` for all n at once: the cycle index with 1 + x^k in place of the cycles of length k.

    >>> sum(orbit_counts(3))
    1028
    """
    cards = count_cards(dimension)
    total = [0] * (cards + 1)
    for cycles, maps in cycle_index(dimension).items():
        for n, fixed in enumerate(_fixed_collections(cycles, cards)):
            total[n] += maps * fixed
    order = count_affine_maps(dimension)
    return tuple(count // order for count in total)


@cache
def cycle_index(dimension: int) -> dict[CycleType, int]:
    """The number of maps of AGL(d,3) by their cycle type on the cards.

    >>> cycle_index(1)                   # on three cards: the identity, two rotations, three transpositions
    {((1, 3),): 1, ((3, 1),): 2, ((1, 1), (2, 1)): 3}
    """
    if dimension not in CYCLE_INDEX:
        raise SpecError(f"dimension {dimension} is out of range: the cycle index is made for {between(CYCLE_INDEX)}")
    index: Counter[CycleType] = Counter()
    for columns, maps in conjugacy_classes(dimension):
        for cycles, shifts in _cycles_with_shifts(columns, dimension):
            index[cycles] += maps * shifts
    return dict(sorted(index.items(), key=lambda item: item[1]))


def conjugacy_classes(dimension: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The classes of GL(d,3): the columns of a representative (as cards), and the size of the class.

    >>> sum(matrices for _, matrices in conjugacy_classes(4)) == count_affine_maps(4) // 81
    True
    """
    order = count_affine_maps(dimension) // count_cards(dimension)
    for choice in _choices(dimension, list(_irreducibles(dimension))):
        centraliser = prod(_centraliser(3 ** len(f), partition) for f, partition in choice)
        blocks = [_power(f, part) for f, partition in choice for part in partition]
        yield _block_columns(blocks, dimension), order // centraliser


def _cycles_with_shifts(columns: tuple[int, ...], dimension: int) -> Iterator[tuple[CycleType, int]]:
    """The cycle types of x ↦ Mx + t for all t, with multiplicities. Shifts that differ by (M − 1)c are conjugate."""
    sums = _sums(dimension)
    images = [0]
    for column in columns:
        images = [sums[start][step] for start in images for step in (0, column, sums[column][column])]
    moved = {sums[image][sums[card][card]] for card, image in enumerate(images)}  # Mc − c, and −c is c + c
    seen: set[int] = set()
    for shift, plus in enumerate(sums):
        if shift not in seen:
            seen.update(plus[move] for move in moved)
            lengths = Counter(cycle_lengths([plus[image] for image in images]))
            yield tuple(sorted(lengths.items())), len(moved)


@cache
def _sums(dimension: int) -> list[list[int]]:
    """The table of a + b for all cards, built digit by digit."""
    if dimension == 0:
        return [[0]]
    rows = _sums(dimension - 1)
    return [[3 * total + (i + j) % 3 for total in row for j in range(3)] for row in rows for i in range(3)]


def _fixed_collections(cycles: CycleType, cards: int) -> list[int]:
    """The number of collections of n cards, by n, that a map with these cycles fixes: the unions of cycles."""
    fixed = [1] + [0] * cards
    for length, number in cycles:
        ways = [comb(number, k) for k in range(number + 1)]
        fixed = [
            sum(ways[k] * fixed[n - k * length] for k in range(min(number, n // length) + 1)) for n in range(cards + 1)
        ]
    return fixed


def _choices(dimension: int, polynomials: list[Polynomial]) -> Iterator[list[tuple[Polynomial, Partition]]]:
    """All assignments of partitions to the polynomials with Σ degree · |partition| = dimension."""
    if dimension == 0:
        yield []
    elif polynomials:
        first, *others = polynomials
        for size in range(dimension // len(first) + 1):
            for partition in _partitions(size, size):
                for rest in _choices(dimension - size * len(first), others):
                    yield [(first, partition), *rest] if partition else rest


def _partitions(total: int, largest: int) -> Iterator[Partition]:
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _centraliser(q: int, partition: Partition) -> int:
    """The order of the centraliser of the blocks of one polynomial, over the field with q elements."""
    columns = [sum(part > i for part in partition) for i in range(max(partition))]
    order: int = q ** sum(column * column for column in columns)
    for number in Counter(partition).values():
        for j in range(1, number + 1):
            order = order // q**j * (q**j - 1)
    return order


def _irreducibles(most: int) -> Iterator[Polynomial]:
    """The monic irreducible polynomials modulo 3 of degree 1 to `most`, except x, by a sieve."""
    composite: set[Polynomial] = set()
    smaller: list[Polynomial] = []
    for degree in range(1, most + 1):
        for polynomial in product(range(3), repeat=degree):
            if polynomial not in composite:
                if any(polynomial):
                    yield polynomial
                smaller.append(polynomial)
        composite = {
            _product(f, g)
            for f in smaller
            if len(f) <= (degree + 1) // 2
            for g in product(range(3), repeat=degree + 1 - len(f))
        }


def _product(f: Polynomial, g: Polynomial) -> Polynomial:
    total = [0] * (len(f) + len(g) + 1)
    for i, a in enumerate((*f, 1)):
        for j, b in enumerate((*g, 1)):
            total[i + j] = (total[i + j] + a * b) % 3
    return tuple(total[:-1])


def _power(f: Polynomial, exponent: int) -> Polynomial:
    return f if exponent == 1 else _product(f, _power(f, exponent - 1))


def _block_columns(blocks: list[Polynomial], dimension: int) -> tuple[int, ...]:
    """The columns of the block-diagonal matrix of the companion matrices."""
    space, columns, start = Space(dimension), list[int](), 0
    for block in blocks:
        size = len(block)
        for i in range(1, size):
            columns.append(space.card(int(place == start + i) for place in range(dimension)))
        last = [0] * dimension
        last[start : start + size] = [-coefficient % 3 for coefficient in block]
        columns.append(space.card(last))
        start += size
    return tuple(columns)
