"""The SETs on the tables that the games of `endgame` search, where they are counted: `--count sets`.

A game searches about 24 tables, and a table has nine of the twelve cards of the one before: so tables are not
independent, but games are. Let X be the number of searches of tables with c cards and k SETs in a game, and N that of
all tables with c cards. The tally has the sums of X, X² and X·N over the games, from which the variances follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from setlab.counting import mean_flats
from setlab.experiment.estimate import Estimate, Estimates, Quantity, proportions, set_count_proportions
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.tally import Counts, Histogram, Histograms, Joint, histogram_of
from setlab.stats import RatioSums, mean_interval, proportion_interval

KEYS = ("cards", "sets")
SUMS = ("sets", "sets_squared", "sets_times_searches")
"""The sums of X, X² and X·N; none is above the next."""


def sets_histograms(p: EndgameParameters) -> Histograms:
    """Sums over games by cards and SETs, with the sums for their variances; the SETs on each first table."""
    cards, most = range(p.dealt + 1), p.dealt**p.values
    products, squares, seen = (Joint(margin, names=KEYS) for margin in ("", "", "searches"))
    return {
        "first_sets": Histogram("SETs on the first table", range(most)),
        "sets_times_searches": Histogram("products with the searches of n cards, over games", products, "events"),
        "sets_squared": Histogram("squares of these numbers, over games", squares, "events", "sets_times_searches"),
        "sets": Histogram("searches of a table of n cards with k SETs", seen, "events", "sets_squared"),
        "sets_sum_squared": Histogram(
            "squares of the sum of the SETs on tables of n cards, over games", cards, "events"
        ),
    }


def count_sets(rows: Iterable[Iterable[int]], squares: Any, first: Any) -> dict[str, Counts]:
    """The histograms from the rows (cards, SETs, searches, squares, products) of an engine, and its two arrays."""
    sums: dict[str, dict[Any, int]] = {name: {} for name in SUMS}
    for cards, sets, *found in rows:
        for name, number in zip(SUMS, found, strict=True):
            sums[name][cards, sets] = number
    return {**sums, "sets_sum_squared": histogram_of(squares), "first_sets": histogram_of(first)}


def sets_quantities(p: EndgameParameters) -> dict[str, Quantity]:
    """The mean number of SETs by cards on the table, and its distribution; both also for the first table."""
    exact = (lambda: set_count_proportions(p.table, p.dimension)) if p.begins_at_random else (lambda: None)
    mean = "mean number of SETs"
    return {
        "mean_sets": Quantity(f"cards on the table, {mean}", _means, is_proportion=False),
        "sets": Quantity("SETs on the table, proportion of searches", _proportions),
        "first_mean_sets": Quantity(f"cards on the first table, {mean}", _first_mean(p), is_proportion=False),
        "first_sets": proportions("SETs on the first table, proportion of games", "first_sets", exact),
    }


def searched_without_set(histograms: Mapping[str, Counts], confidence: float) -> Estimates:
    """The proportion of tables without a SET by number of cards, where SETs were counted."""
    sums = _sums(histograms)
    return {
        cards: _proportion(sums.get((cards, 0), RatioSums(searches, 0, 1, 0, 0)), confidence)
        for cards, searches in histograms["searches"].items()
    }


def _sums(histograms: Mapping[str, Counts]) -> dict[tuple[int, int], RatioSums]:
    """The sums of X and N over the games, by cards and SETs."""
    seen, squares, products = (histograms.get(name, {}) for name in SUMS)
    searches = histograms.get("searches", {})
    searches_squared = dict[int, int]()
    for (cards, _), product in products.items():
        searches_squared[cards] = searches_squared.get(cards, 0) + product
    return {
        key: RatioSums(searches[key[0]], number, searches_squared[key[0]], squares[key], products[key])
        for key, number in seen.items()
    }


def _proportions(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    return {key: _proportion(sums, confidence) for key, sums in _sums(histograms).items()}


def _proportion(sums: RatioSums, confidence: float) -> Estimate:
    interval = proportion_interval(sums.totals, sums.numbers, confidence, sums.design_effect)
    return Estimate(sums.ratio, interval.low, interval.high, sums.totals)


def _means(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    """The mean number of SETs by number of cards."""
    kinds = _sums(histograms)
    found = dict[int, Estimate]()
    for cards, searches in histograms.get("searches", {}).items():
        of_size = {sets: sums for (size, sets), sums in kinds.items() if size == cards}
        sums = RatioSums(
            searches,
            sum(sets * each.totals for sets, each in of_size.items()),
            sum(each.products for each in of_size.values()),
            histograms["sets_sum_squared"].get(cards, 0),
            sum(sets * each.products for sets, each in of_size.items()),
        )
        ends = sums.interval(confidence)
        low, high = (None, None) if ends is None else (max(0.0, ends.low), ends.high)
        found[cards] = Estimate(sums.ratio, low, high)
    return found


def _first_mean(p: EndgameParameters) -> Any:
    """The estimate of the mean number of SETs on the first table, beside its exact value."""
    exact = float(mean_flats(p.table, 1, p.dimension)) if p.begins_at_random else None

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        first = histograms.get("first_sets", {})
        if not first:
            return {}
        total, squares = (sum(sets**power * games for sets, games in first.items()) for power in (1, 2))
        if trials < 2:
            return {p.table: Estimate(total / trials, None, None, exact=exact)}
        interval = mean_interval(total, squares, trials, confidence)
        return {p.table: Estimate(total / trials, interval.low, interval.high, exact=exact)}

    return compute
