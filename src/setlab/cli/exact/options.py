"""Options that the questions share, and what is checked before any work is done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.errors import SpecError

Recompute = Annotated[
    bool, typer.Option("--recompute", help="Compute it now, and compare with the numbers that ship with setlab.")
]
Verify = Annotated[bool, typer.Option("--verify", help="Replay the proofs.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .svg, .png or .pdf.")]


def check_cards(cards: int, deck: int) -> None:
    """An error unless so many cards can be dealt."""
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
