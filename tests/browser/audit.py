"""An audit of what a page shows now, in the manner of axe: names, labels, ids, headings, contrast of the text."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AUDIT = (Path(__file__).parent / "audit.js").read_text()


def audit(page: Page) -> list[str]:
    """What is wrong with the page as it stands; an empty list is what we want."""
    found: list[str] = page.evaluate(AUDIT)
    return found
