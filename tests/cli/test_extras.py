"""The extras: what each enables says which to install where it is missing, and works where it alone is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.requirements import EXTRAS, requirements
from setlab.cli.verbs import VERBS
from setlab.cli.verbs.doctor import DEVELOPERS
from setlab.web.store import open_database
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
MODULES = {"psycopg": "psycopg", "opencv-python-headless": "cv2", "cupy-cuda12x": "cupy"}
"""The modules of packages that are named otherwise."""

SIMULATE = ("simulate", "endgame", "--trials", "1e3", "--seed", "1", "--no-store")


@dataclass(frozen=True)
class Case:
    """A command line that needs an extra; `works` is False where it needs more than the package, such as a GPU."""

    extra: str
    command: tuple[str, ...]
    works: bool = True

    def __str__(self) -> str:
        return f"{self.extra}: {' '.join(self.command)}"


CASES = [
    Case("web", ("serve", "--no-browser", "--port", "0"), works=False),  # it would not end
    Case("web", ("rooms", "list", "--db", "rooms.sqlite")),
    Case("pictures", ("show", "1221", "-o", "card.png")),
    Case("pictures", ("show", "1221", "-o", "card.pdf")),
    Case("pictures", (*SIMULATE, "--plot", "figure.png")),
    Case("paper", ("print", "deck", "-o", "deck.pdf")),
    Case("seeing", ("games", "analyse", "games.json")),
    Case("photo", ("look", "table.png")),
    Case("parquet", ("runs", "export", "29dbb2", "games.parquet", "--store", "runs.sqlite")),
    Case("postgres", ("runs", "--store", "postgresql://localhost:9/none"), works=False),
    Case("cluster", (*SIMULATE, "--backend", "dask", "--workers", "1")),
    Case("gpu", (*SIMULATE, "--backend", "gpu"), works=False),
]
OF_THE_LIBRARY = {"client", "data", "envs"}
"""Extras that no verb needs: data frames, environments and bots are made in Python."""


@pytest.fixture
def without_extras(tmp_path: Path) -> Path:
    """A folder that, first on the path, hides the packages of all extras."""
    folder = tmp_path / "hidden"
    folder.mkdir()
    for requirement in [each for case in CASES for each in requirements(case.extra)]:
        package = re.split(r"[^\w.-]", requirement)[0]
        module = MODULES.get(package, package.replace("-", "_"))
        (folder / f"{module}.py").write_text(f"raise ModuleNotFoundError('No module named {module}', name='{module}')")
    return folder


def prepare(folder: Path, run: Run) -> None:
    """The files that the commands read."""
    assert run("games", "simulate", "--players", "4", "--rounds", "2", "-o", str(folder / "games.json")).status == 0
    assert run(*SIMULATE[:-1], "--store", str(folder / "runs.sqlite")).status == 0
    open_database(str(folder / "rooms.sqlite")).close()
    (folder / "table.png").write_bytes((ROOT / "tests" / "photo" / "crops.jpg").read_bytes())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_missing_extra_is_named(
    case: Case, run: Run, tmp_path: Path, without_extras: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, run)
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    done = run(*case.command, PYTHONPATH=str(without_extras), PYTHONDONTWRITEBYTECODE="1", HOME=str(tmp_path / "home"))
    assert done.status == 2, done
    assert done.err.count("\n") == 1, done.err
    assert f"setlab[{case.extra}" in done.err.replace("web,postgres", "postgres")
    assert not {path.suffix for path in set(tmp_path.iterdir()) - set(before)} & {".png", ".pdf", ".parquet"}


def test_every_extra_has_a_case() -> None:
    assert {case.extra for case in CASES} | OF_THE_LIBRARY | set(DEVELOPERS) | {"core"} == set(EXTRAS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_without_extras(verb: str, run: Run, without_extras: Path) -> None:
    done = run(verb, "--help", PYTHONPATH=str(without_extras), PYTHONDONTWRITEBYTECODE="1")
    assert (done.status, done.err) == (0, "")
    assert f"setlab {verb}" in done.out


@pytest.mark.full
@pytest.mark.parametrize("extra", sorted({case.extra for case in CASES if case.works}))
def test_an_extra_works_alone(extra: str, run: Run, tmp_path: Path) -> None:
    """In an environment with the wheel and this extra alone, the commands that need it end well."""
    wheel = find_wheel()
    prepare(tmp_path, run)
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    install = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, f"{wheel}[{extra}]"], check=True)
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for case in CASES:
        if case.extra == extra and case.works:
            command = [str(environment / "bin" / "setlab"), *case.command]
            done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (case, done.stderr)


def find_wheel() -> Path:
    """The wheel in dist/ for this Python, which `make wheels` builds."""
    kind = "cp311" if sys.version_info < (3, 12) else "abi3"
    found = sorted((ROOT / "dist").glob(f"*{kind}*x86_64*.whl"))
    if not found:
        pytest.skip(f"there is no wheel for this Python in {ROOT / 'dist'}: run make wheels")
    return found[-1]
