"""`setlab exact no-set`: collections without a SET."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from setlab.cli.exact.options import Plot, Recompute
from setlab.cli.exact.report import digits_by_n, evidence_data, fractions_by_n, print_evidence, shown_progress
from setlab.cli.exact.tables import no_set_table
from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, check_picture
from setlab.cli.screen import say


def verb(
    dimension: Dimension = 4,
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
    """The number of collections of n cards without a SET, and the probability of no SET, for every n.

    The collections are listed up to the symmetries of the deck, with the size of every orbit.

        setlab exact no-set

        setlab exact no-set --dimension 3 --json
    """
    from setlab.exact.no_set import evidence_of_no_set, exact_no_set

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    with shown_progress() as report:
        table = exact_no_set(dimension, recompute, report)
    evidence = evidence_of_no_set(table, recompute)
    probabilities = [table.probability(n) for n in range(len(table.counts))]
    if plot is not None:
        from setlab.cli.exact.pictures import plot_probabilities

        shown_title = f"No SET among n cards of AG({dimension},3)"
        subtitle = "exact probability that n random cards have no SET"
        with looking(look):
            plot_probabilities(plot, probabilities, shown_title, "no SET", subtitle, panels)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "counts": digits_by_n(table.counts),
            "orbits": digits_by_n(table.orbits),
            "probability": fractions_by_n(probabilities),
            "complete": digits_by_n(table.complete),
            "complete_orbits": digits_by_n(table.complete_orbits),
            "largest": table.largest,
            "forced": None if table.largest is None else table.largest + 1,
            "verified": evidence_data(evidence),
        }

    last = max(n for n, count in enumerate(table.counts) if count) if table.largest is None else table.largest + 1
    shown = no_set_table(table, probabilities, range(min(last, len(table.counts) - 1) + 1))

    def text() -> None:
        print_data(shown)
        print()
        for sentence in _no_set_sentences(dimension, table.largest, last):
            say(sentence)
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)


def _no_set_sentences(dimension: int, largest: int | None, last: int) -> Iterator[str]:
    if largest is None:
        yield f"The caps of AG({dimension},3) are counted up to {last} cards; larger caps are not counted."
        return
    yield f"{largest} cards can be without a SET, {largest + 1} cannot: no card can be added to any cap of {largest}."
    yield "A cap is complete if no card can be added to it."
