"""`setlab print`: decks, puzzles, worksheets and the rules as PDF files."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from setlab.classroom.paper import Document, count_pages
from setlab.cli.commands import verb_group
from setlab.cli.options import DeckName, Json, check_folder, flag, option, whole_number
from setlab.cli.screen import print_json
from setlab.errors import SpecError, join_names, plural
from setlab.files import whole_file
from setlab.notation import find_deck
from setlab.notation.binary import SET
from setlab.notation.languages import LANGUAGES


@verb_group("deck", "puzzle", "worksheet", "rules")
def verb() -> None:
    """Print a deck, puzzles, worksheets or the rules: vector PDF, the same for the same options. Each has `--json`.

    setlab print deck --backs

    setlab print puzzle --cards 12 --sets 6 --seed 7

    setlab print worksheet --kind third --difficulty 2 --language de

    setlab print rules
    """


Output = Annotated[Path, option("--output", "-o", "FILE", "The PDF file; an existing file is replaced.")]
Picture = Annotated[Path, option("--output", "-o", "FILE", "The PDF or SVG file; an existing file is replaced.")]
DIMENSIONS = "Number of properties: 3, 4 or 5 (27, 81 or 243 cards)."
Properties = Annotated[int, option("--dimension", "--properties", "-d", "D", DIMENSIONS)]
Few = Annotated[int, option("--dimension", "--properties", "-d", "D", "Number of properties: 3 or 4.")]
Seed = Annotated[str | None, option("--seed", "-s", "S", "0 to 2^64 − 1: the same sheet again.")]
PAPER = "The paper in the printer: a4 or letter; for decks also a5."
PALETTE = "Colours: classic, safe (for the colour-blind and in grey) or labelled."
EXERCISES = "third, check, find, plane, hidden, parallel or all; several with commas."
VERSION = "A or B: other exercises, as difficult, for the next desk."


@dataclass(frozen=True)
class PaperOptions:
    """The paper, and the cards and words on it."""

    paper: Annotated[str, option("--paper", "NAME", PAPER)] = "a4"
    palette: Annotated[str, option("--palette", "NAME", PALETTE)] = "classic"
    words: Annotated[bool, flag("--words", "Write the properties on the cards as well.")] = False
    language: Annotated[str, option("--language", "NAME", f"The language of the words: {join_names(LANGUAGES)}.")] = (
        "en"
    )


def check_output(output: Path, *suffixes: str) -> None:
    """Raise `SpecError` unless a file with one of the suffixes can be written there."""
    if output.suffix.lower() not in suffixes:
        kinds = " or ".join(suffix[1:].upper() for suffix in suffixes)
        raise SpecError(f"{output} is not a {kinds} file: choose a name that ends in {' or '.join(suffixes)}")
    check_folder(output)


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


def deck(
    output: Output = Path("deck.pdf"),
    size: Annotated[str, option("--size", "NAME", "card (87 × 56 mm), a5 (half a sheet) or a4 (a sheet).")] = "card",
    backs: Annotated[bool, flag("--backs", "Print the backs, too: a page after every page.")] = False,
    dimension: Properties = 4,
    name: DeckName = SET,
    look: PaperOptions = PaperOptions(),
    json: Json = False,
) -> None:
    """Print a deck: nine cards on a sheet with cut marks, or large cards for a team in front of the class.

    setlab print deck -o deck.pdf

    On both sides of the paper, turned over its long edge, for eyes that do not tell red from green:

        setlab print deck --backs --palette safe

    The solid cards of beginners, as large as half a sheet, with German words:

        setlab print deck --dimension 3 --size a5 --words --language de

    The decks of Projective SET and EvenQuads:

        setlab print deck --deck projective -o projective.pdf

        setlab print deck --deck quads --palette safe -o quads.pdf
    """
    from setlab.classroom.paper import deck_document

    check_output(output, ".pdf")
    document = deck_document(size, backs=backs, dimension=dimension, deck=name, **asdict(look))
    cards = 3**dimension if name == SET else len(find_deck(name).deck)
    write_document(output, document, json, cards=cards, sheets=len(document.content["pages"]) // (1 + backs))


def puzzle(
    output: Output = Path("puzzle.pdf"),
    date: Annotated[str | None, option("--date", "YYYY-MM-DD", "The puzzle of a day, as everybody has it.")] = None,
    level: Annotated[str | None, option("--level", "NAME", "The puzzle of the day: basic or advanced.")] = None,
    cards: Annotated[int | None, option("--cards", "N", "Number of cards: 12, and 9 for three properties.")] = None,
    sets: Annotated[int | None, option("--sets", "K", "Number of SETs: 6, and 4 for three properties.")] = None,
    seed: Seed = None,
    count: Annotated[int, option("--count", "M", "Number of puzzles, each on a page of its own.")] = 1,
    dimension: Properties = 4,
    look: PaperOptions = PaperOptions(),
    json: Json = False,
) -> None:
    """Print puzzles: find all SETs. The solutions are on a page of their own.

    setlab print puzzle

    The puzzles of a week, beginning on a Monday:

        setlab print puzzle --date 2026-11-16 --level basic --count 7

    Three puzzles with nine cards and three SETs each; every deal with three SETs is equally likely:

        setlab print puzzle --cards 9 --sets 3 --count 3 --seed 7 -o nine.pdf
    """
    from setlab.classroom.paper import daily_document, puzzle_document
    from setlab.puzzles.daily import today

    check_output(output, ".pdf")
    if date is None and level is None:
        chosen = read_seed(seed)
        free = puzzle_document(cards, sets, chosen, count, dimension=dimension, **asdict(look))
        write_document(output, free, json, seed=chosen)
        return
    if (cards, sets, seed, dimension) != (None, None, None, 4):
        raise SpecError("the puzzle of a day has its own cards: leave out --cards, --sets, --seed and --dimension")
    day, chosen_level = date or today().isoformat(), level or "advanced"
    daily = daily_document(day, chosen_level, count, **asdict(look))
    write_document(output, daily, json, date=day, level=chosen_level)


def worksheet(
    output: Output = Path("worksheet.pdf"),
    kind: Annotated[list[str] | None, option("--kind", "-k", "NAME", EXERCISES)] = None,
    difficulty: Annotated[str, option("--difficulty", "LEVEL", "1, 2 or 3, or easy, medium or hard.")] = "easy",
    count: Annotated[int, option("--count", "M", "Number of exercises of each kind.")] = 6,
    seed: Seed = None,
    dimension: Few = 4,
    version: Annotated[str | None, option("--version", "NAME", VERSION)] = None,
    look: PaperOptions = PaperOptions(),
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
    chosen, kinds, named = read_seed(seed), read_kinds(kind or ["third"]), version.upper() if version else None
    more = {"dimension": dimension, "version": named, **asdict(look)}
    document = worksheet_document(kinds, difficulty, count, chosen, **more)
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


def rules(output: Picture = Path("rules.pdf"), dimension: Few = 4, *, look: PaperOptions, json: Json = False) -> None:
    """Print the rules on one page, with pictures of SETs and of three cards that are none.

    setlab print rules -o rules.pdf

    For beginners with the 27 solid cards, in Norwegian, as a picture:

        setlab print rules --dimension 3 --language nb -o regler.svg
    """
    from setlab.classroom.paper import rules_document

    check_output(output, ".pdf", ".svg")
    write_document(output, rules_document(dimension=dimension, **asdict(look)), json)
