"""Beliefs: about how many partitions there are, and how likely each SET is in one of them, without listing them.

A partition chooses SETs so that every card is in exactly one. Cards and SETs send each other messages: a SET s tells
its card c how likely it would be chosen if c did not matter, m(s, c) = n(c′, s) n(c″, s) for its other cards c′, c″; a
card tells its SET how much it needs it, n(c, s) = 1/Σ m(t, c) over its other SETs t. When they have settled, the odds
of s are m(s, c) n(c, s), and

    ln(partitions) ≈ Σ over cards ln Σ m(s, c) − 2 Σ over SETs ln(1 + odds).

(Belief propagation, Bethe's approximation.) In games, with 36 and 39 cards left, the logarithm comes out too small by
4.8, nearly the same everywhere: it goes with the true one at a correlation of 0.98 and more. The sums of squared
chances, by the number of undealt cards of a SET, tell how far everything hangs on a few SETs.

This is the plain-Python twin of `native/solitaire/beliefs.hpp`: the same operations in the same order, on the same
doubles, give the same bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import frexp

from setlab.geometry import CardSet
from setlab.solitaire.game.state import Line, State
from setlab.solitaire.values.linear import features
from setlab.solitaire.values.weights import Weights

ROUNDS = 6
MOST_CARDS = 60
LEAST = 2.0**-20
"""Sums of messages are not smaller than this: a card without a SET would stop everything."""

BELIEF_ONE = 1 << 16
"""The features are kept in these parts."""

CHUNK = 8
LOG_OF_TWO = 0.693147180559945309417232121458
LOG_OF_MIDDLE = 0.405465108108164381978013115464


def belief_value(state: State, line: Line, weights: Weights) -> int:
    """The value after a SET is taken, in parts of LINEAR_ONE: by the features of linear values and five of beliefs."""
    after = state.take(line)
    row = weights.beliefs[state.table.undealt // 3]
    known = (*features(state, line, weights), *belief_features(after.remaining, after.undealt))
    return sum(weight * feature for weight, feature in zip(row, known, strict=True))


def belief_features(cards: Iterable[int], undealt: Collection[int]) -> tuple[int, ...]:
    """The logarithm of the number of partitions, and the sums of squared chances of SETs with 0, 1, 2, 3 undealt cards.

    Of the twelve SETs in a plane each is in one of its four partitions, and 12/4² = 0.75:

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


Messages = list[list[float]]


def settle(cards: Sequence[int], lines: Sequence[Sequence[int]]) -> tuple[Messages, Messages, list[float]]:
    """Messages from SETs to cards and from cards to SETs after some rounds, and what each card is told in all."""
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
