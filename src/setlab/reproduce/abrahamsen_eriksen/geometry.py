"""SETs as lines, parallel and skew SETs, planes and cubes (A8, A9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from setlab.geometry import CardSet, are_parallel_by_cycles, cube, frame_of, k_flats, parallel_class
from setlab.reproduce.abrahamsen_eriksen.cards import check_equations, each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, cards_text, command, digits, numbers, value_of
from setlab.reproduce.evidence import Check, Checks, Statement, Values, check, check_fact
from setlab.reproduce.methods import VECTORS, Triple, all_sets, is_set, no_sets, sets_among, thirds
from setlab.reproduce.register import evidence
from setlab.sources import Claim

LETTERS = "ABCDEFGHI"
"""The nine cards of a plane, row by row."""


@cache
def all_planes() -> tuple[frozenset[int], ...]:
    """All planes of the deck."""
    return tuple(frozenset(flat) for flat in k_flats(2))


@evidence("A8.lines", commands=["setlab count"])
def lines() -> Checks:
    """The SETs are exactly the lines A, A + v, A + 2v of the four-dimensional space.

    All lines A, A + v, A + 2v were listed; they are the SETs by the rule of the game.
    """
    geometric = {
        tuple(sorted(SPACE.add(a, SPACE.multiply(factor, v)) for factor in range(3))) for a in SPACE for v in SPACE if v
    }
    yield check("a SET is a line, for all {} SETs", all_sets(), geometric.__contains__)
    yield check("a line is a SET, for all {} lines A, A + v, A + 2v", geometric, is_set)


@evidence("A8.twelve", commands=["setlab plane --notation thesis 0000 1000 0100"])
def twelve_sets(claim: Claim) -> Checks:
    """The named triples are the lines of the 3×3 square; every plane is closed and contains twelve SETs.

    The card in row i and column j of a plane is A + i·u + j·v, hence three cards form a SET if and only if their rows
    and their columns sum to 0 modulo 3.
    """
    printed = [frozenset(LETTERS.index(letter) for letter in letters) for letters in claim.data["sets"]]
    what = (
        "a triple of letters is named if and only if it is a line of the square, "
        "for all {} triples of the letters A to I"
    )
    yield check(what, combinations(range(9), 3), lambda three: (frozenset(three) in printed) == in_line(three))
    what = "a plane contains the third card of any two of its cards, for all {} planes"
    yield check(what, all_planes(), lambda cards: all(thirds()[a][b] in cards for a, b in combinations(cards, 2)))
    what = "a plane contains twelve SETs, for all {} planes"
    yield check(what, all_planes(), lambda cards: len(sets_among(cards)) == len(printed))


def in_line(places: tuple[int, ...]) -> bool:
    """True if the rows and the columns of three positions in the square sum to 0 modulo 3."""
    return sum(place // 3 for place in places) % 3 == 0 == sum(place % 3 for place in places) % 3


@evidence("A8.theorem3", commands=["setlab plane --notation thesis 0000 1000 0100"])
def theorem_3() -> Checks:
    """Three cards that are not a SET lie in exactly one plane, and the construction of the proof finds it.

    C is the third card of A and B, G of A and D, E of C and G, and so on: three cards determine all nine.
    """
    planes = set(all_planes())
    holding = Counter(three for plane in planes for three in combinations(sorted(plane), 3))
    what = "exactly one plane contains them, for all {} collections of three cards that are not a SET"
    yield check(what, no_sets(), lambda three: holding[three] == 1)
    what = "the construction of the proof gives a plane, for all {} collections of three cards that are not a SET"
    yield check(what, no_sets(), lambda three: construct_plane(*three) in planes)


def construct_plane(a: int, b: int, d: int) -> frozenset[int]:
    """The nine cards A to I that the proof of theorem 3 constructs from A, B and D.

    >>> sorted(construct_plane(0, 1, 3))
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    third = thirds()
    c, g = third[a][b], third[a][d]
    e = third[c][g]
    f, h = third[d][e], third[b][e]
    return frozenset((a, b, c, d, e, f, g, h, third[g][h]))


@evidence("A8.planes", commands=["setlab count", "setlab plane --notation thesis 0000 1000 0100"])
def planes(claim: Claim) -> Values:
    """The numbers of SETs in a plane, of ordered triples that are not a SET, and of planes, by listing.

    All planes and all triples of cards were listed.
    """
    (sets,) = {len(sets_among(plane)) for plane in all_planes()}
    values = (sets, 6 * len(no_sets()), len(all_planes()))
    return dict(zip(claim.figures, values, strict=True))


@evidence("A8.equations", commands=["setlab count"])
def equations(claim: Claim) -> Checks:
    """The displayed equations, and the number of ways to choose three cards of a plane in order.

    All sides of each equation were evaluated as printed.
    """
    formula = claim.data["placings"]
    what = f"a plane has {formula} ordered triples that are not a SET, for all {{}} planes"
    yield check(what, all_planes(), lambda plane: 9 * 8 * 7 - 6 * len(sets_among(plane)) == value_of(formula))
    yield check_equations(claim)


class Inside(NamedTuple):
    """The contents of a cube: cards, layers that are planes, SETs and planes within and across layers."""

    cards: int
    layers: int
    sets_within: int
    sets_across: int
    planes_across: int
    other_planes: int


def inside(cards: frozenset[int]) -> Inside:
    """The contents of a cube, by listing.

    >>> inside(frozenset(range(27)))
    Inside(cards=27, layers=3, sets_within=36, sets_across=81, planes_across=36, other_planes=0)
    """
    a, b, c, d = frame_of(sorted(cards))
    layers = [frozenset(card for row in layer for card in row) for layer in cube(a, b, c, d)]
    sets = {line for line in _lines() if line <= cards}
    planes = {plane for plane in all_planes() if plane <= cards}
    across = [plane for plane in planes if all(plane & layer in sets for layer in layers)]
    return Inside(
        cards=len(cards),
        layers=sum(layer in planes for layer in layers),
        sets_within=sum(any(line <= layer for layer in layers) for line in sets),
        sets_across=sum(all(len(line & layer) == 1 for layer in layers) for line in sets),
        planes_across=len(across),
        other_planes=len(planes) - len(across) - sum(layer in planes for layer in layers),
    )


@cache
def _lines() -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, all_sets()))


@evidence("A9.cubes", commands=["setlab cube --notation thesis 0000 1000 0100 0010", "setlab count --dimension 3"])
def cubes(claim: Claim) -> Values:
    """The numbers of cards, SETs and planes, which are the same for all cubes.

    All 120 cubes were listed. A SET lies in one layer or has a card in each; a plane is a layer or meets each layer in
    a SET.
    """
    ((cards, layers, within, across, planes, other),) = {inside(frozenset(flat)) for flat in k_flats(3)}
    (in_plane,) = {len(sets_among(plane)) for plane in all_planes()}
    sets, every = within + across, layers + planes + other
    values = (cards, sets, Fraction(sets, in_plane), within, across, layers, planes, every)
    return dict(zip(claim.figures, values, strict=True))


@evidence("A9.deck", commands=["setlab count"])
def whole_deck() -> Check:
    """A cube and its two parallel cubes make up the deck.

    Each cube has two parallel cubes, and the three contain each of the 81 cards once.
    """
    return check("three parallel cubes make up the deck, for all {} cubes", k_flats(3), _three_are_the_deck)


def _three_are_the_deck(flat: CardSet) -> bool:
    cubes = parallel_class(flat)
    return len(cubes) == 3 and sorted(card for each in cubes for card in each) == list(SPACE)


def rotations(cycle: Sequence[int]) -> frozenset[tuple[int, ...]]:
    """All ways to write down a cycle.

    >>> sorted(rotations((0, 1, 2)))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return frozenset((*cycle[i:], *cycle[:i]) for i in range(len(cycle)))


CYCLES = {rotations(cycle): kind for kind, cycle in enumerate(((0, 1, 2), (0, 2, 1)))}
"""The two cycles of three different values."""


def cycles(cards: Sequence[int]) -> tuple[int | None, ...]:
    """The cycle of each property along a SET: 0 or 1, or None if the value is constant.

    >>> cycles((27, 72, 9))
    (0, 1, None, None)
    """
    return tuple(CYCLES.get(rotations(column)) for column in zip(*(VECTORS[card] for card in cards), strict=True))


class Line(NamedTuple):
    """A SET, with the masks of its cards and of the planes through it, its cycles and its directions."""

    cards: Triple
    mask: int
    planes: int
    cycles: frozenset[tuple[int | None, ...]]
    directions: frozenset[int]

    def misses(self, other: Line) -> bool:
        """True if two SETs are disjoint."""
        return not self.mask & other.mask

    def in_plane_apart(self, other: Line) -> bool:
        """True if two SETs are disjoint and lie in one plane."""
        return not self.mask & other.mask and self.planes & other.planes != 0


@cache
def all_lines() -> tuple[Line, ...]:
    """All SETs with their planes, their cycles in both orders, and their directions v and 2v."""
    planes = planes_of_sets()
    masks = {cards: sum(1 << card for card in cards) for cards in all_sets()}
    orders = {cards: frozenset((cycles(cards), cycles(cards[::-1]))) for cards in all_sets()}
    return tuple(Line(cards, masks[cards], planes[cards], orders[cards], _direction(cards)) for cards in all_sets())


def planes_of_sets() -> dict[Triple, int]:
    """For each SET, the mask of the planes that contain it.

    >>> {planes.bit_count() for planes in planes_of_sets().values()}
    {13}
    """
    found = dict.fromkeys(all_sets(), 0)
    third = thirds()
    for number, plane in enumerate(all_planes()):
        for a, b in combinations(sorted(plane), 2):
            if b < third[a][b]:
                found[a, b, third[a][b]] |= 1 << number
    return found


def pairs() -> Iterator[tuple[Line, Line]]:
    """The 582,660 pairs of SETs."""
    return combinations(all_lines(), 2)


def pair_text(pair: tuple[Line, Line]) -> str:
    """Two SETs in words."""
    return f"{cards_text(pair[0].cards)} and {cards_text(pair[1].cards)}"


@evidence("A8.axioms", commands=["setlab parallel --notation thesis 1000 2200 0100 --through 2211"])
def axioms() -> Checks:
    """The four axioms; axiom 4 for parallel SETs in the deck, and for disjoint SETs in a plane."""
    what = "axioms 1 and 2: a SET has at least two cards, and replacing one card gives no SET"
    domain = "for all {} SETs, each card replaced by each other card"
    yield check(f"{what}, {domain}", all_sets(), lambda cards: len(cards) >= 2 and not _replacements(cards))
    yield each_pair_in_one_set()
    # Through each card outside a SET passes exactly one SET with the same direction.
    directions = {cards: _direction(cards) for cards in all_sets()}
    through = Counter((direction, card) for cards, direction in directions.items() for card in cards)
    yield check(
        "axiom 4: exactly one SET through the card has the direction of the given SET, "
        "for all {} pairs of a SET and a card outside it",
        ((direction, card) for cards, direction in directions.items() for card in SPACE if card not in cards),
        lambda case: through[case] == 1,
    )
    # In the 3×3 square, and so in every plane, exactly one line through a point is disjoint from a given line.
    square = [three for three in combinations(range(9), 3) if in_line(three)]
    yield check(
        "axiom 4 in a plane: exactly one SET through the card is disjoint from the given SET, "
        "for all {} pairs of a SET of the square and a card outside it",
        [(line, place) for line, place in product(square, range(9)) if place not in line],
        lambda case: sum(case[1] in other and not set(other) & set(case[0]) for other in square) == 1,
    )
    return Statement(
        why="In a plane exactly one SET through the card is disjoint from the given SET. In the deck "
        f"{_count_disjoint()} are, and one of them is parallel; so axiom 4 needs the word parallel there, as the text "
        "says."
    )


def _replacements(cards: Triple) -> list[int]:
    """The cards outside a SET that form a SET with two of its cards."""
    outside = [card for card in SPACE if card not in cards]
    return [card for pair in combinations(cards, 2) for card in outside if is_set((*pair, card))]


def _direction(cards: Triple) -> frozenset[int]:
    """The two direction vectors of a SET, v and 2v."""
    v = SPACE.direction(cards[0], cards[1])
    return frozenset((v, SPACE.negative(v)))


def _count_disjoint() -> int:
    """The number of SETs through a card outside a SET that are disjoint from it, the same for every card."""
    first = set(all_sets()[0])
    numbers = {sum(card in c and first.isdisjoint(c) for c in all_sets()) for card in SPACE if card not in first}
    (number,) = numbers
    return number


WORKED = "setlab parallel --notation thesis 1000 2200 0100 2211 0111 1011"


def _all_pairs(what: str, agrees: Callable[[Line, Line], bool]) -> Check:
    return check(f"{what}, for all {{}} pairs of SETs", pairs(), lambda pair: agrees(*pair), pair_text)


@evidence("A8.definition", commands=[WORKED])
@cache
def planes_and_directions() -> Check:
    """The two definitions of parallel agree: a common plane without a common card, and the same directions.

    Both definitions were compared on all pairs of SETs; v and 2v count as the same direction.
    """
    what = "two SETs are disjoint and coplanar if and only if their directions are the same"
    return _all_pairs(what, lambda one, other: one.in_plane_apart(other) == (one.directions == other.directions))


@evidence("A8.conditions", commands=[WORKED])
@cache
def planes_and_cycles() -> Check:
    """SETs are parallel if and only if they have the same cycles in one of the two orders.

    “The same value” is taken to mean one value on the three cards of a SET. It may differ between the SETs, as in the
    worked example, where A, B, C are green and D, E, F purple. A SET may be read in either order.
    """
    what = "two SETs are disjoint and coplanar if and only if the cycles of all properties are the same"
    return _all_pairs(what, lambda one, other: one.in_plane_apart(other) == (one.cycles == other.cycles))


@evidence("A8.cycles")
def two_cycles(claim: Claim) -> Checks:
    """The six orders of three numbers form two cycles, as printed.

    Three numbers have six orders, and each cycle can be written in three of them.
    """
    printed = [{numbers(text) for text in texts} for texts in claim.data["classes"]]
    what = "each order is printed in the class of its cycle, for all {} orders of 0, 1, 2"
    yield check(what, permutations(range(3)), lambda order: set(rotations(order)) in printed)
    yield check_fact("there are two cycles", f"{len(printed)} cycles", len(printed) == len(CYCLES))


@evidence("A8.example")
def not_parallel(claim: Claim) -> Checks:
    """The two SETs given by their cycles are not parallel.

    Neither direction is a multiple of the other.
    """
    (first, second), texts = (_from_cycles(claim.data[name]) for name in ("first", "second")), claim.data
    kinds = list(zip(cycles(first), cycles(second), strict=True))
    yield check("both are SETs, for the {} triples", (first, second), is_set)
    what = "the cycles of number agree, those of filling do not"
    words = f"{texts['first'][0]} and {texts['second'][0]}, {texts['first'][1]} and {texts['second'][1]}"
    yield check_fact(what, words, kinds[0][0] == kinds[0][1] and kinds[1][0] != kinds[1][1])
    v, w = (SPACE.direction(*cards[:2]) for cards in (first, second))
    apart = w not in (v, SPACE.multiply(2, v)) and cycles(second) not in (cycles(first), cycles(first[::-1]))
    yield check_fact("they are not parallel", f"directions {digits(v)} and {digits(w)}", apart)
    return Statement(commands=(command("parallel", (*first, *second)),))


def _from_cycles(texts: Sequence[str]) -> Triple:
    """The three cards whose properties follow these cycles."""
    a, b, c = (SPACE.card(values) for values in zip(*map(numbers, texts), strict=True))
    return a, b, c


@evidence("A8.theorem4", commands=[WORKED])
def theorem_4() -> Checks:
    """SETs are parallel, by planes and by cycles, if and only if their directions are multiples of each other.

    The thesis refers to a book for the proof. Here all pairs of SETs were tried. The reason is short: in one
    coordinate, v = 0, 1, 2 means a constant value, the cycle (0,1,2), the cycle (0,2,1).
    """
    yield check(
        "along A, A + v, A + 2v the cycle of a coordinate depends only on v, and 2v reverses it, "
        "for all {} values of a coordinate of A and v",
        product(range(3), repeat=2),
        lambda case: _cycle(*case) == _cycle(0, case[1]) and _cycle(case[0], 2 * case[1]) == _cycle(0, -case[1]),
    )
    yield planes_and_cycles()
    yield planes_and_directions()


def _cycle(start: int, step: int) -> int | None:
    """The cycle of start, start + step, start + 2 · step modulo 3."""
    return CYCLES.get(rotations([(start + factor * step) % 3 for factor in range(3)]))


@evidence("A8.parallel", commands=["setlab parallel --notation thesis 1000 2200 0100 --through 2211"])
def worked_parallel(claim: Claim) -> Values:
    """The SET through D in the direction from A to B.

    Every step was computed; the cycles of the two SETs agree.
    """
    a, b, c, d = (THESIS.parse(claim.data[name]) for name in "ABCD")
    v = SPACE.direction(a, b)
    _, e, f = SPACE.line(d, v)
    parallel = are_parallel_by_cycles((a, b, c), (d, e, f))
    return {
        "E = D + v": digits(e),
        "2v": digits(SPACE.multiply(2, v)),
        "F = D + 2v": digits(f),
        "A, B, C and D, E, F": "parallel" if parallel else "not parallel",
    }


@evidence("A8.skew")
def skew() -> Checks:
    """Some disjoint SETs are not parallel."""
    one, other = skew_pair()
    what = "there are disjoint SETs that are not parallel"
    yield check_fact(what, pair_text((one, other)), one.misses(other) and not one.in_plane_apart(other))
    return Statement(why=_numbers(one), commands=(command("parallel", (*one.cards, *other.cards)),))


@evidence("A8.disjoint")
def disjoint() -> Checks:
    """Disjoint SETs need not be parallel."""
    one, other = skew_pair()
    yield check(
        "disjoint SETs are parallel, for all {} pairs of disjoint SETs",
        (pair for pair in pairs() if pair[0].misses(pair[1])),
        lambda pair: pair[0].directions == pair[1].directions,
        lambda pair: f"{pair_text(pair)} are disjoint and have different directions",
    )
    why = f"{_numbers(one)} The section itself begins with the correct definition, which asks for a common plane."
    return Statement(why=why, commands=(command("parallel", (*one.cards, *other.cards)),))


def skew_pair() -> tuple[Line, Line]:
    """The first two disjoint SETs that lie in no common plane."""
    return next(pair for pair in pairs() if pair[0].misses(pair[1]) and not pair[0].planes & pair[1].planes)


def _numbers(line: Line) -> str:
    apart = [other for other in all_lines() if line.misses(other)]
    parallel = sum(line.in_plane_apart(other) for other in apart)
    return (
        f"Of the {len(apart)} SETs that are disjoint from {cards_text(line.cards)}, {parallel} are parallel to it and "
        f"{len(apart) - parallel} are skew."
    )
