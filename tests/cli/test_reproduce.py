"""`setlab reproduce` and `setlab sources` on the command line."""

import json
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.cli.verbs.reproduce import COLOURS
from setlab.reproduce import VERDICTS


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert status_of([*arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_items_have_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    items = answer(capsys, "reproduce", "E1.table", "E1.order", "--no-store")["items"]
    assert isinstance(items, list)
    for item in items:
        assert {"id", "source", "what", "printed", "ours", "verdict", "place", "quote", "rows", "commands"} <= set(item)
        assert item["verdict"] in VERDICTS
    assert [item["id"] for item in items] == ["E1.table", "E1.order"]
    assert items[0]["source"] == "forbes-forbes"


def test_a_source_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    by_letter, by_key = (answer(capsys, "sources", name)["sources"] for name in ("E", "forbes-forbes"))
    assert by_letter == by_key


def test_sources_are_listed_with_their_items(capsys: pytest.CaptureFixture[str]) -> None:
    listed = answer(capsys, "sources")["sources"]
    assert isinstance(listed, list)
    assert [source["key"] for source in listed][::4] == ["abrahamsen-eriksen", "forbes-forbes"]
    for source in listed:
        assert {"key", "authors", "title", "year", "items"} <= set(source)
        assert all({"id", "kind", "place", "what", "quote"} <= set(item) for item in source["items"])


def test_sources_are_cited(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["sources", "--bibtex"]) == 0
    text = capsys.readouterr().out
    assert text.count("@") == 5
    assert text.count("{") == text.count("}")


def test_the_table_shows_every_figure_and_ends_with_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "E1.table", "--no-store"]) == 0
    text = capsys.readouterr().out
    assert "SETs on the table: 8;" in " ".join(text.split())
    assert "1 item: 1 confirmed." in text


def test_a_misprint_is_named_with_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "A11.table9", "--no-store"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "printed n = 10: 16,7% (1 of 15 figures) ours n = 10: 16.9450 % why For ten cards" in text
    assert "n = 11" not in text


def test_latex_has_every_figure_and_every_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reproduce", "A11.table9", "A8.disjoint", "--no-store", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert text.count("\\toprule") == 2, "a table of a row for each figure, beside that of the findings"
    assert "\\dots" not in text
    assert "n = 10 & 16,7\\% & 16.9450 \\% & \\ensuremath{-}0.25 \\% & misprint" in text
    assert "n = 17 & 1,4 \\ensuremath{\\cdot} 10\\ensuremath{^{-4}}\\%" in text
    assert status_of(["reproduce", "A11.table9", "A8.disjoint", "--no-store", "--format", "csv"]) == 0
    assert len([line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]) == 3


def test_every_verdict_has_a_colour() -> None:
    assert set(COLOURS) == set(VERDICTS)


@pytest.mark.parametrize(
    "arguments", [["reproduce", "Q7"], ["reproduce", "--quick", "--full"], ["sources", "004"], ["reproduce", "004"]]
)
def test_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_report_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    for place in ("/nowhere/at/all", str(tmp_path / "file")):
        assert status_of(["reproduce", "E1", "--no-store", "--report", place]) == 2
        assert capsys.readouterr().err.count("\n") == 1
