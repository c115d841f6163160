"""Notations: what is on a card, and how cards are named and read in the words of each source."""

from setlab.notation.faces import LETTERS, PROPERTIES, Face, describe
from setlab.notation.notation import MOST_NAMED_VALUES, NOTATIONS, Notation, Property, find_notation

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
