"""`setlab puzzle`: the same for everybody on a date, in every notation, with and without its solution."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from setlab.classroom import puzzle
from setlab.notation import NOTATIONS, find_notation
from tests.cli.conftest import Run

DAY = ("--date", "2026-11-16")


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_the_record(run: Run, level: str) -> None:
    answer, known = run("puzzle", *DAY, "--level", level, "--json").json, puzzle("2026-11-16", level)
    standard = find_notation()
    assert answer["cards"] == [standard.digits(card) for card in known.cards]
    assert answer["sets"] == [[standard.digits(card) for card in line] for line in known.sets]
    assert (answer["date"], answer["level"], answer["count"]) == ("2026-11-16", level, len(known.sets))
    assert run("find", "--json", *answer["cards"]).json["sets"] == answer["sets"]
    assert answer["seed"] == str(known.seed)
    difficulty = answer["difficulty"]
    assert difficulty["range"][0] < difficulty["seconds"] < difficulty["range"][1]
    assert Fraction(difficulty["easier"]) == known.difficulty.easier


def test_the_advanced_deal_is_one_of_deal(run: Run) -> None:
    answer = run("puzzle", *DAY, "--json").json
    dealt = run("deal", "12", "--sets", "6", "--seed", str(answer["seed"]), "--json").json
    assert dealt["cards"] == answer["cards"]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_everybody_sees_the_same_faces(run: Run, notation: str) -> None:
    answer = run("puzzle", *DAY, "--notation", notation, "--json").json
    here, standard = find_notation(notation), find_notation()
    assert [here.convert(here.parse(text), standard) for text in answer["cards"]] == list(puzzle("2026-11-16").cards)
    assert len(run("find", "--json", "--notation", notation, *answer["cards"]).json["sets"]) == 6


def test_today_is_the_default(run: Run) -> None:
    before = datetime.now(UTC).date()
    answer = run("puzzle", "--json").json
    assert answer["date"] in {before.isoformat(), datetime.now(UTC).date().isoformat()}
    assert answer["level"] == "advanced"


def test_the_screen_keeps_the_solution_until_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    out = run("puzzle", *DAY, "--level", "basic").out
    assert "Monday 16 November 2026, basic: 9 cards (filling: solid), 4 SETs" in out
    assert "of all basic puzzles are" in " ".join(out.split())
    assert "[1]" not in out
    again = re.search(r"The SETs: setlab (.*)", out)
    assert again is not None
    solved = run(*again[1].split()).out
    assert "9 cards, 4 SETs:" in solved
    assert "[4]" in solved
    path = tmp_path / "puzzle.svg"
    assert f"{path}: 9 cards" in run("puzzle", *DAY, "--level", "basic", "-o", str(path)).out
    assert path.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--date", "16.11.2026"], "'16.11.2026' is not a date: write year, month and day as in 2026-11-16"),
        (["--date", "2026-02-29"], "'2026-02-29' is not a date"),
        (["--level", "bsic"], "'bsic' is not a level: did you mean basic? Choose basic or advanced"),
        (["-o", "puzzle.txt"], "puzzle.txt is not a picture"),
        (["--notation", "klingon"], "'klingon' is not a notation"),
    ],
)
def test_bad_input(run: Run, arguments: list[str], said: str) -> None:
    done = run("puzzle", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1
