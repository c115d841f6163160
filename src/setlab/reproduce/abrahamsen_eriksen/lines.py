"""SETs as lines: the axioms, parallel and skew SETs (A8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from setlab.geometry import are_parallel_by_cycles
from setlab.reproduce.abrahamsen_eriksen.cards import each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, cards_text, command, digits, numbers, vector
from setlab.reproduce.abrahamsen_eriksen.planes import all_planes, in_line
from setlab.reproduce.evidence import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import VECTORS, Triple, all_sets, is_set, thirds
from setlab.reproduce.register import evidence
from setlab.sources import Claim


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
    return tuple(
        Line(
            cards,
            sum(1 << card for card in cards),
            planes[cards],
            frozenset((cycles(cards), cycles(cards[::-1]))),
            frozenset((v, SPACE.multiply(2, v))),
        )
        for cards in all_sets()
        for v in [SPACE.direction(cards[0], cards[1])]
    )


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


@evidence("A8.axioms")
def axioms() -> Statement:
    """The four axioms; axiom 4 for parallel SETs in the deck, and for disjoint SETs in a plane."""
    return Statement(
        check(
            "axioms 1 and 2: a SET has at least two cards, and replacing one card gives no SET",
            "all {} SETs, each card replaced by each other card",
            all_sets(),
            lambda cards: len(cards) >= 2 and not _replacements(cards),
            cards_text,
        ),
        each_pair_in_one_set(),
        _axiom_4_in_deck(),
        _axiom_4_in_plane(),
        why="In a plane exactly one SET through the card is disjoint from the given SET. In the deck "
        f"{_count_disjoint()} are, and one of them is parallel; so axiom 4 needs the word parallel there, as the text "
        "says.",
        commands=("setlab parallel --notation thesis 1000 2200 0100 --through 2211",),
    )


def _replacements(cards: Triple) -> list[int]:
    """The cards outside a SET that form a SET with two of its cards."""
    outside = [card for card in SPACE if card not in cards]
    return [card for pair in combinations(cards, 2) for card in outside if is_set((*pair, card))]


def _axiom_4_in_deck() -> Check:
    """Through each card outside a SET passes exactly one SET with the same direction."""
    directions = {cards: _direction(cards) for cards in all_sets()}
    through = Counter((direction, card) for cards, direction in directions.items() for card in cards)
    return check(
        "axiom 4: exactly one SET through the card has the direction of the given SET",
        "all {} pairs of a SET and a card outside it",
        ((direction, card) for cards, direction in directions.items() for card in SPACE if card not in cards),
        lambda case: through[case] == 1,
        lambda case: f"direction {cards_text(case[0])}, card {cards_text([case[1]])}",
    )


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


def _axiom_4_in_plane() -> Check:
    """In the 3×3 square, and so in every plane, exactly one line through a point is disjoint from a given line."""
    square = [three for three in combinations(range(9), 3) if in_line(three)]
    return check(
        "axiom 4 in a plane: exactly one SET through the card is disjoint from the given SET",
        "all {} pairs of a SET of the square and a card outside it",
        [(line, place) for line, place in product(square, range(9)) if place not in line],
        lambda case: sum(case[1] in other and not set(other) & set(case[0]) for other in square) == 1,
    )


WORKED = "setlab parallel --notation thesis 1000 2200 0100 2211 0111 1011"


def _all_pairs(what: str, agrees: Callable[[Line, Line], bool]) -> Check:
    return check(what, "all {} pairs of SETs", pairs(), lambda pair: agrees(*pair), pair_text)


@cache
def planes_and_directions() -> Check:
    """Disjoint SETs lie in one plane if and only if their directions are the same."""
    return _all_pairs(
        "two SETs are disjoint and coplanar if and only if their directions are the same",
        lambda one, other: one.in_plane_apart(other) == (one.directions == other.directions),
    )


@cache
def planes_and_cycles() -> Check:
    """Disjoint SETs lie in one plane if and only if their cycles are the same."""
    return _all_pairs(
        "two SETs are disjoint and coplanar if and only if the cycles of all properties are the same",
        lambda one, other: one.in_plane_apart(other) == (one.cycles == other.cycles),
    )


@evidence("A8.definition")
def definition() -> Statement:
    """The two definitions of parallel agree."""
    return Statement(
        planes_and_directions(),
        why="Both definitions were compared on all pairs of SETs; v and 2v count as the same direction.",
        commands=(WORKED,),
    )


@evidence("A8.cycles")
def two_cycles(claim: Claim) -> Statement:
    """The six orders of three numbers form two cycles, as printed."""
    printed = [{numbers(text) for text in texts} for texts in claim.data["classes"]]
    return Statement(
        check(
            "each order is printed in the class of its cycle",
            "all {} orders of 0, 1, 2",
            permutations(range(3)),
            lambda order: set(rotations(order)) in printed,
            vector,
        ),
        check_fact("there are two cycles", f"{len(printed)} cycles", len(printed) == len(CYCLES)),
        why="Three numbers have six orders, and each cycle can be written in three of them.",
    )


@evidence("A8.conditions")
def conditions() -> Statement:
    """SETs are parallel if and only if they have the same cycles in one of the two orders."""
    return Statement(
        planes_and_cycles(),
        why="“The same value” is taken to mean one value on the three cards of a SET. It may differ between the SETs, "
        "as in the worked example, where A, B, C are green and D, E, F purple. A SET may be read in either order.",
        commands=(WORKED,),
    )


@evidence("A8.example")
def not_parallel(claim: Claim) -> Statement:
    """The two SETs given by their cycles are not parallel."""
    (first, second), texts = (_from_cycles(claim.data[name]) for name in ("first", "second")), claim.data
    kinds = list(zip(cycles(first), cycles(second), strict=True))
    return Statement(
        check("both are SETs", "the {} triples", (first, second), is_set, cards_text),
        check_fact(
            "the cycles of number agree, those of filling do not",
            f"{texts['first'][0]} and {texts['second'][0]}, {texts['first'][1]} and {texts['second'][1]}",
            kinds[0][0] == kinds[0][1] and kinds[1][0] != kinds[1][1],
        ),
        check_fact(
            "they are not parallel",
            f"directions {digits(_step(first))} and {digits(_step(second))}",
            _step(second) not in (_step(first), SPACE.multiply(2, _step(first)))
            and cycles(second) not in (cycles(first), cycles(first[::-1])),
        ),
        why="Neither direction is a multiple of the other.",
        commands=(command("parallel", (*first, *second)),),
    )


def _step(cards: Triple) -> int:
    return SPACE.direction(cards[0], cards[1])


def _from_cycles(texts: Sequence[str]) -> Triple:
    """The three cards whose properties follow these cycles."""
    a, b, c = (SPACE.card(values) for values in zip(*map(numbers, texts), strict=True))
    return a, b, c


@evidence("A8.theorem4")
def theorem_4() -> Statement:
    """SETs are parallel, by planes and by cycles, if and only if their directions are multiples of each other."""
    return Statement(
        check(
            "along A, A + v, A + 2v the cycle of a coordinate depends only on v, and 2v reverses it",
            "all {} values of a coordinate of A and v",
            product(range(3), repeat=2),
            lambda case: _cycle(*case) == _cycle(0, case[1]) and _cycle(case[0], 2 * case[1]) == _cycle(0, -case[1]),
        ),
        planes_and_cycles(),
        planes_and_directions(),
        why="The thesis refers to a book for the proof. Here all pairs of SETs were tried. The reason is short: in one "
        "coordinate, v = 0, 1, 2 means a constant value, the cycle (0,1,2), the cycle (0,2,1).",
        commands=(WORKED,),
    )


def _cycle(start: int, step: int) -> int | None:
    """The cycle of start, start + step, start + 2 · step modulo 3."""
    return CYCLES.get(rotations([(start + factor * step) % 3 for factor in range(3)]))


@evidence("A8.parallel")
def worked_parallel(claim: Claim) -> Figures:
    """The SET through D in the direction from A to B."""
    a, b, c, d = (THESIS.parse(claim.data[name]) for name in "ABCD")
    v = SPACE.direction(a, b)
    _, e, f = SPACE.line(d, v)
    parallel = are_parallel_by_cycles((a, b, c), (d, e, f))
    return Figures(
        values={
            "E = D + v": digits(e),
            "2v": digits(SPACE.multiply(2, v)),
            "F = D + 2v": digits(f),
            "A, B, C and D, E, F": "parallel" if parallel else "not parallel",
        },
        why="Every step was computed; the cycles of the two SETs agree.",
        commands=("setlab parallel --notation thesis 1000 2200 0100 --through 2211",),
    )


@evidence("A8.skew")
def skew() -> Statement:
    """Some disjoint SETs are not parallel."""
    one, other = skew_pair()
    return Statement(
        check_fact(
            "there are disjoint SETs that are not parallel",
            pair_text((one, other)),
            one.misses(other) and not one.in_plane_apart(other),
        ),
        why=_numbers(one),
        commands=(command("parallel", (*one.cards, *other.cards)),),
    )


@evidence("A8.disjoint")
def disjoint() -> Statement:
    """Disjoint SETs need not be parallel."""
    one, other = skew_pair()
    return Statement(
        check(
            "disjoint SETs are parallel",
            "all {} pairs of disjoint SETs",
            (pair for pair in pairs() if pair[0].misses(pair[1])),
            lambda pair: pair[0].directions == pair[1].directions,
            lambda pair: f"{pair_text(pair)} are disjoint and have different directions",
        ),
        why=f"{_numbers(one)} The section itself begins with the correct definition, which asks for a common plane.",
        commands=(command("parallel", (*one.cards, *other.cards)),),
    )


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
