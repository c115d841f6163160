"""The limits of `setlab.limits` that repeat those of the compiled core agree with it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from setlab import _core
from setlab.limits import DECKS, ENUMERATED, ORBITS, between


def empty_rows(dimension: int) -> Any:
    return np.zeros((1, (3**dimension + 63) // 64), dtype=np.uint64)


@pytest.mark.parametrize(
    ("limits", "call"),
    [
        (DECKS, lambda d: _core.count_lines(empty_rows(d), d)),
        (ORBITS, lambda d: _core.canonical_forms(empty_rows(d), d)),
        (ENUMERATED, lambda d: _core.subset_orbits(d, 1, affine=True)),
    ],
    ids=["decks", "orbits", "enumerated"],
)
def test_the_core_refuses_dimensions_outside(limits: range, call: Callable[[int], object]) -> None:
    for dimension in limits:
        call(dimension)
    for dimension in (limits[0] - 1, limits[-1] + 1):
        with pytest.raises(ValueError, match="dimension"):
            call(dimension)


def test_limits_in_words() -> None:
    assert between(DECKS) == "1 to 8"
