"""Simulation 3: mean and standard deviation of the number of SETs in n cards (A12)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp, log

from setlab.counting import count_sets, mean_flats, variance_flats
from setlab.exact.extremes import most_sets
from setlab.reproduce.judging import Drawing, Figures, Statement, check, check_fact
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

DECK = 81


@evidence("A12.graph")
def graph_of_means(claim: Claim, runner: Runner) -> Statement:
    """The mean increases from two cards on, and never exceeds the maximum."""
    result = runner.run("set-count", 1e5, 1e6)
    sampled = tuple((int(n), total / result.tally.trials) for n, total in result.tally["sum"].items())
    most, means = _most(), [mean_flats(n) for n in range(DECK + 1)]
    series = (
        ("mean, sampled", sampled),
        ("mean, exact", tuple((n, float(mean)) for n, mean in enumerate(means))),
        ("maximum", tuple((n, float(number)) for n, number in enumerate(most))),
    )
    return Statement(
        checks=(
            check(
                "one more card increases the mean",
                "all {} steps from 2 cards to the whole deck",
                pairwise(range(2, DECK + 1)),
                lambda step: means[step[0]] < means[step[1]],
            ),
            check(
                "the mean does not exceed the maximum",
                "all {} numbers of cards",
                range(DECK + 1),
                lambda n: means[n] <= most[n],
            ),
        ),
        why="The mean is C(n,3)/79; the n-th card adds C(n − 1,2)/79 to it, the last card 40. main3.py of the appendix "
        f"starts with {claim.data['first']} cards.",
        exact="C(n,3)/79",
        results=(result,),
        commands=("setlab exact max-sets",),
        drawing=Drawing("curve", "SETs in n cards", "cards", "SETs", series),
    )


@evidence("A12.mean")
def where_they_meet(claim: Claim) -> Statement:
    """The mean equals the maximum for n ≤ 2 and n = 81, and also for n = 79 and 80."""
    most = _most()
    meet = [n for n in range(DECK + 1) if mean_flats(n) == most[n]]
    more = [n for n in meet if n not in claim.data["cards"]]
    return Statement(
        checks=(
            check(
                "the mean equals the maximum",
                f"{{}} numbers of cards: {_listed(claim.data['cards'])}",
                claim.data["cards"],
                lambda n: mean_flats(n) == most[n],
                lambda n: f"{float(mean_flats(n)):.6g} on average and {most[n]} at most for n = {n}",
            ),
        ),
        why=f"The sentence omits n = {_listed(more)}, where all collections have the same number of SETs as well. If "
        "the red line were n(n − 1)/6, it would have the value 1/3 at n = 2 and meet the mean only for 0, 1 and 81 "
        "cards.",
        commands=("setlab exact max-sets",),
    )


@evidence("A12.deck")
def whole_deck(claim: Claim) -> Figures:
    """The number of SETs in the deck, by the formula."""
    return Figures(
        values={place: count_sets() for place in claim.figures},
        why="Each of the C(81,2) pairs of cards lies in one SET, and a SET has three pairs.",
        commands=("setlab count",),
    )


@evidence("A12.deviation")
def deviations(claim: Claim) -> Statement:
    """The standard deviation is largest for 40 and 41 cards, and 0 for n ≤ 2 and n ≥ 79."""
    variances = [variance_flats(n) for n in range(DECK + 1)]
    top = [n for n, variance in enumerate(variances) if variance == max(variances)]
    zero = [n for n, variance in enumerate(variances) if variance == min(variances)]
    points = tuple((n, float(variance) ** 0.5) for n, variance in enumerate(variances))
    return Statement(
        checks=(
            check_fact(
                "the standard deviation is largest at half the deck",
                f"{_listed(top)} cards, where it is {float(max(variances)) ** 0.5:.4f}",
                {n for m in top for n in (m, DECK - m)} == {DECK // 2, DECK // 2 + 1},
            ),
            check_fact(
                "it is smallest for n ≤ 2 and n ≥ 79",
                f"{_listed(zero)} cards, where it is {float(min(variances)):g}",
                zero == claim.data["lowest"],
            ),
        ),
        why="The numbers of SETs inside and outside add up to a function of n alone; so they have the same variance "
        "for n and for 81 − n cards.",
        exact=variance_formula(),
        commands=("setlab exact sets --cards 40",),
        drawing=Drawing(
            "curve", "Standard deviation of the SETs in n cards", "cards", "standard deviation", (("exact", points),)
        ),
    )


@evidence("A12.normal")
def not_normal() -> Statement:
    """The logarithm of a bell curve has constant second differences; that of the standard deviation has not."""
    inside = range(4, DECK - 3)
    return Statement(
        checks=(
            check(
                "the standard deviation is a bell curve in n",
                "the second differences of its logarithm at all {} pairs of consecutive n",
                pairwise(inside),
                lambda step: bend(step[0]) == bend(step[1]),
                lambda step: (
                    " and ".join(f"{log(bend(n)) / 2:.4f} at n = {n}" for n in step)
                    + ": a bell curve would have the same second difference everywhere"
                ),
            ),
        ),
        why=f"σ² is {variance_formula()}: it vanishes for n ≤ 2 and n ≥ 79, and a bell curve never does. At n = 10, σ "
        f"is only {bell_ratio(10):.3g} of the bell curve that agrees with it at n = 20 and 40.",
        exact=variance_formula(),
        commands=("setlab exact sets --cards 40",),
    )


def bend(n: int) -> Fraction:
    """σ²(n − 1)·σ²(n + 1)/σ²(n)², which would be the same for all n if σ were a bell curve.

    >>> bend(4)
    Fraction(481, 770)
    """
    return variance_flats(n - 1) * variance_flats(n + 1) / variance_flats(n) ** 2


def bell_ratio(n: int) -> float:
    """The standard deviation for n cards, divided by the bell curve around 40.5 that agrees with it at 20 and 40."""
    logs = {m: log(float(variance_flats(m))) / 2 for m in (n, 20, 40)}

    def away(m: int) -> float:
        return (m - DECK / 2) ** 2 - (40 - DECK / 2) ** 2

    return exp(logs[n] - logs[40] + (logs[40] - logs[20]) * away(n) / away(20))


def variance_formula() -> str:
    """The variance as a polynomial in n; its roots are 0, 1, 2, 79, 80, 81, and one value gives the factor.

    >>> variance_formula()
    '1/219133992 · n(n−1)(n−2)(81−n)(80−n)(79−n)'
    """
    factor = variance_flats(40) / _shape(40)
    assert all(variance_flats(n) == factor * _shape(n) for n in range(DECK + 1))
    return f"{factor} · n(n−1)(n−2)(81−n)(80−n)(79−n)"


def _shape(n: int) -> int:
    return n * (n - 1) * (n - 2) * (DECK - n) * (DECK - 1 - n) * (DECK - 2 - n)


def _most() -> list[int]:
    """The maximum number of SETs in n cards, for every n."""
    values = [row.value for row in most_sets() if row.value is not None]
    assert len(values) == DECK + 1
    return values


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
