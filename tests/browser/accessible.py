"""Accessibility of a page, as far as a program can see it: names, structure, contrast, focus, tab order, targets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

TARGET = 44
"""The least width and height of what a finger must hit, in pixels."""

HERE = Path(__file__).parent
AUDIT, STOPS = ((HERE / f"{name}.js").read_text() for name in ("audit", "stops"))
"""Scripts that run in a page: what is wrong with it; where the Tab key should stop, and notes of where it does."""

AT_REST = "() => document.getAnimations().every((each) => !(each instanceof CSSTransition))"
"""No card is fading in or out: between two states, its letter is paler than in both."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a page: the kind, the element, and what was found there."""

    kind: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.where}: {self.what}"


def faults(page: Page, phone: bool = False) -> list[Fault]:
    """Everything that a program can find wrong with a page as it is now; on phones also targets that are too small."""
    page.wait_for_function(AT_REST)
    found = page.evaluate(AUDIT, {"target": TARGET if phone else 0})
    return [Fault(*each) for each in found] + keyboard_faults(page)


def keyboard_faults(page: Page) -> list[Fault]:
    """Places that the Tab key does not reach, and places where nobody sees the focus."""
    stops: list[str] = page.evaluate(STOPS)
    reached: set[int] = set()
    found = []
    for _ in range(len(stops) + 5):
        page.keyboard.press("Tab")
    for focus in page.evaluate("auditNotes"):
        if focus is None:  # it has left the page
            break
        if not focus["ring"]:
            found.append(Fault("focus", focus["what"], "nobody sees that it has the focus"))
        reached.add(focus["stop"])
    return found + [
        Fault("unreached", stop, "the Tab key never stops there") for i, stop in enumerate(stops) if i not in reached
    ]
