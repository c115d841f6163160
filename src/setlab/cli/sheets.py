"""Drawings of cards in the file that `-o` names, for every verb that shows cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.options import PICTURES
from setlab.errors import SpecError, plural
from setlab.notation import MOST_NAMED_VALUES, Notation

Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Draw the cards in a file: .svg, .png or .pdf."),
]
PaletteName = Annotated[
    str,
    typer.Option("--palette", metavar="NAME", help="Colours of -o: classic, safe (for the colour-blind) or labelled."),
]
Lines = Annotated[bool, typer.Option("--lines", help="Draw a line through the cards of each SET, with -o.")]
Codes = Annotated[bool, typer.Option("--codes", help="Write the digits of the cards as well.")]

CLASSIC = "classic"

Rows = Sequence[Sequence[int]]


def check_output(
    output: Path | None, values: int = 3, lines: bool = False, palette: str = CLASSIC, answer: bool = True
) -> None:
    """Raise `SpecError` unless the drawing can be made and written; without one, its options are refused.

    Lines through SETs need an answer that shows these.
    """
    if palette != CLASSIC:
        from setlab.render import find_palette

        find_palette(palette)
    if output is None:
        for asked, flag in ((lines, "--lines"), (palette != CLASSIC, "--palette")):
            if asked:
                raise SpecError(f"{flag} is about the drawing in a file: name one, as in -o cards.svg")
        return
    if values > MOST_NAMED_VALUES:
        raise SpecError(f"{values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
    if output.suffix.lower() not in PICTURES:
        raise SpecError(f"{output} is not a picture: choose a name that ends in {', '.join(PICTURES)}")
    if not output.absolute().parent.is_dir():
        raise SpecError(f"{output} cannot be written: there is no folder {output.absolute().parent}")
    if lines and not answer:
        raise SpecError("--lines shows the SETs: add --answer, or leave it out")


def write_sheet(
    output: Path,
    cards: Sequence[int],
    here: Notation,
    *,
    palette: str = "classic",
    columns: int | None = None,
    codes: bool = False,
    marked: Sequence[Sequence[int]] = (),
    lines: Sequence[Sequence[int]] = (),
) -> None:
    """Write the cards in a grid: the SETs in `marked` have numbered tabs, those in `lines` a line through them."""
    from setlab.render import draw_sheet, save_drawing

    index = {card: i for i, card in enumerate(cards)}
    drawing = draw_sheet(
        [here.face(card) for card in cards],
        palette,
        columns=columns,
        labels=[here.digits(card) for card in cards] if codes else None,
        groups=[[index[card] for card in line] for line in marked],
        lines=[[index[card] for card in line] for line in lines],
    )
    save_drawing(drawing, output)


def write_blocks(output: Path, blocks: Sequence[Rows], here: Notation, palette: str = "classic") -> None:
    """Write blocks of rows of cards side by side, as the three planes of a cube."""
    from setlab.render import draw_layout, save_drawing

    faces = [[[here.face(card) for card in row] for row in block] for block in blocks]
    save_drawing(draw_layout(faces, palette), output)


def say_written(output: Path, cards: int) -> None:
    """Print the line that says what was written."""
    print(f"{output}: {plural(cards, 'card')}")
