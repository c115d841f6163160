"""The engine for solitaire: games, values of positions, bounds, and the data to which weights are fitted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.reference.solitaire_beliefs import MOST_CARDS, MOST_CARDS_AND_SETS, belief_features, belief_values
from setlab.reference.solitaire_bound import InformedPlayer, estimate, steps_of, sums_of
from setlab.reference.solitaire_players import Player, cards_of, deal_due, judge
from setlab.reference.solitaire_positions import ONE, Budgets, Cards, Weights, is_covered, partitions_of, sets_of
from setlab.reference.solitaire_values import dot, features, linear_values, sum_values
from setlab.solitaire.game import FULL_TABLE, Line, Partition, Shuffle, State
from setlab.solitaire.strategies.players import Thrifty, thriftiest
from setlab.solitaire.values.engine import ValueKind
from setlab.solitaire.values.weights import BELIEF_FEATURES, FEATURES, STAGES, curve_at


def sums_in_game(player: Player, shuffle: Shuffle) -> tuple[int, list[int], list[list[int]]]:
    """The value that a game comes to, and for every stage the logarithm of the best sum and the features of that move.

    The logarithm, before it is tilted, is that of the first decision at the stage; 0 without a partition, -1 without a
    decision. The game ends when a position has been valued exactly.
    """
    logs, known = [-1] * STAGES, [[0] * FEATURES for _ in range(STAGES)]
    state = deal_due(shuffle.start(), shuffle)
    while not state.over and player.value < 0:
        stage = state.table.undealt // 3
        if state.table.undealt <= player.budgets["sums_from"] and logs[stage] < 0:
            logs[stage], known[stage] = _best_sum(*cards_of(state), player.weights) or (-1, known[stage])
        state = deal_due(state.take(player.choose(state)), shuffle)
    return player.value if player.value >= 0 else ONE * state.clear, logs, known


def sampled_position(player: Player, shuffle: Shuffle, undealt: int, deals: int) -> tuple[list[list[int]], list[int]]:
    """The features of a position after each of two random moves, and the mean value of the next decision.

    The position is the first with `undealt` cards undealt. Both moves see the same deals. Features and target are zeros
    where there is no such position, or no second SET.
    """
    rows, targets = [[0] * BELIEF_FEATURES for _ in range(2)], [0, 0]
    state = deal_due(shuffle.start(), shuffle)
    while not state.over and state.table.undealt > undealt:
        state = deal_due(state.take(player.choose(state)), shuffle)
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
    too_many = len(left) > MOST_CARDS or len(left) + len(sets_of(left)) > MOST_CARDS_AND_SETS
    more = [0] * (BELIEF_FEATURES - FEATURES) if too_many else belief_features(left, undealt)
    return [*features(rest, undealt, len(table), weights), *more]


def _mean_after(state: State, line: Line, shuffle: Shuffle, deals: int, budgets: Budgets, weights: Weights) -> int:
    """The mean, over several deals, of the best value at the next decision with fewer undealt cards."""
    order, total = list(shuffle.order), 0
    for number in range(deals):
        _shuffle_rest(order, state.table.undealt, shuffle, 128 * (number + 1))
        known = Shuffle(tuple(order))
        after = deal_due(state.take(line), known)
        while after.table.undealt == state.table.undealt:
            after = deal_due(after.take(Thrifty().choose(after)), known)
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


Columns = dict[str, list[Any]]

TURNS = 27
TWELVE, BARE, LARGE = range(3)
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
        columns: Columns = {name: [] for name in ("leftover", "declared", "turns", "value", "moves")}
        for number in range(first, first + games):
            shuffle = Shuffle.of(seed, number)
            player, state = self._player(shuffle), deal_due(shuffle.start(), shuffle)
            while not state.over:
                state = deal_due(state.take(player.choose(state)), shuffle)
            moves = [list(line) for line in state.taken] + [[0] * 3] * (TURNS - len(state.taken))
            row = len(state.cards), player.declared, len(state.taken), player.value, moves
            for column, entry in zip(columns.values(), row, strict=True):
                column.append(entry)
        return columns

    def judge(self, table: Iterable[int], undealt: Iterable[int]) -> Columns | dict[str, Any]:
        """The SETs on the table, their values, and the kind of these values."""
        values, kind = judge(_cards(table), _cards(undealt), self.budgets, self.weights)
        return {"sets": [list(line) for line in values], "values": list(values.values()), "kind": int(kind)}

    def log_sums(self, seed: int, first: int, games: int) -> Columns:
        """For each game its value, and by stage the logarithm of the best sum and the features after that move."""
        shuffles = [Shuffle.of(seed, number) for number in range(first, first + games)]
        found = [sums_in_game(self._player(shuffle), shuffle) for shuffle in shuffles]
        return {name: [row[i] for row in found] for i, name in enumerate(("value", "logs", "features"))}

    def samples(self, seed: int, first: int, games: int, *, undealt: int, deals: int) -> Columns:
        """For each game the features after two moves from one position, and the mean values of the next decision."""
        shuffles = [Shuffle.of(seed, number) for number in range(first, first + games)]
        found = [sampled_position(self._player(shuffle), shuffle, undealt, deals) for shuffle in shuffles]
        return {name: [row[i] for row in found] for i, name in enumerate(("features", "targets"))}

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
    ) -> Columns:
        """The results of the informed player and of the player, from one position of every game.

        The position is the first with at most `undealt` cards undealt in which a SET may be taken; `kind` 1 and 2 ask
        for a table without a SET, or one of more than 12 cards. Then come its undealt cards, the kind of its table, and
        the logarithms of its sums. All are -1 where there is no such position, the logarithms where they do not matter.
        """
        columns: Columns = {name: [] for name in ("best", "played", "undealt", "kind", "chances", "squares")}
        for number in range(first, first + games):
            position = self._position(Shuffle.of(seed, number), undealt, kind)
            informed = InformedPlayer(
                _estimator(estimate.tolist()), Draws(seed), number, deals, exact_to, self.budgets["exact_from"]
            )
            for column, entry in zip(columns.values(), self._bound_row(informed, position), strict=True):
                column.append(entry)
        return columns

    def _player(self, shuffle: Shuffle) -> Player:
        return Player(self.strategy, self.budgets, self.weights, shuffle)

    def _position(self, shuffle: Shuffle, undealt: int, kind: int) -> tuple[Cards, Cards] | None:
        player, state = self._player(shuffle), deal_due(shuffle.start(), shuffle)
        while not state.over and state.table.undealt > undealt + 3 * kind:
            state = deal_due(state.take(player.choose(state)), shuffle)
        position = cards_of(state) if kind == TWELVE else _bare_position(state, shuffle, kind)
        return position if position and is_covered(frozenset.union(*position)) else None

    def _bound_row(self, informed: InformedPlayer, position: tuple[Cards, Cards] | None) -> list[float]:
        if position is None:
            return [-1.0, -1.0, -1, -1, -1, -1]
        sums = sums_of(*position, list(partitions_of(frozenset.union(*position))))
        decided = sums.certain is not None
        return [
            informed.best(*position),
            informed.played(self._choose, *position),
            len(position[1]),
            sums.kind,
            -1 if decided else steps_of(sums.chances),
            -1 if decided else steps_of(sums.squares),
        ]

    def _choose(self, table: Cards, undealt: Cards) -> Line:
        if len(sets := sets_of(table)) == 1:
            return sets[0]
        values, kind = judge(table, undealt, self.budgets, self.weights)
        if kind is ValueKind.NONE:
            return thriftiest(sets, CardSet(table | undealt))
        return max(sets, key=lambda line: values[line])


def _cards(cards: Iterable[int]) -> Cards:
    return frozenset(int(card) for card in cards)


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
