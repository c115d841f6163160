"""`setlab count`: the closed formulas."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from setlab import counting
from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table, fraction_text
from setlab.cli.options import Dimension, Values
from setlab.cli.screen import Output, print_rich, table_width
from setlab.counting import is_prime_power
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
    flats = [counting.count_flats(k, d, n) for k in (1, 2, 3)] if is_prime_power(n) else [None] * 3
    rest = (counting.count_hyperplanes(d, n), counting.count_affine_maps(d, n)) if is_prime_power(n) else (None, None)
    shared = {str(x): number for x, number in counting.count_sets_by_shared(d, n).items()}
    return {
        **{"dimension": d, "values": n, "cards": counting.count_cards(d, n), "sets": counting.count_sets(d, n)},
        **{"lines": flats[0], "sets_per_card": counting.count_sets_through(d, n), "sets_by_shared": shared},
        **{"planes": flats[1], "cubes": flats[2], "hyperplanes": rest[0], "symmetries": rest[1]},
        "probability": fraction_text(counting.probability_of_set(d, n)),
    }


def count_table(answer: dict[str, Any]) -> DataTable:
    """The numbers with their names and meanings."""
    d, n = answer["dimension"], answer["values"]
    columns = [Column("what", align="left"), Column("number"), Column("meaning", align="left")]
    caption, rows = f"Counts for {d} properties with {n} values", list(_rows(answer, d, n))
    return data_table(columns, rows, caption, f"count-{d}-{n}", metadata=about("count", dimension=d, values=n))


def _rows(answer: dict[str, Any], d: int, n: int) -> Iterator[tuple[Cell, ...]]:
    fraction = answer["probability"]
    yield "cards", _number(answer["cards"]), f"{n}^{d}"
    yield "SETs", _number(answer["sets"]), f"{n} cards, all the same or all different"
    for x, number in answer["sets_by_shared"].items():
        yield Shown(f"SETs sharing {x}", f"  sharing {x}"), _number(number), "of the properties"
    yield "SETs through a card", _number(answer["sets_per_card"]), ""
    yield f"P({n} cards are a SET)", Shown(fraction, fraction if len(fraction) < 40 else "see --json"), ""
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
    """The number with its digits in groups of three; a very long number as a power of ten."""
    return Shown(number, f"{number:,}" if number < 10**60 else f"about 10^{len(str(number)) - 1}")
