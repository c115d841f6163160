"""The kernel `solitaire`: the core against the strategies in Python, and against what `measure` says."""

from __future__ import annotations

from collections import Counter

import pytest

from setlab.errors import SpecError
from setlab.experiment.run import make_spec, run
from setlab.solitaire import NAMES, Shuffle, measure, play, strategy

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
    assert result.tally["clear"] == {0: 1000 - measured.clear, 1: measured.clear}
    assert result.tally["declared"][1] == measured.declared
    assert result.tally["leftover"][0] == measured.clear
    assert sum(result.tally["leftover"].values()) == 1000
    proportion = result.estimates()["clear"][1]
    assert (proportion.low, proportion.high) == (measured.interval.low, measured.interval.high)


def test_the_spec_names_what_a_player_values_by() -> None:
    fast, expert = (make_spec("solitaire", {"strategy": name}).parameters.as_record() for name in ("fast", "expert"))
    assert fast["player"] != expert["player"]
    assert make_spec("solitaire").parameters.as_record() == {"strategy": "thrifty"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"strategy": "lucky"}, "'lucky' is not a strategy: choose random, basic,"),
        ({"dimension": 3}, "dimension is not for solitaire"),
    ],
)
def test_bad_parameters(given: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("solitaire", given)
