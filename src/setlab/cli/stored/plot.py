"""`setlab runs plot`: experiments as a figure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.options import Json, StorePlace, option
from setlab.cli.screen import print_json
from setlab.cli.stored.common import Confidence, find_stored, opened, result_of


def plot(
    spec_ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Experiments with the same kernel.")],
    output: Annotated[Path, option("--output", "-o", "FILE", "Ends in .svg, .png or .pdf.")],
    store: StorePlace = None,
    confidence: Confidence = 0.95,
    json: Json = False,
) -> None:
    """Draw one experiment, or several side by side."""
    from setlab.cli.pictures import plot_results

    with opened(store) as kept:
        results = [result_of(*find_stored(start, kept)) for start in spec_ids]
    plot_results(results, output, confidence)
    if json:
        print_json({"ids": [result.spec.id for result in results], "path": str(output)})
    else:
        print(output)
