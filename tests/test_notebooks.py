"""The notebooks of examples/notebooks run, their outputs are current, and the site shows them."""

from __future__ import annotations

from typing import Any

import pytest

from scripts.notebooks import NOTEBOOKS, ORDER, execute, page, read


def outputs(notebook: dict[str, Any]) -> list[Any]:
    """What the cells show; of a figure that matplotlib draws only that it is there."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            drawn = any("matplotlib" in line for line in output.get("data", {}).get("image/svg+xml", []))
            found.append("a figure" if drawn else output)
    return found


@pytest.mark.parametrize("name", ORDER)
def test_a_notebook_shows_what_it_says(name: str) -> None:
    """If the new output is right, `python -m scripts.notebooks` writes it."""
    stored = read(name)
    assert outputs(execute(stored)) == outputs(stored)
    assert len(outputs(stored)) >= 5


def test_every_notebook_has_a_page() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(ORDER)
    made = page(read("rules"))
    assert made.startswith("# The rules, and their geometry")
    assert made.count("<svg") == 5
    assert "\n```text\none red striped squiggle, three green open squiggles" in made


@pytest.mark.parametrize("name", ORDER)
def test_a_notebook_has_the_form_of_jupyter(name: str) -> None:
    notebook = read(name)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    assert {cell["cell_type"] for cell in notebook["cells"]} == {"markdown", "code"}
