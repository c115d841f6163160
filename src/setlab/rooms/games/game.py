"""The ordinary game, parts of which other games override: its deck, right claims and what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple

from setlab.answers.answer import attributes
from setlab.draws import Draws
from setlab.geometry import Deck, Pattern, Space
from setlab.notation import Notation, find_notation
from setlab.rooms.games.options import COMMON, GameOption, Options, read_options
from setlab.rules import Deal, Rules, Table


class Find(NamedTuple):
    """A SET that a seat has found."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class RoomPosition:
    """The position of a round: the table, the last SET of a chain, and the finds; the tables of the seats, if each has
    an own one."""

    table: Table
    chain: tuple[int, ...] = ()
    found: tuple[Find, ...] = ()
    tables: Mapping[int, Table] = field(default_factory=dict)
    aside: int | None = None
    """The card that was laid aside, once it is turned up."""
    arranged: int = 0
    """The number of finds after which the table was last rearranged."""

    def found_by(self, seat: int | None) -> tuple[tuple[int, ...], ...]:
        """The SETs that a seat has found, or all seats (None)."""
        return tuple(each.cards for each in self.found if seat in (None, each.seat))

    def own(self, seat: int | None) -> RoomPosition:
        """The position at the own table of a seat; for a spectator (None) before the first deal."""
        table = self.table if seat is None else self.tables.get(seat, self.table)
        return RoomPosition(table, self.chain, tuple(each for each in self.found if each.seat == seat))

    def with_own(self, seat: int, own: RoomPosition) -> RoomPosition:
        """The position after the own position of a seat has changed."""
        new = own.found[len(self.found_by(seat)) :]
        return replace(self, tables={**self.tables, seat: own.table}, found=(*self.found, *new))


@cache
def notation_of(dimension: int, values: int = 3) -> Notation:
    """The notation in which the cards of rooms are named."""
    return find_notation(dimension=dimension, n=values)


@lru_cache(maxsize=1024)
def deck_order(seed: int, trial: int, dimension: int, values: int = 3) -> tuple[int, ...]:
    """The whole deck in dealing order: a trial of the secret seed, by default the number of the round.

    >>> deck_order(1, 1, 2)
    (0, 6, 7, 8, 3, 2, 4, 5, 1)
    """
    deck = Space(dimension) if values == 3 else Deck(dimension, values)
    return tuple(Draws(seed).shuffle(trial, deck))


@dataclass(frozen=True)
class RoomGame:
    """The ordinary game: SETs of three cards are taken from the table. Other games override parts of it."""

    name: str
    dimension: int = 4
    table: int = 12
    defaults: tuple[tuple[str, Any], ...] = ()

    claim_size = 3
    """The number of cards of a claim."""

    values = 3
    """The number of values of each property."""

    more_cards = 3
    """The number of cards that are dealt when there is no SET."""

    searches_all = False
    """True if claimed cards stay on the table, and all SETs are to be found."""

    has_teams = False
    """True if teams point at the cards of a SET, one player after the other."""

    lays_aside = False
    """True if one card is laid aside face down."""

    is_face_down = False
    """True if the cards lie face down, and players turn them over."""

    rearranges = False
    """True if the cards are laid in another order after each find."""

    has_own_tables = False
    """True if every player has an own table, with cards in the same order."""

    own_options: ClassVar[Mapping[str, GameOption]] = {}
    """The options that only this game has, or has with other values."""

    lacks: ClassVar[tuple[str, ...]] = ()
    """The options of every game that this one does not have."""

    @property
    def claim_sizes(self) -> tuple[int, ...]:
        """The numbers of cards that a claim may have."""
        return (self.claim_size,)

    @property
    def options(self) -> Mapping[str, GameOption]:
        """All options of the game."""
        changed = {name: replace(COMMON[name], default=value) for name, value in self.defaults}
        all_options = {**COMMON, **changed, **self.own_options}
        return {name: option for name, option in all_options.items() if name not in self.lacks}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options, those that are given checked; raise `RuleError` for a wrong one.

        >>> RoomGame("timed", defaults=(("seconds", 60),)).read({"penalty": 5})["seconds"]
        60
        """
        read = read_options(self.name, self.options, given)
        usual = {name: option.default for name, option in self.options.items()}
        chosen = self.complete_options(usual | ({"watch": False} if read.get("class") else {}) | read)
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

    def sets_to_find(self, options: Options) -> int | None:
        """The number of SETs to be found, where it is known from the start."""
        return options.get("sets")

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """The undealt cards of the round, or of an own table, in their order: the secret of the server."""
        rules = position.table.rules
        order = deck_order(seed, options.get("trial", round), rules.d, rules.n)
        return order[rules.cards - position.table.undealt :]

    def cards_missing(self, position: RoomPosition, options: Options) -> int:
        """The number of cards that are dealt now, to begin or to refill."""
        table = position.table
        return min(table.rules.table - len(table.cards), table.undealt)

    def lay(self, table: Table, cards: tuple[int, ...]) -> Table:
        """The table after a deal."""
        return table.after(Deal(cards))

    def left_to_do(self, position: RoomPosition, options: Options) -> int:
        """What separates a player with an own table from the end: the number of cards, or of SETs."""
        return position.table.undealt + len(position.table)

    def is_through(self, position: RoomPosition, options: Options) -> bool:
        """True if nothing more can be claimed or dealt on an own table."""
        return bool(position.table.slots) and not position.table.undealt and not self.claimable(position)

    def points(self, cards: Sequence[int]) -> int:
        """The points for a right claim."""
        return 1

    def open_claims(self, position: RoomPosition, seat: int | None) -> list[tuple[int, ...]]:
        """The right claims that a seat, or everybody together (None), has not made yet."""
        return self.claimable(position)

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
        notation = notation_of(position.table.rules.d, position.table.rules.n)
        words = [notation.words(card) for card in cards]
        patterns: tuple[Pattern, ...] = position.table.deck.patterns(cards)
        return [
            {"property": p.name, "values": [each[p.name] for each in words], "verdict": str(pattern)}
            for p, pattern in zip(notation.properties, patterns, strict=True)
        ]

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim."""
        return replace(position, table=position.table.without(cards), found=(*position.found, Find(seat, cards)))

    def as_json(self) -> dict[str, Any]:
        """The game as pages offer it."""
        options = {name: option.as_json() for name, option in self.options.items()}
        return {
            "game": self.name,
            **attributes(self, "dimension", "values", "table", "claim_size"),
            "claim_sizes": list(self.claim_sizes),
            "options": options,
        }
