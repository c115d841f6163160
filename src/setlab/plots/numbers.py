"""Numbers for readers: no more digits than are significant, and no letter e."""

from __future__ import annotations

from math import ceil, log10

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

SMALLEST = -4
"""Numbers below this power of ten are written with one."""

_WIDTHS = {"%": 0.95} | dict.fromkeys(".·, ", 0.32) | dict.fromkeys("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", 0.42)


def number_text(number: float, digits: int, half: float = 0.0) -> str:
    """The number with this many significant digits, fewer where half the width of its interval makes them void.

    >>> number_text(46.8312, 4), number_text(46.8312, 4, half=3.1), number_text(0.0000421, 2), number_text(0, 4)
    ('46.83', '47', '4.2·10⁻⁵', '0')
    """
    if number == 0:
        return "0"
    decimals = min(digits - 1 - _size(number, digits), meaningful_decimals(half))
    rounded = round(number, decimals) or number
    size = _size(rounded, digits)
    if size >= SMALLEST:
        return f"{rounded:.{max(decimals, 0)}f}"
    return f"{rounded / 10.0**size:.{max(decimals + size, 0)}f}·{_power(size)}"


def text_width(text: str) -> float:
    """The approximate width of a number, in sizes of its letters.

    >>> round(text_width("46.83 %"), 2)
    4.15
    """
    return sum(_WIDTHS.get(character, 0.64) for character in text)


def tick_text(number: float) -> str:
    """The number at a tick of an axis.

    >>> [tick_text(number) for number in (0, 25, 0.5, 0.0001, 1e-6)]
    ['0', '25', '0.5', '0.0001', '10⁻⁶']
    """
    text = f"{number:.6g}"
    mantissa, letter, exponent = text.partition("e")
    if not letter:
        return text
    power = _power(int(exponent))
    return power if mantissa == "1" else f"{mantissa}·{power}"


def meaningful_decimals(half: float, most: int = 12) -> int:
    """The number of significant decimals for half the width of an interval: a unit of the last is at most half of it.

    >>> [meaningful_decimals(half) for half in (3.1, 0.098, 0.018, 0.0)]
    [0, 2, 3, 12]
    """
    return min(max(ceil(-log10(half / 2)), 0), most) if half > 0 else most


def _size(number: float, digits: int) -> int:
    """The power of ten of the first digit, after rounding to this many digits."""
    return int(f"{number:.{digits - 1}e}".partition("e")[2])


def _power(exponent: int) -> str:
    return f"10{str(exponent).translate(_RAISED)}"
