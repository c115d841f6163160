"""`setlab puzzle`: the puzzle of a day, the same for everybody."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from setlab.cli.find import find_record, print_found
from setlab.cli.options import Json, NotationName, read_notation
from setlab.cli.screen import fraction_text, picture, print_json, wrapped
from setlab.cli.sheets import Codes, Lines, Output, PaletteName, check_output, say_written, write_sheet
from setlab.errors import plural
from setlab.notation import DEFAULT, find_notation

if TYPE_CHECKING:
    from setlab.classroom import Difficulty, Puzzle


def verb(
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day; by default today, in UTC.")
    ] = None,
    level: Annotated[
        str, typer.Option("--level", metavar="LEVEL", help="basic (9 cards, 4 SETs) or advanced (12 cards, 6 SETs).")
    ] = "advanced",
    answer: Annotated[bool, typer.Option("--answer", "-a", help="Show the SETs as well.")] = False,
    codes: Codes = False,
    output: Output = None,
    lines: Lines = False,
    palette: PaletteName = "classic",
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """The puzzle of the day, the same for everybody: find all SETs.

    setlab puzzle

    Nine cards on which one property is the same; the puzzle of any day, and its solution:

        setlab puzzle --level basic --date 2026-11-16

        setlab puzzle --level basic --date 2026-11-16 --answer

    Every deal with one fixed property and four SETs (basic), or with twelve cards and six SETs (advanced), is equally
    likely. The day begins at midnight UTC.
    """
    from setlab.classroom.puzzles import puzzle, today

    check_output(output, lines=lines, palette=palette, answer=answer)
    here = read_notation(notation, 4)
    found = puzzle(today() if date is None else date, level)
    faces = {card: find_notation().convert(card, here) for card in found.cards}
    cards = [faces[card] for card in found.cards]
    sets = [[faces[card] for card in line] for line in found.sets]
    if output is not None:
        marked = sets if answer else ()
        write_sheet(output, cards, here, palette=palette, codes=codes, marked=marked, lines=marked if lines else ())
    if json:
        about: dict[str, object] = {"date": found.date.isoformat(), "level": found.level, "seed": found.seed}
        written = {"path": str(output)} if output else {}
        print_json(
            find_record(cards, sets, here) | about | {"difficulty": difficulty_record(found.difficulty)} | written
        )
        return
    if answer:
        print_found(cards, sets, here, codes)
    else:
        print(picture(cards, here, codes=codes))
    print("", *_sentences(found), sep="\n")
    if not answer:
        print(f"The SETs: setlab puzzle --date {found.date} --level {found.level} --answer")
    if output is not None:
        say_written(output, len(cards))


def difficulty_record(difficulty: Difficulty) -> dict[str, object]:
    """The estimate as a JSON object."""
    low, high = difficulty.range
    return {
        "model": difficulty.model,
        "seconds": round(difficulty.seconds, 1),
        "range": [round(low, 1), round(high, 1)],
        "level": difficulty.level,
        "easier": fraction_text(difficulty.easier),
        "equal": fraction_text(difficulty.equal),
        "differing": list(difficulty.differing),
    }


def _sentences(puzzle: Puzzle) -> list[str]:
    """What the puzzle is, and how hard."""
    day = f"{puzzle.date:%A} {puzzle.date.day} {puzzle.date:%B %Y}"
    what = f"{plural(len(puzzle.cards), 'card')}{_fixed(puzzle)}, {plural(len(puzzle.sets), 'SET')}"
    return [*wrapped(f"{day}, {puzzle.level}: {what}"), *wrapped(_estimate(puzzle))]


def _fixed(puzzle: Puzzle) -> str:
    if puzzle.fixed is None:
        return ""
    standard = find_notation()
    name = standard.properties[puzzle.fixed[0]].name
    return f" ({name}: {standard.words(puzzle.cards[0])[name]})"


def _estimate(puzzle: Puzzle) -> str:
    difficulty = puzzle.difficulty
    low, high = (f"{seconds:.0f}" for seconds in difficulty.range)
    return (
        f"Estimate: {difficulty.seconds:.0f} s for a steady opponent of a room ({low} to {high} s in "
        f"{10 * difficulty.level:.0f} of 10 tries). {_share(difficulty.easier).capitalize()} of all {puzzle.level} "
        f"puzzles are easier, {_share(difficulty.harder)} are harder."
    )


def _share(proportion: Fraction) -> str:
    """The proportion as a whole percentage; a small one is not rounded to zero."""
    return "fewer than 1 %" if 0 < proportion < Fraction(1, 200) else f"{100 * float(proportion):.0f} %"
