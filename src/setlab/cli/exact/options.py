"""Options common to several questions, and a check of their values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.errors import SpecError

Recompute = Annotated[
    bool,
    typer.Option("--recompute", help="Compute the answer now, and compare it with the numbers that ship with setlab."),
]
Verify = Annotated[bool, typer.Option("--verify", help="Replay the proofs.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .svg, .png, .pdf or .pgf.")]


def check_cards(cards: int, deck: int) -> None:
    """Raise `SpecError` unless this number of cards can be dealt."""
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
