"""`setlab runs` on stores that were spoilt, and on experiments that are not independent."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from setlab.experiment.run import run as run_experiment
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Block, Store
from setlab.experiment.tally import Tally
from tests.cli.conftest import Run
from tests.cli.test_tables import on_terminal

FIRST = ("simulate", "first-set", "--trials", "4096", "--json")


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "runs.sqlite")


def filled(place: str, seed: int = 0) -> str:
    """The id of an experiment of four blocks in the store; `FIRST` asks for its trials."""
    spec = make_spec("first-set", seed=seed)
    with Store(place) as store:
        run_experiment(spec, 4096, block=1024, store=store)
    return spec.id


def change(store: str, sql: str, *values: object) -> None:
    with sqlite3.connect(store) as db:
        assert db.execute(sql, values).rowcount
    db.close()


def test_a_spoilt_block_is_named_left_out_and_computed_again(run: Run, store: str) -> None:
    spec = filled(store)
    right = run(*FIRST, "--store", store).json
    assert run("runs", "check", "--store", store).out.endswith("4,096 trials: all fit their checksums\n")
    change(store, """UPDATE blocks SET tally = '{"first_set":{"7":1024}}' WHERE first = 0""")
    listed = run("runs", "--store", store)
    assert re.search(rf"^{spec}  \d{{4}}-\d\d-\d\d   3,072  first-set, seed 0$", listed.out, re.MULTILINE)
    assert "1 spoilt block set aside and not counted: `setlab runs check` names them" in listed.out
    named = f"the block of trials 0 to 1023 of {spec} is spoilt (its checksum does not fit) and set aside"
    assert named in listed.err
    assert run("runs", "show", spec, "--store", store, "--json").json["trials"] == 3072
    checked = run("runs", "check", "--store", store)
    assert checked.status == 1
    assert f"the block of trials 0 to 1023 of {spec} is set aside: its checksum does not fit\n" in checked.out
    assert "Simulate these trials again" in checked.out
    again = run(*FIRST, "--store", store).json
    assert (again["run"], again["tally"]) == (1024, right["tally"])
    sound = run("runs", "check", "--store", store, "--json")
    assert (sound.status, sound.json["sound"], sound.json["trials"]) == (0, True, 4096)
    assert sound.json["set_aside"] == [
        {"id": spec, "first": 0, "trials": 1024, "why": "its checksum does not fit", "replaced": True}
    ]
    run("runs", "check", "--forget", "--store", store)
    assert run("runs", "check", "--store", store, "--json").json["set_aside"] == []


def test_a_run_names_the_spoilt_blocks_that_it_met(run: Run, store: str) -> None:
    right = run(*FIRST, "--store", store).json
    change(store, "UPDATE blocks SET tally = '[]'")
    again = run(*FIRST, "--store", store)
    assert (again.status, again.json["run"], again.json["tally"]) == (0, 4096, right["tally"])
    assert "is spoilt (the tally is not an object of histograms) and set aside" in again.err
    assert run(*FIRST, "--store", store).err == ""


def test_an_experiment_without_trials(run: Run, store: str, tmp_path: Path) -> None:
    spec = run(*FIRST, "--store", store).json["id"]
    change(store, "UPDATE blocks SET tally = 'null'")
    for arguments in (("show", spec), ("export", spec, str(tmp_path / "a.csv")), ("compare", spec, spec)):
        done = run("runs", *arguments, "--store", store)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"the experiment {spec} has no trials: " in done.err
        assert "set aside, which `setlab runs check` names; simulating it again computes them" in done.err
    assert not (tmp_path / "a.csv").exists()


def test_many_spoilt_blocks_are_named_in_a_few_lines(run: Run, store: str) -> None:
    spec = make_spec("first-set")
    with Store(store) as opened:
        run_experiment(spec, 800, block=100, store=opened)
    change(store, "UPDATE blocks SET checksum = ''")
    done = run("runs", "--store", store)
    assert done.err.count(f"of {spec.id} is spoilt (its checksum does not fit)") == 5
    assert done.err.endswith("setlab: … and 3 blocks more: `setlab runs check` names them all\n")
    assert run("runs", "check", "--store", store).out.count("is set aside:") == 8


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE specs SET spec = '{'", "is not a spec: it is not JSON"),
        ("UPDATE specs SET spec = replace(spec, '\"seed\":0', '\"seed\":1')", "its spec has been changed"),
        ("UPDATE specs SET spec = replace(spec, 'first-set', 'chess')", "its spec has been changed"),
        ("DELETE FROM specs", "is lost"),
    ],
)
def test_a_spoilt_spec(run: Run, store: str, sql: str, why: str) -> None:
    spec = run(*FIRST, "--store", store).json["id"]
    other = run(*FIRST, "--seed", "2", "--store", store).json["id"]
    change(store, f"{sql} WHERE id = '{spec}'")
    listed = run("runs", "--store", store)
    assert listed.status == 0
    assert re.search(rf"^{other}  \S+   4,096  first-set, seed", listed.out, re.MULTILINE)
    assert f"{spec} cannot be read: " in listed.out
    assert why in listed.out
    answer = run("runs", "--store", store, "--json").json
    assert [record["id"] for record in answer["runs"]] == [other]
    assert [record["id"] for record in answer["unreadable"]] == [spec]
    shown = run("runs", "show", spec, "--store", store)
    assert (shown.status, shown.err.count("\n")) == (2, 1)
    assert f"`setlab runs delete {spec}` forgets it" in shown.err
    assert run("runs", "check", "--store", store).status == 1
    assert run(*FIRST, "--store", store).json["run"] == 0, "the blocks are still right"
    assert run("runs", "check", "--store", store).status == 0
    change(store, f"{sql} WHERE id = '{spec}'")
    assert run("runs", "delete", spec, "--yes", "--store", store, "--json").json == {"deleted": spec}
    assert run("runs", "check", "--store", store).status == 0


def test_merging_names_spoilt_blocks(run: Run, tmp_path: Path, store: str) -> None:
    other = str(tmp_path / "other.sqlite")
    spec = filled(other)
    change(other, "UPDATE blocks SET seconds = -1 WHERE first = 0")
    merged = run("runs", "merge", other, "--store", store)
    assert f"setlab: {other}: the block of trials 0 to 1023 of {spec} is spoilt (its seconds are no time)" in merged.err
    assert merged.out.endswith("0 there already, 1 spoilt and left out\n")
    assert run("runs", "show", spec, "--store", store, "--json").json["trials"] == 3072
    for place in (store, other):
        run(*FIRST, "--store", place)
    assert run("runs", "merge", other, "--store", store).out.startswith("0 blocks added, ")


def test_merging_refuses_another_tally_of_the_same_trials(run: Run, tmp_path: Path, store: str) -> None:
    other, spec = str(tmp_path / "other.sqlite"), make_spec("first-set")
    for place, key in ((store, 6), (other, 7)):
        with Store(place) as opened:
            opened.add(spec, Block(0, Tally(spec.id, 100, {"first_set": {key: 100}}), 0.1))
    refused = run("runs", "merge", other, "--store", store)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"{other} is not merged: trials 0 to 99 of {spec.id} gave two tallies" in refused.err
    assert "has 100 in 'first_set' at '6', the other block" in refused.err


def test_two_experiments_with_one_seed_are_not_independent(run: Run, store: str) -> None:
    ids = [
        run("simulate", "endgame", "--choice", c, "--trials", "4000", "--seed", seed, "--json", "--store", store).json[
            "id"
        ]
        for c, seed in (("popular", "1"), ("reject", "1"), ("reject", "2"))
    ]
    dependent = run("runs", "compare", ids[0], ids[1], "--store", store)
    assert dependent.status == 0
    assert "both experiments have seed 1 and trials in common" in dependent.err
    assert "simulate one with another --seed" in dependent.err
    assert dependent.err.count("\n") == 1
    assert "have seed 1" in run("runs", "compare", ids[0], ids[1], "--store", store, "--json").json["warning"]
    independent = run("runs", "compare", ids[0], ids[2], "--store", store, "--json")
    assert (independent.err, independent.json["warning"]) == ("", None)


def test_trials_apart_are_independent_with_one_seed(run: Run, store: str, tmp_path: Path) -> None:
    here = run("simulate", "endgame", "--choice", "popular", "--trials", "2000", "--json", "--store", store).json["id"]
    there = run(
        "simulate", "endgame", "--choice", "reject", "--trials", "2000", "--first", "2000", "--json", "--store", store
    ).json["id"]
    assert run("runs", "compare", here, there, "--store", store).err == ""


def test_histograms_that_can_be_compared(run: Run, store: str) -> None:
    one = run(*FIRST, "--store", store).json["id"]
    other = run(*FIRST, "--seed", "2", "--store", store).json["id"]
    assert json.loads(run("runs", "compare", one, other, "--store", store, "--json").out)["histogram"] == "first_set"
    done = run("runs", "compare", one, other, "--histogram", "leftover", "--store", store)
    assert (done.status, done.err) == (2, "setlab: 'leftover' is not a histogram of both: choose first_set\n")


SEED_1, SEED_2 = make_spec("first-set", seed=1), make_spec("first-set", seed=2)


def test_a_label_is_kept_and_listed(run: Run, store: str) -> None:
    simulate = ("simulate", "first-set", "--trials", "200", "--store", store)
    run(*simulate, "--label", "table 3, draft")
    run(*simulate, "--seed", "2")
    records = run("runs", "--store", store, "--json").json["runs"]
    assert [record["label"] for record in records] == ["table 3, draft", ""]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", record["changed"]) for record in records)
    assert "table 3, draft" in run("runs", "--store", store).out
    run(*simulate, "--trials", "300")
    assert run("runs", "--store", store, "--json").json["runs"][0]["label"] == "table 3, draft", "kept when it grows"
    run(*simulate, "--label", "final")
    assert run("runs", "--store", store, "--json").json["runs"][0]["label"] == "final"
    assert "exclude each other" in run("simulate", "first-set", "--label", "a", "--no-store").err
    assert "is not a label: write one line" in run(*simulate, "--label", "two\nlines").err


def test_only_parameters_that_differ_are_listed(run: Run, store: str) -> None:
    run("simulate", "endgame", "--lost", "1", "--trials", "50", "--store", store)
    assert run("runs", "--store", store).out.splitlines()[1].endswith("  50  endgame, lost 1, seed 0")
    table = run("runs", "--store", store, "--format", "csv").out
    assert '"choice random, dimension 4, lost 1, refill standard, table 12, values 3"' in table


def test_the_list_is_no_wider_than_the_terminal(run: Run, store: str) -> None:
    options = ("--trials", "50", "--lost", "3", "--choice", "popular", "--refill", "always-three", "--store", store)
    run("simulate", "endgame", *options, "--label", "a label that is as long as labels are allowed to be, nearly")
    for columns in (40, 60, 80):
        shown = on_terminal("runs", "--store", store, COLUMNS=str(columns), NO_COLOR="1").replace("\r", "")
        assert max(map(len, shown.splitlines())) <= columns


def test_reproduce_does_not_litter_the_list(run: Run, store: str) -> None:
    with Store(store, origin="reproduce") as kept:
        for spec in (SEED_1, SEED_2):
            run_experiment(spec, 100, store=kept)
    listed = run("runs", "--store", store)
    assert listed.out == "2 experiments of `setlab reproduce` not listed: `setlab runs --all` lists all\n"
    assert run("runs", "--store", store, "--json").json == {"runs": [], "unreadable": [], "set_aside": 0, "hidden": 2}
    assert len(run("runs", "--all", "--store", store, "--json").json["runs"]) == 2
    run("simulate", "first-set", "--seed", "1", "--trials", "50", "--store", store)
    records = run("runs", "--store", store, "--json").json["runs"]
    assert [record["id"] for record in records] == [SEED_1.id], "what the user asks for is the user's"
    with Store(store, origin="reproduce") as kept:
        run_experiment(SEED_1, 200, store=kept)
        assert kept.journal.entry(SEED_1.id).origin == ""


def test_reproduce_marks_its_runs(run: Run, store: str) -> None:
    assert run("reproduce", "B2.81random", "--store", store).status == 0
    answer = run("runs", "--store", store, "--json").json
    assert (answer["runs"], answer["hidden"] > 0) == ([], True)


def test_a_merged_store_keeps_labels_and_origins(run: Run, store: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.sqlite")
    run("simulate", "first-set", "--seed", "1", "--trials", "50", "--label", "theirs", "--store", other)
    with Store(other, origin="reproduce") as kept:
        run_experiment(SEED_2, 100, store=kept)
    run("runs", "merge", other, "--store", store)
    answer = run("runs", "--all", "--store", store, "--json").json["runs"]
    assert [(record["label"], record["origin"]) for record in answer] == [("theirs", ""), ("", "reproduce")]


def test_delete_asks_and_takes_no_short_prefix(run: Run, store: str) -> None:
    spec = filled(store)
    short = run("runs", "delete", spec[:3], "--yes", "--store", store)
    assert (short.status, short.out) == (2, "")
    assert f"'{spec[:3]}' is too short to delete an experiment: write the id, {spec}, or at least 6" in short.err
    unasked = run("runs", "delete", spec, "--store", store)
    assert unasked.status == 2
    assert f"{spec}, 4,096 trials (first-set: dimension 4, seed 0) is not deleted without a terminal" in unasked.err
    assert "Delete" in on_terminal("runs", "delete", spec, "--store", store, answer="n\n")
    assert len(run("runs", "--store", store, "--json").json["runs"]) == 1
    assert f"{spec} deleted" in on_terminal("runs", "delete", spec[:6], "--store", store, answer="y\n")
    assert run("runs", "--store", store, "--json").json["runs"] == []


def test_a_prefix_of_several_names_them(run: Run, store: str) -> None:
    specs = [make_spec("first-set", seed=seed) for seed in range(40)]
    with Store(store) as kept:
        for spec in specs:
            kept.add(spec, Block(0, Tally(spec.id, 1, {"first_set": {7: 1}}), 0.1))
    start = next(spec.id[0] for spec in specs if sum(other.id[0] == spec.id[0] for other in specs) > 1)
    alike = [spec.id for spec in specs if spec.id.startswith(start)]
    done = run("runs", "show", start, "--store", store)
    assert f"{len(alike)} experiments have an id that starts with '{start}': choose {', '.join(alike[:8])}" in done.err
