"""The sum over unions of planes as an experiment: in parts, through the store, equal to the sum made at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from setlab.errors import RuleError, SpecError
from setlab.exact.planes import add_counts, exact_plane_free, exact_planes
from setlab.experiment.kernels.unions import UnionsParameters, counted_plane_free, plane_free_spec, run_engine
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store


@pytest.mark.parametrize(("until", "dimension"), [(0, 4), (9, 2), (27, 3), (20, 3), (33, 4)])
def test_the_counts_are_those_of_the_exact_engine(until: int, dimension: int) -> None:
    spec, trials = plane_free_spec(until, dimension)
    counts = exact_plane_free(dimension, until).counts[: until + 1]
    assert counted_plane_free(run(spec, trials))[: until + 1] == list(counts)


@pytest.mark.parametrize("root", [20, 24, 29, 33])
def test_the_size_of_the_roots_changes_no_count(root: int) -> None:
    """More is summed without orbits."""
    p = UnionsParameters.complete({"until": 33, "root": root})
    found = run(make_spec("unions", {"until": 33, "root": root}), p.trials)
    assert counted_plane_free(found)[:34] == list(exact_planes(4).table.counts[:34])


def test_a_sum_that_was_stopped_goes_on_from_the_store(tmp_path: Path) -> None:
    spec, trials = plane_free_spec(36)
    stopped = False

    def stop(progress: RunProgress) -> None:
        nonlocal stopped
        stopped = progress.run >= 4

    with Store(tmp_path / "runs.sqlite") as store:
        half = run(spec, trials, block=2, store=store, report=stop, stopped=lambda: stopped)
        assert not half.complete
        with pytest.raises(SpecError, match=r"of the 16 parts were added up: all are needed"):
            counted_plane_free(half)
        whole = run(spec, trials, store=store)
        assert whole.run == trials - half.trials > 0
        assert counted_plane_free(whole)[:37] == list(exact_planes(4).table.counts[:37])
        assert store.tally(spec.id) == run(spec, trials, threads=1, block=5).tally


def test_a_process_with_other_unions_and_a_part_that_does_not_exist_are_refused() -> None:
    p = UnionsParameters.complete({"until": 20})
    with pytest.raises(SpecError, match="the unions of 17 cards are listed in another order here"):
        run_engine(replace(p, roots="0" * 12), 0, 0, 1)
    with pytest.raises(SpecError, match="part 1 of the unions does not exist: there are 1"):
        run_engine(p, 0, 0, 2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"until": 82}, "unions of 82 cards are not counted: the deck has 81"),
        ({"until": 5, "root": 6}, "root 6 is out of range: the last unions have 5 cards"),
        ({"dimension": 5}, "dimension 5 is out of range"),
    ],
)
def test_sums_that_are_not_possible_are_refused(given: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("unions", given)


def test_a_count_that_differs_from_a_known_one_is_refused() -> None:
    known = exact_planes(3)
    with pytest.raises(RuleError, match="2 collections of 1 cards contain no plane, but 27 are known"):
        add_counts(known, [1, 2])
