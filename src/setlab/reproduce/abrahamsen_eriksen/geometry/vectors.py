"""Vectors: midpoint and direction (A7)."""

from __future__ import annotations

from itertools import permutations, product

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, VECTORS, all_sets, is_set
from setlab.reproduce.abrahamsen_eriksen.printed import digits, modulo_3, numbers, plain_sum, spoken, vector
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def midpoint(claim: Claim, runner: Runner) -> Statement:
    """The inverse of 2 is 2, so P + (Q − P)/2 = 2(P + Q); each card of a SET is the midpoint of the other two."""
    return Statement(
        checks=(
            check_fact(
                "the inverse of 2 modulo 3 is 2", f"2 · 2 = {2 * 2}", [x for x in range(3) if 2 * x % 3 == 1] == [2]
            ),
            check(
                "P + 2(Q − P) = 2(P + Q), and P + Q + 2(P + Q) = 0",
                "all {} pairs of values of a coordinate",
                product(range(3), repeat=2),
                lambda v: (v[0] + 2 * (v[1] - v[0])) % 3 == 2 * sum(v) % 3 and (sum(v) + 2 * sum(v)) % 3 == 0,
            ),
            check(
                "each card of a SET is the midpoint of the two others",
                "all {} ordered SETs",
                (order for cards in all_sets() for order in permutations(cards)),
                lambda c: modulo_3(2 * x for x in plain_sum([VECTORS[c[0]], VECTORS[c[1]]])) == VECTORS[c[2]],
                spoken,
            ),
        ),
        why="Modulo 3, division by 2 is multiplication by 2; the identities were tried for all values of a coordinate.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


def worked_midpoint(claim: Claim, runner: Runner) -> Figures:
    """The steps of the worked example."""
    p, q = numbers(claim.data["P"]), numbers(claim.data["Q"])
    sum_ = plain_sum([p, q])
    twice = tuple(2 * x for x in sum_)
    total = plain_sum([p, q, modulo_3(twice)])
    return Figures(
        values={
            "P + Q": vector(sum_),
            "2(P + Q)": vector(twice),
            "W = 2(P + Q) mod 3": digits(SPACE.third(SPACE.card(p), SPACE.card(q))),
            "P + Q + W": vector(total),
            "P + Q + W mod 3": vector(modulo_3(total)),
        },
        why="Every step was computed; W is the third card of P and Q.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


def worked_direction(claim: Claim, runner: Runner) -> Figures:
    """The direction vector of two cards, and the third card."""
    a, b = THESIS.parse(claim.data["A"]), THESIS.parse(claim.data["B"])
    v = SPACE.direction(a, b)
    return Figures(
        values={"v = B − A": digits(v), "C = A + 2v": digits(SPACE.line(a, v)[2])},
        why="C = A + 2v is the third card of A and B.",
        commands=("setlab third --notation thesis 1000 2200",),
    )


def line(claim: Claim, runner: Runner) -> Statement:
    """A, A + v, A + 2v sum to 0 in each coordinate and form a SET, for every card A and every v ≠ 0."""
    return Statement(
        checks=(
            check(
                "A + (A + v) + (A + 2v) = 0",
                "all {} pairs of coordinates of A and v",
                product(range(3), repeat=2),
                lambda case: (3 * case[0] + 3 * case[1]) % 3 == 0,
            ),
            check(
                "A, A + v, A + 2v form a SET",
                "all {} pairs of a card A and a vector v ≠ 0",
                ((a, v) for a in SPACE for v in SPACE if v),
                lambda case: is_set([SPACE.add(case[0], SPACE.multiply(factor, case[1])) for factor in range(3)]),
                spoken,
            ),
        ),
        why="The three cards sum to 3A + 3v, which is 0 modulo 3.",
        commands=("setlab third --notation thesis 1000 2200",),
    )


EVIDENCE: dict[str, Gather] = {
    "A7.midpoint": midpoint,
    "A7.vectors": worked_midpoint,
    "A7.direction": worked_direction,
    "A7.line": line,
}
