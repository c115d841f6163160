"""Pictures for notebooks, and the picture on the first screen of README."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import setlab
from scripts.pictures import IMAGES, NAMES, draw
from setlab import CardSet, Space, find_notation, show
from setlab.errors import SpecError

TABLE = "2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"


def test_readme_shows_the_table_of_forbes_and_forbes_as_it_is_drawn_today() -> None:
    solitaire = find_notation("solitaire")
    picture = show(solitaire.parse_all(TABLE.split()), solitaire, columns=4, mark=True)
    stored = Path(__file__).parents[1] / "docs" / "images" / "table.svg"
    assert picture.caption == "12 cards, 8 SETs"
    drawn = ElementTree.fromstring(picture._repr_svg_())
    assert ElementTree.tostring(drawn).count(b"path") > 12
    assert stored.read_text().split("</title>", 1)[1] == picture._repr_svg_().split("</title>", 1)[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_the_pages_are_drawn_as_today(name: str, tmp_path: Path) -> None:
    """If the new picture is right, `python -m scripts.pictures` writes it."""
    assert draw(name, tmp_path).read_bytes() == (IMAGES / f"{name}.svg").read_bytes()


def test_a_collection_shows_itself(tmp_path: Path) -> None:
    cards = CardSet([52, 33, 44])
    svg, html = cards._repr_svg_(), cards._repr_html_()
    assert svg is not None
    assert html is not None
    ElementTree.fromstring(svg)
    assert "<figcaption>3 cards, 1 SET</figcaption>" in html
    assert show(cards).save(tmp_path / "a.svg").read_text().startswith("<")
    assert show(cards, captions=True)._repr_svg_() != svg


def test_large_collections_are_left_to_the_grid() -> None:
    assert CardSet.deck(Space(6))._repr_svg_() is None
    assert CardSet.deck(Space(5))._repr_html_() is not None


def test_cards_and_notation_must_fit() -> None:
    with pytest.raises(SpecError, match="use one deck"):
        show(CardSet([1], Space(3)), find_notation("thesis", 4))
    assert show([1, 2], find_notation("thesis", 2)).caption == "2 cards, 0 SETs"
    assert setlab.show([1]).caption == "1 card, 0 SETs"
