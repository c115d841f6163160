"""Claims of other cards than three of the table: Chain, UltraSET, Planet, four-card SET; and Shuffle.

Planet is the game of Baker and others (SETs, Planets, and Comets, 2013): nine cards lie on the table, and a player
takes a SET, a *planet* (four cards of a plane, no three of them a SET) or a *comet*: all nine cards, if they hold
neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, ClassVar

from setlab.geometry import Space
from setlab.rooms.games.game import Find, RoomGame, RoomPosition, notation_of
from setlab.rooms.games.options import GameOption, Options, number
from setlab.rules import Rules


class Chain(RoomGame):
    """The last SET lies beside the table; the next one has one card of it and two of the table."""

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The SETs that continue the chain: first the card of the last SET, then two of the table.

        >>> from setlab.rules import Deal, replay
        >>> Chain("chain").claimable(RoomPosition(replay([Deal((3, 6, 10, 20))]), chain=(0, 1, 2)))
        [(0, 3, 6), (0, 10, 20)]
        """
        if not position.chain:
            return position.table.sets()
        space, cards = Space(position.table.rules.d), position.table.cards
        slot = {card: i for i, card in enumerate(cards)}
        return [
            (link, card, third)
            for link in position.chain
            for card in cards
            if (third := space.third(link, card)) in slot and slot[card] < slot[third]
        ]

    def reach(self, position: RoomPosition) -> tuple[int, ...]:
        """The cards of the table and of the last SET."""
        return (*position.chain, *position.table.cards)

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the cards are a SET with exactly one card of the last one."""
        links = sum(card in position.chain for card in cards)
        return (links == 1 or not position.chain) and position.table.deck.is_set(cards)

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim: its cards lie beside the table."""
        table = position.table.without([card for card in cards if card not in position.chain])
        return replace(position, table=table, chain=cards, found=(*position.found, Find(seat, cards)))


class Shuffle(RoomGame):
    """The standard game; the table is rearranged after each find."""

    rearranges = True


class Ultra(RoomGame):
    """A claim has four cards, which are two pairs with the same third card; it may lie anywhere."""

    claim_size = 4

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The UltraSETs on the table, in the order of their slots.

        >>> from setlab.rules import Deal, replay
        >>> Ultra("ultra").claimable(RoomPosition(replay([Deal((1, 2, 3, 6))])))
        [(1, 2, 3, 6)]
        """
        space, cards = Space(position.table.rules.d), position.table.cards
        by_third = defaultdict[int, list[tuple[int, int]]](list)
        for pair in combinations(cards, 2):
            by_third[space.third(*pair)].append(pair)
        slot = {card: i for i, card in enumerate(cards)}
        found = {
            tuple(sorted((*one, *other), key=slot.__getitem__))
            for pairs in by_third.values()
            for one, other in combinations(pairs, 2)
        }
        return sorted(found, key=lambda four: [slot[card] for card in four])

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the four cards are two pairs with the same third card."""
        space = Space(position.table.rules.d)
        return any(space.third(*one) == space.third(*other) for one, other in pairings(cards))

    def verdicts(self, position: RoomPosition, cards: Sequence[int]) -> list[dict[str, Any]]:
        """For each property the third values that the two pairs need, for the pairing that comes nearest."""
        space, notation = Space(position.table.rules.d), notation_of(position.table.rules.d)
        thirds = [(space.third(*one), space.third(*other)) for one, other in pairings(cards)]
        words = [[notation.words(card) for card in pair] for pair in thirds]
        nearest = max(words, key=lambda pair: sum(pair[0][name] == pair[1][name] for name in pair[0]))
        return [
            {
                "property": p.name,
                "values": [each[p.name] for each in nearest],
                "verdict": "same" if nearest[0][p.name] == nearest[1][p.name] else "neither",
            }
            for p in notation.properties
        ]


class Planet(Ultra):
    """Nine cards: a claim is a SET, a planet or a comet, and is worth as many points as it has cards."""

    claim_size = 3

    @property
    def claim_sizes(self) -> tuple[int, ...]:
        """Three cards for a SET, four for a planet, nine for a comet."""
        return (3, 4, 9)

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The SETs and planets on the table; all cards if they are nine and hold neither.

        >>> from setlab.rules import Deal, replay
        >>> Planet("planet").claimable(RoomPosition(replay([Deal((0, 1, 2, 3, 6))])))
        [(0, 1, 2), (0, 3, 6), (1, 2, 3, 6)]
        """
        cards = position.table.cards
        found = [*position.table.sets(), *super().claimable(position)]
        return found or ([cards] if len(cards) == COMET else [])

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the cards are a SET, a planet or a comet."""
        if len(cards) == COMET:
            return {*cards} in map(set, self.claimable(position))
        return position.table.deck.is_set(cards) if len(cards) == 3 else super().is_right(position, cards)

    def verdicts(self, position: RoomPosition, cards: Sequence[int]) -> list[dict[str, Any]]:
        """For each property what is wrong; nothing for nine cards that hold a SET or a planet."""
        if len(cards) == COMET:
            return []
        return RoomGame.verdicts(self, position, cards) if len(cards) == 3 else super().verdicts(position, cards)

    def points(self, cards: Sequence[int]) -> int:
        """A point for each card."""
        return len(cards)


COMET = 9
"""The number of cards of a comet: all that lie on the table."""


class Four(RoomGame):
    """SETs of four cards: each property has four values, all the same or all different."""

    claim_size = 4
    values = 4
    more_cards = 4

    own_options: ClassVar[Mapping[str, GameOption]] = {"dimension": number(3, 2, 3)}
    """The number of properties: decks of 16 or 64 cards."""

    def rules(self, options: Options) -> Rules:
        """The deck with four values."""
        return Rules(d=self.dimension_of(options), n=4, table=FOUR_TABLES[self.dimension_of(options)])


FOUR_TABLES = {2: 9, 3: 16}
"""The cards on the table of a four-card game by the number of properties: two SETs and more on average."""


def pairings(cards: Sequence[int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The three ways to divide four cards into two pairs.

    >>> pairings([1, 2, 3, 4])
    [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    a, b, c, d = cards
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
