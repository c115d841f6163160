"""Games with cards that lie face down: one card laid aside until the end, or a whole table to remember."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from typing import ClassVar

from setlab.draws import Draws
from setlab.errors import RuleError
from setlab.geometry import Space
from setlab.rooms.games.game import Find, RoomGame, RoomPosition, deck_order
from setlab.rooms.games.options import GameOption, Options, number
from setlab.rules import Rules


class LastCard(RoomGame):
    """The standard game with one card laid aside; to name it, or to claim a SET with it, wins a bonus.

    All 81 cards together are zero modulo 3 in every property, and so is every SET: at the end, the cards that are left
    prove which card it is.
    """

    lays_aside = True

    own_options: ClassVar[Mapping[str, GameOption]] = {"bonus": number(3, 1, 9)}
    """The points for the card that was laid aside."""

    def rules(self, options: Options) -> Rules:
        """The deck without one card."""
        return Rules(d=self.dimension_of(options), table=options.get("table", self.table), lost=1)

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """The undealt cards without the last one, which is laid aside."""
        return super().coming_cards(position, options, seed, round)[:-1]

    def card_aside(self, options: Options, seed: int, round: int) -> int:
        """The card that is laid aside: the last of the deck."""
        return deck_order(seed, options.get("trial", round), self.dimension_of(options))[-1]

    def reach(self, position: RoomPosition) -> tuple[int, ...]:
        """The cards of the table, and those that may be the one laid aside."""
        return position.table.cards if position.aside is not None else (*position.table.cards, *unseen(position))

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim; with the card laid aside only two cards are of the table."""
        laid = [card for card in cards if card in position.table.cards]
        aside = next((card for card in cards if card not in laid), position.aside)
        found = (*position.found, Find(seat, cards))
        return replace(position, table=position.table.without(laid), found=found, aside=aside)


def unseen(position: RoomPosition) -> list[int]:
    """The cards that were neither dealt nor turned up.

    >>> from setlab.rules import Deal, replay
    >>> unseen(RoomPosition(replay([Deal(tuple(range(9)))], Rules(d=2, table=9))))
    []
    """
    seen = {*position.table.cards, *(card for cards in position.table.taken for card in cards)}
    return [card for card in position.table.deck if card not in seen and card != position.aside]


class Memory(RoomGame):
    """The cards lie face down; a player turns three over, keeps a SET and goes on, or the next player has a turn."""

    is_face_down = True

    own_options: ClassVar[Mapping[str, GameOption]] = {"cards": number(12, 9, 18), "dimension": number(3, 3, 4)}
    """The number of cards, a multiple of three, and of properties."""

    lacks: ClassVar[tuple[str, ...]] = ("call", "more", "penalty", "minus")

    def check(self, options: Options) -> None:
        """Raise `RuleError` unless the cards can be SETs, and only people play.

        >>> Memory("memory").read({"cards": 10})
        Traceback (most recent call last):
        setlab.errors.RuleError: 10 cards are no SETs: choose 9, 12, 15 or 18
        """
        if options["cards"] % 3:
            raise RuleError(f"{options['cards']} cards are no SETs: choose 9, 12, 15 or 18")
        if options["opponents"]:
            raise RuleError("option opponents must be off in memory: people take turns")

    def rules(self, options: Options) -> Rules:
        """A deck of just the cards on the table."""
        d, cards = self.dimension_of(options), int(options["cards"])
        return Rules(d=d, table=cards, lost=3**d - cards)

    def sets_to_find(self, options: Options) -> int | None:
        """The number of SETs of which the table consists."""
        return int(options["cards"]) // 3

    def coming_cards(self, position: RoomPosition, options: Options, seed: int, round: int) -> Sequence[int]:
        """The cards of the table: SETs, mixed."""
        rules = position.table.rules
        return mixed_sets(seed, round, rules.cards, rules.d)[rules.cards - position.table.undealt :]


TABLES = 40
"""The number of tables from which the one with the fewest SETs is taken."""

_FAMILY = 0x3E30127
"""A family of draws for tables of memory, separate from the deck's."""


@lru_cache(maxsize=1024)
def mixed_sets(seed: int, round: int, cards: int, dimension: int) -> tuple[int, ...]:
    """Disjoint SETs, `cards` cards in all and in random order: of several tables, the one with the fewest SETs.

    With few SETs, taking one of the others rarely spoils them.

    >>> sorted(mixed_sets(1, 1, 6, 2))
    [0, 1, 3, 4, 6, 7]
    """
    draws, space = Draws(seed ^ _FAMILY), Space(dimension)
    decks = (draws.shuffle(round << 16 | attempt, space) for attempt in count(1))
    tables = (chosen for deck in decks if len(chosen := _first_sets(deck, cards, space)) == cards)
    fewest = min(islice(tables, TABLES), key=lambda chosen: len(space.sets(chosen)))
    return tuple(draws.shuffle(round << 16, fewest))


def _first_sets(order: Iterable[int], cards: int, space: Space) -> list[int]:
    """The cards of the first SETs in a deck, without a common card."""
    rest, chosen = list(order), list[int]()
    while rest and len(chosen) < cards:
        one = rest.pop(0)
        pairs = ((other, space.third(one, other)) for other in rest)
        pair = next(((other, third) for other, third in pairs if third in rest), None)
        if pair:
            chosen += [one, *pair]
            rest = [card for card in rest if card not in pair]
    return chosen
