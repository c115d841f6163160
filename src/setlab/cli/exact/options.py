"""Options that the questions share, and what is checked before any work is done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.errors import SpecError

PICTURES = (".svg", ".png", ".pdf")

Recompute = Annotated[
    bool, typer.Option("--recompute", help="Compute it now, and compare with the numbers that ship with setlab.")
]
Verify = Annotated[bool, typer.Option("--verify", help="Replay the proofs.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .svg, .png or .pdf.")]


def check_picture(plot: Path | None) -> None:
    """An error before any work is done if the picture cannot be written."""
    if plot is not None and plot.suffix not in PICTURES:
        raise SpecError(f"{plot} is not a picture: choose a name that ends in {', '.join(PICTURES)}")
    if plot is not None and not plot.absolute().parent.is_dir():
        raise SpecError(f"{plot} cannot be written: there is no folder {plot.absolute().parent}")


def check_cards(cards: int, deck: int) -> None:
    """An error unless so many cards can be dealt."""
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
