"""Whole games: the definition of `play_endgame`, `play_endgame_trials` and `play_endgame_moves`.

- **Shuffle.** Draw k, below the number of cards not yet placed, picks the next card among them in ascending order;
  16 bits, k = 0, 1, …
- **Game.** `setlab.rules` defines it: `play_game` says when cards are dealt and when the table is searched, `Choice`
  among which SETs a choice is made.
- **Choice.** The SETs on the table are ranked by their slots. The candidate that is taken is decided by one draw: for
  SET number t, draw B + t, where B is the number of cards dealt, rounded up to a multiple of 8; 16 bits, or 32 where
  the deck has more than 65,535 SETs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from setlab.counting import count_sets
from setlab.draws import Draws
from setlab.rules import Choice, Deal, Event, Refill, Rules, Table, play_game

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
class Game:
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

    def play(self) -> Game:
        """Play the game to its end."""
        s = self.setting
        order = self.draws.shuffled(self.trial, [int(card) for card in s.deck], s.dealt)
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
    def leftover(self) -> int:
        """The number of cards left."""
        return len(self.table.cards)

    @property
    def largest_table(self) -> int:
        """The largest number of cards on the table."""
        table, largest = Table(self.setting.rules), 0
        for event in self.events:
            table = table.after(event)
            largest = max(largest, len(table.cards) if isinstance(event, Deal) else 0)
        return largest

    @property
    def turns(self) -> int:
        """The number of SETs taken, and of deals for want of one."""
        return len(self.table.taken) + len(self.no_set)

    @property
    def row(self) -> list[int]:
        """Leftover, largest table, SETs taken, turns."""
        return [self.leftover, self.largest_table, len(self.table.taken), self.turns]


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
        "leftover": _counts((row[0] for row in rows), dealt + 1),
        "largest_table": _counts((row[1] for row in rows), dealt + 1),
        "turns": _counts((row[3] for row in rows), 2 * dealt // values + 4),
        "searches": _counts((n for game in games for n in game.searches), dealt + 1),
        "no_set": _counts((n for game in games for n in game.no_set), dealt + 1),
        "first_no_set": _counts((n for game in games for n in game.first_no_set), dealt + 1),
    }
    if dealt <= MOST_JOINT:
        joint = Counter((row[1], row[0]) for row in rows)
        tally["joint"] = [[joint[largest, left] for left in range(dealt + 1)] for largest in range(dealt + 1)]
    rare = [first + j for j, row in enumerate(rows) if row[0] >= rare_leftover or row[1] >= rare_table]
    return tally | {"rare": rare} | (_tally_sets(games, dealt) if count_sets else {})


def _tally_sets(games: Sequence[Game], dealt: int) -> dict[str, Any]:
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
        "first_sets": _counts(first, max(first, default=-1) + 1),
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


def _games(setting: Setting, seed: int, first: int, trials: int) -> list[Game]:
    return [Game(setting, Draws(seed), trial).play() for trial in range(first, first + trials)]


def _counts(numbers: Iterable[int], size: int) -> list[int]:
    counter = Counter(numbers)
    return [counter[n] for n in range(size)]
