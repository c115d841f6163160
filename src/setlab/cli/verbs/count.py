"""`setlab count`: the closed formulas."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from setlab import counting
from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table, fraction_text
from setlab.cli.options import DeckName, Dimension, Values
from setlab.cli.screen import Output, print_rich, table_width
from setlab.counting import binary, is_prime_power
from setlab.errors import SpecError
from setlab.geometry import Deck, Pattern, QuadDeck
from setlab.geometry.binary import LEAST_PROJECTIVE
from setlab.limits import FORMULA_VALUES, FORMULAS, between
from setlab.notation import find_deck
from setlab.notation.binary import QUADS, SET


def verb(dimension: Dimension = 4, values: Values = 3, deck: DeckName = SET, *, output: Output) -> None:
    """Count cards, SETs, planes, cubes and hyperplanes, exactly, for any number of properties.

    A SET is "all the same or all different"; a line is one of the affine geometry AG(d,q), which exists when
    the number of values is a power of a prime. The two agree for 2 and 3 values.

        setlab count

        setlab count --properties 5

        setlab count --values 4

    The decks of EvenQuads and of Projective SET:

        setlab count --deck quads
    """
    if deck != SET:
        if (dimension, values) != (4, 3):
            raise SpecError(f"the deck {deck} has its own properties: leave out --dimension and --values")
        found = count_binary(deck)
        shown = _binary_table(deck, found)
        output.show(Answer(found, shown), lambda: _print_table(shown))
        return
    if dimension not in FORMULAS:
        raise SpecError(f"{dimension} is not a dimension for count: choose {between(FORMULAS)}")
    if values not in FORMULA_VALUES:
        raise SpecError(f"{values} is not a number of values for count: choose {between(FORMULA_VALUES)}")
    numbers = count_all(dimension, values)
    table = count_table(numbers)
    output.show(Answer(numbers, table), lambda: _print_table(table))


COLUMNS = [Column("what", align="left"), Column("number"), Column("meaning", align="left")]
FLATS = ("lines", "planes", "cubes")


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


def count_binary(name: str) -> dict[str, Any]:
    """The numbers of the deck of quads, AG(6,2), or of that with dots, PG(5,2)."""
    deck = find_deck(name).deck
    return _count_quads(deck) if isinstance(deck, QuadDeck) else _count_dotted(deck)


def _count_quads(deck: QuadDeck) -> dict[str, Any]:
    d = deck.binary_dimension
    flats = {flat: counting.count_flats(k, d, 2) for k, flat in enumerate(FLATS, 1)}
    quads, number = deck.sets(deck), binary.count_quads(d)
    same = Counter(deck.patterns(quad).count(Pattern.SAME) for quad in quads)
    return {
        **{"dimension": deck.d, "values": deck.n, "cards": len(deck), "sets": number},
        **{"sets_per_card": 4 * number // len(deck), "sets_by_shared": {str(x): same[x] for x in sorted(same)}},
        **flats | {"hyperplanes": counting.count_hyperplanes(d, 2), "symmetries": counting.count_affine_maps(d, 2)},
        "probability": fraction_text(Fraction(number, comb(len(deck), 4))),
    }


def _count_dotted(deck: Deck) -> dict[str, Any]:
    d, cards = deck.d, len(deck)
    flats = {flat: counting.count_subspaces(d, k + 1, 2) for k, flat in enumerate(FLATS, 1)}
    sizes = {k: binary.count_dotted_sets(k, d) for k in range(LEAST_PROJECTIVE, cards + 1)}
    through = sum(k * number for k, number in sizes.items()) // cards
    return {
        **{"dimension": d, "values": deck.n, "cards": cards, "sets": sum(sizes.values())},
        **{"sets_per_card": through, "sets_by_shared": {}, "sets_by_size": {str(k): sizes[k] for k in sizes}},
        **flats | {"hyperplanes": counting.count_subspaces(d, d - 1, 2)},
        "symmetries": counting.count_affine_maps(d, 2) // 2**d,
        "probability": fraction_text(Fraction(sizes[LEAST_PROJECTIVE], comb(cards, LEAST_PROJECTIVE))),
    }


MOST_SIZES = 7
"""The largest size of SETs in the table: seven cards always hold a SET."""


def _binary_table(name: str, answer: dict[str, Any]) -> DataTable:
    """The numbers with their names and meanings."""
    is_quads, space = name == QUADS, "AG(6,2)" if name == QUADS else "PG(5,2)"
    what = "quad" if is_quads else "SET"
    rule = "all the same, all different, or two and two" if is_quads else "every dot an even number of times"
    rows: list[tuple[Cell, ...]] = [
        ("cards", _number(answer["cards"]), f"the points of {space}"),
        (f"{what}s", _number(answer["sets"]), rule),
    ]
    parts = [(f"  sharing {x}", n, "of the properties") for x, n in answer["sets_by_shared"].items()]
    parts += [(f"  of {k}", n, "cards") for k, n in answer.get("sets_by_size", {}).items() if int(k) <= MOST_SIZES]
    rows += [(Shown(f"{what}s {label.strip()}", label), _number(n), meaning) for label, n, meaning in parts]
    size, fraction = 4 if is_quads else LEAST_PROJECTIVE, answer["probability"]
    rows += [(f"{what}s through a card", _number(answer["sets_per_card"]), "")]
    rows += [(f"P({size} cards are a {what})", Shown(fraction, fraction), "")]
    rows += [(flat, _number(answer[flat]), f"of {space}") for flat in (*FLATS, "hyperplanes")]
    rows += [("symmetries", _number(answer["symmetries"]), f"the order of {'AGL' if is_quads else 'GL'}(6,2)")]
    return data_table(COLUMNS, rows, f"Counts for the deck {name}", f"count-{name}", metadata=about("count", deck=name))


def count_table(answer: dict[str, Any]) -> DataTable:
    """The numbers with their names and meanings."""
    d, n = answer["dimension"], answer["values"]
    caption, rows = f"Counts for {d} properties with {n} values", list(_rows(answer, d, n))
    return data_table(COLUMNS, rows, caption, f"count-{d}-{n}", metadata=about("count", dimension=d, values=n))


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
