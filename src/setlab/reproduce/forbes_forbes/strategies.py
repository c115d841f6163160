"""The basic strategy and the general strategy S(d): how often they clear the table (E2, E4)."""

from __future__ import annotations

from fractions import Fraction

from setlab.reproduce.checking import check_proportion
from setlab.reproduce.evidence import Figures, Statement
from setlab.reproduce.histograms import counted
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim


def basic_strategy(claim: Claim, runner: Runner) -> Statement:
    """The proportion of tables that the basic strategy clears."""
    result = runner.run("solitaire", 2e5, 1e6, strategy="basic")
    sample = counted(result, "clear", 1)
    return Statement(
        checks=(check_proportion("more than 5.0 %", "games", sample, above=Fraction(5, 100)),),
        results=(result,),
    )


def results(claim: Claim, runner: Runner) -> Figures:
    """The games that S(d) declares won."""
    runs = {place: runner.run("solitaire", 6e4, 5e5, strategy=f"S{place}") for place in claim.figures}
    return Figures(
        values={place: counted(result, "declared", 1) for place, result in runs.items()},
        results=tuple(runs.values()),
    )


ANSWERS: dict[str, Gather] = {"E2.basic": basic_strategy, "E4.results": results}
