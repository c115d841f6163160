"""The definition of the engine for solitaire: games, values of positions, bounds, and what fitting asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.reference.solitaire_clairvoyance import dealt
from setlab.reference.solitaire_estimate import estimate, steps_of, sums_of
from setlab.reference.solitaire_fitting import sampled_position, sums_in_game
from setlab.reference.solitaire_informed import InformedPlayer
from setlab.reference.solitaire_judge import judged
from setlab.reference.solitaire_partitioning import partitions_of
from setlab.reference.solitaire_players import Player, cards_of
from setlab.reference.solitaire_position import ONE, Cards, is_covered, sets_of
from setlab.solitaire.game import FULL_TABLE, Line, Partition, Shuffle, State
from setlab.solitaire.strategies.thrifty import thriftiest
from setlab.solitaire.values.engine import Kind

Columns = dict[str, list[Any]]

TURNS = 27
TWELVE, BARE, LARGE = range(3)
BARE_TRIALS = 64
"""The number of deals that are tried to find a table without a SET."""


class SolitaireEngine:
    """A strategy with its budgets and its weights: plays games, values positions, bounds what any player can reach."""

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
            player, state = self._player(shuffle), dealt(shuffle.start(), shuffle)
            while not state.over:
                state = dealt(state.take(player.choose(state)), shuffle)
            moves = [list(line) for line in state.taken] + [[0] * 3] * (TURNS - len(state.taken))
            row = len(state.cards), player.declared, len(state.taken), player.value, moves
            for column, entry in zip(columns.values(), row, strict=True):
                column.append(entry)
        return columns

    def judge(self, table: Iterable[int], undealt: Iterable[int]) -> Columns | dict[str, Any]:
        """The SETs on the table, their values, and the kind of these values."""
        values, kind = judged(_cards(table), _cards(undealt), self.budgets, self.weights)
        return {"sets": [list(line) for line in values], "values": list(values.values()), "kind": int(kind)}

    def log_sums(self, seed: int, first: int, games: int) -> Columns:
        """For each game its value, and by stage the logarithm of the best sum and the features after that move."""
        shuffles = [Shuffle.of(seed, number) for number in range(first, first + games)]
        found = [sums_in_game(self._player(shuffle), shuffle) for shuffle in shuffles]
        return {name: [row[i] for row in found] for i, name in enumerate(("value", "logs", "features"))}

    def samples(self, seed: int, first: int, games: int, *, undealt: int, deals: int) -> Columns:
        """For each game the features after two moves from one position, and the mean values of what follows."""
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
        """From one position of every game, what the informed player reaches and what the player.

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
            for column, entry in zip(columns.values(), self._bounded(informed, position), strict=True):
                column.append(entry)
        return columns

    def _player(self, shuffle: Shuffle) -> Player:
        return Player(self.strategy, self.budgets, self.weights, shuffle)

    def _position(self, shuffle: Shuffle, undealt: int, kind: int) -> tuple[Cards, Cards] | None:
        player, state = self._player(shuffle), dealt(shuffle.start(), shuffle)
        while not state.over and state.table.undealt > undealt + 3 * kind:
            state = dealt(state.take(player.choose(state)), shuffle)
        position = cards_of(state) if kind == TWELVE else _laid_bare(state, shuffle, kind)
        return position if position and is_covered(frozenset.union(*position)) else None

    def _bounded(self, informed: InformedPlayer, position: tuple[Cards, Cards] | None) -> list[float]:
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
        values, kind = judged(table, undealt, self.budgets, self.weights)
        if kind is Kind.NONE:
            return thriftiest(sets, CardSet(table | undealt))
        return max(sets, key=lambda line: values[line])


def _cards(cards: Iterable[int]) -> Cards:
    return frozenset(int(card) for card in cards)


def _laid_bare(state: State, shuffle: Shuffle, kind: int) -> tuple[Cards, Cards] | None:
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
