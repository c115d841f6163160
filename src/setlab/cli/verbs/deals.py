"""`setlab deal` and `puzzle`: cards dealt at random, and the puzzle of the day."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from setlab.answers import fraction_text
from setlab.cli.options import Answered, DeckOptions, Json, NotationName, argument, option, whole_number, written_path
from setlab.cli.screen import Update, attributes, picture, print_json, progress_bar, wrap_lines
from setlab.cli.sheets import Codes, SheetOptions
from setlab.cli.verbs.sets import find_record, print_found
from setlab.errors import plural
from setlab.geometry import Space
from setlab.notation import DEFAULT, find_notation

if TYPE_CHECKING:
    from setlab.classroom import Difficulty, Puzzle


USUAL = {1: 3, 2: 5, 3: 9}
"""The cards on the table in small decks; 12 in all others."""

LONG = 100_000
"""The deals after which a search is shown."""

SLOW = range(16, 66)
"""The numbers of cards for which a deal with K SETs may take seconds."""


def deal(
    cards: Annotated[int | None, argument("N", "Number of cards: 12, and 9 for three properties.")] = None,
    sets: Annotated[int | None, option("--sets", "K", "Deal exactly K SETs: uniform among all such deals.")] = None,
    seed: Annotated[str | None, option("--seed", "-s", "S", "0 to 2^64 − 1: the same deal again.")] = None,
    answer: Answered = False,
    codes: Codes = False,
    *,
    sheet: SheetOptions,
    deck: DeckOptions,
    json: Json = False,
) -> None:
    """Deal cards at random; with `--sets K`, every deal with exactly K SETs is equally likely.

    setlab deal

    A puzzle with six SETs for the class, then its solution:

        setlab deal 12 --sets 6 --seed 7 -o puzzle.pdf

        setlab deal 12 --sets 6 --seed 7 --answer

    The junior deck, with three properties:

        setlab deal 9 --dimension 3 --sets 2
    """
    from setlab.exact.dealing import deal_cards

    sheet.check(answer=answer)
    here = deck.read()
    chosen = secrets.randbelow(10**6) if seed is None else whole_number(seed, "seed")
    number = USUAL.get(deck.dimension, 12) if cards is None else cards
    with ExitStack() as bar:
        report = _search_shown_in(bar, number, sets)
        dealt = deal_cards(number, sets, seed=chosen, dimension=deck.dimension, report=report)
    found = Space(deck.dimension).sets(dealt)
    sheet.write(dealt, here, found if answer else (), tabs=True, codes=codes)
    if json:
        print_json(find_record(dealt, found, here) | {"seed": chosen} | written_path(sheet.output))
        return
    if answer and dealt:
        print_found(dealt, found, here, codes)
    elif dealt:
        print(picture(dealt, here, codes=codes))
        print(f"\n{plural(len(dealt), 'card')}, {plural(len(found), 'SET')}")
    command = f"setlab deal {len(dealt)} --seed {chosen}" + ("" if sets is None else f" --sets {sets}")
    command += "" if deck.dimension == 4 else f" --dimension {deck.dimension}"
    print(f"The same deal again: {command}" if answer else f"The SETs: {command} --answer")
    sheet.say_written(len(dealt))


def _search_shown_in(stack: ExitStack, cards: int, sets: int | None) -> Callable[[int], None]:
    """A report of the deals that were looked through: a bar, which begins when they are many or may take long.

    Lists of all collections up to symmetry take seconds from 16 cards on; by complement up to 65 cards.
    """
    columns, updates = ("{task.fields[doing]},", "elapsed"), list[Update | None]()

    def report(deals: int) -> None:
        if not updates and (deals >= LONG or not deals):
            updates.append(stack.enter_context(progress_bar(*columns, total=None, doing="drawing a deal")))
        if updates and updates[0] is not None and deals:
            updates[0](doing=f"{deals:,} deals looked through")

    if sets is not None and cards in SLOW:
        report(0)
    return report


LEVEL = "basic (9 cards, 4 SETs) or advanced (12 cards, 6 SETs)."


def puzzle(
    date: Annotated[str | None, option("--date", "YYYY-MM-DD", "The day; by default today, in UTC.")] = None,
    level: Annotated[str, option("--level", "LEVEL", LEVEL)] = "advanced",
    answer: Answered = False,
    codes: Codes = False,
    *,
    sheet: SheetOptions,
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
    from setlab.puzzles.daily import puzzle, today

    sheet.check(answer=answer)
    here = find_notation(notation, 4)
    found = puzzle(today() if date is None else date, level)
    faces = {card: find_notation().convert(card, here) for card in found.cards}
    cards = [faces[card] for card in found.cards]
    sets = [[faces[card] for card in line] for line in found.sets]
    sheet.write(cards, here, sets if answer else (), tabs=True, codes=codes)
    if json:
        record = find_record(cards, sets, here) | attributes(found, "level", "seed") | written_path(sheet.output)
        print_json(record | {"date": found.date.isoformat(), "difficulty": difficulty_record(found.difficulty)})
        return
    if answer:
        print_found(cards, sets, here, codes)
    else:
        print(picture(cards, here, codes=codes))
    sentences = (f"{_describe(found)}", _estimate(found))
    print("", *(line for sentence in sentences for line in wrap_lines(sentence)), sep="\n")
    if not answer:
        print(f"The SETs: setlab puzzle --date {found.date} --level {found.level} --answer")
    sheet.say_written(len(cards))


def difficulty_record(difficulty: Difficulty) -> dict[str, object]:
    """The estimate as a JSON object."""
    times = {"seconds": round(difficulty.seconds, 1), "range": [round(end, 1) for end in difficulty.range]}
    shares = {"easier": fraction_text(difficulty.easier), "equal": fraction_text(difficulty.equal)}
    return attributes(difficulty, "model", "level", "differing") | times | shares


def _describe(puzzle: Puzzle) -> str:
    """The day, the level, the numbers of cards and SETs, and the property that is fixed."""
    fixed, standard = "", find_notation()
    if puzzle.fixed is not None:
        name = standard.properties[puzzle.fixed[0]].name
        fixed = f" ({name}: {standard.words(puzzle.cards[0])[name]})"
    what = f"{plural(len(puzzle.cards), 'card')}{fixed}, {plural(len(puzzle.sets), 'SET')}"
    return f"{puzzle.date:%A} {puzzle.date.day} {puzzle.date:%B %Y}, {puzzle.level}: {what}"


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
