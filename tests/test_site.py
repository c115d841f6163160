"""The site that `make docs` builds: complete, strict, and without requests to other hosts."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

import setlab
from scripts.site import APP, version_list, with_app_link
from scripts.site import main as list_versions
from setlab.cli.schema import answers, schema_of
from setlab.cli.verbs import VERBS
from setlab.web.pages.folder import site_pages
from tests.conftest import BuildOnce

ROOT = Path(__file__).parents[1]
API = ROOT / "docs" / "api"
PAGES = ROOT / "docs" / "pages.md"
FOREIGN = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^\">]*|@import|url\(\"?https?:"
)

LINK = re.compile(r'<a [^>]*?href="?([^"#:> ]*)(?:#[^"> ]*)?"?[ >]')
"""The file that a link names, without its heading; links with a scheme are left out."""


@pytest.fixture(scope="module")
def site(built_once: BuildOnce) -> Path:
    return built_once("site", build_site)


def build_site(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1", "SETLAB_DOCS_APP": "none"},  # tests/browser has the application
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


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


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_page_with_its_options_and_fields(verb: str, site: Path) -> None:
    page = (site / "verbs" / f"{verb}.html").read_text()
    assert f'<h1 id="setlab-{verb}">' in page
    assert "<code>-h, --help</code>" in page
    assert f'href="../commands.html#setlab-{verb}"' in page
    assert f'href="verbs/{verb}.html"' in (site / "commands.html").read_text()
    if verb in answers()["verbs"]:
        assert [field for field in schema_of(verb)["properties"] if f"<code>{field}</code>" not in page] == []


def test_every_link_of_the_site_leads_somewhere_and_every_page_is_reached(site: Path) -> None:
    reached, waiting, dead = set[Path](), [site / "index.html"], set[tuple[str, str]]()
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".html":
            continue
        reached.add(page)
        for link in LINK.findall(page.read_text()):
            target = (page.parent / unquote(link)).resolve() if link else page
            if target.exists():
                waiting.append(target / "index.html" if target.is_dir() else target)
            else:
                dead.add((page.name, link))
    assert dead == set()
    assert set(site.rglob("*.html")) - reached == {site / "404.html"}


def test_the_site_lists_its_versions(site: Path, tmp_path: Path) -> None:
    assert (site / "versions.js").read_text() == version_list([setlab.__version__])
    assert 'src="site.js"' in (site / "index.html").read_text()
    for name in ("0.9.0", "0.10.0", "images"):
        (tmp_path / name).mkdir()
    list_versions(str(tmp_path))
    listed = (tmp_path / "versions.js").read_text()
    assert re.findall(r"0\.\d+\.0", listed) == ["0.10.0", "0.9.0"]


def test_the_sites_of_releases_lie_in_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`gh` is a script here that knows two releases, of which one is this version."""
    program, site = tmp_path / "bin" / "gh", tmp_path / "site"
    program.parent.mkdir()
    site.mkdir()
    (tmp_path / "index.html").write_text("old")
    packed = f'tar -czf "$7/setlab-site.tar.gz" -C {tmp_path} index.html'
    program.write_text(f"#!/bin/sh\n[ $2 = list ] && printf 'v0.9.0\\nv{setlab.__version__}\\n' || {packed}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    list_versions(str(site), "--releases")
    assert (site / "0.9.0" / "index.html").read_text() == "old"
    assert (site / "versions.js").read_text() == version_list([setlab.__version__, "0.9.0"])


def test_tutorials_lead_to_pages_of_the_application() -> None:
    pages = {address.strip("/") for address in site_pages()}
    for page, place in APP.items():
        markdown = (ROOT / "docs" / page).read_text()
        assert place.partition("?")[0].strip("/") in pages, page
        assert with_app_link(markdown, place).startswith(markdown.partition("\n")[0] + "\n\n<a class"), page


def test_the_site_asks_no_other_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 30
    assert [(file.name, found) for file in files for found in FOREIGN.findall(file.read_text())] == []


def test_the_pages_show_pictures_instead_of_drawings_for_terminals() -> None:
    """Only examples in Python, which are run, may show how a card looks in a terminal."""
    braille, example = re.compile("[\u2801-\u28ff]"), re.compile(r"^```python\n.*?^```$", re.MULTILINE | re.DOTALL)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert [page.name for page in pages if braille.search(example.sub("", page.read_text()))] == []


def test_the_pages_of_the_application_are_shown_light_and_dark() -> None:
    pictures = re.findall(r"!\[(.+)\]\(images/(screen-[\w-]+?)(-dark)?\.png#only-(light|dark)\)", PAGES.read_text())
    assert len(pictures) == PAGES.read_text().count("![")
    light, dark = ([each[:2] for each in pictures if each[2:] == kind] for kind in (("", "light"), ("-dark", "dark")))
    assert light == dark != []
