"""`Tally`: named histograms of integers. Tallies of the same spec add up; others refuse to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from setlab.errors import SpecError

Histogram = Mapping[str, int]

MERGES = {"least": min, "most": max}
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
        if self.spec_id != other.spec_id:
            raise SpecError(
                f"tallies of {self.spec_id} and {other.spec_id} do not add: they are different experiments; "
                "compare them instead"
            )
        names = [*self.histograms, *(name for name in other.histograms if name not in self.histograms)]
        merged = {name: _merged(name, self.histograms.get(name, {}), other.histograms.get(name, {})) for name in names}
        return Tally(self.spec_id, self.trials + other.trials, merged)

    def __getitem__(self, name: str) -> Histogram:
        return self.histograms.get(name, {})

    def to_json(self) -> str:
        """The tally's histograms as JSON text, for the store."""
        return json.dumps(self.histograms, separators=(",", ":"))

    @classmethod
    def from_json(cls, spec_id: str, trials: int, text: str) -> Tally:
        """The tally that `to_json` wrote."""
        histograms: dict[str, dict[str, int]] = json.loads(text)
        return cls(spec_id, trials, histograms)


def total(tallies: Iterable[Tally], spec_id: str) -> Tally:
    """The sum of the tallies of one spec."""
    return reduce(Tally.__add__, tallies, Tally.zero(spec_id))


def histogram_of(counts: Any) -> dict[str, int]:
    """The histogram of an array of counts, indexed by the key.

    >>> histogram_of([0, 3, 0, 1])
    {'1': 3, '3': 1}
    """
    return {str(key): int(count) for key, count in enumerate(counts) if count}


def series_of(values: Any) -> dict[str, int]:
    """The values of an array by their index, zeros kept."""
    return {str(key): int(value) for key, value in enumerate(values)}


def _merged(name: str, one: Histogram, other: Histogram) -> dict[str, int]:
    merge = MERGES.get(name)
    keys = sorted({*one, *other}, key=_order)
    if merge is None:
        return {key: one.get(key, 0) + other.get(key, 0) for key in keys}
    return {key: merge(h[key] for h in (one, other) if key in h) for key in keys}


def _order(key: str) -> tuple[tuple[int, str], ...]:
    """Numbers by their size, names by the alphabet behind them."""
    return tuple((int(part), "") if part.isdigit() else (1 << 62, part) for part in key.split("/"))
