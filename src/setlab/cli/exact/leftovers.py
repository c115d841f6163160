"""`setlab exact leftovers`: the number of cards left at the end of a game, as fractions."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from setlab.cli.exact.options import Plot, Recompute
from setlab.cli.exact.report import decimal_places, evidence_data, print_evidence, shown_progress
from setlab.cli.exact.tables import leftovers_table
from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Json, check_picture, whole_number
from setlab.cli.screen import fraction_text, say


def verb(
    dimension: Annotated[int, typer.Option("--dimension", "--properties", "-d", metavar="D", help="2 or 3.")] = 3,
    table: Annotated[str, typer.Option("--table", metavar="T", help="Cards on the table, or all.")] = "12",
    recompute: Recompute = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The distribution of the number of cards left at the end of a game with random choice, as exact fractions.

    setlab exact leftovers --dimension 3 --table 12
    """
    from setlab.exact.leftovers.tables import evidence_of_leftovers, exact_leftover_game

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    size = 3**dimension if table == "all" else whole_number(table, "number of cards on the table")
    with shown_progress() as report:
        report(f"AG({dimension},3)", 0.0)
        game = exact_leftover_game(dimension, size, recompute)
    evidence = evidence_of_leftovers(dimension, recompute)
    if plot is not None:
        from setlab.cli.exact.pictures import plot_distribution
        from setlab.counting import impossible_leftovers

        shown_title, never = f"Cards left in AG({dimension},3)", impossible_leftovers(dimension)
        subtitle = f"exact distribution: standard game, dimension {dimension}, table {size}, random choice"
        with looking(look):
            plot_distribution(plot, game.leftovers, shown_title, "cards left", subtitle, panels, impossible=never)

    def record() -> dict[str, Any]:
        searches = {str(n): fraction_text(p) for n, p in game.searches.items()}
        return {
            "dimension": dimension,
            "table": size,
            "leftover": {str(left): fraction_text(p) for left, p in game.leftovers.items()},
            "turns": fraction_text(game.turns),
            "searches": searches,
            "looks": searches,  # the name of this field in earlier versions
            "no_set": {str(n): fraction_text(p) for n, p in game.no_set.items()},
            "classes": str(game.classes),
            "verified": evidence_data(evidence),
        }

    shown = leftovers_table(game.leftovers, dimension, size)

    def text() -> None:
        print_data(shown)
        print()
        say(f"{decimal_places(game.turns, 4)} turns on average; {game.classes:,} states up to symmetry.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)
