"""`setlab deal`: cards dealt at random, or with a given number of SETs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated

import typer

from setlab.cli.find import find_record, print_found
from setlab.cli.options import Dimension, Json, NotationName, read_notation, whole_number
from setlab.cli.progress import Update, shown_bar
from setlab.cli.screen import picture, print_json
from setlab.cli.sheets import Codes, Lines, Output, PaletteName, check_output, say_written, write_sheet
from setlab.errors import plural
from setlab.geometry import Space
from setlab.notation import DEFAULT

USUAL = {1: 3, 2: 5, 3: 9}
"""The cards on the table in small decks; 12 in all others."""

LONG = 100_000
"""The deals after which a search is shown."""

SLOW = range(16, 66)
"""The numbers of cards for which a deal with K SETs may take seconds."""


def verb(
    cards: Annotated[
        int | None, typer.Argument(metavar="N", help="Number of cards: 12, and 9 for three properties.")
    ] = None,
    sets: Annotated[
        int | None, typer.Option("--sets", metavar="K", help="Deal exactly K SETs: uniform among all such deals.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", "-s", metavar="S", help="0 to 2^64 − 1: the same deal again.")
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", "-a", help="Show the SETs as well.")] = False,
    codes: Codes = False,
    output: Output = None,
    lines: Lines = False,
    palette: PaletteName = "classic",
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    json: Json = False,
) -> None:
    """Deal cards at random; with `--sets K`, every deal with exactly K SETs is equally likely.

    setlab deal

    A puzzle with six SETs for the class, then its solution:

        setlab deal 12 --sets 6 --seed 7 -o puzzle.pdf

        setlab deal 12 --sets 6 --seed 7 --answer

    The junior deck, with three properties:

        setlab deal 9 --dimension 3 --sets 2
    """
    from setlab.exact.dealing import deal_cards

    check_output(output, lines=lines, palette=palette, answer=answer)
    here = read_notation(notation, dimension)
    chosen = secrets.randbelow(10**6) if seed is None else whole_number(seed, "seed")
    number = USUAL.get(dimension, 12) if cards is None else cards
    with ExitStack() as bar:
        dealt = deal_cards(number, sets, seed=chosen, dimension=dimension, report=_search_shown_in(bar, number, sets))
    found = Space(dimension).sets(dealt)
    if output is not None:
        marked = found if answer else ()
        write_sheet(output, dealt, here, palette=palette, codes=codes, marked=marked, lines=marked if lines else ())
    if json:
        print_json(find_record(dealt, found, here) | {"seed": chosen} | ({"path": str(output)} if output else {}))
        return
    if answer and dealt:
        print_found(dealt, found, here, codes)
    elif dealt:
        print(picture(dealt, here, codes=codes))
        print(f"\n{plural(len(dealt), 'card')}, {plural(len(found), 'SET')}")
    print(_again(dealt, sets, chosen, dimension, answer))
    if output is not None:
        say_written(output, len(dealt))


def _search_shown_in(stack: ExitStack, cards: int, sets: int | None) -> Callable[[int], None]:
    """A report of the deals that were looked through: a bar, which begins when they are many or may take long.

    Lists of all collections up to symmetry take seconds from 16 cards on; by complement up to 65 cards.
    """
    updates: list[Update | None] = []

    def begin() -> None:
        columns = ("{task.fields[doing]},", "elapsed")
        updates.append(stack.enter_context(shown_bar(*columns, total=None, doing="drawing a deal")))

    def report(deals: int) -> None:
        if not updates and deals >= LONG:
            begin()
        if updates and updates[0] is not None:
            updates[0](doing=f"{deals:,} deals looked through")

    if sets is not None and cards in SLOW:
        begin()
    return report


def _again(dealt: list[int], sets: int | None, seed: int, dimension: int, answer: bool) -> str:
    """The command that gives the same deal, with its SETs if they were not shown."""
    command = ["setlab", "deal", str(len(dealt)), "--seed", str(seed)]
    command += [] if sets is None else ["--sets", str(sets)]
    command += [] if dimension == 4 else ["--dimension", str(dimension)]
    return f"{'The same deal again' if answer else 'The SETs'}: {' '.join([*command, *['--answer'] * (not answer)])}"
