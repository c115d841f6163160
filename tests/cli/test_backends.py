"""Every verb that runs an experiment says where its trials are computed, and refuses what does not go together."""

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import setlab.cli
from setlab.cli.main import status_of

OPTIONS = {"backend", "scheduler", "workers"}
RUNNERS = ("run_stored", "run_each", "Runner(")
CALLED_BY = {"exact.listing": "exact.sets"}
"""Modules without a verb, and the verb that hands its options on to them."""


def running_modules() -> list[str]:
    """The modules of the command line that run experiments, without the one that defines how."""
    folder = Path(str(setlab.cli.__file__)).parent
    found = (path for path in sorted(folder.rglob("*.py")) if path.name != "running.py")
    return [
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in found
        if any(runner in path.read_text() for runner in RUNNERS)
    ]


def parameters(name: str) -> set[str]:
    module: Any = import_module(f"setlab.cli.{CALLED_BY.get(name, name)}")
    return set(module.COMMON) if name == "simulate" else set(inspect.signature(module.verb).parameters)


def test_every_verb_that_runs_an_experiment_has_the_options_of_backends() -> None:
    names = running_modules()
    assert {"simulate", "solitaire.measure", "solitaire.clearable", "solitaire.bound", "reproduce"} <= set(names)
    assert {name: OPTIONS - parameters(name) for name in names} == {name: set() for name in names}


@pytest.mark.parametrize("verb", ["measure", "clearable", "bound"])
def test_a_cluster_is_for_the_backend_dask_alone(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", verb, "--workers", "2"]) == 2
    assert "workers describes a Dask cluster: choose the backend dask for it, not cpu" in capsys.readouterr().err


def test_solitaire_says_where_its_games_were_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solitaire", "measure", "--strategy", "S0", "--games", "20", "--store", str(tmp_path / "runs.sqlite")]
    assert status_of([*words, "--threads", "2"]) == 0
    assert "ms a game on 2 threads" in capsys.readouterr().out
    assert status_of(words) == 0
    assert "all games from the store" in capsys.readouterr().out
