"""`setlab print rules`: the rules of the game on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.print.common import Language, PaletteName, Paper, Words, check_output, write_document


def verb(
    output: Annotated[
        Path, option("--output", "-o", "FILE", "The PDF or SVG file; an existing file is replaced.")
    ] = Path("rules.pdf"),
    paper: Paper = "a4",
    palette: PaletteName = "classic",
    words: Words = False,
    language: Language = "en",
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "Number of properties: 3 or 4.")] = 4,
    json: Json = False,
) -> None:
    """Print the rules on one page, with pictures of SETs and of three cards that are none.

    setlab print rules -o rules.pdf

    For beginners with the 27 solid cards, in Norwegian, as a picture:

        setlab print rules --dimension 3 --language nb -o regler.svg
    """
    from setlab.classroom.paper import rules_document

    check_output(output, ".pdf", ".svg")
    write_document(output, rules_document(paper, palette, words, dimension, language), json)
