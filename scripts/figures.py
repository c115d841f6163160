"""Draws the figures that docs/figures.md shows: `python -m scripts.figures` writes docs/images/.

Each figure is one command line, as a reader would type it. tests/test_figures.py compares title and description.
"""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from setlab.cli.main import status_of

IMAGES = Path(__file__).parents[1] / "docs" / "images"

COMMANDS: dict[str, str] = {
    "figure-endgame": "simulate endgame --trials 1e6 --seed 1 --no-store --width 16cm",
    "figure-paper": "simulate endgame --trials 1e6 --seed 1 --no-store --no-title --width 8cm --font serif "
    "--panels leftover-log",
    "figure-table-sets": "simulate endgame --count sets --trials 1e6 --seed 1 --no-store --width 16cm "
    "--panels first_sets,sets-log --title 'SETs on the first table, and during the game'",
    "figure-planes": "exact planes --width 16cm",
    "figure-sets": "exact sets --cards 9 --width 16cm",
}
"""The command that draws each figure; `--plot FILE` is added."""


def draw(name: str, folder: Path) -> Path:
    """The file of a figure, drawn in a folder."""
    path = folder / f"{name}.svg"
    with redirect_stdout(StringIO()):
        status = status_of([*shlex.split(COMMANDS[name]), "--plot", str(path)])
    assert status == 0, COMMANDS[name]
    return path


if __name__ == "__main__":
    for each in COMMANDS:
        print(draw(each, IMAGES))
