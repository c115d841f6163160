"""Figure, table, export and JSON of one command line are about exactly the trials asked for, whatever the store has."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from setlab.plots import Series, draw_histogram
from tests.experiment.truth import ask

SMALL, LARGE = 3000, 70_000
EXPERIMENT = ("simulate", "endgame", "--choice", "popular", "--seed", "5", "--threads", "1")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Series]:
    """The series that figures draw, in the order in which they are drawn."""
    import setlab.plots.results as pictures

    seen: list[Series] = []

    def draw(axis: Any, series: list[Series], *arguments: Any, **options: Any) -> None:
        seen.extend(series)
        draw_histogram(axis, series, *arguments, **options)

    monkeypatch.setattr(pictures, "draw_histogram", draw)
    return seen


def rows_of(text: str) -> tuple[dict[str, Any], dict[tuple[str, str], dict[str, str]]]:
    """The metadata of a CSV export, and its rows by histogram and key."""
    lines = text.split("\r\n")
    comments = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
    table = csv.DictReader(io.StringIO("\n".join(line for line in lines if not line.startswith("#"))))
    return {name: json.loads(value) for name, _, value in comments}, {(r["histogram"], r["key"]): r for r in table}


def test_everything_agrees_while_the_store_grows(tmp_path: Path, drawn: list[Series]) -> None:
    store, figure, export = str(tmp_path / "runs.sqlite"), str(tmp_path / "f.svg"), tmp_path / "e.csv"
    for trials in (SMALL, LARGE, SMALL):  # the last time the store has more than is asked for
        drawn.clear()
        asked = (*EXPERIMENT, "--trials", str(trials), "--store", store)
        answer = ask(*asked, "--json", "--plot", figure, "--export", str(export)).json
        assert answer["trials"] == trials
        assert sum(answer["tally"]["leftover"].values()) == trials
        check(answer, ask(*asked, "--format", "csv").out, drawn[0])
        assert export.read_bytes().decode() == ask(*asked, "--format", "csv").out
    stored = ask("runs", "--store", store, "--json").json["runs"]
    assert [run["trials"] for run in stored] == [LARGE]


def check(answer: dict[str, Any], text: str, series: Series) -> None:
    """The CSV and the series of the figure say what the JSON says."""
    about, rows = rows_of(text)
    assert (about["id"], about["spec"], about["seed"]) == (answer["id"], answer["spec"], answer["spec"]["seed"])
    assert (about["first"], about["trials"], about["level"]) == (answer["first"], answer["trials"], 0.95)
    assert about["ranges"] == [[0, answer["trials"] - 1]]
    estimates = answer["estimates"]["leftover"]
    assert [str(x) for x in series.x] == list(estimates)
    for i, (key, e) in enumerate(estimates.items()):
        row = rows["leftover", key]
        assert int(row["count"]) == e["count"] == answer["tally"]["leftover"][key]
        assert float(row["share"]) == e["value"] == series.y[i]
        assert series.low is not None
        assert series.high is not None
        assert (float(row["low"]), float(row["high"])) == (e["low"], e["high"]) == (series.low[i], series.high[i])


def test_an_export_of_stored_trials_holds_exactly_those_asked_for(tmp_path: Path) -> None:
    store = str(tmp_path / "runs.sqlite")
    name = ask(*EXPERIMENT, "--trials", str(LARGE), "--store", store, "--json").json["id"]
    for first in (0, 1234):
        place = ("--store", store, "--trials", str(SMALL), "--first", str(first))
        fresh = ask(*EXPERIMENT, "--trials", str(SMALL), "--first", str(first), "--no-store", "--format", "csv").out
        assert ask("runs", "export", name, *place, "--format", "csv").out == fresh
        path = tmp_path / "part.csv"
        said = ask("runs", "export", name, str(path), *place, "--json").json
        assert (said["first"], said["trials"], said["ranges"]) == (first, SMALL, [[first, first + SMALL - 1]])
        assert path.read_bytes().decode() == fresh
        shown = ask("runs", "show", name, *place, "--json").json
        assert (shown["first"], shown["trials"]) == (first, SMALL)
    whole = ask("runs", "export", name, "--store", store, "--format", "csv").out
    assert rows_of(whole)[0]["ranges"] == [[0, LARGE - 1]]


def test_trials_that_the_store_lacks_are_not_invented(tmp_path: Path) -> None:
    store, path = str(tmp_path / "runs.sqlite"), tmp_path / "x.csv"
    name = ask(*EXPERIMENT, "--trials", "3000", "--store", store, "--json").json["id"]
    done = ask("runs", "export", name, str(path), "--store", store, "--trials", "4000")
    assert done.status == 2
    assert f"the store lacks trials 3,000 to 3,999 of {name}: it has 0 to 2,999" in done.err
    assert not path.exists()
    assert "--first 5 needs --trials" in ask("runs", "show", name, "--first", "5", "--store", store).err


def test_every_form_of_an_export(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for ending in ("csv", "json", "parquet", "tex", "md", "txt"):
        path = tmp_path / f"e.{ending}"
        assert ask(*EXPERIMENT, "--trials", "500", "--no-store", "--export", str(path)).status == 0
        assert path.stat().st_size > 100
    table = parquet.read_table(tmp_path / "e.parquet")
    assert json.loads(table.schema.metadata[b"trials"]) == 500
    written = json.loads((tmp_path / "e.json").read_text())
    assert json.loads(table.schema.metadata[b"spec"]) == written["spec"]
    counts = {row["key"]: row["count"] for row in table.to_pylist() if row["histogram"] == "leftover"}
    assert counts == written["tally"]["leftover"]
    assert "cannot be written" in ask(*EXPERIMENT, "--export", "/nowhere/e.csv").err
    assert "has no known form: choose a name that ends in .csv" in ask(*EXPERIMENT, "--export", "e.xls").err
