"""Histograms as samples and proportions, and the drawing of the cards left, printed beside ours."""

from __future__ import annotations

from collections.abc import Mapping

from setlab.experiment.result import Result
from setlab.reproduce.evidence import Points, Redrawing, Sample
from setlab.stats import read_printed


def printed_proportions(table: Mapping[int, str]) -> Points:
    """The figures of a printed table as proportions.

    >>> printed_proportions({0: "1.2%", 6: "46.9%"})
    ((0, 0.012), (6, 0.469))
    """
    return tuple((at, float(read_printed(text).value)) for at, text in table.items())


def proportions_of(histogram: Mapping[int, int]) -> Points:
    """The counts of a histogram divided by their sum, in increasing order of the values.

    >>> proportions_of({9: 1, 6: 3})
    ((6, 0.75), (9, 0.25))
    """
    total = sum(histogram.values())
    return tuple((value, count / total) for value, count in sorted(histogram.items()))


def leftover_proportions(result: Result) -> Points:
    """The proportion of games by number of cards left."""
    return proportions_of(result.tally["leftover"])


def draw_leftovers(title: str, series: Mapping[str, Points], *runs: Result) -> Redrawing:
    """The drawing of several labelled histograms of the cards left; a number that no run can leave keeps its place."""
    never = [set(run.spec.definition.impossible(run.spec.parameters).get("leftover", ())) for run in runs]
    impossible = tuple(sorted(set.intersection(*never))) if never else ()
    return Redrawing("histogram", title, "cards left", "proportion of games", tuple(series.items()), impossible)


def sample_of(result: Result, name: str, key: int | str) -> Sample:
    """The trials of a run in which a histogram takes a given value."""
    return Sample(result.tally[name].get(int(key), 0), result.tally.trials)


def moments(points: Points) -> tuple[float, float]:
    """The mean and the standard deviation of a distribution given by proportions.

    >>> moments(((0, 0.5), (6, 0.5)))
    (3.0, 3.0)
    """
    mean = sum(value * proportion for value, proportion in points)
    return mean, sum((value - mean) ** 2 * proportion for value, proportion in points) ** 0.5
