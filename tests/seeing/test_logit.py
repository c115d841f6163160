"""The fit: statsmodels is the oracle, and what has no finite estimate is set aside."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from scipy.stats import chi2, t
from statsmodels.discrete.conditional_models import ConditionalLogit

from setlab.errors import SpecError
from setlab.geometry import Space
from setlab.seeing import Candidate, Search, Viewer, analyse, read_games, simulate_room
from setlab.seeing.analysis import estimates, holm
from setlab.seeing.logit import Choices, choices_of, fit, log_likelihood, maximise, scores, set_aside
from setlab.seeing.searches import EFFECTS, column_value, columns_of

MODELS = [["differ"], ["same"], ["differ-each", "new"], ["differ", "near", "age"]]
LARGER_DECKS = ("same-background", "same-border", "differ-5", "differ-6")
PLAYERS = [Viewer(2.0, {"differ": -0.5}), Viewer(1.0, {"same-colour": 0.8}), Viewer(0.5)]


def choices(effects: list[str], rounds: int = 6) -> Choices:
    reading = read_games([("", simulate_room(PLAYERS, seed=9, rounds=rounds))])
    occurring = [
        c for c in columns_of(effects) if c.name not in ("same-background", "same-border", "differ-5", "differ-6")
    ]
    return choices_of(reading.searches, occurring)


@pytest.mark.parametrize("effects", MODELS, ids="+".join)
def test_statsmodels_finds_the_same(effects: list[str]) -> None:
    found = choices(effects)
    groups, _ = np.nonzero(found.there)
    chosen = np.zeros(found.there.shape)
    chosen[:, 0] = 1
    oracle = ConditionalLogit(chosen[found.there], found.features[found.there], groups=groups).fit(
        method="newton", disp=False
    )
    ours = fit(found)
    assert ours.beta == pytest.approx(oracle.params, abs=1e-5)
    assert ours.log_likelihood == pytest.approx(oracle.llf, abs=1e-8)
    assert np.sqrt(np.diag(ours.covariance)) == pytest.approx(oracle.bse, rel=1e-4)


def test_differ_each_tells_the_number_of_differing_properties() -> None:
    properties = ("number", "colour", "filling", "shape")
    lines = tuple(Candidate((0, b, Space(4).third(0, b))) for b in (1, 4, 13, 40))
    search = Search("", properties, 1.0, lines)
    assert [len(search.differing(line)) for line in lines] == [1, 2, 3, 4]
    names = [column.name for column in EFFECTS["differ-each"]][:3]
    assert names == ["differ-1", "differ-3", "differ-4"]
    assert [[column_value(name, search, line) for line in lines] for name in names] == [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]


def test_profile_intervals_are_where_the_test_begins_to_reject() -> None:
    found = fit(choices(["differ", "new"]))
    for index, estimate in enumerate(estimates(found, 0.9)):
        for end in (estimate.low, estimate.high):
            fall = found.log_likelihood - maximise(found.choices, found.beta, {index: end}).log_likelihood
            assert 2 * fall == pytest.approx(chi2.isf(0.1, 1), rel=1e-3)
        assert estimate.low < estimate.value < estimate.high
        at_zero = maximise(found.choices, found.beta, {index: 0.0}).log_likelihood
        assert estimate.p == pytest.approx(chi2.sf(2 * (found.log_likelihood - at_zero), 1), rel=1e-6)


def test_clusters_are_players() -> None:
    several = [Viewer(exp(-2.7 * effect), {"differ": effect}) for effect in (-2.0, -1.5, -0.2, 0.2, 0.5, 0.8)]
    found = fit(
        choices_of(read_games([("", simulate_room(several, seed=4, rounds=8))]).searches, columns_of(["differ"]))
    )
    each, names = scores(found.choices, found.beta)[:, 0], np.array(found.choices.players)
    sums = [each[names == name].sum() for name in set(names)]
    variance = found.covariance[0, 0] ** 2 * sum(np.square(sums)) * len(sums) / (len(sums) - 1)
    (estimate,) = estimates(found, 0.95)
    assert estimate.error == pytest.approx(max(variance, found.covariance[0, 0]) ** 0.5)
    assert variance > found.covariance[0, 0], "these players differ, so that the robust error is the larger one"
    assert estimate.high - estimate.low == pytest.approx(2 * t.isf(0.025, len(sums) - 1) * estimate.error)


def search(found: int, *candidates: Candidate) -> Search:
    return Search("", ("number", "colour"), 1.0, candidates, found, "Ada")


EASY, HARD, OTHER = Candidate((0, 1, 2)), Candidate((0, 4, 8)), Candidate((3, 4, 5))


def test_an_effect_that_every_claim_agrees_with_has_no_finite_ratio() -> None:
    always = choices_of([search(0, EASY, HARD)] * 9, columns_of(["differ"]))
    assert set_aside(always) == {"differ": "separated-down"}
    but_once = choices_of([*[search(0, EASY, HARD)] * 9, search(1, EASY, HARD)], columns_of(["differ"]))
    assert set_aside(but_once) == {}
    assert fit(but_once).beta[0] == pytest.approx(-log(9))


def test_separation_in_one_effect_leaves_the_other() -> None:
    new = Candidate((3, 4, 5), new=True)
    claims = [search(0, new, EASY), search(0, EASY, HARD), search(1, EASY, HARD)]
    found = choices_of(claims, columns_of(["differ", "new"]))
    assert set_aside(found) == {"new": "separated-up"}


def test_effects_that_cannot_be_told_apart_or_never_vary() -> None:
    claims = [search(0, EASY, OTHER), search(0, EASY, HARD), search(1, EASY, HARD)]
    found = choices_of(claims, columns_of(["differ", "age", "same-number"][:2]))
    assert set_aside(found) == {"age": "constant"}
    aged = [Candidate((0, 1, 2), age=30.0), Candidate((0, 4, 8), age=60.0)]
    doubled = choices_of([search(0, *aged), search(1, *aged)], columns_of(["differ", "age"]))
    assert set_aside(doubled) == {"age": "alike"}


def test_without_effects_all_sets_are_equally_likely() -> None:
    found = choices(["differ"])
    assert log_likelihood(found, np.zeros(1)) == pytest.approx(-np.log(found.there.sum(axis=1)).sum())


@pytest.mark.parametrize(("effects", "message"), [
    (["differ", "same"], "differ cannot stand beside same"),
    (["differ", "differ-each"], "differ cannot stand beside same or differ-each"),
    (["same", "differ-1"], "overlap"),
    (["color"], "'color' is not an effect"),
])  # fmt: skip
def test_effects_that_overlap_are_refused(effects: list[str], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        columns_of(effects)


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_effect_is_recovered(effect: str) -> None:
    """With enough games, each effect is found near its true value."""
    column = EFFECTS[effect][0]
    viewers = [Viewer(1.0, {column.name: 0.8})]
    found = analyse([simulate_room(viewers, seed=6, rounds=20)], [column.name], level=0.999)
    estimate = found.effect(column.name)
    assert estimate.low is not None
    assert estimate.high is not None
    assert 1 < estimate.low < np.exp(0.8) < estimate.high


def test_the_level_must_be_one() -> None:
    with pytest.raises(SpecError, match=r"1\.5 is not a level"):
        analyse([], level=1.5)


def test_holm_never_lowers_a_p_value() -> None:
    ps = [0.2, 0.001, 0.04, 0.9]
    assert all(after >= before for after, before in zip(holm(ps), ps, strict=True))
    assert holm(ps)[1] == pytest.approx(0.004)
