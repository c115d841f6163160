"""Draws the cards that README.md and docs/ show: `python -m scripts.pictures` writes docs/images/.

Each picture is one command line, as a reader would type it, except the table of a game, whose cards have the numbers
that a player types. tests/test_pictures.py holds the files to what is drawn here.
"""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from setlab.cli.main import status_of
from setlab.notation import find_notation
from setlab.render import draw_sheet, save_drawing
from setlab.rules import Rules, SoloGame

IMAGES = Path(__file__).parents[1] / "docs" / "images"

FORBES = "2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"
"""The table printed in *Solitaire SET*."""

COMMANDS: dict[str, str] = {
    "rules-one": "show one red striped oval, two red striped ovals, three red striped ovals",
    "rules-all": "show one red solid oval, two green striped diamonds, three purple open squiggles",
    "rules-not": "show one green solid oval, two green solid ovals, three red solid ovals",
    "deal": "deal 9 --sets 3 --seed 1",
    "find": "find one red solid diamond, one red open oval, 2GTO, 1RTS --lines",
    "check": "show one red solid diamond, one red open oval, one red striped diamond",
    "third": "show one red solid diamond, one red open oval, one red striped squiggle --lines",
    "hidden": "show --notation thesis 1122 1220 2100 0011 0021 2222",
    "plane": "plane 1000 2000 1100",
    "card": "show two purple striped diamonds",
    "show": "show two purple striped diamonds, three green open ovals",
    "caps": "caps find --dimension 2",
    "slots": "show --columns 3 1RFO 2GTD 3PES 1REO",
    "table": f"show --notation solitaire --columns 4 --mark {FORBES}",
    "unmarked": f"show --notation solitaire --columns 4 {FORBES}",
}
"""The command that draws each picture; `-o FILE` is added."""


GAME = "play"
"""The first table of `setlab play --seed 1`, with its numbers."""

NAMES = (*COMMANDS, GAME)


def draw(name: str, folder: Path) -> Path:
    """The file of a picture, drawn in a folder."""
    path = folder / f"{name}.svg"
    if name == GAME:
        cards = SoloGame.begin(Rules(), seed=1).table.cards
        faces = [find_notation().face(card) for card in cards]
        save_drawing(draw_sheet(faces, labels=[str(number) for number, _ in enumerate(cards, 1)]), path)
        return path
    with redirect_stdout(StringIO()):
        status = status_of([*shlex.split(COMMANDS[name]), "-o", str(path)])
    assert status == 0, COMMANDS[name]
    return path


if __name__ == "__main__":
    for each in NAMES:
        draw(each, IMAGES)
