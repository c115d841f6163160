"""Shapes: every kernel's histograms fit its own declaration, and nothing else does."""

from collections.abc import Mapping
from typing import Any

import pytest

from setlab.errors import SpecError
from setlab.experiment.kernels import KERNELS, find_kernel
from setlab.experiment.reading import read_spec, shapes_of
from setlab.experiment.run import make_spec
from setlab.experiment.shape import Pairs, Shape, fault
from setlab.experiment.spec import Spec
from setlab.solitaire import NAMES

CASES: list[tuple[str, dict[str, Any], int]] = [
    ("endgame", {}, 200),
    ("endgame", {"lost": 1, "choice": "popular"}, 200),
    ("endgame", {"lost": [0, 40], "choice": "reject"}, 200),
    ("endgame", {"lost": "set", "dimension": 3}, 200),
    ("endgame", {"refill": "always-three", "choice": "first"}, 200),
    ("endgame", {"refill": "greedy-deck"}, 50),
    ("endgame", {"dimension": 2, "values": 2, "table": 3}, 200),
    ("endgame", {"dimension": 2, "values": 5, "refill": "always-three"}, 50),
    ("endgame", {"dimension": 5, "values": 3}, 20),
    ("endgame", {"dimension": 4, "values": 4}, 5),
    *(("first-set", {"dimension": d}, 300) for d in (2, 3, 4, 6)),
    *(("first-plane", {"dimension": d}, 300) for d in (2, 3, 4, 5)),
    *(("set-count", {"dimension": d, "histogram_at": [0, 3, 9]}, 100) for d in (2, 4, 6)),
    *(("plane-count", {"dimension": d, "histogram_at": [0, 9, 20]}, 50) for d in (3, 4)),
    *(("antiset", {"design": design, "olivia": "random"}, 20) for design in ("AG(2,3)", "AG(3,3)", "PG(2,2)")),
    *(("solitaire", {"strategy": name}, 1) for name in NAMES),
]


@pytest.mark.parametrize(("kernel", "parameters", "trials"), CASES, ids=lambda case: str(case)[:50])
def test_what_a_kernel_computes_fits_its_shapes(kernel: str, parameters: Mapping[str, Any], trials: int) -> None:
    spec = make_spec(kernel, parameters, seed=7)
    assert read_spec(spec.id, spec.to_json()) == spec
    shapes = shapes_of(spec)
    histograms = find_kernel(kernel).engine(spec.parameters, 7, 100, trials, 1).histograms
    assert list(histograms) == list(shapes)
    assert fault(histograms, trials, shapes) == ""
    assert fault(histograms, trials + 1, shapes) != ""


def test_every_kernel_is_among_the_cases() -> None:
    assert {kernel for kernel, _, _ in CASES} == set(KERNELS)


GAMES = {
    "left": Shape(range(10)),
    "largest": Shape(range(10)),
    "both": Shape(Pairs("largest", "left")),
    "searches": Shape(range(10), "events"),
    "in_vain": Shape(range(10), "events", part_of="searches"),
    "sum": Shape(range(3), "series"),
    "winner": Shape(("xavier", "olivia")),
}
RIGHT: dict[str, dict[str, Any]] = {
    "left": {"0": 2, "6": 1},
    "largest": {"9": 3},
    "both": {"9/0": 2, "9/6": 1},
    "searches": {"9": 50, "3": 4},
    "in_vain": {"3": 4},
    "sum": {"0": 0, "1": 7, "2": 0},
    "winner": {"olivia": 3},
}


def test_right_histograms() -> None:
    assert fault(RIGHT, 3, GAMES) == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left": {"0": 2, "6": 2}}, "'left' adds up to 4, not to the number of trials"),
        ({"left": {"0": 2, "06": 1}}, "'left' has the key '06'"),
        ({"left": {"0": 2, "10": 1}}, "'left' has the key '10'"),
        ({"left": {"0": 2, "６": 1}}, "'left' has the key '６'"),
        ({"left": {"0": 2, "": 1}}, "'left' has the key ''"),
        ({"left": {"0": 3, "6": 0}}, "'left' has '0' at '6', which is no count"),
        ({"left": {"0": 4, "6": -1}}, "'left' has '-1' at '6', which is no count"),
        ({"left": {"0": 2, "6": 1.0}}, "'left' has '1.0' at '6', which is no count"),
        ({"left": {"0": 2, "6": True}}, "'left' has 'True' at '6', which is no count"),
        ({"left": {"0": 2, "6": None}}, "'left' has 'None' at '6', which is no count"),
        ({"left": {"0": 2, "6": 2**200}}, "which is no count"),
        ({"left": [2, 1]}, "'left' is not an object of counts"),
        ({"left": {"0": 1, "6": 2}}, "'both' does not add up to 'left'"),
        ({"both": {"9": 3}}, "'both' does not add up to 'left'"),
        ({"both": {"9/0": 2, "9/6/1": 1}}, "'both' does not add up to 'left'"),
        ({"in_vain": {"3": 5}}, "'in_vain' has more at '3' than 'searches'"),
        ({"in_vain": {"8": 1}}, "'in_vain' has more at '8' than 'searches'"),
        ({"sum": {"0": 0, "1": 7}}, "'sum' has 2 of 3 values"),
        ({"sum": {"0": 0, "1": 7, "2": -1}}, "'sum' has '-1' at '2', which is no count"),
        ({"winner": {"nobody": 3}}, "'winner' has the key 'nobody'"),
        ({"other": {}}, "'other' is not a histogram of this experiment"),
    ],
)
def test_histograms_that_cannot_be(change: dict[str, Any], message: str) -> None:
    assert message in fault(RIGHT | change, 3, GAMES)


def test_a_histogram_that_is_missing() -> None:
    for name in GAMES:
        assert (
            fault({key: RIGHT[key] for key in RIGHT if key != name}, 3, GAMES) == f"the histogram '{name}' is missing"
        )
    nothings: list[object] = [[], None, "left", 5]
    for nothing in nothings:
        assert fault(nothing, 3, GAMES) == "the tally is not an object of histograms"


def test_specs_that_cannot_be_read() -> None:
    spec = make_spec("first-set")
    other = Spec.of("first-set", {"dimension": 3}, 0)
    for spec_id, text, message in [
        (spec.id, other.to_json(), f"it would have the id {other.id}"),
        (None, spec.to_json(), "has been changed"),
        (spec.id, b"{}", "no text"),
        (spec.id, "{", "is not JSON"),
        (spec.id, "[" * 100_000, "is not JSON"),
        (spec.id, "{}", "needs kernel, parameters, seed and version"),
    ]:
        with pytest.raises(SpecError, match=message):
            read_spec(spec_id, text)
    for strange, message in [
        (Spec.of("chess", {}, 0), "'chess' is not a kernel"),
        (Spec.of("first-set", {"dimension": 4}, 0, version=2), "it has version 2 of first-set, this setlab knows 1"),
        (Spec.of("first-set", {"dimension": 9}, 0), "dimension 9 is out of range"),
        (Spec.of("first-set", {"dimension": 4.0}, 0), "not checked and complete"),
        (Spec.of("first-set", {"dimension": None}, 0), "they make no sense"),
        (Spec.of("endgame", {}, 0), "not checked and complete"),
        (Spec.of("solitaire", {}, 0), "they make no sense"),
        (Spec.of("solitaire", {"strategy": "S9", "player": "x"}, 0), "they must be a strategy"),
        (Spec.of("antiset", {"design": "AG(2,3)"}, 0), "they must be a design and two strategies"),
    ]:
        with pytest.raises(SpecError, match=message):
            read_spec(strange.id, strange.to_json())


def test_a_player_with_other_weights_and_a_design_in_a_file_that_is_gone_can_be_read() -> None:
    for spec in (
        Spec.of("solitaire", {"strategy": "expert", "player": "0123456789ab"}, 0),
        Spec.of("antiset", {"design": "STS:/nowhere", "xavier": "mirror", "olivia": "safe"}, 0),
    ):
        assert read_spec(spec.id, spec.to_json()) == spec
