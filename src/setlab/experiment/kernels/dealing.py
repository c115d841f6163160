"""The kernels that deal card after card, registered: how their parameters are read and what is estimated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

from setlab.counting import mean_flats, variance_flats
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.experiment.kernel import Estimate, Estimates, Kernel, Outcome, Parameters, check_normal
from setlab.experiment.known import Proportions, set_count_proportions
from setlab.experiment.proportions import proportion_estimates
from setlab.experiment.shape import Shape, Shapes
from setlab.experiment.tally import histogram_of, series_of
from setlab.stats import deviation_interval, mean_interval

Histograms = Mapping[str, Mapping[str, int]]
CARDS_OF = {"SET": 3, "plane": 9}


def first_kernel(
    name: str,
    what: str,
    largest: int,
    core: str,
    play: Callable[[Draws, int, int], int],
    flat: str,
    known: Callable[[int], Proportions],
) -> Kernel:
    """A kernel that waits for the first flat: it tallies the number of cards dealt by then."""
    key = name.replace("-", "_")

    def normalise(given: Mapping[str, Any]) -> Parameters:
        return {"dimension": _dimension(given, name, largest)}

    def shapes(p: Parameters) -> Shapes:
        """The first flat is complete once per deck."""
        check_normal(p, normalise)
        return {key: Shape(range(CARDS_OF[flat], 3 ** p["dimension"] + 1))}

    def engine(p: Parameters, seed: int, first: int, trials: int, threads: int | None) -> Outcome:
        from setlab import _core

        counts = getattr(_core, core)(seed, first, trials, dimension=p["dimension"], threads=threads)
        return Outcome({key: histogram_of(counts)})

    def twin(p: Parameters, seed: int, first: int, trials: int, threads: int | None) -> Outcome:
        seen = Counter(play(Draws(seed), trial, p["dimension"]) for trial in range(first, first + trials))
        return Outcome({key: {str(cards): seen[cards] for cards in sorted(seen)}})

    def estimate(p: Parameters, histograms: Histograms, trials: int, confidence: float) -> Estimates:
        """The share of deals for every n at which the first one appears, and that n cards hold none."""
        seen = {int(cards): count for cards, count in histograms.get(key, {}).items()}
        none = {
            str(n): sum(count for cards, count in seen.items() if cards > n) for n in range(max(seen, default=0) + 1)
        }
        return {
            "none": proportion_estimates(none, trials, confidence, known(p["dimension"])),
            key: proportion_estimates(histograms.get(key, {}), trials, confidence),
        }

    return Kernel(
        name=name,
        version=1,
        what=what,
        options=("dimension",),
        normalise=normalise,
        engine=engine,
        twin=twin,
        estimate=estimate,
        shapes=shapes,
        main="none",
        titles={"none": f"no {flat} among n cards", key: f"the first {flat} is complete with card n"},
    )


def count_kernel(
    name: str, what: str, largest: int, core: str, play: Callable[[Draws, int, int], list[int]], k: int
) -> Kernel:
    """A kernel that counts the k-flats among the first n cards, for all n at once."""

    def normalise(given: Mapping[str, Any]) -> Parameters:
        d = _dimension(given, name, largest)
        chosen = sorted({int(n) for n in given.get("histogram_at", [])})
        if any(not 0 <= n <= 3**d for n in chosen):
            raise SpecError(f"a histogram at {chosen} cards is not possible: the deck has {3**d} cards")
        return {"dimension": d, "histogram_at": chosen}

    def shapes(p: Parameters) -> Shapes:
        """Four series over n = 0 … the whole deck, and for each chosen n one number of flats per deck."""
        check_normal(p, normalise)
        series = Shape(range(3 ** p["dimension"] + 1), "series")
        at = {f"at_{n}": Shape(range(n**3 + 1)) for n in p["histogram_at"]}
        return {"sum": series, "sum_of_squares": series, "least": series, "most": series, **at}

    def engine(p: Parameters, seed: int, first: int, trials: int, threads: int | None) -> Outcome:
        from setlab import _core

        chosen = p["histogram_at"]
        found = getattr(_core, core)(
            seed, first, trials, dimension=p["dimension"], histogram_at=chosen, threads=threads
        )
        sums = {key: series_of(found[key]) for key in ("sum", "sum_of_squares", "least", "most")}
        at = {f"at_{n}": histogram_of(h) for n, h in zip(chosen, found["histograms"], strict=True)}
        return Outcome(sums | at)

    def twin(p: Parameters, seed: int, first: int, trials: int, threads: int | None) -> Outcome:
        counts = [play(Draws(seed), trial, p["dimension"]) for trial in range(first, first + trials)]
        columns = list(zip(*counts, strict=True))
        sums = {
            "sum": series_of(sum(column) for column in columns),
            "sum_of_squares": series_of(sum(x * x for x in column) for column in columns),
            "least": series_of(min(column) for column in columns),
            "most": series_of(max(column) for column in columns),
        }
        at = {f"at_{n}": Counter(columns[n]) for n in p["histogram_at"]}
        return Outcome(sums | {key: {str(x): c[x] for x in sorted(c)} for key, c in at.items()})

    def estimate(p: Parameters, histograms: Histograms, trials: int, confidence: float) -> Estimates:
        d = p["dimension"]
        proportions = {
            name: proportion_estimates(histogram, trials, confidence, _known_counts(name, d, k))
            for name, histogram in histograms.items()
            if name.startswith("at_")
        }
        means = {n: _mean(int(n), d, k, histograms, trials, confidence) for n in histograms["sum"]}
        deviations = {n: _deviation(int(n), d, k, histograms, trials, confidence) for n in histograms["sum"]}
        return {"mean": means, "deviation": deviations, **proportions}

    flats = {1: "SETs", 2: "planes"}[k]
    return Kernel(
        name=name,
        version=1,
        what=what,
        options=("dimension", "histogram_at"),
        normalise=normalise,
        engine=engine,
        twin=twin,
        estimate=estimate,
        shapes=shapes,
        main="mean",
        numbers=("mean", "deviation"),
        titles={
            "mean": f"mean number of {flats} among n cards",
            "deviation": f"standard deviation of the number of {flats} among n cards",
            **{f"at_{n}": f"number of {flats} among {n} cards" for n in range(730)},
        },
    )


def _known_counts(name: str, d: int, k: int) -> Proportions | None:
    """The exact shares of the histogram `at_n`, where they are known."""
    return set_count_proportions(int(name.removeprefix("at_")), d) if k == 1 else None


def _dimension(given: Mapping[str, Any], name: str, largest: int) -> int:
    d = int(given.get("dimension", 4))
    if not 2 <= d <= largest:
        raise SpecError(f"dimension {d} is out of range for {name}: choose 2 to {largest}")
    return d


def _mean(n: int, d: int, k: int, histograms: Histograms, trials: int, confidence: float) -> Estimate:
    total, squares = histograms["sum"][str(n)], histograms["sum_of_squares"][str(n)]
    value, exact = total / trials, float(mean_flats(n, k, d))
    if trials < 2:
        return Estimate(value, None, None, exact=exact)
    interval = mean_interval(total, squares, trials, confidence)
    return Estimate(value, interval.low, interval.high, exact=exact)


def _deviation(n: int, d: int, k: int, histograms: Histograms, trials: int, confidence: float) -> Estimate:
    """The standard deviation; an interval needs the whole histogram, which is there for chosen n."""
    total, squares = histograms["sum"][str(n)], histograms["sum_of_squares"][str(n)]
    value = sqrt((trials * squares - total * total) / (trials * (trials - 1))) if trials > 1 else 0.0
    exact = sqrt(float(variance_flats(n, k, d)))
    histogram = histograms.get(f"at_{n}")
    if histogram is None or trials < 2:
        return Estimate(value, None, None, exact=exact)
    interval = deviation_interval({int(x): count for x, count in histogram.items()}, confidence)
    return Estimate(value, interval.low, interval.high, exact=exact)
