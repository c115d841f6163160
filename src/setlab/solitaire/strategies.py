"""The strategies: `strategy(name)` finds them by name, `advise` explains their choices.

`General` is the strategy S(d) with the short cuts (i)–(iv), as printed (E3):
- The partitions are examined once for every number u ≤ d of undealt cards: "proceed with the basic strategy until
  there are d undealt cards", and then "the basic strategy followed immediately by S(d − 3)".
- The game is declared won if there is a partition and u is 0 or 3 (i), or u is 6 and at least 15 cards lie on the table
  (ii), or a partition has u/3 − 1 of its SETs on the table.
- The short cuts (iii) and (iv), a table without a SET, need no code: nothing is chosen then. Three cards are dealt,
  the partitions stay the same, and (i) or (ii) applies at the next choice.
- After the declaration a partition is followed to the end. (ii), (iv) and the last condition are wrong for some
  tables with more than 12 cards: then the player is forced to take a SET outside, and does not clear the table.

Each strategy has a player in Python and a way in which the compiled engine plays it. `fast`, `expert` and `master`
value every SET, and differ in their budgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from setlab.answers import Column, data_table
from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError, join_names, quote, unknown_name
from setlab.geometry import CardSet
from setlab.notation import read_cards
from setlab.solitaire.game import DECK, Line, Partition, Shuffle, State, Strategy, lines_of, partitions
from setlab.solitaire.values import Budgets, ValueKind, Weights, can_clear, chance, engine_for, judge, shipped_weights

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine, SolitaireGames

FIRST_DRAW = 88
"""SET number t is chosen by draw 88 + t, 16 bits: as in the kernel `endgame` with choice `random`."""


class Random:
    """Takes a random SET. The draws are addressed by the game's number, so that a game can be repeated."""

    def __init__(self) -> None:
        self.draws, self.game = Draws(0), 0

    def begin(self, shuffle: Shuffle) -> None:
        """A game begins: its seed and number address the draws."""
        self.draws, self.game = Draws(shuffle.seed), shuffle.game

    def choose(self, state: State) -> Line:
        """One of the SETs, ranked by their slots."""
        sets = state.table.sets()
        k = FIRST_DRAW + len(state.table.taken)
        rank = self.draws.below(self.game, k, len(sets), width=16) if len(sets) > 1 else 0
        a, b, c = sorted(sets[rank])
        return a, b, c


def basic_rank(state: State, line: Line) -> tuple[int, int, Line]:
    """The rank of a SET, least is best: minus the number of live pairs left, the number of dead pairs left, the SET.

    Both are counted on the table without the SET, before it is refilled. The SET counts as taken: a pair whose third
    card is in it is dead.

    >>> basic_rank(State.of(range(12)), (0, 1, 2))
    (-18, 9, (0, 1, 2))
    """
    after = state.take(line)
    return -len(after.live_pairs()), len(after.dead_pairs()), line


class Basic:
    """Takes the SET that leaves the most live pairs; then the fewest dead pairs; then the first in order (1)."""

    def choose(self, state: State) -> Line:
        """The SET of least rank."""
        return min(state.sets, key=lambda line: basic_rank(state, line))


def lines_through(card: int, cards: CardSet) -> int:
    """The number of SETs within the cards that contain a card.

    >>> lines_through(0, CardSet(range(9)))
    4
    """
    return sum(b in cards and c in cards for _, b, c in DECK.lines_through(card))


def thriftiest(sets: Iterable[Line], remaining: CardSet) -> Line:
    """The SET that meets the fewest SETs of the remaining cards; among equals, the first in order (1)."""
    return min(sets, key=lambda line: (sum(lines_through(card, remaining) for card in line), line))


class Thrifty:
    """Takes the SET that meets the fewest SETs of all remaining cards; then the first by (1)."""

    def choose(self, state: State) -> Line:
        """The SET with the fewest SETs through its cards: they are destroyed with it."""
        return thriftiest(state.sets, state.remaining)


class Clairvoyant:
    """Searches before the game begins, and plays the moves that clear the table."""

    def __init__(self) -> None:
        self.moves: tuple[Line, ...] = ()

    def begin(self, shuffle: Shuffle) -> None:
        """Search the whole game before it begins."""
        _, self.moves = can_clear(shuffle)

    def choose(self, state: State) -> Line:
        """The next SET of the plan; the first SET where there is no plan."""
        turn = len(state.table.taken)
        return self.moves[turn] if turn < len(self.moves) else state.sets[0]


class General:
    """S(d): basic play until u = d; then partitions decide whether the game is won."""

    def __init__(self, d: int) -> None:
        self.d, self.basic = d, Basic()
        self.checked, self.declared = 81, False

    def begin(self, shuffle: Shuffle) -> None:
        """A game begins: no partition has been examined, no win declared."""
        self.checked, self.declared = 81, False

    def choose(self, state: State) -> Line:
        """The basic choice, or the next SET of a partition when the game has been declared won."""
        undealt = state.table.undealt
        if not self.declared and undealt <= self.d and undealt < self.checked:
            self.checked = undealt
            self.declared = is_declared(state, partitions(state.remaining))
        return self.next_of_partition(state) or self.basic.choose(state)

    def next_of_partition(self, state: State) -> Line | None:
        """The next SET of a partition; None unless the game has been declared won and a partition has a SET there."""
        return follow(state, partitions(state.remaining)) if self.declared else None


def is_declared(state: State, found: Iterable[Partition]) -> bool:
    """True if S(d), as printed, declares the game won here, given the partitions of the remaining cards.

    >>> state = State.of(range(12), [(a, a + 1, a + 2) for a in range(12, 78, 3)])
    >>> is_declared(state, partitions(state.remaining))
    True
    """
    undealt = state.table.undealt
    certain = undealt <= 3 or (undealt == 6 and len(state.cards) >= 15)
    needed = 0 if certain else undealt // 3 - 1
    return any(sets_on_table(state, partition) >= needed for partition in found)


def sets_on_table(state: State, partition: Partition) -> int:
    """The number of SETs of a partition that lie on the table."""
    return sum(line in state.sets for line in partition)


def follow(state: State, found: Iterable[Partition]) -> Line | None:
    """The first SET of a partition with the most SETs on the table; None if no partition has a SET there."""
    numbers = [(sets_on_table(state, partition), partition) for partition in found]
    most = max((number for number, _ in numbers), default=0)
    useful = {line for number, partition in numbers if number == most for line in partition if line in state.sets}
    return min(useful, default=None)


class Valued:
    """Takes the SET of highest value; among equals, the first in order (1)."""

    def __init__(self, budgets: Budgets, weights: Weights | None = None) -> None:
        self.budgets, self.weights = budgets, weights

    def choose(self, state: State) -> Line:
        """The SET of highest value; the choice of `thrifty` where positions are not valued."""
        if len(state.sets) == 1:
            return state.sets[0]
        values, kind = self.values(state)
        if kind is ValueKind.NONE:
            return Thrifty().choose(state)
        return max(state.sets, key=lambda line: values[line])

    def values(self, state: State) -> tuple[dict[Line, int], ValueKind]:
        """The value of every SET on the table, and the kind of value."""
        return judge(state.cards, state.undealt, self.budgets, self.weights)


@dataclass(frozen=True)
class CorePlayer:
    """The engine's form of a strategy: its way of choosing, and its budgets."""

    way: str
    budgets: Budgets = field(default_factory=Budgets)


GENERAL = {f"S{d}": d for d in (0, 3, 6, 9, 12)}

FAST = Budgets(exact_from=12, sums_from=24, beliefs_from=36)
"""Linear values for u ≥ 27 undealt cards, with beliefs for 30 ≤ u ≤ 36; sums for 15 ≤ u ≤ 24, exact for u ≤ 12.

A game takes less than half a millisecond.
"""

EXPERT = Budgets(exact_from=12, ahead_from=27, sums_from=27, beliefs_from=48, deals=100)
"""Linear values, with beliefs for 30 ≤ u ≤ 48; one step of look-ahead over common deals for 15 ≤ u ≤ 27; then exact."""

MASTER = Budgets(
    exact_from=15, deep_from=24, ahead_from=33, sums_from=27, beliefs_from=48, deals=128, work=4_000_000,
    partitions=65_536, steps=2, first_deals=96, second_deals=48, width=3, margin=1 << 16, narrow=20_000,
)  # fmt: skip
"""As `expert`, with look-ahead from u = 33 on, two steps from 24 on where they matter, exact values at 15.

With 30 and 33 undealt cards only the SETs that are nearly best by beliefs are examined.
"""

VALUES = {"fast": FAST, "expert": EXPERT, "master": MASTER}
VALUED = tuple(VALUES)
"""The players that value positions; they use weights."""

CORE: dict[str, CorePlayer] = {
    **{name: CorePlayer(name) for name in ("random", "basic", "thrifty")},
    **{name: CorePlayer("general", Budgets(general_from=d)) for name, d in GENERAL.items()},
    **{name: CorePlayer("valued", budgets) for name, budgets in VALUES.items()},
}


CLAIRVOYANT = "clairvoyant"
"""Searched instead of played: see `setlab.solitaire.values`."""

NAMES = (*CORE, CLAIRVOYANT)
"""The names of all strategies."""

_OTHERS: tuple[Callable[[], Strategy], ...] = (Random, Basic, Thrifty, Clairvoyant)
_PLAYERS = dict(zip(("random", "basic", "thrifty", "clairvoyant"), _OTHERS, strict=True))


@checked
def strategy(name: str, weights: Weights | None = None) -> Strategy:
    """The player of this name; a player that values positions may use other weights than the shipped ones.

    >>> type(strategy("S9")).__name__
    'General'
    >>> strategy("lucky")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'lucky' is not a strategy: choose random, basic, thrifty, S0, S3, …
    """
    if name not in NAMES:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    check_weights(name, weights)
    if name in VALUED:
        return Valued(CORE[name].budgets, weights)
    return General(GENERAL[name]) if name in GENERAL else _PLAYERS[name]()


def check_weights(name: str, weights: object) -> None:
    """Raise `SpecError` if weights are given to a strategy that uses none.

    >>> check_weights("thrifty", "weights.json")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'thrifty' uses no weights: leave them out, or choose fast, expert or master
    """
    if weights is not None and name not in VALUED:
        raise SpecError(f"{quote(name)} uses no weights: leave them out, or choose {join_names(VALUED)}")


def weights_checksum(name: str, weights: Weights | None = None) -> str | None:
    """The checksum of the weights with which a strategy plays; None if it uses none.

    >>> weights_checksum("basic") is None, weights_checksum("fast") == weights_checksum("master")
    (True, True)
    """
    return (weights or shipped_weights()).checksum if name in VALUED else None


def core_player(name: str) -> CorePlayer:
    """The engine's form of the strategy with this name; raise `SpecError`, with all names, if there is none."""
    if not isinstance(name, str) or name not in CORE:
        raise SpecError(unknown_name(name, "a strategy", NAMES))
    return CORE[name]


def core_games(
    name: str,
    seed: int,
    first: int,
    games: int,
    *,
    weights: Weights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> SolitaireGames:
    """The results of games first … first + games − 1 of a seed, by name, one entry per game.

    `leftover` has the cards left; `declared` the undealt cards when S(d) declared the game won, or −1; `turns` the SETs
    taken; `value` the exact value of the first position that was valued exactly, in parts of 2^20, or −1. The mean of
    these values estimates the proportion of cleared tables with less noise.

    >>> core_games("basic", seed=1, first=0, games=2)["leftover"].tolist()
    [6, 0]
    """
    return _engine(name, weights, isa).play(seed, first, games, threads=threads)


def core_moves(name: str, seed: int, first: int, games: int, *, weights: Weights | None = None) -> list[list[Line]]:
    """The SETs that a strategy takes in each of these games, in order.

    >>> core_moves("basic", seed=1, first=0, games=1)[0][0]
    (5, 47, 71)
    """
    played = _engine(name, weights).play_moves(seed, first, games)
    rows = zip(played["turns"].tolist(), played["moves"].tolist(), strict=True)
    return [lines_of(taken[:turns]) for turns, taken in rows]


def _engine(name: str, weights: Weights | None, isa: str = "") -> SolitaireEngine:
    player = core_player(name)
    check_weights(name, weights)
    return engine_for(player.way, player.budgets, weights, isa)


HOW = {
    ValueKind.NONE: "not estimated: thrifty play",
    ValueKind.EXACT: "exact, by all partitions and all orders",
    ValueKind.DEEP: "estimated, by several steps of look-ahead",
    ValueKind.AHEAD: "estimated, by one step of look-ahead",
    ValueKind.SUMS: "estimated, by a sum over partitions",
    ValueKind.LINEAR: "estimated, by a fitted linear value",
    ValueKind.BELIEFS: "estimated, by a fitted linear value with beliefs about partitions",
}


@checked
@dataclass(frozen=True)
class Choice:
    """A SET, the probability of clearing the table if it is taken (None: not estimated), and whether it is the best."""

    line: Line
    chance: Fraction | float | None
    best: bool


@checked
@dataclass(frozen=True)
class Advice:
    """The choices in order (1), and how their probabilities were obtained."""

    choices: tuple[Choice, ...]
    kind: ValueKind

    @property
    def how(self) -> str:
        """The origin of the probabilities, in words."""
        return HOW[self.kind]

    @property
    def best(self) -> Line | None:
        """The best SET; None if the table has none."""
        return next((choice.line for choice in self.choices if choice.best), None)

    def _repr_html_(self) -> str:
        """The SETs by their names, with their probabilities, as a table; the best is marked."""
        rows = [
            [", ".join(map(str, read_cards(choice.line))), _percent(choice.chance), "best" if choice.best else ""]
            for choice in self.choices
        ]
        columns = [Column("set", "SET", align="left"), Column("chance", "%"), Column("best", "", align="left")]
        caption = f"The probability of clearing the table, {self.how}"
        return data_table(columns, rows, caption)._repr_html_()


def _percent(chance: Fraction | float | None) -> str | None:
    """The probability in per cent.

    >>> _percent(Fraction(1, 3)), _percent(None)
    ('33.3', None)
    """
    return None if chance is None else f"{float(chance):.1%}".removesuffix("%")


@checked
def advise(state: State, budgets: Budgets = EXPERT, weights: Weights | None = None) -> Advice:
    """The values of all SETs on the table by `expert`, or by a player with other budgets or weights.

    >>> taken = [(a, a + 1, a + 2) for a in range(18, 81, 3)]
    >>> advice = advise(State.of([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16], taken))
    >>> advice.kind.name, advice.best, advice.choices[0].chance
    ('EXACT', (0, 3, 6), Fraction(1, 1))
    """
    values, kind = Valued(budgets, weights).values(state)
    if not values:
        return Advice((), kind)
    best = Thrifty().choose(state) if kind is ValueKind.NONE else max(state.sets, key=lambda line: values[line])
    chances = {line: chance(value, kind, state.table.undealt, weights) for line, value in values.items()}
    return Advice(tuple(Choice(line, chances[line], line == best) for line in state.sets), kind)
