"""Lower bounds on the number of SETs in n cards of AG(d,3) from the minima in AG(d−1,3), in whole numbers.

A *direction* is a class of three parallel hyperplanes; a collection cuts it into three *sections*, whose sizes,
largest first, are its `Sizes` in that direction. `fewest` is a table: fewest[h] is the least number of SETs in h cards
of a hyperplane. For d ≤ 3, `walk` enumerates all 2^(3^d) collections.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from setlab.errors import SpecError
from setlab.exact.sections import Sizes
from setlab.limits import ENUMERATED, between


class DirectionWeights(NamedTuple):
    """The worth of a direction with sections of sizes h: Σ pairs·C(h,2) + triples·C(h,3) − lines·fewest[h].

    With suitable weights the total over all directions, which is known, exceeds the most that they can be worth.
    """

    pairs: int
    triples: int
    lines: int

    def worth(self, sizes: Sizes, fewest: Sequence[int]) -> int:
        """The worth of one direction.

        >>> DirectionWeights(7, -1, 0).worth((9, 9, 9), [0] * 10)
        504
        """
        return sum(self.pairs * comb(h, 2) + self.triples * comb(h, 3) - self.lines * fewest[h] for h in sizes)


def lines_with_complement(n: int, dimension: int) -> int:
    """The number of SETs within n cards plus the number within the other cards: it depends on n alone.

    Inclusion and exclusion: from all SETs subtract those through each of the n cards, and add one for every two cards.

    >>> lines_with_complement(3, 2), lines_with_complement(27, 4)
    (3, 351)
    """
    cards: int = 3**dimension
    through = (cards - 1) // 2
    return cards * through // 3 - n * through + comb(n, 2)


def deletion_bound(n: int, fewer: int) -> int:
    """The least number of SETs in n cards, if n − 1 cards have at least `fewer`.

    Remove each of the n cards in turn. Every SET remains n − 3 times, so that (n − 3)·L ≥ n·fewer.

    >>> deletion_bound(22, 3), deletion_bound(34, 36)
    (4, 40)
    """
    return -(-n * fewer // (n - 3)) if n > 3 else 0


def section_sizes(n: int, dimension: int) -> list[Sizes]:
    """The possible sizes of the three sections of n cards.

    >>> section_sizes(7, 2)
    [(3, 2, 2), (3, 3, 1)]
    """
    most = 3 ** (dimension - 1)
    pairs = ((a, b) for a in range(most + 1) for b in range(a + 1))
    return [(a, b, n - a - b) for a, b in pairs if 0 <= n - a - b <= b]


def bound_from_sizes(sizes: Sizes, fewest: Sequence[int]) -> int:
    """A lower bound on the SETs of a collection with these sections, within sections and across all three.

    A card z of the third section forms a SET with x and y when x + y = −z. Of the m cards x of a hyperplane, a are in
    the first section, and b have their y in the second; so at least a + b − m do both. The other sections likewise.

    >>> fewest = [0, 0, 0, 1]
    >>> bound_from_sizes((3, 3, 1), fewest), bound_from_sizes((3, 2, 2), fewest)
    (5, 5)
    """
    m = len(fewest) - 1
    a, b, c = sizes
    across = max(0, c * (a + b - m), b * (a + c - m), a * (b + c - m))
    return fewest[a] + fewest[b] + fewest[c] + across


def possible_sizes(n: int, limit: int, fewest: Sequence[int], dimension: int) -> list[Sizes]:
    """The sizes of sections that `bound_from_sizes` allows for n cards with at most `limit` SETs.

    >>> possible_sizes(7, 4, [0, 0, 0, 1], 2)
    []
    """
    return [sizes for sizes in section_sizes(n, dimension) if bound_from_sizes(sizes, fewest) <= limit]


def margin(
    n: int, limit: int, weights: DirectionWeights, possible: Sequence[Sizes], fewest: Sequence[int], dimension: int
) -> int:
    """The excess of the sum over all directions over the most that `possible` ones are worth, for L ≤ `limit` SETs.

    If it is positive, no collection of n cards has at most `limit` SETs and only such directions. The sum: two cards,
    and also three on a line, are together in p = (3^(d−1) − 1)/2 hyperplanes; three not on a line in
    q = (3^(d−2) − 1)/2. So Σ C(h,2) = p·C(n,2) and Σ C(h,3) = q·C(n,3) + (p − q)·L; and every SET lies in p
    hyperplanes, so that Σ fewest[h] ≤ p·L. The sum is linear in L, so that its values at both ends suffice.

    >>> margin(7, 4, DirectionWeights(0, 0, 0), [(3, 3, 1)], [0, 0, 0, 1], 2)
    0
    """
    if weights.lines < 0:
        raise SpecError(f"the weight of lines is {weights.lines}: the sum is bounded only if it is 0 or more")
    directions: int = (3**dimension - 1) // 2
    p: int = (3 ** (dimension - 1) - 1) // 2
    q: int = (3 ** (dimension - 2) - 1) // 2
    most = directions * max(weights.worth(sizes, fewest) for sizes in possible)
    without_lines = weights.pairs * p * comb(n, 2) + weights.triples * q * comb(n, 3) - most
    return min(without_lines, without_lines + limit * (weights.triples * (p - q) - weights.lines * p))


class Walk(NamedTuple):
    """By the number of cards, 0 … 3^d: the fewest SETs, a mask that attains them, the most SETs, a mask likewise."""

    fewest: tuple[int, ...]
    fewest_in: tuple[int, ...]
    most: tuple[int, ...]
    most_in: tuple[int, ...]


@lru_cache
def walk(dimension: int) -> Walk:
    """The extremes of all collections, enumerated in the order of a Gray code: a second for d = 3.

    >>> walk(2).fewest, walk(2).most
    ((0, 0, 0, 0, 0, 1, 2, 5, 8, 12), (0, 0, 0, 1, 1, 2, 3, 5, 8, 12))
    """
    from setlab import _core

    if dimension not in ENUMERATED:
        raise SpecError(f"dimension {dimension} has too many collections to enumerate: choose {between(ENUMERATED)}")
    return Walk(*(tuple(part.tolist()) for part in _core.line_extremes(dimension)))
