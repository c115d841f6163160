"""Cards on the command line: how they are typed, shown on the screen, and drawn in the file that `-o` names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, ClassVar

from setlab.cli.options import PICTURES, DeckName, Dimension, NotationName, Values, argument, check_folder, flag, option
from setlab.cli.screen import MOST_TAGGED, style, symbol, width
from setlab.errors import RuleError, SpecError, join_names, plural
from setlab.notation import DEFAULT, MOST_NAMED_VALUES, Notation, find_deck, find_notation
from setlab.notation.binary import SET
from setlab.notation.reading import join_arguments
from setlab.render import cards_across, sheet_text, visible_width
from setlab.render.terminal import pad

TYPED = "Cards in digits, letters or words; - reads cards from standard input."
Cards = Annotated[list[str] | None, argument("CARD…", TYPED)]


def read_cards(texts: Sequence[str] | None, here: Notation, example: str, exactly: int | None = None) -> list[int]:
    """The cards that were typed, all different; raise `RuleError` with an example if their number is wrong."""
    given = card_texts(texts, here, example)
    if len(given) > len(here.deck):
        deck = f"a deck of {plural(here.deck.d, 'property')} with {here.deck.n} values"
        raise RuleError(f"{len(given)} cards given: {deck} has {len(here.deck)}")
    cards = here.parse_all(given)
    if exactly is not None and len(cards) != exactly:
        raise RuleError(f"{plural(len(cards), 'card')} given where {exactly} are needed, as in `{example}`")
    return cards


def card_texts(texts: Sequence[str] | None, here: Notation, example: str) -> list[str]:
    """The text of each card that was typed; raise `RuleError` with an example if there is none."""
    blank = next((text for text in texts or [] if not text.strip()), None)
    if blank is not None:
        here.parse(blank)
    # the cards of standard input, which blanks surround, are a text of their own
    read = [f" {sys.stdin.buffer.read().decode(errors='surrogateescape')} " if t == "-" else t for t in texts or []]
    given = here.split(join_arguments(read))
    if not given:
        raise RuleError(f"no cards given: type some, as in `{example}`")
    return given


@dataclass(frozen=True)
class DeckOptions:
    """The notation of the cards, and the dimension of the deck."""

    notation: NotationName = DEFAULT
    dimension: Dimension = 4

    def read(self) -> Notation:
        """The notation that the options ask for."""
        return find_notation(self.notation, self.dimension)


@dataclass(frozen=True)
class ValuesOptions(DeckOptions):
    """The same for decks with any number of values."""

    values: Values = 3

    def read(self) -> Notation:
        """The notation that the options ask for."""
        return find_notation(self.notation, self.dimension, self.values)


@dataclass(frozen=True)
class NamedDeckOptions(DeckOptions):
    """The notation and the dimension, or the deck of EvenQuads or Projective SET, which has its own."""

    deck_name: DeckName = SET

    def read(self) -> Notation:
        """The notation that the options ask for."""
        if self.deck_name == SET:
            return super().read()
        here = find_deck(self.deck_name)
        if given := [f"--{each.name}" for each in fields(self) if self._is_given(each)]:
            about = f"the deck {self.deck_name} has {len(here.deck)} cards and its own notation"
            raise SpecError(f"{about}: leave out {join_names(given, 'and')}")
        return here

    def _is_given(self, option: Field[Any]) -> bool:
        return option.name != "deck_name" and getattr(self, option.name) != option.default


@dataclass(frozen=True)
class AnyDeckOptions(NamedDeckOptions, ValuesOptions):
    """The same with any number of values."""


Codes = Annotated[bool, flag("--codes", "Write the digits of the cards as well.")]

CLASSIC = "classic"
DRAWING = "Draw the cards in a file: .svg, .png or .pdf."
PALETTE = "Colours of -o: classic, safe (for the colour-blind) or labelled."

Lines = Sequence[Sequence[int]]


@dataclass(frozen=True)
class DrawingOptions:
    """The file in which cards are drawn, and their colours."""

    output: Annotated[Path | None, option("--output", "-o", "FILE", DRAWING)] = None
    palette: Annotated[str, option("--palette", "NAME", PALETTE)] = CLASSIC
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
        faces, labels = [notation.face(card) for card in cards], [notation.digits(card) for card in cards]
        marks: dict[str, Any] = {"groups": groups if tabs else [], "lines": groups if self.lines else []}
        drawing = draw_sheet(faces, self.palette, columns=columns, labels=labels if codes else None, **marks)
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


MOST_DRAWN = 27
"""The largest number of cards that are drawn; more are shown as symbols."""


def picture(
    cards: Sequence[int], here: Notation, columns: int | None = None, sets: Lines = (), codes: bool = True
) -> str:
    """The cards drawn with their names below, and with `codes` their digits; many cards as symbols.

    The cards of each of the sets carry a tag with its number. Cards with more values than can be drawn are shown
    as digits alone.
    """
    if here.deck.n > MOST_NAMED_VALUES:
        return "  ".join(here.digits(card) for card in cards)
    if len(cards) > MOST_DRAWN:
        return "\n".join(symbols_in_rows(cards, here, codes)[0])
    index, faces = {card: i for i, card in enumerate(cards)}, [here.face(card) for card in cards]
    names = ["" if style() == "plain" else here.name(card) for card in cards]  # drawn in words, not named twice
    captions = [f"{here.digits(card) if codes else ''} {name}".strip() for card, name in zip(cards, names, strict=True)]
    groups = [[index[card] for card in line] for line in sets] if len(sets) <= MOST_TAGGED else []
    return sheet_text(faces, width=width(), columns=columns, style=style(), captions=captions, groups=groups)


def positions(cards: Sequence[int], here: Notation, columns: int | None = None, codes: bool = True) -> list[str]:
    """The row and the column of each card in its `picture`, as in "row 1, card 3"."""
    if here.deck.n > MOST_NAMED_VALUES:
        return [f"card {i + 1}" for i in range(len(cards))]
    is_large = len(cards) > MOST_DRAWN
    across = symbols_in_rows(cards, here, codes)[1] if is_large else cards_across(len(cards), width(), columns)
    return [f"row {i // across + 1}, card {i % across + 1}" for i in range(len(cards))]


def symbols_in_rows(cards: Sequence[int], here: Notation, codes: bool) -> tuple[list[str], int]:
    """The rows with the digits and the symbol of each card, and the number of cards in a row, up to nine."""
    cells = [f"{here.digits(card)} {symbol(card, here)}" if codes else symbol(card, here) for card in cards]
    widest = max(map(visible_width, cells))
    filled, across = [pad(cell, widest) for cell in cells], max(1, min(9, (width() + 2) // (widest + 2)))
    return ["  ".join(filled[i : i + across]).rstrip() for i in range(0, len(filled), across)], across
