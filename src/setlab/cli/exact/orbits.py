"""`setlab exact orbits`: the collections of n cards up to the symmetries of the deck."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from setlab.cli.exact.report import evidence_data, print_evidence, shown_progress
from setlab.cli.exact.tables import orbits_table
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, NotationName, read_notation
from setlab.cli.screen import say
from setlab.errors import plural
from setlab.notation import DEFAULT


def verb(
    cards: Annotated[int, typer.Argument(metavar="N", help="The number of cards.", show_default=False)],
    dimension: Dimension = 4,
    notation: NotationName = DEFAULT,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The collections of n cards up to symmetry: one of each orbit, its SETs, how many there are, its stabiliser.

    The symmetries are the affine maps of the deck. The collections of an orbit are images of one another, so that they
    have as many SETs.

        setlab exact orbits 6

        setlab exact orbits 12 --format csv
    """
    from setlab.counting import count_affine_maps
    from setlab.exact.orbits.listing import evidence_of_orbits, exact_orbits

    form, here = chosen_format(format, json), read_notation(notation, dimension)
    with shown_progress() as report:
        orbits = exact_orbits(cards, dimension, lambda n, done, total: report(f"{n} cards", n / max(cards, 1)))
    total, order = sum(orbit.size for orbit in orbits), count_affine_maps(dimension)
    evidence = evidence_of_orbits(orbits, cards, dimension)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "cards": cards,
            "orbits": [
                {
                    "representative": [here.digits(card) for card in orbit.representative],
                    "sets": str(orbit.sets),
                    "size": str(orbit.size),
                    "stabiliser": str(orbit.stabiliser),
                }
                for orbit in orbits
            ],
            "count": str(len(orbits)),
            "total": str(total),
            "symmetries": str(order),
            "verified": evidence_data(evidence),
        }

    shown = orbits_table(orbits, cards, dimension, here)

    def text() -> None:
        print_data(shown)
        print()
        say(f"Orbits: {len(orbits):,}. Collections of {plural(cards, 'card')}: {total:,}. Symmetries: {order:,}.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)
