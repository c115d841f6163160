"""A game of a room: its deck and options, the position of a round, right claims and what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from setlab.geometry import Pattern
from setlab.notation import Notation, find_notation
from setlab.rooms.options import COMMON, Option, read_options, with_defaults
from setlab.rules import Rules, Table


class Found(NamedTuple):
    """A SET that a seat has found."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class RoomPosition:
    """The position of a round: the table, the last SET of a chain, and the finds."""

    table: Table
    chain: tuple[int, ...] = ()
    found: tuple[Found, ...] = ()

    @classmethod
    def empty(cls, rules: Rules) -> RoomPosition:
        """The position before the first deal."""
        return cls(Table(rules))

    def found_by(self, seat: int | None) -> tuple[tuple[int, ...], ...]:
        """The SETs that a seat has found, or all seats (None)."""
        return tuple(each.cards for each in self.found if seat in (None, each.seat))


Options = Mapping[str, Any]


@cache
def notation_of(dimension: int) -> Notation:
    """The notation in which the cards of rooms are named."""
    return find_notation(dimension=dimension)


@dataclass(frozen=True)
class RoomGame:
    """The ordinary game: SETs of three cards are taken from the table. Other games override parts of it."""

    name: str
    dimension: int = 4
    table: int = 12
    defaults: tuple[tuple[str, Any], ...] = ()

    claim_size = 3
    """The number of cards of a claim."""

    searches_all = False
    """True if claimed cards stay on the table, and all SETs are to be found."""

    has_teams = False
    """True if teams point at the cards of a SET, one player after the other."""

    @property
    def own_options(self) -> Mapping[str, Option]:
        """The options that only this game has."""
        return {}

    @property
    def options(self) -> Mapping[str, Option]:
        """All options of the game."""
        changed = {name: replace(COMMON[name], default=value) for name, value in self.defaults}
        return {**COMMON, **changed, **self.own_options}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options, those that are given checked; raise `RuleError` for a wrong one.

        >>> RoomGame("timed", defaults=(("seconds", 60),)).read({"penalty": 5})["seconds"]
        60
        """
        read = read_options(self.name, self.options, given)
        usual = {"watch": False} if read.get("class") else {}
        chosen = self.complete_options(with_defaults(self.options, usual | read))
        self.check(chosen)
        return chosen

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options, with those that follow from others."""
        return options

    def check(self, options: Options) -> None:
        """Raise `RuleError` unless the options fit each other."""

    def check_released(self, options: Options, now: float) -> None:
        """Raise `RuleError` if the options name an unreleased puzzle."""

    def rules(self, options: Options) -> Rules:
        """The deck and the size of the table; games in a terminal may have another one."""
        return Rules(d=self.dimension_of(options), table=options.get("table", self.table))

    def dimension_of(self, options: Options) -> int:
        """The number of properties of a card; an option of some games, and in a terminal."""
        return int(options.get("dimension", self.dimension))

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The claims that are right now.

        >>> from setlab.rules import Deal, replay
        >>> RoomGame("standard").claimable(RoomPosition(replay([Deal((0, 1, 2, 3))])))
        [(0, 1, 2)]
        """
        return position.table.sets()

    def reach(self, position: RoomPosition) -> tuple[int, ...]:
        """The cards of which a claim may consist."""
        return position.table.cards

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the cards, which lie within reach, may be taken."""
        return position.table.deck.is_set(cards)

    def verdicts(self, position: RoomPosition, cards: Sequence[int]) -> list[dict[str, Any]]:
        """For each property its values on the cards, and whether they are the same, different or neither.

        >>> from setlab.rules import Deal, replay
        >>> RoomGame("standard").verdicts(RoomPosition(replay([Deal((0, 1, 3))])), (0, 1, 3))[3]
        {'property': 'shape', 'values': ['oval', 'diamond', 'oval'], 'verdict': 'neither'}
        """
        notation = notation_of(position.table.rules.d)
        words = [notation.words(card) for card in cards]
        patterns: tuple[Pattern, ...] = position.table.deck.patterns(cards)
        return [
            {"property": p.name, "values": [each[p.name] for each in words], "verdict": str(pattern)}
            for p, pattern in zip(notation.properties, patterns, strict=True)
        ]

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim."""
        return replace(position, table=position.table.without(cards), found=(*position.found, Found(seat, cards)))

    def as_json(self) -> dict[str, Any]:
        """The game as pages offer it."""
        options = {name: option.as_json() for name, option in self.options.items()}
        return {
            "game": self.name,
            "dimension": self.dimension,
            "table": self.table,
            "claim_size": self.claim_size,
            "options": options,
        }
