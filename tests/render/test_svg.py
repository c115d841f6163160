"""SVG: valid, the same every time, and safe to put many of on one page."""

import re
import subprocess
import sys
from itertools import product
from xml.etree import ElementTree

import pytest

from setlab.notation.faces import PROPERTIES, Face
from setlab.render import PALETTES, Drawing, draw_card, draw_sheet, to_sprite, to_svg
from setlab.render.drawing import Label

NAMESPACE = "{http://www.w3.org/2000/svg}"
NAMES = ("number", "colour", "filling", "shape")
DECK: list[Face] = [
    dict(zip(NAMES, value, strict=True)) for value in product(*(PROPERTIES[name][:3] for name in NAMES))
]
RICH: Face = {name: PROPERTIES[name][-1] for name in PROPERTIES}


def definitions(text: str) -> dict[str, str]:
    """Each id with what it stands for."""
    root = ElementTree.fromstring(text)
    found = [element for element in root.iter() if "id" in element.attrib]
    assert len({element.attrib["id"] for element in found}) == len(found)
    return {element.attrib["id"]: ElementTree.tostring(element, "unicode") for element in found}


@pytest.mark.parametrize("palette", PALETTES)
def test_documents_are_complete(palette: str) -> None:
    for drawing in (
        draw_card(RICH, palette),
        draw_sheet(DECK, palette, labels=["<&>"] * 81, groups=[(0, 1, 2)]),
    ):
        text = to_svg(drawing)
        root = ElementTree.fromstring(text)
        assert root.tag == f"{NAMESPACE}svg"
        assert root.findtext(f"{NAMESPACE}title") == drawing.title
        used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
        assert used == set(definitions(text))
        tags = {element.tag.removeprefix(NAMESPACE) for element in root.iter()}
        assert tags <= {"svg", "title", "defs", "g", "use", "clipPath", "path", "text"}
        assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def test_ids_stand_for_one_thing_on_a_page_of_many_pictures() -> None:
    page: dict[str, str] = {}
    for card in [*DECK, RICH]:
        for palette in PALETTES:
            for name, meaning in definitions(to_svg(draw_card(card, palette))).items():
                assert page.setdefault(name, meaning) == meaning
                assert re.fullmatch("[cg][0-9a-f]{12}", name)


def test_a_recurring_part_is_written_once() -> None:
    one, three = (to_svg(draw_card({"number": n, "filling": "striped"})) for n in "13")
    assert three.count("stroke-width") == one.count("stroke-width")
    assert three.count("<use ") == 3
    assert len(to_svg(draw_sheet(DECK))) < 40_000


def test_the_same_drawing_gives_the_same_text_in_every_process() -> None:
    code = "from setlab.render import *; print(to_svg(draw_sheet([{'scent': 'mint'}, {'number': '3'}])))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(texts) == 1


def test_numbers_are_short() -> None:
    text = to_svg(draw_sheet([*DECK, RICH]))
    assert not re.findall(r"\d\.\d{3}", text)
    assert not re.findall(r"-0[^.\d]", text)
    assert "nan" not in text


def test_titles_and_scale() -> None:
    card = draw_card({"number": "2", "colour": "red"})
    assert "<title>2 red symbols</title>" in to_svg(card)
    assert "<title>a &lt; b</title>" in to_svg(card, title="a < b")
    assert "<title>" not in to_svg(card, title="")
    assert 'width="93" height="60" viewBox="0 0 186 120"' in to_svg(card, scale=0.5)


def test_text_is_escaped() -> None:
    label = to_svg(Drawing(9, 9, (Label(1, 2, "<b> & co\x00\ud800", 3, "#000000"),)))
    assert ElementTree.fromstring(label).findtext(f"{NAMESPACE}text") == "<b> & co  "


def test_a_sprite_has_a_symbol_for_each_card() -> None:
    sprite = to_sprite({f"card-{i}": draw_card(card) for i, card in enumerate(DECK)})
    found = definitions(sprite)
    assert [name for name in found if name.startswith("card-")] == [f"card-{i}" for i in range(81)]
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', sprite)) <= set(found)
    assert len(sprite) < 40_000
