"""Check that nine cards can be without an UltraSET and ten cannot, and count the collections of eight and nine.

    python ultrasets.py

Python alone; docs/exact.md has the argument. Two pairs of cards with the same third card are an UltraSET. A card is a
point of AG(4,3), written as a number in base 3.

Eight points without an UltraSET have 28 pairs with different third points, more than the 27 points of a hyperplane: so
eight points or more contain a frame, five points in no hyperplane. One affine map takes it to the standard frame. The
search lists all collections that contain the standard frame; one with F frames, in any order, stands for
|AGL(4,3)| / F collections.
"""

from fractions import Fraction
from itertools import combinations
from math import comb, factorial

POINTS = 81
FRAME = [0, 1, 3, 9, 27]
MAPS = 81 * (81 - 1) * (81 - 3) * (81 - 9) * (81 - 27)


def third(a, b):
    """The digits of a, b and the result add up to 0 modulo 3."""
    return 0 if a == b == 0 else 3 * third(a // 3, b // 3) + -(a + b) % 3


THIRD = [[third(a, b) for b in range(POINTS)] for a in range(POINTS)]


def thirds(points, new):
    return [THIRD[point][new] for point in points]


def collections(points, used, start=0):
    """All collections without an UltraSET that consist of these points and larger ones, each once."""
    yield points
    for new in range(start, POINTS):
        found = thirds(points, new)
        if new not in FRAME and used.isdisjoint(found) and len(set(found)) == len(found):
            yield from collections([*points, new], used.union(found), new + 1)


def hyperplanes():
    """The 120 hyperplanes: the points on which a linear form that is not 0 takes one value."""
    digits = [[point // 3**k % 3 for k in range(4)] for point in range(POINTS)]
    forms = [form for form in digits if any(form) and next(filter(None, form)) == 1]
    values = [[sum(a * x for a, x in zip(form, point, strict=True)) % 3 for point in digits] for form in forms]
    return [{x for x in range(POINTS) if row[x] == value} for row in values for value in range(3)]


HYPERPLANES = hyperplanes()


def frames(points):
    """The number of frames among points without an UltraSET, in any order.

    Five of them lie in no plane, which has only nine third points for ten pairs: so they are a frame, or lie in exactly
    one hyperplane.
    """
    flat = sum(comb(len(hyperplane.intersection(points)), 5) for hyperplane in HYPERPLANES)
    return factorial(5) * (comb(len(points), 5) - flat)


def main():
    used = {THIRD[a][b] for a, b in combinations(FRAME, 2)}
    by_size = {}
    for points in collections(FRAME, used):
        by_size.setdefault(len(points), []).append(points)
    for size, found in by_size.items():
        print(f"{size} cards with the frame: {len(found)} collections without an UltraSET")
    if max(by_size) != 9:
        raise SystemExit("nine cards are not the most")
    print("ten cards always have one")
    for size in (8, 9):
        caps = [found for found in by_size[size] if not any(THIRD[a][b] in found for a, b in combinations(found, 2))]
        for which, some in (("an UltraSET", by_size[size]), ("four cards in a plane", caps)):
            number = MAPS * sum(Fraction(1, frames(points)) for points in some)
            if number.denominator != 1:
                raise SystemExit(f"{number} collections of {size} cards is no whole number")
            print(f"{size} cards of 81 without {which}: {number} collections")


if __name__ == "__main__":
    main()
