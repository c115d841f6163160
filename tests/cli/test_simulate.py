"""`simulate`, `runs` and `replay` as a user types them."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from tests.cli.conftest import Run


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "runs.sqlite")


def test_the_fields_of_a_result(run: Run, store: str) -> None:
    answer = run("simulate", "endgame", "--trials", "2e3", "--seed", "1", "--json", "--store", store).json
    assert {"id", "spec", "first", "trials", "tally", "estimates", "seconds", "rate"} <= set(answer)
    assert answer["trials"] == 2000
    assert answer["first"] == 0
    assert answer["spec"]["parameters"]["choice"] == "random"
    assert sum(answer["tally"]["leftover"].values()) == 2000
    assert {"leftover", "largest_table", "turns", "no_set"} <= set(answer["tally"])
    assert set(answer["tally"]["leftover"]) <= {"0", "6", "9", "12", "15", "18"}
    proportion = answer["estimates"]["leftover"]["6"]
    assert proportion["low"] < proportion["value"] < proportion["high"]
    assert answer["rate"] > 0


def test_the_store_is_used_and_can_be_left_out(run: Run, store: str) -> None:
    arguments = ("simulate", "first-set", "--trials", "5000", "--seed", "3", "--json")
    first = run(*arguments, "--store", store).json
    again = run(*arguments, "--store", store, "--threads", "1").json
    without = run(*arguments, "--no-store").json
    assert (first["run"], again["run"], without["run"]) == (5000, 0, 5000)
    assert first["tally"] == again["tally"] == without["tally"]
    by_environment = run(*arguments, SETLAB_STORE=store).json
    assert by_environment["run"] == 0
    assert "all from the store" in run(*arguments[:-1], "--store", store).out


def test_ranges_and_merging(run: Run, tmp_path: Path) -> None:
    a, b = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    arguments = ("simulate", "set-count", "--seed", "3", "--histogram-at", "12", "--json")
    run(*arguments, "--trials", "1000", "--store", a)
    run(*arguments, "--trials", "1000", "--first", "1000", "--store", b)
    assert run("runs", "merge", b, "--store", a, "--json").json["skipped"] == 0
    merged = run(*arguments, "--trials", "2000", "--store", a).json
    assert merged["run"] == 0
    assert merged["tally"] == run(*arguments, "--trials", "2000", "--no-store").json["tally"]
    assert "0 blocks added" in run("runs", "merge", b, "--store", a).out


def test_runs(run: Run, store: str, tmp_path: Path) -> None:
    assert "the store is empty" in run("runs", "--store", store).out
    ids = [
        run("simulate", "first-set", "--trials", "3000", "--seed", seed, "--json", "--store", store).json["id"]
        for seed in ("1", "2")
    ]
    listed = run("runs", "--store", store, "--json").json["runs"]
    assert [record["id"] for record in listed] == ids
    assert listed[0]["ranges"] == [[0, 2999]]
    shown = run("runs", "show", ids[0][:8], "--store", store, "--json").json
    assert shown["trials"] == 3000
    assert "no SET among n cards" in run("runs", "show", ids[0], "--store", store).out
    compared = run("runs", "compare", *ids, "--histogram", "first_set", "--store", store, "--json").json
    assert 0 <= compared["p"] <= 1
    assert "chi-square" in run("runs", "compare", *ids, "--histogram", "first_set", "--store", store).out
    for name in ("out.csv", "out.json", "out.parquet"):
        path = tmp_path / name
        assert run("runs", "export", ids[0], str(path), "--store", store).status == 0
        assert path.stat().st_size > 0
    lines = [line for line in (tmp_path / "out.csv").read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    assert rows[0] == ["histogram", "key", "count", "share", "value", "low", "high", "exact"]
    assert sum(int(row[2]) for row in rows[1:] if row[0] == "first_set") == 3000
    assert json.loads((tmp_path / "out.json").read_text())["id"] == ids[0]
    assert (tmp_path / "out.parquet").read_bytes()[:4] == b"PAR1"
    picture = tmp_path / "both.svg"
    assert run("runs", "plot", *ids, "-o", str(picture), "--store", store).status == 0
    assert picture.read_text().startswith("<?xml")
    assert run("runs", "delete", ids[0], "--yes", "--store", store, "--json").json == {"deleted": ids[0]}
    assert len(run("runs", "--store", store, "--json").json["runs"]) == 1


def test_replay(run: Run, store: str) -> None:
    spec = run("simulate", "endgame", "--trials", "50", "--seed", "1", "--json", "--store", store).json["id"]
    answer = run("replay", spec[:6], "7", "--store", store, "--json").json
    taken = [event for event in answer["events"] if event["event"] == "claim"]
    assert len(answer["leftover"]) + 3 * len(taken) == 81
    shown = run("replay", spec, "7", "--store", store)
    assert f"{spec}, trial 7" in shown.out
    assert f"left: {len(answer['leftover'])} cards" in shown.out


def test_until_error_stops_at_a_fixed_step(run: Run) -> None:
    arguments = ("simulate", "first-set", "--until-error", "0.002", "--trials", "1e7", "--json", "--no-store")
    one, other = run(*arguments).json, run(*arguments, "--threads", "1").json
    assert one["trials"] == other["trials"] == 262144
    assert one["tally"] == other["tally"]
    widest = max(e["high"] - e["low"] for e in one["estimates"]["none"].values())
    assert widest / 2 <= 0.002


def test_plots(run: Run, tmp_path: Path) -> None:
    for kernel in ("endgame", "first-plane", "set-count"):
        path = tmp_path / f"{kernel}.png"
        assert run("simulate", kernel, "-d", "3", "--trials", "500", "--no-store", "--plot", str(path)).status == 0
        assert path.read_bytes()[:4] == b"\x89PNG"


BAD = [
    (("simulate",), "Missing argument"),
    (("simulate", "chess"), "'chess' is not a kernel: choose endgame, first-set"),
    (("simulate", "endgame", "--trials", "0"), "0 trials cannot be run: choose 1 or more"),
    (("simulate", "endgame", "--trials", "-5"), "-5 trials cannot be run"),
    (("simulate", "endgame", "--trials", "1.5"), "'1.5' is not a number of trials: it must be whole"),
    (("simulate", "endgame", "--trials", "1e30"), "is out of range: trials end at 2^63 − 1"),
    (("simulate", "endgame", "--trials", "1e99"), "'1e99' is not a number of trials"),
    (("simulate", "endgame", "--trials", "nan"), "'nan' is not a number of trials"),
    (("simulate", "endgame", "--trials", "many"), "'many' is not a number of trials"),
    (("simulate", "endgame", "--seed", "-1"), "seed -1 is out of range: choose one from 0 to 2^64 − 1"),
    (("simulate", "endgame", "--seed", str(2**64)), "is out of range"),
    (("simulate", "endgame", "--first", "-1"), "first trial -1 is out of range"),
    (("simulate", "endgame", "--choice", "best"), "'best' is not a choice"),
    (("simulate", "endgame", "--refill", "never"), "'never' is not a refill"),
    (("simulate", "endgame", "--lost", "82"), "82 cards cannot be lost: the deck has 81"),
    (("simulate", "endgame", "--lost", "0000,9999"), "'9999' is not a card"),
    (("simulate", "endgame", "--lost", "pig"), "'pig' is not a card"),
    (("simulate", "endgame", "--table", "1"), "a table of 1 cards is too small"),
    (("simulate", "endgame", "--dimension", "9"), "dimension 9 is out of range for endgame: choose 2 to 6"),
    (("simulate", "first-plane", "--dimension", "6"), "dimension 6 is out of range for first-plane: choose 2 to 5"),
    (("simulate", "first-set", "--choice", "first"), "--choice is not for first-set: it takes --dimension"),
    (("simulate", "set-count", "--histogram-at", "82"), "the deck has 81 cards"),
    (("simulate", "endgame", "--threads", "0"), "0 threads cannot be used"),
    (("simulate", "endgame", "--confidence", "95"), "confidence 95.0 is out of range"),
    (("simulate", "endgame", "--until-error", "0"), "cannot be reached"),
    (("simulate", "endgame", "--machine", "a"), "--machine is not for endgame: it takes --dimension, --values,"),
    (("simulate", "endgame", "--backend", "cuda"), "'cuda' is not a backend: choose cpu, gpu or dask"),
    (("simulate", "endgame", "--workers", "2"), "workers describes a Dask cluster: choose the backend dask for it"),
    (("antiset", "measure", "--backend", "dask", "--workers", "0"), "0 workers cannot be started: choose 1 to 1024"),
    (("solitaire", "measure", "--backend", "dask", "--scheduler", "a"), "'a' is not a scheduler that can be reached"),
    (("reproduce", "A11", "--full", "--backend", "tpu"), "'tpu' is not a backend: did you mean gpu?"),
    (("simulate", "endgame", "-d", "four"), "'four' is not a number for --dimension: write a whole number"),
    (("simulate", "endgame", "--plot", "/nowhere/a.svg"), "there is no folder /nowhere"),
    (("simulate", "endgame", "--plot", "a.txt"), "a.txt is not a picture"),
    (("simulate", "endgame", "--store", "/proc/nowhere/x"), "choose another --store"),
    (("runs", "show", "zzz"), "no experiment in the store has an id that starts with 'zzz'"),
    (("runs", "merge", "/nowhere/b.sqlite"), "there is no such file"),
    (("runs", "dance"), "'dance' is not a verb of runs: choose"),
    (("replay", "zzz", "1"), "no experiment in the store"),
    (("replay", "zzz", "-1"), "No such option"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda case: ascii(case)[:60])
def test_one_line_and_status_two(run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments, SETLAB_STORE=str(tmp_path / "runs.sqlite"))
    assert done.status == 2
    assert message in done.err
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


def test_a_damaged_store_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(b"not a store" * 100)
    done = run("simulate", "first-set", "--trials", "10", "--store", str(path))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "choose another --store" in done.err


def test_a_newer_store_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 7")
    done = run("runs", "--store", str(path))
    assert "has version 7, this setlab knows 5" in done.err


@pytest.mark.parametrize(
    "arguments",
    [["solitaire", "--strategy", "thrifty"], ["solitaire", "--strategy", "clairvoyant"], ["antiset"]],
    ids=" ".join,
)
def test_games_against_oneself_and_others_are_drawn(arguments: list[str], tmp_path: Path) -> None:
    picture = tmp_path / "games.svg"
    assert status_of(["simulate", *arguments, "--trials", "20", "--no-store", "--plot", str(picture)]) == 0
    assert picture.read_text().lstrip().startswith("<?xml")
