"""Solitaire: values of positions, games, bounds, and the data to which weights are fitted.

A position is the cards on the table and the undealt cards, however they came about. Its exact value is the probability
of clearing the table with best play.

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

The players are random, basic, thrifty, general and valued, one SET at a time, and one who knows the deck. The values of
the SETs on the table are exact, or come from look-ahead, sums, beliefs or linear values. The number of undealt cards
decides, by the budgets, which kind comes first; where a kind is not possible, the next is tried.

The estimate is a value before a move, cheap enough to be averaged over all deals. A partition with a SET on the table
can be followed with some probability once that SET is taken (sums over partitions). One SET on the table keeps the
largest sum of these probabilities; one, often the same, the largest sum of their squares. The estimate is a smooth
step of x and y, the logarithms of the two sums. Cards are dealt after a move to a table of 12, and to a larger one if
no SET is left on it.

To the informed player, k candidate deals are revealed before each deal, and each is paid for. One of them will come,
each with the same probability, and each is a fair deal: the undealt cards are shuffled and cut into threes.
`setlab.solitaire.bounds` says why no strategy does better on average.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, islice
from math import comb, frexp, sqrt
from typing import Any

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Partition, Shuffle, State, Strategy
from setlab.solitaire.strategies import Basic, Random, Thrifty, follow, is_declared, lines_through, thriftiest
from setlab.solitaire.values import BELIEF_FEATURES, FEATURES, LOG_DOUBLING, LOG_ONE, ValueKind, curve_at, exact_one

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
    return sum(1 for _ in partitions_of(CardSet.from_mask(low | high << 64)))


def solitaire_partitions(low: int, high: int, most: int) -> list[list[list[int]]]:
    """The first `most` partitions in the order of the engine's search.

    >>> solitaire_partitions(0b111_111, 0, most=5)
    [[[0, 1, 2], [3, 4, 5]]]
    """
    found = islice(partitions_searched(list(CardSet.from_mask(low | high << 64))), most)
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
        total = sum(chance_after(type_of(found, undealt)) for found in partitions_of(rest | undealt))
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
        shuffle_in_place(order, Draws(stage), number, width=16)
        chosen += [tuple(order[i : i + 3]) for i in range(0, undealt, 3)]
    return chosen


def shuffle_in_place(
    order: list[int], draws: Draws, trial: int, first: int = 0, start: int = 0, width: int = 32
) -> None:
    """Shuffle a list from place `start` on, by draw `first` + i for place i (Fisher & Yates)."""
    for i in range(len(order) - 1, start, -1):
        j = start + draws.below(trial, first + i, i - start + 1, width)
        order[i], order[j] = order[j], order[i]


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
        if not any(row) or has_too_many(left):
            return None
        values[line] = dot(row, [*features(rest, undealt, len(table), weights), *belief_features(left, undealt)])
    return values if any(row) else None


def has_too_many(left: Cards) -> bool:
    """True for more cards, or more cards and SETs, than belief propagation takes."""
    return len(left) > MOST_CARDS or len(left) + len(sets_of(left)) > MOST_CARDS_AND_SETS


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
        log_count += plain_log(max(total, LEAST))
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
                asked[e] = 0.5 * (asked[e] + 1 / max(sums[end[e]] - told[e], LEAST))
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


def _to_fixed(x: float) -> int:
    scaled = x * BELIEF_ONE
    return int(scaled + 0.5 if scaled >= 0 else scaled - 0.5)


Values = dict[Line, int]


def judge(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> tuple[Values, ValueKind]:
    """The value of every SET on the table, on the scale of its kind, and that kind."""
    ways: tuple[tuple[ValueKind, str, Callable[[], Values | None]], ...] = (
        (ValueKind.EXACT, "exact_from", lambda: exact(table, undealt)),
        (ValueKind.DEEP, "deep_from", lambda: deep(table, undealt, budgets, weights)),
        (ValueKind.AHEAD, "ahead_from", lambda: ahead(table, undealt, budgets, weights)),
        (ValueKind.SUMS, "sums_from", lambda: sum_values(table, undealt, weights)),
        (ValueKind.BELIEFS, "beliefs_from", lambda: belief_values(table, undealt, weights)),
    )
    for kind, limit, values_of in ways:
        if len(undealt) <= budgets[limit] and (values := values_of()) is not None:
            return values, kind
    if not any(weights["linear"][len(undealt) // 3]):
        return dict.fromkeys(sets_of(table), 0), ValueKind.NONE
    return linear_values(table, undealt, weights), ValueKind.LINEAR


def exact(table: Cards, undealt: Cards) -> Values | None:
    """Exact values, on the scale `exact_one`."""
    if not is_covered(table | undealt):
        return None
    one = exact_one(len(undealt))
    return {line: int(one * value) for line, value in exact_values_of(table, undealt).items()}


def ahead(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> Values | None:
    """Values by one step of look-ahead, for every SET or only for those within `narrow` of the best by beliefs."""
    steps = [budgets["deals"]]
    if budgets["narrow"] and (believed := belief_values(table, undealt, weights)) is not None:
        first = {line: value >> 20 for line, value in believed.items()}
        return closer(table, undealt, first, budgets["narrow"], steps, budgets, weights)
    values = {line: ahead_value(table, undealt, line, steps, budgets, weights) for line in sets_of(table)}
    return _whole(values)


def deep(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> Values | None:
    """Values by several steps of look-ahead for the SETs within `margin` of the best after one step."""
    first = ahead(table, undealt, budgets, weights)
    if first is None:
        return None
    steps = [budgets[name] for name in ("first_deals", "second_deals", "third_deals")][: budgets["steps"]]
    return closer(table, undealt, first, budgets["margin"], steps, budgets, weights)


def closer(
    table: Cards, undealt: Cards, first: Values, margin: int, steps: Sequence[int], budgets: Budgets, weights: Weights
) -> Values | None:
    """Look-ahead for the SETs within a margin of the best; the others come below them. One such SET changes nothing."""
    least = max(first.values(), default=0) - margin
    near = [line for line, value in first.items() if value >= least and value > 0]
    if len(near) < 2:
        return first
    looked = _whole({line: ahead_value(table, undealt, line, steps, budgets, weights) for line in near})
    if looked is None:
        return None
    best = max(0, *looked.values())
    return {line: looked.get(line, value if value < best else best - 1) for line, value in first.items()}


def _whole(values: dict[Line, int | None]) -> Values | None:
    known = {line: value for line, value in values.items() if value is not None}
    return known if len(known) == len(values) else None


ASK_FROM = 27
"""With at most this many cards left, the search asks first whether they have a partition."""

TURNS = 27


def solitaire_clairvoyant(seed: int, first: int, games: int, *, nodes: int) -> dict[str, list[object]]:
    """For each deck of a range of games, the answer and the moves of `solitaire_clairvoyant_order`."""
    shuffles = _shuffles(seed, first, games)
    rows = [solitaire_clairvoyant_order(shuffle.order, nodes=nodes) for shuffle in shuffles]
    return _columns(("answers", "moves"), rows)


def solitaire_clairvoyant_order(order: Sequence[int], *, nodes: int) -> tuple[int, list[list[int]]]:
    """1 if the deck can be cleared, 0 if it cannot, -1 if that takes more than `nodes` positions; and the SETs to take.

    The search goes depth first; it tries first the SETs that meet the fewest SETs of the remaining cards, and it never
    examines a position again that has failed. There are 27 rows of moves, zeros unless the deck can be cleared.
    """
    search = _Search(Shuffle(tuple(int(card) for card in order)), nodes)
    answer = search.answer(search.shuffle.start())
    return answer, [list(line) for line in search.moves] if answer == 1 else [[0] * 3 for _ in range(TURNS)]


class _Search:
    """A search of one deck."""

    def __init__(self, shuffle: Shuffle, nodes: int) -> None:
        self.shuffle, self.nodes, self.visited = shuffle, nodes, 0
        self.failed: set[tuple[frozenset[int], int]] = set()
        self.moves: tuple[Line, ...] = ()

    def answer(self, state: State) -> int:
        state = self.shuffle.deal_due(state)
        if state.over:
            self.moves = state.taken
            return int(state.clear)
        left = state.remaining
        if len(left) <= ASK_FROM and next(partitions_of(left), None) is None:
            return 0
        if self.visited == self.nodes:
            return -1
        self.visited += 1
        key = frozenset(state.cards), state.table.undealt
        if key in self.failed:
            return 0
        for line in sorted(state.sets, key=lambda line: sum(lines_through(card, left) for card in line)):
            if found := self.answer(state.take(line)):
                return found
        self.failed.add(key)
        return 0


def cards_of(state: State) -> tuple[Cards, Cards]:
    """The cards on the table, and the undealt cards."""
    return frozenset(state.cards), frozenset(state.undealt)


class ReferencePlayer:
    """A player during one game.

    `declared` is the number of undealt cards when S(d) declared the game won, or -1; `value` the exact value of the
    first position that was declared won, or was valued exactly, on the scale ONE, or -1.
    """

    def __init__(self, strategy: str, budgets: Budgets, weights: Weights, shuffle: Shuffle) -> None:
        self.strategy, self.budgets, self.weights = strategy, budgets, weights
        self.random = Random()
        self.random.begin(shuffle)
        self.checked, self.declared, self.value, self.lost = 81, -1, -1, False

    def choose(self, state: State) -> Line:
        """The SET that the player takes."""
        players: dict[str, Strategy] = {"basic": Basic(), "thrifty": Thrifty(), "random": self.random}
        if self.strategy in players:
            return players[self.strategy].choose(state)
        return self._general(state) if self.strategy == "general" else self._best_valued(state)

    def _general(self, state: State) -> Line:
        undealt = state.table.undealt
        if self.declared < 0 and undealt <= self.budgets["general_from"] and undealt < self.checked:
            self.checked = undealt
            if is_declared(state, partitions_of(state.remaining)):
                self.declared, self.value = undealt, true_value(state)
        followed = follow(state, partitions_of(state.remaining)) if self.declared >= 0 else None
        return followed or Basic().choose(state)

    def _best_valued(self, state: State) -> Line:
        first_exact = state.table.undealt <= self.budgets["exact_from"] and self.value < 0
        if self.lost or (len(state.sets) == 1 and not first_exact):
            return state.sets[0]
        values, kind = judge(*cards_of(state), self.budgets, self.weights)
        if kind is ValueKind.NONE:
            return Thrifty().choose(state)
        best = max(state.sets, key=lambda line: values[line])
        if kind is ValueKind.EXACT:
            if self.value < 0:
                self.value = values[best] * ONE // exact_one(state.table.undealt)
            self.lost = values[best] == 0
        return best


def true_value(state: State) -> int:
    """The exact value of a position that was declared won; with 12 cards on the table the declaration is right."""
    if len(state.cards) <= FULL_TABLE:
        return ONE
    return int(ONE * max(exact_values_of(*cards_of(state)).values()))


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
"""A function from the table and the undealt cards to a number."""

Choice = Callable[[Cards, Cards], Line]
GoOn = Callable[[Cards, Cards, int], float]


class InformedPlayer:
    """The result of best play from a position if `deals[u/3]` deals are revealed at every stage and V is paid.

    With at most `exact_to` undealt cards values are exact; the uninformed player plays best with at most `exact_from`.
    Deal number k of a position is a piece of round k // (u/3) of its shuffles. `path` numbers the deals that led to the
    position, so that positions have the same shuffles if the same deals led to them, whatever was taken. An uninformed
    player who is followed `alone` sees all deals, however much better another move looks.
    """

    def __init__(
        self,
        value: Value,
        draws: Draws,
        trial: int,
        deals: Sequence[int],
        exact_to: int = 15,
        exact_from: int = 12,
        alone: bool = False,
    ) -> None:
        self.value, self.draws, self.trial, self.deals = value, draws, trial, deals
        self.exact_to, self.exact_from, self.alone = exact_to, exact_from, alone

    def best(self, table: Cards, undealt: Cards, path: int = 0) -> float:
        """The most that can be reached, payments deducted."""
        if len(undealt) <= self.exact_to:
            return exact_value(table, undealt)
        if not sets_of(table):
            return self._mean_dealt(table, undealt, path, self.best, self._all(undealt))
        moves = self._moves(table, undealt)
        return max(self._after(rest, undealt, path, self.best, deals) for rest, deals in moves.items())

    def follow_player(self, choose: Choice, table: Cards, undealt: Cards, path: int = 0) -> float:
        """The result of an uninformed player in the same deals, less payments, whose mean is zero."""

        def follow(table: Cards, undealt: Cards, path: int) -> float:
            return self.follow_player(choose, table, undealt, path)

        if len(undealt) <= self.exact_from:
            return exact_value(table, undealt)
        moves = self._moves(table, undealt)
        rest = table.difference(choose(table, undealt)) if moves else table
        due = not moves or deals_after(rest, undealt)
        if due and len(undealt) <= min(self.exact_to, self.exact_from + 3):
            return exact_mean(rest, undealt)
        deals = moves.get(rest, self._all(undealt))
        return self._mean_dealt(rest, undealt, path, follow, deals) if due else follow(rest, undealt, path)

    def mean(self, rest: Cards, undealt: Cards) -> float:
        """The mean of V over all deals."""
        values = [self.value(*position) for position in positions_dealt(rest, undealt)]
        return sum(values) / len(values)

    def deal(self, undealt: int, path: int, k: int) -> Sequence[int]:
        """Deal number k, by the ranks of the undealt cards."""
        stage = undealt // 3
        number = ROUNDS_IN_STAGE * stage + path * self.deals[stage] + k - k % stage
        order = list(range(undealt))
        shuffle_in_place(order, self.draws, self.trial, DRAWS_IN_ROUND * number)
        return order[3 * (k % stage) : 3 * (k % stage) + 3]

    def _all(self, undealt: Cards) -> int:
        return self.deals[len(undealt) // 3]

    def _moves(self, table: Cards, undealt: Cards) -> dict[Cards, int]:
        """The table after each SET, and the number of deals revealed: one where another move looks clearly better."""
        rests = [table.difference(line) for line in sets_of(table)]
        if self.alone or len(undealt) <= self.exact_to:
            return dict.fromkeys(rests, self._all(undealt))
        means = {rest: self.mean(rest, undealt) if deals_after(rest, undealt) else 1.0 for rest in rests}
        most = max(means.values(), default=0.0)
        return {rest: 1 if means[rest] + CLEARLY < most else self._all(undealt) for rest in rests}

    def _after(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        dealt = deals_after(rest, undealt)
        return self._mean_dealt(rest, undealt, path, go_on, deals) if dealt else go_on(rest, undealt, path)

    def _mean_dealt(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
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


def sums_in_game(player: ReferencePlayer, shuffle: Shuffle) -> tuple[int, list[int], list[list[int]]]:
    """The value that a game comes to, and for every stage the logarithm of the best sum and the features of that move.

    The logarithm, before it is tilted, is that of the first decision at the stage; 0 without a partition, -1 without a
    decision. The game ends when a position has been valued exactly.
    """
    stages = range(len(player.weights["curves"]))
    logs, known = [-1 for _ in stages], [[0] * FEATURES for _ in stages]
    state = shuffle.deal_due(shuffle.start())
    while not state.over and player.value < 0:
        stage = state.table.undealt // 3
        if state.table.undealt <= player.budgets["sums_from"] and logs[stage] < 0:
            logs[stage], known[stage] = _best_sum(*cards_of(state), player.weights) or (-1, known[stage])
        state = shuffle.deal_due(state.take(player.choose(state)))
    return player.value if player.value >= 0 else ONE * state.clear, logs, known


def sampled_position(
    player: ReferencePlayer, shuffle: Shuffle, undealt: int, deals: int
) -> tuple[list[list[int]], list[int]]:
    """The features of a position after each of two random moves, and the mean value of the next decision.

    The position is the first with `undealt` cards undealt. Both moves see the same deals. Features and target are zeros
    where there is no such position, or no second SET.
    """
    rows, targets = [[0] * BELIEF_FEATURES for _ in range(2)], [0, 0]
    state = shuffle.deal_due(shuffle.start())
    while not state.over and state.table.undealt > undealt:
        state = shuffle.deal_due(state.take(player.choose(state)))
    if state.table.undealt != undealt or not state.sets:
        return rows, targets
    for number, line in enumerate(_two_sets(state, shuffle)):
        rows[number] = _features_after(state, line, player.weights)
        targets[number] = _mean_after(state, line, shuffle, deals, player.budgets, player.weights)
    return rows, targets


def _best_sum(table: Cards, undealt: Cards, weights: Weights) -> tuple[int, list[int]] | None:
    values = sum_values(table, undealt, weights)
    if values is None:
        return None
    best = max(values, key=lambda line: values[line])
    known = features(table.difference(best), undealt, len(table), weights)
    tilt = dot(weights["tilts"][len(undealt) // 3], known) >> 20
    return values[best] - tilt if values[best] else 0, known


def _two_sets(state: State, shuffle: Shuffle) -> Sequence[Line]:
    draws, sets = Draws(shuffle.seed), state.sets
    first = draws.below(shuffle.game, 0, len(sets))
    if len(sets) == 1:
        return [sets[first]]
    second = (first + 1 + draws.below(shuffle.game, 1, len(sets) - 1)) % len(sets)
    return [sets[first], sets[second]]


def _features_after(state: State, line: Line, weights: Weights) -> list[int]:
    table, undealt = cards_of(state)
    rest = table.difference(line)
    left = rest | undealt
    more = [0] * (BELIEF_FEATURES - FEATURES) if has_too_many(left) else belief_features(left, undealt)
    return [*features(rest, undealt, len(table), weights), *more]


def _mean_after(state: State, line: Line, shuffle: Shuffle, deals: int, budgets: Budgets, weights: Weights) -> int:
    """The mean, over several deals, of the best value at the next decision with fewer undealt cards."""
    order, total, draws = list(shuffle.order), 0, Draws(shuffle.seed)
    for number in range(deals):
        shuffle_in_place(order, draws, shuffle.game, 128 * (number + 1), len(order) - state.table.undealt)
        known = Shuffle(tuple(order))
        after = known.deal_due(state.take(line))
        while after.table.undealt == state.table.undealt:
            after = known.deal_due(after.take(Thrifty().choose(after)))
        total += _best_value(*cards_of(after), budgets, weights)
    return total // deals


def _best_value(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> int:
    """The value of the best move, on the scale ONE: by sums, by beliefs or by linear values."""
    stage = len(undealt) // 3
    values = sum_values(table, undealt, weights) if len(undealt) <= budgets["sums_from"] else None
    if values is not None:
        best = max(values.values())
        return curve_at(weights["curves"][stage], best) if best else 0
    believed = belief_values(table, undealt, weights) if len(undealt) <= budgets["beliefs_from"] else None
    return max((believed or linear_values(table, undealt, weights)).values()) >> 20


Columns = dict[str, list[Any]]

BARE_TRIALS = 64
"""The number of deals that are tried to find a table without a SET."""


class SolitaireEngine:
    """A strategy with its budgets and its weights: plays games, values positions, bounds the results of any player."""

    def __init__(self, strategy: str, budgets: Mapping[str, int], weights: Mapping[str, Any]) -> None:
        self.strategy, self.budgets = strategy, dict(budgets)
        self.weights = {name: table.tolist() for name, table in weights.items()}

    def play(self, seed: int, first: int, games: int) -> Columns:
        """For each game: cards left, undealt cards when it was declared won, SETs taken, exact value."""
        columns = self.play_moves(seed, first, games)
        del columns["moves"]
        return columns

    def play_moves(self, seed: int, first: int, games: int) -> Columns:
        """The same, and the SETs taken, as 27 rows of which the last are zeros."""
        rows = []
        for shuffle in _shuffles(seed, first, games):
            player, state = self._player(shuffle), shuffle.deal_due(shuffle.start())
            while not state.over:
                state = shuffle.deal_due(state.take(player.choose(state)))
            moves = [list(line) for line in state.taken] + [[0] * 3] * (TURNS - len(state.taken))
            rows.append((len(state.cards), player.declared, len(state.taken), player.value, moves))
        return _columns(("leftover", "declared", "turns", "value", "moves"), rows)

    def judge(self, table: Iterable[int], undealt: Iterable[int]) -> Columns | dict[str, Any]:
        """The SETs on the table, their values, and the kind of these values."""
        values, kind = judge(frozenset(map(int, table)), frozenset(map(int, undealt)), self.budgets, self.weights)
        return {"sets": [list(line) for line in values], "values": list(values.values()), "kind": int(kind)}

    def log_sums(self, seed: int, first: int, games: int) -> Columns:
        """For each game its value, and by stage the logarithm of the best sum and the features after that move."""
        rows = [sums_in_game(self._player(shuffle), shuffle) for shuffle in _shuffles(seed, first, games)]
        return _columns(("value", "logs", "features"), rows)

    def samples(self, seed: int, first: int, games: int, *, undealt: int, deals: int) -> Columns:
        """For each game the features after two moves from one position, and the mean values of the next decision."""
        shuffles = _shuffles(seed, first, games)
        rows = [sampled_position(self._player(shuffle), shuffle, undealt, deals) for shuffle in shuffles]
        return _columns(("features", "targets"), rows)

    def bound(
        self,
        seed: int,
        first: int,
        games: int,
        *,
        undealt: int,
        exact_to: int,
        kind: int,
        deals: Sequence[int],
        estimate: Any,
        informed: bool = True,
    ) -> Columns:
        """The results of the informed player and of the player, from one position of every game.

        The position is the first with at most `undealt` cards undealt in which a SET may be taken; `kind` 1 and 2 ask
        for a table without a SET, or one of more than 12 cards. Then come its undealt cards, the kind of its table, and
        the logarithms of its sums. All are -1 where there is no such position, the logarithms where they do not matter,
        and the result of the informed player if only the player is followed.
        """
        value, exact_from, rows = _estimator(estimate.tolist()), self.budgets["exact_from"], []
        for shuffle in _shuffles(seed, first, games):
            known = InformedPlayer(value, Draws(seed), shuffle.game, deals, exact_to, exact_from, alone=not informed)
            rows.append(self._bound_row(known, self._position(shuffle, undealt, kind)))
        return _columns(("best", "played", "undealt", "kind", "chances", "squares"), rows)

    def _player(self, shuffle: Shuffle) -> ReferencePlayer:
        return ReferencePlayer(self.strategy, self.budgets, self.weights, shuffle)

    def _position(self, shuffle: Shuffle, undealt: int, kind: int) -> tuple[Cards, Cards] | None:
        player, state = self._player(shuffle), shuffle.deal_due(shuffle.start())
        while not state.over and state.table.undealt > undealt + 3 * kind:
            state = shuffle.deal_due(state.take(player.choose(state)))
        position = cards_of(state) if kind == TWELVE else _bare_position(state, shuffle, kind)
        return position if position and is_covered(frozenset.union(*position)) else None

    def _bound_row(self, informed: InformedPlayer, position: tuple[Cards, Cards] | None) -> list[float]:
        if position is None:
            return [-1.0, -1.0, -1, -1, -1, -1]
        sums = sums_of(*position, list(partitions_of(frozenset.union(*position))))
        steps = (-1, -1) if sums.certain is not None else (steps_of(sums.chances), steps_of(sums.squares))
        best = -1.0 if informed.alone else informed.best(*position)
        reached = best, informed.follow_player(self._choose, *position)
        return [*reached, len(position[1]), sums.kind, *steps]

    def _choose(self, table: Cards, undealt: Cards) -> Line:
        if len(sets := sets_of(table)) == 1:
            return sets[0]
        values, kind = judge(table, undealt, self.budgets, self.weights)
        if kind is ValueKind.NONE:
            return thriftiest(sets, CardSet(table | undealt))
        return max(sets, key=lambda line: values[line])


def _shuffles(seed: int, first: int, games: int) -> list[Shuffle]:
    return [Shuffle.of(seed, number) for number in range(first, first + games)]


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns:
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _bare_position(state: State, shuffle: Shuffle, kind: int) -> tuple[Cards, Cards] | None:
    """The position after a random SET and a deal that leaves no SET; a large table gets three cards more."""
    draws, game, sets = Draws(shuffle.seed), shuffle.game, state.sets
    if len(state.cards) != FULL_TABLE or not sets:
        return None
    rest = state.take(sets[draws.below(game, 0, len(sets))])
    order = list(shuffle.order[-state.table.undealt :])
    for trial in range(1, BARE_TRIALS + 1):
        for i in range(3):
            j = i + draws.below(game, 4 * trial + i, len(order) - i)
            order[i], order[j] = order[j], order[i]
        table = frozenset(rest.cards).union(order[:3])
        if not sets_of(table):
            shown = 6 if kind == LARGE else 3
            return table.union(order[:shown]), frozenset(order[shown:])
    return None


def _estimator(weights: Sequence[Sequence[int]]) -> Any:
    """The estimate as a function of the table and the undealt cards."""

    def value(table: Cards, undealt: Cards) -> float:
        return estimate(table, undealt, _partitions(table | undealt), weights) / ONE

    return value


@lru_cache(maxsize=256)
def _partitions(cards: Cards) -> list[Partition]:
    return list(partitions_of(cards))
