"""A small store with all kinds of experiments, what is true about it, and the verbs asked about it.

Tests spoil a copy of the store. Whatever they did, each verb must answer with the sum of right blocks, or name what it
left out; `verify` asks them all.
"""

import csv
import io
import json
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from setlab.cli.main import status_of
from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Tally, total

RARE_TRIAL = 3_198_881
"""A game of seed 1 with 18 cards left."""


@dataclass(frozen=True)
class Experiment:
    """A spec with the range of trials that the store has, the size of its blocks, and its command line."""

    spec: Spec
    first: int
    trials: int
    block: int
    options: str

    def simulate(self, place: str) -> list[str]:
        command = f"simulate {self.spec.kernel} {self.options} --seed {self.spec.seed} --json --threads 1"
        return [*command.split(), "--first", str(self.first), "--trials", str(self.trials), "--store", place]


ENDGAME = Experiment(make_spec("endgame", {}, seed=1), RARE_TRIAL - 181, 300, 100, "")
COUNT = Experiment(
    make_spec("set-count", {"dimension": 2, "histogram_at": [5]}, seed=3), 0, 200, 100, "-d 2 --histogram-at 5"
)
FIRST = Experiment(make_spec("first-set", {"dimension": 3}, seed=4), 0, 128, 64, "-d 3")
SOLITAIRE = Experiment(make_spec("solitaire", {"strategy": "S3"}, seed=5), 0, 24, 12, "--strategy S3")
ANTISET = Experiment(
    make_spec("antiset", {"design": "AG(2,3)", "olivia": "random"}, seed=6),
    0,
    12,
    6,
    "--design AG(2,3) --olivia random",
)
EXPERIMENTS = (ENDGAME, COUNT, FIRST, SOLITAIRE, ANTISET)
BY_ID = {experiment.spec.id: experiment for experiment in EXPERIMENTS}


def make_store(place: str | Path) -> None:
    """A store with all the experiments."""
    with Store(place) as store:
        for e in EXPERIMENTS:
            run(e.spec, e.trials, first=e.first, block=e.block, store=store, threads=1)
        assert [game.trial for game in store.rare(ENDGAME.spec.id)] == [RARE_TRIAL]


@cache
def computed(spec_id: str, first: int, end: int) -> Tally:
    """The tally of a range, straight from the engine."""
    spec = BY_ID[spec_id].spec
    outcome = spec.definition.engine(spec.parameters, spec.seed, first, end - first, 1)
    return Tally(spec_id, end - first, outcome.histograms)


def truth(spec_id: str, ranges: Iterable[Iterable[int]]) -> dict[str, Any]:
    """The histograms that the ranges (first, last) of trials give."""
    return total((computed(spec_id, first, last + 1) for first, last in ranges), spec_id).as_record()


@dataclass(frozen=True)
class Answer:
    """What a verb did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def ask(*arguments: str) -> Answer:
    """A verb in this process: what is not turned into a line on stderr is raised, and fails the test."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = status_of(list(arguments))
    answer = Answer(status, out.getvalue(), err.getvalue())
    assert status in (0, 1, 2), answer
    assert "Traceback" not in answer.err
    assert all(line.startswith("setlab: ") for line in answer.err.splitlines()), answer.err
    assert status == 0 or answer.err.count("\n") <= 1 or arguments[1] == "check"
    return answer


def verify(place: str, folder: Path) -> bool:
    """Ask all verbs about a store, check every number they give, and let it be mended; False if it is no store."""
    listed = ask("runs", "--store", place, "--json")
    if listed.status == 2:
        return False
    for record in listed.json["runs"]:
        _verify_record(place, folder, record)
    _verify_named(place, listed)
    _verify_merged(place, folder / "merged.sqlite", listed)
    mend(place)
    return True


def assert_honest(place: str) -> None:
    """No verb gives a wrong number, whatever happened to the file; each may refuse it."""
    listed = ask("runs", "--store", place, "--json")
    for record in listed.json["runs"] if listed.status == 0 else []:
        shown = ask("runs", "show", record["id"], "--store", place, "--json")
        if shown.status == 0:
            assert shown.json["trials"] == sum(last + 1 - first for first, last in record["ranges"])
            assert shown.json["tally"] == truth(record["id"], record["ranges"])
    ask("runs", "check", "--store", place)
    for e in EXPERIMENTS:
        answer = ask(*e.simulate(place))
        assert answer.status == 2 or answer.json["tally"] == truth(e.spec.id, [(e.first, e.first + e.trials - 1)])


def mend(place: str, always: bool = False) -> None:
    """Simulate what is not whole: the right numbers, whatever was stored, and a sound store."""
    for e in EXPERIMENTS:
        if always or not is_whole(place, e):
            answer = ask(*e.simulate(place))
            assert answer.status == 0, answer
            assert answer.json["trials"] == e.trials
            assert answer.json["tally"] == truth(e.spec.id, [(e.first, e.first + e.trials - 1)])
            assert "not stored" not in answer.err
    for spoilt in ask("runs", "--store", place, "--json").json["unreadable"]:
        assert ask("runs", "delete", "--yes", "--store", place, "--", spoilt["id"]).status == 0
    ask("runs", "check", "--forget", "--store", place)
    sound = ask("runs", "check", "--store", place, "--json")
    assert (sound.status, sound.json["sound"]) == (0, True), sound
    assert all(is_whole(place, e) for e in EXPERIMENTS)


def is_whole(place: str, e: Experiment) -> bool:
    """True if the store has all the trials; what it has must be right."""
    with Store(place) as store:
        if all(spec.id != e.spec.id for spec in store.specs()):
            return False
        ranges = [(first, end - 1) for first, end in store.ranges(e.spec.id)]
        histograms = store.tally(e.spec.id).as_record()
    assert histograms == truth(e.spec.id, ranges)
    return ranges == [(e.first, e.first + e.trials - 1)]


def _verify_record(place: str, folder: Path, record: dict[str, Any]) -> None:
    """What `show` and `export` say of an experiment with missing trials is the sum of the ranges that are listed."""
    e, ranges = BY_ID[record["id"]], record["ranges"]
    assert record["trials"] == sum(last + 1 - first for first, last in ranges)
    assert all(e.first <= first <= last < e.first + e.trials for first, last in ranges)
    if is_whole(place, e):
        return
    shown = ask("runs", "show", record["id"], "--store", place, "--json")
    table = folder / "table.csv"
    exported = ask("runs", "export", record["id"], str(table), "--store", place)
    compared = ask("runs", "compare", record["id"], record["id"], "--store", place)
    if not record["trials"]:
        assert shown.status == exported.status == compared.status == 2
        return
    expected = truth(record["id"], ranges)
    assert shown.json["tally"] == expected
    lines = [line for line in table.read_text().splitlines() if not line.startswith("#")]
    counts = {(name, key): count for name, key, count, *_ in list(csv.reader(lines))[1:] if name in expected}
    tallied = {(name, key): str(n) for name, h in expected.items() for key, n in h.items()}
    assert {at: count for at, count in counts.items() if at in tallied or count != "0"} == tallied
    for game in shown.json["rare"]:
        assert game["trial"] == RARE_TRIAL
        assert (game["what"], tuple(game["cards"])) == _rare_game()


@cache
def _rare_game() -> tuple[str, tuple[int, ...]]:
    describe = ENDGAME.spec.definition.describe
    assert describe is not None
    return describe(ENDGAME.spec.parameters, ENDGAME.spec.seed, RARE_TRIAL)


def _verify_named(place: str, listed: Answer) -> None:
    """Where trials are missing, `check` says so."""
    checked = ask("runs", "check", "--store", place, "--json")
    report = checked.json
    assert report["trials"] == sum(record["trials"] for record in listed.json["runs"])
    missing = [block for block in report["set_aside"] if not block["replaced"]]
    wrong = bool(missing or report["unreadable"] or report["damage"])
    assert wrong or all(is_whole(place, e) for e in EXPERIMENTS)
    assert (checked.status, report["sound"]) == ((1, False) if wrong else (0, True))
    assert listed.json["set_aside"] == len(missing)


def _verify_merged(place: str, other: Path, listed: Answer) -> None:
    """A new store that takes over the blocks has the same trials and no others."""
    merged = ask("runs", "merge", place, "--store", str(other), "--json")
    assert merged.status == 0, merged
    with Store(other) as store:
        found = {spec.id: [[first, end - 1] for first, end in store.ranges(spec.id)] for spec in store.specs()}
        assert not store.set_aside()
    assert found == {record["id"]: record["ranges"] for record in listed.json["runs"] if record["trials"]}
