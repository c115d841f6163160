"""`setlab solitaire compare`: two strategies on common games."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from setlab import compare, compare_many
from setlab.cli.main import status_of
from setlab.errors import SpecError
from setlab.solitaire.values import shipped_weights
from tests.cli.terminal import Terminal


def test_the_verb_agrees_with_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", "compare", "thrifty", "basic", "--games", "300", "--seed", "1", "--json"]) == 0
    answer, found = json.loads(capsys.readouterr().out), compare("thrifty", "basic", 300, seed=1)
    assert answer["strategies"] == ["thrifty", "basic"]
    assert answer["clear"] == [mean.count for mean in found.means]
    assert (answer["difference"], answer["interval"]) == (
        found.difference.value,
        [found.difference.low, found.difference.high],
    )
    assert (answer["differ"], answer["differing"]) == (found.differ, list(found.differing))


def test_the_answer_names_a_game_to_watch(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", "compare", "thrifty", "basic", "--games", "100", "--first", "50"]) == 0
    said, found = capsys.readouterr().out, compare("thrifty", "basic", 100, seed=1, first=50)
    assert "games 50 to 149 of seed 1" in said
    assert f"`setlab solitaire watch --strategy thrifty --seed 1 --game {found.differing[0]}`" in said


def test_programs_get_the_ends_of_the_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", "compare", "S9", "basic", "--games", "50", "--format", "csv"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert rows[0] == "strategy,mean,low,high"
    assert [row.partition(",")[0] for row in rows[1:]] == ["S9", "basic", "difference"]


def test_several_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solitaire", "compare", "thrifty", "S9", "basic", "--games", "200", "--seed", "1"]
    assert status_of([*arguments, "--json"]) == 0
    answer, found = json.loads(capsys.readouterr().out), compare_many(["thrifty", "S9", "basic"], 200, seed=1)
    assert answer["strategies"] == list(found.strategies)
    assert answer["clear"] == [mean.count for mean in found.means]
    assert [d["difference"] for d in answer["differences"]] == [each.estimate.value for each in found.differences]
    assert (answer["level"], answer["level_of_each"]) == (0.95, found.level_of_each)
    assert status_of(arguments) == 0
    said = capsys.readouterr().out
    assert "All 3 intervals hold together with 95 % confidence (each at 98.33 %" in said
    assert "thrifty − basic" in said
    assert status_of([*arguments, "--format", "latex"]) == 0
    assert capsys.readouterr().out.count("\\toprule") == 2


def test_ctrl_c_gives_the_result_of_the_games_so_far() -> None:
    with Terminal("solitaire", "compare", "master", "expert", "--games", "1e6", "--no-store") as terminal:
        terminal.until("mean master")
        terminal.press("\x03")
        status, shown = terminal.end()
    assert status == 130
    assert "difference" in shown
    assert "of 1,000,000 trials; nothing was kept" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["S9", "S7"], "'S7' is not a strategy"),
        (["S9"], "see `setlab solitaire compare --help`"),
        (["S9", "basic", "S9"], "S9 is named twice"),
        (["random"] * 9, "9 strategies cannot be compared: name 2 to 8"),
        (["S9", "basic", "--weights", "w.json"], "'S9' uses no weights"),
        (["S9", "basic", "--games", "0"], "0 games are out of range"),
        (["fast", "fast", *["--weights", "w.json"] * 3], "3 files of weights are too many"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", "compare", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_comparisons_that_do_not_follow() -> None:
    one = compare("S9", "basic", 20, seed=1)
    with pytest.raises(SpecError, match="leave a gap"):
        one + compare("S9", "basic", 20, seed=1, first=21)
    with pytest.raises(SpecError, match="they are different experiments"):
        one + compare("S9", "basic", 20, seed=2, first=20)


def test_games_that_were_played_are_in_the_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solitaire", "compare", "S9", "basic", "--games", "60", "--store", str(tmp_path / "runs.sqlite")]
    assert status_of(arguments) == 0
    said = capsys.readouterr().out
    assert status_of(arguments) == 0
    assert capsys.readouterr().out == said
    assert status_of(["runs", "--store", str(tmp_path / "runs.sqlite"), "--json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert (run["spec"]["kernel"], run["trials"]) == ("comparison", 60)
    assert status_of(["runs", "show", run["id"], "--store", str(tmp_path / "runs.sqlite")]) == 0
    assert "S9 − basic" in capsys.readouterr().out


def test_weights_are_read_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, linear = tmp_path / "contrary.json", shipped_weights().linear
    contrary = replace(shipped_weights(), linear={stage: tuple(-w for w in row) for stage, row in linear.items()})
    path.write_text(contrary.to_json())
    arguments = ["solitaire", "compare", "fast", "fast", "--weights", str(path), "--games", "100", "--json"]
    assert status_of(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["weights"] == [contrary.checksum, shipped_weights().checksum]
    assert answer["difference"] < 0
