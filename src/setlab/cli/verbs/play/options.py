"""The options of a game against the clock: checked, and written as a command line or in a record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from setlab.cli.options import check_folder
from setlab.cli.screen import attributes
from setlab.errors import SpecError, plural, unknown_name
from setlab.geometry import Deck
from setlab.limits import GAMES, LARGEST_SEED, between
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.rooms.timers import SPEEDS
from setlab.rules import Rules

JUNIOR, JUNIOR_DIMENSION, JUNIOR_TABLE = "filling", 3, 9
"""The property that the cards of the junior deck have in common; the number of the others; the cards on the table."""

MOST_SECONDS = 10**6


@dataclass(frozen=True)
class Options:
    """The game that is played, and the notation of its cards."""

    rules: Rules
    seed: int
    notation: Notation
    junior: bool = False
    sets: int | None = None
    penalty: float = 10
    record: Path | None = None
    opponent: str | None = None

    def command(self) -> list[str]:
        """The command line of this game; options that have their default are left out."""
        d, words = self.rules.d, ["setlab", "play", *["--junior"] * self.junior]
        for flag, value, default in (
            ("--dimension", d, d if self.junior else 4),
            ("--table", self.rules.table, usual_table(d)),
            ("--seed", self.seed, None),
            ("--sets", self.sets, None),
            ("--penalty", self.penalty, 10),
            ("--notation", str(self.notation), DEFAULT),
            ("--opponent", self.opponent, None),
            ("--record", self.record, None),
        ):
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)] * (value != default)
        return words

    @property
    def game(self) -> str:
        """The game of rooms that is played."""
        return "junior" if self.junior else "standard"

    def as_record(self) -> dict[str, Any]:
        """The facts that a record states beside the events."""
        return attributes(self, "game", "seed", "sets", "penalty") | {"notation": str(self.notation)}

    def check_record(self, resumed: bool) -> None:
        """Raise `SpecError` unless the record can be written; only a resumed game replaces a file."""
        if self.record is None:
            return
        check_folder(self.record)
        if self.record.exists() and not resumed:
            raise SpecError(f"{self.record} exists: choose another name for the record, or remove it")


def read_options(
    seed: int,
    notation: str = DEFAULT,
    junior: bool = False,
    dimension: int = 4,
    table: int | None = None,
    sets: int | None = None,
    penalty: float = 10,
    record: Path | None = None,
    opponent: str | None = None,
) -> Options:
    """The options, checked; raise `SpecError` for those that no game can have."""
    if junior and dimension not in (4, JUNIOR_DIMENSION):
        raise SpecError(f"the junior deck has 3 properties, not {dimension}: leave --junior or --dimension out")
    d = JUNIOR_DIMENSION if junior else dimension
    if d not in GAMES:
        raise SpecError(f"{d} is not a dimension for play: choose {between(GAMES)}")
    cards = usual_table(d) if table is None else table
    if not 3 <= cards <= 3**d:
        raise SpecError(f"{plural(cards, 'card')} cannot lie on the table: choose 3 to {3**d}, those of the deck")
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"seed {seed} is out of range: choose 0 to 2^64 − 1")
    if sets is not None and not 1 <= sets <= 3 ** (d - 1):
        raise SpecError(f"{plural(sets, 'SET')} cannot be found: choose 1 to {3 ** (d - 1)}, or leave --sets out")
    if not 0 <= penalty <= MOST_SECONDS:
        raise SpecError(f"a penalty of {penalty:g} seconds is out of range: choose 0 to {MOST_SECONDS}")
    if opponent is not None and opponent not in SPEEDS:
        raise SpecError(unknown_name(opponent, "a speed of an opponent", SPEEDS))
    named = card_notation(notation, d, junior)
    return Options(Rules(d, table=cards), seed, named, junior, sets, penalty, record, opponent)


def usual_table(d: int) -> int:
    """The number of cards on the table: 12, as by the rules of the game; 9 in decks of up to 27 cards.

    >>> usual_table(4), usual_table(3)
    (12, 9)
    """
    return 12 if d > JUNIOR_DIMENSION else JUNIOR_TABLE


def card_notation(name: str, d: int, junior: bool) -> Notation:
    """The notation with this name; all cards of the junior deck have the same filling, which is not named.

    >>> [p.name for p in card_notation("standard", 3, junior=True).properties]
    ['number', 'colour', 'shape']
    """
    if not junior:
        return find_notation(name, d)
    whole = find_notation(name, 4)
    properties = tuple(p for p in whole.properties if p.name != JUNIOR)
    return replace(whole, deck=Deck(JUNIOR_DIMENSION), properties=properties)
