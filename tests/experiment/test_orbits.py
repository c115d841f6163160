"""The list of all orbits as an experiment: in parts, through the store, equal to the list made at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from setlab.errors import SpecError
from setlab.exact.sets import exact_set_counts
from setlab.experiment.kernels.orbits import OrbitsParameters, listed_set_counts, run_engine, set_counts_spec
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store


@pytest.mark.parametrize(("cards", "dimension"), [(0, 4), (3, 2), (13, 3), (14, 3), (13, 4), (70, 4), (6, 5)])
def test_the_set_counts_are_those_of_the_exact_engine(cards: int, dimension: int) -> None:
    spec, trials = set_counts_spec(cards, dimension)
    fewer = min(cards, 3**dimension - cards)
    assert listed_set_counts(run(spec, trials), cards) == exact_set_counts(fewer, dimension)


def test_a_list_that_was_stopped_goes_on_from_the_store(tmp_path: Path) -> None:
    spec = make_spec("orbits", {"until": 9, "root": 7})
    stopped = False

    def stop(progress: RunProgress) -> None:
        nonlocal stopped
        stopped = progress.run >= 8

    with Store(tmp_path / "runs.sqlite") as store:
        half = run(spec, 34, block=4, store=store, report=stop, stopped=lambda: stopped)
        assert not half.complete
        with pytest.raises(SpecError, match=r"of the 34 roots were continued: all are needed"):
            listed_set_counts(half, 12)
        whole = run(spec, 34, store=store)
        assert whole.run == 34 - half.trials > 0
        assert listed_set_counts(whole, 12) == exact_set_counts(12)
        assert store.tally(spec.id) == run(spec, 34, threads=1).tally


def test_a_process_with_other_orbits_and_an_orbit_that_does_not_exist_are_refused() -> None:
    p = OrbitsParameters.complete({"until": 6, "root": 5})
    with pytest.raises(SpecError, match="the orbits of 5 cards are listed in another order here"):
        run_engine(replace(p, roots="0" * 12), 0, 0, 1)
    with pytest.raises(SpecError, match="orbit 6 of 5 cards does not exist: there are 6"):
        run_engine(p, 0, 4, 3)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"until": 17}, "orbits of 17 cards are not listed: choose 0 to 16"),
        ({"until": 5, "root": 6}, "root 6 is out of range: the last level has 5 cards"),
        ({"dimension": 6}, "dimension 6 is out of range"),
    ],
)
def test_lists_that_are_not_possible_are_refused(given: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("orbits", given)


def test_cards_that_cannot_be_dealt_are_refused() -> None:
    for cards, dimension, message in [(82, 4, "82 cards cannot be dealt"), (3, 7, "2 to 5 dimensions")]:
        with pytest.raises(SpecError, match=message):
            set_counts_spec(cards, dimension)
