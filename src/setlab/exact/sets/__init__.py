"""The number of SETs in n random cards: begin with `exact_sets`; `exact_set_counts` computes a distribution anew."""

from setlab.exact.sets.counts import SetCounts, exact_set_counts
from setlab.exact.sets.tables import SetTable, exact_sets

__all__ = ["SetCounts", "SetTable", "exact_set_counts", "exact_sets"]
