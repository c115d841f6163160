"""`Tally`: named histograms of integers. Tallies of the same spec add up; others refuse to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import add
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.spec import canonical

Histogram = Mapping[str, int]

MERGES: Mapping[str, Callable[[int, int], int]] = {"least": min, "most": max}
"""Histograms that are not counts: their values are combined by these functions instead of addition."""


@dataclass(frozen=True)
class Tally:
    """What some trials of a spec gave: the number of trials, and for each name a histogram.

    A histogram maps a key, such as the number of cards left, to a count; zeros are left out. Addition is
    associative and commutative, with `Tally.zero` as its zero, so that blocks may be added in any order.

    >>> a = Tally("abc", 2, {"leftover": {"6": 2}})
    >>> b = Tally("abc", 1, {"leftover": {"9": 1}})
    >>> (a + b).histograms
    {'leftover': {'6': 2, '9': 1}}
    """

    spec_id: str
    trials: int = 0
    histograms: Mapping[str, Histogram] = field(default_factory=dict)

    @classmethod
    def zero(cls, spec_id: str) -> Tally:
        """The tally of no trials."""
        return cls(spec_id)

    def __add__(self, other: Tally) -> Tally:
        return total((self, other), self.spec_id)

    def __getitem__(self, name: str) -> Histogram:
        return self.histograms.get(name, {})

    def to_json(self) -> str:
        """The tally's histograms as canonical JSON, for the store."""
        return canonical(self.histograms)


def total(tallies: Iterable[Tally], spec_id: str) -> Tally:
    """The sum of the tallies of one spec."""
    trials, sums = 0, dict[str, dict[str, int]]()
    for tally in tallies:
        if tally.spec_id != spec_id:
            raise SpecError(
                f"tallies of {spec_id} and {tally.spec_id} do not add: they are different experiments; "
                "compare them instead"
            )
        trials += tally.trials
        for name, histogram in tally.histograms.items():
            _put(sums.setdefault(name, {}), histogram, MERGES.get(name, add))
    return Tally(spec_id, trials, {name: _in_order(histogram) for name, histogram in sums.items()})


def histogram_of(counts: Any) -> dict[str, int]:
    """The histogram of an array of counts, indexed by the key.

    >>> histogram_of([0, 3, 0, 1])
    {'1': 3, '3': 1}
    """
    return {str(key): int(count) for key, count in enumerate(counts) if count}


def series_of(values: Any) -> dict[str, int]:
    """The values of an array by their index, zeros kept."""
    return {str(key): int(value) for key, value in enumerate(values)}


def _put(into: dict[str, int], histogram: Histogram, merge: Callable[[int, int], int]) -> None:
    for key, count in histogram.items():
        into[key] = merge(into[key], count) if key in into else count


def _in_order(histogram: dict[str, int]) -> dict[str, int]:
    return {key: histogram[key] for key in sorted(histogram, key=_order)}


def _order(key: str) -> tuple[tuple[int, str], ...]:
    """Numbers by their size, names by the alphabet behind them."""
    return tuple((int(part), "") if part.isdigit() else (1 << 62, part) for part in key.split("/"))
