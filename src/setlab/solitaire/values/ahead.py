"""One step of look-ahead over common deals; the plain-Python twin of `native/solitaire/ahead.hpp`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry import CardSet
from setlab.solitaire.game.partition import Partition, partitions_plainly, partitions_thinned
from setlab.solitaire.game.state import FULL_TABLE, Line, State
from setlab.solitaire.values.budgets import Budgets
from setlab.solitaire.values.linear import known_features
from setlab.solitaire.values.sums import chance_after, chance_dealt, curve_at, fine_log, tilted_log, type_of
from setlab.solitaire.values.weights import ONE, Weights

MOST_DEALS = 2048
LEAST_DEALS = 48
"""However many partitions there are, so many deals are looked at, if so many were asked for."""

FIRST_CURVE = 4
"""The stage at which curves begin: 12 undealt cards."""

MOST_LISTED = 39
EACH = 4
"""With more cards than that, one partition in so many is looked at."""

Cards = frozenset[int]


def ahead_value(state: State, line: Line, steps: Sequence[int], budgets: Budgets, weights: Weights) -> int:
    """The value of taking a SET, in parts of ONE, by so many steps of look-ahead: the number of deals at each.

    Deals are averaged, and the best of the SETs that follow is taken: those `budgets.width` with the largest sums over
    partitions are tried. After the last step a value is read from the curve of its stage at the best sum that a move
    can keep. Where there are more partitions than `budgets.partitions`, the core takes the first it finds; here they
    are refused.
    """
    after = state.take(line)
    ranked = [*after.undealt, *sorted(after.cards)]
    each = EACH if len(ranked) > MOST_LISTED else 1
    found = list(partitions_thinned(ranked, each) if each > 1 else partitions_plainly(ranked))
    if len(found) > budgets.partitions:
        raise SpecError(f"{len(found)} partitions are too many for the twin: raise `partitions`")
    rank = {card: place for place, card in enumerate(ranked)}
    return _Twin(steps, budgets, weights, rank, each).after(frozenset(after.cards), frozenset(after.undealt), found, 0)


@dataclass(frozen=True)
class _Twin:
    """Look-ahead on the partitions of the cards that remain."""

    steps: Sequence[int]
    budgets: Budgets
    weights: Weights
    rank: dict[int, int]
    """The cards as the core ranks them: undealt ones first. It decides between equal sums."""
    each: int
    """One partition in so many is looked at."""

    def after(self, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        if not found:
            return 0
        if len(table) >= FULL_TABLE or not undealt:
            return self.before(table, undealt, found, step + 1)
        wanted = min(self.steps[step], max(self.budgets.work // len(found), LEAST_DEALS))
        order = sorted(undealt)
        dealt = [frozenset(order[rank] for rank in ranks) for ranks in deals(len(order), wanted)]
        return sum(self.before(table | deal, undealt - deal, found, step + 1) for deal in dealt) // len(dealt)

    def before(self, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        stage = len(undealt) // 3
        if stage <= 1:
            return ONE
        if not CardSet(table).lines():
            total = sum(chance_dealt(type_of(partition, undealt)) for partition in found)
            curve = self.weights.curves[max(stage - 1, FIRST_CURVE)]
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
        tilt = self.weights.tilt(stage)
        logs = [
            tilted_log(
                self.each * total, known_features(table.difference(line), undealt, len(table), self.weights), tilt
            )
            for line, total in sums.items()
            if total
        ]
        best = max(logs, default=-1)
        return curve_at(self.weights.curves[stage], best) if best >= 0 else 0

    def largest(self, sums: dict[Line, int]) -> list[Line]:
        """The SETs with the largest sums that are tried."""
        known = sorted(sums, key=lambda line: (-sums[line], sorted(self.rank[card] for card in line)))
        return [line for line in known if sums[line]][: self.budgets.width]

    def taken(self, line: Line, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
        kept = [tuple(other for other in partition if other != line) for partition in found if line in partition]
        return self.after(table.difference(line), undealt, kept, step)


def deals(undealt: int, wanted: int) -> list[tuple[int, ...]]:
    """Which deals are looked at, by the ranks of the undealt cards: all, or a fixed choice that uses all cards alike.

    Round r shuffles the ranks by the draws of seed u/3, trial r, and cuts them into threes. One round at least.

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
