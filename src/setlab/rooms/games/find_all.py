"""Find all: a table with a known number of SETs, which everybody searches, together or each on their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from setlab.errors import RuleError, SpecError
from setlab.puzzles.daily import DIMENSION, last_released, read_puzzle_name
from setlab.rooms.games.game import Found, Options, RoomGame, RoomPosition
from setlab.rooms.options import Number, Option, PuzzleName, Switch
from setlab.rules import Rules

RAREST = 1e-5
"""The least probability of a table that a room deals: rarer ones take too long to draw."""


class FindAll(RoomGame):
    """Cards stay on the table; each new SET is worth a point."""

    searches_all = True

    @property
    def own_options(self) -> Mapping[str, Option]:
        """The numbers of cards, SETs and properties, or a puzzle; whether all search one table or an own copy each."""
        return {
            "cards": Number(12, 9, 18),
            "sets": Number(6, 1, 8),
            "together": Switch(True),
            "dimension": Number(4, 3, 4),
            "puzzle": PuzzleName(),
        }

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options; a puzzle decides how many cards and SETs there are.

        >>> chosen = FindAll("find-all").read({"puzzle": "2026-11-16-basic"})
        >>> chosen["cards"], chosen["sets"], chosen["dimension"]
        (9, 4, 4)
        """
        if not options["puzzle"]:
            return options
        try:
            _, level = read_puzzle_name(options["puzzle"])
        except SpecError as error:
            raise RuleError(f"there is no puzzle {options['puzzle']}: {error}") from None
        return options | {"cards": level.cards, "sets": level.sets, "dimension": DIMENSION}

    def check(self, options: Options) -> None:
        """Raise `RuleError` unless tables with this number of SETs exist and are not too rare.

        >>> FindAll("find-all").read({"cards": 9, "sets": 7})
        Traceback (most recent call last):
        setlab.errors.RuleError: 9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible
        """
        from setlab.exact.dealing import probability_of_sets

        cards, sets, dimension = (int(options[name]) for name in ("cards", "sets", "dimension"))
        chance = probability_of_sets(cards, sets, dimension)
        if chance is None or chance < RAREST:
            raise RuleError(f"{cards} cards with {sets} SETs are too rare to be dealt in a room: choose other numbers")

    def check_released(self, options: Options, now: float) -> None:
        """Raise `RuleError` if the puzzle is not yet released anywhere on earth.

        >>> FindAll("find-all").check_released({"puzzle": "2026-11-16-basic"}, now=0.0)
        Traceback (most recent call last):
        setlab.errors.RuleError: the puzzle of 2026-11-16 is not out yet: choose a date up to 1970-01-02
        """
        if options["puzzle"]:
            day, last = read_puzzle_name(options["puzzle"])[0], last_released(now)
            if day > last:
                raise RuleError(f"the puzzle of {day} is not out yet: choose a date up to {last}")

    def rules(self, options: Options) -> Rules:
        """A deck of just the cards on the table."""
        d, cards = self.dimension_of(options), int(options["cards"])
        return Rules(d=d, table=cards, lost=3**d - cards)

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position with one more SET found; the cards stay."""
        return replace(position, found=(*position.found, Found(seat, cards)))
