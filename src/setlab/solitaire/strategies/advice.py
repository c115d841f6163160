"""Advice: every SET on the table with the probability of clearing the table, and how it was obtained."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from setlab.arguments import checked
from setlab.solitaire.game import Line, State
from setlab.solitaire.strategies.players import Thrifty, Valued
from setlab.solitaire.strategies.registry import EXPERT
from setlab.solitaire.values.engine import Budgets, ValueKind, exact_one
from setlab.solitaire.values.weights import LINEAR_ONE, ONE, Weights, curve_at, shipped_weights

HOW = {
    ValueKind.NONE: "not estimated: thrifty play",
    ValueKind.EXACT: "exact, by all partitions and all orders",
    ValueKind.DEEP: "estimated, by several steps of look-ahead",
    ValueKind.AHEAD: "estimated, by one step of look-ahead",
    ValueKind.SUMS: "estimated, by a sum over partitions",
    ValueKind.LINEAR: "estimated, by a fitted linear value",
    ValueKind.BELIEFS: "estimated, by a fitted linear value with beliefs about partitions",
}


@checked
@dataclass(frozen=True)
class Choice:
    """A SET, the probability of clearing the table if it is taken (None: not estimated), and whether it is the best."""

    line: Line
    chance: Fraction | float | None
    best: bool


@checked
@dataclass(frozen=True)
class Advice:
    """The choices in order (1), and how their probabilities were obtained."""

    choices: tuple[Choice, ...]
    kind: ValueKind

    @property
    def how(self) -> str:
        """How the probabilities were obtained, in words."""
        return HOW[self.kind]

    @property
    def best(self) -> Line | None:
        """The best SET; None if the table has none."""
        return next((choice.line for choice in self.choices if choice.best), None)


@checked
def advise(state: State, budgets: Budgets = EXPERT, weights: Weights | None = None) -> Advice:
    """The values of all SETs on the table by `expert`, or by a player with other budgets or weights.

    >>> taken = [(a, a + 1, a + 2) for a in range(18, 81, 3)]
    >>> advice = advise(State.of([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16], taken))
    >>> advice.kind.name, advice.best, advice.choices[0].chance
    ('EXACT', (0, 3, 6), Fraction(1, 1))
    """
    values, kind = Valued(budgets, weights).values(state)
    if not values:
        return Advice((), kind)
    best = Thrifty().choose(state) if kind is ValueKind.NONE else max(state.sets, key=lambda line: values[line])
    chances = {
        line: _chance(value, kind, state.table.undealt, weights or shipped_weights()) for line, value in values.items()
    }
    return Advice(tuple(Choice(line, chances[line], line == best) for line in state.sets), kind)


def _chance(value: int, kind: ValueKind, undealt: int, weights: Weights) -> Fraction | float | None:
    if kind is ValueKind.NONE:
        return None
    if kind is ValueKind.EXACT:
        return Fraction(value, exact_one(undealt))
    if kind is ValueKind.SUMS:
        return curve_at(weights.curves[undealt // 3], value) / ONE if value else 0.0
    return min(1.0, max(0.0, value / (LINEAR_ONE if kind in (ValueKind.LINEAR, ValueKind.BELIEFS) else ONE)))
