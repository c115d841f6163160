"""Check that 54 cards can be without a plane and 55 cannot: 27 points meet every plane of AG(4,3), and 26 do not.

    python planes.py [--quick]

Python alone, with `extremes.py` beside it; docs/exact.md has the argument. A set that meets every plane is a blocking
set. A point is a vector over GF(3), written as a number in base 3. `--quick` searches one pair of sections in a
hundred, and says so.
"""

import sys
from itertools import combinations
from math import comb

from extremes import ALL, THIRD, demand, orbit, third, translated

BLOCKING = [1, 2, 4, 5, 6, 9, 18, 32, 33, 35, 40, 42, 43, 45, 55, 56, 57, 59, 62, 66, 70, 71, 73, 74, 75, 76, 79]
"""27 points that meet every plane of AG(4,3)."""


def planes(d):
    """The planes of AG(d,3) as masks: through every point, in the directions of two vectors."""
    zero = [third(x, 0, d) for x in range(3**d)]  # -x
    plus = [[zero[third(x, y, d)] for y in range(3**d)] for x in range(3**d)]
    vectors = [v for v in range(1, 3**d) if v < zero[v]]  # one of v and -v
    spans = ({plus[a][b] for a in (0, v, zero[v]) for b in (0, w, zero[w])} for v, w in combinations(vectors, 2))
    spans = {frozenset(span) for span in spans}
    return {sum(1 << plus[x][y] for y in span) for span in spans for x in range(3**d)}


def add(x, y):
    return THIRD[THIRD[x][y]][0]


def line(x, v):
    return 1 << x | 1 << add(x, v) | 1 << THIRD[x][add(x, v)]


LAYER = sorted(planes(3))
EVERYWHERE = (1 << ALL) - 1
DIRECTIONS = [v for v in range(1, ALL) if v < THIRD[v][0]]


def hitting_sets(size, targets, points):
    """All masks of `size` points, among those of the mask `points`, that meet every target; each once."""
    if not targets:
        free = [1 << x for x in range(ALL) if points >> x & 1]
        yield from map(sum, combinations(free, size))
        return
    smallest, disjoint, needed = points, 0, 0
    for target in targets:
        free = target & points
        if free.bit_count() < smallest.bit_count():
            smallest = free
        if not free & disjoint:  # targets without a common point need a point each
            disjoint |= free
            needed += 1
    while smallest and needed <= size:
        point = smallest & -smallest
        smallest ^= point
        points ^= point
        for rest in hitting_sets(size - 1, [target for target in targets if not target & point], points):
            yield point | rest


def third_targets(first, second):
    """What a third section must meet: the planes of its layer, and a line of each plane that the other two miss.

    A plane in no layer meets the layers in three parallel lines whose sum is 0 modulo their direction.
    """
    found = set(LAYER)
    for v in DIRECTIONS:
        starts = [x for x in range(ALL) if x == min(x, add(x, v), THIRD[x][add(x, v)])]
        missed = [[x for x in starts if not line(x, v) & section] for section in (first, second)]
        found.update(line(THIRD[x][y], v) for x in missed[0] for y in missed[1])
    return sorted(found, key=int.bit_count)


def possible_types(size):
    """The sizes of three sections with enough pairs of points: 13 of 40 hyperplanes through two points are parallel."""
    for a in range(7, size // 3 + 1):
        for b in range(a, (size - a) // 2 + 1):
            sizes = a, b, size - a - b
            if 40 * sum(comb(part, 2) for part in sizes) >= 13 * comb(size, 2):
                yield sizes


def sections(size):
    """Sets that meet all planes of a layer: how many, and one of each class under affine maps, under translations."""
    found = set(hitting_sets(size, LAYER, EVERYWHERE))
    seconds, firsts, seen = sorted({translated(mask) for mask in found}), [], set()
    for mask in seconds:
        if mask not in seen:
            firsts.append(mask)
            seen.update(orbit(mask))
    return len(found), firsts, seconds


def main(step):
    blocking = sum(1 << point for point in BLOCKING)
    deck = planes(4)
    demand(len(deck) == 1170 and all(plane & blocking for plane in deck), "a plane is not met")
    demand(len(BLOCKING) == blocking.bit_count() == 27, "the set has not 27 points")
    print("27 points meet all 1170 planes: 54 cards without a plane")
    demand(len(LAYER) == 39 and not any(hitting_sets(6, LAYER, EVERYWHERE)), "6 points meet 39 planes")
    print("6 points of AG(3,3) do not meet its 39 planes: a section has at least 7")
    demand(list(possible_types(26)) == [(7, 7, 12)], "other sections are possible")
    print("26 points have sections of 7, 7 and 12 in some direction")
    number, firsts, seconds = sections(7)
    print(f"{number} sections of 7: {len(firsts)} classes under affine maps, {len(seconds)} under translations")
    pairs = [(first, second) for first in firsts for second in seconds][::step]
    for first, second in pairs:
        thirds = hitting_sets(12, third_targets(first, second), EVERYWHERE)
        demand(not any(thirds), f"26 points meet all planes: sections {first} and {second}")
    print(
        f"{len(pairs)} pairs of sections have no third of 12"
        + (
            ": every 55 cards contain a plane"
            if step == 1
            else f": one pair in {step} was searched, which proves nothing"
        )
    )


if __name__ == "__main__":
    main(100 if "--quick" in sys.argv else 1)
