"""`Series`: numbers over whole numbers, with their intervals and, where known, the exact values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.stats import Interval, proportion_interval


@checked
@dataclass(frozen=True)
class Series:
    """One run: y over x, the ends of the intervals, and the exact values (None where one is not known).

    >>> Series("coin", (0, 1), (0.4, 0.6), exact=(0.5, 0.5)).exact
    (0.5, 0.5)
    """

    label: str
    x: tuple[int, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    exact: tuple[float | None, ...] | None = None

    def __post_init__(self) -> None:
        if any(a >= b for a, b in pairwise(self.x)):
            raise SpecError(f"the values of {self.label!r} are out of order: give each once, the smallest first")
        if (self.low is None) != (self.high is None):
            raise SpecError(f"{self.label!r} has one end of its intervals only: give low and high, or neither")
        for name, numbers in (("y", self.y), ("low", self.low), ("high", self.high), ("exact", self.exact)):
            if numbers is not None and len(numbers) != len(self.x):
                have, need = plural(len(numbers), "number"), len(self.x)
                raise SpecError(f"{self.label!r} has {have} in {name} for {need} in x: give as many")

    @property
    def intervals(self) -> tuple[Interval, ...] | None:
        """The intervals, if there are any."""
        if self.low is None or self.high is None:
            return None
        return tuple(Interval(low, high) for low, high in zip(self.low, self.high, strict=True))


@checked
def proportion_series(
    label: str,
    histogram: Mapping[int, int],
    exact: Mapping[int, Fraction] | None = None,
    confidence: float = 0.95,
    values: Iterable[int] = (),
) -> Series:
    """The proportions of a histogram with their intervals; `values` are shown even if they never occurred.

    >>> series = proportion_series("game", {0: 12, 6: 468, 9: 445, 12: 75}, values=[3])
    >>> series.x, series.y
    ((0, 3, 6, 9, 12), (0.012, 0.0, 0.468, 0.445, 0.075))
    """
    trials = sum(histogram.values())
    if not trials:
        raise SpecError(f"{label!r} has no trials: there are no proportions to draw")
    x = tuple(sorted({*histogram, *values, *(exact or {})}))
    ends = [proportion_interval(histogram.get(value, 0), trials, confidence) for value in x]
    return Series(
        label,
        x,
        tuple(histogram.get(value, 0) / trials for value in x),
        tuple(interval.low for interval in ends),
        tuple(interval.high for interval in ends),
        None if exact is None else tuple(float(exact.get(value, 0)) for value in x),
    )


@checked
def exact_series(label: str, values: Mapping[int, Fraction | int | float]) -> Series:
    """Exact values alone, or a line to compare with.

    >>> exact_series("maximum", {3: 1, 9: 12}).y
    (1.0, 12.0)
    """
    x = tuple(sorted(values))
    return Series(label, x, tuple(float(values[at]) for at in x))
