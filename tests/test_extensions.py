"""A package outside setlab, as a user would write it: its kernel, game, notation and players work everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from setlab import SpecError, extensions
from setlab.experiment.kernel import Kernel
from tests.web.serving import Client

PACKAGE = Path(__file__).parents[1] / "examples" / "extension"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program beside which the package is installed, with the entry points of its project."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    described = folder / "own_setlab-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    groups = project["entry-points"].items()
    entries = [f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in named.items()) for group, named in groups]
    (described / "entry_points.txt").write_text("\n".join(entries))
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(PACKAGE)]), "COLUMNS": "100"}


def setlab(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "setlab", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def answer(environment: dict[str, str], *words: str) -> Any:
    done = setlab(environment, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_kernel_of_ones_own_is_stored_extended_and_the_same_on_threads_and_on_dask(
    environment: dict[str, str], tmp_path: Path
) -> None:
    run = ("simulate", "all-different", "--seed", "3", "--trials", "2000")
    store = ("--store", str(tmp_path / "runs.sqlite"))
    first = answer(environment, *run[:-1], "500", *store)
    extended = answer(environment, *run, *store, "--threads", "2")
    assert (first["trials"], extended["run"], extended["trials"]) == (500, 1500, 2000)
    cluster = answer(environment, *run, "--no-store", "--backend", "dask", "--workers", "1")
    assert extended["tally"] == cluster["tally"]
    mean = sum(int(sets) * count for sets, count in extended["tally"]["sets"].items()) / 2000
    assert abs(mean - Fraction(216 * comb(12, 3), comb(81, 3))) < 0.05


def test_its_help_and_its_options(environment: dict[str, str]) -> None:
    assert "SETs that differ in everything." in setlab(environment, "simulate", "all-different", "--help").stdout
    wrong = setlab(environment, "simulate", "all-different", "--cards", "22", "--trials", "5", "--no-store")
    assert (wrong.returncode, wrong.stderr) == (2, "setlab: 22 cards are out of range: choose 3 to 21\n")
    unknown = setlab(environment, "simulate", "all-diferent", "--trials", "5").stderr
    assert "did you mean all-different?" in unknown


def test_a_notation_of_ones_own(environment: dict[str, str]) -> None:
    found = answer(environment, "third", "1 red hatched oval", "2 red hatched ovals", "--notation", "school")
    assert found["third"] == "3312"
    assert "a worksheet of ours" in setlab(environment, "cards", "--notation", "school").stdout


def test_a_game_of_ones_own_is_played_in_a_room(environment: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "setlab", "serve", "--json", "--port", "0", "--db", str(tmp_path / "r.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            client = Client(json.loads(server.stdout.readline())["port"])
            room, host = client.open_room("fifteen")
            _, token = client.seat(room, "Ada", host)
            with client.feed(room, token) as feed:
                feed.ask("start")
                state = feed.until_state(lambda state: state["phase"] == "playing")
                assert len(state["slots"]) == 15
        finally:
            server.terminate()


def test_players_and_a_choice_rule_of_ones_own(environment: dict[str, str]) -> None:
    command = [sys.executable, str(PACKAGE / "own_setlab.py")]
    said = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    assert "most_alike" in said
    assert "Result(players=2" in said
    assert "cards are left when the hardest SET is taken first" in said


def test_what_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    wrong = {
        "gone": EntryPoint("gone", "no_such_module:KERNEL", "setlab.kernels"),
        "word": EntryPoint("word", "string:digits", "setlab.kernels"),
    }
    monkeypatch.setattr(extensions, "_entries", lambda group: wrong)
    with pytest.raises(SpecError, match="'gone' of no_such_module:KERNEL cannot be loaded: ModuleNotFoundError"):
        extensions.find_added("kernels", "gone", Kernel)
    with pytest.raises(SpecError, match="string:digits is not a Kernel with the name 'word'"):
        extensions.find_added("kernels", "word", Kernel)
    assert extensions.added_names("kernels") == ("gone", "word")
