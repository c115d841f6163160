"""Values of positions: exact, by look-ahead, by sums over partitions, by beliefs, by linear functions."""

from setlab.solitaire.values.clearable import Clearability, can_clear, search_deals
from setlab.solitaire.values.engine import Budgets, ValueKind, exact_value, exact_values, judge
from setlab.solitaire.values.weights import Weights, read_weights, shipped_weights

__all__ = [
    "Budgets",
    "Clearability",
    "ValueKind",
    "Weights",
    "can_clear",
    "exact_value",
    "exact_values",
    "judge",
    "read_weights",
    "search_deals",
    "shipped_weights",
]
