"""Whole games: the definition of `play_endgame`, `play_endgame_trials` and `play_endgame_moves`.

- **Shuffle.** Draw k, below the number of cards not yet placed, picks the next card among them in ascending order;
  16 bits, k = 0, 1, …
- **Game.** `setlab.rules` defines it: `play_game` says when cards are dealt and when the table is searched, `Choice`
  among which SETs a choice is made.
- **Choice.** The SETs on the table are ranked by their slots. The candidate that is taken is decided by one draw: for
  SET number t, draw B + t, where B is the number of cards dealt, rounded up to a multiple of 8; 16 bits, or 32 where
  the deck has more than 65,535 SETs.

`exact_leftovers` and `game_graph` define the game with random choice once more, by the rules alone: the cards left at
its end, and its states in AG(3,3) up to symmetry. A game is three things: the cards on the table, the cards not yet
dealt, and the size that the table should have.

- To begin, as many cards are dealt as the table should have, or all there are.
- While the table has fewer and there are cards to deal, three are dealt (or the last one or two).
- A SET on the table is taken, each with the same probability. If there is none, three cards are dealt.
- Without a SET and without cards to deal the game is over.

This is the game of the experiment `endgame` with the choice `random` and the refill `standard`. A state has the cards
on the table, the cards not yet dealt, and a number of cards due: to be dealt, one by one, before a SET is looked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from typing import Any, SupportsInt

from setlab.counting import count_sets
from setlab.draws import Draws
from setlab.geometry import Space
from setlab.reference.deals import counts_of
from setlab.reference.lines import cards_of, least_image, lines_in, mask_of
from setlab.rules import Choice, Event, Refill, Rules, Table, play_game

MOST_JOINT = 243
"""With more cards than this, leftover and largest table are not tallied jointly."""

NO_CARD = 65535


@dataclass(frozen=True)
class Setting:
    """The rules of a game as the core takes them."""

    dimension: int
    values: int
    deck: Sequence[int]
    dealt: int
    table: int
    choice: str
    refill: str

    @property
    def rules(self) -> Rules:
        """The rules; cards that are not dealt are lost."""
        lost = self.values**self.dimension - self.dealt
        return Rules(self.dimension, self.values, max(self.table, self.values), lost, Refill(self.refill))


@dataclass
class ReferenceGame:
    """A game: it draws, and counts for the tallies."""

    setting: Setting
    draws: Draws
    trial: int
    searches: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    no_set: list[int] = field(default_factory=list)
    first_no_set: list[int] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    table: Table = field(default_factory=Table)

    def play(self) -> ReferenceGame:
        """Play the game to its end."""
        s = self.setting
        order = self.draws.shuffle(self.trial, [int(card) for card in s.deck], s.dealt)
        self.events, self.table = play_game(order, self.search, s.rules)
        return self

    def search(self, table: Table) -> tuple[int, ...] | None:
        """The SET that is taken from a table, or None; searches are counted while cards are undealt."""
        sets, cards = table.sets(), len(table.cards)
        if table.undealt:
            self.searches.append(cards)
            self.sets.append(len(sets))
            if not sets:
                self.no_set.append(cards)
                if not table.taken:
                    self.first_no_set.append(cards)
        return self.choose(sets, len(table.taken)) if sets else None

    def choose(self, sets: Sequence[tuple[int, ...]], t: int) -> tuple[int, ...]:
        """The SET number t of the game, one of those on the table."""
        possible = Choice(self.setting.choice).candidates(sets)
        if len(possible) == 1:
            return possible[0]
        first_choice = -(-self.setting.dealt // 8) * 8
        width = 16 if count_sets(self.setting.dimension, self.setting.values) < 2**16 else 32
        return possible[self.draws.below(self.trial, first_choice + t, len(possible), width)]

    @property
    def largest_table(self) -> int:
        """The largest number of cards on the table."""
        tables = accumulate(self.events, Table.after, initial=Table(self.setting.rules))
        return max(len(table.cards) for table in tables)

    @property
    def row(self) -> list[int]:
        """Leftover, largest table, SETs taken, turns: the SETs taken, and the deals because there was none."""
        taken = len(self.table.taken)
        return [len(self.table.cards), self.largest_table, taken, taken + len(self.no_set)]


def play_endgame(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: Sequence[int],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
    rare_leftover: int,
    rare_table: int,
    count_sets: bool = False,
) -> dict[str, Any]:
    """Tallies of whole games, as arrays by number of cards or turns, and the numbers of the rare games.

    With `count_sets` also of the SETs on the tables that were searched while cards were undealt.
    """
    games = _games(Setting(dimension, values, deck, dealt, table, choice, refill), seed, first, trials)
    rows = [game.row for game in games]
    tally: dict[str, Any] = {
        "leftover": counts_of((row[0] for row in rows), dealt + 1),
        "largest_table": counts_of((row[1] for row in rows), dealt + 1),
        "turns": counts_of((row[3] for row in rows), 2 * dealt // values + 4),
        "searches": counts_of((n for game in games for n in game.searches), dealt + 1),
        "no_set": counts_of((n for game in games for n in game.no_set), dealt + 1),
        "first_no_set": counts_of((n for game in games for n in game.first_no_set), dealt + 1),
    }
    if dealt <= MOST_JOINT:
        joint = Counter((row[1], row[0]) for row in rows)
        tally["joint"] = [[joint[largest, left] for left in range(dealt + 1)] for largest in range(dealt + 1)]
    rare = [first + j for j, row in enumerate(rows) if row[0] >= rare_leftover or row[1] >= rare_table]
    return tally | {"rare": rare} | (_tally_sets(games, dealt) if count_sets else {})


def _tally_sets(games: Sequence[ReferenceGame], dealt: int) -> dict[str, Any]:
    """Sums over games of the searches of tables, by numbers of cards and of SETs, and of their squares."""
    sums, squares = dict[tuple[int, int], list[int]](), [0] * (dealt + 1)
    for game in games:
        searches = Counter(game.searches)
        for (cards, sets), times in Counter(zip(game.searches, game.sets, strict=True)).items():
            added = times, times**2, times * searches[cards]
            sums[cards, sets] = [a + b for a, b in zip(sums.get((cards, sets), (0, 0, 0)), added, strict=True)]
        for size in searches:
            squares[size] += sum(n for cards, n in zip(game.searches, game.sets, strict=True) if cards == size) ** 2
    first = [game.sets[0] for game in games if game.sets]
    return {
        "sets": [[*kind, *sums[kind]] for kind in sorted(sums)],
        "sum_squares": squares,
        "first_sets": counts_of(first, max(first, default=-1) + 1),
    }


def play_endgame_trials(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: Sequence[int],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
) -> list[list[int]]:
    """Leftover, largest table, SETs taken and turns of each game.

    >>> play_endgame_trials(1, 0, 2, dimension=4, values=3, deck=range(81), dealt=81, table=12, choice="random",
    ...     refill="standard")
    [[9, 12, 24, 24], [6, 15, 25, 27]]
    """
    setting = Setting(dimension, values, deck, dealt, table, choice, refill)
    return [game.row for game in _games(setting, seed, first, trials)]


def play_endgame_moves(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: Sequence[int],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
) -> tuple[list[list[int]], list[list[int]]]:
    """The same four numbers of each game, and a row of `dealt` cards: the SETs taken one after the other, then 65535.

    The cards of a SET are in the order of their slots.
    """
    games = _games(Setting(dimension, values, deck, dealt, table, choice, refill), seed, first, trials)
    taken = [[card for line in game.table.taken for card in line] for game in games]
    return [game.row for game in games], [cards + [NO_CARD] * (dealt - len(cards)) for cards in taken]


def _games(setting: Setting, seed: int, first: int, trials: int) -> list[ReferenceGame]:
    return [ReferenceGame(setting, Draws(seed), trial).play() for trial in range(first, first + trials)]


Cards = frozenset[int]
Position = tuple[Cards, Cards]
Leftovers = dict[int, Fraction]


def exact_leftovers(dimension: int = 3, table: int = 12) -> Leftovers:
    """The probability of every number of cards left in a whole game; for at most nine cards in reasonable time.

    >>> exact_leftovers(2)
    {0: Fraction(1, 1)}
    """
    space = Space(dimension)
    undealt = frozenset(space.cards)
    first = _deals((frozenset(), undealt), min(table, len(undealt)))
    return _Recursion(space, table).mean(first)


def exact_leftovers_from(table: Iterable[int], undealt: Iterable[int], size: int = 12, dimension: int = 3) -> Leftovers:
    """The probability of every number of cards left, from a table and cards not yet dealt.

    >>> exact_leftovers_from([0, 1, 2, 4], [8], size=3, dimension=2)
    {2: Fraction(1, 1)}
    """
    return _Recursion(Space(dimension), size).leftovers((frozenset(table), frozenset(undealt)))


class _Recursion:
    """The leftovers of a position from those of the positions that follow it; each is computed once."""

    def __init__(self, space: Space, size: int) -> None:
        self.space, self.size = space, size
        self.known: dict[Position, Leftovers] = {}

    def leftovers(self, position: Position) -> Leftovers:
        if position not in self.known:
            after = self.after(position)
            self.known[position] = self.mean(after) if after else {len(position[0]): Fraction(1)}
        return self.known[position]

    def mean(self, positions: list[Position]) -> Leftovers:
        total: dict[int, Fraction] = defaultdict(Fraction)
        for position in positions:
            for left, probability in self.leftovers(position).items():
                total[left] += probability
        return {left: total[left] / len(positions) for left in sorted(total)}

    def after(self, position: Position) -> list[Position]:
        """The positions that can follow, all equally likely; none when the game is over."""
        table, undealt = position
        if undealt and len(table) < self.size:
            return _deals(position, 3)
        if sets := self.space.sets(sorted(table)):
            return [(table.difference(taken), undealt) for taken in sets]
        return _deals(position, 3) if undealt else []


def _deals(position: Position, number: int) -> list[Position]:
    table, undealt = position
    hands = combinations(sorted(undealt), min(number, len(undealt)))
    return [(table.union(hand), undealt.difference(hand)) for hand in hands]


TABLE, UNDEALT = 1, 2
CARDS_DEALT = 3
SPACE = Space(3)

State = tuple[int, int, int]
"""The masks of the table and of the undealt cards, and the number of cards due."""


def canonical_positions(tables: Iterable[SupportsInt], undealts: Iterable[SupportsInt]) -> tuple[list[int], list[int]]:
    """For each position a fixed representative of its images under AGL(3,3): tables and undealt cards.

    >>> canonical_positions([1 << 5], [1 << 7])
    ([1], [2])
    """
    pairs = zip(tables, undealts, strict=True)
    images = [canonical_position(int(table), int(undealt)) for table, undealt in pairs]
    return [table for table, _ in images], [undealt for _, undealt in images]


@cache
def canonical_position(table: int, undealt: int) -> tuple[int, int]:
    """The position that stands for all images of this one: the least in standard position.

    >>> canonical_position(1 << 5, 1 << 7)
    (1, 2)
    """
    colours = dict.fromkeys(cards_of(table), TABLE) | dict.fromkeys(cards_of(undealt), UNDEALT)
    image, _ = least_image(colours, SPACE)
    lying, waiting = (mask_of(c for c, found in enumerate(image) if found == colour) for colour in (TABLE, UNDEALT))
    return lying, waiting


def game_graph(*, table: int, undealt: int, due: int, size: int) -> dict[str, list[int]]:
    """The states that a game in AG(3,3) with `size` cards on the table can reach, up to symmetry.

    >>> game_graph(table=0b111, undealt=0, due=0, size=3)
    {'table': [7, 0], 'undealt': [0, 0], 'due': [0, 0], 'offsets': [0, 1, 1], 'children': [1], 'ways': [1]}
    """
    classes = [(*canonical_position(table, undealt), due)]
    number = {classes[0]: 0}
    ways: list[Counter[int]] = []
    for state in classes:  # which grows
        ways.append(Counter())
        for table, undealt, due in followers(state, size):
            follower = (*canonical_position(table, undealt), due)
            if follower not in number:
                number[follower] = len(classes)
                classes.append(follower)
            ways[-1][number[follower]] += 1
    return {
        "table": [state[0] for state in classes],
        "undealt": [state[1] for state in classes],
        "due": [state[2] for state in classes],
        "offsets": [0, *accumulate(map(len, ways))],
        "children": [child for row in ways for child in sorted(row)],
        "ways": [row[child] for row in ways for child in sorted(row)],
    }


def followers(state: State, size: int) -> Iterator[State]:
    """The states that can follow, all equally likely; cards are dealt one by one, and the others become due.

    >>> list(followers((0b111, 0b1000, 0), 3))
    [(0, 8, 0)]
    """
    table, undealt, due = state
    searched = due == 0 and (undealt == 0 or table.bit_count() >= size)
    sets = lines_in(table) if searched else []
    for line in sets:
        yield table - mask_of(line), undealt, 0
    if not sets:
        more = due or min(CARDS_DEALT, undealt.bit_count())
        for card in cards_of(undealt):
            yield table | 1 << card, undealt - (1 << card), more - 1
