"""The types that the pages' modules state in their comments hold, by the TypeScript compiler in strict mode."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "build" / "typescript" / "node_modules" / ".bin" / "tsc"


def compiler() -> Path:
    """The compiler, installed if Node.js is here."""
    if not shutil.which("node"):
        pytest.skip("no Node.js on this machine")
    subprocess.run(["sh", "scripts/install-typescript"], cwd=ROOT, check=True)
    if not COMPILER.exists():
        pytest.skip("TypeScript cannot be installed on this machine")
    return COMPILER


def test_modules_have_the_types_that_they_state() -> None:
    found = subprocess.run([compiler(), "-p", "tests/web/tsconfig.json"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


def test_the_compiler_finds_a_wrong_type(tmp_path: Path) -> None:
    """The same settings refuse a module that breaks its own comment."""
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const n = 'three';\n")
    settings = ROOT / "tests" / "web" / "tsconfig.json"
    (tmp_path / "tsconfig.json").write_text(f'{{"extends": "{settings}", "include": ["."]}}')
    found = subprocess.run([compiler(), "-p", tmp_path], capture_output=True, text=True)
    assert "wrong.js" in found.stdout
    assert "not assignable" in found.stdout
