"""The number of runs behind table 11, inferred from its digits and from its scatter (A13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from setlab.reproduce.abrahamsen_eriksen.simulations.plane_odds import PlaneOdds, plane_odds
from setlab.reproduce.judging import Statement, check_test
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim
from setlab.stats import gamma_tails, read_printed

PARTS = (10, 5, 2, 1)
"""The divisors of the stated number of runs that are considered: a tenth, a fifth, a half, and all of it."""


def number_of_runs(claim: Claim, runner: Runner) -> Statement:
    """Too many percentages are multiples of 0.002 % for 100,000 runs; 50,000 and 20,000 runs explain all of them."""
    stated, table = claim.trials_at("") or 0, find_claim("A13.table11")
    odds = plane_odds(runner)
    fitting = fitting_rows(table, stated)
    half = fitting[stated // 2]
    chance = chance_of_even(half, [probability_of_even(odds.estimate(n), stated) for n in table.numbers()])
    words = (
        f"{len(half)} of {len(table.figures)} percentages are multiples of {200 / stated:g} %, that is, even numbers "
        f"of cases in {stated:,} runs; the probability of at least {len(half)} even numbers is {chance:.1g}"
    )
    return Statement(
        checks=(
            check_test(
                f"{stated:,} runs for each n", "the last digits of table 11", chance, len(half), words, len(PARTS) - 1
            ),
        ),
        why=f"{_scatter(table, odds, stated)}. main4.py of the appendix sets {claim.data['runs']:,} runs for n = "
        f"{claim.data['cards'][0]} to {claim.data['cards'][-1]}",
        exact=f"numbers of runs that can produce a row: {_rows(fitting)}",
        results=(odds.result,),
    )


def fitting_rows(table: Claim, stated: int) -> dict[int, list[int]]:
    """For each number of runs, the n whose percentage is a possible quotient, since Python prints it in full.

    >>> fitting_rows(find_claim("A13.table11"), 100_000)[10_000]
    [24, 25, 31, 32, 38, 44, 45, 49]
    """
    values = {n: read_printed(text).value for n, text in table.numbers().items()}
    return {stated // part: [n for n, value in values.items() if value * (stated // part) % 1 == 0] for part in PARTS}


def likely_runs(table: Claim, stated: int) -> dict[str, int]:
    """For each row, the largest number of runs below the stated one that can produce it.

    >>> runs = likely_runs(find_claim("A13.table11"), 100_000)
    >>> [n for n in runs if runs[n] == 20_000], sorted(set(runs.values()))
    (['17', '18', '19'], [20000, 50000])
    """
    fewer = {runs: rows for runs, rows in fitting_rows(table, stated).items() if runs < stated}
    return {str(n): max(runs for runs, rows in fewer.items() if n in rows) for n in table.numbers()}


def probability_of_even(probability: float, trials: int) -> float:
    """The probability that an event occurs an even number of times.

    >>> probability_of_even(0.5, 10), round(probability_of_even(0.1, 2), 2)
    (0.5, 0.82)
    """
    return float((1 + (1 - 2 * probability) ** trials) / 2)


def chance_of_even(even: Sequence[int], probabilities: Sequence[float]) -> float:
    """The probability of at least as many even rows as were found, for independent rows.

    >>> chance_of_even([16, 17], [0.5, 0.5, 0.5])
    0.5
    """
    by_number = [1.0]
    for p in probabilities:
        by_number = [(1 - p) * a + p * b for a, b in zip([*by_number, 0.0], [0.0, *by_number], strict=True)]
    return sum(by_number[len(even) :])


def scatter(table: Claim, odds: PlaneOdds, runs: Mapping[str, int]) -> tuple[float, float]:
    """The chi-square statistic of the rows against the probabilities, for given numbers of runs, and its p value."""
    total = 0.0
    for place, text in table.figures.items():
        p = odds.estimate(int(place))
        total += runs[place] * (float(read_printed(text).value) - p) ** 2 / (p * (1 - p))
    return total, gamma_tails(len(table.figures) / 2, total / 2).upper


def _rows(fitting: Mapping[int, Sequence[int]]) -> str:
    """The numbers of runs that can produce each row, with equal rows grouped."""
    groups: dict[str, list[str]] = {}
    for n in sorted({n for rows in fitting.values() for n in rows}):
        able = " or ".join(f"{runs:,}" for runs, rows in fitting.items() if n in rows)
        groups.setdefault(able, []).append(str(n))
    return "; ".join(f"{able} for n = {', '.join(rows)}" for able, rows in groups.items())


def _scatter(table: Claim, odds: PlaneOdds, stated: int) -> str:
    """What the deviations of the rows from the probabilities show."""
    as_stated = scatter(table, odds, dict.fromkeys(table.figures, stated))
    as_likely = scatter(table, odds, likely_runs(table, stated))
    return (
        f"The rows scatter more widely than {stated:,} runs allow (chi-square {as_stated[0]:.1f} with "
        f"{len(table.figures)} degrees of freedom, p = {as_stated[1]:.1g}), and as expected for {stated // 2:,} runs, "
        f"or {stated // 5:,} where the digits require it ({as_likely[0]:.1f}, p = {as_likely[1]:.1g})"
    )


EVIDENCE: dict[str, Gather] = {"A13.runs": number_of_runs}
