"""Cards with dots: places, colours and numbers, in pictures and on the terminal."""

import pytest

from setlab.errors import CardError
from setlab.notation import find_deck
from setlab.render import card_lines, draw_card, draw_symbols, symbol_text, to_svg, visible_width
from setlab.render.dots import INKS, RADIUS, STEP_X, STEP_Y, dot_places
from setlab.render.drawing import Label

HERE = find_deck("projective")


def luminance(ink: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(ink[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_numbers_are_readable_on_their_dots() -> None:
    assert all(1.05 / (luminance(ink) + 0.05) >= 3 for ink in INKS), "large letters need a contrast of 3"


def test_places_are_apart_and_within_the_card() -> None:
    assert min(STEP_X, STEP_Y) > 2 * RADIUS
    places = dot_places(186, 120)
    assert all(RADIUS < x < 186 - RADIUS and RADIUS < y < 120 - RADIUS for x, y in places)
    assert len(set(places)) == 6


def test_every_card_shows_its_dots() -> None:
    pictures = set()
    for card in HERE.deck:
        drawing = draw_card(HERE.face(card))
        numbers = [part.text for part, _, _ in drawing.parts() if isinstance(part, Label)]
        assert "".join(numbers) == HERE.letters(card)
        assert drawing.title == HERE.name(card)
        pictures.add(to_svg(drawing))
        assert len(draw_symbols(HERE.face(card)).elements) == 6
    assert len(pictures) == 63


@pytest.mark.parametrize("style", ["colour", "mono", "plain"])
def test_cards_on_the_terminal(style: str) -> None:
    for card in HERE.deck:
        lines = card_lines(HERE.face(card), style=style)
        assert len(set(map(visible_width, lines))) == 1
        assert visible_width(lines[0]) == visible_width(card_lines({"number": "1"}, style=style)[0])
        assert visible_width(symbol_text(HERE.face(card), style)) == len(HERE.letters(card))
    if style == "plain":
        assert all(line.isascii() for line in card_lines(HERE.face(41), style=style))


@pytest.mark.parametrize("dots", ["", "0", "7", "11", "1a"])
def test_what_are_no_dots(dots: str) -> None:
    with pytest.raises(CardError, match="are no dots"):
        draw_card({"dots": dots})
