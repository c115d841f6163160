"""The extras: what each enables says which to install where it is missing, and works where it alone is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
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
    Case("paper", ("reproduce", "A6.sum", "--report", "report", "--no-store")),
    Case("seeing", ("games", "analyse", "games.json")),
    Case("photo", ("look", "table.png")),
    Case("parquet", ("runs", "export", "29dbb2", "games.parquet", "--store", "runs.sqlite")),
    Case("postgres", ("runs", "--store", "postgresql://localhost:9/none"), works=False),
    Case("cluster", (*SIMULATE, "--backend", "dask", "--workers", "1")),
    Case("gpu", (*SIMULATE, "--backend", "gpu"), works=False),
]
OF_THE_LIBRARY = {"client", "data", "envs"}
"""Extras that no verb needs: data frames, environments and bots are made in Python."""

DATA_FRAMES = """
import setlab
result = setlab.simulate("endgame", 1000, seed=1)
assert result.to_pandas().shape == result.to_polars().shape
"""


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
    prepare(tmp_path, run)
    programs = install_alone(extra, tmp_path)
    for case in CASES:
        if case.extra == extra and case.works:
            call(tmp_path, programs / "setlab", *case.command)


@pytest.mark.full
def test_the_extra_for_data_frames_works_alone(tmp_path: Path) -> None:
    call(tmp_path, install_alone("data", tmp_path) / "python", "-c", DATA_FRAMES)


@pytest.mark.full
def test_the_extra_for_postgresql_works_alone(tmp_path: Path, new_database: str) -> None:
    setlab, store = install_alone("postgres", tmp_path) / "setlab", ("--store", new_database)
    simulated = json.loads(call(tmp_path, setlab, *SIMULATE[:-1], *store, "--json"))
    listed = json.loads(call(tmp_path, setlab, "runs", *store, "--json"))
    assert [each["id"] for each in listed["runs"]] == [simulated["id"]]


EXAMPLES = [
    ("", ("tour.py",), "SETs"),
    ("", ("extension/own_setlab.py",), "most_alike"),
    ("envs", ("antiset_agent.py", "--games", "300"), "Olivia lost 300 of 300 games"),
    (
        "envs",
        ("solitaire_policy.py", "--rounds", "1", "--vectors", "4", "--games", "10", "--test-games", "20"),
        "round 1",
    ),
]
"""The extra that an example needs, its command line, and what it says."""


@pytest.mark.full
@pytest.mark.parametrize(("extra", "command", "says"), EXAMPLES, ids=lambda value: str(value)[:20])
def test_an_example_runs_outside(extra: str, command: tuple[str, ...], says: str, tmp_path: Path) -> None:
    """In an environment with the wheel and the extra that the example names, away from the repository."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    python, (name, *options) = install_alone(extra, tmp_path) / "python", command
    assert says in call(tmp_path, python, tmp_path / "examples" / name, *options)


@pytest.mark.full
def test_an_extension_has_types_outside(tmp_path: Path) -> None:
    """By the stubs of the wheel, mypy in strict mode accepts strategies, kernel, game, notation and bot."""
    programs = install_alone("client", tmp_path)
    call(tmp_path, programs / "python", "-m", "pip", "install", "--quiet", *requirements_of_mypy())
    examples = [ROOT / "examples" / "extension" / "own_setlab.py", ROOT / "examples" / "room_bot.py"]
    assert "Success" in call(tmp_path, programs / "python", "-m", "mypy", "--strict", "--config-file=", *examples)


def requirements_of_mypy() -> list[str]:
    return [each for each in requirements("check") if each.startswith("mypy")]


@pytest.mark.full
def test_an_extension_and_a_bot_work_outside(tmp_path: Path) -> None:
    """The package of examples/extension, installed by pip; its game in a room, and the bot of examples/room_bot.py."""
    programs = install_alone("web,client", tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    call(tmp_path, programs / "python", "-m", "pip", "install", "--quiet", tmp_path / "examples" / "extension")
    simulated = call(
        tmp_path, programs / "setlab", "simulate", "all-different", "--trials", "500", "--no-store", "--json"
    )
    assert json.loads(simulated)["trials"] == 500
    server = [programs / "setlab", "serve", "--json", "--no-browser", "--port", "0", "--db", tmp_path / "rooms.sqlite"]
    with subprocess.Popen([*map(str, server)], stdout=subprocess.PIPE, text=True, cwd=tmp_path) as served:
        try:
            assert served.stdout is not None
            address = f"http://127.0.0.1:{json.loads(served.stdout.readline())['port']}"
            found = call(tmp_path, programs / "python", "-c", ROOM, address, "fifteen").splitlines()[-1]
            assert int(found.removesuffix(" SETs")) >= 21  # at most 18 cards are left
        finally:
            served.terminate()


ROOM = """
import asyncio, sys
sys.path.insert(0, "examples")
import room_bot
from setlab.client import open_room, take_seat

async def main(address, game):
    room = await open_room(address, game)
    async with await take_seat(address, room.code, "Bot", room.host) as seat:
        await seat.ask("start")
        print(await room_bot.play(seat, 0.0), "SETs")

asyncio.run(main(*sys.argv[1:]))
"""


def install_alone(extra: str, folder: Path) -> Path:
    """The programs of an environment with the wheel and these extras."""
    programs = folder / "environment" / "bin"
    subprocess.run([sys.executable, "-m", "venv", programs.parent], check=True)
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, f"{find_wheel()}[{extra}]" if extra else str(find_wheel())], check=True)
    return programs


def call(folder: Path, *command: str | Path) -> str:
    """The output of a command that ends well, without this environment's packages."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([*map(str, command)], cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def find_wheel() -> Path:
    """The wheel in dist/ for this Python, which `make wheels` builds."""
    kind = "cp311" if sys.version_info < (3, 12) else "abi3"
    found = sorted((ROOT / "dist").glob(f"*{kind}*x86_64*.whl"))
    if not found:
        pytest.skip(f"there is no wheel for this Python in {ROOT / 'dist'}: run make wheels")
    return found[-1]
