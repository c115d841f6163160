"""Results as figures in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from setlab.experiment.run import Result
from setlab.plots import save_figure
from setlab.plots.results import draw_results


def plot_results(results: Sequence[Result], path: Path, confidence: float = 0.95, panels: str | None = None) -> None:
    """Write a figure of one result, or of several of the same kernel side by side."""
    save_figure(draw_results(results, confidence, panels), path)
