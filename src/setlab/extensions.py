"""What other packages add by entry points: kernels, games of rooms, notations.

A package names its values in its pyproject.toml; they are loaded when somebody asks for them by name:

    [project.entry-points."setlab.kernels"]
    pairs = "own_setlab:PAIRS"
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from setlab.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

Kind = TypeVar("Kind")


@cache
def _entries(group: str) -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=f"setlab.{group}")}


def added_names(group: str) -> tuple[str, ...]:
    """The names that installed packages add to a group.

    >>> added_names("kernels")
    ()
    """
    return tuple(sorted(_entries(group)))


def find_added(group: str, name: str, kind: type[Kind]) -> Kind | None:
    """The value that an installed package adds under a name, or None; raise `SpecError` if it is of another kind.

    >>> find_added("kernels", "pairs", object)
    """
    entry = _entries(group).get(name)
    if entry is None:
        return None
    try:
        found = entry.load()
    except Exception as error:  # whatever the other package does when it is imported
        raise SpecError(f"'{name}' of {entry.value} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, kind) or getattr(found, "name", name) != name:
        raise SpecError(f"{entry.value} is not a {kind.__name__} with the name '{name}': correct its entry point")
    return found
