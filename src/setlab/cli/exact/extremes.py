"""`setlab exact max-sets` and `min-sets`: the most and the fewest SETs in n cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.exact.options import Plot, Verify, check_cards
from setlab.cli.exact.report import digits_by_n, evidence_data, print_evidence, shown_progress
from setlab.cli.exact.tables import extremes_table, value_text
from setlab.cli.figures import Font, NoTitle, Title, Width, looking, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, NotationName, check_picture, read_notation
from setlab.cli.screen import picture, say
from setlab.notation import DEFAULT
from setlab.tabular import DataTable

if TYPE_CHECKING:
    from setlab.exact.evidence import Evidence
    from setlab.exact.extremes import Extreme
    from setlab.notation import Notation

Cards = Annotated[int | None, typer.Option("--cards", metavar="N", help="Show one n, with an example and its proof.")]


HELP = """The {word} SETs in n cards, for every n, each with an example and a proof; bounds where the value is open.

With `--verify` (half a minute) every proof is replayed, including the searches.

setlab exact {name}

setlab exact {name} --cards {example}
"""


def _question(most: bool, **help: object) -> Callable[..., None]:
    """The question about the most SETs, or about the fewest."""

    def ask(
        dimension: Dimension = 4,
        cards: Cards = None,
        verify: Verify = False,
        plot: Plot = None,
        notation: NotationName = DEFAULT,
        title: Title = None,
        no_title: NoTitle = False,
        width: Width = None,
        font: Font = "sans",
        format: TableFormat = "table",
        json: Json = False,
    ) -> None:
        look = read_look(plot, title, no_title, width, font)
        _answer(most, dimension, cards, verify, plot, look, notation, chosen_format(format, json))

    ask.__doc__ = HELP.format(**help)
    return ask


max_sets = _question(True, word="most", name="max-sets", example=12)
min_sets = _question(False, word="fewest", name="min-sets", example=24)


def _answer(
    most: bool,
    dimension: int,
    cards: int | None,
    verify: bool,
    plot: Path | None,
    look: Any,
    notation_name: str,
    form: str,
) -> None:
    from setlab.exact.extremes import fewest_sets, most_sets

    check_picture(plot)
    here = read_notation(notation_name, dimension)
    rows = (most_sets if most else fewest_sets)(dimension)
    if cards is not None:
        check_cards(cards, len(rows) - 1)
    evidence = _evidence(dimension, most, verify)
    if plot is not None:
        from setlab.cli.exact.pictures import plot_extremes

        subtitle = f"proved values beside the mean of all collections; AG({dimension},3), every n"
        with looking(look):
            plot_extremes(plot, rows, dimension, most, subtitle)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "values": digits_by_n(row.value for row in rows),
            "lower": digits_by_n(row.lower for row in rows),
            "upper": digits_by_n(row.upper for row in rows),
            "proved": {str(row.n): row.proved for row in rows},
            "how": {str(row.n): row.how for row in rows},
            "witness": {str(row.n): [here.digits(card) for card in row.witness] for row in rows},
            "verified": evidence_data(evidence),
        }

    def tables() -> DataTable:
        chosen = rows if cards is None else rows[cards : cards + 1]
        means = [_mean(row.n, dimension) for row in chosen]
        return extremes_table(chosen, dimension, most, means)

    def text() -> None:
        if cards is not None:
            _print_extreme(rows[cards], most, here)
        else:
            print_data(tables())
            print()
            say("`--cards N` shows an example and says how the value is proved.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=tables, text=text)


def _evidence(dimension: int, most: bool, verify: bool) -> tuple[Evidence, ...]:
    """The evidence for the values: the proofs are replayed, including the searches, or only read."""
    from setlab.exact.extremes.evidence import evidence_of_extremes, replayed_extremes

    if not verify:
        return evidence_of_extremes(dimension)
    with shown_progress() as report:
        report("proofs", 0.1)
        return replayed_extremes(dimension, most=most)


def _mean(n: int, dimension: int) -> Fraction:
    from setlab.counting import mean_flats

    return mean_flats(n, 1, dimension)


def _print_extreme(row: Extreme, most: bool, here: Notation) -> None:
    word = "most" if most else "fewest"
    value = value_text(row)
    say(f"The {word} SETs in {row.n} cards: {value}{'' if row.proved else ' (open: bounds)'}")
    print()
    if row.n:
        print(picture(list(row.witness), here))
    print()
    say(row.how)
