"""Notations: which property is which coordinate and which value is which digit. Each seed has its own.

A card is a number; only a notation gives it a face. The same number has another face in another notation, and
`convert` finds the number that has the same face.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from setlab.errors import CardError, SpecError, plural, quoted
from setlab.geometry.deck import Deck
from setlab.notation.faces import (
    FILLERS,
    LETTERS,
    PROPERTIES,
    SYNONYMS,
    Face,
    describe,
    letter_value,
    property_of,
)

MOST_NAMED_VALUES = 5


@dataclass(frozen=True)
class Property:
    """One coordinate of a notation: the name, and for each digit the value with the word of the seed.

    >>> find_notation("thesis").properties[1]
    Property(name='filling', values=('empty', 'striped', 'solid'), words=('hollow', 'striped', 'full'))
    """

    name: str
    values: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Notation:
    """A naming of the cards of a deck.

    >>> thesis = find_notation("thesis")
    >>> card = thesis.parse("2 purple striped diamonds")
    >>> thesis.digits(card), thesis.letters(card), thesis.parse("2PSD") == card
    ('2111', '2PSD', True)
    >>> thesis.name(card)
    '2 purple striped diamonds'
    """

    key: str
    deck: Deck
    properties: tuple[Property, ...]
    first_digit: int = 0

    def __str__(self) -> str:
        return self.key

    def digits(self, card: int) -> str:
        """The card as digits of this notation.

        >>> find_notation("thesis").digits(52), find_notation("stanke").digits(52)
        ('1221', '2332')
        """
        return "".join(str(value + self.first_digit) for value in self.deck.coordinates(card))

    def face(self, card: int) -> dict[str, str]:
        """What is on the card: each property with its value.

        >>> find_notation("thesis").face(52)
        {'number': '1', 'filling': 'solid', 'colour': 'red', 'shape': 'diamond'}
        """
        coordinates = self.deck.coordinates(card)
        return {p.name: p.values[value] for p, value in zip(self._named, coordinates, strict=True)}

    def words(self, card: int) -> dict[str, str]:
        """What is on the card, in the words of the seed.

        >>> find_notation("thesis").words(80)
        {'number': '2', 'filling': 'full', 'colour': 'red', 'shape': 'worm'}
        """
        coordinates = self.deck.coordinates(card)
        return {p.name: p.words[value] for p, value in zip(self._named, coordinates, strict=True)}

    def name(self, card: int) -> str:
        """The card in words.

        >>> find_notation("thesis").name(80)
        '2 red full worms'
        """
        return describe(self.face(card), self.words(card))

    def letters(self, card: int) -> str:
        """The card in short letters: number, colour, filling, shape, and so on, whatever the notation's order.

        A card with a number and nothing else would look like digits; it is given in digits.

        >>> find_notation("thesis").letters(80), find_notation("endgame").letters(0)
        ('2RFS', '1GFO')
        """
        if [p.name for p in self._named] == ["number"]:
            return self.digits(card)
        face = self.face(card)
        return "".join(LETTERS[name][PROPERTIES[name].index(face[name])] for name in PROPERTIES if name in face)

    def card_with(self, face: Face) -> int:
        """The card with this face.

        >>> find_notation("solitaire").card_with({"number": "3", "colour": "purple", "filling": "striped",
        ...                                "shape": "diamond"})
        12
        """
        return self.deck.card(p.values.index(face[p.name]) for p in self._named)

    def convert(self, card: int, other: Notation) -> int:
        """The number that the same face has in another notation.

        >>> thesis, solitaire = find_notation("thesis"), find_notation("solitaire")
        >>> solitaire.digits(thesis.convert(thesis.parse("2111"), solitaire))
        '2110'
        """
        face, names = self.face(card), {p.name for p in other.properties}
        if set(face) != names or self.deck != other.deck:
            raise SpecError(
                f"'{self}' and '{other}' name different properties in {self.deck.d} dimensions "
                f"({', '.join(face)}; {', '.join(p.name for p in other.properties)}): convert needs the same"
            )
        return other.card_with(face)

    def parse(self, text: str) -> int:
        """The card that a text names: by digits, by short letters, or by words in any order.

        >>> thesis = find_notation("thesis")
        >>> {thesis.parse(t) for t in ("1221", "(1, 2, 2, 1)", "1rfd", "one full red diamond")}
        {52}
        >>> thesis.parse("2239")
        Traceback (most recent call last):
        setlab.errors.CardError: '2239' is not a card: each digit must be 0, 1 or 2
        """
        bare = re.sub(r"[\s,;()\[\]]+", "", text)
        if not bare:
            raise CardError(f"{quoted(text)} is not a card: {self._what_is_needed()}")
        if re.fullmatch("[0-9]+", bare):
            return self._from_digits(text, bare)
        if len(text.strip()) == self.deck.d and bare.isascii() and bare.isalnum():
            return self._from_letters(text, bare)
        return self._from_words(text)

    def parse_all(self, texts: Iterable[str]) -> list[int]:
        """The cards that the texts name; an error if one is named twice."""
        cards: list[int] = []
        for text in texts:
            card = self.parse(text)
            if card in cards:
                raise CardError(f"{quoted(text)} is there twice: each card occurs once in a deck")
            cards.append(card)
        return cards

    @cached_property
    def _named(self) -> tuple[Property, ...]:
        if not self.properties:
            raise SpecError(
                f"cards with {self.deck.n} values have digits and no names: names end at {MOST_NAMED_VALUES} values"
            )
        return self.properties

    def _what_is_needed(self) -> str:
        low, high = self.first_digit, self.first_digit + self.deck.n - 1
        return f"give {plural(self.deck.d, 'digit')} {low} to {high}, letters or words (see `setlab cards`)"

    def _from_digits(self, text: str, bare: str) -> int:
        allowed = range(self.first_digit, self.first_digit + self.deck.n)
        if len(bare) != self.deck.d:
            raise CardError(
                f"{quoted(text)} is not a card: it has {plural(len(bare), 'digit')}, and a card of "
                f"{plural(self.deck.d, 'property')} has {self.deck.d} (see --dimension)"
            )
        if any(int(digit) not in allowed for digit in bare):
            *first, last = map(str, allowed)
            raise CardError(f"{quoted(text)} is not a card: each digit must be {', '.join(first)} or {last}")
        return self.deck.card(int(digit) - self.first_digit for digit in bare)

    def _from_letters(self, text: str, bare: str) -> int:
        ordered = sorted(self._named, key=lambda p: list(PROPERTIES).index(p.name))
        face = {}
        for p, letter in zip(ordered, bare, strict=True):
            value = letter_value(p.name, letter)
            if value is None or value not in p.values:
                if property_of(text.strip()) is not None:
                    return self._from_words(text)
                letters = ", ".join(LETTERS[p.name][PROPERTIES[p.name].index(v)] for v in p.values)
                raise CardError(f"{quoted(text)} is not a card: '{letter}' is no {p.name}, the letters are {letters}")
            face[p.name] = value
        return self.card_with(face)

    def _from_words(self, text: str) -> int:
        face: dict[str, str] = {}
        for word in re.findall(r"[^\s,;()\[\]]+", text):
            if word.lower() in FILLERS:
                continue
            found = property_of(word)
            if found is None:
                raise CardError(f"{quoted(text)} is not a card: {self._what_is_needed()}")
            name, value = found
            if name not in (p.name for p in self._named):
                names = ", ".join(p.name for p in self._named)
                raise CardError(
                    f"{quoted(text)} is not a card: '{word}' is a {name}, and a card of "
                    f"{plural(self.deck.d, 'property')} has {names} in the notation '{self}'"
                )
            if face.setdefault(name, value) != value:
                raise CardError(f"{quoted(text)} is not a card: it names two values of {name}; give one")
        return self._from_complete(text, face)

    def _from_complete(self, text: str, face: dict[str, str]) -> int:
        for p in self._named:
            known = " or ".join(p.words)
            if p.name not in face:
                raise CardError(f"{quoted(text)} is not a card: it lacks the {p.name}; add {known}")
            if face[p.name] not in p.values:
                raise CardError(
                    f"{quoted(text)} is not a card: '{face[p.name]}' is no {p.name} of this deck; say {known}"
                )
        return self.card_with(face)


_SOURCES: dict[str, tuple[int, tuple[tuple[str, str], ...]]] = {
    "thesis": (0, (
        ("number", "3 1 2"), ("filling", "hollow striped full"),
        ("colour", "green purple red"), ("shape", "oval diamond worm"),
    )),
    "stanke": (1, (
        ("number", "1 2 3"), ("colour", "red purple green"),
        ("shape", "diamond oval squiggle"), ("filling", "solid striped empty"),
    )),
    "endgame": (0, (
        ("colour", "green purple red"), ("number", "1 2 3"),
        ("shape", "oval diamond squiggle"), ("filling", "solid striped open"),
    )),
    "antiset": (0, (
        ("number", "3 1 2"), ("colour", "red green purple"),
        ("filling", "open striped solid"), ("shape", "squiggle oval diamond"),
    )),
    "solitaire": (0, (
        ("number", "3 1 2"), ("colour", "green purple red"),
        ("filling", "empty hatched solid"), ("shape", "diamond oval squiggle"),
    )),
}  # fmt: skip
"""Table 2 of Abrahamsen & Eriksen, section 1.2 of Stanke & Stenzelbarton, the table of *Modelling End Game
Configurations*, table 2 of Clark, Fisk & Goren, page 1 of Forbes & Forbes: the first
digit, then for each coordinate the property and the words for the digits in order."""

NOTATIONS = tuple(_SOURCES)
"""The names of the notations."""


@lru_cache
def find_notation(name: str = "thesis", d: int = 4, n: int = 3) -> Notation:
    """The notation of a seed for d properties with n values.

    For d < 4 it has the first d properties of the seed, for d > 4 background, border, texture and scent are
    added; a fourth and a fifth value follow those of the seed. Beyond five values cards have digits alone.

    >>> [p.name for p in find_notation("endgame", 5).properties]
    ['colour', 'number', 'shape', 'filling', 'background']
    >>> find_notation("thesis", 4, 4).name(255)
    '4 pink dotted stars'
    """
    if name not in _SOURCES:
        raise SpecError(f"{quoted(name)} is not a notation: choose {', '.join(NOTATIONS[:-1])} or {NOTATIONS[-1]}")
    deck = Deck(d, n)
    first_digit, seed = _SOURCES[name]
    if n > MOST_NAMED_VALUES:
        return Notation(name, deck, (), first_digit)
    extra = [(name, " ".join(values[:3])) for name, values in PROPERTIES.items() if name not in dict(seed)]
    return Notation(
        name,
        deck,
        tuple(_property(name, words.split(), n) for name, words in [*seed, *extra][:d]),
        first_digit,
    )


def _property(name: str, words: list[str], n: int) -> Property:
    values = [SYNONYMS.get(word, word) for word in words]
    values += [value for value in PROPERTIES[name] if value not in values]
    words = words + values[len(words) :]
    return Property(name, tuple(values[:n]), tuple(words[:n]))
