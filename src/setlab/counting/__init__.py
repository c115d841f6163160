"""Closed formulas, exact for any number of properties: ints and Fractions only, nothing sampled."""

from setlab.counting.deals import (
    SetsInDeal,
    count_deals,
    mean_flats,
    probability_of_set,
    split_by_deal,
    variance_flats,
)
from setlab.counting.flats import (
    count_affine_maps,
    count_flats,
    count_flats_meeting,
    count_hyperplanes,
    count_lines_through,
    is_prime_power,
)
from setlab.counting.sets import (
    count_cards,
    count_sets,
    count_sets_by_shared,
    count_sets_through,
    count_sets_with_shared,
    sets_bound,
)
from setlab.counting.turns import count_turns_at_most
from setlab.geometry.vectors import count_subspaces

__all__ = [
    "SetsInDeal",
    "count_affine_maps",
    "count_cards",
    "count_deals",
    "count_flats",
    "count_flats_meeting",
    "count_hyperplanes",
    "count_lines_through",
    "count_sets",
    "count_sets_by_shared",
    "count_sets_through",
    "count_sets_with_shared",
    "count_subspaces",
    "count_turns_at_most",
    "is_prime_power",
    "mean_flats",
    "probability_of_set",
    "sets_bound",
    "split_by_deal",
    "variance_flats",
]
