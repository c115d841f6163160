"""Check the fewest and the most SETs in n cards, n = 0 … 81: every value attained, every bound proved again.

    python extremes.py [--quick] extremes-4.json > table.txt

Python alone, no other module: the file has for every n a collection and the kind of proof; docs/extremes.md has the
arguments. A card is a vector of GF(3)^d, written as a number in base 3, and a SET is a line: three cards with sum 0.
`--quick` leaves out the exhaustive searches (n = 21, 28, 29, 30), which take minutes, and says so.
"""

import json
import sys
from itertools import combinations, product
from math import comb

ALL = 27  # the cards of a section, AG(3,3)


def demand(condition, refusal):
    """Stop unless the condition holds; an `assert` would be skipped by `python -O`."""
    if not condition:
        sys.exit(f"refused: {refusal}")


def third(x, y, d):
    """The card that completes a SET with x and y: in every digit the negative of the sum."""
    return sum(-(x // 3**i + y // 3**i) % 3 * 3**i for i in range(d))


def lines_of(d):
    triples = ((x, y, third(x, y, d)) for x, y in combinations(range(3**d), 2))
    return [1 << x | 1 << y | 1 << z for x, y, z in triples if x < y < z]


def count(mask, lines):
    return sum(line & mask == line for line in lines)


THIRD = [[third(x, y, 3) for y in range(ALL)] for x in range(ALL)]
LINES = lines_of(3)
BY_SIZE = sorted(range(512), key=int.bit_count)
LESS = [sum(mask.bit_count() <= size for mask in BY_SIZE) for size in range(10)]
PLANE = [count(mask, lines_of(2)) for mask in range(512)]  # SETs in every collection of AG(2,3)


def image(mask, cards):
    """The mask whose card `cards[x]` is the image of card x."""
    return sum(1 << to for x, to in enumerate(cards) if mask >> x & 1)


def affine_maps_of_the_plane():
    for a, b, c, e, f, g in product(range(3), repeat=6):
        if (a * e - b * c) % 3:
            yield [(a * x + b * y + f) % 3 * 3 + (c * x + e * y + g) % 3 for x in range(3) for y in range(3)]


def collections_of_space():
    """Collections of AG(3,3) with their numbers of SETs: at least one of every class under affine maps.

    Of three parallel planes, the one with most cards can be the first and has one of each class of sections: affine
    maps of a plane, and orders of the three planes, extend to the space.
    """
    maps = list(affine_maps_of_the_plane())
    firsts = {min(image(mask, cards) for cards in maps) for mask in range(512)}
    for first, second in product(sorted(firsts), range(512)):
        if second.bit_count() > first.bit_count():
            continue
        across = [0] * 9  # SETs that card z of the last section completes with one card of each
        for x, y in product(range(9), repeat=2):
            across[third(x, y, 2)] += first >> x & 1 and second >> y & 1
        sums = [0]
        for card in range(9):
            sums += [each + across[card] for each in sums]
        for last in BY_SIZE[: LESS[second.bit_count()]]:
            yield first | second << 9 | last << 18, PLANE[first] + PLANE[second] + PLANE[last] + sums[last]


# Translations and two generators of GL(3,3), as tables for the 9 low, middle and high cards of a mask.
def tables(cards):
    return [
        [sum(1 << cards[9 * part + x] for x in range(9) if low >> x & 1) for low in range(512)] for part in range(3)
    ]


def add(x, y):
    return THIRD[THIRD[x][y]][0]


TRANSLATIONS = [tables([add(x, v) for x in range(ALL)]) for v in range(ALL)]
CYCLE = tables([x % 9 * 3 + x // 9 for x in range(ALL)])
SHEAR = tables([x // 9 * 9 + (x // 3 % 3 + x // 9) % 3 * 3 + x % 3 for x in range(ALL)])
NEGATE = tables([x // 3 * 3 + -x % 3 for x in range(ALL)])


def apply(table, mask):
    return table[0][mask & 511] | table[1][mask >> 9 & 511] | table[2][mask >> 18]


def translated(mask):
    """One collection for all its translates."""
    low, middle, high = mask & 511, mask >> 9 & 511, mask >> 18
    return min(a[low] | b[middle] | c[high] for a, b, c in TRANSLATIONS)


def orbit(start):
    """The images under all linear maps, one of each class of translates: the three tables generate GL(3,3)."""
    seen = {start}
    new = [start]
    for mask in new:
        for table in (CYCLE, SHEAR, NEGATE):
            found = translated(apply(table, mask))
            if found not in seen:
                seen.add(found)
                new.append(found)
    return new


class Sections:
    """The collections of AG(3,3) with few SETs, by size: computed once, asked often."""

    def __init__(self):
        self.fewest = [ALL**3] * (ALL + 1)
        self.few = {}
        for mask, lines in collections_of_space():
            size = mask.bit_count()
            self.fewest[size] = min(self.fewest[size], lines)
            if lines <= 21 and 9 <= size <= 16:  # more is not asked for: `classes` checks it
                self.few.setdefault(size, {})[mask] = lines

    def classes(self, size, limit):
        """The collections with so many cards and at most so many SETs: (SETs, translates' classes) by affine class."""
        demand(9 <= size <= 16 and limit <= 21, "collections with so many cards or SETs were not kept")
        found, seen = [], set()
        for mask, lines in self.few[size].items():
            if lines <= limit and translated(mask) not in seen:
                found.append((lines, orbit(translated(mask))))
                seen.update(found[-1][1])
        return found


COMPLETED = [[1 << 8 * THIRD[x][y] for y in range(ALL)] for x in range(ALL)]  # a byte for every card
ONES = sum(1 << 8 * x for x in range(ALL))


def fewest_in_third(costs, size, room):
    """Whether some `size` cards have at most `room` SETs within and across, if card z alone makes costs[z] across."""

    def extend(chosen, start, room):
        if len(chosen) == size:
            return True
        for z in range(start, ALL):
            cost = costs[z] + sum(THIRD[x][y] == z for x, y in combinations(chosen, 2))
            if cost <= room and extend([*chosen, z], z + 1, room - cost):
                return True
        return False

    return extend([], 0, room)


def excluded(sizes, limit, sections):
    """Whether no collection with sections of these sizes has at most `limit` SETs.

    Affine maps of the space, applied to all three sections, leave one of every class for the first. A translation of
    the second by v and of the third by -v keeps every sum, so that the second is needed once for all its translates.
    """
    a, b, c = sizes
    least = sections.fewest
    firsts = [
        (lines, [x for x in range(ALL) if masks[0] >> x & 1])
        for lines, masks in sections.classes(a, limit - least[b] - least[c])
    ]
    for lines, seconds in sections.classes(b, limit - least[a] - least[c]):
        pairs = [(limit - lines - more, cards) for more, cards in firsts if limit - lines - more >= least[c]]
        tests = [(room, cards, ONES * ((room - least[c]) // c + 1)) for room, cards in pairs]
        for second in seconds if pairs else ():
            cards_of_second = [y for y in range(ALL) if second >> y & 1]
            across = [sum(map(row.__getitem__, cards_of_second)) for row in COMPLETED]
            for room, cards, above in tests:
                costs = sum(map(across.__getitem__, cards)) | ONES << 7
                if costs - above & ONES << 7 == ONES << 7:  # every card costs more than an average one may
                    continue
                if fewest_in_third([costs >> 8 * z & 127 for z in range(ALL)], c, room):
                    return False
    return True


def possible_sizes(n, limit, least):
    """The sizes of three parallel sections that n cards with at most `limit` SETs may have (docs: Sizes)."""
    for a, b in product(range(ALL + 1), repeat=2):
        c = n - a - b
        if a >= b >= c >= 0:
            across = max(0, c * (a + b - ALL), b * (a + c - ALL), a * (b + c - ALL))
            if least[a] + least[b] + least[c] + across <= limit:
                yield a, b, c


def too_little(n, limit, weights, sizes, least):
    """Whether forty directions of these sizes are worth less than all sections together (docs: Weights)."""
    beta, gamma, delta = weights
    worth = [beta * comb(h, 2) + gamma * comb(h, 3) - delta * least[h] for h in range(ALL + 1)]
    most = 40 * max(sum(worth[h] for h in each) for each in sizes)
    totals = (beta * 13 * comb(n, 2) + gamma * (4 * comb(n, 3) + 9 * L) - delta * 13 * L for L in (0, limit))
    return delta >= 0 and all(total > most for total in totals)  # linear in L: the ends suffice


def bound_holds(row, fewer, sections, quick):
    """Whether n cards have at least row["at_least"] SETs, if n - 1 cards have at least `fewer`."""
    n, bound, proof = row["n"], row["at_least"], row["proof"]
    if proof["kind"] == "zero":
        return bound == 0
    if proof["kind"] == "deletion":  # without each card in turn: every SET is left n - 3 times
        return (n - 3) * (bound - 1) < n * fewer
    searched = [tuple(each) for each in proof.get("searched", ())]
    left = [each for each in possible_sizes(n, bound - 1, sections.fewest) if each not in searched]
    if left and not ("weights" in proof and too_little(n, bound - 1, proof["weights"], left, sections.fewest)):
        return False
    return quick or all(excluded(sizes, bound - 1, sections) for sizes in searched)


def rests_on_a_search(rows, n):
    proof = rows[n]["proof"]
    return "searched" in proof or (proof["kind"] == "deletion" and rests_on_a_search(rows, n - 1))


def main(path, quick):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["content"]["fewest"]
    demand([row["n"] for row in rows] == list(range(82)), "there is not one row for every n")
    lines, sections, fewer = lines_of(4), Sections(), 0
    for row in rows:
        n, value, mask = row["n"], row["lines"], int(row["cards"], 16)
        demand(mask.bit_count() == n and count(mask, lines) == value, f"the collection of {n} has not {value} SETs")
        demand(row["at_least"] == value, f"{n} cards: the proof is of {row['at_least']} SETs, not of {value}")
        demand(bound_holds(row, fewer, sections, quick), f"{n} cards: the proof of {value} SETs does not hold")
        both = 1080 - 40 * n + comb(n, 2)  # with the SETs of the other cards: SETs with 0 or 3 of the n count once
        demand(count(~mask & (1 << 81) - 1, lines) == both - value, f"{n} cards: the others have another number")
        caveat = "rests on a search that was left out" if quick and rests_on_a_search(rows, n) else ""
        print(f"{n}\tfewest {value}\tother {81 - n} cards: most {both - value}\t{caveat}", flush=True)
        fewer = value


if __name__ == "__main__":
    main(sys.argv[-1], "--quick" in sys.argv)
