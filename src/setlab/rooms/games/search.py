"""Games in which the cards stay and all SETs are searched, together or each player on a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.geometry import Space
from setlab.puzzles.daily import DIMENSION, daily_deal, last_released, read_puzzle_name
from setlab.rooms.games.game import Find, RoomGame, RoomPosition
from setlab.rooms.games.options import DEALT_CARDS, PUZZLE_NAME, GameOption, Options, number, switch
from setlab.rules import Rules

RAREST = 1e-5
"""The least probability of a table that a room deals: rarer ones take too long to draw."""


class FindAll(RoomGame):
    """Cards stay on the table; each new SET is worth a point."""

    searches_all = True

    own_options: ClassVar[Mapping[str, GameOption]] = {
        "cards": number(12, 9, 18),
        "sets": number(6, 1, 8),
        "together": switch(True),
        "dimension": number(4, 3, 4),
        "puzzle": PUZZLE_NAME,
        "deal": DEALT_CARDS,
    }
    """The numbers of cards, SETs and properties, or a puzzle, or cards; whether all search one table or a copy."""

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options; a puzzle and given cards decide how many cards and SETs there are.

        >>> chosen = FindAll("find-all").read({"puzzle": "2026-11-16-basic"})
        >>> chosen["cards"], chosen["sets"], chosen["dimension"]
        (9, 4, 4)
        """
        if options["deal"]:
            cards = read_deal(options["deal"])
            numbers = {"cards": len(cards), "sets": len(Space(DIMENSION).sets(cards)), "dimension": DIMENSION}
            return options | numbers | {"puzzle": ""}
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

        if options["deal"]:
            return
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

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """The cards of the table: those that are given, of a puzzle, or with the number of SETs."""
        order: Sequence[int]
        if options.get("deal"):
            order = read_deal(options["deal"])
        elif options.get("puzzle"):
            order = daily_deal(*read_puzzle_name(options["puzzle"])).cards
        else:
            order = table_with_sets(seed, round, options["cards"], options["sets"], position.table.rules.d)
        return order[position.table.rules.cards - position.table.undealt :]

    def open_claims(self, position: RoomPosition, seat: int | None) -> list[tuple[int, ...]]:
        """The SETs that a seat, or everybody together (None), has not found yet."""
        found = {frozenset(cards) for cards in position.found_by(seat)}
        return [cards for cards in self.claimable(position) if frozenset(cards) not in found]

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position with one more SET found; the cards stay."""
        return replace(position, found=(*position.found, Find(seat, cards)))


@lru_cache(maxsize=1024)
def table_with_sets(seed: int, round: int, cards: int, sets: int, dimension: int) -> tuple[int, ...]:
    """The cards of a table with a given number of SETs, uniform among all such tables."""
    from setlab.exact.dealing import deal_cards

    return tuple(deal_cards(cards, sets, seed=Draws(seed).bits(round, 0), dimension=dimension))


def read_deal(codes: str) -> tuple[int, ...]:
    """The cards of the option `deal`; raise `RuleError` unless they differ and have a SET.

    >>> read_deal("0000.0001.0002")
    (0, 1, 2)
    >>> read_deal("0000.0001.0010")
    Traceback (most recent call last):
    setlab.errors.RuleError: there is no SET in 0000.0001.0010: choose cards with one
    """
    cards = tuple(int(code, 3) for code in codes.split("."))
    if len(set(cards)) < len(cards):
        raise RuleError(f"a card is twice in {codes}: a deck has every card once")
    if not Space(DIMENSION).sets(cards):
        raise RuleError(f"there is no SET in {codes}: choose cards with one")
    return cards
