"""Faces: the values on a card, checked, completed for decks with fewer properties, and in words."""

from __future__ import annotations

from setlab.errors import CardError
from setlab.notation.faces import PROPERTIES, Face, words_of

DEFAULTS = {"number": "1", "filling": "solid", "shape": "oval", "background": "white", "border": "thin"}
"""The values drawn for properties that the deck lacks; without a colour, the ink is neutral."""

UNDRAWN = ("texture", "scent")
"""The properties that cannot be drawn and are written on the card."""


def checked(face: Face) -> Face:
    """The face itself; raise `CardError` unless all its properties and values are known.

    >>> checked({"number": "6"})
    Traceback (most recent call last):
    setlab.errors.CardError: '6' is not a number: choose 1, 2, 3, 4 or 5
    """
    for name, value in face.items():
        if name not in PROPERTIES:
            raise CardError(f"{name!r} is not a property: choose {_choice(tuple(PROPERTIES))}")
        if value not in PROPERTIES[name]:
            raise CardError(f"{value!r} is not a {name}: choose {_choice(PROPERTIES[name])}")
    return face


def completed(face: Face) -> dict[str, str]:
    """The face with the defaults of missing properties, except the colour.

    >>> completed({"colour": "red"})["shape"]
    'oval'
    """
    return DEFAULTS | dict(checked(face))


def word_lines(face: Face) -> list[str]:
    """The face in words, in a few short lines.

    >>> word_lines({"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"})
    ['2 purple', 'striped', 'diamonds']
    """
    word = dict(words_of(face))
    if "shape" in word and face.get("number", "1") != "1":
        word["shape"] += "s"
    lines = [("number", "colour"), ("filling",), ("shape",), ("background",), ("border",), UNDRAWN]
    forms = {"background": "on {}", "border": "{} border"}
    written = [[forms.get(name, "{}").format(word[name]) for name in line if name in word] for line in lines]
    return [(", " if line is UNDRAWN else " ").join(words) for line, words in zip(lines, written, strict=True) if words]


def undrawn_words(face: Face) -> list[str]:
    """The values that cannot be drawn.

    >>> undrawn_words({"shape": "oval", "scent": "mint"})
    ['mint']
    """
    return [words_of(face)[name] for name in UNDRAWN if name in face]


def _choice(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
