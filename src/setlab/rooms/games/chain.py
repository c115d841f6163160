"""Set-chain: every SET after the first has exactly one card of the SET before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from setlab.geometry import Space
from setlab.rooms.games.game import Found, RoomGame, RoomPosition


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
        return replace(position, table=table, chain=cards, found=(*position.found, Found(seat, cards)))
