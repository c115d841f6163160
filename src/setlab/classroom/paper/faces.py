"""Cards as they are printed: symbols from `render`, backgrounds that reach beyond the cut, words in a language.

The words of sheets, and the names of cards, are in English, German and Norwegian.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from setlab.errors import SpecError, join_names, unknown_name
from setlab.limits import PRINTED_DECKS
from setlab.notation import Notation, find_deck, find_notation
from setlab.notation.binary import QUADS, SET
from setlab.notation.faces import Face
from setlab.notation.languages import LANGUAGES, card_words
from setlab.render import Palette, draw_symbols, find_palette, to_svg

NUMBERS = {"1": "one", "2": "two", "3": "three"}


@dataclass(frozen=True)
class Texts:
    """The texts of one language.

    >>> find_texts("de").say("sheet.page", n=1, of=3)
    'Seite 1 von 3'
    """

    language: str
    words: Mapping[str, Any]

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its values filled in; of plural forms the one for the number `n`.

        >>> find_texts("en").say("puzzle.found", n=1), find_texts("en").say("puzzle.found", n=4)
        ('1 SET', '4 SETs')
        """
        found: Any = self.words
        for part in key.split("."):
            found = found[part]
        text = found if isinstance(found, str) else _in_number(found, values.get("n"))
        return text.format_map(values)

    def card(self, face: Face) -> str:
        """The name of a card.

        >>> face = {"number": "2", "colour": "red", "filling": "striped", "shape": "diamond"}
        >>> [find_texts(language).card(face) for language in ("en", "de", "nb")]
        ['two red striped diamonds', 'zwei rote gestreifte Rauten', 'to røde stripete romber']
        """
        symbols, ground = self._parts(face)
        return " ".join([*symbols, *ground])

    def card_words(self, face: Face) -> list[str]:
        """The words on a card, in short lines: the symbols with their number as a digit, and the background.

        >>> find_texts("nb").card_words({"number": "1", "colour": "red", "shape": "oval", "background": "black"})
        ['1 rød oval', 'på svart']
        """
        symbols, ground = self._parts(face)
        return [" ".join([face["number"], *symbols[1:]]), *ground]

    def properties(self, names: Sequence[str]) -> str:
        """Properties in a row.

        >>> find_texts("de").properties(["number", "colour"])
        'Anzahl und Farbe'
        """
        return join_names([self.say(f"card.property.{name}") for name in names], self.say("list.and"))

    def day(self, date: date) -> str:
        """A date in words.

        >>> find_texts("de").day(date(2026, 11, 16))
        '16. November 2026'
        """
        return self.say("day.form", day=date.day, month=self.say(f"day.months.{date.month}"), year=date.year)

    def _parts(self, face: Face) -> tuple[list[str], list[str]]:
        """The name in parts, each in the form that the noun asks for: number, colour, filling, shape; background."""
        shape, is_one = face["shape"], face["number"] == "1"
        number = f"one.{shape}" if is_one else f"number.{NUMBERS[face['number']]}"
        form = shape if is_one else "many"
        adjectives = [f"{name}.{face[name]}.{form}" for name in ("colour", "filling") if name in face]
        keys = [number, *adjectives, f"shape.{shape}.{'one' if is_one else 'many'}"]
        ground = [f"background.{face['background']}"] if "background" in face else []
        symbols, behind = ([self.say(f"card.name.{key}") for key in each] for each in (keys, ground))
        return symbols, behind


@cache
def find_texts(language: str) -> Texts:
    """The texts of a language.

    >>> find_texts("xx")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'xx' is not a language of the sheets: choose …
    """
    if language not in LANGUAGES:
        raise SpecError(unknown_name(language, "a language of the sheets", LANGUAGES))
    text = (files("setlab.classroom.paper") / "texts" / f"{language}.json").read_text(encoding="utf-8")
    return Texts(language, {"card": card_words(language), **json.loads(text)})


def _in_number(forms: Mapping[str, str], number: object) -> str:
    return forms.get(str(number)) or forms["one" if number == 1 else "other"]


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
    deck: str = SET

    def __post_init__(self) -> None:
        find_palette(self.palette)
        find_texts(self.language)
        find_deck(self.deck)
        if self.deck != SET and (self.language, self.dimension) != ("en", 4):
            raise SpecError(f"the deck {self.deck} has English names and its own properties: give no other")
        if self.dimension not in PRINTED_DECKS:
            raise SpecError(f"decks of {self.dimension} properties are not printed: choose 3, 4 or 5 properties")

    @property
    def texts(self) -> Texts:
        """The texts of the language."""
        return find_texts(self.language)

    @cached_property
    def notation(self) -> Notation:
        """The notation of the cards."""
        return find_notation(dimension=self.dimension) if self.deck == SET else find_deck(self.deck)

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
        return self.texts.card(self.face(card)) if self.deck == SET else self.notation.name(card)

    def words_on(self, card: int) -> list[str]:
        """The words that are printed on a card; dots have numbers instead."""
        if self.deck != SET:
            return [self.name(card)] if self.is_worded and self.deck == QUADS else []
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
