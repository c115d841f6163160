"""Kernels that deal a deck card after card: `first-set`, `first-plane`, `set-count`, `plane-count` (A11–A13).

Card c = 0, 1, … of the N = 3^d cards is put into one of the N − c free slots: the r-th in ascending order, where
r, counted from 0, is draw c of the trial below N − c, of 16 bits. The cards are then dealt in the order of their
slots. All orders are equally likely, since (r_0, r_1, …) is the Lehmer code of the slots. `setlab.reference.deals`
defines the kernels in plain Python.

`first-set` and `first-plane` tally the number of cards dealt when the first flat is complete. `set-count` and
`plane-count` tally X_n, the number of flats among the first n cards, as sums, sums of squares, least and most for all
n, and as histograms for chosen n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt
from typing import Any, Self, TypeVar

from setlab.counting import mean_flats, sets_bound, variance_flats
from setlab.errors import SpecError
from setlab.experiment.estimate import Estimate, Estimates, Proportions, Quantity, proportion_estimates, proportions
from setlab.experiment.kernel import GpuTrials, Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.parameters import Kind, Parameters, dimension_of, option, parameter, whole_number
from setlab.experiment.tally import Counts, Histogram, Histograms, histogram_of, series_of
from setlab.limits import GAMES, ORBITS, PLANE_DEALS, PLANE_FREE
from setlab.stats import deviation_interval

# Exact values, where they are known at once: from tables that ship, and for small decks.


@lru_cache
def no_set_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no SET, by n.

    >>> round(float(no_set_proportions(4)[12]), 6)
    0.032302
    """
    from setlab.exact.no_set import exact_no_set

    if dimension not in ORBITS:
        return {}
    table = exact_no_set(dimension)
    return {n: p for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def no_plane_proportions(dimension: int) -> Proportions:
    """The probability that n cards have no plane, by n.

    >>> no_plane_proportions(4)[8], no_plane_proportions(4)[55], 45 in no_plane_proportions(4)
    (Fraction(1, 1), Fraction(0, 1), False)
    """
    from setlab.exact.planes import exact_planes

    if dimension not in PLANE_FREE:
        return {}
    table = exact_planes(dimension).table
    return {n: 1 - p for n in range(len(table.counts)) if (p := table.probability(n)) is not None}


@lru_cache
def set_count_proportions(cards: int, dimension: int) -> Proportions | None:
    """The probability of each number of SETs in n cards; None where the distribution is not known.

    >>> set_count_proportions(3, 4), set_count_proportions(40, 4)
    ({0: Fraction(78, 79), 1: Fraction(1, 79)}, None)
    """
    from setlab.exact.sets import REACHED, SHIPPED, exact_sets

    if dimension not in REACHED or dimension > SHIPPED:
        return None
    table = exact_sets(cards, dimension)
    return table.proportions() if table.distribution else None


@dataclass(frozen=True)
class DealParameters(Parameters):
    """The deck that is dealt."""

    dimension: int

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return int(3**self.dimension)


@dataclass(frozen=True)
class Flat:
    """A kind of flat: its name and plural, its dimension and its number of cards."""

    name: str
    plural: str
    dimension: int
    cards: int


LINE = Flat("SET", "SETs", 1, 3)
PLANE = Flat("plane", "planes", 2, 9)


def _gpu_engine(flat: Flat, counts: bool) -> Callable[[Any, Any, int], GpuTrials]:
    """The engine for GPUs that waits for the first flat, or counts all."""

    def decks_on_gpu(device: Any, p: Any, seed: int) -> GpuTrials:
        from setlab.experiment.backends.gpu.flats import Flats

        return Flats(device, flat, counts, p, seed)

    return decks_on_gpu


D = TypeVar("D", bound=DealParameters)


def first_flat_kernel(
    name: str, flat: Flat, parameters: type[D], function: str, exact: Callable[[int], Proportions]
) -> Kernel[D]:
    """The kernel that waits for the first flat, by a function of the core.

    `exact` gives the probability that n cards hold none, by dimension.
    """
    key = name.replace("-", "_")

    def run_engine(p: D, /, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
        from setlab import _core

        counts = getattr(_core, function)(seed, first, trials, dimension=p.dimension, threads=threads)
        return Outcome({key: histogram_of(counts)})

    def histograms(p: D) -> Histograms:
        """The first flat is complete once per deck."""
        return {key: Histogram(f"the first {flat.name} is complete with card n", range(flat.cards, p.cards + 1))}

    def quantities(p: D) -> dict[str, Quantity]:
        """The proportion of decks of which n cards hold no flat, and of those whose first flat is complete at n."""

        def none(counts: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
            return proportion_estimates(_later(counts.get(key, {})), trials, confidence, exact(p.dimension))

        return {
            "none": Quantity(f"no {flat.name} among n cards", none),
            key: proportions(histograms(p)[key].title, key),
        }

    label = "proportion of deals"
    panels = (
        Panel("none", "cards dealt", label, "curve", percent=True),
        Panel("none", "cards dealt", f"{label}, logarithmic", "curve", log=True, percent=True),
    )
    figure, gpu = KernelFigure(f"No {flat.name} among n cards", panels), _gpu_engine(flat, counts=False)
    return Kernel(name, parameters, run_engine, histograms, quantities, main="none", figure=figure, gpu=gpu)


def _later(counts: Counts) -> dict[int, int]:
    """For every n, the number of decks whose first flat comes after n cards."""
    return {n: sum(count for cards, count in counts.items() if cards > n) for n in range(max(counts, default=0) + 1)}


SERIES = {"sum": "sum", "sum_of_squares": "sum of squares", "least": "least", "most": "most"}
"""The series over n, and their titles."""


@dataclass(frozen=True)
class CountParameters(DealParameters):
    """The deck that is dealt, and the numbers n for which the whole histogram of X_n is kept."""

    dimension: int
    histogram_at: tuple[int, ...] = parameter(
        lambda value: tuple(sorted({whole_number(n, "histogram_at") for n in _each(value)})),
        option("--histogram-at N,N…", "Keep the whole histogram for these numbers of cards.", Kind.NUMBERS),
        default=(),
    )

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values; every n must be a number of cards of the deck."""
        found = super().complete(given)
        if any(not 0 <= n <= found.cards for n in found.histogram_at):
            chosen = list(found.histogram_at)
            raise SpecError(f"a histogram at {chosen} cards is not possible: the deck has {found.cards} cards")
        return found


def _each(value: Any) -> Iterable[Any]:
    """The numbers, also where a single one is given."""
    return value if isinstance(value, Iterable) and not isinstance(value, str) else [value]


C = TypeVar("C", bound=CountParameters)


def flat_count_kernel(name: str, flat: Flat, parameters: type[C], function: str) -> Kernel[C]:
    """The kernel that counts the flats among n cards, by a function of the core."""

    def run_engine(p: C, /, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
        from setlab import _core

        run = getattr(_core, function)
        found = run(seed, first, trials, dimension=p.dimension, histogram_at=p.histogram_at, threads=threads)
        chosen = zip(p.histogram_at, found["histograms"], strict=True)
        series = {name: series_of(found[name]) for name in SERIES}
        return Outcome(series | {at(n): histogram_of(counts) for n, counts in chosen})

    def histograms(p: C) -> Histograms:
        """Four series over n = 0 … the whole deck, and for each chosen n one number of flats per deck."""
        cards = range(p.cards + 1)
        series = {
            key: Histogram(f"{what} of the number of {flat.plural} among n cards", cards, "series")
            for key, what in SERIES.items()
        }
        return series | {at(n): Histogram(_title_at(flat, n), range(n**3 + 1)) for n in p.histogram_at}

    def quantities(p: C) -> dict[str, Quantity]:
        """Mean and standard deviation for all n, and the distribution for chosen n."""
        about, k, d = f"number of {flat.plural} among n cards", flat.dimension, p.dimension
        return {
            "mean": Quantity(f"mean {about}", partial(_means, k, d), False),
            "deviation": Quantity(f"standard deviation of the {about}", partial(_deviations, k, d), False),
            **{at(n): proportions(_title_at(flat, n), at(n), partial(_exact, flat, n, d)) for n in p.histogram_at},
        }

    panels = (
        Panel(
            "mean", "cards dealt", "mean number", "curve", lines={"n(n − 1)/6": sets_bound} if flat is LINE else None
        ),
        Panel("deviation", "cards dealt", "standard deviation", "curve"),
    )
    figure = KernelFigure(f"{flat.plural[0].upper()}{flat.plural[1:]} among n cards", panels)
    gpu = _gpu_engine(flat, counts=True)
    return Kernel(name, parameters, run_engine, histograms, quantities, main="mean", figure=figure, gpu=gpu)


def at(n: int) -> str:
    """The name of the histogram for n cards."""
    return f"at_{n}"


def _sums(histograms: Mapping[str, Counts]) -> Iterator[tuple[int, int, int]]:
    """Every n, with the sum and the sum of squares of the number of flats among n cards."""
    return ((n, total, histograms["sum_of_squares"][n]) for n, total in histograms.get("sum", {}).items())


def _means(k: int, d: int, histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    return {
        n: Estimate.mean(total, squares, trials, confidence, float(mean_flats(n, k, d)))
        for n, total, squares in _sums(histograms)
    }


def _deviations(k: int, d: int, histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    """The standard deviations; an interval needs the whole histogram, which is there for chosen n."""
    found = dict[int, Estimate]()
    for n, total, squares in _sums(histograms):
        value = sqrt((trials * squares - total * total) / (trials * (trials - 1))) if trials > 1 else 0.0
        counts = histograms.get(at(n))
        interval = None if counts is None or trials < 2 else deviation_interval(counts, confidence)
        found[n] = Estimate.of(value, interval, exact=sqrt(float(variance_flats(n, k, d))))
    return found


def _exact(flat: Flat, n: int, d: int) -> Proportions | None:
    """The exact distribution of the number of SETs among n cards, where it is known."""
    return set_count_proportions(n, d) if flat is LINE else None


def _title_at(flat: Flat, n: int) -> str:
    return f"number of {flat.plural} among {n} cards"


@dataclass(frozen=True)
class FirstSetParameters(DealParameters):
    """The deck that is dealt."""

    dimension: int = dimension_of("first-set", GAMES)


@dataclass(frozen=True)
class FirstPlaneParameters(DealParameters):
    """The deck that is dealt."""

    dimension: int = dimension_of("first-plane", PLANE_DEALS)


@dataclass(frozen=True)
class SetCountParameters(CountParameters):
    """The deck that is dealt, and the n with a histogram."""

    dimension: int = dimension_of("set-count", GAMES)


@dataclass(frozen=True)
class PlaneCountParameters(CountParameters):
    """The deck that is dealt, and the n with a histogram."""

    dimension: int = dimension_of("plane-count", PLANE_DEALS)


KERNELS: dict[str, Kernel[Any]] = {
    "first-set": first_flat_kernel("first-set", LINE, FirstSetParameters, "first_line", no_set_proportions),
    "first-plane": first_flat_kernel("first-plane", PLANE, FirstPlaneParameters, "first_plane", no_plane_proportions),
    "set-count": flat_count_kernel("set-count", LINE, SetCountParameters, "count_lines_dealt"),
    "plane-count": flat_count_kernel("plane-count", PLANE, PlaneCountParameters, "count_planes_dealt"),
}
