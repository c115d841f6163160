"""Somebody who is told more than others and pays for it; the plain-Python twin of `native/solitaire/bound.hpp`.

Before every deal the seer is told a few deals, one of which will come, each as likely as the others and each of them a
fair deal: the undealt cards are shuffled and cut into threes. `bound` says why nobody does better on the average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from statistics import fmean

from setlab.draws import Draws
from setlab.solitaire.game.partition import Partition, partitions
from setlab.solitaire.game.state import DECK, FULL_TABLE, Line
from setlab.solitaire.strategies.valued import Valued
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.estimate import estimate, shipped_estimate
from setlab.solitaire.values.exact import exact_one
from setlab.solitaire.values.weights import ONE

EXACT = 15
"""With at most so many undealt cards the value with best play is computed."""

VALUED = 12
"""With at most so many undealt cards the players play best."""

CLEARLY = 0.125
"""Where a move looks worse than another by more than this, one deal is enough."""

DRAWS_IN_ROUND, ROUNDS_IN_STAGE = 32, 1 << 20

Cards = tuple[int, ...]
Value = Callable[[Cards, Cards], float]
"""From the table and the undealt cards, in any order, to a number."""

Choice = Callable[[Cards, Cards], Line]
GoOn = Callable[[Cards, Cards, int], float]


class Seer:
    """What is reached from a position with best play by one who knows `deals` deals at every stage and pays by V.

    Deal number k of a position is a piece of round k // (u/3) of its shuffles; `path` numbers the deals that led there,
    so that positions share their shuffles if the same deals led to them, whatever was taken.
    """

    def __init__(self, value: Value, draws: Draws, trial: int, deals: int = 1, exact_to: int = EXACT) -> None:
        self.value, self.draws, self.trial, self.deals, self.exact_to = value, draws, trial, deals, exact_to

    def best(self, table: Cards, undealt: Cards, path: int = 0) -> float:
        """The most that can be reached, payments deducted."""
        if len(undealt) <= self.exact_to:
            return exact_value(table, undealt)
        if not DECK.sets(table):
            return self._dealt(table, undealt, path, self.best, self.deals)
        return max(
            self._after(rest, undealt, path, self.best, deals) for rest, deals in self._moves(table, undealt).items()
        )

    def played(self, choose: Choice, table: Cards, undealt: Cards, path: int = 0) -> float:
        """What a player who is told nothing reaches in the same deals, his payments, with mean zero, deducted."""

        def follow(table: Cards, undealt: Cards, path: int) -> float:
            return self.played(choose, table, undealt, path)

        if len(undealt) <= VALUED:
            return exact_value(table, undealt)
        moves = self._moves(table, undealt)
        rest = without(table, choose(table, undealt)) if moves else table
        due = not moves or len(rest) < FULL_TABLE
        if due and len(undealt) <= min(self.exact_to, VALUED + 3):
            return fmean(exact_value(*after) for after in all_deals(rest, undealt))
        deals = moves.get(rest, self.deals)
        return self._dealt(rest, undealt, path, follow, deals) if due else follow(rest, undealt, path)

    def mean(self, rest: Cards, undealt: Cards) -> float:
        """The mean of V over all deals."""
        return fmean(self.value(*after) for after in all_deals(rest, undealt))

    def _moves(self, table: Cards, undealt: Cards) -> dict[Cards, int]:
        """What each SET leaves, and how many deals are told then: one where another move looks clearly better."""
        rests = [without(table, line) for line in DECK.sets(table)]
        if self.deals == 1 or len(undealt) <= self.exact_to:
            return dict.fromkeys(rests, self.deals)
        looks = {rest: self.mean(rest, undealt) if len(rest) < FULL_TABLE else 1.0 for rest in rests}
        return {rest: 1 if looks[rest] + CLEARLY < max(looks.values()) else self.deals for rest in rests}

    def _after(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        return self._dealt(rest, undealt, path, go_on, deals) if len(rest) < FULL_TABLE else go_on(rest, undealt, path)

    def _dealt(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        surprises = []
        for k in range(deals):
            after = dealt(rest, undealt, self._deal(len(undealt), path, k))
            surprises.append(go_on(*after, path * self.deals + k) - self.value(*after))
        return self.mean(rest, undealt) + fmean(surprises)

    def _deal(self, undealt: int, path: int, k: int) -> Cards:
        stage = undealt // 3
        number = ROUNDS_IN_STAGE * stage + path * self.deals + k - k % stage
        order = list(range(undealt))
        for i in range(undealt - 1, 0, -1):
            j = self.draws.below(self.trial, DRAWS_IN_ROUND * number + i, i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order[3 * (k % stage) : 3 * (k % stage) + 3])


def exact_value(table: Cards, undealt: Cards) -> float:
    """The chance of clearing the table with best play, for at most 15 undealt cards.

    >>> exact_value((0, 1, 2, 3, 4, 5), ())
    1.0
    """
    if undealt and not DECK.sets(table):
        return fmean(exact_value(*after) for after in all_deals(table, undealt))
    values, _ = Valued(Budgets(exact_from=EXACT, sums_from=0)).values_of(table, undealt)
    return max(values.values()) / exact_one(len(undealt)) if values else float(not table)


def estimated_value(table: Cards, undealt: Cards) -> float:
    """The estimate of a position before a move, with the weights that are shipped."""
    return estimate(table, undealt, _partitions(tuple(sorted(table + undealt))), shipped_estimate()) / ONE


def choice_of(budgets: Budgets) -> Choice:
    """The SET that a player with these budgets takes."""

    def choose(table: Cards, undealt: Cards) -> Line:
        values, _ = Valued(budgets).values_of(table, undealt)
        return max(values, key=lambda line: values[line])

    return choose


def without(table: Cards, line: Cards) -> Cards:
    """The table when a SET is taken."""
    return tuple(card for card in table if card not in line)


def all_deals(rest: Cards, undealt: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The table and the undealt cards after each possible deal of three."""
    return (dealt(rest, undealt, deal) for deal in combinations(range(len(undealt)), 3))


def dealt(rest: Cards, undealt: Cards, places: Cards) -> tuple[Cards, Cards]:
    """The table and the undealt cards, in ascending order, after these places of the undealt cards are dealt."""
    order = sorted(undealt)
    return (*rest, *(order[i] for i in places)), tuple(card for i, card in enumerate(order) if i not in places)


@lru_cache(maxsize=4096)
def _partitions(cards: Cards) -> list[Partition]:
    return partitions(cards)
