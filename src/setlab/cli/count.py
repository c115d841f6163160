"""`setlab count`: the closed formulas."""

from __future__ import annotations

import sys
from typing import Any

from setlab.cli.options import Dimension, Json, Values
from setlab.cli.screen import fraction_text, print_json, print_rich, table_width
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

LARGEST_DIMENSION = 100
LARGEST_VALUES = 30
"""Within these limits every number has fewer than the 4300 digits that Python and most readers of JSON accept."""


def verb(dimension: Dimension = 4, values: Values = 3, json: Json = False) -> None:
    """Count cards, SETs, planes, cubes and hyperplanes, exactly, for any number of properties.

    A SET is "all the same or all different"; a line is one of the affine geometry AG(d,q), which exists when
    the number of values is a power of a prime. The two agree for 2 and 3 values.

        setlab count

        setlab count --properties 5

        setlab count --values 4
    """
    if not 1 <= dimension <= LARGEST_DIMENSION:
        raise SpecError(f"{dimension} is not a dimension for count: choose 1 to {LARGEST_DIMENSION}")
    if not 2 <= values <= LARGEST_VALUES:
        raise SpecError(f"{values} is not a number of values for count: choose 2 to {LARGEST_VALUES}")
    answer = count_all(dimension, values)
    if json:
        print_json(answer)
    else:
        _print_table(answer)


def count_all(d: int, n: int) -> dict[str, Any]:
    """All numbers that have a closed formula; None where there is no geometry.

    The number of symmetries is a string, since it has up to 15,000 digits.
    """
    sys.set_int_max_str_digits(0)
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
        "symmetries": str(count_affine_maps(d, n)) if geometry else None,
        "probability": fraction_text(probability_of_set(d, n)),
    }


def _print_table(answer: dict[str, Any]) -> None:
    from rich.table import Table

    d, n = answer["dimension"], answer["values"]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right", overflow="fold")
    table.add_column(style="dim", overflow="fold")
    table.add_row("cards", _digits(answer["cards"]), f"{n}^{d}")
    table.add_row("SETs", _digits(answer["sets"]), f"{n} cards, all the same or all different")
    for x, number in answer["sets_by_shared"].items():
        table.add_row(f"  sharing {x}", _digits(number), "of the properties")
    table.add_row("SETs through a card", _digits(answer["sets_per_card"]), "")
    table.add_row(f"P({n} cards are a SET)", _short(answer["probability"]), "")
    if answer["lines"] is None:
        table.add_row(f"AG({d},{n})", "none", f"{n} is not a power of a prime")
    else:
        for name, key in [
            ("lines", "lines"),
            ("planes", "planes"),
            ("cubes", "cubes"),
            ("hyperplanes", "hyperplanes"),
        ]:
            table.add_row(name, _digits(answer[key]), f"of AG({d},{n})")
        table.add_row("symmetries", _digits(int(answer["symmetries"])), f"the order of AGL({d},{n})")
    print_rich(table, columns=table_width())


def _short(fraction: str) -> str:
    return fraction if len(fraction) < 40 else "see --json"


def _digits(number: int) -> str:
    """The number with its digits in groups of three; a very long number as a power of ten."""
    return f"{number:,}" if number < 10**60 else f"about 10^{len(str(number)) - 1}"
