"""The estimate of a position, and the informed player whose results bound those of every strategy.

The estimate is a value before a move, cheap enough to be averaged over all deals. A partition with a SET on the table
can be followed with some probability once that SET is taken (`solitaire_values`). One SET on the table keeps the
largest sum of these probabilities; one, often the same, the largest sum of their squares. The estimate is a smooth
step of x and y, the logarithms of the two sums. Cards are dealt after a move to a table of 12, and to a larger one if
no SET is left on it.

To the informed player, k candidate deals are revealed before each deal, and each is paid for. One of them will come,
each with the same probability, and each is a fair deal: the undealt cards are shuffled and cut into threes.
`setlab.solitaire.bounds.relaxation` says why no strategy does better on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from setlab.draws import Draws
from setlab.reference.solitaire_positions import ONE, Cards, deals_after, positions_dealt, sets_of, value_by_partitions
from setlab.reference.solitaire_values import FOLLOW_ONE, Type, chance_after, chance_dealt, fine_log, type_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition
from setlab.solitaire.values.weights import LOG_ONE

STEEPEST = 32 * ONE
"""Scores are cut off here."""

LOGS_PER_STEP = 64
TWELVE, BARE, LARGE = range(3)
"""Kinds of tables: of 12 cards, without a SET, of more cards."""


@dataclass(frozen=True)
class Sums:
    """The two sums of a position and the kind of its table; `certain` is ONE or 0 where the game is decided."""

    kind: int
    chances: int = 0
    squares: int = 0
    certain: int | None = None


def estimate(
    table: Iterable[int], undealt: Iterable[int], found: Iterable[Partition], weights: Sequence[Sequence[int]]
) -> int:
    """The value of a position before a move, on the scale ONE, by the partitions of its cards.

    It is 0 if the table has a SET but none of a partition, and ONE if some partition has so many SETs there that it
    cannot fail. `weights` has a row of nine for every stage.
    """
    shown, hidden = frozenset(table), frozenset(undealt)
    sums = sums_of(shown, hidden, list(found))
    if sums.certain is not None:
        return sums.certain
    return value_of_sums(sums.chances, sums.squares, weights[len(hidden) // 3][3 * sums.kind : 3 * sums.kind + 3])


def sums_of(table: Cards, undealt: Cards, found: Sequence[Partition]) -> Sums:
    """The largest sums that a move can keep, or the value if it is certain."""
    if not found:
        return Sums(TWELVE, certain=0)
    typed = [(partition, type_of(partition, undealt)) for partition in found]
    if not sets_of(table):
        chances = [chance_dealt(kind) for _, kind in typed]
        return _settle(Sums(BARE, sum(chances), sum(map(_square, chances))))
    large = max(0, len(table) - FULL_TABLE) // 3
    kind = LARGE if len(table) > FULL_TABLE else TWELVE
    if any(k0 and k0 >= len(undealt) // 3 - 1 + large for _, (k0, *_) in typed):
        return Sums(kind, certain=ONE)
    return _settle(Sums(kind, *_largest(table, typed)))


def value_of_sums(chances: int, squares: int, weights: Sequence[int]) -> int:
    """The value that two sums stand for.

    >>> value_of_sums(FOLLOW_ONE, FOLLOW_ONE, (0, 0, 0)) / ONE
    0.5
    """
    if chances == 0:
        return 0
    x, y = (steps_of(total) - LOG_ONE for total in (chances, squares))
    score = weights[0] + weights[1] * x + weights[2] * y
    score = max(-STEEPEST, min(STEEPEST, score))
    return int((score / sqrt(score * score + ONE * ONE) + 1) * (ONE // 2))


def steps_of(total: int) -> int:
    """The logarithm of a sum, 64 for every doubling; 0 for the sum 0.

    >>> steps_of(4)
    128
    """
    return fine_log(total) // LOGS_PER_STEP if total else 0


def _settle(sums: Sums) -> Sums:
    return sums if sums.chances else Sums(sums.kind, certain=0)


def _largest(table: Cards, typed: Iterable[tuple[Partition, Type]]) -> tuple[int, int]:
    sums: dict[Line, tuple[int, int]] = {}
    for partition, (k0, k1, k2, k3) in typed:
        for line in filter(table.issuperset, partition):
            last = len(table) > FULL_TABLE and not sets_of(table.difference(line))
            chance = (chance_dealt if last else chance_after)((k0 - 1, k1, k2, k3))
            first, second = sums.get(line, (0, 0))
            sums[line] = first + chance, second + _square(chance)
    return max((a for a, _ in sums.values()), default=0), max((b for _, b in sums.values()), default=0)


def _square(chance: int) -> int:
    return chance * chance // FOLLOW_ONE


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
