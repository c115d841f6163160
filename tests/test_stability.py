"""docs/stability.md promises what exists: its lists are compared with the records, the schemas and the tallies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import setlab
from scripts.promises import fields, names, promised, rewritten, section
from setlab.experiment.store.database import VERSION
from tests.golden.record import FOLDER

PAGE = (Path(__file__).parents[1] / "docs" / "stability.md").read_text(encoding="utf-8")


def recorded(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def test_every_field_that_is_promised_is_always_there() -> None:
    listed, present = promised("Commands", PAGE), fields()
    assert len(listed) > 50
    for verb, named in listed.items():
        assert set(named) <= set(present[verb]), verb


def test_every_name_that_is_promised_is_public_and_recorded() -> None:
    listed, public = promised("The library", PAGE), recorded("names")
    assert listed.keys() <= {"setlab", *(f"setlab.{package}" for package in setlab._PACKAGES)}
    every = [f"{module}.{name}" for module, named in listed.items() for name in named]
    assert len(every) > 200
    assert [name for name in every if name not in public] == []


def test_the_next_release_promises_what_there_is() -> None:
    page = rewritten(PAGE)
    assert (promised("Commands", page), promised("The library", page)) == (fields(), names())
    assert rewritten(page) == page


def test_the_tally_that_the_page_prints_is_that_of_the_record() -> None:
    (tally,) = (each for each in recorded("tallies") if each["id"] == "bbc7f3e7216f")
    printed = section("Ids and draws", PAGE).replace(",", "")
    assert f"`{tally['id']}`" in printed
    assert (tally["seed"], tally["trials"], tally["given"]) == (2026, 40000, {})
    assert all(str(count) in printed for count in tally["tally"]["leftover"].values())


def test_the_page_names_the_version_of_the_store() -> None:
    assert f"present version, which is {VERSION}," in section("The store", PAGE)


def test_the_interface_is_recorded() -> None:
    assert any(path.startswith("/api/rooms") for path in recorded("interface")["paths"])
