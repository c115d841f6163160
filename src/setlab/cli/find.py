"""`setlab find`: all SETs among the given cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from setlab.cli.options import Cards, Dimension, Json, NotationName, Values, read_cards, read_notation
from setlab.cli.screen import MOST_TAGGED, picture, positions, print_json, symbol
from setlab.cli.sheets import Codes, Lines, Output, PaletteName, check_output, say_written, write_sheet
from setlab.errors import plural
from setlab.geometry import Deck, Space
from setlab.notation import DEFAULT, MOST_NAMED_VALUES, Notation

EXAMPLE = 'setlab find "one red solid diamond" 1REO 0012 0000'


def verb(
    cards: Cards = None,
    codes: Codes = False,
    output: Output = None,
    lines: Lines = False,
    palette: PaletteName = "classic",
    without_reuse: Annotated[
        bool,
        typer.Option("--without-reuse", help="Take the SETs one after the other, each card at most once."),
    ] = False,
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    values: Values = 3,
    json: Json = False,
) -> None:
    """Find all SETs among the cards.

    Type the cards on your table row by row, in words, letters or digits (see `setlab cards`):

        setlab find one red solid diamond, one red open oval, one red striped squiggle, two green solid ovals

        setlab find 1RFD 1REO 1RTS 2GFO -o table.svg --lines

    The table printed in Solitaire SET contains eight SETs:

        setlab find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112

    With `--values n` a SET is n cards on which every property is all the same or all different.
    """
    check_output(output, values, lines=lines, palette=palette)
    here = read_notation(notation, dimension, values)
    collection = read_cards(cards, here, EXAMPLE)
    deck = Space(dimension) if values == 3 else Deck(dimension, values)
    sets = deck.sets_without_reuse(collection) if without_reuse else deck.sets(collection)
    if output is not None:
        write_sheet(output, collection, here, palette=palette, codes=codes, marked=sets, lines=sets if lines else ())
    if json:
        print_json(find_record(collection, sets, here) | ({"path": str(output)} if output else {}))
    else:
        print_found(collection, sets, here, codes)
        if output is not None:
            print()
            say_written(output, len(collection))


def find_record(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation) -> dict[str, object]:
    """The cards and their SETs as a JSON object."""
    return {
        "cards": [here.digits(card) for card in cards],
        "sets": [[here.digits(card) for card in line] for line in sets],
        "count": len(sets),
    }


def print_found(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation, codes: bool) -> None:
    """Print the cards as drawn, then every SET with the name and the position of each of its cards."""
    print(picture(cards, here, sets=sets, codes=codes))
    print(f"\n{plural(len(cards), 'card')}, {_number_of(sets)}")
    position = dict(zip(cards, positions(cards, here, codes=codes), strict=True))
    if len(sets) <= MOST_TAGGED:
        print(*_listed(sets, here, position, codes), sep="\n", end="\n" * bool(sets))
    else:
        for number, line in enumerate(sets, 1):
            print(_in_one_line(number, line, here, position, codes))


def _number_of(sets: Sequence[Sequence[int]]) -> str:
    return f"{len(sets) or 'no'} SET{'s' * (len(sets) != 1)}" + ":" * bool(sets)


def _listed(sets: Sequence[Sequence[int]], here: Notation, position: dict[int, str], codes: bool) -> Iterator[str]:
    """The SETs, one card in a line."""
    widest = max((len(_name(card, here, codes)) for line in sets for card in line), default=0)
    for number, line in enumerate(sets, 1):
        tags = [f"[{number}]", *[""] * (len(line) - 1)]
        for tag, card in zip(tags, line, strict=True):
            yield f"{tag:>6}  {_name(card, here, codes):<{widest}}   {position[card]}"


def _name(card: int, here: Notation, codes: bool) -> str:
    if here.deck.n > MOST_NAMED_VALUES:
        return here.digits(card)
    return f"{here.digits(card)}  {here.name(card)}" if codes else here.name(card)


def _in_one_line(number: int, line: Sequence[int], here: Notation, position: dict[int, str], codes: bool) -> str:
    """The SET as symbols, for long lists."""
    code = [f"{here.digits(card)} " if codes or here.deck.n > MOST_NAMED_VALUES else "" for card in line]
    cells = [f"{c}{symbol(card, here)} ({position[card]})" for c, card in zip(code, line, strict=True)]
    return f"{number:>6}  {'  '.join(cells)}"
