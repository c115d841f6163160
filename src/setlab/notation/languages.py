"""The words for cards in English, German and Norwegian: one table for reading, for printed sheets and for the pages.

The words of the game have the form that the noun asks for, as in "ein rotes Oval" and "eine rote Raute". Other words
for the same values are read and never written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

from setlab.files import read_toml

LANGUAGES = ("en", "de", "nb")

SHAPES = ("oval", "diamond", "squiggle")
"""The nouns, in the order in which the forms of a word stand below."""

WORDS: Mapping[str, Any] = read_toml(__file__, "words.toml")
"""The words of `words.toml`, which explains them."""

_ENDINGS = ("", "e", "es", "er", "en", "em")
"""The endings of German adjectives."""

_NOUNS = ("1", "2", "3", "4", "5", *SHAPES, "star", "heart")
"""The values whose words have no such endings."""

_SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "oe", "å": "aa"}
"""Spellings of German and Norwegian letters for keyboards that lack them."""


def card_words(language: str) -> dict[str, Any]:
    """The words for properties, and for the parts of a card's name, by shape and for several symbols.

    >>> card_words("de")["name"]["colour"]["red"]
    {'oval': 'rotes', 'diamond': 'rote', 'squiggle': 'rote', 'many': 'rote'}
    """
    words = WORDS["names"][language]
    forms = (*SHAPES, "many")
    names = ("number", "colour", "filling", "shape", "background")
    named: dict[str, Any] = {"one": dict(zip(SHAPES, words["one"].split(), strict=True)), "number": words["number"]}
    for name in ("colour", "filling"):
        spelt = {value: text.split() for value, text in words[name].items()}
        named[name] = {v: dict(zip_longest(forms, texts, fillvalue=texts[-1])) for v, texts in spelt.items()}
    named["shape"] = {shape: dict(zip(("one", "many"), words["shape"][shape].split(), strict=True)) for shape in SHAPES}
    return {
        "property": dict(zip(names, words["property"].split(), strict=True)),
        "name": named | {"background": words["background"]},
    }


def fold_case(word: str) -> str:
    """The word without regard to capitals, to ß or ss, and to how an accent is encoded.

    >>> fold_case("WEISS") == fold_case("weiß"), fold_case("gru\\u0308n")
    (True, 'grün')
    """
    return unicodedata.normalize("NFC", word).casefold()


@cache
def meanings() -> dict[str, str]:
    """The value that each German and Norwegian word for a card means, folded, also as a plain keyboard writes it.

    >>> found = meanings()
    >>> [found[word] for word in ("raute", "lila", "bølger", "gruene", "to")]
    ['diamond', 'purple', 'squiggle', 'green', '2']
    """
    found: dict[str, str] = {}
    for word, value in _pairs():
        for spelt in (fold_case(word), "".join(_SPELT.get(letter, letter) for letter in fold_case(word))):
            if found.setdefault(spelt, value) != value:
                raise ValueError(f"{spelt!r} means {found[spelt]} and {value}: drop one of them")
    return found


def _pairs() -> Iterator[tuple[str, str]]:
    """Every German and Norwegian word with its value."""
    for language in LANGUAGES[1:]:
        names = WORDS["names"][language]
        values = {"1": names["one"], "2": names["number"]["two"], "3": names["number"]["three"]}
        values |= names["colour"] | names["filling"] | names["shape"]
        values |= {value: text.split()[-1] for value, text in names["background"].items()}  # "auf Weiß"
        yield from ((word, value) for value, text in values.items() for word in text.split())
        for value, text in WORDS["also"].get(language, {}).items():
            endings = _ENDINGS if language == "de" and value not in _NOUNS else ("",)
            yield from ((word + ending, value) for word in text.split() for ending in endings)
