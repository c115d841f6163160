"""The core on other machines: arm64 and x86-64 without AVX2 under qemu, Windows under wine. They give the same tallies.

For macOS it is only compiled: nothing here can run it.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
ARM = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
WINE = ("/usr/lib/wine/wine64",)
OLD_X86 = ("qemu-x86_64", "-cpu", "Nehalem")
CANNOT_BUILD = 77
MACH_O = bytes.fromhex("cffaedfe")
"""What programs for macOS begin with."""

STANDARD = {"choice": "random", "dimension": 4, "lost": 0, "refill": "standard", "table": 12, "values": 3}
RECORDED = [
    record
    for record in json.loads((ROOT / "tests" / "golden" / "tallies.json").read_text(encoding="utf-8"))
    if record["kernel"] == "endgame" and record["spec"]["parameters"] == STANDARD
]

pytestmark = pytest.mark.full

Histograms = dict[str, dict[str, int]]


def build_for(target: str) -> Path:
    """The folder of the C++ tests for another machine."""
    command = ["sh", "scripts/build-for", str(Path(sys.executable).parent), target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == CANNOT_BUILD:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / target


@pytest.fixture(scope="session")
def arm() -> Path:
    return build_for("arm64")


@pytest.fixture(scope="session")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Programs for Windows; wine keeps its files in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WINEPREFIX", str(tmp_path_factory.mktemp("wine")))
        patch.setenv("WINEDEBUG", "-all")
        yield build_for("windows")


@pytest.fixture(scope="session")
def x86() -> Path:
    build = ROOT / "build" / "core"
    if platform.machine() != "x86_64" or not (build / "print_tally").exists() or not shutil.which(OLD_X86[0]):
        pytest.skip("this needs build/core/print_tally, which `make test-core` builds for x86-64, and qemu-x86_64")
    return build


def emulate(machine: tuple[str, ...], *command: str | Path) -> str:
    done = subprocess.run([*machine, *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def print_tally(machine: tuple[str, ...], build: Path, isa: str, record: dict[str, Any]) -> Histograms:
    asked = (str(record[name]) for name in ("seed", "first", "trials"))
    program = build / ("print_tally.exe" if machine == WINE else "print_tally")
    return histograms(emulate(machine, program, isa, *asked))


def offered_sets(machine: tuple[str, ...], build: Path) -> str:
    """The sentence that refuses an unknown instruction set, which lists those of the machine."""
    command = [*machine, str(build / "print_tally"), "sse9", "0", "0", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def histograms(text: str) -> Histograms:
    """The lines `name entry number` of print_tally as a tally is recorded."""
    found: Histograms = defaultdict(dict)
    for line in text.splitlines():
        name, entry, number = line.split()
        found[name][entry] = int(number)
    return dict(found)


def test_the_tests_of_the_core_pass_on_arm(arm: Path) -> None:
    machine = (arm / "core_tests").read_bytes()[18:20]
    assert int.from_bytes(machine, "little") == 183, "EM_AARCH64"
    assert "SUCCESS" in emulate(ARM, arm / "core_tests")


@pytest.mark.parametrize("isa", ["portable", "plain"])
@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["id"])
def test_tallies_on_arm_are_the_recorded_ones(arm: Path, record: dict[str, Any], isa: str) -> None:
    assert print_tally(ARM, arm, isa, record) == record["tally"]


def test_the_portable_engine_is_the_best_on_arm(arm: Path) -> None:
    assert "choose one of portable, plain," in offered_sets(ARM, arm)


@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["id"])
def test_the_portable_engine_is_the_best_without_avx2(x86: Path, record: dict[str, Any]) -> None:
    assert "choose one of portable, plain," in offered_sets(OLD_X86, x86)
    assert print_tally(OLD_X86, x86, "", record) == record["tally"]


def test_the_tests_of_the_core_pass_on_windows(windows: Path) -> None:
    assert (windows / "core_tests.exe").read_bytes()[:2] == b"MZ"
    assert "SUCCESS" in emulate(WINE, windows / "core_tests.exe")


@pytest.mark.parametrize("isa", ["", "portable", "plain"])
@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["id"])
def test_tallies_on_windows_are_the_recorded_ones(windows: Path, record: dict[str, Any], isa: str) -> None:
    assert print_tally(WINE, windows, isa, record) == record["tally"]


@pytest.mark.parametrize("target", ["macos-arm64", "macos-x86_64"])
def test_the_core_compiles_for_macos(target: str) -> None:
    assert (build_for(target) / "core_tests").read_bytes()[:4] == MACH_O


def test_there_are_recorded_tallies_of_standard_games() -> None:
    assert sum(record["trials"] for record in RECORDED) >= 40_000
