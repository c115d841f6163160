"""`setlab runs import`: the committed tally of 10^12 games, and files that are refused, as a user meets them."""

import json
from pathlib import Path

import pytest

from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Block, Store
from tests.experiment.truth import ask

FILE = Path(__file__).parents[2] / "docs" / "standard-games.json"
TRIALS = 233 * 2**32
SIMULATE = ("simulate", "endgame", "--seed", "2026", "--json")


def test_a_trillion_games(tmp_path: Path) -> None:
    """Imported, listed, shown, asked for, checked, exported and drawn: no game is computed."""
    store = ("--store", str(tmp_path / "runs.sqlite"))
    said = ask("runs", "import", str(FILE), *store)
    assert f"{TRIALS:,} trials added" in said.out
    assert "1,086,829 rare games are counted in the tally and not listed in the file" in said.out
    (listed,) = ask("runs", *store, "--json").json["runs"]
    assert (listed["trials"], listed["imported"], listed["ranges"]) == (TRIALS, TRIALS, [[0, TRIALS - 1]])
    answer = ask(*SIMULATE, "--trials", str(TRIALS), *store).json
    assert (answer["run"], answer["tally"]) == (0, json.loads(FILE.read_text(encoding="utf-8"))["tally"])
    shown = ask("runs", "show", listed["id"], *store, "--json").json
    assert (shown["rare"], shown["rare_left_out"], shown["imported"][0]["file"]) == ([], 1086829, FILE.name)
    assert "imported from standard-games.json on " in ask("runs", "show", listed["id"], *store).out
    part = ask("runs", "show", listed["id"], "--trials", "500", *store, "--json").json
    assert (part["trials"], part["imported"]) == (500, []), "a part is computed here"
    ask("runs", "export", listed["id"], str(tmp_path / "part.json"), "--trials", "500", *store)
    assert json.loads((tmp_path / "part.json").read_text())["origin"] == ""
    assert ask("runs", "check", *store).status == 0
    again = tmp_path / "again.json"
    ask("runs", "export", listed["id"], str(again), *store)
    assert again.read_bytes() == FILE.read_bytes()
    ask("runs", "plot", listed["id"], "-o", str(tmp_path / "games.svg"), *store)
    assert (tmp_path / "games.svg").stat().st_size > 1000
    repeated = ask("runs", "import", str(again), *store, "--json").json
    assert (repeated["added"], repeated["there"]) == (0, TRIALS)


def test_a_part_that_is_there_needs_a_word(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "runs.sqlite"))
    few = ask(*SIMULATE, "--trials", "1000", *store).json
    refused = ask("runs", "import", str(FILE), *store)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"{FILE} is not imported: the store has 1,000 of the trials 0 to {TRIALS - 1} of {few['id']}" in refused.err
    taken = ask("runs", "import", str(FILE), "--replace", *store, "--json").json
    assert (taken["added"], taken["there"], taken["replaced"] > 0) == (TRIALS - 1000, 1000, True)
    again = ask(*SIMULATE, "--trials", "1000", *store).json
    assert (again["run"], again["tally"]) == (1000, few["tally"]), "a part of a tally is computed again"
    assert ask("runs", "check", *store, "--json").json["trials"] == TRIALS


def test_a_large_tally_that_a_run_would_have_to_split_is_named(tmp_path: Path) -> None:
    """One block of an hour: a part of it is computed again, after a sentence if it is a long one."""
    place, spec = str(tmp_path / "runs.sqlite"), make_spec("first-set")
    with Store(place) as store:
        store.add(spec, Block(0, run(spec, 3600).tally, 3600.0))
    command = ("simulate", "first-set", "--store", place, "--json")
    told = ask(*command, "--trials", "3000").err
    assert "trials 0 to 3,599 as one tally, which cannot be split: 3,000 of them are computed again" in told
    assert "; --trials 3600 takes it whole\n" in told
    assert ask(*command, "--trials", "5").err == ask(*command, "--trials", "3600").err == ""


@pytest.mark.parametrize(("old", "new"), [('"18": 486421', '"18": 486422'), ("H200", "H100"), ("{", "[")])
def test_a_changed_file_leaves_no_trace(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(FILE.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    refused = ask("runs", "import", str(path), "--store", str(tmp_path / "runs.sqlite"))
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "runs.sqlite").exists()


def test_origins_are_for_files_that_can_be_imported(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "runs.sqlite"))
    spec_id = ask("simulate", "first-set", "--trials", "100", "--json", *store).json["id"]
    assert "--origin is written into a file" in ask("runs", "export", spec_id, "--origin", "me", *store).err
    ask("runs", "export", spec_id, str(tmp_path / "a.json"), "--origin", "one core", *store)
    other = ("--store", str(tmp_path / "other.sqlite"))
    assert "computed by: one core" in ask("runs", "import", str(tmp_path / "a.json"), *other).out
