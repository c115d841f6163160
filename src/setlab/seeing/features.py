"""Effects that may make a SET easier to see, each as one or several features of a SET."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name
from setlab.notation import find_notation
from setlab.seeing.searches import Candidate, Search

HALF_MINUTE = 30.0
REFERENCE = 2
"""The number of differing properties with which the others are compared: SETs of every deck can have it."""

PROPERTIES = tuple(each.name for each in find_notation(dimension=6).properties)
MOST = len(PROPERTIES)


@dataclass(frozen=True)
class Feature:
    """A feature of a SET: its name, and the text before "a SET is found R times as fast"."""

    name: str
    text: str
    value: Callable[[Search, Candidate], float]
    effect: str


def _number(search: Search, candidate: Candidate) -> int:
    return len(search.differing(candidate))


def _each(number: int) -> Feature:
    what = "1 differing property" if number == 1 else f"{number} differing properties"

    def value(search: Search, candidate: Candidate) -> float:
        return float(_number(search, candidate) == number)

    return Feature(f"differ-{number}", f"{what} instead of {REFERENCE}", value, "differ-each")


def _same(name: str) -> Feature:
    def value(search: Search, candidate: Candidate) -> float:
        return float(name in search.properties and name not in search.differing(candidate))

    return Feature(f"same-{name}", f"the same {name} instead of three different ones", value, "same")


EFFECTS: Mapping[str, tuple[Feature, ...]] = {
    "differ": (Feature("differ", "each further property that differs", lambda s, c: float(_number(s, c)), "differ"),),
    "differ-each": tuple(_each(number) for number in range(1, MOST + 1) if number != REFERENCE),
    "same": tuple(_same(name) for name in PROPERTIES),
    "near": (
        Feature("near", "each slot by which its cards are nearer to each other", lambda s, c: -c.distance, "near"),
    ),
    "age": (Feature("age", "each half minute on the table", lambda s, c: c.age / HALF_MINUTE, "age"),),
    "new": (Feature("new", "a card of the last deal", lambda s, c: float(c.new), "new"),),
}
"""The effects by the names that `--effects` takes."""

COLUMNS = {column.name: column for columns in EFFECTS.values() for column in columns}


def column_value(name: str, search: Search, candidate: Candidate) -> float:
    """The feature of a SET with this name.

    >>> search = Search("", ("number", "colour"), 1.0, (Candidate((0, 1, 2)),))
    >>> column_value("differ", search, search.candidates[0]), column_value("same-number", search, search.candidates[0])
    (1.0, 1.0)
    """
    return COLUMNS[name].value(search, candidate)


def columns_of(effects: Sequence[str]) -> tuple[Feature, ...]:
    """The columns of effects; raise `SpecError` unless they can be told apart.

    >>> [column.name for column in columns_of(["differ", "new"])]
    ['differ', 'new']
    """
    known = {**EFFECTS, **{name: (column,) for name, column in COLUMNS.items()}}
    for name in effects:
        if name not in known:
            raise SpecError(unknown_name(name, "an effect", list(EFFECTS)))
    found = {column.name: column for name in effects for column in known[name]}
    kinds = {column.effect for column in found.values()}
    if "differ" in kinds and len(kinds & {"same", "differ-each"}):
        raise SpecError(
            "differ cannot stand beside same or differ-each, which say how many properties differ: drop one"
        )
    if {"same", "differ-each"} <= kinds:
        raise SpecError("same and differ-each overlap, since both say how many properties differ: drop one of them")
    return tuple(found.values())


@checked
def read_effects(text: str) -> tuple[str, ...]:
    """The names of effects with commas between them.

    >>> read_effects("differ, new")
    ('differ', 'new')
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise SpecError(f"no effects are named: choose from {', '.join(EFFECTS)}")
    columns_of(names)
    return names
