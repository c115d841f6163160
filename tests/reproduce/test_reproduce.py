"""Items of the seeds: found by id, answered, judged, reported."""

import json
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from setlab.cli.main import status_of
from setlab.errors import SpecError
from setlab.experiment.store import Store
from setlab.reproduce import Cell, Finding, Item, Lab, find_items, items
from setlab.reproduce.item import VERDICTS, WORST, worst
from setlab.reproduce.judge import COMPUTED, CONFIDENCE, FIGURES, judged, table
from setlab.reproduce.lab import command
from setlab.reproduce.listing import card_text, count_planes, reduced
from setlab.reproduce.report import write_report
from setlab.reproduce.summary import summary
from setlab.stats import Paper

EVERY = items()

EXPECTED = {
    "A1.table2": "confirmed",
    "A2.third": "confirmed",
    "A2.listing": "confirmed",
    "A3.counts": "confirmed",
    "A3.table3": "confirmed",
    "A3.formula": "misprint",
    "A4.table4": "confirmed",
    "A4.beyond": "settled",
    "A5.counts": "confirmed",
    "A6.table7": "confirmed",
    "A6.checksum": "confirmed",
    "A6.hidden": "confirmed",
    "A7.vectors": "confirmed",
    "A8.planes": "confirmed",
    "A8.parallel": "confirmed",
    "A9.cubes": "confirmed",
    "A10.shares": "misprint",
    "A11.table9": "wrong",
    "A11.18": "wrong",
    "A12.deviation": "confirmed",
    "A12.normal": "wrong",
    "A13.runs": "wrong",
    "A13.nine": "misprint",
    "A14.set": "confirmed",
    "A14.time": "wrong",
    "A14.plane": "wrong",
    "A15.puzzle": "settled",
    "B2.sum": "misprint",
    "B6.left": "confirmed",
    "B6.turns": "confirmed",
    "C1.coding": "confirmed",
    "C2.board": "confirmed",
    "C4.proof": "settled",
    "E1.table": "confirmed",
    "E1.order": "confirmed",
    "E2.basic": "consistent",
    "E3.shortcuts": "wrong",
}
"""What is exact and quick; the verdict is what the seed deserves, not what the program says."""


@pytest.mark.parametrize("name", EXPECTED)
def test_exact_items(name: str) -> None:
    (item,) = find_items([name])
    assert item.answer(Lab()).verdict == EXPECTED[name]


def test_only_the_row_of_ten_cards_is_wrong_in_table_9() -> None:
    (item,) = find_items(["A11.table9"])
    assert [cell.at for cell in item.answer(Lab()).cells if cell.verdict != "consistent"] == ["n = 10"]


def test_ids_are_unique_and_in_order() -> None:
    ids = [item.id for item in EVERY]
    assert len(set(ids)) == len(ids)
    parts = [(item.id[0], int(item.part[1:])) for item in EVERY]
    assert parts == sorted(parts)
    assert all("." in name for name in ids), "a part of a mission item, such as A11.table9"


def test_items_are_found_by_id_part_letter_and_seed() -> None:
    assert [item.id for item in find_items(["a3"])] == ["A3.counts", "A3.table3", "A3.formula"]
    assert find_items(["C"]) == find_items(["002"])
    assert find_items([]) == EVERY
    with pytest.raises(SpecError, match="'Z9' is not an item: choose from A1"):
        find_items(["A3", "Z9"])


@pytest.mark.parametrize(
    ("text", "ours", "paper", "verdict"),
    [
        ("1080", 1080, COMPUTED, "confirmed"),
        ("1081", 1080, COMPUTED, "wrong"),
        ("98,7%", Fraction(78, 79), Paper(30_000_000), "consistent"),
        ("98,9%", Fraction(78, 79), Paper(30_000_000), "wrong"),
        ("0.12%", (122_000, 10_000_000), Paper(1_000_000), "misprint"),
        ("46.9%", (47, 100), Paper(1_000_000), "open"),
        ("505.440", 505_440, COMPUTED, "confirmed"),
    ],
)
def test_judging(text: str, ours: int | Fraction | tuple[int, int], paper: Paper, verdict: str) -> None:
    assert judged("here", text, ours, paper).verdict == verdict


def test_the_worst_figure_decides() -> None:
    assert set(WORST) == set(VERDICTS)
    cells = tuple(Cell("", "", "", verdict) for verdict in WORST)
    assert [worst(cells[i:]) for i in range(len(cells))] == list(WORST)
    told = table([Cell("one", "1", "1", "confirmed"), Cell("two", "2", "3", "wrong", "because")])
    assert (told.verdict, told.seed_value, told.ours, told.why) == ("wrong", "two: 2", "two: 3", "because")


def test_the_level_holds_for_all_figures_together() -> None:
    """Fewer printed figures are sampled than the correction allows for."""
    from setlab.reproduce import seed_000_simulations as thesis
    from setlab.reproduce import seed_001, seed_002, seed_004

    games = [*map(len, seed_001.TABLES.values()), *map(len, seed_002.TABLES.values())]
    deals = [len(thesis.TABLE_8), len(thesis.TABLE_9), len(thesis.TABLE_11), len(seed_004.RESULTS) + 1]
    assert sum(games) + sum(deals) < FIGURES
    assert pytest.approx(0.01 / FIGURES) == 1 - CONFIDENCE


def test_the_listed_programs() -> None:
    deck = [card_text(card) for card in range(81)]
    assert reduced(deck) == []
    assert reduced(deck[:2] + deck[3:5]) == deck[:2] + deck[3:5]
    assert count_planes([card_text(card) for card in range(27)]) == 39


def test_runs_go_through_the_store_and_name_their_command(tmp_path: Path) -> None:
    with Store(str(tmp_path / "store.db")) as store:
        lab = Lab(store=store)
        first = lab.game(2_000, 9, lost=1, choice="popular")
        again = lab.game(2_000, 9, lost=1, choice="popular")
    assert first.run == 2_000
    assert again.run == 0
    assert command(first) == "setlab simulate endgame --choice popular --lost 1 --trials 2000 --seed 1"


@pytest.mark.parametrize(
    "parameters",
    [
        {"lost": "set"},
        {"dimension": 3, "refill": "always-three", "choice": "first"},
        {"dimension": 3, "values": 4, "refill": "always-three", "choice": "first"},
        {"refill": "greedy-deck"},
        {"values": 4, "table": 16},
    ],
    ids=str,
)
def test_commands_repeat_the_run(parameters: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    result = Lab().game(20, 20, **parameters)
    assert status_of([*shlex.split(command(result))[1:], "--json", "--no-store"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["id"] == result.spec.id
    assert answer["tally"]["leftover"] == dict(result.tally["leftover"])


def test_the_command_that_builds_games_says_how_many_cards_they_leave() -> None:
    (item,) = find_items(["B6.left"])
    (line,) = item.answer(Lab()).commands
    done = subprocess.run([sys.executable, *shlex.split(line)[1:]], capture_output=True, text=True, check=True)
    assert done.stdout == "[18, 20, 19]\n"


def test_full_takes_more_trials() -> None:
    assert Lab(full=True).game(10, 50).tally.trials == 50


def test_json_has_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "A3", "B2.sum", "--json", "--no-store"]) == 0
    answer = json.loads(capsys.readouterr().out)
    for item in answer["items"]:
        assert {"id", "what", "seed_value", "ours", "verdict", "commands"} <= set(item)
        assert item["verdict"] in VERDICTS
    assert [item["id"] for item in answer["items"]] == ["A3.counts", "A3.table3", "A3.formula", "B2.sum"]
    assert answer["items"][0]["figures"][0]["printed"] == "1/79"


def test_the_table_ends_with_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "A3", "--no-store"]) == 0
    assert "3 items: 2 confirmed, 1 misprint." in capsys.readouterr().out


def test_summary_words() -> None:
    pair = (EVERY[0], Finding("misprint", "", ""))
    assert summary([pair, pair]) == "2 items: 2 misprints"


@pytest.mark.parametrize("arguments", [["Q7"], ["--quick", "--full"], ["A3", "--report", "/nowhere/at/all"]])
def test_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "--no-store", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_report_is_one_page_and_a_pdf(tmp_path: Path) -> None:
    lab = Lab()
    chosen = find_items(["A3", "A6.hidden"])
    drawing = find_items(["C3.d3"])[0]
    small = Item(drawing.id, drawing.where, drawing.what, drawing.answer)
    findings = [(item, item.answer(lab)) for item in (*chosen, small)]
    html, pdf = write_report(tmp_path / "report", findings, "quick")
    text = html.read_text()
    assert all(f'id="{item.id}"' in text for item, _ in findings)
    assert text.count("<svg") == 1
    assert not any(link in text for link in ('src="', 'href="http', "@import")), "the page needs nothing else"
    assert "setlab simulate endgame --dimension 3" in text
    assert pdf.read_bytes()[:5] == b"%PDF-"
