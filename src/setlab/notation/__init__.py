"""Notations: what is on a card, and how each published source names and numbers the cards.

Begin with `find_notation`: a `Notation` reads cards (`parse`), names them (`digits`, `letters`, `name`), says
what is on them (`face`) and converts them into another notation. `NOTATIONS` lists the names.

>>> thesis, solitaire = find_notation("thesis"), find_notation("solitaire")
>>> card = thesis.parse("2 purple striped diamonds")
>>> thesis.digits(card), solitaire.digits(thesis.convert(card, solitaire))
('2111', '2110')
"""

from setlab.notation.faces import LETTERS, PROPERTIES, Face, describe
from setlab.notation.notation import MOST_NAMED_VALUES, Notation, Property, find_notation
from setlab.notation.tables import NOTATIONS

__all__ = [
    "LETTERS",
    "MOST_NAMED_VALUES",
    "NOTATIONS",
    "PROPERTIES",
    "Face",
    "Notation",
    "Property",
    "describe",
    "find_notation",
]
