"""Sheets: every card at its place, every group marked on its cards."""

import pytest

from setlab.errors import SpecError
from setlab.render import Drawing, draw_layout, draw_sheet
from setlab.render.card import HEIGHT, WIDTH
from setlab.render.drawing import Label, PlacedGroup, Shape
from setlab.render.sheet import GAP, MARGIN, MARKER, MARKERS

CARDS = [{"number": number, "colour": colour} for colour in ("red", "green", "purple") for number in "123"]


def cards(sheet: Drawing) -> list[PlacedGroup]:
    return [element for element in sheet.elements if isinstance(element, PlacedGroup) and element.title]


def tabs(sheet: Drawing) -> list[tuple[str, str, PlacedGroup]]:
    """The number and the colour of each tab."""
    found = []
    for element in sheet.elements:
        if isinstance(element, PlacedGroup) and not element.title:
            plate, number = element.elements
            assert isinstance(plate, Shape)
            assert isinstance(number, Label)
            found.append((number.text, str(plate.fill), element))
    return found


@pytest.mark.parametrize("columns", [None, 1, 2, 5, 9, 20])
def test_cards_do_not_overlap_and_stay_on_the_page(columns: int | None) -> None:
    sheet = draw_sheet(CARDS, columns=columns, labels=["x"] * 9)
    places = [(card.x, card.y) for card in cards(sheet)]
    assert len(set(places)) == 9
    for i, (x, y) in enumerate(places):
        assert x >= 8
        assert y >= 8
        assert x + WIDTH <= sheet.width - 8
        assert y + HEIGHT <= sheet.height - 8
        for u, v in places[:i]:
            assert abs(x - u) > WIDTH or abs(y - v) > HEIGHT


def test_groups_are_marked_on_their_cards() -> None:
    groups = [(0, 1, 2), (0, 4, 8), (0, 3, 6)]
    sheet = draw_sheet(CARDS, groups=groups)
    places = [(card.x, card.y) for card in cards(sheet)]
    marked = [
        tuple(i for i, (x, y) in enumerate(places) if tab.y == y and x < tab.x < x + WIDTH) for _, _, tab in tabs(sheet)
    ]
    assert sorted((i, number) for (i,), (number, _, _) in zip(marked, tabs(sheet), strict=True)) == sorted(
        (i, str(number)) for number, group in enumerate(groups, 1) for i in group
    )
    assert {number: colour for number, colour, _ in tabs(sheet)} == dict(zip("123", MARKERS, strict=False))


def test_beyond_eight_groups_differ_by_number_alone() -> None:
    found = tabs(draw_sheet(CARDS, groups=[(0, 1, 2)] * 12))
    assert {colour for number, colour, _ in found if int(number) > 8} == {MARKER}
    assert len({colour for number, colour, _ in found if int(number) <= 8}) == 8


@pytest.mark.parametrize("count", [1, 6, 40])
def test_tabs_stay_on_their_card(count: int) -> None:
    sheet = draw_sheet(CARDS[:1], groups=[(0,)] * count)
    [card] = cards(sheet)
    for _, _, tab in tabs(sheet):
        assert card.x + 8 <= tab.x <= card.x + WIDTH - 8


def test_labels_stand_below_their_cards() -> None:
    sheet = draw_sheet(CARDS, labels=[str(i) for i in range(9)])
    labels = [element for element in sheet.elements if isinstance(element, Label)]
    for card, label in zip(cards(sheet), labels, strict=True):
        assert label.x == card.x + WIDTH / 2
        assert card.y + HEIGHT < label.y < card.y + HEIGHT + 16


def test_a_cube_is_three_planes_side_by_side() -> None:
    plane = [CARDS[i : i + 3] for i in (0, 3, 6)]
    cube = draw_layout([plane] * 3)
    assert len(cards(cube)) == 27
    assert cube.height == draw_layout([plane]).height
    gaps = sorted({card.x for card in cards(cube)})
    assert gaps[3] - gaps[2] > gaps[1] - gaps[0]
    assert draw_layout([plane] * 9).height > 3 * draw_layout([plane]).height - 28


def test_wrong_requests_are_named() -> None:
    with pytest.raises(ValueError, match=r"^9 is not the index of a card: choose 0 to 8 of 9 cards$"):
        draw_sheet(CARDS, groups=[(0, 1, 9)])
    with pytest.raises(ValueError, match=r"^1 label for 9 cards: give one for each card$"):
        draw_sheet(CARDS, labels=["1"])
    with pytest.raises(ValueError, match=r"^0 columns cannot be drawn: choose at least 1$"):
        draw_sheet(CARDS, columns=0)
    with pytest.raises(ValueError, match=r"^nothing to lay out"):
        draw_layout([])
    with pytest.raises(ValueError, match="'blue' is not a palette"):
        draw_sheet([], "blue")


def test_an_empty_sheet_is_empty() -> None:
    assert draw_sheet([]).elements == ()


def test_a_line_goes_through_the_cards_of_each_group_and_below_its_tabs() -> None:
    faces = [{"number": n, "colour": c} for c in ("red", "green") for n in "123"]
    plain = draw_sheet(faces, columns=3, groups=[(0, 1, 2)])
    linked = draw_sheet(faces, columns=3, groups=[(0, 1, 2)], lines=[(0, 4, 2), (0, 1, 2)])
    added = len(linked.elements) - len(plain.elements)
    assert added == 2 * (2 + 3), "an edge, a line and three dots for each"
    strokes = [e for e in linked.elements if isinstance(e, Shape) and e.round_caps and e.stroke != "#ffffff"]
    centres = [(MARGIN + WIDTH / 2 + column * (WIDTH + GAP), MARGIN + HEIGHT / 2) for column in range(3)]
    (first, second) = strokes
    assert [at[0] for _, at in second.path.commands] == [x for x, _ in centres], "from card to card"
    heights = {line.path.commands[0][1][1] for line in strokes}
    assert len(heights) == 2, "lines through one card are apart"
    assert first.stroke != second.stroke
    assert isinstance(linked.elements[-1], PlacedGroup), "the tabs are on top"
    with pytest.raises(SpecError, match="6 is not the index of a card"):
        draw_sheet(faces, lines=[(0, 1, 6)])
