"""Limits of the library, each with its reason: dimensions as ranges, the largest seed, trial and number in JSON."""

from __future__ import annotations

DECKS = range(1, 9)
"""Properties of a deck. AG(8,3) has 6,561 cards and 7,173,360 lines, which are still listed in seconds."""

VALUES = range(2, 10)
"""Values of a property: each is one digit, also in the notations that count from 1."""

QUAD_DECKS = range(1, 5)
PROJECTIVE_DECKS = range(2, 9)
"""Decks of quads with up to 256 cards, and of up to 255 cards with dots, which are still seen on a table."""

QUAD_SPACES = range(2, 7)
"""Collections by their quads: in AG(6,2) those of up to 10 cards are counted, and in AG(7,2) none was tried."""

FORMULAS = range(1, 101)
FORMULA_VALUES = range(2, 31)
"""Within these limits every count has fewer than the 4,300 digits that Python and most readers of JSON accept."""

DESIGNS = range(1, 17)
"""AG(16,2) has more lines than any design that is built; larger dimensions are refused before lines are counted."""

GAMES = range(2, 7)
"""Games, and deals searched for SETs. The engines are compiled for decks of up to 729 cards."""

PLANE_DEALS = range(2, 6)
"""Deals searched for planes. The engines count planes by card in one or two bytes; AG(6,3) has 891,891."""

ORBITS = range(2, 6)
"""Collections up to symmetry. The core holds a collection in at most four words, 256 cards."""

ULTRASETS = range(2, 5)
"""UltraSETs in n cards, and collections without one: 22 of 243 cards could be, and their orbits are too many."""

CYCLE_INDEX = range(1, 7)
"""The cycles of one map of each conjugacy class of AGL(d,3) on all cards: seconds in dimension 6."""

PLANE_FREE = range(2, 5)
"""Collections without planes. The core holds a collection in 128 bits; in dimension 5 nothing is known."""

EXTREMES = range(1, 5)
"""The fewest and most SETs in n cards: enumerated in three dimensions, proved in four, open in five."""

ENUMERATED = range(1, 4)
"""Work that visits every collection of the deck, 2^27 of them in three dimensions and 2^81 in four."""

ANTISET_GAMES = range(2, 6)
"""Anti-SET in the terminal, whose board of 243 cards still fits on a screen."""

PRINTED_DECKS = range(3, 6)
"""Decks on paper: 27, 81 and 243 cards; background and border are not printed together."""

EXERCISES = range(3, 5)
"""Exercises in class: the game with and without the property that the junior game leaves out."""

LARGEST_SEED = 2**64 - 1
"""A seed is the key of Philox, two words of 32 bits."""

LARGEST_TRIAL = 2**63 - 1
"""Trials are numbered by the signed integers of SQLite and PostgreSQL."""

LARGEST_EXACT_NUMBER = 2**53
"""JSON's readers hold numbers as doubles, which are exact up to here; larger integers are written as texts."""


def between(limits: range) -> str:
    """The limits in words, for messages.

    >>> between(DECKS)
    '1 to 8'
    """
    return f"{limits[0]} to {limits[-1]}"
