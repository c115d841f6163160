"""Parallel SETs: by planes, by cycles, by direction (A8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from setlab.geometry import are_parallel_by_cycles
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, VECTORS, Triple, all_sets, is_set, thirds
from setlab.reproduce.abrahamsen_eriksen.notation import digits, numbers, spoken, vector
from setlab.reproduce.abrahamsen_eriksen.planes import all_planes
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Check, Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim

WORKED = "setlab parallel 1000 2200 0100 2211 0111 1011"


def rotations(cycle: Sequence[int]) -> frozenset[tuple[int, ...]]:
    """All ways to write a cycle.

    >>> sorted(rotations((0, 1, 2)))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return frozenset((*cycle[i:], *cycle[:i]) for i in range(len(cycle)))


KIND = {rotations(cycle): kind for kind, cycle in enumerate(((0, 1, 2), (0, 2, 1)))}
"""The two cycles of three different values."""


def cycles(cards: Sequence[int]) -> tuple[int | None, ...]:
    """The cycle of each property along a SET: 0 or 1, and None where the value is the same.

    >>> cycles((27, 72, 9))
    (0, 1, None, None)
    """
    return tuple(KIND.get(rotations(column)) for column in zip(*(VECTORS[card] for card in cards), strict=True))


class Line(NamedTuple):
    """A SET, and what it is to be parallel to it: cards and planes as bits of a number, cycles, directions."""

    cards: Triple
    mask: int
    planes: int
    cycles: frozenset[tuple[int | None, ...]]
    directions: frozenset[int]

    def misses(self, other: Line) -> bool:
        """True if two SETs have no card in common."""
        return not self.mask & other.mask

    def in_plane_apart(self, other: Line) -> bool:
        """True if two SETs lie in one plane and have no card in common."""
        return not self.mask & other.mask and self.planes & other.planes != 0


@cache
def all_lines() -> tuple[Line, ...]:
    """All SETs with their planes, their cycles read forwards and backwards, and their directions v and 2v."""
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
    """For each SET the planes that hold it, as bits of a number.

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
    """All 582,660 pairs of different SETs."""
    return combinations(all_lines(), 2)


def two(pair: tuple[Line, Line]) -> str:
    """Two SETs in words."""
    return f"{spoken(pair[0].cards)} and {spoken(pair[1].cards)}"


def _all_pairs(what: str, agrees: Callable[[Line, Line], bool]) -> Check:
    return check(what, "all {} pairs of SETs", pairs(), lambda pair: agrees(*pair), two)


@cache
def planes_and_directions() -> Check:
    """In one plane without a common card, if and only if the directions are the same."""
    return _all_pairs(
        "in one plane without a common card if and only if they share a direction",
        lambda one, other: one.in_plane_apart(other) == (one.directions == other.directions),
    )


@cache
def planes_and_cycles() -> Check:
    """In one plane without a common card, if and only if the cycles are the same."""
    return _all_pairs(
        "in one plane without a common card if and only if the cycles of every property are the same",
        lambda one, other: one.in_plane_apart(other) == (one.cycles == other.cycles),
    )


def definition(claim: Claim, runner: Runner) -> Statement:
    """The two definitions of parallel agree."""
    return Statement(
        checks=(planes_and_directions(),),
        why="Both definitions were tried on all pairs of SETs; a direction is v or 2v.",
        commands=(WORKED,),
    )


def two_cycles(claim: Claim, runner: Runner) -> Statement:
    """The six orders of three numbers are two cycles, as printed."""
    printed = [{numbers(text) for text in texts} for texts in claim.data["classes"]]
    return Statement(
        checks=(
            check(
                "an order stands among the printed ones of its cycle",
                "all {} orders of 0, 1, 2",
                permutations(range(3)),
                lambda order: set(rotations(order)) in printed,
                vector,
            ),
            check_fact("there are two cycles", f"{len(printed)} cycles", len(printed) == len(KIND)),
        ),
        why="Three numbers have six orders, and each cycle is written in three of them.",
    )


def conditions(claim: Claim, runner: Runner) -> Statement:
    """Parallel SETs have the same cycles, read in one of the two orders, and no other SETs do."""
    return Statement(
        checks=(planes_and_cycles(),),
        why="“The same value” is read as: one value on all three cards. It may differ between the SETs, as in the "
        "worked example, where A, B, C are green and D, E, F purple. A SET may be read in either order of rotation.",
        commands=(WORKED,),
    )


def not_parallel(claim: Claim, runner: Runner) -> Statement:
    """The two SETs that are given by their cycles."""
    (first, second), texts = (_from_cycles(claim.data[name]) for name in ("first", "second")), claim.data
    kinds = list(zip(cycles(first), cycles(second), strict=True))
    return Statement(
        checks=(
            check("they are SETs", "both", (first, second), is_set, spoken),
            check_fact(
                "the cycle of the number is the same, that of the filling is not",
                f"{texts['first'][0]} and {texts['second'][0]}, {texts['first'][1]} and {texts['second'][1]}",
                kinds[0][0] == kinds[0][1] and kinds[1][0] != kinds[1][1],
            ),
            check_fact(
                "they are not parallel",
                f"directions {digits(_step(first))} and {digits(_step(second))}",
                _step(second) not in (_step(first), SPACE.multiply(2, _step(first)))
                and cycles(second) not in (cycles(first), cycles(first[::-1])),
            ),
        ),
        why="The directions are no multiples of each other.",
        commands=(f"setlab parallel {' '.join(THESIS.digits(card) for card in (*first, *second))}",),
    )


def _step(cards: Triple) -> int:
    return SPACE.direction(cards[0], cards[1])


def _from_cycles(texts: Sequence[str]) -> Triple:
    """The three cards whose properties run through these cycles."""
    a, b, c = (SPACE.card(values) for values in zip(*map(numbers, texts), strict=True))
    return a, b, c


def theorem_4(claim: Claim, runner: Runner) -> Statement:
    """Parallel, by planes and by cycles, if and only if the directions are multiples of each other."""
    return Statement(
        checks=(
            check(
                "along A, A + v, A + 2v the cycle of a coordinate depends on v alone, and 2v turns it round",
                "all {} values of a coordinate of A and v",
                product(range(3), repeat=2),
                lambda case: _kind(*case) == _kind(0, case[1]) and _kind(case[0], 2 * case[1]) == _kind(0, -case[1]),
            ),
            planes_and_cycles(),
            planes_and_directions(),
        ),
        why="The thesis gives a page of a book instead of a proof. Here all pairs of SETs were tried, and the reason "
        "is short: in a coordinate v = 0, 1, 2 means the same value, the cycle (0,1,2), the cycle (0,2,1).",
        commands=(WORKED,),
    )


def _kind(start: int, step: int) -> int | None:
    """The cycle of start, start + step, start + 2 · step modulo 3."""
    return KIND.get(rotations([(start + factor * step) % 3 for factor in range(3)]))


def worked_parallel(claim: Claim, runner: Runner) -> Figures:
    """The SET through D in the direction of A, B."""
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
        why="Every step was computed, and the cycles of both SETs are the same.",
        commands=("setlab parallel 1000 2200 0100 --through 2211",),
    )


ANSWERS: dict[str, Gather] = {
    "A8.definition": definition,
    "A8.cycles": two_cycles,
    "A8.conditions": conditions,
    "A8.example": not_parallel,
    "A8.theorem4": theorem_4,
    "A8.parallel": worked_parallel,
}
