"""Results as figures, as their kernel declares them; several runs of one kernel are drawn side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.experiment.kernel import Panel
from setlab.experiment.run import Result
from setlab.plots import Series, draw_curve, draw_histogram, exact_series, new_figure, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = (9.6, 4.3)
NARROW = (7.2, 4.3)


def plot_results(results: Sequence[Result], path: Path, confidence: float = 0.95) -> None:
    """Write a figure of one result, or of several of the same kernel side by side."""
    kernels = {result.spec.kernel for result in results}
    if len(kernels) != 1:
        raise SpecError(f"{' and '.join(sorted(kernels))} have no figure in common: choose runs of one kernel")
    declared = results[0].spec.definition.figure
    panels = declared.panels
    size = WIDE if len(panels) > 1 else NARROW
    fig, axes = new_figure(declared.title, _note(results), columns=len(panels), size=size)
    for number, (panel, axis) in enumerate(zip(panels, axes, strict=True)):
        _draw(axis, panel, results, confidence, with_legend=number == 0)
    save_figure(fig, path)


def _draw(axis: Axes, panel: Panel, results: Sequence[Result], confidence: float, with_legend: bool) -> None:
    """Draw a panel; a second panel of the same quantity needs no legend."""
    name = _quantity(panel, results)
    series = [_series(r, name, label, confidence) for r, label in zip(results, _labels(results), strict=True)]
    if panel.kind == "bars":
        legend = with_legend and len(results) > 1
        draw_histogram(axis, series, panel.x_label, panel.y_label, log=panel.log, legend=legend)
        return
    draw_curve(
        axis,
        series,
        panel.x_label,
        panel.y_label,
        lines=_lines(panel, series),
        percent=panel.percent,
        log=panel.log,
        legend=with_legend or not panel.log,
    )


def _quantity(panel: Panel, results: Sequence[Result]) -> str:
    """The quantity of the panel, or the main one if a run lacks it."""
    known = all(panel.quantity in result.spec.quantities for result in results)
    return panel.quantity if known else results[0].spec.definition.main


def _series(result: Result, name: str, label: str, confidence: float) -> Series:
    rows = sorted(result.estimate(name, confidence).items())
    exact = tuple(e.exact for _, e in rows)
    return Series(
        label,
        tuple(x for x, _ in rows),
        tuple(e.value for _, e in rows),
        tuple(e.value if e.low is None else e.low for _, e in rows),
        tuple(e.value if e.high is None else e.high for _, e in rows),
        exact if any(value is not None for value in exact) else None,
    )


def _lines(panel: Panel, drawn: Sequence[Series]) -> list[Series]:
    """The functions of x that the panel is compared with, as far as the series go."""
    most = max(x for series in drawn for x in series.x)
    functions = panel.lines or {}
    return [exact_series(label, {x: f(x) for x in range(most + 1)}) for label, f in functions.items()]


def _labels(results: Sequence[Result]) -> list[str]:
    """The parameters in which the runs differ, else their seeds, else their numbers of trials."""
    parameters = [result.spec.parameters.titled() | {"seed": str(result.spec.seed)} for result in results]
    differing = [title for title in parameters[0] if len({p.get(title) for p in parameters}) > 1]
    if not differing:
        return [f"{result.tally.trials:,} trials" for result in results]
    return [", ".join(f"{title} {p[title]}" for title in differing if title in p) for p in parameters]


def _note(results: Sequence[Result]) -> str:
    """The ids and the numbers of trials of the first three runs."""
    note = "  ".join(f"{result.spec.id}, {result.tally.trials:,} trials" for result in results[:3])
    return note + "  …" * (len(results) > 3)
