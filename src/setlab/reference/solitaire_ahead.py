"""Look-ahead over common deals: deals are averaged, the best SETs are taken, and a sum over partitions ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

from setlab.draws import Draws
from setlab.reference.solitaire_linear import features
from setlab.reference.solitaire_partitioning import partitions_searched
from setlab.reference.solitaire_position import ONE, Budgets, Cards, Weights, deals_after, is_covered, sets_of
from setlab.reference.solitaire_sums import chance_after, chance_dealt, fine_log, tilted_log, type_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition
from setlab.solitaire.values.weights import curve_at

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
