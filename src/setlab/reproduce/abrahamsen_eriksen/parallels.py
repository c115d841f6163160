"""Parallel SETs: by planes, by cycles, by direction (A8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from setlab.geometry import are_parallel_by_cycles
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, Triple, is_set
from setlab.reproduce.abrahamsen_eriksen.lines import KIND, Line, cycles, pairs, rotations, two
from setlab.reproduce.abrahamsen_eriksen.notation import digits, numbers, spoken, vector
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Check, Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim

WORKED = "setlab parallel 1000 2200 0100 2211 0111 1011"


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
