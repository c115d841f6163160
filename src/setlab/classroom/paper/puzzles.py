"""Puzzle sheets: a table of cards on every page, and the SETs on separate pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.sheets import check_sheet, command_of, in_letters, rows_of, sheet_document
from setlab.classroom.paper.typesetting import Document
from setlab.errors import SpecError
from setlab.exact.dealing import TrialProgress, deal_cards
from setlab.geometry import Space
from setlab.puzzles.daily import puzzle

FEWEST_CARDS, MOST_CARDS, MOST_PUZZLES = 3, 24, 30

USUAL = {3: (9, 4), 4: (12, 6), 5: (12, None)}
"""The number of cards and of SETs by the number of properties."""

ACROSS = ((12, 3), (16, 4), (MOST_CARDS, 5))
"""The largest numbers of cards for each number of cards in a row."""


class PuzzleTable(NamedTuple):
    """The cards of one puzzle, and its heading."""

    cards: list[int]
    heading: str


def puzzle_document(
    cards: int | None = None,
    sets: int | None = None,
    seed: int = 0,
    count: int = 1,
    paper: str = "a4",
    palette: str = "classic",
    words: bool = False,
    dimension: int = 4,
    language: str = "en",
    report: TrialProgress | None = None,
) -> Document:
    """Puzzles with these numbers of cards and SETs; puzzle i is the deal of seed + i, as `deal` gives it.

    `report` is told how many deals have been looked through.

    >>> document = puzzle_document(9, 3, seed=1, count=2)
    >>> [part["heading"] for part in document.content["parts"]]
    ['Puzzle 1', 'Puzzle 2']
    """
    style, numbers = Style(palette, words, language, dimension), range(_check_count(count))
    check_sheet(paper)
    cards, sets = _usual(cards, sets, dimension)
    headings = [style.texts.say("puzzle.number", n=i + 1) if count > 1 else "" for i in numbers]
    seeds = [(seed + i) % 2**64 if seed >= 0 else seed for i in numbers]
    deals = [deal_cards(cards, sets, seed=each, dimension=dimension, report=report) for each in seeds]
    tables = [PuzzleTable(*pair) for pair in zip(deals, headings, strict=True)]
    command = command_of("puzzle", {"cards": cards, "sets": sets, "seed": seed, "count": count}, style, paper)
    return tables_document(tables, style, paper, command)


def daily_document(
    date: date | str,
    level: str = "advanced",
    count: int = 1,
    paper: str = "a4",
    palette: str = "classic",
    words: bool = False,
    language: str = "en",
) -> Document:
    """The daily puzzles of consecutive days.

    >>> document = daily_document("2026-11-30", "basic", count=2)
    >>> [part["heading"] for part in document.content["parts"]]
    ['Basic puzzle of 30 November 2026', 'Basic puzzle of 1 December 2026']
    """
    style, first = Style(palette, words, language), puzzle(date, level).date
    check_sheet(paper)
    days = [_day_after(first, i) for i in range(_check_count(count))]
    headings = [style.texts.say(f"puzzle.daily.{level}", date=style.texts.day(day)) for day in days]
    tables = [PuzzleTable(list(puzzle(day, level).cards), heading) for day, heading in zip(days, headings, strict=True)]
    command = command_of("puzzle", {"date": first, "level": level, "count": count}, style, paper)
    return tables_document(tables, style, paper, command)


def _day_after(first: date, days: int) -> date:
    try:
        return first + timedelta(days)
    except OverflowError:
        raise SpecError(f"there is no day {days} days after {first}: choose an earlier date") from None


def tables_document(tables: list[PuzzleTable], style: Style, paper: str, command: str) -> Document:
    """The sheets of puzzles whose cards are given."""
    space, say = Space(style.dimension), style.texts.say
    parts = [_part(table, space, style) for table in tables]
    solutions = list(_solutions(tables, space, style))
    rule = say("puzzle.rule", properties=style.texts.properties([p.name for p in style.notation.properties]))
    more = {"rule": rule, "apart": True, "heading": say("sheet.solutions"), "level": ""}
    return sheet_document(style, paper, say("puzzle.title"), parts, solutions, command, **more)


def _usual(cards: int | None, sets: int | None, dimension: int) -> tuple[int, int | None]:
    """The numbers that were asked for; the usual ones if neither was."""
    if cards is None:
        usual, usual_sets = USUAL[dimension]
        return usual, usual_sets if sets is None else sets
    if not FEWEST_CARDS <= cards <= MOST_CARDS:
        raise SpecError(f"{cards} cards do not make a puzzle sheet: choose {FEWEST_CARDS} to {MOST_CARDS} cards")
    return cards, sets


def _check_count(count: int) -> int:
    if not 1 <= count <= MOST_PUZZLES:
        raise SpecError(f"{count} puzzles are not possible: choose 1 to {MOST_PUZZLES}")
    return count


def _part(table: PuzzleTable, space: Space, style: Style) -> dict[str, Any]:
    number = len(space.sets(table.cards))
    across = next(columns for most, columns in ACROSS if len(table.cards) <= most)
    exercise = {"rows": rows_of(table.cards, across, style), "lettered": True, "lines": number, "ticks": []}
    task = style.texts.say("puzzle.task", n=number, cards=len(table.cards))
    return {"heading": table.heading, "task": task, "note": "", "columns": 1, "exercises": [exercise]}


def _solutions(tables: list[PuzzleTable], space: Space, style: Style) -> Iterator[dict[str, Any]]:
    for table in tables:
        found = space.sets(table.cards)
        items = [{"rows": rows_of(line, 3, style), "text": in_letters(line, table.cards)} for line in found]
        heading = [table.heading, style.texts.say("puzzle.found", n=len(found))]
        yield {"heading": ": ".join(filter(None, heading)), "columns": 3, "items": items}
