"""`setlab runs plot`: experiments as a figure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.options import Json, StorePlace, check_picture, option
from setlab.cli.screen import print_json
from setlab.cli.stored.common import Confidence, First, Trials, chosen_result, opened, read_range


def plot(
    spec_ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Experiments with the same kernel.")],
    output: Annotated[Path, option("--output", "-o", "FILE", "Ends in .svg, .png, .pdf or .pgf.")],
    trials: Trials = None,
    first: First = "0",
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    json: Json = False,
) -> None:
    """Draw one experiment, or several side by side.

    setlab simulate endgame --trials 1e4 --seed 1

    setlab simulate endgame --trials 1e4 --seed 2 --choice popular

    setlab runs plot 29dbb2 3106f7 -o choices.svg
    """
    from setlab.cli.pictures import plot_results

    check_picture(output)
    look, wanted = read_look(output, title, no_title, width, font), read_range(first, trials)
    with opened(store) as kept:
        results = [chosen_result(start, kept, wanted)[0] for start in spec_ids]
    with looking(look):
        plot_results(results, output, confidence, panels)
    if json:
        print_json({"ids": [result.spec.id for result in results], "path": str(output)})
    else:
        print(output)
