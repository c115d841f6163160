"""The proof of Theorem 17: where Xavier's moves lie, and the last sum (D5)."""

from __future__ import annotations

from collections.abc import Iterator

from setlab.antiset.solver import solver
from setlab.antiset.strategies.theorem17 import plan
from setlab.geometry import Space
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.solved import again, largest_cap
from setlab.reproduce.judging import Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

Case = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Xavier's points, Olivia's points, a winning move of Xavier's, and the hyperplane where the proof expects it."""


def moves_in_the_proof(claim: Claim, runner: Runner) -> Statement:
    """On AG(3,3), while Olivia follows the proof, Xavier has winning moves outside the hyperplanes of the proof."""
    return Statement(
        checks=(
            check(
                "Xavier's winning moves lie in S₁ during step (1) and in S₃ during step (2)",
                "all {} winning moves of Xavier on AG(3, 3)",
                winning_moves(3),
                lambda case: _hyperplane(case[2]) == case[3],
                _in_words,
            ),
        ),
        why="Lemma 16 says where Xavier's answers of Theorem 7 lie, but not that he must give them. The step holds if "
        "Xavier follows Theorem 7.",
        commands=(again(claim), 'setlab antiset analyse --design "AG(3,3)" 000 001 002 010 020 011 100'),
    )


def winning_moves(d: int) -> Iterator[Case]:
    """All winning moves of Xavier when Olivia follows the proof and he has followed Theorem 7 so far, with X₁ = 0."""
    space, engine = Space(d), solver(affine(d, 3))
    xavier: tuple[int, ...] = (0,)
    olivia: tuple[int, ...] = ()
    for point, level in plan(d, 0):
        olivia = (*olivia, point)
        expected = 2 if level == d - 1 else 0
        for move, value in engine.values(xavier, olivia).items():
            if value > 0:
                yield xavier, olivia, move, expected
        xavier = (*xavier, space.third(0, point))


def _hyperplane(point: int) -> int:
    """The first coordinate of a point of AG(3,3), which is 0, 1, 2 on S₁, S₂, S₃."""
    return Space(3).coordinates(point)[0]


def _in_words(case: Case) -> str:
    xavier, olivia = (" ".join(_digits(point) for point in hand) for hand in case[:2])
    return (
        f"Xavier holds {xavier} and Olivia {olivia}, with first digit 0 on S₁; then {_digits(case[2])} also wins, "
        f"which is not in S{'₁₂₃'[case[3]]}"
    )


def _digits(point: int) -> str:
    return "".join(map(str, Space(3).coordinates(point)))


def last_sum(claim: Claim, runner: Runner) -> Statement:
    """With the limit n − 1 the sum exceeds the bound of Theorem 15; with d − 1 it is one more than the n rounds."""
    caps = [0, *(largest_cap(d) for d in (1, 2, 3, 4))]
    rounds = {d: 1 + sum(caps[1:d]) for d in (2, 3, 4)}
    printed = 2 + sum(caps[1 : rounds[2]])
    return Statement(
        checks=(
            check_fact(
                "with n − 1 the length is possible, d = 2",
                f"for d = 2 we have n = {rounds[2]}, and the sum is {printed}, where Theorem 15 allows {caps[2]} "
                "rounds",
                printed <= caps[2],
            ),
        ),
        corrected=(
            check(
                "with d − 1 the sum is one more than the n rounds of the strategy",
                "{} dimensions, and in every other by the definition of n",
                rounds,
                lambda d: 2 + sum(caps[1:d]) == rounds[d] + 1,
            ),
        ),
        why="The upper limit of the sum should be d − 1, as in the theorem; n is the number of rounds.",
        commands=(again(claim),),
    )


EVIDENCE: dict[str, Gather] = {"D5.proof": moves_in_the_proof, "D5.limit": last_sum}
