"""Values of positions: exact, by look-ahead, by sums over partitions, by beliefs, by linear functions."""

from setlab.solitaire.values.clearable import Answer, Searched, can_clear, search_deals
from setlab.solitaire.values.engine import Budgets, Kind, judge
from setlab.solitaire.values.exact import exact_value, exact_values
from setlab.solitaire.values.weights import Weights, read_weights, shipped

__all__ = [
    "Answer",
    "Budgets",
    "Kind",
    "Searched",
    "Weights",
    "can_clear",
    "exact_value",
    "exact_values",
    "judge",
    "read_weights",
    "search_deals",
    "shipped",
]
