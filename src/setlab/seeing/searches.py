"""A search: people look at one table until somebody finds a SET, or until the table changes for another reason.

All SETs on the table compete: the search is over when the first of them is found. Games become lists of searches, and
everything that the analysis knows about a game is in them.

An effect that may make a SET easier to see is one or several features of a SET.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import hypot

from setlab.arguments import checked
from setlab.errors import SpecError, unknown_name
from setlab.geometry import Space
from setlab.notation import DEFAULT, find_notation
from setlab.rules.table import ROW

Slots = Sequence[int | None]


@checked
@dataclass(frozen=True)
class Candidate:
    """A SET on the table when a search ends: its cards, their slots, its age in seconds, whether it came last.

    The age is the time since its last card was dealt. A SET is `new` if one of its cards came with the last deal.
    """

    cards: tuple[int, ...]
    slots: tuple[int, ...] = ()
    age: float = 0.0
    new: bool = False

    @property
    def distance(self) -> float:
        """The mean distance between two of its cards, in slots of a table with rows of three.

        >>> Candidate((0, 1, 2), slots=(0, 1, 2)).distance, Candidate((0, 1, 2), slots=(0, 3, 6)).distance
        (1.3333333333333333, 1.3333333333333333)
        """
        places = [divmod(slot, ROW) for slot in self.slots]
        lengths = [((r - s) ** 2 + (c - e) ** 2) ** 0.5 for (r, c), (s, e) in combinations(places, 2)]
        return sum(lengths) / len(lengths) if lengths else 0.0


@checked
@dataclass(frozen=True)
class Search:
    """One table: who searches together, which properties the cards have, for how long, the SETs, and which was found.

    `found` is the index of a candidate, or None if the search ended otherwise: by a deal, a pause that ended the round,
    the end of the game, or a claim of a player who is not examined. `table` has the cards in the order of the slots.

    >>> search = Search("KRTM", ("number", "colour"), 4.2, (Candidate((0, 1, 2)), Candidate((0, 4, 8))), 1, "KRTM 3")
    >>> search.has_choice, search.differing(search.candidates[1])
    (True, ('number', 'colour'))
    """

    group: str
    properties: tuple[str, ...]
    seconds: float
    candidates: tuple[Candidate, ...]
    found: int | None = None
    player: str | None = None
    table: tuple[int | None, ...] = ()

    @property
    def has_choice(self) -> bool:
        """True if a SET was found while at least one other lay on the table."""
        return self.found is not None and len(self.candidates) > 1

    def differing(self, candidate: Candidate) -> tuple[str, ...]:
        """The properties in which the cards of a SET differ."""
        return _differing(self.properties, candidate.cards[0], candidate.cards[1])

    def is_abundant(self, candidate: Candidate) -> bool:
        """True if all three cards of a SET have the most abundant value of the table, or one of several.

        >>> there = Candidate((0, 1, 2)), Candidate((0, 4, 8))
        >>> search = Search("", ("number", "colour"), 1.0, there, table=(0, 1, 2, 4, 8))
        >>> [search.is_abundant(each) for each in search.candidates]
        [True, False]
        """
        cards = [set(_values(len(self.properties), card)) for card in candidate.cards]
        return not set.intersection(*cards).isdisjoint(_most_abundant(len(self.properties), self.table))

    def distance_to_centre(self, candidate: Candidate) -> float:
        """The mean distance of a SET's cards from the centre of the table, in slots of a table with rows of three.

        >>> search = Search("", ("number", "colour"), 1.0, (), table=tuple(range(9)))
        >>> [round(search.distance_to_centre(Candidate((3, 4, 5), slots)), 2) for slots in ((3, 4, 5), (0, 4, 8))]
        [0.67, 0.94]
        """
        row, column = ((len(self.table) - 1) // ROW) / 2, (ROW - 1) / 2
        lengths = [hypot(slot // ROW - row, slot % ROW - column) for slot in candidate.slots]
        return sum(lengths) / len(lengths) if lengths else 0.0


Value = tuple[int, int]
"""A property, by its index, and its value."""


@cache
def _values(d: int, card: int) -> tuple[Value, ...]:
    return tuple(enumerate(Space(d).coordinates(card)))


@lru_cache(maxsize=1000)
def _most_abundant(d: int, slots: Slots) -> frozenset[Value]:
    """The values that the most cards of a table have."""
    numbers = Counter(value for card in slots if card is not None for value in _values(d, card))
    return frozenset(value for value, number in numbers.items() if number == max(numbers.values()))


@cache
def _differing(properties: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    first, second = (Space(len(properties)).coordinates(card) for card in (a, b))
    return tuple(name for name, x, y in zip(properties, first, second, strict=True) if x != y)


def candidates_on(
    slots: Slots, d: int, dealt: Mapping[int, float], now: float, last_deal: Iterable[int] = ()
) -> tuple[Candidate, ...]:
    """The SETs among the cards in the slots, with their ages now; `dealt` says when each card came.

    >>> [found.age for found in candidates_on((0, 1, 2, None, 5), 2, {0: 0.0, 1: 0.0, 2: 6.5, 5: 0.0}, now=10.0)]
    [3.5]
    """
    place = {card: slot for slot, card in enumerate(slots) if card is not None}
    latest = set(last_deal)

    def candidate(cards: Sequence[int]) -> Candidate:
        age = now - max(dealt[card] for card in cards)
        return Candidate(tuple(cards), tuple(place[card] for card in cards), age, not latest.isdisjoint(cards))

    return tuple(candidate(cards) for cards in Space(d).sets(list(place)))


def property_names(d: int, notation: str = DEFAULT) -> tuple[str, ...]:
    """The names of the properties of a card.

    >>> property_names(3)
    ('number', 'colour', 'shape')
    """
    return tuple(each.name for each in find_notation(notation, d).properties)


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


_NEAR = Feature("near", "each slot by which its cards are nearer to each other", lambda s, c: -c.distance, "near")
_CENTRAL = Feature(
    "central", "each slot by which its cards are nearer to the centre", lambda s, c: -s.distance_to_centre(c), "central"
)
_ABUNDANT = Feature(
    "abundant", "three cards with the most abundant value", lambda s, c: float(s.is_abundant(c)), "abundant"
)

EFFECTS: Mapping[str, tuple[Feature, ...]] = {
    "differ": (Feature("differ", "each further property that differs", lambda s, c: float(_number(s, c)), "differ"),),
    "differ-each": tuple(_each(number) for number in range(1, MOST + 1) if number != REFERENCE),
    "same": tuple(_same(name) for name in PROPERTIES),
    "abundant": (_ABUNDANT,),
    "near": (_NEAR,),
    "central": (_CENTRAL,),
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
        reason = "which say how many properties differ: drop one"
        raise SpecError(f"differ cannot stand beside same or differ-each, {reason}")
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
