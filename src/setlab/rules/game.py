"""A whole game from the order of its deck: how players choose SETs, when they search, and when cards are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.rules.events import Claim, Deal, Event
from setlab.rules.table import Refill, Rules, Table

Line = tuple[int, ...]


class Choice(StrEnum):
    """The SETs among which a player chooses; one of them is then drawn uniformly.

    `random`: all of them. `popular`: those with a card that is in the most SETs. `reject`: those with a card that is
    in the fewest SETs, but in one at least. `first` and `last`: the first and the last by its slots.

    >>> sets = [(0, 1, 2), (2, 3, 4), (5, 6, 7)]
    >>> Choice.POPULAR.candidates(sets), Choice.FIRST.candidates(sets), Choice.LAST.candidates(sets)
    ([(0, 1, 2), (2, 3, 4)], [(0, 1, 2)], [(5, 6, 7)])
    """

    RANDOM = "random"
    POPULAR = "popular"
    REJECT = "reject"
    FIRST = "first"
    LAST = "last"

    def __repr__(self) -> str:
        return repr(self.value)  # a member may be given by its value

    def candidates(self, sets: Sequence[Line]) -> list[Line]:
        """The SETs among which the choice is made, in their order."""
        if self is Choice.RANDOM:
            return list(sets)
        if self is Choice.FIRST:
            return list(sets[:1])
        if self is Choice.LAST:
            return list(sets[-1:])
        numbers = Counter(card for cards in sets for card in cards)
        wanted = (max if self is Choice.POPULAR else min)(numbers.values(), default=0)
        return [cards for cards in sets if any(numbers[card] == wanted for card in cards)]


Search = Callable[[Table], tuple[int, ...] | None]
"""A function that returns the SET to be taken from a table, or None if it finds none."""


@checked
def play_game(order: Sequence[int], search: Search, rules: Rules | None = None) -> tuple[tuple[Event, ...], Table]:
    """The events of a game and the table at its end; the deck is dealt in its order, and `search` chooses the SETs.

    >>> def first(table):
    ...     return next(iter(table.sets()), None)
    >>> events, table = play_game(range(9), first, Rules(d=2, table=9))
    >>> events
    (Deal(cards=(0, 1, 2, 3, 4, 5, 6, 7, 8)), Claim(cards=(0, 1, 2), player=''), Claim(cards=(3, 4, 5), player=''),
     Claim(cards=(6, 7, 8), player=''))
    >>> table.cards
    ()
    """
    rules = rules or Rules()
    if len(order) != rules.cards:
        raise SpecError(f"{plural(len(order), 'card')} cannot be played with these rules: the deck has {rules.cards}")
    game = _Game(order, search, rules)
    game.deal(min(game.rules.table, len(order)))
    _FLOWS[game.rules.refill](game)
    return tuple(game.events), game.table


@checked
def search_in_order(sets: Sequence[Sequence[int]]) -> Search:
    """The search that takes the given SETs in their order, each as soon as it lies on the table."""
    coming: Iterator[tuple[int, ...]] = map(tuple, sets)
    wanted = next(coming, None)

    def search(table: Table) -> tuple[int, ...] | None:
        """The next of the given SETs, if it lies on the table."""
        nonlocal wanted
        if wanted is None or not set(wanted) <= set(table.cards):
            return None
        found, wanted = wanted, next(coming, None)
        return found

    return search


class _Game:
    """A game in progress."""

    def __init__(self, order: Sequence[int], search: Search, rules: Rules) -> None:
        self.order, self.chosen, self.rules = tuple(order), search, rules
        self.table = Table(rules)
        self.events: list[Event] = []

    @property
    def undealt(self) -> int:
        """The number of undealt cards."""
        return self.table.undealt

    def search(self) -> bool:
        """Search the table once and take the SET that is found; True if there is one."""
        found = self.chosen(self.table)
        if found is not None:
            self.happen(Claim(found))
        return found is not None

    def deal(self, number: int) -> None:
        """Deal the next cards of the deck: `number`, or all that are left if they are fewer."""
        start = len(self.order) - self.undealt
        if cards := self.order[start : start + number]:
            self.happen(Deal(cards))

    def happen(self, event: Event) -> None:
        """Append an event."""
        self.events.append(event)
        self.table = self.table.after(event)


def _standard(game: _Game) -> None:
    """After a SET, refill the table to its size; if there is no SET, deal n cards."""
    rules = game.rules
    while (found := game.search()) or game.undealt:
        if not found or len(game.table.cards) < rules.table:
            game.deal(rules.n)


def _always_three(game: _Game) -> None:
    """Deal n cards after every search; once the deck is empty, search at most 2n times."""
    n = game.rules.n
    while game.undealt:
        game.search()
        game.deal(n)
    for _ in range(2 * n):
        if not game.search():
            break


_FLOWS = {Refill.STANDARD: _standard, Refill.ALWAYS_THREE: _always_three}
