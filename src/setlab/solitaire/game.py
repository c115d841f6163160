"""Solitaire SET as immutable values: the position, the order of the deck, games played to their end (E1, E2).

The rules are (i)–(vii) of Forbes & Forbes. The player sees the table (ii) and the SETs taken (iii), and so knows which
cards are undealt (iv), not their order. A SET must be taken when there is one, exactly one (i); then the table is
replenished to 12 cards. Without a SET three more cards are dealt. A card is its own number N, so that SETs a < b < c
are in their order (1) when they are compared as tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from setlab.arguments import checked, name_of
from setlab.draws import Draws
from setlab.errors import CardError, RuleError, SpecError, show_value
from setlab.geometry import CardSet, Space
from setlab.rules import Claim, Deal, Table, cards_due
from setlab.rules.table import deal_due

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Line = tuple[int, int, int]
"""A SET as its three cards, ascending."""

Pair = tuple[int, int]

DECK = Space(4)
FULL_TABLE = 12
MOST_ON_TABLE = 21
"""21 cards always contain a SET: there are never more on the table."""


@checked
@dataclass(frozen=True)
class State:
    """The player's view: the slots of the table, the SETs taken, the undealt cards without their order.

    >>> state = State.of(table=range(12))
    >>> len(state.undealt), state.sets[:2], state.due
    (69, [(0, 1, 2), (0, 3, 6)], 0)
    >>> after = state.take((0, 4, 8))
    >>> after.slots[:5], after.due
    ((None, 1, 2, 3, None), 3)
    """

    table: Table = field(default_factory=Table)

    @classmethod
    def of(cls, table: Iterable[int], taken: Iterable[Sequence[int]] = ()) -> State:
        """The state with these cards on the table, and these SETs taken; raise `RuleError` unless a game can reach it.

        >>> State.of(range(11))
        Traceback (most recent call last):
        setlab.errors.RuleError: 11 cards cannot lie on the table with 70 undealt: there are 12, 15, 18 or 21 then
        """
        cards, lines = DECK.distinct(table), [_check_line(line) for line in taken]
        gone = [card for line in lines for card in line]
        if twice := sorted(card for card in set(gone) if gone.count(card) > 1 or card in cards):
            raise CardError(f"card {twice[0]} is there twice: a card is on the table or in one SET taken")
        undealt = len(DECK) - len(cards) - len(gone)
        if len(cards) % 3 or (undealt and len(cards) < FULL_TABLE) or len(cards) > MOST_ON_TABLE:
            possible = "12, 15, 18 or 21" if undealt else "0, 3, 6, … 21"
            cannot = f"{len(cards)} cards cannot lie on the table with {undealt} undealt"
            raise RuleError(f"{cannot}: there are {possible} then")
        return cls(Table(slots=tuple(cards), undealt=undealt, taken=tuple(lines)))

    def _repr_svg_(self) -> str | None:
        return self.table._repr_svg_()

    def _repr_html_(self) -> str | None:
        return self.table._repr_html_()

    @property
    def slots(self) -> tuple[int | None, ...]:
        """The slots of the table, each with a card or empty."""
        return self.table.slots

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards on the table, in the order of their slots."""
        return self.table.cards

    @property
    def taken(self) -> tuple[Line, ...]:
        """The SETs taken, in the order of the game."""
        return tuple(_check_line(line) for line in self.table.taken)

    @cached_property
    def undealt(self) -> CardSet:
        """The cards neither on the table nor taken: known by (iv), in an unknown order."""
        seen = CardSet(self.cards) | {card for line in self.table.taken for card in line}
        return CardSet.deck() - seen

    @property
    def remaining(self) -> CardSet:
        """The cards that are still to be taken: on the table, or undealt."""
        return self.undealt | self.cards

    @cached_property
    def sets(self) -> list[Line]:
        """The SETs on the table, in order (1): the legal moves."""
        return sorted(_check_line(line) for line in self.table.sets())

    @property
    def due(self) -> int:
        """The number of cards that must be dealt before the player moves."""
        return cards_due(self.table)

    @property
    def over(self) -> bool:
        """True if there is nothing to deal and no SET to take."""
        return not self.table.undealt and not self.sets

    @property
    def clear(self) -> bool:
        """True if all 27 SETs have been taken."""
        return not self.cards and not self.table.undealt

    def take(self, line: Sequence[int]) -> State:
        """The state after a SET is taken, before cards are dealt."""
        if self.due and self.cards:
            raise RuleError(f"{tuple(line)} cannot be taken yet: {self.due} cards must be dealt first")
        return State(self.table.after(Claim(_check_line(line))))

    def deal(self, cards: Sequence[int]) -> State:
        """The state after the cards that are due are dealt."""
        if len(cards) != self.due:
            raise RuleError(f"{len(cards)} cards cannot be dealt: {self.due} are due")
        return State(self.table.after(Deal(tuple(cards))))

    def live_pairs(self) -> list[Pair]:
        """The pairs on the table whose third card is undealt (E2).

        >>> len(State.of(range(12)).live_pairs())
        27
        """
        return [pair for pair in self._pairs() if DECK.third(*pair) in self.undealt]

    def dead_pairs(self) -> list[Pair]:
        """The pairs on the table whose third card has been taken (E2).

        >>> State.of(range(12)).take((0, 1, 2)).dead_pairs()[:4]
        [(3, 6), (3, 7), (3, 8), (4, 6)]
        """
        gone = {card for line in self.table.taken for card in line}
        return [pair for pair in self._pairs() if DECK.third(*pair) in gone]

    def _pairs(self) -> Iterable[Pair]:
        return combinations(sorted(self.cards), 2)


def lines_of(rows: Iterable[Sequence[int]]) -> list[Line]:
    """The SETs in an array of the core: rows of three numbers."""
    return [(a, b, c) for a, b, c in rows]


def _check_line(line: Sequence[int]) -> Line:
    if len(line) != 3:
        raise RuleError(f"{tuple(line)} is not a SET: it has three cards")
    a, b, c = sorted(line)
    if not DECK.is_line(a, b, c):
        raise RuleError(f"{tuple(line)} is not a SET: the cards must be the same or all different in every property")
    return a, b, c


@checked
@dataclass(frozen=True)
class Shuffle:
    """A deck in the order in which it is dealt. Only the clairvoyant knows it during a game.

    The order is the kernel `endgame`'s: draw k of trial `game`, 16 bits, picks the next card.

    >>> Shuffle.of(seed=1, game=0).order[:12]
    (2, 72, 5, 71, 12, 47, 53, 57, 10, 1, 32, 23)
    """

    order: tuple[int, ...]
    seed: int = 0
    game: int = 0

    def __post_init__(self) -> None:
        if len(self.order) != len(DECK):
            raise CardError(f"{len(self.order)} cards are not a deck: there are {len(DECK)}")
        DECK.distinct(self.order)

    @classmethod
    def of(cls, seed: int, game: int) -> Shuffle:
        """The deck of game number `game` of a seed."""
        return cls(tuple(Draws(seed).shuffle(game, DECK)), seed, game)

    def start(self) -> State:
        """The state when the first 12 cards have been dealt.

        >>> len(Shuffle.of(1, 0).start().cards)
        12
        """
        return State().deal(self.order[:FULL_TABLE])

    def next_cards(self, state: State) -> Sequence[int]:
        """The next cards to deal, which are due now."""
        start = len(DECK) - state.table.undealt
        return self.order[start : start + state.due]

    def deal_due(self, state: State) -> State:
        """The state when all cards that are due have been dealt: a SET is on the table, or the game is over.

        >>> shuffle = Shuffle.of(seed=1, game=0)
        >>> shuffle.deal_due(shuffle.start().take((5, 47, 71))).table.undealt
        66
        """
        return State(deal_due(state.table, self.order))


FORMS = "give a function from the state to one of its SETs, or an object with a method choose(state)"


@runtime_checkable
class Strategy(Protocol):
    """A player: an object with one method.

    Two more attributes are optional: `begin(shuffle)` is called before a game, and `declared` is true at its end if the
    strategy declared the game won.
    """

    def choose(self, state: State) -> Line:
        """One of `state.sets`."""
        ...


OwnStrategy = Strategy | Callable[[State], Iterable[int]]
"""A strategy, or a function from the state to three cards."""


@dataclass(frozen=True)
class Function:
    """The strategy that a function is."""

    name: str
    function: Callable[[State], Any]

    def choose(self, state: State) -> Line:
        """The function's choice, which the game checks."""
        line: Line = self.function(state)
        return line


def player_of(given: Any) -> Strategy:
    """The strategy that a function, an object or a class stands for. Raise `TypeError` for anything else.

    >>> def first(state):
    ...     return state.sets[0]
    >>> player_of(first).name
    'first'
    >>> player_of(3)
    Traceback (most recent call last):
    TypeError: strategy=3 is not a strategy: give a function from the state to one of its SETs, or an object with …
    """
    player = given() if isinstance(given, type) and hasattr(given, "choose") else given
    if callable(getattr(player, "choose", None)):
        strategy: Strategy = player
        return strategy
    if callable(player) and not isinstance(player, type):
        return Function(name_of(player), player)
    raise TypeError(f"strategy={show_value(given)} is not a strategy: {FORMS}")


def check_choice(strategy: Strategy, state: State) -> Line:
    """The SET that the strategy takes. Raise `RuleError` unless it lies on the table."""
    chosen: Any = strategy.choose(state)
    try:
        a, b, c = sorted(map(index, chosen))
    except (TypeError, ValueError):
        raise RuleError(f"{_refusal(strategy, state, chosen)}: {FORMS}") from None
    if (a, b, c) not in state.sets:
        some = ", ".join(map(str, state.sets[:3])) + ", …" * (len(state.sets) > 3)
        raise RuleError(f"{_refusal(strategy, state, (a, b, c))}: the SETs on the table are {some}")
    return a, b, c


def _refusal(strategy: Strategy, state: State, chosen: object) -> str:
    return f"{name_of(strategy)} cannot take {show_value(chosen)} as SET number {len(state.taken) + 1}"


@checked
@dataclass(frozen=True)
class PlayedGame:
    """A game played to its end: the last state, and whether the strategy declared the game won."""

    shuffle: Shuffle
    state: State
    declared: bool = False

    @property
    def clear(self) -> bool:
        """True if no cards are left."""
        return self.state.clear

    @property
    def moves(self) -> tuple[Line, ...]:
        """The SETs taken, in order."""
        return self.state.taken


@checked
def play(strategy: OwnStrategy, shuffle: Shuffle) -> PlayedGame:
    """The game that a strategy plays with a deck. Raise `RuleError` if its choice is not a SET on the table.

    >>> from setlab.solitaire.strategies import Basic
    >>> game = play(Basic(), Shuffle.of(seed=1, game=0))
    >>> game.clear, len(game.moves), game.moves[0]
    (False, 25, (5, 47, 71))
    >>> play(lambda state: state.sets[-1], Shuffle.of(seed=1, game=0)).moves[0]
    (10, 53, 57)
    """
    player = player_of(strategy)
    if begin := getattr(player, "begin", None):
        begin(shuffle)
    state = shuffle.start()
    while not state.over:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(_choose(player, state, shuffle))
    return PlayedGame(shuffle, state, bool(getattr(player, "declared", False)))


def _choose(player: Strategy, state: State, shuffle: Shuffle) -> Line:
    try:
        return check_choice(player, state)
    except RuleError as error:
        raise RuleError(f"game {shuffle.game} of seed {shuffle.seed}: {error}") from None


@checked
def replay_moves(shuffle: Shuffle, moves: Sequence[Sequence[int]]) -> list[State]:
    """The state before each move and the one after the last, all cards dealt that are due.

    Raise `RuleError`, with the number of the move, if one is not a SET on the table.

    >>> states = replay_moves(Shuffle.of(seed=1, game=0), [(5, 47, 71)])
    >>> [state.table.undealt for state in states], states[1].taken
    ([69, 66], ((5, 47, 71),))
    >>> replay_moves(Shuffle.of(seed=1, game=0), [(5, 47, 72)])
    Traceback (most recent call last):
    setlab.errors.RuleError: move 1 cannot be made: (5, 47, 72) is not a SET: the cards must be the same or all …
    """
    states = [shuffle.deal_due(shuffle.start())]
    for number, move in enumerate(moves, 1):
        try:
            states.append(shuffle.deal_due(states[-1].take(tuple(move))))
        except ValueError as error:
            raise RuleError(f"move {number} cannot be made: {error}") from None
    return states


MOST_PARTITIONS = 100_000_000


Partition = tuple[Line, ...]

MOST_CARDS = 39
"""With 39 cards there are at most 247 SETs, which fit into four words of the core."""


@checked
def partitions(cards: Iterable[int], most: int = 1_000_000) -> list[Partition]:
    """All partitions of the cards into SETs, in lexicographic order; raise `SpecError` if there are more than `most`.

    >>> partitions(range(9))[0]
    ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    >>> len(partitions(range(18)))
    16
    """
    if not 0 <= most <= MOST_PARTITIONS:
        raise SpecError(f"{most} partitions are too many to list: choose at most {MOST_PARTITIONS:,}")
    from setlab import _core

    collection = _check_cards(cards)
    found = _core.solitaire_partitions(*_words(collection), most + 1)
    if len(found) > most:
        raise SpecError(f"there are more than {most} partitions: raise `most`, or count them")
    return sorted(tuple((int(a), int(b), int(c)) for a, b, c in rows) for rows in _sort_sets(found))


@checked
def count_partitions(cards: Iterable[int]) -> int:
    """The number of partitions of the cards into SETs.

    >>> count_partitions(range(9)), count_partitions(range(27)), count_partitions([0, 1, 2, 3])
    (4, 17641, 0)
    """
    from setlab import _core

    return _core.solitaire_count_partitions(*_words(_check_cards(cards)))


def _check_cards(cards: Iterable[int]) -> CardSet:
    collection = CardSet(DECK.distinct(cards))
    if len(collection) > MOST_CARDS:
        raise SpecError(f"{len(collection)} cards are too many to partition here: give at most {MOST_CARDS}")
    return collection


def _words(cards: CardSet) -> tuple[int, int]:
    return cards.mask & (1 << 64) - 1, cards.mask >> 64


def _sort_sets(found: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The partitions with their SETs in ascending order; the cards of each SET are so already."""
    import numpy as np

    rank = found[:, :, 0].argsort(axis=1)
    return np.take_along_axis(found, rank[:, :, None], axis=1)
