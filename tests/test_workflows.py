"""The workflows do not rot: every target, script and verb that they run exists, and zizmor finds no fault."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from setlab.cli.verbs import VERBS

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
KNOWN = {"pip", "build", "cibuildwheel", "coverage"}
"""Modules that the workflows install from elsewhere."""


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in read(path)["jobs"].values():
        yield from job.get("steps", [])


def targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def fault(command: str) -> str:
    """What is missing for a command; an empty text if nothing is."""
    words = command.split("#")[0].split()
    match words:
        case ["make", *names]:
            missing = [name for name in names if name not in targets()]
            return f"the Makefile has no target {missing}" if missing else ""
        case ["setlab", verb, *_]:
            return "" if verb in VERBS else f"setlab has no verb {verb}"
        case [".venv/bin/python", "-m", module, *_]:
            return "" if (ROOT / f"{module.replace('.', '/')}.py").is_file() else f"there is no module {module}"
        case ["python" | "python3", "-m", module, *_] if module in KNOWN:
            script = next((word for word in words[3:] if word.endswith(".py")), "")
            return "" if (ROOT / script).exists() else f"there is no {script}"
        case ["python" | "python3" | "sh", script, *_]:
            return "" if (ROOT / script).is_file() else f"there is no {script}"
        case ["gh", "release", "create", *_] | ["tar", *_]:
            return ""
    return f"{command!r} is none of the commands that workflows may run"


def test_there_are_workflows() -> None:
    assert {path.stem for path in WORKFLOWS} == {"check", "docs", "release", "wheels"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_command_exists(path: Path) -> None:
    commands = [line for step in steps(path) for line in step.get("run", "").splitlines() if line.strip()]
    assert {line: why for line in commands if (why := fault(line))} == {}


def test_missing_commands_are_found() -> None:
    assert fault("make no-such-target") == "the Makefile has no target ['no-such-target']"
    assert fault("setlab fnid") == "setlab has no verb fnid"
    assert fault("python scripts/gone.py --all") == "there is no scripts/gone.py"
    assert fault("curl example.org").endswith("may run")
    assert fault(".venv/bin/python -m scripts.gone") == "there is no module scripts.gone"
    assert fault("make check test") == ""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_permissions_are_minimal_and_actions_pinned(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {}
    assert all("permissions" in job for job in workflow["jobs"].values())
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert [name for name in used if not PINNED.fullmatch(name)] == []


def test_every_python_of_the_metadata_is_tested() -> None:
    metadata = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = read(ROOT / ".github" / "workflows" / "check.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert re.findall(r"Python :: (3\.\d+)\"", metadata) == versions


@pytest.mark.skipif(
    not shutil.which("zizmor", path=str(Path(sys.executable).parent)), reason="zizmor comes with the extra `check`"
)
def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", ".github"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
