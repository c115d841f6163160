"""Olivia holds out for m₂ rounds: against Theorem 7 in every dimension, against all play for d = 2 and 3 (D6)."""

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
"""Positions of AG(4,3) that are examined, quick and full: both show that Xavier cannot force an end by ply 24."""

MATCHES, MATCHES_QUICK = {2: 1000, 3: 1000, 4: 500, 5: 50, 6: 10}, {2: 100, 3: 100, 4: 50, 5: 5}
"""Numbers of matches by dimension."""


def cap_is_free() -> tuple[Check, ...]:
    """With X₁ = 0, Xavier's answers −x take no point of a cap that contains 0, and a free point is left at the end."""
    return (
        check_coordinates("the answer to x is −x when X₁ = 0", "x", lambda x: answer(0, x) == -x % 3),
        check_coordinates("0, x and −x add up to 0", "x", lambda x: (0 + x + -x % 3) % 3 == 0),
        check_coordinates("x = −x only for x = 0", "x", lambda x: (x == -x % 3) == (x == 0)),
        *no_tie(),
    )


@lru_cache
def lengths_of_matches(d: int, games: int) -> frozenset[int]:
    """The lengths of matches in which Olivia plays a largest cap through X₁ against Theorem 7.

    >>> lengths_of_matches(3, 10)
    frozenset({9})
    """
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return frozenset(score.lengths)


def check_matches(runner: Runner, what: str, whole: bool) -> list[Check]:
    """One check for each dimension: every match lasts as long as the cap has points.

    To show that there is such a game, one match is the whole proof; to show that she can always do it, it is a part.
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
    """One check for each dimension: with best play the game lasts as long as the largest cap has points."""
    return [
        check_fact(
            f"Olivia forces m₂ rounds whatever Xavier does, d = {d}",
            f"AG({d}, 3), where {outcome(solution(f'AG({d},3)'))}",
            solution(f"AG({d},3)").length == largest_cap(d),
        )
        for d in dimensions
    ]


def deck_of_81(runner: Runner) -> Solution:
    """What the search says about AG(4,3)."""
    return solution("AG(4,3)", BUDGETS[runner.full])


def forcing(claim: Claim, runner: Runner) -> Answer:
    """m₂ rounds are forced against Theorem 7; against all play for d = 2 and 3, and for d = 4 there are two bounds."""
    deck, budget = deck_of_81(runner), BUDGETS[runner.full]
    settled = " and ".join(f"{solution(f'AG({d},3)').length} rounds for d = {d}" for d in (2, 3))
    return Answer(
        answer="against an Xavier who follows Theorem 7: a largest cap through X₁, in any order, for every d ≥ 2; "
        f"against every Xavier: {settled}; for d = 4 she forces at least {deck.shortest} rounds, and never more than "
        f"{deck.longest}",
        checks=(
            *cap_is_free(),
            *check_best_play(),
            *check_matches(runner, "matches against Theorem 7 last as long as the cap has points", whole=False),
        ),
        lower=deck.shortest,
        upper=deck.longest,
        why="With X₁ = 0, a cap that contains 0 does not contain both x and −x, so that Xavier's answers −x take no "
        "point that she needs. But he may win in other ways, and the paper asks for m₂ rounds always: the solver "
        f"shows it for d = 2 and 3; for d = 4 a search of {budget:,} positions and Theorem 15 leave two bounds; for "
        "d ≥ 5 nothing more is known here.",
        commands=(
            again(claim),
            measuring("AG(4,3)", "theorem7", "max-cap"),
            solving("AG(3,3)"),
            f"{solving('AG(4,3)')} --budget {budget}",
        ),
    )


EVIDENCE: dict[str, Gather] = {"D6.m2": forcing}
