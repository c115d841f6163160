"""A laboratory and a table for the card game SET: what a user begins with.

Cards and collections: `Card`, `CardSet`, `Table`, `Deck`, `deal`. What is among them: `find_sets`, `is_set`; in an
array with one table to a row: `count_sets`, `find_sets_many`, `third`. How they look: `show`. In a
photo: `look`. Geometry: `Space`, `AffineMap`.
Names of cards: `Notation`, `find_notation`, `NOTATIONS`. Experiments: `simulate`, `compare`. The packages go on from
here: `setlab.geometry`, `setlab.exact`, `setlab.caps`, and so on; each is loaded when it is first named.

>>> import setlab
>>> table = setlab.deal(12, seed=1)
>>> for line in setlab.find_sets(table):
...     print(*line, sep=", ")
one red striped squiggle, three green open squiggles, two purple solid squiggles
two purple open squiggles, three red striped ovals, one green solid diamond
"""

from __future__ import annotations

import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import AffineMap, CardSet, Deck, Space
from setlab.notation import NOTATIONS, Card, Notation, find_notation, find_sets, is_set

if _TYPE_CHECKING:
    from setlab import antiset as antiset
    from setlab import caps as caps
    from setlab import client as client
    from setlab import counting as counting
    from setlab import envs as envs
    from setlab import exact as exact
    from setlab import exchange as exchange
    from setlab import experiment as experiment
    from setlab import geometry as geometry
    from setlab import notation as notation
    from setlab import photo as photo
    from setlab import plots as plots
    from setlab import render as render
    from setlab import reproduce as reproduce
    from setlab import rules as rules
    from setlab import seeing as seeing
    from setlab import solitaire as solitaire
    from setlab import sources as sources
    from setlab import stats as stats
    from setlab.exact import deal
    from setlab.experiment import compare, compare_many, simulate
    from setlab.geometry.batch import count_sets, find_sets_many, third
    from setlab.notebook import show
    from setlab.photo import look
    from setlab.rules import Table

__version__ = "1.0.0"

__all__ = [
    "NOTATIONS", "AffineMap", "Card", "CardError", "CardSet", "Deck", "Notation", "RuleError", "Space", "SpecError",
    "Table", "__version__", "compare", "compare_many", "count_sets", "deal", "find_notation", "find_sets",
    "find_sets_many", "is_set", "look", "show", "simulate", "third",
]  # fmt: skip

_LOADED_WHEN_USED = {
    "Table": "rules",
    "compare": "experiment",
    "compare_many": "experiment",
    "count_sets": "geometry.batch",
    "deal": "exact",
    "find_sets_many": "geometry.batch",
    "look": "photo",
    "show": "notebook",
    "simulate": "experiment",
    "third": "geometry.batch",
}
"""Names that a user begins with, and the module that has each."""

_PACKAGES = (
    "antiset",
    "caps",
    "classroom",
    "client",
    "counting",
    "envs",
    "exact",
    "exchange",
    "experiment",
    "geometry",
    "notation",
    "photo",
    "plots",
    "render",
    "reproduce",
    "rules",
    "seeing",
    "solitaire",
    "sources",
    "stats",
)
"""The packages for users; the others serve the command line and the tests."""


def __getattr__(name: str) -> object:
    """A name or a package that is loaded when it is first used."""
    if name in _LOADED_WHEN_USED:
        return getattr(_import_module(f"setlab.{_LOADED_WHEN_USED[name]}"), name)
    if name in _PACKAGES:
        return _import_module(f"setlab.{name}")
    raise AttributeError(
        f"module 'setlab' has no attribute {name!r}: dir(setlab) lists its names", name=name, obj=_sys.modules[__name__]
    )


def __dir__() -> list[str]:
    """The library and nothing else."""
    return sorted([*__all__, *_PACKAGES])
