"""`setlab exact sets`: the distribution of the number of SETs in n cards."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.exact.options import Plot, Recompute
from setlab.cli.exact.report import (
    decimal_places,
    digits_by_key,
    evidence_data,
    grouped,
    odds_text,
    print_evidence,
    probability_text,
    shown_progress,
)
from setlab.cli.options import Dimension, Json, check_picture
from setlab.cli.screen import fraction_text, print_json, print_table
from setlab.errors import SpecError


def verb(
    cards: Annotated[int, typer.Option("--cards", metavar="N", help="The number of cards.")] = 12,
    dimension: Dimension = 4,
    recompute: Recompute = False,
    slow: Annotated[bool, typer.Option("--slow", help="Let --recompute take minutes and gigabytes.")] = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """The distribution of the number of SETs in n cards.

    setlab exact sets --cards 12
    """
    from setlab.exact.sets.tables import evidence_of_sets, exact_sets, refuse_slow

    check_picture(plot)
    if recompute and not slow:
        refuse_slow(cards, dimension)
    with shown_progress() as report:
        table = exact_sets(cards, dimension, recompute, report)
    evidence = evidence_of_sets(table, recompute)
    if plot is not None:
        from setlab.cli.exact.pictures import plot_distribution

        if table.distribution is None:
            raise SpecError(f"there is nothing to draw: the distribution for {cards} cards is not known exactly")
        plot_distribution(plot, table.proportions(), f"SETs among {cards} cards of AG({dimension},3), exactly", "SETs")
    if json:
        print_json(
            {
                "dimension": dimension,
                "cards": cards,
                "distribution": None if table.distribution is None else digits_by_key(table.distribution),
                "total": str(table.total),
                "mean": fraction_text(table.mean),
                "variance": fraction_text(table.variance),
                "verified": evidence_data(evidence),
            }
        )
        return
    if table.distribution is None:
        print(f"The distribution for {cards} cards is not known exactly; sample it with `setlab simulate set-count`.")
    else:
        print_table(
            ["SETs", f"collections of {cards} cards", "probability", ""],
            (
                [str(k), grouped(number), probability_text(proportion), odds_text(proportion)]
                for (k, number), proportion in zip(
                    table.distribution.items(), table.proportions().values(), strict=True
                )
            ),
        )
    deviation = float(table.variance) ** 0.5
    print(f"\nmean {table.mean} = {decimal_places(table.mean)}")
    print(f"variance {table.variance}, standard deviation {deviation:.6f}")
    print_evidence(evidence)
