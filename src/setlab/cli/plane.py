"""`setlab plane`: the plane through three cards, nine cards with twelve SETs."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import as_typed, picture, print_json, say
from setlab.cli.sheets import Lines, Output, PaletteName, check_output, say_written, write_sheet
from setlab.errors import RuleError
from setlab.geometry import CardSet, Space, plane
from setlab.notation import DEFAULT

EXAMPLE = "setlab plane 1000 2000 1100"


def verb(
    cards: Cards = None,
    output: Output = None,
    lines: Lines = False,
    palette: PaletteName = "classic",
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    json: Json = False,
) -> None:
    """Lay out the plane through three cards that are not a SET: 3×3 cards with 12 SETs.

    The first two cards begin the first row, the third card begins the second row (thesis, section 7.1). Every row,
    every column and every diagonal, broken diagonals included, is a SET:

        setlab plane 1000 2000 1100

        setlab plane one red solid oval, two red solid ovals, one green solid oval -o plane.svg
    """
    check_output(output, lines=lines, palette=palette)
    here = read_notation(notation, dimension)
    a, b, c = read_cards(cards, here, EXAMPLE, exactly=3)
    space = Space(dimension)
    if space.is_line(a, b, c):
        typed = as_typed((a, b, c), here)
        raise RuleError(f"{typed} is a SET: a plane needs three cards that are not a SET; change a card")
    rows = plane(a, b, c, space)
    nine = [card for row in rows for card in row]
    sets = CardSet(nine, space).lines()
    if output is not None:
        write_sheet(output, nine, here, palette=palette, columns=3, codes=True, lines=sets if lines else ())
    if json:
        print_json(
            {
                "plane": [[here.digits(card) for card in row] for row in rows],
                "sets": [[here.digits(card) for card in line] for line in sets],
            }
            | ({"path": str(output)} if output else {})
        )
    else:
        print(picture(nine, here, columns=3))
        print()
        say(f"9 cards, {len(sets)} SETs: the rows, the columns and the diagonals, broken ones included")
        if output is not None:
            say_written(output, len(nine))
