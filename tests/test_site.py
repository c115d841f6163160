"""The site that `make docs` builds: complete, strict, and without requests to other hosts."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import setlab

ROOT = Path(__file__).parents[1]
API = ROOT / "docs" / "api"
FOREIGN = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^\">]*|@import|url\(\"?https?:"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_package_has_a_page_of_the_reference() -> None:
    assert {page.stem for page in API.glob("*.md")} == {"index", *setlab._PACKAGES}
    for page in API.glob("*.md"):
        name = "setlab" if page.stem == "index" else f"setlab.{page.stem}"
        assert page.read_text().endswith(f"\n::: {name}\n")


def test_every_page_is_in_the_navigation() -> None:
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    listed = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2])
    assert sorted(listed) == sorted(pages)


@pytest.mark.parametrize("package", ["", *setlab._PACKAGES])
def test_the_reference_has_every_public_name(package: str, site: Path) -> None:
    name = f"setlab.{package}".rstrip(".")
    module = importlib.import_module(name)
    page = (site / "api" / f"{package or 'index'}.html").read_text()
    missing = [each for each in module.__all__ if each != "__version__" and f'id="{name}.{each}"' not in page]
    assert missing == []


@pytest.mark.parametrize("package", ["", *setlab._PACKAGES])
def test_doctests_are_shown_as_code(package: str, site: Path) -> None:
    page = (site / "api" / f"{package or 'index'}.html").read_text()
    assert "<blockquote>" not in page
    assert "&gt;&gt;&gt; " in page


def test_the_site_asks_no_other_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 30
    assert [(file.name, found) for file in files for found in FOREIGN.findall(file.read_text())] == []


def test_the_pages_show_pictures_instead_of_drawings_for_terminals() -> None:
    """Only examples in Python, which are run, may show how a card looks in a terminal."""
    braille, example = re.compile("[\u2801-\u28ff]"), re.compile(r"^```python\n.*?^```$", re.MULTILINE | re.DOTALL)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert [page.name for page in pages if braille.search(example.sub("", page.read_text()))] == []
