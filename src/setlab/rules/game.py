"""A whole game from the order of its deck: when cards are dealt, and when somebody searches for a SET."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from setlab.rules.events import Claim, Deal, Event
from setlab.rules.table import Refill, Rules, Table

Search = Callable[[Table], tuple[int, ...] | None]
"""Given a table, returns the SET that is taken, or None if there is none on it."""


def play_game(order: Sequence[int], search: Search, rules: Rules | None = None) -> tuple[tuple[Event, ...], Table]:
    """The events of a game, and the table at its end. The deck is dealt in this order; `search` takes the SETs.

    >>> def first(table):
    ...     return next(iter(table.sets()), None)
    >>> events, table = play_game(range(9), first, Rules(d=2, table=9))
    >>> events
    (Deal(cards=(0, 1, 2, 3, 4, 5, 6, 7, 8)), Claim(cards=(0, 1, 2), player=''), Claim(cards=(3, 4, 5), player=''),
     Claim(cards=(6, 7, 8), player=''))
    >>> table.cards
    ()
    """
    game = _Game(order, search, rules or Rules())
    game.deal(min(game.rules.table, len(order)))
    _FLOWS[game.rules.refill](game)
    return tuple(game.events), game.table


def search_in_order(sets: Sequence[Sequence[int]]) -> Search:
    """The search of a game in which these SETs are taken, in this order, each as soon as it lies on the table."""
    coming: Iterator[tuple[int, ...]] = map(tuple, sets)
    wanted = next(coming, None)

    def search(table: Table) -> tuple[int, ...] | None:
        nonlocal wanted
        if wanted is None or not set(wanted) <= set(table.cards):
            return None
        found, wanted = wanted, next(coming, None)
        return found

    return search


class _Game:
    """A game while it is played."""

    def __init__(self, order: Sequence[int], search: Search, rules: Rules) -> None:
        self.order, self.chosen, self.rules = tuple(order), search, rules
        self.table = Table(rules)
        self.events: list[Event] = []

    @property
    def undealt(self) -> int:
        """The number of cards that are still to be dealt."""
        return self.table.undealt

    def search(self) -> bool:
        """Search the table once; True if a SET was found and taken."""
        found = self.chosen(self.table)
        if found is not None:
            self.happen(Claim(found))
        return found is not None

    def deal(self, number: int) -> None:
        """Deal the next cards, no more than there are."""
        start = len(self.order) - self.undealt
        if cards := self.order[start : start + number]:
            self.happen(Deal(cards))

    def happen(self, event: Event) -> None:
        """Append an event."""
        self.events.append(event)
        self.table = self.table.after(event)


def _standard(game: _Game) -> None:
    """Refill to the size of the table after a SET was taken, and deal n more cards when there is none."""
    rules = game.rules
    while (found := game.search()) or game.undealt:
        if not found or len(game.table.cards) < rules.table:
            game.deal(rules.n)


def _always_three(game: _Game) -> None:
    """Deal n more cards after every search; at most 2n searches once the deck is empty."""
    n = game.rules.n
    while game.undealt:
        game.search()
        game.deal(n)
    for _ in range(2 * n):
        if not game.search():
            break


_FLOWS = {Refill.STANDARD: _standard, Refill.ALWAYS_THREE: _always_three}
