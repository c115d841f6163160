"""Results as figures: histograms of games, curves over the number of cards, several runs side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from setlab.counting import sets_bound
from setlab.errors import SpecError
from setlab.experiment.kernel import Estimate
from setlab.experiment.kernels import find_kernel
from setlab.experiment.run import Result
from setlab.plots import Series, draw_curve, draw_histogram, exact_series, new_figure, save_figure

TITLES = {
    "endgame": "Cards left at the end of the game",
    "first-set": "No SET among n cards",
    "first-plane": "No plane among n cards",
    "set-count": "SETs among n cards",
    "plane-count": "Planes among n cards",
    "solitaire": "Cards left in Solitaire SET",
    "antiset": "Length of a game of anti-SET",
}

ONE_HISTOGRAM = {"antiset": ("length", "rounds"), "solitaire": ("leftover", "cards left")}
"""The kernels whose figure is one histogram, and what is on its axis."""


def plot_results(results: Sequence[Result], path: Path, confidence: float = 0.95) -> None:
    """Write a figure of one result, or of several of the same kernel side by side."""
    kernels = {result.spec.kernel for result in results}
    if len(kernels) != 1:
        raise SpecError(f"{' and '.join(sorted(kernels))} have no figure in common: choose runs of one kernel")
    (kernel,) = kernels
    note = "  ".join(f"{result.spec.id}, {result.tally.trials:,} trials" for result in results[:3])
    note += "  …" * (len(results) > 3)
    labels = _labels(results)
    if kernel == "endgame":
        fig, (left, right) = new_figure(TITLES[kernel], note, columns=2, size=(9.6, 4.3))
        series = [_series(r, "leftover", label, confidence) for r, label in zip(results, labels, strict=True)]
        draw_histogram(left, series, "cards left", "share of games", legend=len(results) > 1)
        draw_histogram(right, series, "cards left", "share of games, logarithmic", log=True, legend=False)
    elif kernel in ONE_HISTOGRAM:
        name, x_label = ONE_HISTOGRAM[kernel]
        shown = name if all(name in result.tally.histograms for result in results) else find_kernel(kernel).main
        fig, (left,) = new_figure(TITLES[kernel], note)
        series = [_series(r, shown, label, confidence) for r, label in zip(results, labels, strict=True)]
        draw_histogram(left, series, x_label, "share of games", legend=len(results) > 1)
    elif find_kernel(kernel).main == "none":
        fig, (left, right) = new_figure(TITLES[kernel], note, columns=2, size=(9.6, 4.3))
        series = [_series(r, "none", label, confidence) for r, label in zip(results, labels, strict=True)]
        draw_curve(left, series, "cards dealt", "share of deals", percent=True)
        draw_curve(right, series, "cards dealt", "share of deals, logarithmic", percent=True, log=True, legend=False)
    else:
        fig, (left, right) = new_figure(TITLES[kernel], note, columns=2, size=(9.6, 4.3))
        means = [_series(r, "mean", label, confidence) for r, label in zip(results, labels, strict=True)]
        spreads = [_series(r, "deviation", label, confidence) for r, label in zip(results, labels, strict=True)]
        draw_curve(left, means, "cards dealt", "mean number", lines=_bound(kernel, means))
        draw_curve(right, spreads, "cards dealt", "standard deviation")
    save_figure(fig, path)


def _series(result: Result, name: str, label: str, confidence: float) -> Series:
    estimates: Mapping[str, Estimate] = result.estimates(confidence).get(name, {})
    rows = sorted((int(key), estimate) for key, estimate in estimates.items())
    exact = tuple(e.exact for _, e in rows)
    return Series(
        label,
        tuple(x for x, _ in rows),
        tuple(e.value for _, e in rows),
        tuple(e.value if e.low is None else e.low for _, e in rows),
        tuple(e.value if e.high is None else e.high for _, e in rows),
        exact if any(value is not None for value in exact) else None,
    )


def _bound(kernel: str, means: Sequence[Series]) -> list[Series]:
    """The "theoretical maximum" n(n − 1)/6 of the thesis, for SETs."""
    if kernel != "set-count":
        return []
    most = max(x for series in means for x in series.x)
    return [exact_series("n(n − 1)/6", {n: sets_bound(n) for n in range(most + 1)})]


def _labels(results: Sequence[Result]) -> list[str]:
    """What tells the runs apart: the parameters in which they differ, else their seeds."""
    parameters = [result.spec.parameters | {"seed": result.spec.seed} for result in results]
    differing = [name for name in parameters[0] if len({str(p.get(name)) for p in parameters}) > 1]
    if not differing:
        return [f"{result.tally.trials:,} trials" for result in results]
    return [", ".join(f"{name} {p[name]}" for name in differing) for p in parameters]
