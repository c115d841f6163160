"""Values in solitaire: exact ones, linear values, sums over partitions, look-ahead, beliefs.

A position is the cards on the table and the undealt cards, however they came about. Its exact value is the probability
of clearing the table with best play: by the rules alone, and on the list of all partitions.

Linear values are weighted sums of ten features of the position after a move, for many undealt cards.

Sums over partitions add, for each partition alone, the probability that it can be followed to the end, in integers. A
partition has a type (k0, k1, k2, k3): the numbers of its SETs with 0, 1, 2, 3 undealt cards. The type determines the
probability: three cards are dealt at random; the partition is lost if none of its SETs lies on the table, otherwise
one of them is taken.

Look-ahead averages common deals, takes the best SETs, and ends with a sum over partitions.

Belief propagation estimates the number of partitions, and the probability that a partition has a given SET. A partition
chooses SETs so that every card is in exactly one. Cards and SETs exchange messages. A SET s tells its card c how likely
s would be chosen if c did not matter, m(s, c) = n(c′, s) n(c″, s) for the other cards c′, c″ of s; a card tells its SET
how much it needs it, n(c, s) = 1/Σ m(t, c) over the other SETs t of the card. After some rounds the odds of s are m(s,
c) n(c, s), and, by Bethe's approximation,

    ln(partitions) ≈ Σ over cards ln Σ m(s, c) − 2 Σ over SETs ln(1 + odds).

In games, with 36 and 39 cards left, the logarithm is too small by 4.8, nearly the same everywhere: its correlation with
the true one is at least 0.98. The sums of squared probabilities, by the number of undealt cards of a SET, measure how
far everything depends on a few SETs.

The engine performs the same operations in the same order on the same doubles, so that the results agree bit for bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb, frexp
from typing import Any

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Partition
from setlab.solitaire.values import LOG_DOUBLING, curve_at

Cards = frozenset[int]
Budgets = Mapping[str, int]
"""The fields of `setlab.solitaire.values.Budgets`."""

Weights = Mapping[str, Any]
"""The arrays of `setlab.solitaire.values.Weights.arrays`, as nested lists."""

ONE = 1 << 20
"""A probability of 1 in fixed point."""

MOST_COVERED = 42
MOST_COVERED_SETS = 256
"""The engine lists partitions of at most this many cards with at most this many SETs."""


def sets_of(cards: Iterable[int]) -> list[Line]:
    """The SETs among the cards, each in ascending order, in the order (1).

    >>> sets_of({0, 1, 2, 3, 4, 5})
    [(0, 1, 2), (3, 4, 5)]
    """
    return sorted((a, b, c) for a, b, c in map(sorted, CardSet(cards).lines()))


def is_covered(cards: Cards) -> bool:
    """True unless there are too many cards, or too many SETs, to list partitions."""
    return len(cards) <= MOST_COVERED and len(sets_of(cards)) <= MOST_COVERED_SETS


def deals_after(table: Cards, undealt: Cards) -> bool:
    """True if cards are dealt after a move that leaves this table."""
    return bool(undealt) and len(table) < FULL_TABLE


def positions_dealt(table: Cards, undealt: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The positions after each possible deal of three cards."""
    for deal in map(frozenset, combinations(sorted(undealt), 3)):
        yield table | deal, undealt - deal


def solitaire_count_partitions(low: int, high: int) -> int:
    """The number of partitions into SETs of the cards whose bits are set in two words of 64 bits.

    >>> solitaire_count_partitions(0b111_111_111, 0)
    4
    """
    return sum(1 for _ in partitions_of(_cards_in(low, high)))


def solitaire_partitions(low: int, high: int, most: int) -> list[list[list[int]]]:
    """The first `most` partitions in the order of the engine's search.

    >>> solitaire_partitions(0b111_111, 0, most=5)
    [[[0, 1, 2], [3, 4, 5]]]
    """
    found = islice(partitions_searched(_cards_in(low, high)), most)
    return [[list(line) for line in partition] for partition in found]


def partitions_of(cards: Iterable[int]) -> Iterator[Partition]:
    """All partitions, in lexicographic order: the smallest card is in some SET, and the other cards are partitioned.

    >>> [len(partition) for partition in partitions_of(range(9))]
    [3, 3, 3, 3]
    """
    left = sorted(cards)
    if not left:
        yield ()
        return
    first, others = left[0], set(left[1:])
    for second in left[1:]:
        third = DECK.third(first, second)
        if second < third and third in others:
            for rest in partitions_of(others - {second, third}):
                yield ((first, second, third), *rest)


def partitions_searched(ranked: Sequence[int], each: int = 1, depth: int = 5) -> Iterator[Partition]:
    """The partitions in the order of the engine's search, or one in `each` of the branches at some depth.

    The card with the fewest open SETs is covered first (among equals, the first in the list), by each of its SETs in
    turn. Neighbouring branches are alike, so that one branch can stand for `each`.

    >>> [sum(1 for partition in partitions_searched(range(18), each)) for each in (1, 2)]
    [16, 8]
    """
    rank = {card: place for place, card in enumerate(ranked)}
    lines = sorted(tuple(sorted(rank[card] for card in line)) for line in sets_of(ranked))
    branches = 0

    def search(left: frozenset[int], open_lines: list[tuple[int, ...]], chosen: Partition) -> Iterator[Partition]:
        nonlocal branches
        if not left:
            yield chosen
            return
        if len(chosen) == depth:
            branches += 1
            if (branches - 1) % each:
                return
        through = {place: [line for line in open_lines if place in line] for place in sorted(left)}
        for line in min(through.values(), key=len):
            a, b, c = sorted(ranked[place] for place in line)
            still_open = [other for other in open_lines if not set(other) & set(line)]
            yield from search(left.difference(line), still_open, (*chosen, (a, b, c)))

    yield from search(frozenset(range(len(ranked))), lines, ())


def _cards_in(low: int, high: int) -> list[int]:
    return sorted(CardSet.from_mask(low | high << 64))


def value_by_rules(table: Cards, undealt: Cards) -> Fraction:
    """The value before a move, by trying every SET and every deal: for a few undealt cards.

    >>> value_by_rules(frozenset(range(12)), frozenset(range(12, 15)))
    Fraction(1, 1)
    """
    return _best(frozenset(table), frozenset(undealt))


def value_by_partitions(table: Cards, undealt: Cards) -> Fraction:
    """The value before a move, as the engine computes it: expectimax on the list of all partitions.

    It is 0 without a partition, and 1 with at most 3 undealt cards, or if some partition has u/3 − 1 SETs on the table,
    and one more for every three cards above 12. Otherwise a SET of some partition must be taken; if there is none, the
    game is lost when the table has a SET, and three cards are dealt when it has not.

    >>> value_by_partitions(frozenset(range(12)), frozenset(range(12, 15)))
    Fraction(1, 1)
    """
    return _value_before(table, undealt, list(partitions_of(table | undealt)))


def exact_values_of(table: Cards, undealt: Cards) -> dict[Line, Fraction]:
    """The value of every SET on the table: that of best play after it is taken."""
    found = list(partitions_of(table | undealt))
    return {line: _value_after(line, table, undealt, found) for line in sets_of(table)}


def _value_after(line: Line, table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    kept = [partition for partition in partitions if line in partition]
    rest = table.difference(line)
    if not kept:
        return Fraction(0)
    return _mean_value(rest, undealt, kept) if deals_after(rest, undealt) else _value_before(rest, undealt, kept)


def _value_before(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    if not partitions:
        return Fraction(0)
    needed = len(undealt) // 3 - 1 + max(0, len(table) - FULL_TABLE) // 3
    on_table = [[line for line in partition if table.issuperset(line)] for partition in partitions]
    if len(undealt) <= 3 or any(len(lines) >= needed for lines in on_table):
        return Fraction(1)
    useful = {line for lines in on_table for line in lines}
    if useful:
        return max(_value_after(line, table, undealt, partitions) for line in useful)
    return Fraction(0) if sets_of(table) else _mean_value(table, undealt, partitions)


def _mean_value(table: Cards, undealt: Cards, partitions: Sequence[Partition]) -> Fraction:
    values = [_value_before(*position, partitions) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)


@cache
def _best(table: Cards, undealt: Cards) -> Fraction:
    lines = sets_of(table)
    if not lines:
        return _mean(table, undealt) if undealt else Fraction(not table)
    return max(_best_after(table.difference(line), undealt) for line in lines)


def _best_after(table: Cards, undealt: Cards) -> Fraction:
    return _mean(table, undealt) if deals_after(table, undealt) else _best(table, undealt)


def _mean(table: Cards, undealt: Cards) -> Fraction:
    values = [_best(*position) for position in positions_dealt(table, undealt)]
    return sum(values, Fraction(0)) / len(values)


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
        dealt = [
            frozenset(order[rank] for rank in ranks) for ranks in deals(len(order), self.number_of_deals(step, found))
        ]
        return sum(self.before(table | deal, undealt - deal, found, step + 1) for deal in dealt) // len(dealt)

    def number_of_deals(self, step: int, found: list[Partition]) -> int:
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
        return max((self.after_taking(line, table, undealt, found, step) for line in self.largest(sums)), default=0)

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

    def after_taking(self, line: Line, table: Cards, undealt: Cards, found: list[Partition], step: int) -> int:
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


ROUNDS = 6
MOST_CARDS = 60
MOST_CARDS_AND_SETS = 512
LEAST = 2.0**-20
"""Sums of messages are at least this: a card without a SET would divide by zero."""

BELIEF_ONE = 1 << 16
"""A feature of 1 in fixed point."""

CHUNK = 8
LOG_OF_TWO = 0.693147180559945309417232121458
LOG_OF_MIDDLE = 0.405465108108164381978013115464

Messages = list[list[float]]


def belief_values(table: Cards, undealt: Cards, weights: Weights) -> dict[Line, int] | None:
    """The value of every SET on the table, on the scale 2^40, by the features of linear values and five of beliefs.

    None where no weights were fitted, or where there are too many cards or SETs.
    """
    row = weights["beliefs"][len(undealt) // 3]
    values: dict[Line, int] = {}
    for line in sets_of(table):
        rest = table.difference(line)
        left = rest | undealt
        if not any(row) or len(left) > MOST_CARDS or len(left) + len(sets_of(left)) > MOST_CARDS_AND_SETS:
            return None
        values[line] = dot(row, all_features(rest, undealt, len(table), weights))
    return values if any(row) else None


def all_features(table: Cards, undealt: Cards, cards_before: int, weights: Weights) -> list[int]:
    """The fifteen features of a position after a move: those of linear values, then those of beliefs."""
    return [*features(table, undealt, cards_before, weights), *belief_features(table | undealt, undealt)]


def belief_features(cards: Iterable[int], undealt: Collection[int]) -> tuple[int, ...]:
    """The logarithm of the number of partitions, and the sums of squared probabilities of SETs by undealt cards.

    Each of the twelve SETs of a plane is in one of its four partitions, and 12/4² = 0.75:

    >>> [round(value / BELIEF_ONE, 2) for value in belief_features(range(9), ())]
    [-1.02, 0.74, 0.0, 0.0, 0.0]
    """
    left = CardSet(cards)
    lines = left.lines()
    inward, outward, sums = settle(sorted(left), lines)
    log_count = 0.0
    for total in sums:
        log_count += plain_log(_at_least(total))
    squares = [0.0] * 4
    for start in range(0, len(lines), CHUNK):
        product = 1.0
        for k in range(start, min(start + CHUNK, len(lines))):
            odds = inward[k][0] * outward[k][0]
            chance = odds / (1 + odds)
            product *= 1 + odds
            squares[sum(card in undealt for card in lines[k])] += chance * chance
        log_count -= 2 * plain_log(product)
    return tuple(_to_fixed(value) for value in (log_count, *squares))


def settle(cards: Sequence[int], lines: Sequence[Sequence[int]]) -> tuple[Messages, Messages, list[float]]:
    """The messages from SETs to cards and from cards to SETs after all rounds, and the sum of those to each card."""
    rank = {card: place for place, card in enumerate(cards)}
    ends = [[rank[card] for card in line] for line in lines]
    outward = [[0.5] * 3 for _ in lines]
    inward, sums = _tell_cards(outward, ends, len(cards))
    for _ in range(ROUNDS):
        for told, asked, end in zip(inward, outward, ends, strict=True):
            for e in range(3):
                asked[e] = 0.5 * (asked[e] + 1 / _at_least(sums[end[e]] - told[e]))
        inward, sums = _tell_cards(outward, ends, len(cards))
    return inward, outward, sums


def plain_log(x: float) -> float:
    """The natural logarithm to nine digits, the same on every machine.

    >>> round(plain_log(10.0), 9)
    2.302585093
    """
    half, power = frexp(x)
    mantissa = 2 * half
    s = (mantissa - 1.5) / (mantissa + 1.5)
    t = s * s
    series = 1 + t * (1.0 / 3 + t * (1.0 / 5 + t * (1.0 / 7 + t * (1.0 / 9 + t * (1.0 / 11)))))
    return float(power - 1) * LOG_OF_TWO + (LOG_OF_MIDDLE + 2 * s * series)


def _tell_cards(outward: Messages, ends: Sequence[Sequence[int]], cards: int) -> tuple[Messages, list[float]]:
    inward = [[y * z, x * z, x * y] for x, y, z in outward]
    sums = [0.0] * cards
    for told, end in zip(inward, ends, strict=True):
        for message, place in zip(told, end, strict=True):
            sums[place] += message
    return inward, sums


def _at_least(x: float) -> float:
    return x if x > LEAST else LEAST


def _to_fixed(x: float) -> int:
    scaled = x * BELIEF_ONE
    return int(scaled + 0.5 if scaled >= 0 else scaled - 0.5)
