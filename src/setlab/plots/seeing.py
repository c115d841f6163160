"""Figures of the analysis of games: how fast SETs are found, and what makes them easier to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setlab.errors import SpecError, plural
from setlab.plots.figure import FAINT, house_style, new_figure
from setlab.plots.look import choose_panels, series_ink
from setlab.plots.series import tick_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from setlab.seeing import Analysis, Effect, Rate

WIDE, NARROW = (9.6, 3.9), (7.2, 3.9)


def draw_seeing(analysis: Analysis, panels: str | None = None) -> Figure:
    """The rates by the number of properties that differ, and the effects as ratios of rates.

    >>> from setlab.seeing import analyse, simulate_room
    >>> fig = draw_seeing(analyse([simulate_room(seed=1)]))
    >>> [axis.get_xlabel() for axis in fig.axes]
    ['properties that differ', 'times as fast']
    """
    if not analysis.claims:
        raise SpecError("there is nothing to draw: no claim of these games can be used")
    chosen = choose_panels(panels, {"rates": _rates_panel, "effects": _effects_panel})
    fig, axes = new_figure(
        "Which SETs are seen first?",
        columns=len(chosen),
        size=WIDE if len(chosen) > 1 else NARROW,
        subtitle=f"{plural(analysis.claims, 'claim')} of {plural(analysis.players, 'player')} in "
        f"{plural(analysis.rounds, 'round')}; {100 * analysis.level:g} % intervals",
    )
    for axis, draw in zip(axes, chosen, strict=True):
        draw(axis, analysis)
    return fig


def _rates_panel(axis: Axes, analysis: Analysis) -> None:
    draw_rates(axis, analysis.rates)


def _effects_panel(axis: Axes, analysis: Analysis) -> None:
    draw_effects(axis, analysis.effects)


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
            _draw_effect(axis, row, effect)
        axis.set_yticks(range(len(effects)), [_label(effect) for effect in effects])
        axis.set_ylim(len(effects) - 0.5, -0.5)
        axis.set_xlabel("times as fast")
        axis.grid(True, axis="x")
        axis.grid(False, axis="y")
        axis.tick_params(which="both", length=0)
        low, high = _reach(effects)
        axis.set_xlim(low, high)
        axis.set_xticks([tick for tick in TICKS if low <= tick <= high])
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.xaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_minor_formatter(NullFormatter())


def _label(effect: Effect) -> str:
    return "one more differs" if effect.name == "differ" else effect.name.replace("-", " ")


TICKS = (0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 4, 10, 30, 100)


def _reach(effects: Sequence[Effect]) -> tuple[float, float]:
    """The ends of the axis: as far as the intervals reach, at least a factor 2.5, at most 100."""
    ends = [end for each in effects for end in (each.low, each.high) if end is not None]
    far = min(max([2.5, *(max(end, 1 / end) for end in ends if end > 0)]) * 1.15, 100.0)
    return 1 / far, far


def _draw_effect(axis: Axes, row: int, effect: Effect) -> None:
    if effect.ratio is None or effect.low is None or effect.high is None:
        axis.text(1.0, row, "  no finite estimate", va="center", size=8, color=FAINT)
        return
    _draw_interval(axis, ([effect.low, effect.high], [row, row]), ([effect.ratio], [row]))


def _draw_interval(axis: Axes, ends: tuple[list[float], list[float]], dot: tuple[list[float], list[float]]) -> None:
    ink = series_ink(0)
    axis.plot(*ends, color=ink, linewidth=2.2, alpha=0.45)
    axis.plot(*dot, color=ink, marker="o", ms=6, linestyle="none", zorder=3)
