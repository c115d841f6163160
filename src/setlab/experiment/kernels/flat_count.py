"""The declaration of kernels that count the flats among the first n cards, for all n: `set-count`, `plane-count`.

They tally X_n, the number of flats, as sums, sums of squares, least and most for all n, and as histograms for chosen n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Self, TypeVar

from setlab.counting import mean_flats, sets_bound, variance_flats
from setlab.errors import SpecError
from setlab.experiment.estimate import Estimate, Estimates, Proportions, Quantity, proportions
from setlab.experiment.histogram import Counts, Histogram, Histograms
from setlab.experiment.kernel import Engine, Figure, Kernel, Outcome, Panel
from setlab.experiment.kernels.dealing import LINE, DealParameters, Flat
from setlab.experiment.known import set_count_proportions
from setlab.experiment.numbers import whole_number
from setlab.experiment.parameters import Kind, parameter
from setlab.experiment.tally import histogram_of, series_of
from setlab.stats import deviation_interval, mean_interval

if TYPE_CHECKING:
    from setlab._core import CountsDealt

SERIES = {"sum": "sum", "sum_of_squares": "sum of squares", "least": "least", "most": "most"}
"""The series over n, and their titles."""


@dataclass(frozen=True)
class CountParameters(DealParameters):
    """The deck that is dealt, and the numbers n for which the whole histogram of X_n is kept."""

    dimension: int
    histogram_at: tuple[int, ...] = parameter(
        lambda value: tuple(sorted({whole_number(n, "histogram_at") for n in _each(value)})),
        "--histogram-at",
        metavar="N,N…",
        help="Keep the whole histogram for these numbers of cards.",
        kind=Kind.NUMBERS,
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


def flat_count_kernel(name: str, flat: Flat, parameters: type[C], engine: Engine[C]) -> Kernel[C]:
    """The kernel that counts the flats among n cards."""

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
        mean, deviation = (_for_all(compute, flat.dimension, p.dimension) for compute in (_mean, _deviation))
        chosen = {at(n): proportions(_title_at(flat, n), at(n), _exact(flat, n, p.dimension)) for n in p.histogram_at}
        return {
            "mean": Quantity(f"mean number of {flat.plural} among n cards", mean, is_proportion=False),
            "deviation": Quantity(
                f"standard deviation of the number of {flat.plural} among n cards", deviation, is_proportion=False
            ),
            **chosen,
        }

    lines = {"n(n − 1)/6": sets_bound} if flat is LINE else None
    return Kernel(
        name=name,
        version=1,
        parameters=parameters,
        engine=engine,
        histograms=histograms,
        quantities=quantities,
        main="mean",
        figure=Figure(
            f"{flat.plural[0].upper()}{flat.plural[1:]} among n cards",
            (
                Panel("mean", "cards dealt", "mean number", "curve", lines=lines),
                Panel("deviation", "cards dealt", "standard deviation", "curve"),
            ),
        ),
    )


def at(n: int) -> str:
    """The name of the histogram for n cards."""
    return f"at_{n}"


def counts_outcome(found: CountsDealt, p: CountParameters) -> Outcome:
    """The outcome that the compiled core gives as arrays."""
    series = {
        "sum": series_of(found["sum"]),
        "sum_of_squares": series_of(found["sum_of_squares"]),
        "least": series_of(found["least"]),
        "most": series_of(found["most"]),
    }
    chosen = zip(p.histogram_at, found["histograms"], strict=True)
    return Outcome(series | {at(n): histogram_of(counts) for n, counts in chosen})


Statistic = Callable[[int, int, int, Mapping[str, Counts], int, float], Estimate]


def _for_all(compute: Statistic, k: int, d: int) -> Callable[[Mapping[str, Counts], int, float], Estimates]:
    """The estimates of a statistic of the number of k-flats, for all n."""
    return lambda histograms, trials, confidence: {
        n: compute(n, k, d, histograms, trials, confidence) for n in histograms.get("sum", {})
    }


def _mean(n: int, k: int, d: int, histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimate:
    total, squares = histograms["sum"][n], histograms["sum_of_squares"][n]
    value, exact = total / trials, float(mean_flats(n, k, d))
    if trials < 2:
        return Estimate(value, None, None, exact=exact)
    interval = mean_interval(total, squares, trials, confidence)
    return Estimate(value, interval.low, interval.high, exact=exact)


def _deviation(n: int, k: int, d: int, histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimate:
    """The standard deviation; an interval needs the whole histogram, which is there for chosen n."""
    total, squares = histograms["sum"][n], histograms["sum_of_squares"][n]
    value = sqrt((trials * squares - total * total) / (trials * (trials - 1))) if trials > 1 else 0.0
    exact = sqrt(float(variance_flats(n, k, d)))
    counts = histograms.get(at(n))
    if counts is None or trials < 2:
        return Estimate(value, None, None, exact=exact)
    interval = deviation_interval(counts, confidence)
    return Estimate(value, interval.low, interval.high, exact=exact)


def _exact(flat: Flat, n: int, d: int) -> Callable[[], Proportions | None]:
    """The exact distribution of the number of SETs among n cards, where it is known."""
    return lambda: set_count_proportions(n, d) if flat is LINE else None


def _title_at(flat: Flat, n: int) -> str:
    return f"number of {flat.plural} among {n} cards"
