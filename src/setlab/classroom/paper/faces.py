"""Cards as they are printed: symbols from `render`, backgrounds that reach beyond the cut, words in a language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from setlab.classroom.paper.texts import Texts, find_texts
from setlab.errors import SpecError
from setlab.limits import PRINTED_DECKS
from setlab.notation import Notation, find_notation
from setlab.notation.faces import Face
from setlab.render import Palette, draw_symbols, find_palette, to_svg


@dataclass(frozen=True)
class Style:
    """The style of printed cards: palette, words, language, and the number of properties of the deck.

    >>> Style(words=True, language="de").words_on(0)
    ['1 rotes gefülltes Oval']
    """

    palette: str = "classic"
    words: bool = False
    language: str = "en"
    dimension: int = 4

    def __post_init__(self) -> None:
        find_palette(self.palette)
        find_texts(self.language)
        if self.dimension not in PRINTED_DECKS:
            raise SpecError(f"decks of {self.dimension} properties are not printed: choose 3, 4 or 5 properties")

    @property
    def texts(self) -> Texts:
        """The texts of the language."""
        return find_texts(self.language)

    @cached_property
    def notation(self) -> Notation:
        """The notation of the cards."""
        return find_notation(dimension=self.dimension)

    @property
    def inks(self) -> Palette:
        """The palette itself."""
        return find_palette(self.palette)

    @property
    def is_worded(self) -> bool:
        """True if words are on the cards: they are asked for, or the palette has them."""
        return self.words or self.inks.written

    def face(self, card: int) -> Face:
        """The face of a card."""
        return self.notation.face(card)

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.texts.card(self.face(card))

    def words_on(self, card: int) -> list[str]:
        """The words that are printed on a card."""
        return self.texts.card_words(self.face(card)) if self.is_worded else []

    def ground(self, card: int) -> str:
        """The paint of the background; empty for a white one, which is the paper."""
        background = self.face(card).get("background", "white")
        return "" if background == "white" else self.inks.ground(background)

    def ink(self, card: int) -> str:
        """The ink of the words."""
        return self.inks.ink(None, self.face(card).get("background", "white"))

    def pictures(self, cards: Iterable[int], room: bool = True) -> dict[str, str]:
        """The symbols of cards as SVG by the names of the pictures, with room for the words that are on the cards.

        >>> list(Style().pictures({40, 0}))
        ['card-0', 'card-40']
        """
        lines = {card: len(self.words_on(card)) if room else 0 for card in sorted(set(cards))}
        return {f"card-{card}": self._draw(card, number) for card, number in lines.items()}

    def small_pictures(self, cards: Iterable[int]) -> dict[str, str]:
        """The symbols of cards as they are drawn in small pictures."""
        return {f"small-{card}": self._draw(card, small=True) for card in sorted(set(cards))}

    def _draw(self, card: int, lines: int = 0, small: bool = False) -> str:
        return to_svg(draw_symbols(self.face(card), self.inks, lines, small), title="")

    def card_data(self, card: int) -> dict[str, object]:
        """The data of a card for a template."""
        paints = {"ground": self.ground(card), "ink": self.ink(card)}
        texts = {"alt": self.name(card), "words": self.words_on(card)}
        return {"picture": f"card-{card}", "small": f"small-{card}", **paints, **texts}
