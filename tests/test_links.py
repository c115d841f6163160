"""No link of README.md and docs/ is dead: files, pictures, headings. And every page can be reached from the first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)?)\)")
CODE = re.compile(r"^(```|~~~).*?^\1\s*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
NAMED = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")


def prose(page: Path) -> str:
    """The text of a page without code, in which brackets are no links."""
    return CODE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[str]:
    yield from LINK.findall(prose(page))


@lru_cache
def anchors(page: Path, site: bool) -> set[str]:
    """The anchors of a page: its headings as a repository's browser names them, or as MkDocs does on the site."""
    text = re.sub(r"^(```|~~~).*?^\1\s*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = set(NAMED.findall(text))
    for heading in HEADING.findall(text):
        name, number, again = (site_slug(heading), 0, "_") if site else (browser_slug(heading), 0, "-")
        while (unique := f"{name}{again}{number}" if number else name) in found:
            number += 1
        found.add(unique)
    return found


def plain(heading: str) -> str:
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")


def browser_slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")


def site_slug(heading: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", plain(heading)).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


def fault(page: Path, link: str) -> str:
    """What is wrong with a link; an empty text if nothing is."""
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return f"there is no {path}"
    if not target.is_relative_to(ROOT):
        return "it leads out of the repository"
    if DOCS in page.parents and DOCS not in target.parents:
        return "it leads out of docs/, and the site does not have it"
    if anchor and target.suffix == ".md":
        for site in (False, True):
            if anchor not in anchors(target, site):
                return f"{target.name} has no heading #{anchor}" + " on the site" * site
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_dead(page: Path) -> None:
    dead = {link: fault(page, link) for link in links(page) if "://" not in link}
    assert {link: why for link, why in dead.items() if why} == {}


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = DOCS / "index.md"
    assert fault(page, "no-such-page.md") == "there is no no-such-page.md"
    assert fault(page, "commands.md#no-such-verb") == "commands.md has no heading #no-such-verb"
    assert fault(page, "images/no-such-picture.svg").startswith("there is no")
    assert fault(page, "../README.md").startswith("it leads out of docs/")
    assert fault(page, "commands.md#setlab-find") == ""
    (tmp_path / "page.md").write_text("[a](b.md) `[c](d.md)`\n\n```\n[e](f.md)\n```\n\n![g [h]](i.svg)\n")
    assert list(links(tmp_path / "page.md")) == ["b.md", "i.svg"]


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, waiting = set[Path](), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page) if "://" not in link]
    assert {page for page in PAGES if DOCS in page.parents} - reached == set()


def test_every_picture_is_shown() -> None:
    shown = {(page.parent / link.partition("#")[0]).resolve() for page in PAGES for link in links(page)}
    assert set((DOCS / "images").iterdir()) - shown == set()
