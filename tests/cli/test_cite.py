"""`setlab cite`: setlab for a bibliography, and experiments that the citation repeats."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from setlab import __version__
from setlab.cli.verbs.sources import AUTHOR, YEAR
from setlab.experiment import make_spec
from setlab.experiment.result import command_line
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def test_setlab_is_cited_with_its_version(run: Run) -> None:
    done = run("cite")
    assert f"({YEAR}). setlab: A laboratory and a table for the card game SET (Version {__version__})" in done.out
    assert f"note   = {{Computer software, version {__version__}}}" in done.out
    assert run("cite", "--bibtex").out in done.out
    assert run("cite", "--apa").out in done.out
    assert run("cite", "--json").json.keys() == {"version", "apa", "bibtex"}


def test_author_and_year_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["authors"] == [{"name": AUTHOR.replace("The", "the")}]
    assert f"Copyright (c) {YEAR} {AUTHOR.replace('The', 'the')}" in (ROOT / "LICENSE").read_text()


def test_an_experiment_is_repeated_by_its_citation(run: Run, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "runs.sqlite"))
    asked = ("simulate", "endgame", "--choice", "first", "--lost", "0000,1111", "--seed", "4")
    first = run(*asked, "--trials", "30", *store, "--json").json
    later = run(*asked, "--trials", "20", "--first", "100", *store, "--json").json
    cited = run("cite", first["id"][:6], *store, "--json").json
    assert (cited["id"], cited["spec"], cited["trials"]) == (first["id"], first["spec"], 50)
    assert cited["ranges"] == [[0, 29], [100, 119]]
    for command, before in zip(cited["commands"], (first, later), strict=True):
        again = run(*shlex.split(command)[1:], "--no-store", "--json").json
        assert (again["id"], again["first"], again["tally"]) == (before["id"], before["first"], before["tally"])
    text = run("cite", first["id"], *store).out
    assert all(command in text for command in cited["commands"])
    assert f"@misc{{setlab-{first['id']}," in text
    assert "-{}-lost 0000,1111" in cited["bibtex"], "TeX must not join hyphens"
    assert not re.search(r"(?<!\\)[%#&_]", cited["bibtex"])
    some = run("cite", first["id"], "--trials", "10", "--first", "5", *store, "--json").json
    assert (some["ranges"], some["trials"]) == ([[5, 14]], 10)


SPECS = [
    make_spec("endgame", {"lost": [40]}, seed=2),
    make_spec("endgame", {"lost": 2, "table": 9, "dimension": 3, "refill": "always-three"}),
    make_spec("antiset", {"design": "AG(2,3)", "xavier": "random"}, seed=2**64 - 1),
    make_spec("solitaire", {"strategy": "basic"}),
    make_spec("first-plane", {"dimension": 3}),
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.kernel)
def test_every_command_line_means_its_spec(spec: object, run: Run) -> None:
    command = command_line(spec, 3, 7)  # type: ignore[arg-type]
    answer = run(*shlex.split(command)[1:], "--no-store", "--json").json
    said = answer["spec"] | {"seed": int(answer["spec"]["seed"])}  # a text above 2^53
    assert said == spec.as_record()  # type: ignore[attr-defined]
    assert (answer["first"], answer["trials"]) == (7, 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bibtex", "--apa"], "--bibtex, --apa and --json exclude each other"),
        (["--bibtex", "--json"], "exclude each other"),
        (["--trials", "3"], "--trials and --first are about an experiment"),
        (["123456"], "123456"),
    ],
)
def test_what_cannot_be_cited(arguments: list[str], said: str, run: Run, tmp_path: Path) -> None:
    done = run("cite", *arguments, "--store", str(tmp_path / "runs.sqlite"))
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1
