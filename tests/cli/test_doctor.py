"""`setlab doctor`: ten lines that fit this installation."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from setlab import _core
from setlab.cli.main import status_of
from setlab.cli.verbs.doctor import DEVELOPERS, examine, extras, lines_of, packages

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_ten_lines_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("setlab ")
    assert lines[1].split()[:2] == ["core", _core.isa()]


def test_what_is_missing_is_named_with_the_remedy() -> None:
    found = examine()
    found["extras"] = {"pictures": {"matplotlib": "3.8"}, "web": {"fastapi": None, "segno": "1.6"}}
    said = dict(lines_of(found))
    assert said["extras"] == "pictures"
    assert said["missing"] == "web (pip install 'setlab[web]')"


def test_a_password_is_no_part_of_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETLAB_STORE", "postgresql://ada:secret@host/setlab")
    assert examine()["store"] == {"place": "postgresql://…@host/setlab", "exists": True}


def test_extras_are_read_from_the_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    required = [
        "numpy>=1",
        "scipy>=1; extra == 'seeing'",
        "setlab[seeing]; extra == 'web'",
        "no-such>=2; extra == 'web'",
    ]
    monkeypatch.setattr("setlab.cli.verbs.doctor.requires", lambda name: [*required, "pytest; extra == 'test'"])
    assert extras() == ["seeing", "web"]
    assert list(packages("web")) == ["scipy", "no-such"]
    assert packages("web")["no-such"] is None
    assert list(packages("")) == ["numpy"]


def test_every_extra_is_a_capability_or_for_developers() -> None:
    assert set(DEVELOPERS) <= set(PROJECT["optional-dependencies"])


def test_no_extra_for_developers_is_offered() -> None:
    assert {"training", "release"} <= set(DEVELOPERS)
    assert not set(extras()) & set(DEVELOPERS)
