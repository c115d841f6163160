"""What the verbs of `setlab print` share: their options, and the file that is written."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from setlab.classroom.paper import Document, count_pages
from setlab.cli.options import option, whole_number
from setlab.cli.screen import print_json
from setlab.errors import SpecError, listed, plural
from setlab.files import whole_file
from setlab.notation.languages import LANGUAGES

Output = Annotated[Path, option("--output", "-o", "FILE", "The PDF file; an existing file is replaced.")]
Paper = Annotated[str, option("--paper", "NAME", "The paper in the printer: a4 or letter; for decks also a5.")]
PaletteName = Annotated[
    str, option("--palette", "NAME", "Colours: classic, safe (for the colour-blind and in grey) or labelled.")
]
Words = Annotated[bool, typer.Option("--words", help="Write the properties on the cards as well.")]
Language = Annotated[str, option("--language", "NAME", f"The language of the words: {listed(LANGUAGES)}.")]
Properties = Annotated[
    int, option("--dimension", "--properties", "-d", "D", "Number of properties: 3, 4 or 5 (27, 81 or 243 cards).")
]
Seed = Annotated[str | None, option("--seed", "-s", "S", "0 to 2^64 − 1: the same sheet again.")]


def check_output(output: Path, *suffixes: str) -> None:
    """Raise `SpecError` unless a file with one of the suffixes can be written there."""
    if output.suffix.lower() not in suffixes:
        kinds = " or ".join(suffix[1:].upper() for suffix in suffixes)
        raise SpecError(f"{output} is not a {kinds} file: choose a name that ends in {' or '.join(suffixes)}")
    if not output.absolute().parent.is_dir():
        raise SpecError(f"{output} cannot be written: there is no folder {output.absolute().parent}")


def read_seed(seed: str | None) -> int:
    """The seed that was typed, or a new one."""
    return secrets.randbelow(10**6) if seed is None else whole_number(seed, "seed")


def write_document(output: Path, document: Document, json: bool, **about: Any) -> None:
    """Write the file and say what it has; with `--json`, the path, the number of pages, and what else is known."""
    is_pdf = output.suffix.lower() == ".pdf"
    made = document.pdf() if is_pdf else document.svg()
    with whole_file(output) as file:
        file.write(made)
    pages = count_pages(made) if is_pdf else 1
    if json:
        print_json({"path": str(output), "pages": pages, **about})
    else:
        seed = f", seed {about['seed']}" if "seed" in about else ""
        print(f"{output}: {plural(pages, 'page')}{seed}")
