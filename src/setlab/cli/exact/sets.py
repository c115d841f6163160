"""`setlab exact sets`: the distribution of the number of SETs in n cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.backends import SchedulerAddress, Workers
from setlab.cli.exact.listing import ListingBackend, check_listing, list_sets
from setlab.cli.exact.options import Plot, Recompute
from setlab.cli.exact.report import decimal_places, digits_by_key, evidence_data, print_evidence, shown_progress
from setlab.cli.exact.tables import sets_table
from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, NoStore, StorePlace, check_picture
from setlab.cli.screen import fraction_text, say

if TYPE_CHECKING:
    from setlab.exact.evidence import Evidence
    from setlab.exact.sets.tables import SetTable


def verb(
    cards: Annotated[int, typer.Option("--cards", metavar="N", help="The number of cards.")] = 12,
    dimension: Dimension = 4,
    recompute: Recompute = False,
    slow: Annotated[bool, typer.Option("--slow", help="Let --recompute take minutes.")] = False,
    backend: ListingBackend = None,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    store: StorePlace = None,
    no_store: NoStore = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """The distribution of the number of SETs in n cards.

    With `--backend` what `--recompute` computes is kept in the store as it is finished: the same command goes on from
    there.

        setlab exact sets --cards 12

        setlab exact sets --cards 19 --recompute --slow --backend dask --workers 8
    """
    from setlab.exact.sets.tables import evidence_of_sets, exact_sets, is_known, refuse_slow

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    check_listing(recompute, backend, scheduler, workers, store, no_store)
    if recompute and not slow:
        refuse_slow(cards, dimension)

    def show(table: SetTable, evidence: tuple[Evidence, ...]) -> None:
        if plot is not None:
            with looking(look):
                _plot(plot, table, panels)
        _print(table, evidence, form)

    if backend is not None and is_known(cards, dimension):
        return list_sets(
            cards,
            dimension,
            show,
            backend=backend,
            scheduler=scheduler,
            workers=workers,
            store=store,
            no_store=no_store,
        )
    with shown_progress() as report:
        table = exact_sets(cards, dimension, recompute, report)
    show(table, evidence_of_sets(table, recompute))
    return 0


def _print(table: SetTable, evidence: tuple[Evidence, ...], form: str) -> None:
    def record() -> dict[str, Any]:
        return {
            "dimension": table.dimension,
            "cards": table.cards,
            "distribution": None if table.distribution is None else digits_by_key(table.distribution),
            "total": str(table.total),
            "mean": fraction_text(table.mean),
            "variance": fraction_text(table.variance),
            "verified": evidence_data(evidence),
        }

    def text() -> None:
        if table.distribution is None:
            why = f"The distribution for {table.cards} cards is not known exactly"
            say(f"{why}; sample it with `setlab simulate set-count`.")
        else:
            print_data(sets_table(table))
        print()
        say(f"mean {table.mean} = {decimal_places(table.mean)}")
        say(f"variance {table.variance}, standard deviation {float(table.variance) ** 0.5:.6f}")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: sets_table(table), text=text)


def _plot(path: Path, table: SetTable, panels: str | None) -> None:
    from setlab.cli.exact.pictures import gaps_between, plot_distribution, plot_unknown_sets

    title = f"SETs among {table.cards} cards of AG({table.dimension},3)"
    subtitle = f"exact distribution over all {table.total:,} collections of {table.cards} cards"
    if table.distribution is None:
        plot_unknown_sets(path, table, title, f"exact mean and variance over all collections of {table.cards} cards")
        return
    proportions = table.proportions()
    plot_distribution(path, proportions, title, "SETs", subtitle, panels, impossible=gaps_between(proportions))
