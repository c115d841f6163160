"""Anti-SET on other designs, solved or bounded (D6)."""

from __future__ import annotations

from setlab.errors import RuleError
from setlab.geometry.designs import affine, projective
from setlab.reproduce.clark_fisk_goren.geometry.points import only_line
from setlab.reproduce.clark_fisk_goren.solved import again, outcome, solution, solving
from setlab.reproduce.judging import Answer, Check, Statement, check
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

AFFINE = ("AG(2,3)", "AG(3,3)", "AG(2,4)", "AG(3,2,2)", "AG(4,2,2)", "AG(3,3,2)")
PROJECTIVE = ("PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)", "PG(3,2,2)", "PG(4,2,3)")
SLOW_AFFINE, SLOW_PROJECTIVE = ("AG(2,5)",), ("PG(4,2,2)",)
"""Designs that are solved in full runs only; a third number is the dimension of the blocks."""

BEYOND = {"PG(3,3)": 400_000, "AG(3,4)": 200_000, "AG(2,7)": 12_000}
"""Designs that are not solved, with the number of positions examined in a full run."""

BEYOND_QUICK = {"PG(3,3)": 2_000, "AG(3,4)": 2_000}
"""The same in a quick run, without AG(2,7), which takes seconds to prepare."""


def geometries(claim: Claim, runner: Runner) -> Statement:
    """Flats form a design: every two points lie in the same number of them."""
    small = [
        (kind, d, q, k)
        for kind in ("AG", "PG")
        for q in (2, 3, 4, 5)
        for d in (1, 2, 3, 4)
        for k in range(1, d + 1)
        if q**d <= 125
    ]
    return Statement(
        checks=(
            only_line(),
            check(
                "every two points lie in the same number of k-dimensional flats",
                "all {} geometries of d ≤ 4 dimensions with q ≤ 5 and q^d ≤ 125",
                small,
                lambda name: _is_design(*name),
                lambda name: "{}({},{},{})".format(*name),
                whole=False,
            ),
        ),
        why="The points and lines of AG(d, q) form a design by Proposition 4, for every d and q; flats of higher "
        "dimension and projective geometries are tried one by one.",
        commands=(again(claim),),
    )


def _is_design(kind: str, d: int, q: int, k: int) -> bool:
    """True if the flats are the blocks of a 2-design; `Design` counts the blocks through every pair of points."""
    try:
        found = affine(d, q, k) if kind == "AG" else projective(d, q, k)
    except RuleError:
        return False
    return found.t == 2


def check_solved(names: tuple[str, ...]) -> Check:
    """The search decides the game on each of these designs."""
    return check(
        "the outcome with best play is decided",
        "these {} designs",
        names,
        lambda name: solution(name).is_settled,
        whole=False,
    )


def other_designs(claim: Claim, runner: Runner) -> Answer:
    """The winners on affine and projective geometries, with lines or larger flats as blocks."""
    names = (*AFFINE, *PROJECTIVE, *((*SLOW_AFFINE, *SLOW_PROJECTIVE) if runner.full else ()))
    return Answer(
        answer="not on every design: " + "; ".join(f"{name}: {outcome(solution(name))}" for name in names),
        checks=(check_solved(names),),
        why="By exhaustive search up to symmetry, where the winner wins as early as possible; a draw means that "
        "neither player has a winning strategy. A third number in a name is the dimension of the blocks. Each design "
        "is a separate question; these are answered.",
        commands=tuple(map(solving, names)),
    )


def larger_designs(claim: Claim, runner: Runner) -> Answer:
    """Designs on which the search is incomplete: who cannot lose, and the minimum length."""
    budgets = BEYOND if runner.full else BEYOND_QUICK
    values = {name: solution(name, budget) for name, budget in budgets.items()}
    return Answer(
        answer="; ".join(f"{name}: {outcome(value)}" for name, value in values.items()),
        checks=(
            check(
                "one of the players cannot lose with best play",
                "{} designs",
                values,
                lambda name: len(values[name].possible_winners) < 3,
                whole=False,
            ),
        ),
        why="Reflections show who cannot lose (see D6.mirror); searches of "
        + ", ".join(f"{budget:,} positions for {name}" for name, budget in budgets.items())
        + " exclude an earlier end.",
        commands=tuple(f"{solving(name)} --budget {budget}" for name, budget in budgets.items()),
    )


EVIDENCE: dict[str, Gather] = {
    "D6.examples": geometries,
    "D6.designs": other_designs,
    "D6.larger": larger_designs,
}
