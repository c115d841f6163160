"""The value of anti-SET on a design: the winner with best play and the round, as far as a search decides."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from setlab.antiset.solver import BUDGET, Solution, Solver
from setlab.caps.checks import is_cap
from setlab.exact.no_set import exact_no_set
from setlab.geometry.designs import find_design
from setlab.geometry.fields import ORDERS
from setlab.sources import Claim

LARGEST_CHECKED = 9
CHECKED_ORDERS = tuple(q for q in ORDERS if q <= LARGEST_CHECKED)
"""The orders q ≤ 9: the number of pairs of points of AG(2,q) that a check goes through grows as the fourth power."""


@lru_cache
def solution(name: str, budget: int = BUDGET) -> Solution:
    """The value of the game on a design, from a search of at most `budget` positions.

    >>> outcome(solution("AG(2,3)")), outcome(solution("AG(2,4)"))
    ('Xavier wins in round 4', 'the game is a draw')
    """
    solver = Solver(find_design(name))
    lower, upper = solver.bounds((), (), budget)
    return Solution(solver.design.points, lower, upper, solver.engine.positions)


def outcome(of: Solution) -> str:
    """The winner and the round in words, or the outcomes that remain possible."""
    if of.winner == "draw":
        return "the game is a draw"
    if of.is_settled:
        return f"{str(of.winner).capitalize()} wins in round {of.length}"
    wins = [
        f"{name.capitalize()} wins in round {of.shortest} or later" for name in of.possible_winners if name != "draw"
    ]
    return ", or ".join(["the game is a draw"] * ("draw" in of.possible_winners) + wins)


@lru_cache
def largest_cap(d: int) -> int:
    """The size of the largest cap of AG(d,3), d ≤ 4, proved by listing all caps up to symmetry.

    >>> [largest_cap(d) for d in (1, 2, 3)]
    [2, 4, 9]
    """
    if d == 1:
        return max(n for n in range(4) for points in combinations(range(3), n) if is_cap(points, 1))
    largest = exact_no_set(d, recompute=True).largest
    assert largest is not None, "the list of caps is complete for d ≤ 4"
    return largest


def repeat_command(claim: Claim, full: bool = False) -> str:
    """The command that repeats the evidence about a claim."""
    return f"setlab reproduce {claim.id}" + " --full" * full


def solve_command(name: str) -> str:
    """The command that solves the game on a design."""
    return f'setlab antiset solve "{name}"'


def measure_command(name: str, xavier: str, olivia: str) -> str:
    """The command that plays two strategies against each other."""
    return f'setlab antiset measure "{name}" --xavier {xavier} --olivia {olivia}'
