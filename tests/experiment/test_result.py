"""Results as data: `simulate`, sums of results, data frames, and what is refused instead of guessed."""

import builtins
import copy
import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import setlab
from setlab.errors import SpecError
from setlab.experiment import Result, Store, Tally, make_spec, simulate
from setlab.experiment.run import run
from setlab.stats import proportion_interval


@pytest.fixture(scope="module")
def games() -> Result:
    return simulate("endgame", 3000, seed=1)


def test_the_library_and_the_runner_agree(games: Result) -> None:
    assert setlab.simulate("endgame", "3e3", seed=1) == games
    assert games.tally == run(make_spec("endgame", {}, 1), 3000).tally
    assert set(map(type, games.tally["leftover"])) == {int}


@pytest.mark.parametrize("trials", [1000, 1e3, "1000", "1e3", "1_000", np.int64(1000), np.float32(1000)])
def test_numbers_of_trials_as_people_write_them(trials: Any) -> None:
    assert simulate("first-set", trials, seed=4).trials == 1000


@pytest.mark.parametrize(
    ("trials", "error"),
    [
        (1.5, SpecError),
        ("1.5", SpecError),
        ("many", SpecError),
        (float("nan"), SpecError),
        (float("inf"), SpecError),
        (0, SpecError),
        (-3, SpecError),
        (True, TypeError),
        (np.bool_(True), TypeError),
        (None, TypeError),
        ([5], TypeError),
    ],
)
def test_other_numbers_of_trials_are_refused(trials: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"trials.*(: write|: choose|must be)"):
        simulate("endgame", trials)


def test_results_of_adjoining_ranges_add(games: Result) -> None:
    parts = [simulate("endgame", 1000, seed=1, first=first) for first in (0, 1000, 2000)]
    assert sum(parts) == games
    assert parts[1] + parts[0] == simulate("endgame", 2000, seed=1)


def test_other_results_do_not_add(games: Result) -> None:
    with pytest.raises(SpecError, match="different experiments"):
        games + simulate("endgame", 10, seed=2, first=3000)
    with pytest.raises(SpecError, match=r"trials 0 to 2,999 and 2,999 to 3,008 overlap.*first=3000"):
        games + simulate("endgame", 10, seed=1, first=2999)
    with pytest.raises(SpecError, match="leave a gap"):
        games + simulate("endgame", 10, seed=1, first=3001)
    with pytest.raises(SpecError, match="overlap"):
        games + games
    stopped = run(games.spec, 10, first=3000, stopped=lambda: True)
    with pytest.raises(SpecError, match="stopped"):
        games + stopped


def test_frames_are_tidy(games: Result) -> None:
    frame = games.to_pandas()
    assert list(frame.columns) == ["key", "count", "share", "low", "high", "level"]
    assert dict(zip(frame["key"], frame["count"], strict=True)) == games.tally["leftover"]
    assert frame["key"].dtype == np.int64
    for row in frame.itertuples():
        ends = proportion_interval(row.count if isinstance(row.count, int) else row[2], 3000)
        assert (row.low, row.high, row.share) == (ends.low, ends.high, row[2] / 3000)
    assert frame.attrs["seed"] == 1
    assert frame.attrs["trials"] == 3000
    assert frame.attrs["level"] == 0.95
    assert frame.attrs["spec"]["parameters"]["choice"] == "random"


def test_the_three_libraries_have_the_same_columns(games: Result) -> None:
    for name in ("leftover", "no_set", "searches", "largest_table_and_leftover"):
        frame, other, array = games.to_pandas(name), games.to_polars(name), games.to_numpy(name)
        assert list(frame.columns) == other.columns == list(array.dtype.names or ())
        assert len(frame) == other.height == len(array) > 1
        for column in frame.columns:
            assert frame[column].tolist() == other[column].to_list() == array[column].tolist()


def test_pairs_have_two_columns(games: Result) -> None:
    frame = games.to_pandas("largest_table_and_leftover")
    assert list(frame.columns[:3]) == ["largest_table", "leftover", "count"]
    assert frame.groupby("leftover")["count"].sum().to_dict() == games.tally["leftover"]


def test_what_is_not_known_has_no_column_or_is_not_a_number() -> None:
    frame = simulate("set-count", 50, seed=1, histogram_at=[12]).to_pandas("deviation")
    assert "count" not in frame
    assert "value" in frame
    assert "share" not in frame
    assert frame["low"].notna().sum() == 1  # for 12 cards alone the whole histogram is kept
    names = simulate("antiset", 3, design="AG(2,3)").to_numpy("winner")
    assert names["key"].tolist() == ["xavier"]


def test_another_level_gives_wider_intervals(games: Result) -> None:
    wide = simulate("endgame", 3000, seed=1, confidence=0.999)
    assert wide == games.with_confidence(0.999) != games
    assert wide.to_pandas()["low"].tolist() < games.to_pandas()["low"].tolist()
    assert set(wide.to_pandas()["level"]) == {0.999}


def test_names_that_are_not_there_get_a_question(games: Result) -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: simulate("endgame", 10, choise="popular"), "did you mean choice?"),
        (lambda: make_spec("endgame", {"choise": "popular"}), "did you mean choice?"),
        (lambda: simulate("endgame", 10, choice="populer"), "did you mean popular?"),
        (lambda: simulate("endgam", 10), "did you mean endgame?"),
        (lambda: simulate("solitaire", 10, strategy="expart"), "did you mean expert?"),
        (lambda: simulate("antiset", 10, xavier="theorem"), "did you mean theorem7?"),
        (lambda: games.tally["leftovers"], "did you mean leftover?"),
        (lambda: games.estimate("leftovers"), "did you mean leftover?"),
        (lambda: games.to_pandas("turn"), "did you mean turns?"),
        (lambda: simulate("endgame", 10, nonsense=1), "'nonsense' is not a parameter of endgame: endgame takes"),
    ]
    for call, question in calls:
        with pytest.raises(SpecError) as caught:
            call()
        assert question in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kernel", "given", "error"),
    [
        ("endgame", {"dimension": True}, TypeError),
        ("endgame", {"dimension": 3.7}, SpecError),
        ("endgame", {"dimension": "four"}, SpecError),
        ("endgame", {"values": None}, TypeError),
        ("endgame", {"lost": True}, TypeError),
        ("endgame", {"lost": 1.5}, SpecError),
        ("endgame", {"lost": "some"}, SpecError),
        ("endgame", {"lost": [0.5]}, SpecError),
        ("endgame", {"lost": ["0012"]}, TypeError),
        ("endgame", {"table": 12.9}, SpecError),
        ("endgame", {"table": [12]}, TypeError),
        ("endgame", {"choice": ["random"]}, SpecError),
        ("endgame", {"choice": None}, SpecError),
        ("set-count", {"histogram_at": [1.5]}, SpecError),
        ("set-count", {"histogram_at": [True]}, TypeError),
        ("solitaire", {"strategy": 3}, SpecError),
        ("solitaire", {"strategy": "fast", "weights": 3}, TypeError),
        ("solitaire-bound", {"deals": 2.7}, SpecError),
        ("solitaire-bound", {"deals": True}, TypeError),
        ("solitaire-bound", {"undealt": 18.5}, SpecError),
        ("antiset", {"design": 3}, TypeError),
        ("antiset", {"xavier": len}, TypeError),
    ],
)
def test_parameters_are_not_rounded_or_guessed(kernel: str, given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        make_spec(kernel, given)
    assert "\n" not in str(caught.value)
    name, value = next(reversed(given.items()))
    assert name in str(caught.value) or str(value) in str(caught.value)


def test_a_function_is_sent_where_it_can_be_played() -> None:
    for kernel, name in (("antiset", "xavier"), ("antiset", "olivia"), ("solitaire", "strategy")):
        with pytest.raises(TypeError, match=f"^{name} takes the name of a strategy.*use setlab.compare or setlab"):
            make_spec(kernel, {name: len})


@pytest.mark.parametrize(
    "options",
    [
        {"seed": True},
        {"seed": 1.5},
        {"seed": -1},
        {"seed": None},
        {"first": 0.5},
        {"first": -1},
        {"threads": 0},
        {"threads": "all"},
        {"confidence": 95},
        {"confidence": "0.95"},
        {"confidence": True},
        {"store": 3},
    ],
)
def test_options_are_checked_before_anything_runs(options: dict[str, Any]) -> None:
    name = next(iter(options))
    with pytest.raises((SpecError, TypeError), match=f"{name}|thread|trial"):
        simulate("endgame", 10**15, **options)


def test_nothing_is_stored_unless_a_store_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = tmp_path / "mine.sqlite", tmp_path / "other.sqlite"
    monkeypatch.setenv("SETLAB_STORE", str(mine))
    plain = simulate("endgame", 500, seed=1)
    assert not mine.exists()
    assert simulate("endgame", 500, seed=1, store=other) == plain
    assert not mine.exists()
    assert simulate("endgame", 600, seed=1, store=str(other)).run == 100
    with Store(other) as store:
        assert simulate("endgame", 600, seed=1, store=store).run == 0
        assert store.tally(plain.spec.id).trials == 600
    assert simulate("endgame", 500, seed=1, store=True).run == 500
    assert mine.exists()


def test_progress_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("endgame", 20_000, seed=1, progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.endswith("\n")
    assert shown.err.count("\n") == 1
    assert "20,000 of 20,000 trials, 100%" in shown.err


def test_ctrl_c_leaves_no_thread_and_keeps_what_is_finished(tmp_path: Path) -> None:
    before = threading.active_count()
    alarm = threading.Timer(0.8, os.kill, (os.getpid(), signal.SIGINT))
    alarm.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            simulate("endgame", 10**13, seed=1, store=tmp_path / "runs.sqlite")
    finally:
        alarm.cancel()
        alarm.join()
    assert threading.active_count() == before
    with Store(tmp_path / "runs.sqlite") as store:
        spec = make_spec("endgame", {}, 1)
        kept = store.tally(spec.id)
        assert kept == run(spec, kept.trials).tally


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_named_with_its_remedy(
    library: str, games: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def hidden(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {library!r}")
        return real(name, *rest)

    monkeypatch.setattr("builtins.__import__", hidden)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=r"pip install 'setlab\[data\]'") as caught:
        getattr(games, f"to_{library}")()
    assert library in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_table_says_what_was_run(games: Result) -> None:
    latex, markdown, html = games.to_latex(), games.to_markdown(), games._repr_html_()
    assert r"\toprule" in latex
    assert markdown.count("|") > 20
    assert html.count("<tr>") == 1 + len(games.tally["leftover"])
    for text in (latex, markdown, html, str(games)):
        assert "3,000 trials from 0" in text
        assert "choice random" in text
        assert f"{games.tally['leftover'][6]:,}" in text
    assert "Turns" in games.to_markdown("turns")
    with pytest.raises(SpecError, match="did you mean turns"):
        games.to_latex("turn")


def test_a_result_draws_itself(games: Result) -> None:
    figure = games.plot()
    assert figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]
    assert any("choice random" in text.get_text().replace("\n", " ") for text in figure.texts)
    assert len(games.plot("turns").axes) == 1
    assert games.plot(title="My games").get_suptitle() == "My games"
    with pytest.raises(SpecError, match="did you mean turns"):
        games.plot("turn")
    with pytest.raises(SpecError, match="is not a width"):
        games.plot(width="wide")


def test_a_result_is_short_at_the_prompt(games: Result) -> None:
    assert repr(games).startswith("<Result of endgame, seed 1: 3,000 trials, leftover 6 in ")
    assert len(repr(games)) < 120
    assert "choice popular" in repr(simulate("endgame", 10, choice="popular"))
    assert "choice" not in repr(games)


def test_a_result_is_pickled_and_copied_after_it_was_looked_at() -> None:
    result = simulate("endgame", 50, seed=1)
    assert result.estimates  # looks up quantities, which are functions
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert again == result
        assert again.estimates == result.estimates


def test_a_tally_is_used_as_a_mapping() -> None:
    tally = simulate("endgame", 50, seed=1).tally
    assert dict(tally) == dict(tally.items()) == tally.histograms
    assert list(tally.keys()) == list(tally)
    assert len(tally) == len(list(tally.values())) > 3
    assert Tally("0")
    assert len(Tally("0")) == 0


def test_a_result_has_its_seed_and_writes_tables_for_programs() -> None:
    result = simulate("endgame", 50, seed=7)
    assert result.seed == 7
    assert "# seed: 7" in result.to_csv()
    assert json.loads(result.to_json("turns"))["metadata"]["trials"] == 50
    for call in (result.to_csv, result.to_json):
        with pytest.raises(SpecError, match="'left' is not a quantity of endgame: did you mean leftover"):
            call("left")
