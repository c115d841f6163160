"""Reading cards as people type them: digits, short letters, symbols, or words in any order.

A text of several cards is split at commas, quotation marks, hyphens and line breaks; comments are left out. A text that
is not a card raises a `CardError`, and so does one that could mean two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from setlab.errors import CardError, did_you_mean, join_names, plural, quote
from setlab.limits import DECKS
from setlab.notation import faces
from setlab.notation.faces import Face, is_filler, is_symbol, letter_of, property_of, values_of
from setlab.notation.languages import fold_case, meanings

if TYPE_CHECKING:
    from setlab.notation.notation import Notation


SEPARATORS = re.compile(r"[\s,;()\[\]\"'“”„‘’«»_\u2010-\u2015-]+")
"""Separators of the digits or words of a card: blanks, commas, brackets, quotation marks, hyphens."""

_MOST_ASKED = 3
"""The largest number of cards that a question offers."""


def read_card(text: str, notation: Notation) -> int:
    """The card that a text names in a notation.

    >>> from setlab.notation import find_notation
    >>> {read_card(text, find_notation()) for text in ("0001", "1RFD", "◆R", "one red solid diamond")}
    {1}
    """
    bare = SEPARATORS.sub("", text)
    if not bare:
        raise not_a_card(text, requirements(notation))
    if re.fullmatch("[0-9]+", bare):
        return _from_digits(text, bare, notation)
    if is_symbol(bare):
        return _from_symbol(text, bare, notation)
    if is_code(text, notation):
        return _from_letters(text, text.strip(), notation)
    return _from_words(text, notation)


def is_code(text: str, notation: Notation) -> bool:
    """True if the text has the form of a card in letters: their number, a digit if the deck has numbers, and no word.

    >>> from setlab.notation import find_notation
    >>> is_code("1RFD", find_notation()), is_code("oval", find_notation())
    (True, False)
    """
    code = text.strip()
    if len(code) != notation.deck.d or not code.isascii() or not code.isalnum():
        return False
    numbered = any(p.name == "number" for p in notation.named_properties)
    has_digit = any(character.isdigit() for character in code)
    word = len(code) > 1 and is_filler(code)  # the letter A alone is a star, and no article
    return has_digit == numbered and not word and property_of(code) is None


def _from_digits(text: str, bare: str, notation: Notation) -> int:
    deck, first = notation.deck, notation.first_digit
    if len(bare) != deck.d:
        d, rule = len(bare), f"a card of {plural(deck.d, 'property')} has {deck.d}"
        other = f"; --dimension {d}, in Python find_notation(dimension={d}), has such cards" if d in DECKS else ""
        raise not_a_card(text, f"it has {plural(d, 'digit')}, and {rule}{other}")
    allowed = range(first, first + deck.n)
    if any(int(digit) not in allowed for digit in bare):
        raise not_a_card(text, f"each digit must be {join_names(map(str, allowed))}")
    return deck.card(int(digit) - first for digit in bare)


def _from_symbol(text: str, bare: str, notation: Notation) -> int:
    face = faces.face_of_symbol(bare, [p.name for p in notation.named_properties])
    if face is None:
        raise not_a_card(text, "a symbol is one to three equal signs with the letter of the colour, as in ◈◈P")
    return _with_all_properties(text, face, notation)


def _from_letters(text: str, code: str, notation: Notation) -> int:
    properties = [(p.name, p.values) for p in notation.named_properties]
    possible = possible_faces(code.upper(), properties)
    if len(possible) == 1:
        card = notation.card_with(possible[0])
        word = "".join(letter for letter in code if letter.isalpha())
        if property_of(word) and code.upper() not in (code, notation.letters(card)):
            meant = f"could be the letters of {_alternatives(possible, notation)} or the word {word}"
            raise CardError(f"{quote(text)} {meant}: which? Write {notation.letters(card)}, or all words of the card")
        return card
    if not possible:
        raise not_a_card(text, _wrong_letter(code, notation))
    raise CardError(f"{quote(text)} could mean {_alternatives(possible, notation)}: which? Write one of these codes")


def _alternatives(possible: list[dict[str, str]], notation: Notation) -> str:
    cards = [notation.card_with(face) for face in possible[:_MOST_ASKED]]
    offered = [f"{notation.name(card)} ({notation.letters(card)})" for card in cards]
    return " or ".join(offered) + " or another card" * (len(possible) > _MOST_ASKED)


def _wrong_letter(code: str, notation: Notation) -> str:
    """The rule that the first wrong letter of a code breaks."""
    for (name, values), letter in zip(
        in_letter_order([(p.name, p.values) for p in notation.named_properties]), code, strict=True
    ):
        if not set(values_of(name, letter)) & set(values):
            return f"'{letter}' is no {name}, the letters are {', '.join(letter_of(name, value) for value in values)}"
    return f"its letters do not name {join_names([p.name for p in notation.named_properties], 'and')}"


def _from_words(text: str, notation: Notation) -> int:
    names = [p.name for p in notation.named_properties]
    face: dict[str, str] = {}
    for word in filter(None, SEPARATORS.split(text)):
        if is_filler(word):
            continue
        found = property_of(word)
        if found is None:
            raise not_a_card(text, unknown_word(word, notation, alone=word == text.strip()))
        name, value = found
        if name not in names:
            deck = f"a card of {plural(notation.deck.d, 'property')} has {', '.join(names)}"
            raise not_a_card(text, f"'{word}' is a {name}, and {deck} in the notation '{notation}'")
        if face.setdefault(name, value) != value:
            raise not_a_card(text, f"it names two values of {name}; give one")
    return _with_all_properties(text, face, notation)


def _with_all_properties(text: str, face: Face, notation: Notation) -> int:
    for p in notation.named_properties:
        known = " or ".join(p.words)
        if p.name not in face:
            raise not_a_card(text, f"it lacks the {p.name}; add {known}")
        if face[p.name] not in p.values:
            raise not_a_card(text, f"'{face[p.name]}' is no {p.name} of this deck; say {known}")
    return notation.card_with(face)


def unknown_word(word: str, notation: Notation, alone: bool = False) -> str:
    """The message about a word that names no value: the likely intended word, or else the form of a card.

    >>> from setlab.notation import find_notation
    >>> unknown_word("sqiggles", find_notation())
    "'sqiggles' is not a word for a card; did you mean squiggles?"
    """
    question = did_you_mean(fold_case(word), _vocabulary(notation)) or did_you_mean(fold_case(word), meanings(), 0.8)
    if alone and not question:
        return requirements(notation)
    return f"{quote(word)} is not a word for a card; {question or requirements(notation)}"


def _vocabulary(notation: Notation) -> list[str]:
    """The English words for the values of a deck, shapes also in the plural; those of the notation come first."""
    values = {value for p in notation.properties for value in p.values}
    words = [word for p in notation.properties for word in p.words]
    words += [word for word in (*values, *faces.SYNONYMS) if faces.SYNONYMS.get(word, word) in values]
    shapes = [word for word in words if faces.SYNONYMS.get(word, word) in faces.PROPERTIES["shape"]]
    return [word for word in dict.fromkeys([*words, *(f"{word}s" for word in shapes)]) if len(word) > 1]


def requirements(notation: Notation) -> str:
    """The form of a card in a notation, for messages."""
    low, high = notation.first_digit, notation.first_digit + notation.deck.n - 1
    return f"give {plural(notation.deck.d, 'digit')} {low} to {high}, letters or words (see `setlab cards`)"


def not_a_card(text: str, rule: str) -> CardError:
    """The error for a text that is not a card."""
    return CardError(f"{quote(text)} is not a card: {rule}")


Names = Sequence[tuple[str, Sequence[str]]]
"""The properties of a deck, each with its values."""


def in_letter_order(properties: Names) -> list[tuple[str, Sequence[str]]]:
    """The properties in the order of the letters: number, colour, filling, shape and so on.

    >>> [name for name, values in in_letter_order([("shape", ["oval"]), ("number", ["1", "2"])])]
    ['number', 'shape']
    """
    return sorted(properties, key=lambda p: list(faces.PROPERTIES).index(p[0]))


def documented_face(code: str, properties: Names) -> dict[str, str] | None:
    """The face that a code names in the documented letters and order; None if it is not such a code.

    >>> documented_face("2D", [("number", ["1", "2", "3"]), ("shape", ["oval", "diamond", "squiggle"])])
    {'number': '2', 'shape': 'diamond'}
    """
    face = {}
    for (name, values), letter in zip(in_letter_order(properties), code.upper(), strict=True):
        meant = next((value for value in values if letter_of(name, value) == letter), None)
        if meant is None:
            return None
        face[name] = meant
    return face


def possible_faces(code: str, properties: Names) -> list[dict[str, str]]:
    """The faces that a code can name: one if it is documented, else those of all letters in all orders.

    The initial S is shared by solid and striped, and H by hatched and hollow, so that both codes have two meanings.

    >>> deck = [("filling", ["solid", "striped", "open"]), ("shape", ["oval", "diamond", "squiggle"])]
    >>> possible_faces("FS", deck)
    [{'filling': 'solid', 'shape': 'squiggle'}]
    >>> possible_faces("SD", deck)
    [{'filling': 'solid', 'shape': 'diamond'}, {'filling': 'striped', 'shape': 'diamond'}]
    """
    documented = documented_face(code, properties)
    if documented is not None:
        return [documented]
    found = _assignments(code, in_letter_order(properties))
    return list({tuple(face.items()): face for face in found}.values())


def _assignments(code: str, properties: Names) -> Iterator[dict[str, str]]:
    """The faces of all ways to give each property one of the letters; the letters at their own place come first."""
    if not properties:
        yield {}
        return
    (name, values), *others = properties
    for i, letter in enumerate(code):
        if letter in code[:i]:
            continue  # the same letter at another place has the same meanings
        for value in values_of(name, letter):
            if value in values:
                for rest in _assignments(code[:i] + code[i + 1 :], others):
                    yield {name: value} | rest


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
    """One text for the arguments of a command: an argument of several words is a separate text.

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
    """The cards of a piece without breaks: digits one by one make one card; otherwise see `_group_words`."""
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
        yield from _group_words(words, notation)


def _group_words(words: list[str], notation: Notation) -> Iterator[str]:
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
