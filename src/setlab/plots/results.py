"""Results as figures: runs of a kernel as it declares them, strategies, exact answers, and how fast SETs are seen.

In figures of exact answers impossible values are marked, and unknown ones are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError, plural
from setlab.exact.answers import ExactFigure
from setlab.experiment.estimate import Estimates
from setlab.experiment.kernel import Panel
from setlab.experiment.result import Result, spec_sentence
from setlab.experiment.tally import Joint
from setlab.plots import Look, figure_look, legend_above, new_figure, read_width
from setlab.plots.charts import Series, draw_curve, draw_histogram, exact_series, series_ink, tick_text
from setlab.plots.figure import FAINT, choose_panels, house_style, show_in_notebook
from setlab.stats import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from setlab.seeing import Analysis, Effect, Rate


MOST_SERIES = 3
"""The series of one quantity over pairs."""


def draw_results(results: Sequence[Result], confidence: float = 0.95, panels: str | None = None) -> Figure:
    """The figure of one result, or of several of the same kernel side by side.

    `panels` are names of quantities with commas, with -log for a logarithmic axis; by default those of the kernel.

    >>> from setlab import simulate
    >>> games = [simulate("endgame", 1000, seed=1, choice=choice) for choice in ("popular", "reject")]
    >>> len(draw_results(games, panels="leftover,turns").axes)
    2
    """
    kernels = {result.spec.kernel for result in results}
    if len(kernels) != 1:
        raise SpecError(f"{' and '.join(sorted(kernels))} have no figure in common: choose runs of one kernel")
    declared = {panel_name(panel): panel for panel in results[0].spec.definition.figure.panels}
    found = choose_panels(panels, declared if panels is None else declared | _further(results) | declared)
    chosen = [_fitting(panel, results) for panel in found]
    subtitle, note = describe_runs(results, confidence), _note(results)
    fig, axes = new_figure(_title(chosen, results), note, columns=len(chosen), size=_size(chosen), subtitle=subtitle)
    for number, (panel, axis) in enumerate(zip(chosen, axes, strict=True)):
        _draw(axis, panel, results, confidence, with_legend=number == 0)
    return fig


def _size(panels: Sequence[object], height: float = 4.3) -> tuple[float, float]:
    """The inches of a figure with these panels."""
    return (9.6 if len(panels) > 1 else 7.2), height


def plot_result(result: Result, panels: str | None, title: str | None, width: str | None, font: str) -> Figure:
    """The figure of a result with this title, width and font; a notebook shows it as a picture."""
    with figure_look(Look(title, None if width is None else read_width(width), font)):
        return show_in_notebook(draw_results([result], result.confidence, panels))


def _title(panels: Sequence[Panel], results: Sequence[Result]) -> str:
    """The title that the kernel declares, or the quantities if others are drawn."""
    spec = results[0].spec
    declared = spec.definition.figure
    drawn = dict.fromkeys(panel.quantity for panel in panels)
    if drawn.keys() <= {panel.quantity for panel in declared.panels}:
        return declared.title
    titles = ", ".join(spec.quantities[name].title.partition(", ")[0] for name in drawn)
    return titles[:1].upper() + titles[1:]


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
    look: dict[str, Any] = {"percent": panel.percent, "log": panel.log, "legend": with_legend or not panel.log}
    draw_curve(axis, series, panel.x_label, panel.y_label, lines=_lines(panel, series), **look)


def impossible_values(name: str, results: Sequence[Result]) -> tuple[int, ...]:
    """The values of a quantity that no run can have, as its kernel proves."""
    sets = [set(result.spec.definition.impossible(result.spec.parameters).get(name, ())) for result in results]
    return tuple(sorted(set.intersection(*sets)))


def _fitting(panel: Panel, results: Sequence[Result]) -> Panel:
    """The panel; fall back to the main quantity's panel if a run lacks this one."""
    if all(panel.quantity in result.spec.quantities for result in results):
        return panel
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
    found, column = list[Series](), declared.keys.columns[0]
    for first in sorted(first for first, _ in counts.most_common(MOST_SERIES)):
        mine = {other: each for (one, other), each in estimates.items() if one == first}
        found.append(series_of_estimates(mine, f"{label}, " * bool(label) + f"{first} {column}"))
    return found


def series_of_estimates(estimates: Estimates, label: str) -> Series:
    """The estimates of a quantity as a series."""
    x = tuple(sorted(estimates))
    found = [estimates[key] for key in x]
    low = tuple(e.value if e.low is None else e.low for e in found)
    high = tuple(e.value if e.high is None else e.high for e in found)
    exact = tuple(e.exact for e in found) if any(e.exact is not None for e in found) else None
    return Series(label, x, tuple(e.value for e in found), low, high, exact)


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
    with house_style():
        for row, (proportion, interval) in enumerate(found.values()):
            ends = ([100 * interval.low, 100 * interval.high], [row, row])
            _draw_interval(axis, ends, ([100 * proportion], [row]), ms=5, clip_on=False)
        _name_rows(axis, list(found))
        axis.set(xlabel=x_label, xlim=(0, 100))
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    return fig


def _name_rows(axis: Axes, names: list[str]) -> None:
    """One row for each name, from above, with vertical lines alone."""
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(True, axis="x")
    axis.grid(False, axis="y")
    axis.tick_params(which="both", length=0)


NOTE = "exact"
LINEAR_AND_LOG = {"linear": False, "log": True}


def draw_exact(shown: ExactFigure, panels: str | None = None) -> Any:
    """The figure of an exact answer."""
    if shown.kind == "extremes":
        return _draw_extremes(shown)
    if shown.kind == "moments":
        return _draw_moments(shown)
    chosen = choose_panels(panels, LINEAR_AND_LOG)
    fig, axes = new_figure(shown.title, NOTE, columns=len(chosen), size=_size(chosen), subtitle=shown.subtitle)
    for axis, log in zip(axes, chosen, strict=True):
        label = "probability, logarithmic" if log else "probability"
        (_draw_probabilities if shown.kind == "curve" else _draw_distribution)(axis, shown, label, log)
    return fig


def _draw_probabilities(axis: Any, shown: ExactFigure, label: str, log: bool) -> None:
    """A probability over n; the curve is interrupted where it is not known."""
    known = {n: nan if p is None else float(p) for n, p in shown.values.items()}
    last = max(n for n, p in known.items() if 0 < p < 1 or n < 2 or p != p)
    series = [exact_series(shown.label, {n: p for n, p in known.items() if n <= last + 1})]
    unknown = [n for n, p in shown.values.items() if p is None and n <= last + 1]
    draw_curve(axis, series, "cards dealt", label, percent=True, log=log, legend=False, unknown=unknown)


def _draw_distribution(axis: Any, shown: ExactFigure, label: str, log: bool) -> None:
    series = [exact_series("exact", {value: p for value, p in shown.values.items() if p})]
    draw_histogram(axis, series, shown.label, label, log=log, legend=False, impossible=shown.impossible)


def _draw_moments(shown: ExactFigure) -> Any:
    """The mean and the standard deviation of a distribution that is not known."""
    fig, (axis,) = new_figure(shown.title, NOTE, subtitle=shown.subtitle)
    (mean, deviation), ink = shown.moments, series_ink(0)
    with house_style():
        low, high = mean - deviation, mean + deviation
        axis.axvspan(low, high, color=ink, alpha=0.15, linewidth=0, label="± standard deviation")
        axis.axvline(mean, color=ink, linewidth=1.5, label=f"mean {mean:.4g}")
        axis.set(xlabel="SETs", ylabel="probability", yticks=[])
        axis.set_xlim(max(0.0, mean - 4 * deviation), mean + 4 * deviation)
        axis.text(0.02, 0.95, "the distribution is not known", transform=axis.transAxes, va="top", color=FAINT)
    legend_above(axis)
    return fig


def _draw_extremes(shown: ExactFigure) -> Any:
    """The most or the fewest SETs over n, beside the mean; bounds where the value is not known."""
    series = [exact_series(shown.label, {n: nan if value is None else value for n, value in shown.values.items()})]
    if shown.bounds:
        series.append(_between(shown.bounds))
    fig, (axis,) = new_figure(shown.title, NOTE, subtitle=shown.subtitle)
    lines = [exact_series(name, values) for name, values in (shown.lines or {}).items()]
    draw_curve(axis, series, "cards", "SETs", lines=lines)
    return fig


def _between(bounds: Mapping[int, tuple[int, int]]) -> Series:
    """The bounds of the values that are not known, as intervals."""
    low, high = (tuple(float(pair[end]) for pair in bounds.values()) for end in (0, 1))
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    return Series("not known, between the bounds", tuple(bounds), middle, low, high)


def draw_seeing(analysis: Analysis, panels: str | None = None) -> Figure:
    """The rates by the number of properties that differ, and the effects as ratios of rates.

    >>> from setlab.seeing import analyse, simulate_room
    >>> fig = draw_seeing(analyse([simulate_room(seed=1)]))
    >>> [axis.get_xlabel() for axis in fig.axes]
    ['properties that differ', 'times as fast']
    """
    if not analysis.claims:
        raise SpecError("there is nothing to draw: no claim of these games can be used")
    rates, effects = partial(draw_rates, rates=analysis.rates), partial(draw_effects, effects=analysis.effects)
    chosen = choose_panels(panels, {"rates": rates, "effects": effects})
    used = f"{plural(analysis.claims, 'claim')} of {plural(analysis.players, 'player')}"
    subtitle = f"{used} in {plural(analysis.rounds, 'round')}; {100 * analysis.level:g} % intervals"
    title, size = "Which SETs are seen first?", _size(chosen, 3.9)
    fig, axes = new_figure(title, columns=len(chosen), size=size, subtitle=subtitle)
    for axis, draw in zip(axes, chosen, strict=True):
        draw(axis)
    return fig


def draw_rates(axis: Axes, rates: Sequence[Rate]) -> None:
    """Draw finds per SET-minute over the number of properties that differ, with intervals."""
    with house_style():
        for each in rates:
            if each.rate is not None and each.low is not None and each.high is not None:
                _draw_interval(axis, ([each.differ] * 2, [each.low, each.high]), ([each.differ], [each.rate]))
        axis.set(xlabel="properties that differ", ylabel="found per minute, each SET")
        axis.set_xticks([each.differ for each in rates])
        axis.margins(x=0.2)
        axis.set_ylim(bottom=0)
        axis.tick_params(length=0)
        axis.yaxis.set_major_formatter(lambda value, _: tick_text(value))


def draw_effects(axis: Axes, effects: Sequence[Effect]) -> None:
    """Draw ratios of rates with their intervals, one to a row, on a logarithmic scale; 1 means no effect."""
    from matplotlib.ticker import NullFormatter, NullLocator

    with house_style():
        axis.set_xscale("log")
        axis.axvline(1.0, color=FAINT, linewidth=1.0)
        for row, effect in enumerate(effects):
            if effect.ratio is None or effect.low is None or effect.high is None:
                axis.text(1.0, row, "  no finite estimate", va="center", size=8, color=FAINT)
            else:
                _draw_interval(axis, ([effect.low, effect.high], [row, row]), ([effect.ratio], [row]))
        names = ("one more differs" if each.name == "differ" else each.name.replace("-", " ") for each in effects)
        _name_rows(axis, list(names))
        axis.set_xlabel("times as fast")
        low, high = _reach(effects)
        axis.set_xlim(low, high)
        axis.set_xticks([tick for tick in TICKS if low <= tick <= high])
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.xaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_minor_formatter(NullFormatter())


TICKS = (0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 4, 10, 30, 100)


def _reach(effects: Sequence[Effect]) -> tuple[float, float]:
    """The ends of the axis: as far as the intervals reach, at least a factor 2.5, at most 100."""
    ends = [end for each in effects for end in (each.low, each.high) if end is not None]
    far = min(max([2.5, *(max(end, 1 / end) for end in ends if end > 0)]) * 1.15, 100.0)
    return 1 / far, far


Points = tuple[Sequence[float], Sequence[float]]


def _draw_interval(axis: Axes, ends: Points, dot: Points, ms: float = 6, clip_on: bool = True) -> None:
    ink = series_ink(0)
    axis.plot(*ends, color=ink, linewidth=2.2, alpha=0.45)
    axis.plot(*dot, color=ink, marker="o", ms=ms, linestyle="none", zorder=3, clip_on=clip_on)
