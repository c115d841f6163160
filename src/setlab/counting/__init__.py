"""Closed formulas for cards, SETs, flats and deals, exact for any number of properties, as ints and Fractions.

Begin with `count_sets`, `count_flats`, `count_deals` and `probability_of_set`; `mean_flats` and `variance_flats` give
the moments of the number of SETs or planes in n random cards.

>>> count_sets(4), count_flats(2, 4), probability_of_set(4), mean_flats(12)
(1080, 1170, Fraction(1, 79), Fraction(220, 79))
"""

from setlab.counting.deals import (
    SetsInDeal,
    count_deals,
    count_turns_at_most,
    impossible_leftovers,
    mean_flats,
    probability_of_set,
    split_by_deal,
    variance_flats,
)
from setlab.counting.flats import (
    count_affine_maps,
    count_cards,
    count_flats,
    count_flats_meeting,
    count_hyperplanes,
    count_lines_through,
    count_sets,
    count_sets_by_shared,
    count_sets_through,
    count_sets_with_shared,
    is_prime_power,
    sets_bound,
)
from setlab.geometry.fields import count_subspaces

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
    "impossible_leftovers",
    "is_prime_power",
    "mean_flats",
    "probability_of_set",
    "sets_bound",
    "split_by_deal",
    "variance_flats",
]
