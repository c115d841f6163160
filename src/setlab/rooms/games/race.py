"""Races at own tables: every player has a table with cards in the same order, and nobody takes a SET from another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import ClassVar

from setlab.draws import Draws
from setlab.geometry import Space
from setlab.puzzles.daily import DIMENSION, LEVELS, draw_deal
from setlab.rooms.games.game import Find, RoomGame, RoomPosition
from setlab.rooms.games.options import GameOption, Options, number, one_of
from setlab.rules import Rules, Table

FIRST, ALL = ENDS = ("first", "all")
"""The round ends when the first player is through, or when everybody is."""


class Race(RoomGame):
    """The standard game at own tables: the first who is through wins, or the most SETs when the time is over."""

    has_own_tables = True

    own_options: ClassVar[Mapping[str, GameOption]] = {
        "until": one_of(FIRST, *ENDS),
        "more": one_of("referee", "referee", "auto"),
    }
    """When the round ends, and whether players say that there is no SET; nobody votes on a table of one player."""

    lacks: ClassVar[tuple[str, ...]] = ("call",)


class Sprint(Race):
    """SETs on tables that always have one, for best times; the cards of a SET return to the deck."""

    own_options: ClassVar[Mapping[str, GameOption]] = {"until": one_of(FIRST, *ENDS), "sets": number(10, 1, 60)}
    """When the round ends, and how many SETs are to be found."""

    lacks: ClassVar[tuple[str, ...]] = ("call", "more")

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """Cards that leave a SET on the table: after equal finds the same for everybody.

        >>> from setlab.rooms.games import find_game
        >>> game = find_game("sprint")
        >>> table = Table(game.rules({}))
        >>> cards = game.coming_cards(RoomPosition(table), {}, seed=1, round=1)
        >>> len(cards), bool(game.claimable(RoomPosition(game.lay(table, cards))))
        (12, True)
        """
        table = position.table
        return cards_with_a_set(seed, round, len(position.found), table.cards, table.rules.table, table.rules.d)

    def lay(self, table: Table, cards: tuple[int, ...]) -> Table:
        """The table after a deal; all other cards are in the deck."""
        slots = super().lay(replace(table, taken=(), undealt=table.rules.cards - len(table)), cards).slots
        return replace(
            table, slots=slots, taken=(), undealt=table.rules.cards - sum(card is not None for card in slots)
        )

    def left_to_do(self, position: RoomPosition, options: Options) -> int:
        """The number of SETs to be found."""
        return int(max(options["sets"] - len(position.found), 0))

    def is_through(self, position: RoomPosition, options: Options) -> bool:
        """True if all SETs are found."""
        return not self.left_to_do(position, options)

    def cards_missing(self, position: RoomPosition, options: Options) -> int:
        """The number of cards that are dealt now; none after the last SET."""
        return 0 if self.is_through(position, options) else super().cards_missing(position, options)


_FAMILY = 0x592147
"""A family of draws for the tables of sprints, separate from the deck's."""


@lru_cache(maxsize=4096)
def cards_with_a_set(
    seed: int, round: int, found: int, kept: tuple[int, ...], size: int, dimension: int
) -> tuple[int, ...]:
    """The cards that fill a table after so many finds: the first of the deck, shuffled until there is a SET.

    >>> cards_with_a_set(1, 1, 0, (), 3, 2)
    (5, 1, 6)
    """
    space, draws = Space(dimension), Draws(seed ^ _FAMILY)
    for attempt in count():
        order = draws.shuffle((round << 32 | found << 16 | attempt) & (2**63 - 1), space)
        coming = [card for card in order if card not in kept][: size - len(kept)]
        if space.sets((*kept, *coming)):
            return tuple(coming)
    raise AssertionError("attempts have no end")


class PuzzleRace(Race):
    """The same series of puzzles for everybody: on each, all SETs are to be found before the next one is dealt."""

    searches_all = True

    own_options: ClassVar[Mapping[str, GameOption]] = {
        "until": one_of(FIRST, *ENDS),
        "puzzles": number(3, 1, 10),
        "level": one_of("basic", *LEVELS),
    }
    """When the round ends, the number of puzzles, and their level."""

    lacks: ClassVar[tuple[str, ...]] = ("call", "more")

    def rules(self, options: Options) -> Rules:
        """A deck of just the cards of a puzzle."""
        cards = LEVELS[options["level"]].cards
        return Rules(d=DIMENSION, table=cards, lost=3**DIMENSION - cards)

    def sets_to_find(self, options: Options) -> int | None:
        """The number of SETs of all puzzles."""
        return int(options["puzzles"]) * LEVELS[options["level"]].sets

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """The cards of the next puzzle: drawn as those of a day are, by the secret seed."""
        level = LEVELS[options["level"]]
        return draw_deal(seed ^ _PUZZLES, round << 8 | len(position.found) // level.sets, level).cards

    def open_claims(self, position: RoomPosition, seat: int | None) -> list[tuple[int, ...]]:
        """The SETs of the puzzle that are not found yet."""
        claimable = self.claimable(position)
        found = position.found_by(seat)
        now = {frozenset(cards) for cards in found[len(found) - len(found) % max(len(claimable), 1) :]}
        return [cards for cards in claimable if frozenset(cards) not in now]

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position with one more SET found; after the last one of a puzzle the table is empty."""
        found = (*position.found, Find(seat, cards))
        solved = not len(found) % len(position.table.sets())
        return replace(position, found=found, table=Table(position.table.rules) if solved else position.table)

    def left_to_do(self, position: RoomPosition, options: Options) -> int:
        """The number of SETs to be found."""
        return (self.sets_to_find(options) or 0) - len(position.found)

    def is_through(self, position: RoomPosition, options: Options) -> bool:
        """True if all puzzles are solved."""
        return not self.left_to_do(position, options)

    def cards_missing(self, position: RoomPosition, options: Options) -> int:
        """The number of cards of the next puzzle, if it is to be dealt."""
        return 0 if self.is_through(position, options) else super().cards_missing(position, options)


_PUZZLES = 0x9022E
"""A family of draws for series of puzzles, separate from those of the days."""
