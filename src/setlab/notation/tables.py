"""The notations: the standard one, in the words of the game, and those of the five sources as they print them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A notation: where it is printed, its first digit, and the words of each property in digit order.

    >>> TABLES["thesis"].properties[0]
    ('number', '3 1 2')
    """

    printed_in: str
    first_digit: int
    properties: tuple[tuple[str, str], ...]
    left_out: str = ""
    """The property that decks with fewer than four properties do without."""


DEFAULT = "standard"
"""The notation of cards unless another is named."""

TABLES: dict[str, Table] = {
    "standard": Table("the words of the game", 0, (
        ("number", "one two three four five"), ("colour", "red green purple"),
        ("filling", "solid striped open"), ("shape", "oval diamond squiggle"),
    ), left_out="filling"),
    "thesis": Table("The card game SET and finite geometry, table 2", 0, (
        ("number", "3 1 2"), ("filling", "hollow striped full"),
        ("colour", "green purple red"), ("shape", "oval diamond worm"),
    )),
    "stanke": Table("Set: The Game, a simulation study, section 1.2", 1, (
        ("number", "1 2 3"), ("colour", "red purple green"),
        ("shape", "diamond oval squiggle"), ("filling", "solid striped empty"),
    )),
    "endgame": Table("Modelling End Game Configurations in Set", 0, (
        ("colour", "green purple red"), ("number", "1 2 3"),
        ("shape", "oval diamond squiggle"), ("filling", "solid striped open"),
    )),
    "antiset": Table("A variation on the game SET, table 2", 0, (
        ("number", "3 1 2"), ("colour", "red green purple"),
        ("filling", "open striped solid"), ("shape", "squiggle oval diamond"),
    )),
    "solitaire": Table("Solitaire SET, section 1", 0, (
        ("number", "3 1 2"), ("colour", "green purple red"),
        ("filling", "empty hatched solid"), ("shape", "diamond oval squiggle"),
    )),
}  # fmt: skip
"""The standard notation; then Abrahamsen & Eriksen; Stanke & Stenzelbarton; *Modelling End Game Configurations in
Set*; Clark, Fisk & Goren; Forbes & Forbes."""

NOTATIONS = tuple(TABLES)
"""The names of the notations."""
