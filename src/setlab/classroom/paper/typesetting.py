"""Documents on paper: a template of typst with its content and pictures, typeset as PDF or, for a look, as PNG.

The same document gives the same bytes: only the fonts that typst brings are used, and no date is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from setlab.errors import SpecError, plural

T = TypeVar("T")

PAGE_COUNT = re.compile(rb"/Type\s*/Pages\s*/Count (\d+)")


@dataclass(frozen=True)
class Document:
    """A document to print: the name of its template, the content as JSON, and the pictures as SVG by name."""

    template: str
    content: Mapping[str, Any] = field(repr=False)
    pictures: Mapping[str, str] = field(repr=False)

    def pdf(self) -> bytes:
        """The contents of the PDF file."""
        made = self._typeset(format="pdf", timestamp=0)
        assert isinstance(made, bytes)
        return made

    def png(self, page: int = 1, dots: float = 96.0) -> bytes:
        """One page as a PNG picture, at a resolution in dots per inch."""
        return self.picture(page, dots)[0]

    def picture(self, page: int = 1, dots: float = 96.0) -> tuple[bytes, int]:
        """One page as a PNG picture, and the number of pages.

        The pages of a deck do not depend on each other, and only the one that is shown is typeset.
        """
        whole = self.content["pages"] if self.template == "deck" else None
        shown = self if whole is None else replace(self, content={**self.content, "pages": _one(whole, page)})
        made = shown._typeset(format="png", ppi=dots)
        pages = [made] if isinstance(made, bytes) else made
        return (_one(pages, page)[0], len(pages)) if whole is None else (pages[0], len(whole))

    def svg(self) -> bytes:
        """The first page as an SVG picture, text as outlines."""
        made = self._typeset(format="svg")
        return made if isinstance(made, bytes) else made[0]

    def _typeset(self, **form: Any) -> bytes | list[bytes]:
        try:
            import typst
        except ImportError:
            raise ImportError("printing needs typst: pip install 'setlab[paper]'") from None
        with TemporaryDirectory() as folder:
            place = Path(folder)
            for name, picture in self.pictures.items():
                (place / f"{name}.svg").write_text(picture, encoding="utf-8")
            (place / "content.json").write_text(json.dumps(self.content), encoding="utf-8")
            for name, template in (("cards", "cards"), ("main", self.template)):
                (place / f"{name}.typ").write_text(_template(template), encoding="utf-8")
            made: bytes | list[bytes] = typst.compile(str(place / "main.typ"), ignore_system_fonts=True, **form)
        return made


def count_pages(pdf: bytes) -> int:
    """The number of pages of a PDF file that typst has written.

    >>> count_pages(b"<</Type/Pages/Count 12/Kids[13 0 R]>>")
    12
    """
    return max(int(number) for number in PAGE_COUNT.findall(pdf))


def _one(pages: Sequence[T], page: int) -> list[T]:
    """The page with a number, counted from 1, alone in a list."""
    if not 1 <= page <= len(pages):
        raise SpecError(f"there is no page {page}: the document has {plural(len(pages), 'page')}")
    return [pages[page - 1]]


def _template(name: str) -> str:
    return (files("setlab.classroom.paper") / "templates" / f"{name}.typ").read_text(encoding="utf-8")
