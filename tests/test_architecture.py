"""The map in docs/architecture.md shows the house as it is."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from scripts.architecture import FLOORS, MAP, WAYS, Way, to_svg
from tests.test_levels import LEVELS, SOURCE, imports, part_of

ROOMS = {room: level for level, rooms in FLOORS for room in rooms}


@cache
def entered_from(room: str) -> set[str]:
    """The rooms that the modules of a room import."""
    paths = sorted((SOURCE / room).rglob("*.py")) or [SOURCE / f"{room}.py"]
    modules = {module for path in paths if path.exists() for module, _ in imports(path)}
    return {part_of(module) for module in modules if module.startswith("setlab.")}


def test_every_room_is_on_its_floor() -> None:
    assert {room: LEVELS[room] for room in ROOMS} == ROOMS
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")} - {"reference"}
    assert packages <= set(ROOMS)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.command)
def test_every_step_follows_an_import(way: Way) -> None:
    assert way.rooms[0] == way.rooms[-1]
    assert way.rooms[0] in ("cli", "web")
    for here, there in pairwise(way.rooms):
        assert there in entered_from(here) or here in entered_from(there), f"{here} and {there} do not meet"


def test_the_picture_is_up_to_date() -> None:
    assert MAP.read_text(encoding="utf-8") == to_svg(), "renew it: python -m scripts.architecture"
