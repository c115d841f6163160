"""The words of printed sheets in English, German and Norwegian, and the names of cards in these languages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from setlab.errors import SpecError, listed, unknown_name
from setlab.notation.faces import Face
from setlab.notation.languages import LANGUAGES, card_words

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
        return listed([self.say(f"card.property.{name}") for name in names], self.say("list.and"))

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
    text = (files("setlab.classroom.paper.texts") / f"{language}.json").read_text(encoding="utf-8")
    return Texts(language, {"card": card_words(language), **json.loads(text)})


def _in_number(forms: Mapping[str, str], number: object) -> str:
    return forms.get(str(number)) or forms["one" if number == 1 else "other"]
