"""A whole game from the order of its deck: how players choose SETs, when they search, and when cards are dealt.

Two constructed games attain the extremes: the longest game, and the game that leaves the most cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import islice, product

from setlab.arguments import checked
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import Space
from setlab.geometry.space import elliptic_form, elliptic_quadric
from setlab.rules.table import Claim, Deal, Event, Refill, Rules, Table

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


@checked
def play_out(deck: Sequence[int], sets: Iterable[Line], rules: Rules) -> tuple[Event, ...]:
    """The events of a game by the standard rules, with the deck dealt and the SETs taken in the given order.

    >>> [type(event).__name__ for event in play_out(range(9), [(0, 1, 2), (3, 4, 5), (6, 7, 8)], Rules(d=2, table=9))]
    ['Deal', 'Claim', 'Claim', 'Claim']
    """
    events, table = play_game(deck, search_in_order(tuple(sets)), rules)
    if table.sets():
        raise RuleError(f"the game is not over: {table.sets()[0]} lies on the table; name it among the SETs")
    return events


@checked
def longest_game(dimension: int = 4) -> tuple[Event, ...]:
    """A game with the largest number of turns: 49 for the deck of 81 (see `counting.count_turns_at_most`).

    Partition the deck into the SETs {b0, b1, b2} whose cards differ in the last property alone, and choose six b
    without the digit 2. Their twelve cards b0, b1 contain no SET; they are the first table. The other SETs are dealt
    one after the other: the table has no SET, three cards are dealt, they are a SET, and it is taken. The six cards
    b2 come last, in two deals: the first because there is no SET, the second as a refill. All cards are taken.

    >>> from setlab.rules import Claim
    >>> events = longest_game()
    >>> sum(isinstance(event, Claim) for event in events)
    27
    """
    if dimension < 4:
        raise SpecError(f"{dimension} properties give no table of 12 without a SET: choose at least 4")
    space = Space(dimension)
    columns = [(3 * b, 3 * b + 1, 3 * b + 2) for b in range(len(space) // 3)]
    without_two = islice(product(range(2), repeat=dimension - 1), 6)
    kept = [columns[Space(dimension - 1).card(b)] for b in without_two]
    passing = [column for column in columns if column not in kept]
    table = [card for column in kept for card in column[:2]]
    last = [column[2] for column in kept]
    deck = (*table, *(card for column in passing for card in column), *last)
    return play_out(deck, (*passing, *kept), Rules(dimension))


@checked
def game_leaving_most(lost: int = 0) -> tuple[Event, ...]:
    """A game of four properties that leaves the most cards: 18, 20, 19 with 0, 1, 2 cards lost.

    No game can leave more: the leftover contains no SET, so that it has at most 20 cards, and its size is congruent
    to that of the deck modulo 3. The bound is attained with the elliptic quadric, 20 cards without a SET in ten pairs
    x, −x. The sixty cards on which the form is not 0 are a union of twenty disjoint SETs, which are dealt first and
    taken. Card 0 is lost, or card 0 and one of the twenty; or no card is lost, and 0 is taken with one of the pairs.

    >>> from setlab.rules import replay
    >>> [len(replay(game_leaving_most(lost), Rules(lost=lost)).cards) for lost in (0, 1, 2)]
    [18, 20, 19]
    """
    if lost not in (0, 1, 2):
        raise SpecError(f"{lost} lost cards are not settled here: choose 0, 1 or 2")
    space = Space(4)
    cap = elliptic_quadric()
    sets = list(_partition(frozenset(card for card in space if elliptic_form(space.coordinates(card)))))
    if lost == 0:
        sets.append((0, cap[0], space.negative(cap[0])))
    gone = {card for line in sets for card in line}
    left = [card for card in cap if card not in gone][lost == 2 :]
    return play_out((*(card for line in sets for card in line), *left), sets, Rules(lost=lost))


@lru_cache
def _partition(cards: frozenset[int]) -> tuple[Line, ...]:
    """The cards as disjoint SETs, by backtracking: the card with the fewest SETs is covered first."""
    if not cards:
        return ()
    lines = Space(4).sets(sorted(cards))
    through = {card: [line for line in lines if card in line] for card in cards}
    for line in min(through.values(), key=len):
        try:
            return (line, *_partition(cards.difference(line)))
        except RuleError:
            continue
    raise RuleError("these cards are not a union of disjoint SETs")
