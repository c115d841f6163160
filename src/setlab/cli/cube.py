"""`setlab cube`: the cube through four cards, 27 cards with 117 SETs."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import as_typed, picture, print_json
from setlab.cli.sheets import Output, PaletteName, check_output, say_written, write_blocks
from setlab.errors import RuleError, SpecError
from setlab.geometry import CardSet, Space, cube, rank
from setlab.notation import DEFAULT

EXAMPLE = "setlab cube 0000 1000 0100 0010"


def verb(
    cards: Cards = None,
    output: Output = None,
    palette: PaletteName = "classic",
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    json: Json = False,
) -> None:
    """Lay out the cube through four cards that are not in one plane: three planes, 27 cards, 117 SETs.

    The first three cards span the first plane, the fourth card begins the second plane (thesis, section 7.4):

        setlab cube 0000 1000 0100 0010

        setlab cube 0000 1000 0100 0010 -o cube.svg
    """
    check_output(output, palette=palette)
    here = read_notation(notation, dimension)
    if dimension < 3:
        raise SpecError(f"{dimension} properties have no cube: choose --dimension 3 or more")
    a, b, c, d = read_cards(cards, here, EXAMPLE, exactly=4)
    space = Space(dimension)
    if rank((a, b, c, d), space) < 4:
        typed = as_typed((a, b, c, d), here)
        raise RuleError(f"{typed} are in one plane: a cube needs four cards that are not; change a card")
    levels = cube(a, b, c, d, space)
    sets = CardSet((card for level in levels for row in level for card in row), space).lines()
    if output is not None:
        write_blocks(output, levels, here, palette)
    if json:
        digits = [[[here.digits(card) for card in row] for row in level] for level in levels]
        print_json({"cube": digits, "sets": len(sets)} | ({"path": str(output)} if output else {}))
    else:
        for number, level in enumerate(levels, 1):
            print(f"plane {number}")
            print(picture([card for row in level for card in row], here, columns=3))
            print()
        print(f"27 cards, {len(sets)} SETs, 39 planes")
        if output is not None:
            say_written(output, 27)
