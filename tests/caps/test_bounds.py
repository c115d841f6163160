"""Upper bounds on the size of caps: against caps that exist, linear programming, and each other."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from setlab.caps import find, most_by_characters, most_by_counting
from setlab.caps.known_sizes import convex_hull, is_excluded, mean_point, splits
from setlab.geometry.design import parallel_classes


def test_mean_point_by_counting_in_every_hyperplane() -> None:
    """The pairs and triples of a cap of 20 points in the 120 hyperplanes of AG(4,3)."""
    cap, classes = set(find(4)), parallel_classes(4, 3, 3)
    pairs = sum(comb(len(cap.intersection(flat)), 2) for class_ in classes for flat in class_)
    triples = sum(comb(len(cap.intersection(flat)), 3) for class_ in classes for flat in class_)
    assert mean_point(4, 20) == (Fraction(pairs, len(classes)), Fraction(triples, len(classes)))


@pytest.mark.parametrize(("d", "n", "most"), [(3, 9, 4), (3, 10, 4), (4, 21, 9), (4, 22, 9), (5, 48, 20), (5, 49, 20)])
def test_excluded_sizes_by_linear_programming(d: int, n: int, most: int) -> None:
    """Whether weights of the splits, not negative, have the sum 1 and the mean point."""
    from scipy.optimize import linprog

    points = [(sum(comb(x, 2) for x in parts), sum(comb(x, 3) for x in parts)) for parts in splits(n, most)]
    mean = [float(x) for x in mean_point(d, n)]
    rows = [[1.0] * len(points), [p / mean[0] for p, _ in points], [t / mean[1] for _, t in points]]
    found = linprog([0.0] * len(points), A_eq=rows, b_eq=[1.0, 1.0, 1.0], method="highs")
    assert (found.status != 0) == is_excluded(d, n, most)


def test_hull_of_points_on_a_line() -> None:
    assert convex_hull([(0, 0), (1, 1), (2, 2)]) == [(0, 0), (2, 2)]
    assert convex_hull([(3, 1)]) == [(3, 1)]


@pytest.mark.parametrize("bound", [most_by_characters, most_by_counting])
def test_no_bound_excludes_a_cap_that_exists(bound: Callable[[int, int], int]) -> None:
    for d in (2, 3, 4, 5, 6):
        assert len(find(d)) <= bound(d, len(find(d - 1)))


@pytest.mark.parametrize(("d", "smaller"), [(3, 4), (4, 9), (5, 20)])
def test_characters_and_counting_bound_caps_alike(d: int, smaller: int) -> None:
    assert most_by_characters(d, smaller) == most_by_counting(d, smaller)
