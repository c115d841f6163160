"""Exact answers for reading: integers in full, fractions beside decimals, None where a value is not known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from setlab.answers import Answer
from setlab.caps.known_sizes import known
from setlab.counting import count_cards, mean_flats
from setlab.exact.answers import extremes_answer, leftovers_answer, no_set_answer, planes_answer, sets_answer

Cell = str | None
"""A number as text: integers may be larger than those of JavaScript."""


@dataclass(frozen=True)
class Table:
    """A table of the page: for which dimensions, its question, and the field of the record that each column shows.

    The curve is that of the figure, up to the first n from which on it has the value `end` for ever. `cards` is the
    number of cards at first, if the table is about one number.
    """

    dimensions: range
    ask: Callable[[int, int], Answer]
    key: str
    columns: Mapping[str, str]
    end: int | None = None
    cards: int | None = None
    found: Mapping[str, str] = field(default_factory=dict)
    command: str = "--dimension {dimension}"


@lru_cache(256)
def exact_json(name: str, dimension: int, cards: int | None) -> dict[str, Any]:
    """A table as the page needs it; `cards` is the number of cards that it is about, if it is about one.

    >>> found = exact_json("no-set", 2, None)
    >>> found["columns"], found["rows"][4]
    (['n', 'collections', 'classes', 'chance', 'decimal'], ['4', '54', '1', '3/7', '0.428571429'])
    """
    table = TABLES[name]
    number = table.cards if cards is None else cards
    size = min(number or 0, count_cards(dimension))
    about = {"table": name, "dimension": dimension, "cards": None if number is None else size}
    return about | (_caps_json(dimension) if name == "caps" else _answer_json(name, table, dimension, size))


def _answer_json(name: str, table: Table, dimension: int, cards: int) -> dict[str, Any]:
    answer = table.ask(dimension, cards)
    record = answer.record
    keys = list(record[next(iter(table.columns.values()))] or {})
    rows = [[key, *_cells(key, table, answer)] for key in keys]
    curve = [[n, None if value is None else float(value)] for n, value in answer.figure.values.items()]
    if table.end is not None:
        last = max((i for i, (_, value) in enumerate(curve) if value != table.end), default=0)
        rows, curve = rows[: last + 2], curve[: last + 2]
    columns = [table.key, *table.columns, *["decimal"] * ("chance" in table.columns)]
    command = f"setlab exact {name} {table.command}".format(dimension=dimension, cards=max(3, cards))
    found = {shown: _beside(record[each], shown) for shown, each in table.found.items()}
    table_json = {"columns": columns, "rows": rows, "curve": curve}
    return {**table_json, "verified": record["verified"], "command": command, "found": found}


def _cells(key: str, table: Table, answer: Answer) -> list[Cell]:
    """The cells of a row; a fraction also as a decimal number, and beside an extreme the mean."""
    record, cells = answer.record, list[Cell]()
    for column, name in table.columns.items():
        if name == "mean":
            cells.append(_decimal(mean_flats(int(key), 1, record["dimension"])))
        elif name == "proportion":
            count = record["distribution"][key]
            chance = Fraction(int(count), int(record["total"]))
            cells += [str(chance), _decimal(chance)]
        elif column == "chance":
            text = record[name][key]
            cells += [None, None] if text is None else [str(Fraction(text)), _decimal(Fraction(text))]
        else:
            cells.append(record[name][key])
    return cells


def _beside(value: Any, shown: str) -> Any:
    """A number beside the table: a fraction as it is or as a decimal number, any other as it is."""
    if not isinstance(value, str) or "/" not in value:
        return value
    return _decimal(Fraction(value)) if shown in ("decimal", "turns") else str(Fraction(value))


def _decimal(p: Fraction) -> str:
    return f"{float(p):.9g}"


def _caps_json(dimension: int) -> dict[str, Any]:
    """The known sizes of the largest caps, for all dimensions."""
    sizes, rows = [known(d) for d in TABLES["caps"].dimensions], list[list[Cell]]()
    for size in sizes:
        upper = None if size.upper is None else str(size.upper)
        rows.append([str(size.d), str(count_cards(size.d)), str(size.lower), upper, size.source])
    curve = [[size.d, float(size.lower)] for size in sizes if size.is_exact]
    shown = {"columns": ["dimension", "deck", "least", "greatest", "source"], "rows": rows, "curve": curve}
    return {**shown, "verified": [], "command": f"setlab caps known --dimension {dimension}", "found": {}}


def _extremes(most: bool) -> Table:
    columns = {"value": "values", "least": "lower", "greatest": "upper", "mean": "mean"}
    return Table(range(2, 5), lambda dimension, _: extremes_answer(most, dimension), "n", columns)


TABLES: Mapping[str, Table] = {
    "no-set": Table(
        range(2, 6),
        lambda dimension, _: no_set_answer(dimension),
        "n",
        {"collections": "counts", "classes": "orbits", "chance": "probability"},
        end=0,
        found={"largest": "largest"},
    ),
    "sets": Table(
        range(2, 5),
        lambda dimension, cards: sets_answer(cards, dimension),
        "sets",
        {"collections": "distribution", "chance": "proportion"},
        cards=12,
        found={"total": "total", "mean": "mean", "decimal": "mean"},
        command="--cards {cards} --dimension {dimension}",
    ),
    "planes": Table(
        range(2, 5),
        lambda dimension, _: planes_answer(dimension),
        "n",
        {"collections": "plane_free", "chance": "probability"},
        end=1,
        found={"largest": "largest_plane_free"},
    ),
    "max-sets": _extremes(True),
    "min-sets": _extremes(False),
    "leftovers": Table(
        range(2, 4),
        lambda dimension, cards: leftovers_answer(dimension, max(3, cards)),
        "left",
        {"chance": "leftover"},
        cards=12,
        found={"turns": "turns"},
        command="--dimension {dimension} --table {cards}",
    ),
    "caps": Table(range(1, 9), partial(sets_answer), "dimension", {}),
}
"""The tables by name, in the order of the page."""
