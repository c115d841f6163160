"""Olivia's strategy of Theorem 17, and its proof (D5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from setlab.antiset import Game, play
from setlab.antiset.solver import solver
from setlab.antiset.strategies.theorem17 import length_bound, plan
from setlab.caps.checks import is_cap
from setlab.geometry import Space
from setlab.geometry.designs import affine, parallel_classes
from setlab.reproduce.clark_fisk_goren.solutions import (
    largest_cap,
    measure_command,
    outcome,
    repeat_command,
    solution,
    solve_command,
)
from setlab.reproduce.evidence import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.methods.proofs import check_coordinates
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

PLAYED, PLAYED_QUICK = (4, 5, 6), (4, 5)
"""The dimensions in which Theorem 17 is only tested in games against Theorem 7, in full and in quick runs."""


@evidence("D5.lemma16")
def lemma_16(claim: Claim) -> Statement:
    """A linear function takes one value or all three on a line."""
    return Statement(
        check_coordinates(
            "f(h), f(h) + f(x), f(h) + 2f(x) are equal or all different",
            "f(h), f(x)",
            lambda h, x: len({h, (h + x) % 3, (h + 2 * x) % 3}) in (1, 3),
        ),
        *(_check_hyperplanes(d) for d in (2, 3, 4)),
        why="Three parallel hyperplanes are the level sets of a linear function f with the values 0, 1 and 2.",
        commands=(repeat_command(claim),),
    )


def _check_hyperplanes(d: int) -> Check:
    classes = [[set(flat) for flat in class_] for class_ in parallel_classes(d, 3, d - 1)]
    return check(
        f"a line meets one or all of three parallel hyperplanes, d = {d}",
        f"all {{}} pairs of a line and three parallel hyperplanes of AG({d}, 3)",
        ((line, class_) for line in affine(d, 3).blocks for class_ in classes),
        lambda pair: sum(not flat.isdisjoint(pair[0]) for flat in pair[1]) in (1, 3),
    )


@evidence("D5.theorem17")
def theorem_17(runner: Runner) -> Statement:
    """The bound holds by the solver for d = 2 and 3, and in games against Theorem 7 beyond."""
    played = PLAYED if runner.full else PLAYED_QUICK
    return Statement(
        *(_check_solved(d) for d in (2, 3)),
        *(_check_played(d, runner.seed) for d in played),
        why="The proof assumes that Xavier follows Theorem 7, which the statement does not say; he has other winning "
        "moves (see D5.proof). For d = 2 and 3 the solver shows that the bound holds whatever he does; for d ≥ 4 it is "
        "shown here only against Theorem 7.",
        commands=(solve_command("AG(3,3)"), *(measure_command(f"AG({d},3)", "theorem7", "theorem17") for d in played)),
    )


def _check_solved(d: int) -> Check:
    value = solution(f"AG({d},3)")
    return check_fact(
        f"at least {length_bound(d)} rounds with best play, d = {d}",
        f"AG({d}, 3), where {outcome(value)}",
        value.winner == "xavier" and value.shortest >= length_bound(d),
    )


def _check_played(d: int, seed: int) -> Check:
    length = play(f"AG({d},3)", "theorem7", "theorem17", seed=seed).result.length
    return check_fact(
        f"at least {length_bound(d)} rounds against Theorem 7, d = {d}",
        f"a game of {length} rounds",
        length >= length_bound(d),
        False,
    )


@evidence("D5.d1")
def one_dimension() -> Statement:
    """For d = 1 no player can complete the only line."""
    games = [Game("AG(1,3)", moves) for moves in permutations(range(3))]
    return Statement(
        check(
            "Olivia loses, so the game has a length",
            "all {} games on AG(1, 3)",
            games,
            lambda game: game.losers == [1],
            lambda game: f"all {len(games)} games on AG(1, 3) are ties, the first with the moves {game.moves}",
        ),
        why="On a line of three points Olivia takes one point; she cannot lose, so the game has no length. The proof "
        "starts with d = 2.",
        commands=(solve_command("AG(1,3)"),),
    )


@evidence("D5.basis")
def basis() -> Figures:
    """The length of the game on AG(2,3) with best play, and the value of the formula."""
    return Figures(
        values={
            "rounds on AG(2, 3)": in_words(solution("AG(2,3)").length or 0),
            "2 + m₂(AG(1, 3))": 2 + largest_cap(1),
        },
        why="With best play Olivia loses in this round. A line has three points, so a cap in it has at most two.",
        commands=(solve_command("AG(2,3)"),),
    )


@evidence("D5.example18")
def example_18(claim: Claim) -> Statement:
    """The flats that contain Olivia's points and Xavier's answers."""
    return Statement(
        *(check for level in (1, 2) for check in _check_level(level)),
        why="Xavier's answers are those of Theorem 7; he is not forced to give them (see D5.proof).",
        commands=(repeat_command(claim), measure_command("AG(3,3)", "theorem7", "theorem17")),
    )


def _check_level(level: int) -> Iterator[Check]:
    """The moves that extend play from a flat of dimension `level` to the next dimension."""
    space, flat = Space(3), 3**level
    hers = [point for point, jumped_from in plan(3, 0) if jumped_from == level]
    his = [space.third(0, point) for point in hers]
    what = {1: "row", 2: "plane"}[level]
    yield check(f"Olivia plays in the second {what}", "all {} of her moves", hers, lambda point: point // flat == 1)
    yield check_fact(
        "her moves form a maximal cap of it",
        f"{len(hers)} points of AG({level}, 3)",
        is_cap([point - flat for point in hers], level) and len(hers) == largest_cap(level),
    )
    yield check(f"Xavier answers in the third {what}", "all {} answers", his, lambda point: point // flat == 2)


Case = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Xavier's points, Olivia's points, a winning move of Xavier's, and the hyperplane where the proof expects it."""


@evidence("D5.proof")
def moves_in_the_proof(claim: Claim) -> Statement:
    """On AG(3,3), while Olivia follows the proof, Xavier has winning moves outside the hyperplanes of the proof."""
    return Statement(
        check(
            "Xavier's winning moves lie in S₁ during step (1) and in S₃ during step (2)",
            "all {} winning moves of Xavier on AG(3, 3)",
            winning_moves(3),
            lambda case: _hyperplane(case[2]) == case[3],
            _in_words,
        ),
        why="Lemma 16 says where Xavier's answers of Theorem 7 lie, but not that he must give them. The step holds if "
        "Xavier follows Theorem 7.",
        commands=(repeat_command(claim), 'setlab antiset analyse --design "AG(3,3)" 000 001 002 010 020 011 100'),
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


@evidence("D5.limit")
def last_sum(claim: Claim) -> Statement:
    """With the limit n − 1 the sum exceeds the bound of Theorem 15; with d − 1 it is one more than the n rounds."""
    caps = [0, *(largest_cap(d) for d in (1, 2, 3, 4))]
    rounds = {d: 1 + sum(caps[1:d]) for d in (2, 3, 4)}
    printed = 2 + sum(caps[1 : rounds[2]])
    return Statement(
        check_fact(
            "with n − 1 the length is possible, d = 2",
            f"for d = 2 we have n = {rounds[2]}, and the sum is {printed}, where Theorem 15 allows {caps[2]} rounds",
            printed <= caps[2],
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
        commands=(repeat_command(claim),),
    )
