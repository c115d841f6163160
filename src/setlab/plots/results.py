"""Results as figures, as their kernel declares them; several runs of one kernel, and strategies, side by side."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError
from setlab.experiment.estimate import Estimates
from setlab.experiment.kernel import Panel
from setlab.experiment.result import Result, spec_sentence
from setlab.experiment.tally import Joint
from setlab.plots.curve import draw_curve
from setlab.plots.figure import DOTS, house_style, new_figure, save_pgf, saving_style
from setlab.plots.histogram import draw_histogram
from setlab.plots.look import Look, choose_panels, current_look, figure_look, panel_names, read_width, series_ink
from setlab.plots.series import Series, exact_series
from setlab.stats import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


WIDE = (9.6, 4.3)
NARROW = (7.2, 4.3)
MOST_SERIES = 3
"""The series of one quantity over pairs."""


def draw_results(results: Sequence[Result], confidence: float = 0.95, panels: str | None = None) -> Figure:
    """The figure of one result, or of several of the same kernel side by side; `panels` are names with commas.

    >>> from setlab import simulate
    >>> games = [simulate("endgame", 1000, seed=1, choice=choice) for choice in ("popular", "reject")]
    >>> len(draw_results(games, panels="leftover,turns").axes)
    2
    """
    kernels = {result.spec.kernel for result in results}
    if len(kernels) != 1:
        raise SpecError(f"{' and '.join(sorted(kernels))} have no figure in common: choose runs of one kernel")
    chosen = [_fitting(panel, results) for panel in find_panels(results, panels)]
    size = WIDE if len(chosen) > 1 else NARROW
    subtitle, note = describe_runs(results, confidence), _note(results)
    fig, axes = new_figure(_title(chosen, results), note, columns=len(chosen), size=size, subtitle=subtitle)
    for number, (panel, axis) in enumerate(zip(chosen, axes, strict=True)):
        _draw(axis, panel, results, confidence, with_legend=number == 0)
    return fig


def plot_result(result: Result, panels: str | None, title: str | None, width: str | None, font: str) -> Figure:
    """The figure of a result with this title, width and font; a notebook shows it as a picture."""
    with figure_look(Look(title, None if width is None else read_width(width), font)):
        fig = draw_results([result], result.confidence, panels)
        family = current_look().family
    fig._repr_png_ = lambda: _png(fig)  # type: ignore[attr-defined]
    fig.savefig = partial(_save, fig, family)  # type: ignore[method-assign]
    return fig


def _save(fig: Figure, family: str, file: Any, **options: Any) -> None:
    """matplotlib's `savefig` with the letters of the figure: a PDF embeds them as TrueType."""
    if isinstance(file, str | PathLike) and os.fspath(file).lower().endswith(".pgf"):
        save_pgf(fig, file)
        return
    with saving_style(family):
        type(fig).savefig(fig, file, **{"dpi": DOTS} | options)


def _png(fig: Figure) -> bytes:
    file = BytesIO()
    fig.savefig(file, format="png")
    return file.getvalue()


def _title(panels: Sequence[Panel], results: Sequence[Result]) -> str:
    """The title that the kernel declares, or the quantities if others are drawn."""
    spec = results[0].spec
    declared = spec.definition.figure
    drawn = dict.fromkeys(panel.quantity for panel in panels)
    if drawn.keys() <= {panel.quantity for panel in declared.panels}:
        return declared.title
    titles = ", ".join(spec.quantities[name].title.partition(", ")[0] for name in drawn)
    return titles[:1].upper() + titles[1:]


def find_panels(results: Sequence[Result], asked: str | None = None) -> list[Panel]:
    """The panels of the figure: the named ones, or those that the kernel declares.

    A name is a quantity's, with -log for a logarithmic axis.
    """
    declared = {panel_name(panel): panel for panel in results[0].spec.definition.figure.panels}
    if asked is None:
        return choose_panels(None, declared)
    known = {**declared, **{name: panel for name, panel in _further(results).items() if name not in declared}}
    return [known[name] for name in panel_names(asked, known)]


def panel_name(panel: Panel) -> str:
    """The name by which `--panels` asks for a panel.

    >>> panel_name(Panel("leftover", "cards left", "proportion", log=True))
    'leftover-log'
    """
    return f"{panel.quantity}-log" if panel.log else panel.quantity


def _further(results: Sequence[Result]) -> dict[str, Panel]:
    """A panel for every quantity over whole numbers, or pairs of them, on a linear and on a logarithmic axis."""
    found = dict[str, Panel]()
    for name, quantity in results[0].spec.quantities.items():
        if all(isinstance(key, int | tuple) for result in results for key in result.estimate(name)):
            title, _, label = quantity.title.partition(", ")
            kind = "bars" if quantity.is_proportion else "curve"
            panel = Panel(name, title, label or "estimate", kind)  # type: ignore[arg-type]
            found[name] = panel
            found[f"{name}-log"] = replace(panel, log=True, y_label=f"{panel.y_label}, logarithmic")
    return found


def _draw(axis: Axes, panel: Panel, results: Sequence[Result], confidence: float, with_legend: bool) -> None:
    """Draw a panel; a second panel of the same quantity needs no legend."""
    name = panel.quantity
    labelled = zip(results, _labels(results), strict=True)
    series = [each for r, label in labelled for each in _series(r, name, label if len(results) > 1 else "", confidence)]
    if panel.kind == "bars":
        legend = len(series) > 1 or (with_legend and series[0].exact is not None)
        never = impossible_values(name, results)
        options: dict[str, Any] = {"log": panel.log, "legend": legend, "impossible": never, "names": panel.names}
        draw_histogram(axis, series, panel.x_label, panel.y_label, **options)
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


def impossible_values(name: str, results: Sequence[Result]) -> tuple[int, ...]:
    """The values of a quantity that no run can have, as its kernel proves."""
    sets = [set(result.spec.definition.impossible(result.spec.parameters).get(name, ())) for result in results]
    return tuple(sorted(set.intersection(*sets)))


def _fitting(panel: Panel, results: Sequence[Result]) -> Panel:
    """The panel; fall back to the main quantity's panel if a run lacks this one."""
    known = all(panel.quantity in result.spec.quantities for result in results)
    return panel if known else _main_panel(results)


def _main_panel(results: Sequence[Result]) -> Panel:
    """The panel of the main quantity, with the words of its title."""
    main = results[0].spec.definition.main
    title, _, label = results[0].spec.quantities[main].title.partition(", ")
    return Panel(main, title, label or "estimate")


def _series(result: Result, name: str, label: str, confidence: float) -> list[Series]:
    """The estimates of a quantity as a series; those over pairs as a series for each first number, the commonest."""
    estimates, declared = result.estimate(name, confidence), result.spec.histograms.get(name)
    if declared is None or not isinstance(declared.keys, Joint):
        return [series_of_estimates(estimates, label or f"{result.tally.trials:,} trials")]
    counts = Counter[int]()
    for (first, _), each in estimates.items():
        counts[first] += each.count or 0
    return [
        series_of_estimates(
            {other: each for (one, other), each in estimates.items() if one == first},
            f"{label}, " * bool(label) + f"{first} {declared.keys.columns[0]}",
        )
        for first in sorted(first for first, _ in counts.most_common(MOST_SERIES))
    ]


def series_of_estimates(estimates: Estimates, label: str) -> Series:
    """The estimates of a quantity as a series."""
    rows = sorted(estimates.items())
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
    """The functions of x that the panel is compared with, over the range of the series."""
    most = max(x for series in drawn for x in series.x)
    functions = panel.lines or {}
    return [exact_series(label, {x: f(x) for x in range(most + 1)}) for label, f in functions.items()]


def _labels(results: Sequence[Result]) -> list[str]:
    """The parameters in which the runs differ, else their seeds, else their numbers of trials."""
    parameters = [_parameters(result) for result in results]
    differing = _differing(parameters)
    if not differing:
        return [f"{result.tally.trials:,} trials" for result in results]
    return [", ".join(f"{title} {p[title]}" for title in differing if title in p) for p in parameters]


def _parameters(result: Result) -> dict[str, str]:
    return result.spec.parameters.texts_by_title() | {"seed": str(result.spec.seed)}


def _differing(parameters: Sequence[Mapping[str, str]]) -> list[str]:
    return [title for title in parameters[0] if len({p.get(title) for p in parameters}) > 1]


def describe_runs(results: Sequence[Result], confidence: float) -> str:
    """The subtitle: kernel, parameters that the runs have in common, seed, trials, and the level of the intervals."""
    level = f"; {100 * confidence:g} % intervals" * _has_intervals(results[0], confidence)
    if len(results) == 1:
        return f"{spec_sentence(results[0].spec)}; {results[0].tally.trials:,} trials{level}"
    parameters = [_parameters(result) for result in results]
    differing = _differing(parameters)
    common = [f"{title} {value}" for title, value in parameters[0].items() if title not in differing]
    trials = sorted({result.tally.trials for result in results})
    span = f"{trials[0]:,} trials each" if len(trials) == 1 else f"{trials[0]:,} to {trials[-1]:,} trials"
    return f"{results[0].spec.kernel}: {', '.join(common)}; {span}{level}" if common else f"{span}{level}"


def _has_intervals(result: Result, confidence: float) -> bool:
    """True if something is estimated: a list of orbits is exact."""
    main = result.estimate(result.spec.definition.main, confidence)
    return any(estimate.low is not None for estimate in main.values())


def _note(results: Sequence[Result]) -> str:
    """The ids of the first three runs, and which trials each holds."""
    note = "  ".join(f"{r.spec.id}, {r.tally.trials:,} trials from {r.first:,}" for r in results[:3])
    return note + "  …" * (len(results) > 3)


WIDTH, ROOM, ROW = 7.2, 1.4, 0.26
"""In inches: the figure, the space above and below the rows, and a row."""


def draw_strategies(
    found: Mapping[str, tuple[float, Interval]], title: str, x_label: str, subtitle: str = "", note: str = ""
) -> Figure:
    """The figure of the proportions, with a row for each strategy.

    >>> fig = draw_strategies({"S9": (0.09, Interval(0.07, 0.11))}, "Solitaire SET", "tables cleared")
    >>> [label.get_text() for label in fig.axes[0].get_yticklabels()]
    ['S9']
    """
    fig, (axis,) = new_figure(title, note, size=(WIDTH, ROOM + ROW * len(found)), subtitle=subtitle)
    ink = series_ink(0)
    with house_style():
        for row, (proportion, interval) in enumerate(found.values()):
            axis.plot([100 * interval.low, 100 * interval.high], [row, row], color=ink, linewidth=2.2, alpha=0.45)
            axis.plot([100 * proportion], [row], color=ink, marker="o", ms=5, linestyle="none", zorder=3, clip_on=False)
        axis.set_yticks(range(len(found)), list(found))
        axis.set_ylim(len(found) - 0.5, -0.5)
        axis.set(xlabel=x_label, xlim=(0, 100))
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axis.grid(True, axis="x")
        axis.grid(False, axis="y")
        axis.tick_params(length=0)
    return fig
