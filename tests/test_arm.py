"""The core on arm64: built by a cross-compiler and run under qemu, it gives the tallies that this machine gives."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
EMULATED = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
CANNOT_BUILD = 77
STANDARD = {"choice": "random", "dimension": 4, "lost": 0, "refill": "standard", "table": 12, "values": 3}
RECORDED = [
    record
    for record in json.loads((ROOT / "tests" / "golden" / "tallies.json").read_text(encoding="utf-8"))
    if record["kernel"] == "endgame" and record["spec"]["parameters"] == STANDARD
]

pytestmark = pytest.mark.full

Histograms = dict[str, dict[str, int]]


@pytest.fixture(scope="session")
def build() -> Path:
    command = ["sh", "scripts/build-arm", str(Path(sys.executable).parent)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == CANNOT_BUILD:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / "arm"


def emulate(*command: str | Path) -> str:
    done = subprocess.run([*EMULATED, *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def histograms(text: str) -> Histograms:
    """The lines `name entry number` of print_tally as a tally is recorded."""
    found: Histograms = defaultdict(dict)
    for line in text.splitlines():
        name, entry, number = line.split()
        found[name][entry] = int(number)
    return dict(found)


def test_the_core_is_built_for_arm(build: Path) -> None:
    machine = (build / "core_tests").read_bytes()[18:20]
    assert int.from_bytes(machine, "little") == 183, "EM_AARCH64"


def test_the_tests_of_the_core_pass_on_arm(build: Path) -> None:
    assert "SUCCESS" in emulate(build / "core_tests")


@pytest.mark.parametrize("isa", ["portable", "plain"])
@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["id"])
def test_tallies_on_arm_are_the_recorded_ones(build: Path, record: dict[str, Any], isa: str) -> None:
    asked = map(str, (record["seed"], record["first"], record["trials"]))
    made = histograms(emulate(build / "print_tally", isa, *asked))
    assert made == record["tally"]


def test_there_are_recorded_tallies_of_standard_games() -> None:
    assert sum(record["trials"] for record in RECORDED) >= 40_000
