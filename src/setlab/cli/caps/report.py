"""What the verbs of `setlab caps` share: their options, and a cap with the report on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from setlab.cli.options import option, read_notation
from setlab.cli.screen import in_words, picture, print_json, say
from setlab.cli.sheets import say_written
from setlab.notation import MOST_NAMED_VALUES

Field = Annotated[int, option("-n", "--values", "Q", "Points on a line: 3, 4, 5, 7, 8 or 9.")]
MOST_SHOWN = 120


def show_cap(
    cards: list[int], dimension: int, values: int, notation: str, json: bool, cited: Any, output: Path | None = None
) -> None:
    """Print the cap, whether it is one, and whether it is complete."""
    from setlab.caps import check as checked

    report = checked(cards, dimension, values)
    here = read_notation(notation, dimension, values)
    if json:
        print_json(
            {
                "dimension": dimension,
                "values": values,
                "size": report.size,
                "points": [here.digits(card) for card in cards],
                "is_cap": report.is_cap,
                "is_complete": report.is_complete,
                "line": None if report.line is None else [here.digits(card) for card in report.line],
                "extension": None if report.extension is None else here.digits(report.extension),
            }
            | ({"path": str(output)} if output else {})
        )
        return
    if values <= MOST_NAMED_VALUES and len(cards) <= MOST_SHOWN:
        print(picture(cards, here))
    else:
        print(" ".join(here.digits(card) for card in cards))
    print()
    if report.line is not None:
        say(f"{report.size} cards, not a cap: {in_words(report.line, here)} are on a line")
    else:
        further = "" if report.extension is None else f"; {in_words([report.extension], here)} could join"
        complete = "complete: no card can join" if report.is_complete else f"not complete{further}"
        say(f"a cap of {report.size}, {complete}")
    if cited is not None and cited.lower > report.size:
        say(f"the largest known has {cited.lower} ({cited.source})")
    if output is not None:
        say_written(output, len(cards))
