"""The parts of solitaire: imports go down, and training is loaded only on request."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_levels import FILES, imports, module_of

ORDER = ("game", "values", "strategies", "bounds", "review", "training")
"""A folder imports from itself and from those before it."""

PACKAGE = "setlab.solitaire"
PARTS = [path for path in FILES if module_of(path).startswith(f"{PACKAGE}.")]


def folder_of(module: str) -> int | None:
    pieces = module.split(".")
    return ORDER.index(pieces[2]) if len(pieces) > 2 and module.startswith(PACKAGE) else None


@pytest.mark.parametrize("path", PARTS, ids=module_of)
def test_imports_within_solitaire_go_down(path: Path) -> None:
    here = folder_of(module_of(path))
    assert here is not None
    for module, _ in imports(path):
        assert module != PACKAGE, f"{module_of(path)} imports the whole package: name the folder"
        there = folder_of(module)
        assert there is None or there <= here, f"{module_of(path)} imports {module}: {ORDER} is the order"


def test_every_folder_has_its_place() -> None:
    assert {folder_of(module_of(path)) for path in PARTS} == set(range(len(ORDER)))


@pytest.mark.parametrize("module", ["setlab.solitaire", "setlab.cli.verbs.solitaire", "setlab.experiment"])
def test_training_is_loaded_only_on_request(module: str) -> None:
    program = f"import sys, {module}; sys.exit(any('solitaire.training' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
