"""Specs and tallies: frozen values that add, or refuse with a sentence."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import check_trials, make_spec, read_spec
from setlab.experiment.tally import Tally, histogram_of, total

histograms = st.dictionaries(st.integers(0, 30), st.integers(1, 10**12), max_size=5)
tallies = st.builds(
    lambda trials, left, least, most: Tally("x", trials, {"leftover": left, "least": least, "most": most}),
    st.integers(0, 10**12),
    histograms,
    histograms,
    histograms,
)


@given(tallies, tallies, tallies)
def test_addition_is_associative_and_commutative_with_a_zero(a: Tally, b: Tally, c: Tally) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert (a + Tally.zero("x")).trials == a.trials
    assert (Tally.zero("x") + a).histograms == (a + Tally.zero("x")).histograms


@given(tallies)
def test_json_has_the_keys_as_texts(a: Tally) -> None:
    record = json.loads(a.to_json())
    assert record == a.as_record()
    assert {name: {int(key): n for key, n in h.items()} for name, h in record.items()} == a.histograms


def test_canonical_json_orders_keys_as_texts() -> None:
    """Checksums are of this text."""
    tally = Tally("x", 3, {"b": {9: 1, 12: 2}, "a": {(15, 6): 3}, "c": {"xavier": 3}})
    assert tally.to_json() == '{"a":{"15/6":3},"b":{"12":2,"9":1},"c":{"xavier":3}}'


def test_least_and_most_are_not_added() -> None:
    one = Tally("x", 1, {"least": {3: 2}, "most": {3: 5}, "sum": {3: 7}})
    other = Tally("x", 1, {"least": {3: 1, 4: 9}, "most": {3: 4}, "sum": {3: 5}})
    assert (one + other).histograms == {"least": {3: 1, 4: 9}, "most": {3: 5}, "sum": {3: 12}}


def test_other_experiments_are_refused() -> None:
    with pytest.raises(SpecError, match="tallies of a and b do not add: they are different experiments"):
        Tally("a", 1) + Tally("b", 1)


def test_keys_stay_in_order() -> None:
    parts = [Tally("x", 1, {"h": {key: 1}, "pairs": {(key, 3): 1}}) for key in (12, 9, 100, 2)]
    assert list(total(parts, "x")["h"]) == [2, 9, 12, 100]
    assert list(total(parts, "x")["pairs"]) == [(2, 3), (9, 3), (12, 3), (100, 3)]
    assert histogram_of([0, 2, 0, 5]) == {1: 2, 3: 5}


def test_the_id_depends_on_what_changes_the_answer_and_on_nothing_else() -> None:
    spec = make_spec("endgame", {}, seed=1)
    assert spec.id == make_spec("endgame", {"choice": "random", "table": 12, "lost": 0}, seed=1).id
    others = [
        make_spec("endgame", {}, seed=2),
        make_spec("endgame", {"choice": "popular"}, seed=1),
        make_spec("endgame", {"lost": 1}, seed=1),
        make_spec("endgame", {"lost": [0]}, seed=1),
        make_spec("endgame", {"dimension": 3}, seed=1),
        replace(spec, version=2),
    ]
    assert len({spec.id, *(other.id for other in others)}) == 7
    assert read_spec(spec.to_json()) == spec


def test_a_known_id() -> None:
    """Ids are in stores on many disks: this one must never change."""
    assert make_spec("endgame", {}, seed=1).to_json() == (
        '{"kernel":"endgame","parameters":{"choice":"random","dimension":4,"lost":0,"refill":"standard","table":12,'
        '"values":3},"seed":1,"version":1}'
    )
    assert canonical({"b": 1, "a": {"d": 2, "c": "ü"}}) == '{"a":{"c":"ü","d":2},"b":1}'


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dimension": 7}, "dimension 7 is out of range"),
        ({"values": 6}, "6 values are out of range"),
        ({"choice": "best"}, "'best' is not a choice: choose random, popular, reject, first or last"),
        ({"refill": "never"}, "'never' is not a refill"),
        ({"lost": 90}, "90 cards cannot be lost"),
        ({"lost": -1}, "-1 cards cannot be lost"),
        ({"lost": [81]}, "81 is not a card of a deck of 81"),
        ({"lost": [1, 1]}, "there twice"),
        ({"lost": "set", "values": 4}, "use --values 3"),
        ({"table": 2}, "a table of 2 cards is too small"),
        ({"refill": "greedy-deck", "choice": "random"}, "leave --choice out"),
        ({"refill": "greedy-deck", "table": 12}, "leave --table out"),
        (
            {"choise": "first"},
            "^'choise' is not a parameter of endgame: did you mean choice\\? endgame takes dimension, ",
        ),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_spec("endgame", parameters)


def test_seeds_and_trials_out_of_range() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(SpecError, match="seed"):
            make_spec("endgame", {}, seed)
    for first, trials in ((0, 0), (0, -5), (-1, 5), (0, 10**30), (2**63 - 1, 1)):
        with pytest.raises(SpecError):
            check_trials(first, trials)
    with pytest.raises(SpecError, match="'chess' is not a kernel: choose endgame, first-set"):
        make_spec("chess")
