"""The kernel `solitaire`: the core against the strategies in Python, and against what `measure` says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from setlab.errors import SpecError
from setlab.experiment.run import run
from setlab.experiment.solitaire import clear_proportion, measure, search
from setlab.experiment.spec import make_spec, read_spec
from setlab.experiment.store import Store
from setlab.solitaire import NAMES, Clearability, Shuffle, play, strategy
from setlab.solitaire.bounds import informed_games, informed_results
from setlab.solitaire.values import shipped_weights

GAMES = {"S9": 12, "S12": 6, "clairvoyant": 12, "expert": 2, "master": 1}


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_plays_as_the_strategy_does(name: str) -> None:
    spec, games = make_spec("solitaire", {"strategy": name}, seed=5), GAMES.get(name, 6)
    tally = run(spec, games, first=100, threads=1).tally
    played = [play(strategy(name), Shuffle.of(5, number)) for number in range(100, 100 + games)]
    assert tally["clear"] == Counter(int(game.clear) for game in played)
    if "leftover" in spec.histograms:
        assert tally["leftover"] == Counter(len(game.state.cards) for game in played)
    if "declared" in spec.histograms:
        assert tally["declared"] == Counter(int(game.declared) for game in played)


def test_the_tally_is_what_measure_says() -> None:
    result = run(make_spec("solitaire", {"strategy": "S9"}, seed=1), 1000, block=300)
    measured = measure("S9", 1000, seed=1)
    assert result == measured
    assert result.tally["leftover"][0] == result.tally["clear"][1]
    assert sum(result.tally["leftover"].values()) == 1000
    assert result.estimates["clear"][1] == clear_proportion(measured)


def test_the_spec_names_what_a_player_values_by() -> None:
    fast, expert = (make_spec("solitaire", {"strategy": name}).parameters.as_record() for name in ("fast", "expert"))
    assert fast["player"] != expert["player"]
    assert make_spec("solitaire").parameters.as_record() == {"strategy": "thrifty"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"strategy": "lucky"}, "'lucky' is not a strategy: choose random, basic,"),
        ({"dimension": 3}, "'dimension' is not a parameter of solitaire"),
    ],
)
def test_bad_parameters(given: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("solitaire", given)


CONTRARY = replace(
    shipped_weights(), linear={stage: tuple(-n for n in row) for stage, row in shipped_weights().linear.items()}
)


def test_other_weights_are_another_experiment_and_play_other_games(tmp_path: Path) -> None:
    """The spec has their checksum alone; the same weights in a file are the experiment of those that ship."""
    files = {name: tmp_path / f"{name}.json" for name in ("same", "contrary")}
    files["same"].write_text(shipped_weights().to_json())
    files["contrary"].write_text(CONTRARY.to_json())
    usual, same, other = (
        make_spec("solitaire", {"strategy": "fast", **given}, seed=1)
        for given in ({}, {"weights": files["same"]}, {"weights": files["contrary"]})
    )
    assert usual == same
    assert usual.id == same.id != other.id
    assert set(other.as_record()["parameters"]) == {"player", "strategy"}
    assert run(other, 100).tally["clear"][1] == measure("fast", 100, seed=1, weights=CONTRARY).tally["clear"][1]
    assert run(other, 100).tally != run(usual, 100).tally


def test_a_stored_experiment_is_not_continued_with_other_weights() -> None:
    other = make_spec("solitaire", {"strategy": "fast", "weights": CONTRARY}, seed=1)
    read = read_spec(other.to_json(), other.id)
    assert read == other
    with pytest.raises(SpecError, match="the weights of fast are not those of the experiment"):
        run(read, 10)


def test_strategies_without_weights_refuse_them() -> None:
    with pytest.raises(SpecError, match="'S9' uses no weights"):
        make_spec("solitaire", {"strategy": "S9", "weights": CONTRARY})


def test_deals_that_cannot_be_cleared_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They are too rare to be met here: the engine says that every tenth deal cannot be cleared, the next is open."""

    def engine(games: int, seed: int, *, first: int, threads: int | None) -> list[Clearability]:
        special = {0: Clearability.NO, 1: Clearability.OPEN}
        return [special.get(n % 10, Clearability.YES) for n in range(first, first + games)]

    monkeypatch.setattr("setlab.experiment.kernels.solitaire.search_deals", engine)
    with Store(tmp_path / "runs.sqlite") as store:
        found = search(22, seed=1, store=store)
        assert search(22, seed=1, store=store) == found
        assert found.tally["answer"] == {-1: 3, 0: 3, 1: 16}
        assert (list(found.tally["unclearable"]), list(found.tally["open"])) == ([0, 10, 20], [1, 11, 21])
        assert store.stored == 22
    with pytest.raises(
        SpecError, match=r"^'strategy' is not a parameter of solitaire-clearable: solitaire-clearable takes none$"
    ):
        make_spec("solitaire-clearable", {"strategy": "S9"})


def test_the_bound_is_tallied_in_fixed_point() -> None:
    spec = make_spec("solitaire-bound", {"deals": 2}, seed=2)
    tally = run(spec, 6, block=2).tally
    games = informed_results(informed_games(6, 18, 2, deals=2))
    assert tally["informed"] == Counter(round(game.best * 2**52) for game in games)
    assert tally["player"] == Counter(round(game.played * 2**52) for game in games)
    assert tally["left_out"] == {0: 6}
    assert sum(tally["gap"].values()) == 6


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"undealt": 20}, "a bound from 20 undealt cards is not possible: choose 18, 21, 24 or 27"),
        ({"exact": 9}, "exact values to 9 undealt cards are not possible: choose 12, 15 or 18"),
        ({"deals": 0}, "0 deals at every stage from 18 undealt cards on are out of range"),
        ({"undealt": 27, "deals": 50}, "50 deals at every stage"),
        ({"strategy": "basic"}, "'basic' is not a strategy that values positions"),
    ],
)
def test_bounds_that_are_not_possible(given: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("solitaire-bound", given)
