"""The inks of series: every eye can tell the first five apart, and a tint from its ink."""

from itertools import combinations

import pytest

from setlab.plots.charts import is_tint, series_ink
from tests.render.test_palette import APART, CONTRAST, SIGHTS, contrast, distance


@pytest.mark.parametrize("sight", SIGHTS)
def test_series_differ_for_every_eye(sight: str) -> None:
    for group in (range(5), range(5, 10)):
        for a, b in combinations(group, 2):
            least = APART if group[0] == 0 else APART / 3  # tints are closer; with them the place in the group helps
            assert distance(series_ink(a), series_ink(b), sight) >= least, (a, b)
    for number in range(5):
        assert distance(series_ink(number), series_ink(number + 5), sight) >= APART


def test_series_can_be_read_on_white() -> None:
    assert all(contrast(series_ink(number), "#ffffff") >= CONTRAST for number in range(5))
    assert [is_tint(series_ink(number)) for number in range(10)] == [False] * 5 + [True] * 5
