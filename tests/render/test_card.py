"""Cards: every face has its own picture, and nothing leaves the card."""

from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.notation.faces import PROPERTIES, Face
from setlab.render import PALETTES, Drawing, draw_card, to_svg
from setlab.render.card import HEIGHT, WIDTH
from setlab.render.drawing import Label, PlacedGroup, Shape

NAMES = tuple(PROPERTIES)
Box = tuple[float, float, float, float]


def deck(d: int, values: int) -> list[Face]:
    words = [PROPERTIES[name][:values] for name in NAMES[:d]]
    return [dict(zip(NAMES, value, strict=False)) for value in product(*words)]


def sample(d: int, values: int, size: int) -> list[Face]:
    cards = {tuple(Random(i).choice(PROPERTIES[name][:values]) for name in NAMES[:d]) for i in range(size)}
    return [dict(zip(NAMES, card, strict=False)) for card in sorted(cards)]


def pictures(cards: list[Face], palette: str = "classic") -> set[str]:
    """The pictures without their titles, which alone would make them different."""
    return {to_svg(draw_card(card, palette), title="") for card in cards}


def symbols(card: Drawing) -> list[PlacedGroup]:
    return [element for element in card.elements[1:] if isinstance(element, PlacedGroup)]


def reach(shape: Shape, x: float, y: float) -> Box:
    """The box of what is painted."""
    left, top, right, bottom = (shape.clip or shape.path).bounds
    half = shape.width / 2 if shape.stroke and not shape.clip else 0
    return left + x - half, top + y - half, right + x + half, bottom + y + half


@pytest.mark.parametrize("palette", PALETTES)
def test_the_81_cards_differ(palette: str) -> None:
    assert len(pictures(deck(4, 3), palette)) == 81


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_smaller_and_larger_decks_differ(d: int) -> None:
    assert len(pictures(deck(d, 3))) == 3**d


@pytest.mark.parametrize("values", [2, 4, 5])
def test_decks_with_other_numbers_of_values_differ(values: int) -> None:
    assert len(pictures(deck(4, values))) == values**4


@pytest.mark.parametrize(("d", "values"), [(6, 3), (6, 5), (8, 3), (8, 5)])
def test_samples_of_large_decks_differ(d: int, values: int) -> None:
    cards = sample(d, values, 150)
    assert len(pictures(cards)) == len(cards)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("number", PROPERTIES["number"])
@pytest.mark.parametrize(
    "words", [{}, {"texture": "smooth", "scent": "lemon", "background": "cream", "border": "dashed"}]
)
def test_symbols_stay_inside_the_card(palette: str, number: str, words: Face) -> None:
    for shape, filling in product(PROPERTIES["shape"], PROPERTIES["filling"]):
        card = draw_card({"number": number, "shape": shape, "filling": filling, **words}, palette)
        boxes = []
        for symbol in symbols(card):
            parts = [reach(part, symbol.x, symbol.y) for part in symbol.elements if isinstance(part, Shape)]
            left, top = min(box[0] for box in parts), min(box[1] for box in parts)
            right, bottom = max(box[2] for box in parts), max(box[3] for box in parts)
            boxes.append((left, top, right, bottom))
        assert len(boxes) == int(number)
        assert boxes[0][0] >= 9
        assert boxes[-1][2] <= WIDTH - 9
        assert boxes[0][0] == pytest.approx(WIDTH - boxes[-1][2])
        assert all(a[2] < b[0] for a, b in pairwise(boxes)), "symbols do not touch"
        labels = [element for element in card.elements if isinstance(element, Label)]
        floor = min((label.y - label.size * 0.75 for label in labels), default=HEIGHT - 9)
        assert all(box[1] >= 9 and box[3] <= floor for box in boxes)


@pytest.mark.long
@pytest.mark.parametrize("border", PROPERTIES["border"])
def test_borders_stay_inside_the_card(border: str) -> None:
    blank = draw_card({"border": border}).elements[0]
    assert isinstance(blank, PlacedGroup)
    for part in blank.elements:
        assert isinstance(part, Shape)
        left, top, right, bottom = reach(part, 0, 0)
        assert min(left, top) >= -1e-9
        assert right <= WIDTH + 1e-9
        assert bottom <= HEIGHT + 1e-9


def test_a_card_has_the_proportions_of_a_printed_one() -> None:
    ratio = WIDTH / HEIGHT
    assert ratio == pytest.approx(1.55)


def test_defaults() -> None:
    face = {"number": "1", "filling": "solid", "shape": "oval", "background": "white", "border": "thin"}
    assert draw_card({}).elements == draw_card(face).elements


def test_what_cannot_be_drawn_is_written() -> None:
    labels = [e.text for e in draw_card({"texture": "rough", "scent": "mint"}).elements if isinstance(e, Label)]
    assert labels == ["rough · mint"]


def test_the_labelled_palette_writes_all() -> None:
    face = {name: PROPERTIES[name][1] for name in NAMES}
    labels = [e.text for e in draw_card(face, "labelled").elements if isinstance(e, Label)]
    assert labels == ["2 green striped diamonds", "black background · dashed border", "rough · rose"]


def test_words_fit_on_the_card() -> None:
    from matplotlib import font_manager
    from matplotlib import textpath as text

    font = font_manager.FontProperties(family="DejaVu Sans")
    longest = {name: max(PROPERTIES[name], key=len) for name in NAMES} | {"number": "5"}
    for label in draw_card(longest, "labelled").elements:
        if isinstance(label, Label):
            wide = text.TextPath((0, 0), label.text, size=label.size, prop=font).get_extents().width
            assert wide <= WIDTH - 18


@pytest.mark.parametrize(
    ("face", "message"),
    [
        ({"number": "6"}, "'6' is not a number: choose 1, 2, 3, 4 or 5"),
        ({"colour": "mauve"}, "'mauve' is not a colour: choose red, green, purple, pink or blue"),
        ({"size": "big"}, "'size' is not a property: choose number, colour, "),
    ],
)
def test_a_wrong_face_is_named(face: Face, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^{message}"):
        draw_card(face)


@given(st.fixed_dictionaries({}, optional={name: st.sampled_from(PROPERTIES[name]) for name in NAMES}))
def test_every_face_can_be_drawn(face: Face) -> None:
    for palette in PALETTES:
        card = draw_card(face, palette)
        assert len(symbols(card)) == int(face.get("number", "1"))
        assert card == draw_card(dict(reversed(list(face.items()))), palette), (
            "the order of properties is of no account"
        )
