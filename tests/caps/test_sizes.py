"""Sizes of complete caps: every example is checked, and where all sizes are known all are found and no other."""

import pytest

from setlab.caps import check, complete_sizes
from setlab.caps.growth import RULES, grow_complete_cap
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.exact.no_set import exact_no_set


@pytest.mark.parametrize(("d", "caps"), [(2, 3), (3, 60), (4, 600)])
def test_all_sizes_are_found_where_they_are_known(d: int, caps: int) -> None:
    known = [size for size, count in enumerate(exact_no_set(d).complete) if count]
    assert list(complete_sizes(d, seed=1, caps=caps).counts) == known


@pytest.mark.parametrize(("d", "caps"), [(2, 3), (4, 60), (5, 90), (6, 6)])
def test_every_example_is_a_complete_cap_of_its_size(d: int, caps: int) -> None:
    found = complete_sizes(d, seed=3, caps=caps)
    assert sum(found.counts.values()) == caps
    assert found.counts.keys() == found.examples.keys()
    for size, cap in found.examples.items():
        assert check(cap, d).is_complete
        assert len(cap) == size


def test_the_rules_make_small_and_large_caps() -> None:
    neutral, small, large = (
        sum(len(grow_complete_cap(5, Draws(2), trial)) for trial in range(rule, 120, len(RULES)))
        for rule in range(len(RULES))
    )
    assert small < neutral < large


def test_a_trial_depends_on_seed_and_trial_alone() -> None:
    assert (
        grow_complete_cap(4, Draws(5), trial=7)
        == grow_complete_cap(4, Draws(5), trial=7)
        != grow_complete_cap(4, Draws(6), trial=7)
    )


@pytest.mark.parametrize(("d", "caps", "words"), [(7, 1, "dimension 7"), (1, 1, "dimension 1"), (4, 0, "at least 1")])
def test_what_cannot_be_grown_is_refused(d: int, caps: int, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        complete_sizes(d, caps=caps)
