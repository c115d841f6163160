"""`setlab caps known`: the known bounds on the size of the largest cap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.caps.report import Field
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Dimension, Json
from setlab.cli.screen import say
from setlab.errors import RuleError, SpecError
from setlab.limits import FORMULAS, between
from setlab.tabular import Column, DataTable, Shown, data_table

if TYPE_CHECKING:
    from setlab.caps import Known


def verb(
    dimension: Dimension = 4,
    values: Field = 3,
    verify: Annotated[bool, typer.Option("--verify", help="Prove it now, for three values and d = 2, 3, 4.")] = False,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Show the known bounds on the size of the largest cap of AG(d,q), with their source.

    setlab caps known --dimension 7

    setlab caps known --dimension 4 --verify
    """
    from setlab.caps import known as cited

    if dimension not in FORMULAS:
        raise SpecError(f"{dimension} is not a dimension for known: choose {between(FORMULAS)}")
    form, found = chosen_format(format, json), cited(dimension, values)
    proved = _proved(dimension, values, found.lower) if verify else None

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "values": values,
            "proved": proved,
            "size": found.lower,
            "lower": found.lower,
            "upper": found.upper,
            "buildable": found.buildable,
            "source": found.source,
            "references": list(found.references),
        }

    def text() -> None:
        say(f"AG({dimension},{values}): the largest cap has {_size_text(found)}")
        say(found.source, f"{'cited' if found.references else 'because'}: ")
        say(_buildable_text(found))
        if proved:
            how = "all caps were listed up to symmetry, and no point can join one of"
            say(f"{how} {found.lower}", "proved in this run: ")

    print_answer(form, record=record, tables=lambda: _known_table(found), text=text)


def _known_table(found: Known) -> DataTable:
    bounds = [Column("lower", "at least"), Column("upper", "at most"), Column("buildable", "built here")]
    upper = found.upper if found.upper is not None else Shown(None, "not known")
    rows = [(found.d, found.q, found.lower, upper, found.buildable, found.source)]
    caption, label = f"The largest cap of AG({found.d},{found.q})", f"cap-{found.d}-{found.q}"
    metadata = about("caps known", dimension=found.d, values=found.q)
    columns = [Column("dimension", "d"), Column("values", "q"), *bounds, Column("source", align="left")]
    return data_table(columns, rows, caption, label, metadata=metadata)


def _size_text(found: Known) -> str:
    if found.is_exact:
        return f"exactly {found.lower} points"
    if found.upper is None:
        return f"at least {found.lower} points; no upper bound is cited here"
    return f"at least {found.lower} and at most {found.upper} points"


def _buildable_text(found: Known) -> str:
    """The construction of a cap of this size: a command, or a product."""
    from setlab.caps import LARGEST_FIND

    if found.q == 2:
        return f"all {found.buildable} points together are one"
    if found.d > LARGEST_FIND.get(found.q, 0):
        return f"{found.buildable} points are reached by a product of caps that can be built here"
    values = "" if found.q == 3 else f" --values {found.q}"
    return f"{found.buildable} can be built here: `setlab caps find --dimension {found.d}{values}`"


def _proved(dimension: int, values: int, size: int) -> bool:
    """True if the list of all caps up to symmetry ends with this size. Raise an error unless it does."""
    from setlab.exact.no_set import compute_no_set, from_content

    if values != 3 or dimension not in (2, 3, 4):
        raise SpecError(
            f"AG({dimension},{values}) cannot be settled by listing caps: choose three values and d = 2, 3 or 4"
        )
    largest = from_content(compute_no_set(dimension)).largest
    if largest != size:
        raise RuleError(f"the largest cap of AG({dimension},3) has {largest} points, not {size}: please report it")
    return True
