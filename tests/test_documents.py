"""README and docs are correct: every console example is run, and every verb is documented."""

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.examples import FENCE, ROOT, is_run, output_of, pages, sessions, settled
from setlab.cli.verbs import VERBS
from tests.commands import run_command

PAGES = pages()
BLOCKS = [
    pytest.param(block, id=f"{page.name} {block.partition(chr(10))[0][2:50]}")
    for page in PAGES
    for block in FENCE.findall(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_console_examples(block: str, tmp_path: Path) -> None:
    """If the new output is right, `python -m scripts.examples` writes it into the pages."""
    for command, expected in sessions(block):
        if is_run(command):
            assert settled(output_of(command, tmp_path)) == settled(expected)


def python_blocks(page: Path) -> Iterator[tuple[int, str]]:
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parser, runner, names = doctest.DocTestParser(), doctest.DocTestRunner(), dict[str, object]()
    for line, block in python_blocks(page):
        test = parser.get_doctest(block, names, page.name, str(page), line)
        test.globs = names
        runner.run(test, clear_globs=False)
    assert runner.summarize().failed == 0


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 12
    assert any(page.name == "README.md" for page in PAGES)


def test_the_tour_shows_its_stops() -> None:
    done = subprocess.run([sys.executable, ROOT / "examples" / "tour.py"], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n$ setlab ") == 5
    assert "It is a SET." in done.stdout


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_documented_with_an_example(verb: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    assert f"## `setlab {verb}`" in page
    assert any(f"$ setlab {verb}" in block for block in FENCE.findall(page))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    environment = os.environ | {"COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1"}
    done = run_command([verb, "--help"], environment)
    assert done.status == 0
    assert f"setlab {verb}" in done.out.partition("Usage:")[2].partition("\n")[2], "an example to copy"
    assert "--json" in done.out


def public_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for part in ("geometry", "counting", "rules", "draws.py"):
        where = ROOT / "src" / "setlab" / part
        for path in sorted(where.rglob("*.py")) if where.is_dir() else [where] * where.exists():
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield f"{path.stem}.{node.name}", node


def test_public_functions_say_what_they_give() -> None:
    nested = {"extend", "narrow"}
    silent = [
        name
        for name, node in public_functions()
        if node.name not in nested and not (ast.get_docstring(node) or "").split("\n")[0].endswith((".", "?"))
    ]
    assert silent == []
