"""`setlab print worksheet`: exercises with an answer key on a separate page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.print.common import (
    Language,
    Output,
    PaletteName,
    Paper,
    Seed,
    Words,
    check_output,
    read_seed,
    write_document,
)


def verb(
    output: Output = Path("worksheet.pdf"),
    kind: Annotated[
        list[str] | None,
        option("--kind", "-k", "NAME", "third, check, find, plane, hidden, parallel or all; several with commas."),
    ] = None,
    difficulty: Annotated[str, option("--difficulty", "LEVEL", "1, 2 or 3, or easy, medium or hard.")] = "easy",
    count: Annotated[int, option("--count", "M", "Number of exercises of each kind.")] = 6,
    seed: Seed = None,
    paper: Paper = "a4",
    palette: PaletteName = "classic",
    words: Words = False,
    language: Language = "en",
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "Number of properties: 3 or 4.")] = 4,
    version: Annotated[
        str | None, option("--version", "NAME", "A or B: other exercises, as difficult, for the next desk.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a worksheet with its answers on a page of their own; every exercise has one right answer.

    The kinds: *third* (the final card of a SET), *check* (is it a SET?), *find* (find the SETs), *plane* (complete the
    3×3 square), *hidden* (which card was put aside?), *parallel* (the parallel SET through a card).

        setlab print worksheet --kind third,check --difficulty medium --seed 7

        setlab print worksheet --kind all --language de --words

    Two versions for neighbours in a class, with the same seed:

        setlab print worksheet --kind find --seed 7 --version A -o a.pdf

        setlab print worksheet --kind find --seed 7 --version B -o b.pdf
    """
    from setlab.classroom.paper import worksheet_document

    check_output(output, ".pdf")
    chosen = read_seed(seed)
    kinds = read_kinds(kind or ["third"])
    named = version.upper() if version else None
    document = worksheet_document(kinds, difficulty, count, chosen, paper, palette, words, dimension, language, named)
    about = {"version": named} if named else {}
    write_document(output, document, json, seed=chosen, kinds=list(dict.fromkeys(kinds)), **about)


def read_kinds(texts: list[str]) -> list[str]:
    """The kinds of exercises that were typed, separated by commas or not.

    >>> read_kinds(["third,check", "plane"]), len(read_kinds(["all"]))
    (['third', 'check', 'plane'], 6)
    """
    from setlab.classroom.worksheets import KINDS

    named = [name.strip() for text in texts for name in text.split(",")]
    return [kind for name in named for kind in (KINDS if name == "all" else [name])]
