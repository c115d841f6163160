"""Results that ship: whole, checked, recomputed."""

import json
from collections.abc import Mapping
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import pytest

from setlab.counting import count_flats
from setlab.errors import RuleError, SpecError
from setlab.exact import make
from setlab.exact.evidence import Recipe, checksum, no_progress
from setlab.exact.no_set import compute_no_set, exact_no_set
from setlab.exact.orbits import count_orbits
from setlab.exact.planes import exact_planes
from setlab.exact.sets import RECIPE, exact_set_counts, exact_sets
from setlab.geometry import k_flats
from tests.exact.all_orbits import all_orbits


class Example(Recipe):
    """A recipe whose file lies elsewhere."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.json"


@pytest.fixture
def example(tmp_path: Path) -> Example:
    made = Example("squares", lambda report: {"values": ["0", "1", "4"]}, "make squares")
    object.__setattr__(made, "folder", tmp_path)
    return made


def test_what_was_written_is_read(example: Example) -> None:
    example.write(example.compute(no_progress))
    assert example.content() == {"values": ["0", "1", "4"]} == example.content(recompute=True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"content": {"values": []}, "checksum": "0"}'])
def test_a_damaged_file_is_refused(example: Example, text: str) -> None:
    example.path.write_text(text)
    with pytest.raises(SpecError, match="make it again with `make squares`"):
        example.content()


def test_another_result_is_noticed(example: Example) -> None:
    example.write({"values": ["0", "1", "5"]})
    with pytest.raises(RuleError, match="squares as computed differs"):
        example.content(recompute=True)


def test_the_checksum_depends_on_the_content_alone() -> None:
    assert checksum({"a": "1", "b": "2"}) == checksum({"b": "2", "a": "1"}) != checksum({"a": "1"})


@pytest.mark.parametrize("name", make.RECIPES)
def test_every_file_that_ships_is_whole_and_names_its_command(name: str) -> None:
    record = json.loads(make.RECIPES[name].path.read_text())
    assert record["name"] == name
    assert record["command"] == make.RECIPES[name].command
    assert make.RECIPES[name].content() == record["content"]


@pytest.mark.parametrize("name", ["no-set-4"])
def test_quick_results_are_what_ships(name: str) -> None:
    make.RECIPES[name].content(recompute=True)


@pytest.mark.full
@pytest.mark.parametrize("name", ["no-set-5", "planes-4", "extremes-4"])
def test_slow_results_are_what_ships(name: str) -> None:
    make.RECIPES[name].content(recompute=True)


def test_an_unknown_result_is_refused() -> None:
    with pytest.raises(SpecError, match="'no-set-9' is not a result that ships"):
        make.main(["no-set-9"])


# --- collections without a SET


@pytest.mark.parametrize(("dimension", "most"), [(2, 9), (3, 5)])
def test_caps_against_all_collections(dimension: int, most: int) -> None:
    table = exact_no_set(dimension)
    for n in range(most + 1):
        orbits = all_orbits(dimension, n, "cap")
        assert table.counts[n] == sum(orbits.values())
        assert table.orbits[n] == len(orbits)


def test_caps_of_81_cards() -> None:
    """The counts of small caps follow from counting by hand; the largest has 20 cards."""
    table = exact_no_set(4)
    assert table.counts[:5] == (1, 81, comb(81, 2), comb(81, 3) - 1080, comb(81, 4) - 1080 * 78)
    assert table.largest == 20
    assert table.counts[21:] == (0,) * 61
    assert table.complete[20] == table.counts[20]


def test_caps_and_distributions_agree() -> None:
    for n in range(20):
        distribution = exact_sets(n).distribution
        assert distribution is not None
        assert distribution[0] == exact_no_set(4).counts[n]


def test_caps_of_243_cards_stop_where_they_are_not_known() -> None:
    table = exact_no_set(5)
    assert table.counts[12] is not None
    assert table.orbits[13] is None
    assert table.counts[16] is None
    assert table.largest is None
    assert table.probability(20) is None
    assert table.counts[3] == comb(243, 3) - 9801


# --- SETs in n cards


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 12, 19, 62, 70, 81])
def test_distributions_have_the_right_moments(n: int) -> None:
    table = exact_sets(n)
    proportions = table.proportions()
    mean = sum(sets * proportion for sets, proportion in proportions.items())
    assert sum(proportions.values()) == 1
    assert mean == table.mean
    assert sum(sets**2 * proportion for sets, proportion in proportions.items()) - mean**2 == table.variance


@pytest.mark.parametrize("n", [20, 40, 61])
def test_the_middle_is_not_known(n: int) -> None:
    assert exact_sets(n).distribution is None
    assert exact_sets(n).total == comb(81, n)


@pytest.mark.parametrize("n", [5, 11, 74])
def test_recomputed_distributions_are_those_that_ship(n: int) -> None:
    assert exact_sets(n, recompute=True) == exact_sets(n)


def test_the_shipped_orbits_are_as_many_as_burnside_counts() -> None:
    orbits: Mapping[str, Any] = RECIPE.content()["orbits"]
    assert {int(n): int(number) for n, number in orbits.items()} == {n: count_orbits(4, n) for n in range(17)}


def test_a_deck_of_27_is_known_completely() -> None:
    for n in range(28):
        assert exact_sets(n, 3).distribution == exact_set_counts(n, 3).counts


def test_bad_questions() -> None:
    with pytest.raises(SpecError, match="82 cards cannot be dealt"):
        exact_sets(82)
    with pytest.raises(SpecError, match="not in 6"):
        exact_sets(3, 6)
    with pytest.raises(SpecError, match="2 to 5 dimensions"):
        exact_no_set(6)


# --- planes


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_the_largest_collection_without_a_plane_has_none(dimension: int) -> None:
    known = exact_planes(dimension)
    assert not any(plane <= known.largest for plane in k_flats(2, known.largest.space))
    assert known.table.counts[len(known.largest)] != 0
    assert set(known.table.counts[len(known.largest) + 1 :]) == {0}
    assert known.table.counts[9] == comb(3**dimension, 9) - count_flats(2, dimension)


def test_recipes_are_values() -> None:
    one = make.RECIPES["no-set-4"]
    assert replace(one) == one
    assert compute_no_set(2)["dimension"] == 2
