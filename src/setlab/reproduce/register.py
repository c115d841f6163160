"""All items, in the order of the sources, and how they are found by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from setlab.errors import SpecError, quoted
from setlab.reproduce.item import Gather, Item
from setlab.sources import claims

PARTS = ("abrahamsen_eriksen", "stanke_stenzelbarton", "end_games", "clark_fisk_goren", "forbes_forbes")
"""One package per source; its `ANSWERS` maps the id of a claim to the function that gathers evidence about it."""


@cache
def items() -> tuple[Item, ...]:
    """Every claim of every source with its answer."""
    answers: dict[str, Gather] = {}
    for part in PARTS:
        answers |= import_module(f"setlab.reproduce.{part}").ANSWERS
    return tuple(Item(claim, answers[claim.id]) for claim in claims())


def find_items(ids: Sequence[str]) -> tuple[Item, ...]:
    """The items with these ids, of these subjects or sources: A11 finds A11.table9; all if none are named."""
    every = items()
    if not ids:
        return every
    for wanted in ids:
        if not any(matches(item, wanted) for item in every):
            known = ", ".join(dict.fromkeys(item.claim.part for item in every))
            raise SpecError(f"{quoted(wanted)} is not an item: choose from {known}, or one such as {every[0].id}")
    return tuple(item for item in every if any(matches(item, wanted) for wanted in ids))


def matches(item: Item, wanted: str) -> bool:
    """True if the item is the wanted one, or of the wanted subject or source."""
    name = wanted.strip().lower()
    return name in (item.id.lower(), item.claim.part.lower(), item.source.letter.lower(), item.source.key)
