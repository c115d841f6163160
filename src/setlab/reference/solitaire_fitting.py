"""What the fitting of weights asks of games: sums at every stage, and positions after a random move."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.draws import Draws
from setlab.reference.solitaire_beliefs import MOST_CARDS, MOST_CARDS_AND_SETS, belief_features, belief_values
from setlab.reference.solitaire_clairvoyance import dealt
from setlab.reference.solitaire_linear import dot, features, linear_values
from setlab.reference.solitaire_players import Player, cards_of
from setlab.reference.solitaire_position import ONE, Budgets, Cards, Weights, sets_of
from setlab.reference.solitaire_sums import sum_values
from setlab.solitaire.game import Line, Shuffle, State
from setlab.solitaire.strategies.thrifty import Thrifty
from setlab.solitaire.values.weights import BELIEF_FEATURES, FEATURES, STAGES, curve_at


def sums_in_game(player: Player, shuffle: Shuffle) -> tuple[int, list[int], list[list[int]]]:
    """The value that a game comes to, and for every stage the logarithm of the best sum and the features of that move.

    The logarithm, before it is tilted, is that of the first decision at the stage; 0 without a partition, -1 without a
    decision. The game ends when a position has been valued exactly.
    """
    logs, known = [-1] * STAGES, [[0] * FEATURES for _ in range(STAGES)]
    state = dealt(shuffle.start(), shuffle)
    while not state.over and player.value < 0:
        stage = state.table.undealt // 3
        if state.table.undealt <= player.budgets["sums_from"] and logs[stage] < 0:
            logs[stage], known[stage] = _best_sum(*cards_of(state), player.weights) or (-1, known[stage])
        state = dealt(state.take(player.choose(state)), shuffle)
    return player.value if player.value >= 0 else ONE * state.clear, logs, known


def sampled_position(player: Player, shuffle: Shuffle, undealt: int, deals: int) -> tuple[list[list[int]], list[int]]:
    """The features of a position after each of two random moves, and the mean value of what follows.

    The position is the first with `undealt` cards undealt. Both moves see the same deals. Features and target are zeros
    where there is no such position, or no second SET.
    """
    rows, targets = [[0] * BELIEF_FEATURES for _ in range(2)], [0, 0]
    state = dealt(shuffle.start(), shuffle)
    while not state.over and state.table.undealt > undealt:
        state = dealt(state.take(player.choose(state)), shuffle)
    if state.table.undealt != undealt or not state.sets:
        return rows, targets
    for number, line in enumerate(_two(state, shuffle)):
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


def _two(state: State, shuffle: Shuffle) -> Sequence[Line]:
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
    too_many = len(left) > MOST_CARDS or len(left) + len(sets_of(left)) > MOST_CARDS_AND_SETS
    more = [0] * (BELIEF_FEATURES - FEATURES) if too_many else belief_features(left, undealt)
    return [*features(rest, undealt, len(table), weights), *more]


def _mean_after(state: State, line: Line, shuffle: Shuffle, deals: int, budgets: Budgets, weights: Weights) -> int:
    """The mean, over several deals, of the best value at the next decision with fewer undealt cards."""
    order, total = list(shuffle.order), 0
    for number in range(deals):
        _shuffle_rest(order, state.table.undealt, shuffle, 128 * (number + 1))
        known = Shuffle(tuple(order))
        after = dealt(state.take(line), known)
        while after.table.undealt == state.table.undealt:
            after = dealt(after.take(Thrifty().choose(after)), known)
        total += _best_value(*cards_of(after), budgets, weights)
    return total // deals


def _shuffle_rest(order: list[int], undealt: int, shuffle: Shuffle, k: int) -> None:
    """Shuffles the undealt cards in place, by draws of 32 bits from draw k on."""
    start = len(order) - undealt
    for i in range(len(order) - 1, start, -1):
        j = start + Draws(shuffle.seed).below(shuffle.game, k + i, i - start + 1)
        order[i], order[j] = order[j], order[i]


def _best_value(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> int:
    """The value of the best move, on the scale ONE: by sums, by beliefs or by linear values."""
    stage = len(undealt) // 3
    values = sum_values(table, undealt, weights) if len(undealt) <= budgets["sums_from"] else None
    if values is not None:
        best = max(values.values())
        return curve_at(weights["curves"][stage], best) if best else 0
    believed = belief_values(table, undealt, weights) if len(undealt) <= budgets["beliefs_from"] else None
    return max((believed or linear_values(table, undealt, weights)).values()) >> 20
