"""The register of items, in the order of the sources, and the search by id."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from setlab.arguments import checked
from setlab.errors import SpecError, quoted
from setlab.reproduce.running.item import Gather, Item
from setlab.sources import claims

PACKAGES = ("abrahamsen_eriksen", "stanke_stenzelbarton", "end_games", "clark_fisk_goren", "forbes_forbes")
"""One package per source; its `EVIDENCE` maps the id of a claim to the function that gathers evidence about it."""


@cache
def items() -> tuple[Item, ...]:
    """Every claim of every source, with the function that gathers evidence about it."""
    gatherers: dict[str, Gather] = {}
    for package in PACKAGES:
        gatherers |= import_module(f"setlab.reproduce.{package}").EVIDENCE
    return tuple(Item(claim, gatherers[claim.id]) for claim in claims())


@checked
def find_items(names: Sequence[str]) -> tuple[Item, ...]:
    """The items with these ids, subjects or sources (A11 finds A11.table9); all items if no name is given."""
    every = items()
    if not names:
        return every
    for name in names:
        if not any(matches(item, name) for item in every):
            known = ", ".join(dict.fromkeys(item.claim.part for item in every))
            raise SpecError(f"{quoted(name)} is not an item: choose from {known}, or one such as {every[0].id}")
    return tuple(item for item in every if any(matches(item, name) for name in names))


def matches(item: Item, name: str) -> bool:
    """True if the name is the id, the subject or the source of the item."""
    wanted = name.strip().lower()
    return wanted in (item.id.lower(), item.claim.part.lower(), item.source.letter.lower(), item.source.key)
