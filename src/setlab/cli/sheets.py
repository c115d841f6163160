"""Drawings of cards in the file that `-o` names, for every verb that shows cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from setlab.cli.options import PICTURES, check_folder, flag, option
from setlab.errors import SpecError, plural
from setlab.notation import MOST_NAMED_VALUES, Notation

Codes = Annotated[bool, flag("--codes", "Write the digits of the cards as well.")]

CLASSIC = "classic"

Lines = Sequence[Sequence[int]]


@dataclass(frozen=True)
class DrawingOptions:
    """The file in which cards are drawn, and their colours."""

    output: Annotated[
        Path | None, option("--output", "-o", "FILE", "Draw the cards in a file: .svg, .png or .pdf.")
    ] = None
    palette: Annotated[
        str, option("--palette", "NAME", "Colours of -o: classic, safe (for the colour-blind) or labelled.")
    ] = CLASSIC
    lines: ClassVar[bool] = False

    def check(self, values: int = 3, answer: bool = True) -> None:
        """Raise `SpecError` unless the drawing can be made and written; without one, its options are refused.

        Lines through SETs need an answer that shows these.
        """
        if self.palette != CLASSIC:
            from setlab.render import find_palette

            find_palette(self.palette)
        if self.output is None:
            for asked, flag in ((self.lines, "--lines"), (self.palette != CLASSIC, "--palette")):
                if asked:
                    raise SpecError(f"{flag} is about the drawing in a file: name one, as in -o cards.svg")
            return
        if values > MOST_NAMED_VALUES:
            raise SpecError(f"{values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
        if self.output.suffix.lower() not in PICTURES:
            raise SpecError(f"{self.output} is not a picture: choose a name that ends in {', '.join(PICTURES)}")
        check_folder(self.output)
        if self.lines and not answer:
            raise SpecError("--lines shows the SETs: add --answer, or leave it out")

    def write(
        self,
        cards: Sequence[int],
        notation: Notation,
        sets: Lines = (),
        *,
        tabs: bool = False,
        columns: int | None = None,
        codes: bool = False,
    ) -> None:
        """Write the cards in a grid, if a file is named; the SETs have lines on request, and numbered tabs."""
        if self.output is None:
            return
        from setlab.render import draw_sheet, save_drawing

        index = {card: i for i, card in enumerate(cards)}
        groups = [[index[card] for card in line] for line in sets]
        drawing = draw_sheet(
            [notation.face(card) for card in cards],
            self.palette,
            columns=columns,
            labels=[notation.digits(card) for card in cards] if codes else None,
            groups=groups if tabs else [],
            lines=groups if self.lines else [],
        )
        save_drawing(drawing, self.output)

    def write_blocks(self, blocks: Sequence[Lines], notation: Notation) -> None:
        """Write blocks of rows of cards side by side, as the three planes of a cube, if a file is named."""
        if self.output is not None:
            from setlab.render import draw_layout, save_drawing

            faces = [[[notation.face(card) for card in row] for row in block] for block in blocks]
            save_drawing(draw_layout(faces, self.palette), self.output)

    def say_written(self, cards: int) -> None:
        """Print the line that says what was written, if a file is named."""
        if self.output is not None:
            print(f"{self.output}: {plural(cards, 'card')}")


@dataclass(frozen=True)
class SheetOptions(DrawingOptions):
    """The same, with lines through SETs."""

    lines: Annotated[bool, flag("--lines", "Draw a line through the cards of each SET, with -o.")] = False  # type: ignore[misc]
