"""Palettes: the ink of each colour on each background, and whether the properties are also written in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from setlab.arguments import checked
from setlab.errors import SpecError, listed, unknown_name

DARK_GROUNDS = frozenset({"black", "grey", "teal"})
"""The backgrounds on which inks are light."""


@checked
@dataclass(frozen=True)
class Palette:
    """The inks of a deck: for each colour one for light and one for dark backgrounds.

    >>> find_palette("classic").ink("red", "white") != find_palette("classic").ink("red", "black")
    True
    """

    name: str
    inks: Mapping[str, tuple[str, str]]
    grounds: Mapping[str, str]
    neutral: tuple[str, str] = ("#2b2f36", "#eef0f3")
    written: bool = False

    @checked
    def ink(self, colour: str | None, background: str) -> str:
        """The ink of a colour on a background; the neutral ink if there is no colour."""
        light, dark = self.neutral if colour is None else _find_paint(self.inks, colour, "a colour")
        return dark if background in DARK_GROUNDS else light

    @checked
    def ground(self, background: str) -> str:
        """The paint of a background."""
        return _find_paint(self.grounds, background, "a background")


T = TypeVar("T")


def _find_paint(paints: Mapping[str, T], name: str, what: str) -> T:
    """The paint of this name; raise `SpecError` if the palette has none."""
    if name not in paints:
        raise SpecError(unknown_name(name, f"{what} of this palette", paints))
    return paints[name]


_GROUNDS = MappingProxyType(
    {"white": "#ffffff", "black": "#101216", "grey": "#4e535a", "cream": "#fbecc0", "teal": "#00363d"}
)

_CLASSIC = MappingProxyType({
    "red": ("#dc1f2e", "#ff8a80"), "green": ("#00843f", "#5fd98b"), "purple": ("#5a2b91", "#c9a6ff"),
    "pink": ("#d6409f", "#ffb3e0"), "blue": ("#1464d2", "#8cc8ff"),
})  # fmt: skip

# The hues are those that Okabe and Ito chose to stay apart in every form of colour-blindness ("Color
# Universal Design", 2008): vermilion for red, bluish green, blue, reddish purple for pink; purple is a deep
# violet. Their inks are much alike in grey, so here lightness climbs in steps instead: on light grounds CIE
# L* is about 19 for purple, 33 blue, 40 red, 48 pink, 55 green; on dark ones 68 for red, 73 pink, 79 purple,
# 86 blue, 93 green. tests/render/test_palette.py simulates these claims.
_SAFE = MappingProxyType({
    "red": ("#b3260a", "#fa8455"), "green": ("#00976e", "#a6fece"), "purple": ("#3a0886", "#d4b7ff"),
    "pink": ("#b8478e", "#f397bf"), "blue": ("#0a4a9c", "#b4dcf5"),
})  # fmt: skip

_CHOICES = (("classic", _CLASSIC, False), ("safe", _SAFE, False), ("labelled", _CLASSIC, True))
PALETTES: Mapping[str, Palette] = MappingProxyType(
    {name: Palette(name, inks, _GROUNDS, written=written) for name, inks, written in _CHOICES}
)
"""As on the printed cards; safe for the colour-blind and in grey; as printed, with all properties in words."""


@checked
def find_palette(name: str | Palette) -> Palette:
    """The palette of a name.

    >>> find_palette("labelled").written
    True
    >>> find_palette("x")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'x' is not a palette: choose classic, safe or labelled
    """
    if isinstance(name, Palette):
        return name
    if name not in PALETTES:
        raise SpecError(f"{name!r} is not a palette: choose {listed(PALETTES)}")
    return PALETTES[name]
