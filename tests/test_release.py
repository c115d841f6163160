"""What a release contains: requirements, extras, the manual page, wheels."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts.manual import PAGE, page
from scripts.requirements import EXTRAS, requirements
from setlab.cli.main import status_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_three_packages_are_required() -> None:
    assert [re.split("[<>=]", each)[0] for each in requirements("core")] == ["numpy", "typer", "rich"]


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_extras_lead_to_packages(extra: str) -> None:
    assert all(not each.startswith("setlab") for each in requirements(extra))


def test_every_extra_for_users_is_documented() -> None:
    documented = set(re.findall(r"`([a-z]+)`", (ROOT / "docs" / "install.md").read_text(encoding="utf-8")))
    developers = {"build", "check", "confirm", "docs", "release", "test", "training", "wasm"}
    assert set(PROJECT["project"]["optional-dependencies"]) - developers <= documented


def test_the_stable_abi_is_asked_for_in_all_three_places() -> None:
    cmake = (ROOT / "native" / "CMakeLists.txt").read_text(encoding="utf-8")
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    assert re.search(r"nanobind_add_module\(_core STABLE_ABI", cmake)
    assert re.search(r"find_package\(Python .*\$\{SKBUILD_SABI_COMPONENT\}\)", cmake)


def test_the_manual_page_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m scripts.manual` writes it."""
    monkeypatch.setenv("COLUMNS", "80")
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str) -> None:
    environment = {**os.environ, "_SETLAB_COMPLETE": f"source_{shell}"}
    command = [sys.executable, "-m", "setlab", "--show-completion", shell]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert "_SETLAB_COMPLETE" in done.stdout


LACKING = {
    "serve": ("fastapi", "web", []),
    "rooms": ("sqlalchemy", "web", ["list", "--db", "rooms.sqlite"]),
    "print": ("typst", "paper", ["rules", "-o", "rules.pdf"]),
    "show": ("matplotlib", "pictures", ["0000", "-o", "card.png"]),
}
"""Verbs that need an extra: a module of it, its name, and arguments."""


@pytest.mark.parametrize("verb", LACKING)
def test_a_verb_without_its_extra_names_it(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    module, extra, arguments = LACKING[verb]
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    assert status_of([verb, *arguments]) == 2
    assert f"setlab[{extra}]" in capsys.readouterr().err
