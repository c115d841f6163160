"""`setlab exact leftovers`: the number of cards left at the end of a game, as fractions."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.exact.options import Plot, Recompute
from setlab.cli.exact.report import (
    decimal_places,
    evidence_data,
    odds_text,
    print_evidence,
    probability_text,
    shortened,
    shown_progress,
)
from setlab.cli.options import Json, check_picture, whole_number
from setlab.cli.screen import fraction_text, print_json, print_table


def verb(
    dimension: Annotated[int, typer.Option("--dimension", "--properties", "-d", metavar="D", help="2 or 3.")] = 3,
    table: Annotated[str, typer.Option("--table", metavar="T", help="Cards on the table, or all.")] = "12",
    recompute: Recompute = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """The distribution of the number of cards left at the end of a game with random choice, as exact fractions.

    setlab exact leftovers --dimension 3 --table 12
    """
    from setlab.exact.leftovers.tables import evidence_of_leftovers, exact_leftover_game

    check_picture(plot)
    size = 3**dimension if table == "all" else whole_number(table, "number of cards on the table")
    with shown_progress() as report:
        report(f"AG({dimension},3)", 0.0)
        game = exact_leftover_game(dimension, size, recompute)
    evidence = evidence_of_leftovers(dimension, recompute)
    if plot is not None:
        from setlab.cli.exact.pictures import plot_distribution

        plot_distribution(
            plot, game.leftovers, f"Cards left in AG({dimension},3), table of {table}, exactly", "cards left"
        )
    if json:
        print_json(
            {
                "dimension": dimension,
                "table": size,
                "leftover": {str(left): fraction_text(p) for left, p in game.leftovers.items()},
                "turns": fraction_text(game.turns),
                "looks": {str(n): fraction_text(p) for n, p in game.searches.items()},
                "no_set": {str(n): fraction_text(p) for n, p in game.no_set.items()},
                "classes": game.classes,
                "verified": evidence_data(evidence),
            }
        )
        return
    print_table(
        ["left", "probability", "", "exactly"],
        ([str(left), probability_text(p), odds_text(p), shortened(p)] for left, p in game.leftovers.items()),
    )
    print(f"\n{decimal_places(game.turns, 4)} turns on average; {game.classes:,} states up to symmetry.")
    print_evidence(evidence)
