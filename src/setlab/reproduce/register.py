"""All items, in the order of the mission, and how they are found by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from setlab.errors import SpecError, quoted
from setlab.reproduce.item import Item

MODULES = ("seed_000_counting", "seed_000_simulations", "seed_001", "seed_002", "seed_003", "seed_004")


def items() -> tuple[Item, ...]:
    """Every item of every seed."""
    found = [item for name in MODULES for item in import_module(f"setlab.reproduce.{name}").ITEMS]
    return tuple(sorted(found, key=_place))


def find_items(ids: Sequence[str]) -> tuple[Item, ...]:
    """The items with these ids, or with ids that begin so: A11 finds A11.table9; all if none are named."""
    every = items()
    if not ids:
        return every
    for wanted in ids:
        if not any(matches(item, wanted) for item in every):
            known = ", ".join(dict.fromkeys(item.part for item in every))
            raise SpecError(f"{quoted(wanted)} is not an item: choose from {known}, or a part such as {every[0].id}")
    return tuple(item for item in every if any(matches(item, wanted) for wanted in ids))


def matches(item: Item, wanted: str) -> bool:
    """True if the item is the wanted one or a part of it."""
    name = wanted.strip().lower()
    return name in (item.id.lower(), item.part.lower(), item.id[0].lower(), item.seed)


def _place(item: Item) -> tuple[str, int, str]:
    return item.id[0], int(item.part[1:]), ""
