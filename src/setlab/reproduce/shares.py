"""Histograms as shares: printed, ours, and the drawing of cards left that shows them side by side."""

from __future__ import annotations

from collections.abc import Mapping

from setlab.experiment.run import Result
from setlab.reproduce.item import Drawing, Points
from setlab.reproduce.judge import numbers
from setlab.stats import read_printed


def printed_shares(table: Mapping[int, str]) -> Points:
    """The figures of a printed table as numbers.

    >>> printed_shares({0: "1.2%", 6: "46.9%"})
    ((0, 0.012), (6, 0.469))
    """
    return tuple((at, float(read_printed(text).value)) for at, text in table.items())


def counted_shares(histogram: Mapping[int, int]) -> Points:
    """The counts of a histogram over their sum, the smallest value first.

    >>> counted_shares({9: 1, 6: 3})
    ((6, 0.75), (9, 0.25))
    """
    total = sum(histogram.values())
    return tuple((value, count / total) for value, count in sorted(histogram.items()))


def leftover_shares(result: Result) -> Points:
    """How large a share of the games left each number of cards."""
    return counted_shares(numbers(result.tally["leftover"]))


def draw_leftovers(title: str, series: Mapping[str, Points]) -> Drawing:
    """The drawing of several histograms of the cards left, each under its label."""
    return Drawing("histogram", title, "cards left", "share of games", tuple(series.items()))
