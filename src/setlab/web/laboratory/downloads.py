"""What can be taken home from a run: its data and its figure, byte for byte as the command line writes them."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from setlab.experiment.result import Result
from setlab.experiment.table import result_table

DRAWING = Lock()
"""matplotlib has one style for all threads: one figure at a time."""


def data_csv(result: Result) -> bytes:
    """The data as `setlab simulate --export FILE.csv` writes it."""
    return (result_table(result).to_csv() + "\r\n").encode()


def figure_svg(results: Sequence[Result], show: str) -> bytes:
    """The figure as `setlab simulate --plot FILE.svg --panels SHOW` draws it; of two runs, side by side."""
    from setlab.plots import save_figure
    from setlab.plots.results import draw_results

    with DRAWING, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        save_figure(draw_results(results, panels=_panel(results, show)), path)
        return path.read_bytes()


def _panel(results: Sequence[Result], show: str) -> str | None:
    """The panel of what is shown; the kernel's own if it has no numbers on its axis."""
    keys = [key for result in results for key in result.estimate(show)]
    return show if all(isinstance(key, int) for key in keys) else None
