"""`.ci/run` repeats tests of browsers and servers that failed, alone and once, and no other test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FAILS_ONCE = """
from pathlib import Path
def test_it():
    run = Path(__file__).with_suffix(".runs")
    run.write_text(run.read_text() + "x" if run.exists() else "x")
    assert len(run.read_text()) > {failures}
"""

OUTCOMES = {
    "all pass": ({"web": 0, "rules": 0}, 0, []),
    "fails once": ({"browser": 1, "web": 1, "rules": 0}, 0, ["first run: 2 failed", "these alone: all passed", "look"]),
    "fails twice": ({"web": 2, "browser": 1}, 1, ["first run: 2 failed", "these alone: 1 failed"]),
    "another fails": ({"web": 1, "rules": 1}, 1, ["first run: 2 failed", "not repeated"]),
}
"""How often the tests of some folders fail, the exit status, and what is said."""


@pytest.mark.parametrize("case", OUTCOMES)
def test_failures_of_pages_and_servers_are_repeated_once(case: str, tmp_path: Path) -> None:
    failures, status, said = OUTCOMES[case]
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for folder, number in failures.items():
        place = tmp_path / "tests" / folder
        place.mkdir(parents=True)
        (place / f"test_{folder}.py").write_text(FAILS_ONCE.format(failures=number))
    for folder in ("browser", "web"):
        (tmp_path / "tests" / folder).mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "scripts.repeat", "-q"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout
    lines = [line for line in done.stdout.splitlines() if line.startswith(("first run", "second run", "not", "look"))]
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))
    repeated = {folder: len((tmp_path / "tests" / folder / f"test_{folder}.runs").read_text()) for folder in failures}
    has_second = status == 0 or case == "fails twice"
    assert repeated == {folder: 1 + (has_second and number > 0) for folder, number in failures.items()}
