"""The informed player: before each deal k candidate deals are revealed, and each is paid for.

One of the candidate deals will come, each with the same probability, and each of them is a fair deal: the undealt cards
are shuffled and cut into threes. `setlab.solitaire.bounds.relaxation` says why no strategy does better on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from setlab.draws import Draws
from setlab.reference.solitaire_exact import value_by_partitions
from setlab.reference.solitaire_position import Cards, deals_after, positions_dealt, sets_of
from setlab.solitaire.game import Line

CLEARLY = 0.125
"""Where a move looks worse than another by more than this, one deal is revealed instead of all."""

DRAWS_IN_ROUND, ROUNDS_IN_STAGE = 32, 1 << 20

Value = Callable[[Cards, Cards], float]
"""From the table and the undealt cards to a number."""

Choice = Callable[[Cards, Cards], Line]
GoOn = Callable[[Cards, Cards, int], float]


class InformedPlayer:
    """What is reached from a position with best play if `deals[u/3]` deals are revealed at every stage and V is paid.

    With at most `exact_to` undealt cards values are exact; the uninformed player plays best with at most `exact_from`.
    Deal number k of a position is a piece of round k // (u/3) of its shuffles. `path` numbers the deals that led to the
    position, so that positions have the same shuffles if the same deals led to them, whatever was taken.
    """

    def __init__(
        self, value: Value, draws: Draws, trial: int, deals: Sequence[int], exact_to: int = 15, exact_from: int = 12
    ) -> None:
        self.value, self.draws, self.trial, self.deals = value, draws, trial, deals
        self.exact_to, self.exact_from = exact_to, exact_from

    def best(self, table: Cards, undealt: Cards, path: int = 0) -> float:
        """The most that can be reached, payments deducted."""
        if len(undealt) <= self.exact_to:
            return exact_value(table, undealt)
        if not sets_of(table):
            return self._dealt(table, undealt, path, self.best, self._all(undealt))
        moves = self._moves(table, undealt)
        return max(self._after(rest, undealt, path, self.best, deals) for rest, deals in moves.items())

    def played(self, choose: Choice, table: Cards, undealt: Cards, path: int = 0) -> float:
        """What an uninformed player reaches in the same deals, payments, which have mean zero, deducted."""

        def follow(table: Cards, undealt: Cards, path: int) -> float:
            return self.played(choose, table, undealt, path)

        if len(undealt) <= self.exact_from:
            return exact_value(table, undealt)
        moves = self._moves(table, undealt)
        rest = table.difference(choose(table, undealt)) if moves else table
        due = not moves or deals_after(rest, undealt)
        if due and len(undealt) <= min(self.exact_to, self.exact_from + 3):
            return exact_mean(rest, undealt)
        deals = moves.get(rest, self._all(undealt))
        return self._dealt(rest, undealt, path, follow, deals) if due else follow(rest, undealt, path)

    def mean(self, rest: Cards, undealt: Cards) -> float:
        """The mean of V over all deals."""
        values = [self.value(*position) for position in positions_dealt(rest, undealt)]
        return sum(values) / len(values)

    def deal(self, undealt: int, path: int, k: int) -> Sequence[int]:
        """Deal number k, by the ranks of the undealt cards."""
        stage = undealt // 3
        number = ROUNDS_IN_STAGE * stage + path * self.deals[stage] + k - k % stage
        order = list(range(undealt))
        for i in range(undealt - 1, 0, -1):
            j = self.draws.below(self.trial, DRAWS_IN_ROUND * number + i, i + 1)
            order[i], order[j] = order[j], order[i]
        return order[3 * (k % stage) : 3 * (k % stage) + 3]

    def _all(self, undealt: Cards) -> int:
        return self.deals[len(undealt) // 3]

    def _moves(self, table: Cards, undealt: Cards) -> dict[Cards, int]:
        """What each SET leaves, and the number of deals revealed then: one where another move looks clearly better."""
        rests = [table.difference(line) for line in sets_of(table)]
        if len(undealt) <= self.exact_to:
            return dict.fromkeys(rests, self._all(undealt))
        means = {rest: self.mean(rest, undealt) if deals_after(rest, undealt) else 1.0 for rest in rests}
        most = max(means.values(), default=0.0)
        return {rest: 1 if means[rest] + CLEARLY < most else self._all(undealt) for rest in rests}

    def _after(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        dealt = deals_after(rest, undealt)
        return self._dealt(rest, undealt, path, go_on, deals) if dealt else go_on(rest, undealt, path)

    def _dealt(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        order, total = sorted(undealt), 0.0
        for k in range(deals):
            dealt = frozenset(order[rank] for rank in self.deal(len(order), path, k))
            after = rest | dealt, undealt - dealt
            total += go_on(*after, path * self._all(undealt) + k) - self.value(*after)
        return self.mean(rest, undealt) + total / deals


@lru_cache(maxsize=1 << 14)
def exact_value(table: Cards, undealt: Cards) -> float:
    """The probability of clearing the table with best play.

    >>> exact_value(frozenset(range(6)), frozenset())
    1.0
    """
    return float(value_by_partitions(table, undealt))


def exact_mean(table: Cards, undealt: Cards) -> float:
    """The same before three cards are dealt."""
    values = [value_by_partitions(*position) for position in positions_dealt(table, undealt)]
    return float(sum(values) / len(values))
