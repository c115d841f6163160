"""Notations: the face of a card, and how each published source names and numbers the cards.

Begin with `find_notation`: a `Notation` reads cards (`parse`), names them (`digits`, `letters`, `name`), says
what is on them (`face`) and converts them into another notation. `NOTATIONS` lists the names. A `Card` is a number
together with its notation; `read_cards` and `find_sets` take several cards as a user gives them.

>>> standard, solitaire = find_notation(), find_notation("solitaire")
>>> card = standard.parse("two purple striped diamonds")
>>> standard.digits(card), solitaire.digits(standard.convert(card, solitaire))
('1211', '2110')
"""

from setlab.notation.binary import DECK_NAMES, find_deck
from setlab.notation.card import Card, find_sets, is_set, notation_for, read_cards
from setlab.notation.faces import LETTERS, PROPERTIES, Face, describe
from setlab.notation.notation import DEFAULT, MOST_NAMED_VALUES, NOTATIONS, Notation, Property, find_notation

__all__ = [
    "DECK_NAMES", "DEFAULT", "LETTERS", "MOST_NAMED_VALUES", "NOTATIONS", "PROPERTIES", "Card", "Face", "Notation",
    "Property", "describe", "find_deck", "find_notation", "find_sets", "is_set", "notation_for", "read_cards",
]  # fmt: skip
