"""Belief propagation: estimates of the number of partitions, and of the probability that a partition has a given SET.

A partition chooses SETs so that every card is in exactly one. Cards and SETs exchange messages. A SET s tells its card
c how likely s would be chosen if c did not matter, m(s, c) = n(c′, s) n(c″, s) for the other cards c′, c″ of s; a card
tells its SET how much it needs it, n(c, s) = 1/Σ m(t, c) over the other SETs t of the card. After some rounds the odds
of s are m(s, c) n(c, s), and, by Bethe's approximation,

    ln(partitions) ≈ Σ over cards ln Σ m(s, c) − 2 Σ over SETs ln(1 + odds).

In games, with 36 and 39 cards left, the logarithm is too small by 4.8, nearly the same everywhere: its correlation with
the true one is at least 0.98. The sums of squared probabilities, by the number of undealt cards of a SET, measure how
far everything depends on a few SETs.

The engine performs the same operations in the same order on the same doubles, so that the results agree bit for bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import frexp

from setlab.geometry import CardSet
from setlab.reference.solitaire_positions import Cards, Weights, sets_of
from setlab.reference.solitaire_values import dot, features
from setlab.solitaire.game import Line

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
    return tuple(_fixed(value) for value in (log_count, *squares))


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


def _fixed(x: float) -> int:
    scaled = x * BELIEF_ONE
    return int(scaled + 0.5 if scaled >= 0 else scaled - 0.5)
