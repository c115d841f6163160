"""Two runs beside each other: do they come from one distribution?

Runs with different seeds are independent, as the test of homogeneity wants it; the page gives the second run the next
seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.result import Result
from setlab.stats import compare_samples, p_text

LEVEL = 0.01
"""The level at which the sentence says that two runs differ."""


def comparison_json(one: Result, other: Result, shows: tuple[str, str]) -> dict[str, Any]:
    """The test of the difference between two histograms. Raise `SpecError` for runs that cannot be compared.

    >>> from setlab import simulate
    >>> runs = [simulate("endgame", 10_000, seed=seed, choice=c) for seed, c in ((1, "popular"), (2, "reject"))]
    >>> found = comparison_json(*runs, ("leftover", "leftover"))
    >>> found["differs"], found["test"]
    (True, 'chi-square')
    """
    if one.spec.seed == other.spec.seed:
        raise SpecError("runs with one seed are not independent: give the second run another seed")
    first, second = _counts(one, shows[0]), _counts(other, shows[1])
    keys = sorted({*first, *second}, key=str)
    number = {key: key if isinstance(key, int) else keys.index(key) for key in keys}
    samples = [{number[key]: count for key, count in counts.items()} for counts in (first, second)]
    found = compare_samples(samples[0], samples[1])
    return {
        "test": found.test,
        "statistic": found.statistic,
        "degrees": found.degrees,
        "p": p_text(found.log10_p),
        "distance": found.distance,
        "alike": len(keys) == 1,
        "differs": bool(found.degrees) and found.p < LEVEL,
        "level": LEVEL,
    }


def _counts(result: Result, show: str) -> Mapping[Any, int]:
    """The histogram of trials that is compared."""
    declared = result.spec.histograms.get(show)
    if declared is None or declared.values != "trials":
        return _first(result)
    return result.tally[show]


def _first(result: Result) -> Mapping[Any, int]:
    """The first histogram that counts every trial once: what a curve is computed from."""
    name = next(name for name, each in result.spec.histograms.items() if each.values == "trials")
    return result.tally[name]
