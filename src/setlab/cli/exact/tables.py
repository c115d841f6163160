"""Exact results as tables: people read grouped digits and odds, programs the numbers in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from setlab.cli.exact.report import decimal_places, odds_text, probability_text, shortened
from setlab.cli.formats import about, probability_cell
from setlab.cli.screen import fraction_text
from setlab.tabular import Cell, Column, DataTable, Shown, data_table

if TYPE_CHECKING:
    from setlab.exact.extremes import Extreme
    from setlab.exact.no_set import NoSet
    from setlab.exact.orbits import Orbit
    from setlab.exact.planes.counts import PlaneFree
    from setlab.exact.sets.tables import SetTable
    from setlab.notation import Notation

ODDS = Column("odds")


def no_set_table(table: NoSet, probabilities: Sequence[Fraction | None], shown: Iterable[int]) -> DataTable:
    """The collections without a SET, by n."""
    columns: list[str | Column] = [
        "n",
        Column("without_set", "without a SET"),
        Column("probability", "P(no SET)"),
        ODDS,
        "orbits",
        "complete",
        Column("complete_orbits", "complete orbits"),
    ]
    rows = [
        (n, table.counts[n], *_chance(probabilities[n]), table.orbits[n], table.complete[n], table.complete_orbits[n])
        for n in shown
    ]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a SET"
    return data_table(columns, rows, caption, f"no-set-{d}", metadata=about("exact no-set", dimension=d))


def sets_table(table: SetTable) -> DataTable:
    """The distribution of the number of SETs; no rows where it is not known."""
    n, d = table.cards, table.dimension
    columns: list[str | Column] = ["SETs", Column("collections", f"collections of {n} cards"), "probability", ODDS]
    counts = table.distribution or {}
    proportions = table.proportions().values() if counts else ()
    rows = [(k, count, *_chance(p)) for (k, count), p in zip(counts.items(), proportions, strict=True)]
    moments = {"mean": table.mean, "variance": table.variance}
    notes = [] if counts else [f"The distribution for {n} cards is not known exactly."]
    caption = f"SETs among {n} cards of AG({d},3)"
    metadata = about("exact sets", dimension=d, cards=n, **moments)
    return data_table(columns, rows, caption, f"sets-{d}-{n}", notes, metadata)


def extremes_table(rows: Sequence[Extreme], dimension: int, most: bool, means: Sequence[Fraction]) -> DataTable:
    """The most or the fewest SETs by n; bounds, and the word open, where the value is not proved."""
    word, name = ("most", "max-sets") if most else ("fewest", "min-sets")
    columns = [
        Column("n"),
        Column("sets", f"{word} SETs"),
        Column("lower", only="programs"),
        Column("upper", only="programs"),
        Column("status", only="programs" if all(row.proved for row in rows) else ""),
        Column("mean"),
    ]
    cells = [
        (row.n, Shown(row.value, value_text(row)), row.lower, row.upper, _status(row), _to_2(mean))
        for row, mean in zip(rows, means, strict=True)
    ]
    caption = f"The {word} SETs among n cards of AG({dimension},3)"
    metadata = about(f"exact {name}", dimension=dimension)
    return data_table(columns, cells, caption, f"{name}-{dimension}", metadata=metadata)


def _status(row: Extreme) -> Shown:
    return Shown("proved", "") if row.proved else Shown("open", "open")


def value_text(row: Extreme) -> str:
    """The value, or its bounds."""
    return str(row.value) if row.value is not None else f"{row.lower} – {row.upper}"


def planes_table(table: PlaneFree, probabilities: Sequence[Fraction | None], shown: Iterable[int]) -> DataTable:
    """The collections without a plane, by n."""
    columns: list[str | Column] = [
        "n",
        Column("without_plane", "without a plane"),
        Column("probability", "P(a plane)"),
        ODDS,
        Column("planes_if_any", "planes if any"),
    ]
    rows = [(n, table.counts[n], *_chance(probabilities[n]), _mean_cell(table.mean_given_one(n))) for n in shown]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a plane"
    return data_table(columns, rows, caption, f"planes-{d}", metadata=about("exact planes", dimension=d))


def leftovers_table(leftovers: Mapping[int, Fraction], dimension: int, table: int) -> DataTable:
    """The distribution of the cards left."""
    columns: list[str | Column] = ["left", "probability", ODDS, Column("fraction", "exactly")]
    rows = [(left, *_chance(p), Shown(fraction_text(p), shortened(p))) for left, p in leftovers.items()]
    caption = f"Cards left in AG({dimension},3), table of {table}, random choice"
    metadata = about("exact leftovers", dimension=dimension, table=table)
    return data_table(columns, rows, caption, f"leftovers-{dimension}-{table}", metadata=metadata)


def orbits_table(orbits: Sequence[Orbit], cards: int, dimension: int, notation: Notation) -> DataTable:
    """The orbits of the collections of n cards, each with a representative."""
    columns: list[str | Column] = [
        Column("sets", "SETs"),
        Column("size", "collections"),
        "stabiliser",
        Column("representative", align="left"),
    ]
    rows = [
        (orbit.sets, orbit.size, orbit.stabiliser, " ".join(map(notation.digits, orbit.representative)))
        for orbit in orbits
    ]
    caption = f"The orbits of AGL({dimension},3) on the collections of {cards} cards"
    metadata = about("exact orbits", dimension=dimension, cards=cards, notation=notation.key)
    return data_table(columns, rows, caption, f"orbits-{dimension}-{cards}", metadata=metadata)


def _chance(probability: Fraction | None) -> tuple[Cell, Cell]:
    """A probability, and its odds."""
    return probability_cell(probability, probability_text(probability)), odds_text(probability)


def _mean_cell(mean: Fraction | None) -> Cell:
    return Shown(None, "") if mean is None else Shown(float(mean), decimal_places(mean, 4))


def _to_2(mean: Fraction) -> Cell:
    return Shown(float(mean), decimal_places(mean, 2))
