"""Whole numbers as a person writes them: 100000, 1e5, "1e5" or "100_000"; nothing is rounded."""

from __future__ import annotations

from operator import index
from typing import Any

from setlab.errors import SpecError, shown

REMEDY = "write one such as 12 or 1e5"
LARGEST = 10**40


def whole_number(value: Any, name: str) -> int:
    """The whole number that an argument stands for. Raise `SpecError` for other numbers, `TypeError` for other types.

    >>> whole_number(1e5, "trials"), whole_number("1e5", "trials"), whole_number(10**5, "trials")
    (100000, 100000, 100000)
    >>> whole_number(1.5, "trials")
    Traceback (most recent call last):
    setlab.errors.SpecError: trials=1.5 is not a whole number: write one such as 12 or 1e5
    >>> whole_number(True, "trials")
    Traceback (most recent call last):
    TypeError: trials=True is not a whole number: write one such as 12 or 1e5
    """
    if isinstance(value, str):
        return _typed(value, name)
    if _is_truth(value):
        raise TypeError(_message(value, name))
    if hasattr(value, "is_integer") and not hasattr(value, "__index__"):  # floats, those of NumPy too
        return _rounded(value, name)
    try:
        return index(value)
    except TypeError:
        raise TypeError(_message(value, name)) from None


def _is_truth(value: Any) -> bool:
    """True for True and False, those of NumPy too."""
    return type(value).__name__ in ("bool", "bool_")


def _rounded(value: Any, name: str) -> int:
    if not value.is_integer():
        raise SpecError(_message(value, name))
    return int(value)


def _typed(text: str, name: str) -> int:
    from decimal import Decimal, InvalidOperation

    try:
        found = Decimal(text)
    except InvalidOperation:
        raise SpecError(_message(text, name)) from None
    if not found.is_finite() or found != found.to_integral_value() or abs(found) >= LARGEST:
        raise SpecError(_message(text, name))
    return int(found)


def _message(value: Any, name: str) -> str:
    return f"{name}={shown(value)} is not a whole number: {REMEDY}"
