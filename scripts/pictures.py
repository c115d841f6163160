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
from setlab.rooms.games import deck_order

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
    "dual": "show --dimension 2 --columns 3 01 02 10 11 12 20 21 22",
    "replay": "show --dimension 2 --columns 3 20 01 21 11 12 10 00 22 02",
    "lost": "show 0122 1201 2112 2102 1200 0202",
    "declared": "show --columns 5 2011 0210 1022 0201 1011 2210 0111 0022 1100 2102 1200 0202 1201 1211 1222",
    "player": "find 1RFD 2GTO 3PES 1REO 2PFD 1RTS 3GFO 2RTD 1PTO 3REO 2GES 1GTD",
    "mistake": "show 1RFD 2GTO 3PES 1REO 2PFD 1RTS",
    "board": "deal 12 --sets 6 --seed 7",
    "teacher-check": "show two red solid ovals, two green solid ovals, two purple striped ovals",
    "teacher-third": "show two red solid ovals, two green striped ovals, two purple open ovals --lines",
    "teacher-find": "find two red solid ovals, one green open diamond, two green striped ovals, "
    "three purple solid squiggles, two purple open ovals --lines",
    "teacher-hidden": "show 1RFO 2GTD 1PES 3GFS 2RES 3PTS",
    "student-plane": "plane one red solid oval, two red solid ovals, one green solid oval",
    "programmer": "show --columns 4 --mark 2RFD 2GEO 1PTO 3PED 2GED 2RFO 1RFO 1RES 3GEO 1RTS 1GEO 2PTO",
    "cookbook-puzzle": "deal 12 --sets 6 --seed 2026",
    "slots": "show --columns 3 1RFO 2GTD 3PES 1REO",
    "quads": "show --deck quads --columns 4 1RO 2GD 3PA 4BH 1BO 2RD 3GA 4PH",
    "dots": "show --deck projective --columns 4 136 2 45 123456",
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
        cards = deck_order(1, 0, 4)[:12]
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
