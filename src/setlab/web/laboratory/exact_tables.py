"""Exact tables for reading: integers in full, fractions beside decimals, None where a value is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from setlab.answers import Evidence
from setlab.counting import count_cards, mean_flats
from setlab.limits import DECKS, ORBITS, PLANE_FREE

Cell = str | None
"""A number as text: integers may be larger than those of JavaScript."""


@dataclass(frozen=True)
class Exact:
    """A table: columns by name, rows by n; `curve` has the numbers to draw."""

    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    curve: list[tuple[int, float | None]]
    verified: tuple[Evidence, ...]
    command: str
    found: Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """Which tables there are of a kind: dimensions, and numbers of cards where one must be chosen."""

    dimensions: range
    make: Callable[[int, int], Exact]
    cards: int | None = None
    """The number of cards at first, if the table is about one number."""


@lru_cache(256)
def exact_json(name: str, dimension: int, cards: int | None) -> dict[str, Any]:
    """A table as the page needs it; `cards` is the number of cards that it is about, if it is about one.

    >>> found = exact_json("no-set", 2, None)
    >>> found["columns"], found["rows"][4]
    (['n', 'collections', 'classes', 'chance', 'decimal'], ['4', '54', '1', '3/7', '0.428571429'])
    """
    table = TABLES[name]
    number = table.cards if cards is None else cards
    made = table.make(dimension, min(number or 0, count_cards(dimension)))
    return {
        "table": name,
        "dimension": dimension,
        "cards": None if number is None else min(number, count_cards(dimension)),
        "columns": list(made.columns),
        "rows": [list(row) for row in made.rows],
        "curve": [[n, y] for n, y in made.curve],
        "verified": [each.as_dict() for each in made.verified],
        "command": made.command,
        "found": dict(made.found),
    }


def _no_set(dimension: int, cards: int) -> Exact:
    from setlab.exact.no_set import evidence_of_no_set, exact_no_set

    table = exact_no_set(dimension)
    chances = [table.probability(n) for n in range(len(table.counts))]
    rows = [
        (str(n), _whole(table.counts[n]), _whole(table.orbits[n]), _fraction(p), _decimal(p))
        for n, p in enumerate(chances)
    ]
    return Exact(
        ("n", "collections", "classes", "chance", "decimal"),
        _until_settled(rows, chances, Fraction(0)),
        _curve(chances, Fraction(0)),
        evidence_of_no_set(table),
        f"setlab exact no-set --dimension {dimension}",
        {"largest": table.largest},
    )


def _sets(dimension: int, cards: int) -> Exact:
    from setlab.exact.sets.tables import evidence_of_sets, exact_sets

    table = exact_sets(cards, dimension)
    rows: list[tuple[Cell, ...]] = [
        (str(sets), str(number), _fraction(p), _decimal(p))
        for (sets, number), p in zip((table.distribution or {}).items(), table.proportions().values(), strict=True)
    ]
    return Exact(
        ("sets", "collections", "chance", "decimal"),
        rows,
        [(sets, float(p)) for sets, p in table.proportions().items()],
        evidence_of_sets(table),
        f"setlab exact sets --cards {cards} --dimension {dimension}",
        {"total": str(table.total), "mean": _fraction(table.mean), "decimal": _decimal(table.mean)},
    )


def _planes(dimension: int, cards: int) -> Exact:
    from setlab.exact.planes import exact_planes
    from setlab.exact.planes.proofs import evidence_of_planes

    known = exact_planes(dimension)
    chances = [known.table.probability(n) for n in range(len(known.table.counts))]
    rows = [(str(n), _whole(known.table.counts[n]), _fraction(p), _decimal(p)) for n, p in enumerate(chances)]
    return Exact(
        ("n", "collections", "chance", "decimal"),
        _until_settled(rows, chances, Fraction(1)),
        _curve(chances, Fraction(1)),
        evidence_of_planes(known),
        f"setlab exact planes --dimension {dimension}",
        {"largest": known.size},
    )


def _extremes(most: bool) -> Callable[[int, int], Exact]:
    def make(dimension: int, cards: int) -> Exact:
        from setlab.exact.extremes import fewest_sets, most_sets
        from setlab.exact.extremes.evidence import evidence_of_extremes

        rows = (most_sets if most else fewest_sets)(dimension)
        name = "max-sets" if most else "min-sets"
        return Exact(
            ("n", "value", "least", "greatest", "mean"),
            [
                (
                    str(row.n),
                    _whole(row.value),
                    str(row.lower),
                    str(row.upper),
                    _decimal(mean_flats(row.n, 1, dimension)),
                )
                for row in rows
            ],
            [(row.n, None if row.value is None else float(row.value)) for row in rows],
            evidence_of_extremes(dimension),
            f"setlab exact {name} --dimension {dimension}",
            {},
        )

    return make


def _leftovers(dimension: int, cards: int) -> Exact:
    from setlab.exact.leftovers.tables import evidence_of_leftovers, exact_leftover_game

    game = exact_leftover_game(dimension, max(3, cards))
    return Exact(
        ("left", "chance", "decimal"),
        [(str(left), _fraction(p), _decimal(p)) for left, p in game.leftovers.items()],
        [(left, float(p)) for left, p in game.leftovers.items()],
        evidence_of_leftovers(dimension),
        f"setlab exact leftovers --dimension {dimension} --table {max(3, cards)}",
        {"turns": _decimal(game.turns)},
    )


def _caps(dimension: int, cards: int) -> Exact:
    from setlab.caps.known_sizes import known

    sizes = [known(d) for d in TABLES["caps"].dimensions]
    return Exact(
        ("dimension", "deck", "least", "greatest", "source"),
        [(str(s.d), str(count_cards(s.d)), str(s.lower), _whole(s.upper), s.source) for s in sizes],
        [(s.d, float(s.lower)) for s in sizes if s.is_exact],
        (),
        f"setlab caps known --dimension {dimension}",
        {},
    )


TABLES: Mapping[str, Table] = {
    "no-set": Table(ORBITS, _no_set),
    "sets": Table(range(2, 5), _sets, cards=12),
    "planes": Table(PLANE_FREE, _planes),
    "max-sets": Table(range(2, 5), _extremes(True)),
    "min-sets": Table(range(2, 5), _extremes(False)),
    "leftovers": Table(range(2, 4), _leftovers, cards=12),
    "caps": Table(DECKS, _caps),
}
"""The tables by name, in the order of the page."""


def _whole(number: int | None) -> Cell:
    return None if number is None else str(number)


def _fraction(p: Fraction | None) -> Cell:
    return None if p is None else str(p)


def _mean(cards: int, dimension: int) -> Cell:
    return _decimal(mean_flats(cards, 1, dimension))


def _decimal(p: Fraction | None) -> Cell:
    return None if p is None else f"{float(p):.9g}"


def _until_settled(
    rows: Sequence[tuple[Cell, ...]], chances: Sequence[Fraction | None], end: Fraction
) -> list[tuple[Cell, ...]]:
    """The rows up to the first from which on the chance is the same for ever."""
    last = max((n for n, p in enumerate(chances) if p != end), default=0)
    return list(rows[: last + 2])


def _curve(chances: Iterable[Fraction | None], end: Fraction) -> list[tuple[int, float | None]]:
    points = [(n, None if p is None else float(p)) for n, p in enumerate(chances)]
    last = max((n for n, y in points if y is None or y != end), default=0)
    return points[: last + 2]
