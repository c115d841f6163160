"""Reading cards: digits, short letters, or words in any order; raise `CardError` for any text that is not one card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from setlab.errors import CardError, plural, quoted
from setlab.notation.faces import FILLERS, PROPERTIES, letter_of, property_of, value_of

if TYPE_CHECKING:
    from setlab.notation.notation import Notation

_SEPARATORS = re.compile(r"[\s,;()\[\]]+")


def read_card(text: str, notation: Notation) -> int:
    """The card that a text names in a notation.

    >>> from setlab.notation import find_notation
    >>> {read_card(text, find_notation("thesis")) for text in ("1221", "1RFD", "1 red full diamond")}
    {52}
    """
    bare = _SEPARATORS.sub("", text)
    if not bare:
        raise _not_a_card(text, _what_is_needed(notation))
    if re.fullmatch("[0-9]+", bare):
        return _from_digits(text, bare, notation)
    if len(text.strip()) == notation.deck.d and bare.isascii() and bare.isalnum():
        return _from_letters(text, bare, notation)
    return _from_words(text, notation)


def _from_digits(text: str, bare: str, notation: Notation) -> int:
    deck, first = notation.deck, notation.first_digit
    if len(bare) != deck.d:
        rule = f"a card of {plural(deck.d, 'property')} has {deck.d} (see --dimension)"
        raise _not_a_card(text, f"it has {plural(len(bare), 'digit')}, and {rule}")
    allowed = range(first, first + deck.n)
    if any(int(digit) not in allowed for digit in bare):
        *others, last = map(str, allowed)
        raise _not_a_card(text, f"each digit must be {', '.join(others)} or {last}")
    return deck.card(int(digit) - first for digit in bare)


def _from_letters(text: str, bare: str, notation: Notation) -> int:
    ordered = sorted(notation.named, key=lambda p: list(PROPERTIES).index(p.name))
    face = {}
    for p, letter in zip(ordered, bare, strict=True):
        value = value_of(p.name, letter)
        if value is None or value not in p.values:
            if property_of(text.strip()) is not None:  # "oval" has as many letters as a card of four properties
                return _from_words(text, notation)
            letters = ", ".join(letter_of(p.name, other) for other in p.values)
            raise _not_a_card(text, f"'{letter}' is no {p.name}, the letters are {letters}")
        face[p.name] = value
    return notation.card_with(face)


def _from_words(text: str, notation: Notation) -> int:
    names = [p.name for p in notation.named]
    face: dict[str, str] = {}
    for word in filter(None, _SEPARATORS.split(text)):
        if word.lower() in FILLERS:
            continue
        found = property_of(word)
        if found is None:
            raise _not_a_card(text, _what_is_needed(notation))
        name, value = found
        if name not in names:
            deck = f"a card of {plural(notation.deck.d, 'property')}"
            raise _not_a_card(
                text, f"'{word}' is a {name}, and {deck} has {', '.join(names)} in the notation '{notation}'"
            )
        if face.setdefault(name, value) != value:
            raise _not_a_card(text, f"it names two values of {name}; give one")
    return _with_all_properties(text, face, notation)


def _with_all_properties(text: str, face: dict[str, str], notation: Notation) -> int:
    for p in notation.named:
        known = " or ".join(p.words)
        if p.name not in face:
            raise _not_a_card(text, f"it lacks the {p.name}; add {known}")
        if face[p.name] not in p.values:
            raise _not_a_card(text, f"'{face[p.name]}' is no {p.name} of this deck; say {known}")
    return notation.card_with(face)


def _what_is_needed(notation: Notation) -> str:
    low, high = notation.first_digit, notation.first_digit + notation.deck.n - 1
    return f"give {plural(notation.deck.d, 'digit')} {low} to {high}, letters or words (see `setlab cards`)"


def _not_a_card(text: str, rule: str) -> CardError:
    return CardError(f"{quoted(text)} is not a card: {rule}")
