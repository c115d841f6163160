"""The players of the engine: random, basic, thrifty, general and valued, one SET at a time."""

from __future__ import annotations

from setlab.reference.solitaire_exact import exact_values_of
from setlab.reference.solitaire_judge import judged
from setlab.reference.solitaire_partitioning import partitions_of
from setlab.reference.solitaire_position import ONE, Budgets, Cards, Weights
from setlab.solitaire.game import FULL_TABLE, Line, Partition, Shuffle, State, Strategy
from setlab.solitaire.strategies.basic import Basic
from setlab.solitaire.strategies.random import Random
from setlab.solitaire.strategies.thrifty import Thrifty
from setlab.solitaire.values.engine import Kind
from setlab.solitaire.values.exact import exact_one


def cards_of(state: State) -> tuple[Cards, Cards]:
    """The cards on the table, and the undealt cards."""
    return frozenset(state.cards), frozenset(state.undealt)


class Player:
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
        return self._general(state) if self.strategy == "general" else self._valued(state)

    def _general(self, state: State) -> Line:
        undealt = state.table.undealt
        if self.declared < 0 and undealt <= self.budgets["general_from"] and undealt < self.checked:
            self.checked = undealt
            if is_declared(state):
                self.declared, self.value = undealt, true_value(state)
        followed = follow(state) if self.declared >= 0 else None
        return followed or Basic().choose(state)

    def _valued(self, state: State) -> Line:
        first_exact = state.table.undealt <= self.budgets["exact_from"] and self.value < 0
        if self.lost or (len(state.sets) == 1 and not first_exact):
            return state.sets[0]
        values, kind = judged(*cards_of(state), self.budgets, self.weights)
        if kind is Kind.NONE:
            return Thrifty().choose(state)
        best = max(state.sets, key=lambda line: values[line])
        if kind is Kind.EXACT:
            if self.value < 0:
                self.value = values[best] * ONE // exact_one(state.table.undealt)
            self.lost = values[best] == 0
        return best


def is_declared(state: State) -> bool:
    """True if S(d), as printed, declares the game won."""
    undealt = state.table.undealt
    certain = undealt <= 3 or (undealt == 6 and len(state.cards) >= 15)
    needed = 0 if certain else undealt // 3 - 1
    return any(_on_table(state, found) >= needed for found in partitions_of(state.remaining))


def true_value(state: State) -> int:
    """The exact value of a position that was declared won; with 12 cards on the table the declaration is right."""
    if len(state.cards) <= FULL_TABLE:
        return ONE
    return int(ONE * max(exact_values_of(*cards_of(state)).values()))


def follow(state: State) -> Line | None:
    """The first SET that lies in a partition with the most SETs on the table; None if no partition has one."""
    found = list(partitions_of(state.remaining))
    most = max((_on_table(state, partition) for partition in found), default=0)
    best = [partition for partition in found if _on_table(state, partition) == most]
    return min((line for partition in best for line in partition if line in state.sets), default=None)


def _on_table(state: State, partition: Partition) -> int:
    return sum(line in state.sets for line in partition)
