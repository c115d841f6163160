"""Histograms as proportions: printed, ours, and the drawing of cards left that shows them side by side."""

from __future__ import annotations

from collections.abc import Mapping

from setlab.experiment.run import Result
from setlab.reproduce.drawing import Drawing, Points
from setlab.reproduce.evidence import Sample
from setlab.stats import read_printed


def printed_proportions(table: Mapping[int, str]) -> Points:
    """The figures of a printed table as numbers.

    >>> printed_proportions({0: "1.2%", 6: "46.9%"})
    ((0, 0.012), (6, 0.469))
    """
    return tuple((at, float(read_printed(text).value)) for at, text in table.items())


def counted_proportions(histogram: Mapping[int, int]) -> Points:
    """The counts of a histogram over their sum, the smallest value first.

    >>> counted_proportions({9: 1, 6: 3})
    ((6, 0.75), (9, 0.25))
    """
    total = sum(histogram.values())
    return tuple((value, count / total) for value, count in sorted(histogram.items()))


def leftover_proportions(result: Result) -> Points:
    """The proportion of the games that left each number of cards."""
    return counted_proportions(result.tally["leftover"])


def draw_leftovers(title: str, series: Mapping[str, Points]) -> Drawing:
    """The drawing of several histograms of the cards left, each under its label."""
    return Drawing("histogram", title, "cards left", "proportion of games", tuple(series.items()))


def counted(result: Result, name: str, key: int | str) -> Sample:
    """The cases and the trials of one value of a histogram."""
    return Sample(result.tally[name].get(int(key), 0), result.tally.trials)


def moments(points: Points) -> tuple[float, float]:
    """The mean and the standard deviation of a distribution given by proportions.

    >>> moments(((0, 0.5), (6, 0.5)))
    (3.0, 3.0)
    """
    mean = sum(value * proportion for value, proportion in points)
    return mean, sum((value - mean) ** 2 * proportion for value, proportion in points) ** 0.5
