"""Histograms: those of every kernel fit its own declaration, and nothing else does."""

from collections.abc import Mapping
from typing import Any

import pytest

from setlab.errors import SpecError
from setlab.experiment.kernels import KERNELS
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import id_of, make_spec, read_spec
from setlab.experiment.tally import Histogram, Joint, Misfit, Tally, read_histograms
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
    ("solitaire-clearable", {}, 20),
    ("solitaire-bound", {"undealt": 18, "deals": 1}, 4),
]


@pytest.mark.parametrize(("kernel", "parameters", "trials"), CASES, ids=lambda case: str(case)[:50])
def test_what_a_kernel_computes_fits_its_declaration(kernel: str, parameters: Mapping[str, Any], trials: int) -> None:
    spec = make_spec(kernel, parameters, seed=7)
    assert read_spec(spec.to_json(), spec.id) == spec
    histograms = spec.definition.engine(spec.parameters, 7, 100, trials, 1).histograms
    assert list(histograms) == list(spec.histograms)
    record = Tally(spec.id, trials, histograms).as_record()
    assert read_histograms(record, trials, spec.histograms) == histograms
    with pytest.raises(Misfit):
        read_histograms(record, trials + 1, spec.histograms)


@pytest.mark.parametrize(("kernel", "parameters", "trials"), CASES, ids=lambda case: str(case)[:50])
def test_every_quantity_has_a_title_and_estimates(kernel: str, parameters: Mapping[str, Any], trials: int) -> None:
    spec = make_spec(kernel, parameters, seed=7)
    histograms = spec.definition.engine(spec.parameters, 7, 100, trials, 1).histograms
    assert spec.definition.main in spec.quantities
    for quantity in spec.quantities.values():
        found = quantity.compute(histograms, trials, 0.95)
        assert quantity.title
        assert all(0 <= estimate.value <= 1 for estimate in found.values() if quantity.is_proportion)


def test_every_kernel_is_among_the_cases() -> None:
    assert {kernel for kernel, _, _ in CASES} == set(KERNELS)


GAMES = {
    "left": Histogram("", range(10)),
    "largest": Histogram("", range(10)),
    "both": Histogram("", Joint("largest", "left")),
    "searches": Histogram("", range(10), "events"),
    "in_vain": Histogram("", range(10), "events", part_of="searches"),
    "sum": Histogram("", range(3), "series"),
    "winner": Histogram("", ("xavier", "olivia")),
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
    found = read_histograms(RIGHT, 3, GAMES)
    assert found["left"] == {0: 2, 6: 1}
    assert found["both"] == {(9, 0): 2, (9, 6): 1}
    assert found["winner"] == {"olivia": 3}


def test_keys_may_be_negative_and_of_long_ranges() -> None:
    declared = {"gap": Histogram("gap", range(-(2**52), 2**53))}
    assert read_histograms({"gap": {"-7": 1, "9007199254740991": 1}}, 2, declared) == {"gap": {-7: 1, 2**53 - 1: 1}}
    for text in ("-0", "+7", "07", "9007199254740992", "1e3", " 1", "1_0", "٣", "1" * 30, ""):
        with pytest.raises(Misfit, match="has the key"):
            read_histograms({"gap": {text: 2}}, 2, declared)


def fault(record: object) -> str:
    """The sentence about histograms of three games that cannot be."""
    with pytest.raises(Misfit) as misfit:
        read_histograms(record, 3, GAMES)
    return str(misfit.value)


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
        ({"both": {"9": 3}}, "'both' has the key '9'"),
        ({"both": {"9/0": 2, "9/6/1": 1}}, "'both' has the key '9/6/1'"),
        ({"in_vain": {"3": 5}}, "'in_vain' has more at '3' than 'searches'"),
        ({"in_vain": {"8": 1}}, "'in_vain' has more at '8' than 'searches'"),
        ({"sum": {"0": 0, "1": 7}}, "'sum' has 2 of 3 values"),
        ({"sum": {"0": 0, "1": 7, "2": -1}}, "'sum' has '-1' at '2', which is no count"),
        ({"winner": {"nobody": 3}}, "'winner' has the key 'nobody'"),
        ({"other": {}}, "'other' is not a histogram of this experiment"),
    ],
)
def test_histograms_that_cannot_be(change: dict[str, Any], message: str) -> None:
    assert message in fault(RIGHT | change)


def test_a_histogram_that_is_missing() -> None:
    for name in GAMES:
        assert fault({key: RIGHT[key] for key in RIGHT if key != name}) == f"the histogram '{name}' is missing"
    nothings: list[object] = [[], None, "left", 5]
    for nothing in nothings:
        assert fault(nothing) == "the tally is not an object of histograms"


def record(kernel: str, parameters: dict[str, Any], seed: int = 0, version: int = 1) -> dict[str, Any]:
    return {"kernel": kernel, "parameters": parameters, "seed": seed, "version": version}


def test_specs_that_cannot_be_read() -> None:
    spec, other = make_spec("first-set"), make_spec("first-set", {"dimension": 3})
    for spec_id, text, message in [
        (spec.id, other.to_json(), f"it would have the id {other.id}"),
        (5, spec.to_json(), "has been changed"),
        (spec.id, b"{}", "no text"),
        (spec.id, "{", "is not JSON"),
        (spec.id, "[" * 100_000, "is not JSON"),
        (spec.id, "{}", "needs kernel, parameters, seed and version"),
    ]:
        with pytest.raises(SpecError, match=message):
            read_spec(text, spec_id)


@pytest.mark.parametrize(
    ("strange", "message"),
    [
        (record("chess", {}), "'chess' is not a kernel"),
        (record("first-set", {"dimension": 4}, version=2), "it has version 2 of first-set, this setlab knows 1"),
        (record("first-set", {"dimension": 4}, seed=-1), "seed -1 is out of range"),
        (record("first-set", {"dimension": 9}), "dimension 9 is out of range"),
        (record("first-set", {"dimension": 4.0}), "not checked and complete"),
        (record("first-set", {"dimension": None}), "they make no sense"),
        (record("first-set", {"dimension": 4, "extra": 1}), "they make no sense"),
        (record("endgame", {}), "not checked and complete"),
        (record("endgame", {"\ud800": 1}), "they make no sense"),
        (record("solitaire", {}), "they must be a strategy"),
        (record("solitaire", {"strategy": "S9", "player": "x"}), "they must be a strategy"),
        (record("antiset", {"design": "AG(2,3)"}), "they must be a design and two strategies"),
    ],
    ids=str,
)
def test_specs_that_no_setlab_has_stored(strange: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_spec(canonical(strange), id_of(strange))


@pytest.mark.parametrize(
    "strange",
    [
        record("solitaire", {"strategy": "expert", "player": "0123456789ab"}),
        record("antiset", {"design": "STS:/nowhere", "xavier": "mirror", "olivia": "safe"}),
    ],
    ids=str,
)
def test_other_weights_and_a_design_in_a_file_that_is_gone_can_be_read(strange: dict[str, Any]) -> None:
    spec = read_spec(canonical(strange), id_of(strange))
    assert spec.as_record() == strange
