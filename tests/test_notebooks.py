"""The notebooks of examples/notebooks run, their outputs are current, and the site shows them."""

from __future__ import annotations

from typing import Any

import pytest

import setlab
from scripts.notebooks import NOTEBOOKS, ORDER, execute, page, read
from setlab.antiset import Game
from setlab.geometry import span
from setlab.solitaire import Shuffle, advise


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


def test_what_shows_itself() -> None:
    """A picture or a table for cards, collections, planes, positions with advice, games, results and estimates."""
    state = Shuffle.of(seed=1, game=0).start()
    result = setlab.simulate("endgame", 1000, seed=1)
    shown: list[Any] = [setlab.Card("1RFD"), setlab.CardSet([0, 40]), setlab.deal(12, seed=1), span([0, 1, 3]), state]
    for cards in shown:
        assert cards._repr_svg_().startswith("<svg")
    board = Game("AG(2,3)", [4, 0])._repr_html_()
    assert board is not None
    assert board.count(">1</text>") == board.count(">2</text>") == 1
    assert "AG(2,3): Xavier moves (1)</figcaption>" in board
    assert "Olivia wins" in (Game("AG(2,3)", [0, 4, 1, 5, 2])._repr_html_() or "")
    assert Game("PG(2,2)")._repr_html_() is None
    advice = advise(state)._repr_html_()
    assert (advice.count("<tr>"), advice.count("best")) == (1 + len(state.sets), 1)
    assert "<table>" in result._repr_html_()
    assert result.estimates["leftover"][6]._repr_html_().startswith("<b>0.")
