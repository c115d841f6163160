"""Files at the root of the repository: they name the version that is installed, and programs can read them."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

import setlab

ROOT = Path(__file__).parents[1]


def test_every_file_names_the_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    described = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {citation["version"], described["version"], project["version"]} == {setlab.__version__}
    assert citation["keywords"] == described["keywords"] == project["keywords"]
    assert project["description"] == described["description"]


def test_templates_can_be_read() -> None:
    forms = sorted((ROOT / ".github").rglob("*.yml"))
    assert len(forms) >= 4
    assert all(isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict) for path in forms)


def test_python_runs_the_command_line() -> None:
    ran = subprocess.run([sys.executable, "-m", "setlab", "--version"], capture_output=True, text=True, check=True)
    assert setlab.__version__ in ran.stdout
