"""Pictures of printed pages for docs/print.md: `python -m scripts.printed` writes docs/images/print-*.png.

Each shows pages side by side as they come out of the printer, on grey, with few colours so that the files are small.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from setlab.classroom.paper import (
    Document,
    count_pages,
    deck_document,
    puzzle_document,
    rules_document,
    worksheet_document,
)

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DOTS, GAP, GREY = 48.0, 12, (138, 142, 146)

PRINTED: dict[str, Document] = {
    "print-deck": deck_document(backs=True),
    "print-puzzle": puzzle_document(seed=7),
    "print-worksheet": worksheet_document(["third", "check", "plane"], "medium", count=4, seed=7, language="de"),
    "print-rules": rules_document(),
}


def draw(name: str) -> bytes:
    """The first page and the last page of a document, side by side, as PNG; if it has one page, that page."""
    from PIL import Image

    document = PRINTED[name]
    last = 2 if document.template == "deck" else count_pages(document.pdf())
    pages = [Image.open(BytesIO(document.png(page, DOTS * 3))) for page in sorted({1, last})]
    shown = [
        page.convert("RGB").resize((page.width // 3, page.height // 3), Image.Resampling.LANCZOS) for page in pages
    ]
    size = sum(page.width + GAP for page in shown) + GAP, max(page.height for page in shown) + 2 * GAP
    both = Image.new("RGB", size, GREY)
    for i, page in enumerate(shown):
        both.paste(page, (GAP + i * (page.width + GAP), GAP))
    file = BytesIO()
    both.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    for name in PRINTED:
        (IMAGES / f"{name}.png").write_bytes(draw(name))
        print(IMAGES / f"{name}.png")
