"""How much better than a player can any strategy be? An upper bound by information relaxation with a penalty.

Let somebody see the order of the undealt cards, down to the last few. He does at least as well as anybody who does not
see it. To make him give back what that is worth, he pays at every deal V(what lies there now) − the mean of V over
the deals that were possible, V being any function of what can be seen. Whoever does not see the order pays nothing on
the average, whatever he does. So the mean of the best that the seer can reach is still an upper bound for everybody,
and the better V tells the value of a position, the nearer it comes (Brown, Smith and Sun, Information relaxations and
duality in stochastic dynamic programs, Operations Research 58, 2010). If V is the value itself, it is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, sqrt
from statistics import fmean, stdev

from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.solitaire.budgets import Budgets
from setlab.solitaire.core import core_games, core_moves
from setlab.solitaire.game import DECK, FULL_TABLE, State
from setlab.solitaire.shuffle import Shuffle
from setlab.solitaire.strategies.valued import Kind, Valued
from setlab.solitaire.sums import curve_at
from setlab.solitaire.values import exact_one
from setlab.solitaire.weights import ONE, shipped

STAGES = (18, 21, 24)
"""From how many undealt cards a bound can be asked for."""

EXACT = 15
"""With at most so many undealt cards the value with best play is computed."""

VALUED = 12
"""With at most so many undealt cards the engine tells the exact value that a player has reached."""

NO_SET = 0.5
"""What V says of a table without a SET: any number is allowed."""

Cards = tuple[int, ...]
Value = Callable[[Cards, Cards], float]
"""From the table and the undealt cards, in any order, to a number."""


@dataclass(frozen=True)
class Bound:
    """What was found from so many undealt cards on: the player's value, the bound, and their mean difference.

    `gap` ± `error`, at 95 %, is how much better anyone can be who comes to the same positions.
    """

    undealt: int
    games: int
    player: float
    bound: float
    gap: float
    error: float


def bound(
    games: int = 50,
    undealt: int = 18,
    seed: int = 1,
    *,
    strategy: str = "expert",
    deals: int = 200,
    progress: Callable[[int], object] | None = None,
) -> Bound:
    """The bound from the positions to which a player comes with so many undealt cards, in games 0, 1, … of a seed.

    `deals` are looked at for the mean of V at every deal; the bound is valid for any number, and nearer for more.
    """
    if undealt not in STAGES:
        raise SpecError(f"a bound from {undealt} undealt cards is not possible: choose {', '.join(map(str, STAGES))}")
    if games < 2:
        raise SpecError(f"{games} games are too few for a bound: choose at least 2")
    if deals < 1:
        raise SpecError(f"{deals} deals have no mean: choose at least 1")
    values = (core_games(strategy, seed, 0, games)[:, 3] / ONE).tolist()
    best, played = [], []
    for game, value in enumerate(values):
        shuffle, moves = Shuffle.of(seed, game), iter(core_moves(strategy, seed, game, 1)[0])
        state = position_of(shuffle, moves, undealt)
        seer = Seer(sums_value, Draws(seed), game, deals)
        best.append(seer.best(state.cards, shuffle.order[len(DECK) - state.table.undealt :]))
        played.append(value - seer.payments(state, shuffle, moves))
        if progress:
            progress(game + 1)
    gaps = [most - reached for most, reached in zip(best, played, strict=True)]
    error = 1.96 * stdev(gaps) / sqrt(games)
    return Bound(undealt, games, fmean(played), fmean(best), fmean(gaps), error)


class Seer:
    """Somebody who sees the order and pays for it."""

    def __init__(self, value: Value, draws: Draws, trial: int, deals: int, exact_to: int = EXACT) -> None:
        self.value, self.draws, self.trial, self.deals, self.exact_to = value, draws, trial, deals, exact_to

    def best(self, table: Cards, order: Cards) -> float:
        """The most that can be reached from a table with these cards to come, payments deducted."""
        if len(order) <= self.exact_to:
            return exact_value(table, order)
        sets = DECK.sets(table)
        if not sets:
            return self._after_deal(table, order)
        return max(self._after(tuple(card for card in table if card not in line), order) for line in sets)

    def payments(self, state: State, shuffle: Shuffle, moves: Iterator[Sequence[int]]) -> float:
        """What a player who makes these moves would pay until 12 cards are undealt: nothing on the average.

        With them taken off, his result has the same mean and far less luck in it.
        """
        paid = 0.0
        while True:
            while state.due:
                later = shuffle.order[len(DECK) - state.table.undealt + state.due :]
                after = state.deal(shuffle.next_cards(state))
                paid += self.value(after.cards, later) - self._mean(state.cards, tuple(state.undealt))
                state = after
            if state.table.undealt <= VALUED:
                return paid
            state = state.take(next(moves))

    def _after(self, rest: Cards, order: Cards) -> float:
        return self._after_deal(rest, order) if len(rest) < FULL_TABLE else self.best(rest, order)

    def _after_deal(self, rest: Cards, order: Cards) -> float:
        dealt, later = (*rest, *order[:3]), order[3:]
        return self.best(dealt, later) - self.value(dealt, later) + self._mean(rest, tuple(sorted(order)))

    def _mean(self, rest: Cards, undealt: Cards) -> float:
        """The mean of V over deals that do not depend on the order."""
        chosen = self._deals(len(undealt))
        return fmean(
            self.value((*rest, *(undealt[i] for i in deal)), tuple(c for i, c in enumerate(undealt) if i not in deal))
            for deal in chosen
        )

    def _deals(self, undealt: int) -> Sequence[tuple[int, ...]]:
        possible = triples(undealt)
        if self.deals >= len(possible):
            return possible
        first = comb(undealt, 3)  # other draws for every stage
        return [possible[self.draws.below(self.trial, first + k, len(possible))] for k in range(self.deals)]


def position_of(shuffle: Shuffle, moves: Iterator[Sequence[int]], undealt: int) -> State:
    """The first position of a game in which a SET may be taken with so many undealt cards, or fewer."""
    state = shuffle.start()
    while True:
        while state.due:
            state = state.deal(shuffle.next_cards(state))
        if state.table.undealt <= undealt:
            return state
        state = state.take(next(moves))


def sums_value(table: Cards, undealt: Cards) -> float:
    """What the sums over partitions say of a position; with 12 undealt cards or fewer its exact value."""
    return _judged(table, undealt, Budgets(exact_from=12, sums_from=27))


def exact_value(table: Cards, undealt: Cards) -> float:
    """The chance of clearing the table with best play, for at most 15 undealt cards.

    >>> exact_value((0, 1, 2, 3, 4, 5), ())
    1.0
    """
    if not undealt or DECK.sets(table):
        return _judged(table, undealt, Budgets(exact_from=EXACT, sums_from=0), none=float(not table))
    deals = triples(len(undealt))
    return fmean(
        exact_value(
            (*table, *(undealt[i] for i in deal)), tuple(card for i, card in enumerate(undealt) if i not in deal)
        )
        for deal in deals
    )


def _judged(table: Cards, undealt: Cards, budgets: Budgets, none: float = NO_SET) -> float:
    values, kind = Valued(budgets).values_of(table, undealt)
    if not values:
        return none
    best = max(values.values())
    if kind is Kind.EXACT:
        return best / exact_one(len(undealt))
    return curve_at(shipped().curves[len(undealt) // 3], best) / ONE if kind is Kind.SUMS and best else NO_SET


@lru_cache
def triples(cards: int) -> tuple[tuple[int, ...], ...]:
    """All ways to choose three of so many cards, by their places."""
    return tuple(combinations(range(cards), 3))
