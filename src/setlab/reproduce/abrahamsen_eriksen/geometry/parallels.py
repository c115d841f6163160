"""Parallel SETs, defined by planes, by cycles and by directions (A8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from setlab.geometry import are_parallel_by_cycles
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, Triple, is_set
from setlab.reproduce.abrahamsen_eriksen.geometry.lines import KIND, Line, cycles, pairs, rotations, two
from setlab.reproduce.abrahamsen_eriksen.printed import digits, numbers, spoken, vector
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

WORKED = "setlab parallel --notation thesis 1000 2200 0100 2211 0111 1011"


def _all_pairs(what: str, agrees: Callable[[Line, Line], bool]) -> Check:
    return check(what, "all {} pairs of SETs", pairs(), lambda pair: agrees(*pair), two)


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


def definition(claim: Claim, runner: Runner) -> Statement:
    """The two definitions of parallel agree."""
    return Statement(
        checks=(planes_and_directions(),),
        why="Both definitions were compared on all pairs of SETs; v and 2v count as the same direction.",
        commands=(WORKED,),
    )


def two_cycles(claim: Claim, runner: Runner) -> Statement:
    """The six orders of three numbers form two cycles, as printed."""
    printed = [{numbers(text) for text in texts} for texts in claim.data["classes"]]
    return Statement(
        checks=(
            check(
                "each order is printed in the class of its cycle",
                "all {} orders of 0, 1, 2",
                permutations(range(3)),
                lambda order: set(rotations(order)) in printed,
                vector,
            ),
            check_fact("there are two cycles", f"{len(printed)} cycles", len(printed) == len(KIND)),
        ),
        why="Three numbers have six orders, and each cycle can be written in three of them.",
    )


def conditions(claim: Claim, runner: Runner) -> Statement:
    """SETs are parallel if and only if they have the same cycles in one of the two orders."""
    return Statement(
        checks=(planes_and_cycles(),),
        why="“The same value” is taken to mean one value on the three cards of a SET. It may differ between the SETs, "
        "as in the worked example, where A, B, C are green and D, E, F purple. A SET may be read in either order.",
        commands=(WORKED,),
    )


def not_parallel(claim: Claim, runner: Runner) -> Statement:
    """The two SETs given by their cycles are not parallel."""
    (first, second), texts = (_from_cycles(claim.data[name]) for name in ("first", "second")), claim.data
    kinds = list(zip(cycles(first), cycles(second), strict=True))
    return Statement(
        checks=(
            check("both are SETs", "the {} triples", (first, second), is_set, spoken),
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
        ),
        why="Neither direction is a multiple of the other.",
        commands=(f"setlab parallel --notation thesis {' '.join(THESIS.digits(card) for card in (*first, *second))}",),
    )


def _step(cards: Triple) -> int:
    return SPACE.direction(cards[0], cards[1])


def _from_cycles(texts: Sequence[str]) -> Triple:
    """The three cards whose properties follow these cycles."""
    a, b, c = (SPACE.card(values) for values in zip(*map(numbers, texts), strict=True))
    return a, b, c


def theorem_4(claim: Claim, runner: Runner) -> Statement:
    """SETs are parallel, by planes and by cycles, if and only if their directions are multiples of each other."""
    return Statement(
        checks=(
            check(
                "along A, A + v, A + 2v the cycle of a coordinate depends only on v, and 2v reverses it",
                "all {} values of a coordinate of A and v",
                product(range(3), repeat=2),
                lambda case: _kind(*case) == _kind(0, case[1]) and _kind(case[0], 2 * case[1]) == _kind(0, -case[1]),
            ),
            planes_and_cycles(),
            planes_and_directions(),
        ),
        why="The thesis refers to a book for the proof. Here all pairs of SETs were tried. The reason is short: in one "
        "coordinate, v = 0, 1, 2 means a constant value, the cycle (0,1,2), the cycle (0,2,1).",
        commands=(WORKED,),
    )


def _kind(start: int, step: int) -> int | None:
    """The cycle of start, start + step, start + 2 · step modulo 3."""
    return KIND.get(rotations([(start + factor * step) % 3 for factor in range(3)]))


def worked_parallel(claim: Claim, runner: Runner) -> Figures:
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


EVIDENCE: dict[str, Gather] = {
    "A8.definition": definition,
    "A8.cycles": two_cycles,
    "A8.conditions": conditions,
    "A8.example": not_parallel,
    "A8.theorem4": theorem_4,
    "A8.parallel": worked_parallel,
}
