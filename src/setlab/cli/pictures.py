"""Results as figures in files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from setlab.experiment.run import Result
from setlab.plots import save_figure
from setlab.plots.results import draw_results
from setlab.plots.strategies import draw_strategies
from setlab.stats import Interval


def plot_results(results: Sequence[Result], path: Path, confidence: float = 0.95, panels: str | None = None) -> None:
    """Write a figure of one result, or of several of the same kernel side by side."""
    save_figure(draw_results(results, confidence, panels), path)


def plot_strategies(
    found: Mapping[str, tuple[float, Interval]], path: Path, title: str, x_label: str, subtitle: str
) -> None:
    """Write a figure of several strategies: the proportion of each, with its interval."""
    save_figure(draw_strategies(found, title, x_label, subtitle), path)
