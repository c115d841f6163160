"""`setlab caps find`: the largest cap that can be constructed here."""

from __future__ import annotations

from setlab.cli.caps.report import Field, show_cap
from setlab.cli.options import Dimension, Json, NotationName, read_notation
from setlab.cli.sheets import Output, PaletteName, check_output, write_sheet
from setlab.errors import SpecError
from setlab.limits import DECKS, between
from setlab.notation import DEFAULT


def verb(
    dimension: Dimension = 4,
    values: Field = 3,
    output: Output = None,
    palette: PaletteName = "classic",
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Construct the largest cap with a known construction here, and check whether it is complete.

    setlab caps find --dimension 4

    setlab caps find -o cap.svg
    """
    from setlab.caps import find as constructed
    from setlab.caps import known

    if dimension not in DECKS:
        raise SpecError(
            f"caps are constructed in {between(DECKS)} dimensions, not in {dimension}: see `setlab caps known`"
        )
    check_output(output, values, palette=palette)
    points = list(constructed(dimension, values))
    if output is not None:
        write_sheet(output, points, read_notation(notation, dimension, values), palette=palette)
    show_cap(points, dimension, values, notation, json, known(dimension, values), output)
