"""`Series`: numbers over integers, with their intervals and any exact values; numbers in words for readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, log10

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.stats import Interval, proportion_interval

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

SMALLEST = -4
"""Numbers below this power of ten are written with one."""

_WIDTHS = {"%": 0.95} | dict.fromkeys(".·, ", 0.32) | dict.fromkeys("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", 0.42)


def number_text(number: float, digits: int, half: float = 0.0) -> str:
    """The number with this many significant digits, fewer where half the width of its interval makes them void.

    >>> number_text(46.8312, 4), number_text(46.8312, 4, half=3.1), number_text(0.0000421, 2), number_text(0, 4)
    ('46.83', '47', '4.2·10⁻⁵', '0')
    """
    if number == 0:
        return "0"
    decimals = min(digits - 1 - _size(number, digits), meaningful_decimals(half))
    rounded = round(number, decimals) or number
    size = _size(rounded, digits)
    if size >= SMALLEST:
        return f"{rounded:.{max(decimals, 0)}f}"
    return f"{rounded / 10.0**size:.{max(decimals + size, 0)}f}·{_power(size)}"


def text_width(text: str) -> float:
    """The approximate width of a number, in sizes of its letters.

    >>> round(text_width("46.83 %"), 2)
    4.15
    """
    return sum(_WIDTHS.get(character, 0.64) for character in text)


def tick_text(number: float) -> str:
    """The number at a tick of an axis.

    >>> [tick_text(number) for number in (0, 25, 0.5, 0.0001, 1e-6)]
    ['0', '25', '0.5', '0.0001', '10⁻⁶']
    """
    text = f"{number:.6g}"
    mantissa, letter, exponent = text.partition("e")
    if not letter:
        return text
    power = _power(int(exponent))
    return power if mantissa == "1" else f"{mantissa}·{power}"


def meaningful_decimals(half: float, most: int = 12) -> int:
    """The number of significant decimals for half the width of an interval: a unit of the last is at most half of it.

    >>> [meaningful_decimals(half) for half in (3.1, 0.098, 0.018, 0.0)]
    [0, 2, 3, 12]
    """
    return min(max(ceil(-log10(half / 2)), 0), most) if half > 0 else most


def _size(number: float, digits: int) -> int:
    """The power of ten of the first digit, after rounding to this many digits."""
    return int(f"{number:.{digits - 1}e}".partition("e")[2])


def _power(exponent: int) -> str:
    return f"10{str(exponent).translate(_RAISED)}"


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
