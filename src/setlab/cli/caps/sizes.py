"""`setlab caps sizes`: sizes of complete caps, found at random."""

from __future__ import annotations

from typing import Annotated, Any

from setlab.cli.formats import TableFormat, about, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, NotationName, option, read_notation, whole_number
from setlab.cli.screen import say
from setlab.notation import DEFAULT
from setlab.tabular import data_table


def verb(
    dimension: Dimension = 4,
    caps: Annotated[int, option("--caps", "N", "Number of complete caps to grow.")] = 300,
    seed: Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")] = "0",
    notation: NotationName = DEFAULT,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Find sizes of complete caps, to which no card can be added, at random. Not all sizes need be found.

    setlab caps sizes --dimension 5 --caps 3000 --seed 1
    """
    from setlab.caps import complete_sizes

    form, number = chosen_format(format, json), whole_number(seed, "seed")
    found = complete_sizes(dimension, seed=number, caps=caps)
    shown = data_table(
        ["points", "caps"],
        found.counts.items(),
        caption=f"Sizes of {caps} complete caps of AG({dimension},3), grown at random, seed {number}",
        label=f"cap-sizes-{dimension}",
        metadata=about("caps sizes", dimension=dimension, caps=caps, seed=number),
    )

    def record() -> dict[str, Any]:
        here = read_notation(notation, dimension)
        examples = {str(size): [here.digits(card) for card in cap] for size, cap in found.examples.items()}
        counts = {str(size): count for size, count in found.counts.items()}
        return {"dimension": dimension, "caps": caps, "sizes": counts, "examples": examples, "exhaustive": False}

    def text() -> None:
        print_data(shown)
        print()
        say(f"{caps} complete caps were grown at random: there may be other sizes. {_all_sizes(dimension)}")

    print_answer(form, record=record, tables=lambda: shown, text=text)


def _all_sizes(dimension: int) -> str:
    """The command that lists all sizes, if there is one."""
    if dimension > 4:
        return "No list of all sizes is made here."
    return f"`setlab exact no-set --dimension {dimension}` counts all complete caps."
