"""`setlab count`: the closed formulas."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table, fraction_text
from setlab.cli.formats import Output
from setlab.cli.options import Dimension, Values
from setlab.cli.screen import print_rich, table_width
from setlab.counting import (
    count_affine_maps,
    count_cards,
    count_flats,
    count_hyperplanes,
    count_sets,
    count_sets_by_shared,
    count_sets_through,
    is_prime_power,
    probability_of_set,
)
from setlab.errors import SpecError
from setlab.limits import FORMULA_VALUES, FORMULAS, between


def verb(dimension: Dimension = 4, values: Values = 3, *, output: Output) -> None:
    """Count cards, SETs, planes, cubes and hyperplanes, exactly, for any number of properties.

    A SET is "all the same or all different"; a line is one of the affine geometry AG(d,q), which exists when
    the number of values is a power of a prime. The two agree for 2 and 3 values.

        setlab count

        setlab count --properties 5

        setlab count --values 4
    """
    if dimension not in FORMULAS:
        raise SpecError(f"{dimension} is not a dimension for count: choose {between(FORMULAS)}")
    if values not in FORMULA_VALUES:
        raise SpecError(f"{values} is not a number of values for count: choose {between(FORMULA_VALUES)}")
    numbers = count_all(dimension, values)
    table = count_table(numbers)
    output.show(Answer(numbers, table), lambda: _print_table(table))


def count_all(d: int, n: int) -> dict[str, Any]:
    """All numbers that have a closed formula; None where there is no geometry."""
    sys.set_int_max_str_digits(0)  # the number of symmetries has up to 15,000
    geometry = is_prime_power(n)

    def flats(k: int) -> int | None:
        return count_flats(k, d, n) if geometry else None

    return {
        "dimension": d,
        "values": n,
        "cards": count_cards(d, n),
        "sets": count_sets(d, n),
        "lines": flats(1),
        "sets_per_card": count_sets_through(d, n),
        "sets_by_shared": {str(x): number for x, number in count_sets_by_shared(d, n).items()},
        "planes": flats(2),
        "cubes": flats(3),
        "hyperplanes": count_hyperplanes(d, n) if geometry else None,
        "symmetries": count_affine_maps(d, n) if geometry else None,
        "probability": fraction_text(probability_of_set(d, n)),
    }


def count_table(answer: dict[str, Any]) -> DataTable:
    """The numbers with their names and meanings."""
    d, n = answer["dimension"], answer["values"]
    rows = [*_card_rows(answer, d, n), *_geometry_rows(answer, d, n)]
    columns = [Column("what", align="left"), Column("number"), Column("meaning", align="left")]
    caption = f"Counts for {d} properties with {n} values"
    return data_table(columns, rows, caption, f"count-{d}-{n}", metadata=about("count", dimension=d, values=n))


def _card_rows(answer: dict[str, Any], d: int, n: int) -> Iterator[tuple[Cell, ...]]:
    yield "cards", _number(answer["cards"]), f"{n}^{d}"
    yield "SETs", _number(answer["sets"]), f"{n} cards, all the same or all different"
    for x, number in answer["sets_by_shared"].items():
        yield Shown(f"SETs sharing {x}", f"  sharing {x}"), _number(number), "of the properties"
    yield "SETs through a card", _number(answer["sets_per_card"]), ""
    yield f"P({n} cards are a SET)", Shown(answer["probability"], _short(answer["probability"])), ""


def _geometry_rows(answer: dict[str, Any], d: int, n: int) -> Iterator[tuple[Cell, ...]]:
    if answer["lines"] is None:
        yield f"AG({d},{n})", Shown(None, "none"), f"{n} is not a power of a prime"
        return
    for name in ("lines", "planes", "cubes", "hyperplanes"):
        yield name, _number(answer[name]), f"of AG({d},{n})"
    yield "symmetries", _number(answer["symmetries"]), f"the order of AGL({d},{n})"


def _print_table(shown: DataTable) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right", overflow="fold")
    table.add_column(style="dim", overflow="fold")
    for row in shown.texts():
        table.add_row(*row)
    print_rich(table, columns=table_width())


def _number(number: int) -> Shown:
    return Shown(number, _digits(number))


def _short(fraction: str) -> str:
    return fraction if len(fraction) < 40 else "see --json"


def _digits(number: int) -> str:
    """The number with its digits in groups of three; a very long number as a power of ten."""
    return f"{number:,}" if number < 10**60 else f"about 10^{len(str(number)) - 1}"
