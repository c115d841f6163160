"""Check a list of orbits: the collections of n cards up to the affine maps of AG(d,3), one of each orbit.

    setlab exact orbits 6 --format csv > orbits.csv
    python orbits.py orbits.csv

Python alone. A frame is a choice of cards, each outside the flat of those before it, whose flat has all of them. One
map takes it to the standard frame; the least image of the cards under these maps stands for their orbit, and the frames
that lead to it are as many as the maps of the flat that keep the cards. Different orbits, of the sizes that follow,
that add up to all collections: then none is missing.
"""

import csv
import sys
from itertools import combinations
from math import comb, prod


def moved(point, origin, card, times):
    """The point, moved so many times from the origin to the card."""
    return tuple((x + times * (b - a)) % 3 for x, a, b in zip(point, origin, card, strict=True))


def flats(cards, flat=()):
    """The flat of the cards in the order of each frame."""
    for card in set(cards).difference(flat):
        wider = [moved(point, flat[0], card, times) for times in range(3) for point in flat]
        yield from flats(cards, wider or [card])
    if set(cards) <= set(flat):
        yield flat


def main(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    orbits = set()
    for row in rows:
        cards = [tuple(map(int, name)) for name in row["representative"].split()]
        n, d = len(cards), len(cards[0])
        symmetries = 3**d * prod(3**d - 3**k for k in range(d))
        sets = sum(all(sum(digits) % 3 == 0 for digits in zip(*three, strict=True)) for three in combinations(cards, 3))
        found = [(len(flat), sorted(map(flat.index, cards))) for flat in flats(cards)]
        keep = found.count(min(found)) * prod(3**d - 3**k for k in range(d) if 3**k >= min(found)[0])
        if (sets, keep, symmetries // keep) != tuple(int(row[name]) for name in ("sets", "stabiliser", "size")):
            sys.exit(f"refused: {row}: it has {sets} SETs and {keep} symmetries")
        orbits.add(tuple(min(found)[1]))
    total = sum(int(row["size"]) for row in rows)
    if not rows or len(orbits) < len(rows) or total != comb(3**d, n):
        sys.exit(f"refused: {len(rows)} rows are {len(orbits)} orbits of {total:,} collections")
    print(f"{len(rows)} orbits of {total:,} collections of {n} cards under {symmetries:,} maps: all of AG({d},3)")


if __name__ == "__main__":
    main(sys.argv[-1])
