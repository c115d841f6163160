"""Olivia forces m₂ rounds: against Theorem 7 in every dimension, against all play for d = 2 and 3 (D6)."""

from __future__ import annotations

from functools import lru_cache

from setlab.antiset import tournament
from setlab.antiset.solution import Solution
from setlab.caps import find
from setlab.reproduce.clark_fisk_goren.game.theorem_7 import answer, no_tie
from setlab.reproduce.clark_fisk_goren.solved import again, largest_cap, measuring, outcome, solution, solving
from setlab.reproduce.judging import Answer, Check, check_fact
from setlab.reproduce.methods.identities import check_coordinates
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

BUDGETS = {False: 12_000, True: 200_000}
"""The positions of AG(4,3) examined in quick and full runs; both show that Xavier cannot force an end by ply 24."""

MATCHES, MATCHES_QUICK = {2: 1000, 3: 1000, 4: 500, 5: 50, 6: 10}, {2: 100, 3: 100, 4: 50, 5: 5}
"""The numbers of matches by dimension, in full and in quick runs."""


def cap_is_free() -> tuple[Check, ...]:
    """With X₁ = 0, Xavier's answers −x take no point of a cap that contains 0, and there is no tie."""
    return (
        check_coordinates("the answer to x is −x when X₁ = 0", "x", lambda x: answer(0, x) == -x % 3),
        check_coordinates("0, x and −x sum to 0", "x", lambda x: (0 + x + -x % 3) % 3 == 0),
        check_coordinates("x = −x only for x = 0", "x", lambda x: (x == -x % 3) == (x == 0)),
        *no_tie(),
    )


@lru_cache
def lengths_of_matches(d: int, games: int) -> frozenset[int]:
    """The lengths of matches in which Olivia plays the points of a largest cap through X₁ against Theorem 7.

    >>> lengths_of_matches(3, 10)
    frozenset({9})
    """
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return frozenset(score.lengths)


def check_matches(runner: Runner, what: str, whole: bool) -> list[Check]:
    """One check for each dimension: the length of every match is the size of the cap.

    One match proves that such a game exists (`whole`); that she can always do it is only supported.
    """
    return [
        check_fact(
            f"{what}, d = {d}",
            f"{games} matches of {' or '.join(map(str, sorted(lengths_of_matches(d, games))))} rounds",
            lengths_of_matches(d, games) == {len(find(d))},
            whole,
        )
        for d, games in (MATCHES if runner.full else MATCHES_QUICK).items()
    ]


def check_best_play(dimensions: tuple[int, ...] = (2, 3)) -> list[Check]:
    """One check for each dimension: with best play the length of the game is the size of the largest cap."""
    return [
        check_fact(
            f"Olivia forces m₂ rounds, whatever Xavier does, d = {d}",
            f"AG({d}, 3), where {outcome(solution(f'AG({d},3)'))}",
            solution(f"AG({d},3)").length == largest_cap(d),
        )
        for d in dimensions
    ]


def deck_of_81(runner: Runner) -> Solution:
    """The value of the game on AG(4,3), as far as the search decides."""
    return solution("AG(4,3)", BUDGETS[runner.full])


def forcing(claim: Claim, runner: Runner) -> Answer:
    """Olivia forces m₂ rounds against Theorem 7, and against all play for d = 2 and 3; for d = 4 two bounds remain."""
    deck, budget = deck_of_81(runner), BUDGETS[runner.full]
    settled = " and ".join(f"{solution(f'AG({d},3)').length} rounds for d = {d}" for d in (2, 3))
    return Answer(
        answer="if Xavier follows Theorem 7, a largest cap through X₁ forces m₂ rounds, in any order, for every d ≥ 2; "
        f"against all play she forces {settled}; for d = 4 she forces at least {deck.shortest} rounds, and at most "
        f"{deck.longest}",
        checks=(
            *cap_is_free(),
            *check_best_play(),
            *check_matches(runner, "matches against Theorem 7 have m₂ rounds", whole=False),
        ),
        lower=deck.shortest,
        upper=deck.longest,
        why="With X₁ = 0, a cap that contains 0 does not contain both x and −x; so Xavier's answers −x take no point "
        "that she needs. But he may win in other ways, and the paper asks for m₂ rounds always. The solver shows this "
        f"for d = 2 and 3. For d = 4 a search of {budget:,} positions gives the lower bound and Theorem 15 the upper "
        "bound; for d ≥ 5 nothing more is shown here.",
        commands=(
            again(claim),
            measuring("AG(4,3)", "theorem7", "max-cap"),
            solving("AG(3,3)"),
            f"{solving('AG(4,3)')} --budget {budget}",
        ),
    )


EVIDENCE: dict[str, Gather] = {"D6.m2": forcing}
