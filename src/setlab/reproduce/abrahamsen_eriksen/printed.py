"""How the thesis prints vectors, words for values and numbers, and the columns of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from setlab.notation import find_notation
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import THESIS, VECTORS


def vector(values: Iterable[int]) -> str:
    """Coordinates as the thesis prints them.

    >>> vector([4, 4, 7, 4])
    '(4,4,7,4)'
    """
    return f"({','.join(map(str, values))})"


def numbers(text: str) -> tuple[int, ...]:
    """The coordinates of a printed vector.

    >>> numbers("(1,2,0)")
    (1, 2, 0)
    """
    return tuple(map(int, re.findall(r"\d+", text)))


def plain_sum(vectors: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """The sum of vectors, not reduced modulo 3.

    >>> plain_sum([(2, 1), (2, 0)])
    (4, 1)
    """
    return tuple(map(sum, zip(*vectors, strict=True)))


def modulo_3(values: Iterable[int]) -> tuple[int, ...]:
    """The remainders modulo 3.

    >>> modulo_3((4, 4, 7, 4))
    (1, 1, 1, 1)
    """
    return tuple(value % 3 for value in values)


def named_values(text: str) -> dict[str, str]:
    """The properties and values that the words of a text name; other words are ignored.

    >>> named_values("2 elements, full filling, red color and worm shape")
    {'number': '2', 'filling': 'solid', 'colour': 'red', 'shape': 'squiggle'}
    """
    return dict(found for word in re.findall(r"\w+", text) if (found := property_of(word)))


def in_their_words(text: str, card: int) -> str:
    """The printed words if they name the card, otherwise our name for the card.

    >>> in_their_words("two full red worms", 80), in_their_words("two full red ovals", 80)
    ('two full red worms', '2 red full worms')
    """
    return text if named_values(text) == THESIS.face(card) else THESIS.name(card)


def column_in_their_words(text: str, header: str, values: Sequence[str]) -> str:
    """The printed column of a table if its words denote these values of the property, otherwise the values.

    >>> column_in_their_words("Hollow, Striped, Full", "Filling", ["open", "striped", "solid"])
    'Hollow, Striped, Full'
    >>> column_in_their_words("Hollow, Striped, Oval", "Filling", ["open", "striped", "solid"])
    'open, striped, solid'
    """
    meant = [property_of(word) for word in text.split(", ")]
    return text if meant == [(property_name(header), value) for value in values] else ", ".join(values)


def in_printed_order(text: str, values: Sequence[str]) -> list[str]:
    """The values of a property in the order in which a printed column names them.

    >>> in_printed_order("Striped, Full, Hollow", ["open", "striped", "solid"])
    ['striped', 'solid', 'open']
    """
    meant = [found[1] for word in text.split(", ") if (found := property_of(word))]
    return sorted(values, key=lambda value: meant.index(value) if value in meant else len(meant))


def property_name(header: str) -> str:
    """The property named at the head of a printed column."""
    return {"color": "colour"}.get(header.lower(), header.lower())


def values_of(d: int = 4, n: int = 3) -> Mapping[str, tuple[str, ...]]:
    """The values of each property in the order of their digits, for a deck of d properties with n values."""
    return {entry.name: entry.values for entry in find_notation("thesis", d, n).properties}


def digits(card: int) -> str:
    """A card as a printed vector.

    >>> digits(80)
    '(2,2,2,2)'
    """
    return vector(VECTORS[card])


def spoken(cards: Iterable[int]) -> str:
    """Cards as printed vectors, separated by commas."""
    return ", ".join(map(digits, cards))
