"""Every verb that runs an experiment says where its trials are computed, and refuses what does not go together."""

from pathlib import Path
from typing import Any

import pytest
import typer

from setlab.cli.main import app, status_of

OPTIONS = {"backend", "scheduler", "workers"}
RUNNING = (
    "simulate endgame",
    "solitaire measure",
    "solitaire clearable",
    "solitaire bound",
    "antiset measure",
    "exact sets",
    "reproduce",
)


@pytest.mark.parametrize("verb", RUNNING)
def test_every_verb_that_runs_an_experiment_has_the_options_of_backends(verb: str) -> None:
    command: Any = typer.main.get_command(app)
    for word in verb.split():
        command.called = True
        command = command.get_command(None, word)
    assert {parameter.name for parameter in command.params} >= OPTIONS


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
