"""Values of SETs on the table of solitaire: linear values, sums over partitions, look-ahead.

Linear values are weighted sums of ten features of the position after a move, for many undealt cards.

Sums over partitions add, for each partition alone, the probability that it can be followed to the end, in integers. A
partition has a type (k0, k1, k2, k3): the numbers of its SETs with 0, 1, 2, 3 undealt cards. The type determines the
probability: three cards are dealt at random; the partition is lost if none of its SETs lies on the table, otherwise
one of them is taken.

Look-ahead averages common deals, takes the best SETs, and ends with a sum over partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import comb

from setlab.draws import Draws
from setlab.reference.solitaire_positions import (
    ONE,
    Budgets,
    Cards,
    Weights,
    deals_after,
    is_covered,
    partitions_of,
    partitions_searched,
    sets_of,
)
from setlab.solitaire.game import FULL_TABLE, Line, Partition
from setlab.solitaire.values.weights import LOG_DOUBLING, curve_at


def features(table: Cards, undealt: Cards, cards_before: int, weights: Weights) -> list[int]:
    """The ten features of a position after a move, before cards are dealt.

    They are 1; the numbers of SETs of the remaining cards with 0, 1, 2, 3 undealt cards; the sums of 1024 ln d over the
    table and over the undealt cards, where d is the number of SETs through a card; the same sums of 1024/d; and the
    number of times that three cards beyond 12 lay on the table before the move.
    """
    lines = sets_of(table | undealt)
    numbers = [len(undealt.intersection(line)) for line in lines]
    through = {card: sum(card in line for line in lines) for card in table | undealt}
    logs, inverses = (
        [sum(weights[name][through[card]] for card in cards) for cards in (table, undealt)]
        for name in ("logs", "inverses")
    )
    return [1, *map(numbers.count, range(4)), *logs, *inverses, (cards_before - FULL_TABLE) // 3]


def linear_values(table: Cards, undealt: Cards, weights: Weights) -> dict[Line, int]:
    """The value of every SET on the table, on the scale 2^40."""
    row = weights["linear"][len(undealt) // 3]
    return {line: dot(row, features(table.difference(line), undealt, len(table), weights)) for line in sets_of(table)}


def dot(row: Sequence[int], known: Sequence[int]) -> int:
    """The sum of the features, each times its weight.

    >>> dot([1, 2], [3, 4])
    11
    """
    return sum(weight * feature for weight, feature in zip(row, known, strict=True))


FOLLOW_ONE = 1 << 24
"""A probability of 1 here."""

LUCKY = FOLLOW_ONE * 3 // 100
"""The probability that the table has no SET at all, given that it has none of the partition: then cards are dealt."""

Type = tuple[int, int, int, int]


def type_of(partition: Partition, undealt: Iterable[int]) -> Type:
    """The numbers of SETs of a partition with 0, 1, 2, 3 undealt cards.

    >>> type_of(((0, 1, 2), (3, 4, 5)), {2, 3, 4, 5})
    (0, 1, 0, 1)
    """
    hidden = frozenset(undealt)
    numbers = [sum(card in hidden for card in line) for line in partition]
    return numbers.count(0), numbers.count(1), numbers.count(2), numbers.count(3)


@cache
def chance_after(k: Type) -> int:
    """The probability that a partition of this type can be followed after a move, on the scale FOLLOW_ONE.

    >>> chance_after((2, 1, 1, 0)), round(chance_after((0, 3, 3, 2)) / FOLLOW_ONE, 3)
    (16777216, 0.43)
    """
    k0, k1, k2, k3 = k
    undealt, table = k1 + 2 * k2 + 3 * k3, 3 * k0 + 2 * k1 + k2
    if undealt == 0:
        return FOLLOW_ONE
    if undealt < 3 or table >= FULL_TABLE:
        return chance_before(k)
    return chance_dealt(k)


def chance_before(k: Type) -> int:
    """The probability before a move: without a SET of the partition on the table only luck helps, and only late."""
    k0, k1, k2, k3 = k
    undealt = k1 + 2 * k2 + 3 * k3
    if undealt <= 3:
        return FOLLOW_ONE
    if k0:
        return chance_after((k0 - 1, k1, k2, k3))
    return LUCKY if undealt <= 9 else 0


def chance_dealt(k: Type) -> int:
    """The probability when three cards are dealt at random."""
    undealt = k[1] + 2 * k[2] + 3 * k[3]
    return _deal(k, 3) // (undealt * (undealt - 1) * (undealt - 2))


def partition_sum(table: Cards, undealt: Cards) -> int:
    """The sum of the probabilities over all partitions of the cards that remain after a move."""
    return sum(chance_after(type_of(found, undealt)) for found in partitions_of(table | undealt))


def sum_values(table: Cards, undealt: Cards, weights: Weights) -> dict[Line, int] | None:
    """For every SET on the table the tilted logarithm of its sum, at least 1, or 0 without a partition.

    None where there are too many cards to list partitions.
    """
    tilt = weights["tilts"][len(undealt) // 3]
    values: dict[Line, int] = {}
    for line in sets_of(table):
        rest = table.difference(line)
        if not is_covered(rest | undealt):
            return None
        total = partition_sum(rest, undealt)
        known = features(rest, undealt, len(table), weights)
        values[line] = max(1, tilted_log(total, known, tilt)) if total else 0
    return values


def fine_log(total: int) -> int:
    """The logarithm of a sum: 4096 for every doubling, linear between powers of two.

    >>> fine_log(1), fine_log(2), fine_log(3), fine_log(4)
    (0, 4096, 6144, 8192)
    """
    power = total.bit_length() - 1
    return LOG_DOUBLING * power + (total << 63 - power >> 51 & LOG_DOUBLING - 1)


def tilted_log(total: int, known: Sequence[int], tilt: Sequence[int]) -> int:
    """The logarithm of a sum, plus the contribution of the features of the position."""
    return fine_log(total) + (dot(tilt, known) >> 20)


def _deal(k: Type, cards: int) -> int:
    if cards == 0:
        return chance_before(k)
    k0, k1, k2, k3 = k
    total = k1 * _deal((k0 + 1, k1 - 1, k2, k3), cards - 1) if k1 else 0
    total += 2 * k2 * _deal((k0, k1 + 1, k2 - 1, k3), cards - 1) if k2 else 0
    total += 3 * k3 * _deal((k0, k1, k2 + 1, k3 - 1), cards - 1) if k3 else 0
    return total


MOST_PARTITIONS = 1 << 16
MOST_DEALS = 2048
LEAST_DEALS = 48
"""However many partitions there are, this many deals are examined, unless fewer are asked for."""

FIRST_CURVE = 4
"""The first stage with a curve: 12 undealt cards."""

MOST_LISTED = 39
EACH = 4
"""With more than MOST_LISTED cards, one partition in EACH is examined."""


def ahead_value(
    table: Cards, undealt: Cards, line: Line, steps: Sequence[int], budgets: Budgets, weights: Weights
) -> int | None:
    """The value of taking a SET, on the scale ONE, by look-ahead: `steps` has the number of deals at each step.

    Deals are averaged, and the best of the SETs that follow is taken: the `width` SETs with the largest sums over
    partitions are tried. After the last step the value is read from the curve of its stage, at the largest sum that a
    move can keep. At most `partitions` partitions are examined, the first in the order of the engine's search. None
    where there are too many cards to list partitions.
    """
    rest = table.difference(line)
    if not is_covered(rest | undealt):
        return None
    ranked = [*sorted(undealt), *sorted(rest)]
    each = EACH if len(ranked) > MOST_LISTED else 1
    most = min(budgets["partitions"], MOST_PARTITIONS)
    found = list(islice(partitions_searched(ranked, each), most))
    rank = {card: place for place, card in enumerate(ranked)}
    return _LookAhead(steps, budgets, weights, rank, each).after(rest, undealt, found, 0)


@dataclass(frozen=True)
class _LookAhead:
    """Look-ahead on the partitions of the cards that remain."""

    steps: Sequence[int]
    budgets: Budgets
    weights: Weights
    rank: dict[int, int]
    """The cards as the engine ranks them, undealt ones first; the rank decides between equal sums."""
    each: int
    """One partition in `each` is examined."""

    def after(self, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        if not found:
            return 0
        if not deals_after(table, undealt):
            return self.before(table, undealt, found, step + 1)
        order = sorted(undealt)
        dealt = [frozenset(order[rank] for rank in ranks) for ranks in deals(len(order), self.wanted(step, found))]
        return sum(self.before(table | deal, undealt - deal, found, step + 1) for deal in dealt) // len(dealt)

    def wanted(self, step: int, found: list[Partition]) -> int:
        return min(self.steps[step], max(self.budgets["work"] // len(found), LEAST_DEALS))

    def before(self, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        stage = len(undealt) // 3
        if len(undealt) <= 3:
            return ONE
        if not sets_of(table):
            total = sum(chance_dealt(type_of(partition, undealt)) for partition in found)
            curve = self.weights["curves"][max(stage - 1, FIRST_CURVE)]
            return curve_at(curve, fine_log(self.each * total)) if total else 0
        needed = stage - 1 + max(0, len(table) - FULL_TABLE) // 3
        sums: dict[Line, int] = {}
        for partition in found:
            k0, k1, k2, k3 = type_of(partition, undealt)
            if k0 and k0 >= needed:
                return ONE
            for line in partition:
                if table.issuperset(line):
                    sums[line] = sums.get(line, 0) + chance_after((k0 - 1, k1, k2, k3))
        if step >= len(self.steps):
            return self.at_end(table, undealt, sums)
        return max((self.taken(line, table, undealt, found, step) for line in self.largest(sums)), default=0)

    def at_end(self, table: Cards, undealt: Cards, sums: dict[Line, int]) -> int:
        """The best value of a move: its sum, tilted by the features of the position after it."""
        stage = max(len(undealt) // 3, FIRST_CURVE)
        tilt = self.weights["tilts"][stage]
        logs = [
            tilted_log(self.each * total, features(table.difference(line), undealt, len(table), self.weights), tilt)
            for line, total in sums.items()
            if total
        ]
        best = max(logs, default=-1)
        return curve_at(self.weights["curves"][stage], best) if best >= 0 else 0

    def largest(self, sums: dict[Line, int]) -> list[Line]:
        """The SETs with the largest sums."""
        known = sorted(sums, key=lambda line: (-sums[line], sorted(self.rank[card] for card in line)))
        return [line for line in known if sums[line]][: self.budgets["width"]]

    def taken(self, line: Line, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        kept = [tuple(other for other in partition if other != line) for partition in found if line in partition]
        return self.after(table.difference(line), undealt, kept, step)


def deals(undealt: int, wanted: int) -> list[tuple[int, ...]]:
    """The deals that are examined, by the ranks of the undealt cards: all, or rounds that use every card once.

    Round r shuffles the ranks by the draws of seed u/3, trial r, and cuts them into threes. At least one round is used.

    >>> deals(15, wanted=7)
    [(2, 1, 9), (4, 0, 10), (6, 13, 5), (11, 8, 14), (3, 7, 12)]
    """
    if comb(undealt, 3) <= wanted:
        return list(combinations(range(undealt), 3))
    stage = undealt // 3
    chosen: list[tuple[int, ...]] = []
    for number in range(max(1, min(wanted, MOST_DEALS) // stage)):
        order = list(range(undealt))
        for i in range(undealt - 1, 0, -1):
            j = Draws(stage).below(number, i, i + 1, width=16)
            order[i], order[j] = order[j], order[i]
        chosen += [tuple(order[i : i + 3]) for i in range(0, undealt, 3)]
    return chosen
