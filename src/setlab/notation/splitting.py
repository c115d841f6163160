"""Splitting text into cards, as people type them: with commas, quotation marks, hyphens, line breaks and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from setlab.notation.faces import is_filler, property_of
from setlab.notation.reading import SEPARATORS, is_code
from setlab.notation.symbols import is_symbol

if TYPE_CHECKING:
    from setlab.notation.notation import Notation

_COMMENT = re.compile(r"#.*")
_BREAKS = re.compile(r"[\n\r;\"“”„«»]+")
_SYMBOLS = ("symbol", "symbols", "symbole", "symboler")
"""Words after which a digit is a number of symbols, on cards that have nothing else."""

_GROUPS = re.compile(r"([(\[][^()\[\]]*[)\]])")


def split_cards(text: str, notation: Notation) -> list[str]:
    """The texts of the cards that a text contains.

    A comment goes from # to the end of its line. A card in words ends where all its properties are named, or where
    one is named a second time.

    >>> from setlab.notation import find_notation
    >>> split_cards("0122, two-red-open-ovals one green solid diamond  # two more", find_notation())
    ['0122', 'two-red-open-ovals', 'one green solid diamond']
    >>> split_cards("(0, 1, 2, 2) [1 1 0 0] ◈◈P", find_notation())
    ['(0, 1, 2, 2)', '[1 1 0 0]', '◈◈P']
    """
    pieces = (piece for part in _BREAKS.split(_COMMENT.sub("", text)) for piece in _GROUPS.split(part))
    return [card for piece in pieces if SEPARATORS.sub("", piece) for card in _cards_of_piece(piece, notation)]


def join_arguments(arguments: Iterable[str]) -> str:
    """One text for the arguments of a command: an argument of several words is a text of its own.

    >>> join_arguments(["two", "red", "open", "ovals", "one green solid diamond", "0122"])
    'two red open ovals;one green solid diamond;0122'
    """
    parts: list[str] = []
    alone = True
    for argument in arguments:
        several = len(argument.split()) > 1
        parts.append(argument if alone or several else f"{parts.pop()} {argument}")
        alone = several
    return ";".join(parts)


def _cards_of_piece(piece: str, notation: Notation) -> Iterator[str]:
    """The cards of a piece without breaks: digits one by one make one card; otherwise see `_grouped`."""
    d = notation.deck.d
    words = [word for word in re.split(r"[\s,]+", piece) if word]
    digits = [word for word in SEPARATORS.split(piece) if word]
    if d > 1 and len(digits) >= d and all(re.fullmatch("[0-9]", digit) for digit in digits):
        if piece[0] in "([" or len(digits) == d:
            yield piece.strip()
        else:
            yield from (" ".join(digits[i : i + d]) for i in range(0, len(digits), d))
    elif piece[0] in "([":
        yield piece.strip()
    else:
        yield from _grouped(words, notation)


def _grouped(words: list[str], notation: Notation) -> Iterator[str]:
    """Words joined to cards."""
    group: list[str] = []
    named: set[str] = set()
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        properties = _properties_of(word)
        alone = _is_whole_card(word, notation) and not (word.isdigit() and after.lower() in _SYMBOLS)
        if group and (alone or named & properties or (len(named) >= notation.deck.d and properties)):
            yield " ".join(group)
            group, named = [], set()
        if alone:
            yield word
        else:
            group.append(word)
            named |= properties
    if group:
        yield " ".join(group)


def _properties_of(word: str) -> set[str]:
    """The properties that a word names, or several words that hyphens join."""
    found = (property_of(part) for part in SEPARATORS.split(word) if part and not is_filler(part))
    return {name for name, _ in filter(None, found)}


def _is_whole_card(word: str, notation: Notation) -> bool:
    """True for digits, letters and symbols of a whole card, and for words that hyphens join."""
    if re.fullmatch(r"[0-9]+", word):
        return len(word) == notation.deck.d or len(word) > 1
    return is_symbol(word) or is_code(word, notation) or len(_properties_of(word)) > 1
