"""The kernel `solitaire`: core against the players in plain Python, and against what `measure` says."""

from __future__ import annotations

import pytest

from setlab.errors import SpecError
from setlab.experiment.kernels.solitaire import KERNEL
from setlab.experiment.run import make_spec, run
from setlab.solitaire import NAMES, measure

TWIN_GAMES = {"S9": 12, "S12": 6, "clairvoyant": 12, "expert": 2, "master": 1}


@pytest.mark.parametrize("name", NAMES)
def test_engine_and_twin_agree(name: str) -> None:
    p, games = KERNEL.normalise({"strategy": name}), TWIN_GAMES.get(name, 6)
    assert KERNEL.engine(p, 5, 100, games, 1) == KERNEL.twin(p, 5, 100, games, 1)


def test_the_tally_is_what_measure_says() -> None:
    result = run(make_spec("solitaire", {"strategy": "S9"}, seed=1), 1000, block=300)
    measured = measure("S9", 1000, seed=1)
    assert result.tally["clear"] == {"0": 1000 - measured.clear, "1": measured.clear}
    assert result.tally["declared"]["1"] == measured.declared
    assert result.tally["leftover"]["0"] == measured.clear
    assert sum(result.tally["leftover"].values()) == 1000
    proportion = result.estimates()["clear"]["1"]
    assert (proportion.low, proportion.high) == (measured.interval.low, measured.interval.high)


def test_the_spec_names_what_a_player_values_by() -> None:
    fast, expert = (make_spec("solitaire", {"strategy": name}).parameters for name in ("fast", "expert"))
    assert fast["player"] != expert["player"]
    assert make_spec("solitaire").parameters == {"strategy": "thrifty"}


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
