"""Inks can be read on every ground, and the safe ones told apart by every eye and in grey."""

from itertools import combinations

import pytest

from setlab.notation.faces import PROPERTIES
from setlab.render import PALETTES, find_palette
from setlab.render.glyph import DARK_GROUNDS
from setlab.render.sheet import CAPTION_INK, MARKER, MARKERS
from setlab.render.terminal import _COLOURS, colour_number

Colour = tuple[float, float, float]

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", IEEE Trans. Visualization and Computer Graphics 15(6), 2009: severity 1, linear RGB.
SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

CONTRAST = 3.0
"""What WCAG 2.1 asks of graphical objects (criterion 1.4.11)."""

GAME = ("red", "green", "purple")
APART_GAME, APART = 30.0, 12.0
"""CIE76 distances under every sight, for the colours of the game and for all five; 2.3 is just noticeable."""
GREY_GAME, GREY = 11.0, 5.0
"""Differences of lightness L*, out of 100, for the colours of the game and for all five."""


def linear(colour: str) -> Colour:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2.1."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, sight: str) -> Colour:
    """The colour in CIE L*a*b* (D65) as an eye of that sight sees it."""
    red, green, blue = (
        min(max(sum(weight * part for weight, part in zip(row, linear(colour), strict=True)), 0), 1)
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(a: str, b: str, sight: str) -> float:
    parts = zip(seen(a, sight), seen(b, sight), strict=True)
    return float(sum((p - q) ** 2 for p, q in parts) ** 0.5)


def on_terminal(colour: str) -> str:
    red, green, blue = dict(enumerate(_COLOURS, 16))[colour_number(colour)]
    return f"#{red:02x}{green:02x}{blue:02x}"


def test_the_simulation_keeps_grey_grey() -> None:
    for sight in SIGHTS:
        assert distance("#808080", "#808080", sight) == 0
        assert abs(seen("#808080", sight)[1]) < 0.1


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("background", PROPERTIES["background"])
def test_every_ink_can_be_read_on_every_ground(name: str, background: str) -> None:
    palette = PALETTES[name]
    ground = palette.ground(background)
    for colour in (*PROPERTIES["colour"], None):
        ink = palette.ink(colour, background)
        assert contrast(ink, ground) >= CONTRAST
        assert contrast(on_terminal(ink), on_terminal(ground)) >= CONTRAST * 0.9  # the nearest of 256 colours


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("background", PROPERTIES["background"])
def test_inks_stay_different_on_a_terminal(name: str, background: str) -> None:
    palette = PALETTES[name]
    assert len({colour_number(palette.ink(colour, background)) for colour in PROPERTIES["colour"]}) == 5
    assert len({colour_number(palette.ground(other)) for other in PROPERTIES["background"]}) == 5


@pytest.mark.parametrize("background", ["white", "black"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_safe_inks_differ_for_every_eye(background: str, sight: str) -> None:
    safe = PALETTES["safe"]
    for a, b in combinations(PROPERTIES["colour"], 2):
        least = APART_GAME if {a, b} <= set(GAME) else APART
        assert distance(safe.ink(a, background), safe.ink(b, background), sight) >= least, (a, b)


@pytest.mark.parametrize("background", ["white", "black"])
def test_safe_inks_differ_in_grey(background: str) -> None:
    safe = PALETTES["safe"]
    for a, b in combinations(PROPERTIES["colour"], 2):
        lightness = (seen(safe.ink(colour, background), "usual")[0] for colour in (a, b))
        first, second = lightness
        assert abs(first - second) >= (GREY_GAME if {a, b} <= set(GAME) else GREY), (a, b)


def test_backgrounds_differ_for_every_eye() -> None:
    for sight in SIGHTS:
        for a, b in combinations(PALETTES["safe"].grounds.values(), 2):
            assert distance(a, b, sight) >= APART


def test_dark_grounds_are_the_dark_ones() -> None:
    for palette in PALETTES.values():
        for background in PROPERTIES["background"]:
            assert (luminance(palette.ground(background)) < 0.2) == (background in DARK_GROUNDS)


def test_tabs_and_captions_can_be_read() -> None:
    assert all(contrast("#ffffff", tab) >= CONTRAST for tab in (*MARKERS, MARKER))
    assert len(set(MARKERS)) == 8
    assert contrast(CAPTION_INK, "#ffffff") >= CONTRAST
    assert contrast(CAPTION_INK, "#000000") >= CONTRAST


def test_every_palette_has_all_colours() -> None:
    for palette in PALETTES.values():
        assert set(palette.inks) == set(PROPERTIES["colour"])
        assert set(palette.grounds) == set(PROPERTIES["background"])


def test_an_unknown_palette_is_named() -> None:
    with pytest.raises(ValueError, match=r"^'x' is not a palette: choose classic, safe or labelled$"):
        find_palette("x")
    assert find_palette(PALETTES["safe"]) is PALETTES["safe"]
