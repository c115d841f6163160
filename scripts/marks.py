"""The parts of pages that scripts write, between `<!-- MARK: NAME -->` and `<!-- end of MARK -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path


def renewed(text: str, mark: str, parts: Mapping[str, str]) -> str:
    """The text of a page with its marked parts replaced.

    >>> renewed("so <!-- sums: two -->3<!-- end of sums --> it is", "sums", {"two": "2"})
    'so <!-- sums: two -->2<!-- end of sums --> it is'
    """
    marked = re.compile(rf"(<!-- {mark}: (\w+) -->).*?(<!-- end of {mark} -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}{parts[found[2]]}{found[3]}", text)


def marked_names(text: str, mark: str) -> list[str]:
    """The names of the marked parts of a page.

    >>> marked_names("<!-- sums: two -->2<!-- end of sums -->", "sums")
    ['two']
    """
    return re.findall(rf"<!-- {mark}: (\w+) -->", text)


def renew(page: Path, mark: str, parts: Mapping[str, str]) -> None:
    """Replace the marked parts of a page."""
    page.write_text(renewed(page.read_text(encoding="utf-8"), mark, parts), encoding="utf-8")
