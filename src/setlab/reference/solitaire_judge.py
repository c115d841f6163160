"""The values of the SETs on the table, and their kind: exact, look-ahead, sums, beliefs or linear.

The number of undealt cards decides, by the budgets, which kind comes first; where a kind is not possible, the next is
tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from setlab.reference.solitaire_ahead import ahead_value
from setlab.reference.solitaire_beliefs import belief_values
from setlab.reference.solitaire_exact import exact_values_of
from setlab.reference.solitaire_linear import linear_values
from setlab.reference.solitaire_position import Budgets, Cards, Weights, is_covered, sets_of
from setlab.reference.solitaire_sums import sum_values
from setlab.solitaire.game import Line
from setlab.solitaire.values.engine import Kind
from setlab.solitaire.values.exact import exact_one

Values = dict[Line, int]


def judged(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> tuple[Values, Kind]:
    """The value of every SET on the table, on the scale of its kind, and that kind."""
    ways: tuple[tuple[Kind, str, Callable[[], Values | None]], ...] = (
        (Kind.EXACT, "exact_from", lambda: exact(table, undealt)),
        (Kind.DEEP, "deep_from", lambda: deep(table, undealt, budgets, weights)),
        (Kind.AHEAD, "ahead_from", lambda: ahead(table, undealt, budgets, weights)),
        (Kind.SUMS, "sums_from", lambda: sum_values(table, undealt, weights)),
        (Kind.BELIEFS, "beliefs_from", lambda: belief_values(table, undealt, weights)),
    )
    for kind, limit, values_of in ways:
        if len(undealt) <= budgets[limit] and (values := values_of()) is not None:
            return values, kind
    if not any(weights["linear"][len(undealt) // 3]):
        return dict.fromkeys(sets_of(table), 0), Kind.NONE
    return linear_values(table, undealt, weights), Kind.LINEAR


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
