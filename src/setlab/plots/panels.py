"""The panels of a figure by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from setlab.errors import SpecError, unknown_name

T = TypeVar("T")


def chosen_panels(asked: str | None, known: dict[str, T]) -> list[T]:
    """The panels with these names, in their order; all that are shown by default if none is named.

    >>> chosen_panels("log", {"linear": 1, "log": 2}), chosen_panels(None, {"linear": 1, "log": 2})
    ([2], [1, 2])
    """
    if asked is None:
        return list(known.values())
    return [known[name] for name in panel_names(asked, known)]


def panel_names(asked: str, known: Iterable[str]) -> Sequence[str]:
    """The names of panels that were typed. Raise `SpecError` unless each is known."""
    names, possible = [name.strip() for name in asked.split(",")], list(known)
    for name in names:
        if name not in possible:
            raise SpecError(unknown_name(name, "a panel of this figure", possible))
    return names
