"""Answers are in words and fit the terminal: cards are named, and no line is wider than the window."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.render import visible_width

PROSE = [
    ("check", "1RFD", "1REO", "1RTD"),
    ("plane", "1RFO", "2RFO", "1GFO"),
    ("parallel", "1000", "2200", "0100", "--through", "2211"),
    ("parallel", "1000", "2200", "0100", "2211", "0111", "1011"),
    ("caps", "known"),
    ("caps", "sizes", "-d", "2", "--caps", "5"),
    ("antiset", "solve", "AG(2,3)"),
    ("antiset", "analyse", "02", "22", "10", "20"),
    ("exact", "min-sets", "--cards", "24"),
    ("exact", "planes", "-d", "2"),
    ("sources",),
    ("solitaire", "unclearable"),
    ("solitaire", "watch", "--strategy", "basic"),
    ("solitaire", "bound", "--games", "2", "--no-store"),
    ("solitaire", "measure", "--games", "2", "--no-store"),
    ("simulate", "endgame", "--trials", "10", "--no-store"),
]


@pytest.mark.parametrize("arguments", PROSE, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"COLUMNS": "60", "TERM": "xterm", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert status_of(list(arguments)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if visible_width(line) > 60] == []


def test_a_sentence_in_a_pipe_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["caps", "sizes", "-d", "2", "--caps", "5"]) == 0
    assert any(line.endswith("counts all complete caps.") for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("parallel", "1000", "2200", "0100", "--through", "2211"), "0111  one green striped diamond"),
        (("parallel", "1000", "2200", "0100"), "goes two, three, one"),
        (("antiset", "analyse", "02", "22", "12"), "Xavier  02 (one purple symbol)"),
        (("antiset", "solve", "AG(2,3)"), "Xavier: 00 (one red symbol)"),
        (("solitaire", "unclearable"), "1. three red solid diamonds, three red striped squiggles"),
        (("solitaire", "watch", "--strategy", "basic", "--notation", "thesis"), "1. 2 purple hollow diamonds, "),
        (("caps", "check", "-d", "2", "-"), "one red symbol, one green symbol, one purple symbol are on a line"),
    ],
)
def test_answers_name_the_cards(
    arguments: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"00 01 02  # a SET\n")))
    assert status_of(list(arguments)) == 0
    assert named in " ".join(capsys.readouterr().out.split(" "))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plane", "1RFD", "1REO", "1RTS"), "(one red solid diamond, one red open oval, one red striped squiggle) is"),
        (
            ("cube", "1RFD", "1REO", "1RTS", "2RFD"),
            "two red solid diamonds) are in one plane",
        ),
        (("parallel", "1RFD", "1REO", "1RTD"), "to the first two is 0012 (one red striped squiggle)"),
        (
            ("solitaire", "advise", "1RFD", "--taken", "1RFD,1REO,1RTS"),
            "0001 (one red solid diamond) is on the table and taken",
        ),
    ],
)
def test_errors_name_the_cards_in_words(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(list(arguments)) == 2
    assert said in capsys.readouterr().err


def test_the_ids_of_experiments_are_whole_in_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store, label = str(tmp_path / "runs.sqlite"), "a label of many words that takes much room"
    asked = ["simulate", "first-set", "--trials", "50", "--store", store, "--label", label, "--json"]
    assert status_of(asked) == 0
    spec_id = json.loads(capsys.readouterr().out)["id"]
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert status_of(["runs", "--store", store]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"{spec_id} ") for line in lines)
    assert max(map(visible_width, lines)) <= 50


@pytest.mark.parametrize("verb", [(), ("show",), ("compare",), ("export",), ("merge",), ("check",)], ids=" ".join)
def test_the_examples_about_stored_experiments_can_be_copied_in_their_order(
    verb: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SETLAB_STORE", str(tmp_path / "runs.sqlite"))
    assert status_of(["simulate", "endgame", "--trials", "1e4", "--seed", "1"]) == 0
    capsys.readouterr()
    assert status_of(["runs", *verb, "--help"]) == 0
    text = capsys.readouterr().out.replace(" \\\n", " ")
    examples = [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("    setlab ")]
    assert examples
    assert [status_of(example) for example in examples] == [0] * len(examples)
