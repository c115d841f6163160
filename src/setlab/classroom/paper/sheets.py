"""Sheets: puzzles, worksheets and their answers, and the rules of the game on one page.

A sheet has a heading, parts with cards and blanks, and the answers on separate pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from setlab.classroom.paper.deck import PAPERS, check_paper
from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.typesetting import Document
from setlab.classroom.worksheets import KINDS, Exercise, make_exercises, read_level
from setlab.counting import count_cards
from setlab.errors import SpecError, unknown_name
from setlab.exact.dealing import TrialProgress, deal_cards
from setlab.geometry import Pattern, Space
from setlab.limits import EXERCISES
from setlab.puzzles.daily import puzzle

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the cards on a sheet."""

Row = list[dict[str, Any] | None]


def check_sheet(paper: str) -> str:
    """The paper of a sheet; raise `SpecError` unless it is a whole sheet."""
    if check_paper(paper) == "a5":
        raise SpecError("sheets are not printed on a5 paper: choose a4 or letter")
    return paper


def rows_of(cards: Sequence[int | None], across: int, style: Style) -> list[Row]:
    """The cards in rows as a template prints them; None is a place to be filled in.

    >>> [len(row) for row in rows_of([0, 1, 2, None], 3, Style())]
    [3, 1]
    """
    printed = [None if card is None else style.card_data(card) for card in cards]
    return [printed[first : first + across] for first in range(0, len(printed), across)]


def in_letters(cards: Iterable[int], table: Sequence[int | None]) -> str:
    """The letters of cards on a table.

    >>> in_letters([7, 3], [3, 5, 7])
    'A C'
    """
    return " ".join(sorted(LETTERS[table.index(card)] for card in cards))


def command_of(verb: str, options: Mapping[str, Any], style: Style, paper: str) -> str:
    """The command that prints a sheet again: options that are None, False or as usual are left out.

    >>> command_of("puzzle", {"cards": 9, "sets": None, "seed": 1}, Style(words=True), "letter")
    'setlab print puzzle --cards 9 --seed 1 --words --paper letter'
    """
    looks = {"palette": style.palette, "words": style.words, "language": style.language, "dimension": style.dimension}
    usual = {"palette": "classic", "language": "en", "dimension": 4, "paper": "a4", "count": 1}
    words = ["setlab print", verb]
    for name, value in {**options, **looks, "paper": paper}.items():
        if value not in (None, usual.get(name)) and value is not False:
            words.append(f"--{name}" if value is True else f"--{name} {value}")
    return " ".join(words)


def sheet_document(
    style: Style, paper: str, title: str, parts: Sequence[Any], answers: Sequence[Any], command: str, **more: Any
) -> Document:
    """The sheets, and their answers on separate pages."""
    width, height = PAPERS[check_sheet(paper)]
    say = style.texts.say
    size = {"width": width, "height": height, "language": style.language, "title": title}
    words = {"name": say("sheet.name"), "date": say("sheet.date"), "again": say("sheet.again", command=command)}
    content = {**size, **words, "parts": parts, "answers": answers, **more}
    pictures = style.pictures(_cards_in(parts), room=False) | style.small_pictures(_cards_in([*parts, *answers]))
    return Document("sheet", content, pictures)


def _cards_in(parts: Sequence[Any]) -> set[int]:
    """The cards that stand anywhere in nested lists and mappings."""
    found: set[int] = set()
    for part in parts:
        if isinstance(part, dict) and "picture" in part:
            found.add(int(str(part["picture"]).removeprefix("card-")))
        elif isinstance(part, dict | list | tuple):
            found |= _cards_in(list(part.values()) if isinstance(part, dict) else part)
    return found


FEWEST_CARDS, MOST_CARDS, MOST_PUZZLES = 3, 24, 30

USUAL = {3: (9, 4), 4: (12, 6), 5: (12, None)}
"""The number of cards and of SETs by the number of properties."""

CARDS_ACROSS = ((12, 3), (16, 4), (MOST_CARDS, 5))
"""The largest numbers of cards for each number of cards in a row."""


PuzzleTable = tuple[list[int], str]
"""The cards of one puzzle, and its heading."""


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

    `report` is called with the number of deals searched.

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
    tables = list(zip(deals, headings, strict=True))
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
    tables = [(list(puzzle(day, level).cards), heading) for day, heading in zip(days, headings, strict=True)]
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
    parts = [_puzzle_part(*table, space, style) for table in tables]
    solutions = [_solutions(*table, space, style) for table in tables]
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


def _puzzle_part(cards: list[int], heading: str, space: Space, style: Style) -> dict[str, Any]:
    number = len(space.sets(cards))
    across = next(columns for most, columns in CARDS_ACROSS if len(cards) <= most)
    exercise = {"rows": rows_of(cards, across, style), "lettered": True, "lines": number, "ticks": []}
    task = style.texts.say("puzzle.task", n=number, cards=len(cards))
    return {"heading": heading, "task": task, "note": "", "columns": 1, "exercises": [exercise]}


def _solutions(cards: list[int], heading: str, space: Space, style: Style) -> dict[str, Any]:
    found = space.sets(cards)
    items = [{"rows": rows_of(line, 3, style), "text": in_letters(line, cards)} for line in found]
    parts = filter(None, [heading, style.texts.say("puzzle.found", n=len(found))])
    return {"heading": ": ".join(parts), "columns": 3, "items": items}


ACROSS = 3
"""The cards side by side in an exercise."""

COLUMNS = {"third": 4, "check": 2, "find": 4, "plane": 3, "hidden": 4, "parallel": 2}
"""The answers side by side, by the kind of exercise."""


def worksheet_document(
    kinds: Sequence[str] = ("third",),
    difficulty: str | int = 1,
    count: int = 6,
    seed: int = 0,
    paper: str = "a4",
    palette: str = "classic",
    words: bool = False,
    dimension: int = 4,
    language: str = "en",
    version: str | None = None,
) -> Document:
    """Exercises of each kind with their answers; the sheet and its answers name the version, if there is one.

    >>> document = worksheet_document(["third", "check"], "medium", count=4, seed=3)
    >>> [part["heading"] for part in document.content["parts"]]
    ['The final card', 'Is it a SET?']
    """
    chosen = _check_kinds(kinds)
    if dimension not in EXERCISES:
        raise SpecError(f"there are no worksheets for {dimension} properties: choose 3 or 4")
    style, level = Style(palette, words, language, dimension), read_level(difficulty)
    check_sheet(paper)
    say, parts, answers = style.texts.say, [], []
    for kind in chosen:
        made = make_exercises(kind, level, count=count, seed=seed, dimension=dimension, version=version or "A")
        items = [ANSWERS[kind](exercise, style) for exercise in made]
        parts.append(_part(kind, made, style))
        answers.append({"heading": say(f"worksheet.{kind}.title"), "columns": COLUMNS[kind], "items": items})
    named = "all" if len(chosen) == len(KINDS) else ",".join(chosen)
    options = {"kind": named, "difficulty": level, "count": count, "seed": seed, "version": version}
    command = command_of("worksheet", options, style, paper)
    levels = [say(f"worksheet.level.{level}"), *([say("worksheet.version", version=version)] if version else [])]
    more = {"rule": "", "apart": False, "heading": say("sheet.answers"), "level": ", ".join(levels)}
    return sheet_document(style, paper, say("worksheet.title"), parts, answers, command, **more)


def _check_kinds(kinds: Sequence[str]) -> list[str]:
    """The kinds, each once, in the order of worksheets."""
    for kind in kinds:
        if kind not in KINDS:
            raise SpecError(unknown_name(kind, "a kind of exercise", KINDS))
    if not kinds:
        raise SpecError("a worksheet needs a kind of exercise: choose one or several")
    return [kind for kind in KINDS if kind in kinds]


def _part(kind: str, exercises: Sequence[Exercise], style: Style) -> dict[str, Any]:
    say, first = style.texts.say, exercises[0]
    numbers = {"n": len(first.sets), "cards": len(first.cards), "deck": count_cards(first.dimension)}
    words = {"heading": say(f"worksheet.{kind}.title"), "task": say(f"worksheet.{kind}.task", **numbers)}
    shown = [_exercise(exercise, style) for exercise in exercises]
    return {**words, "note": say(f"worksheet.{kind}.note"), "columns": 2, "exercises": shown}


def _exercise(exercise: Exercise, style: Style) -> dict[str, Any]:
    say, kind = style.texts.say, exercise.kind
    ticks = [say(f"worksheet.check.{word}") for word in ("yes", "no", "because")] if kind == "check" else []
    rows = rows_of(exercise.cards, ACROSS, style)
    return {"rows": rows, "lettered": kind == "find", "lines": len(exercise.sets), "ticks": ticks}


def _cards(exercise: Exercise, style: Style) -> dict[str, Any]:
    """The cards that were asked for, with their names."""
    named = ", ".join(style.name(card) for card in exercise.answer)
    return {"rows": rows_of(exercise.answer, ACROSS, style), "text": named}


def _verdict(exercise: Exercise, style: Style) -> dict[str, Any]:
    names = [style.notation.properties[i].name for i in exercise.spoilt]
    say = style.texts.say
    text = say("worksheet.check.not", properties=style.texts.properties(names)) if names else say("worksheet.check.is")
    return {"rows": [], "text": text}


def _in_letters(exercise: Exercise, style: Style) -> dict[str, Any]:
    return {"rows": [], "text": " · ".join(in_letters(line, exercise.cards) for line in exercise.sets)}


def _square(exercise: Exercise, style: Style) -> dict[str, Any]:
    """The whole plane."""
    hidden = iter(exercise.answer)
    cards = [next(hidden) if card is None else card for card in exercise.cards]
    return {"rows": rows_of(cards, ACROSS, style), "text": ""}


ANSWERS: dict[str, Callable[[Exercise, Style], dict[str, Any]]] = {
    "third": _cards, "check": _verdict, "find": _in_letters, "plane": _square, "hidden": _cards, "parallel": _cards,
}  # fmt: skip


Values = tuple[int, int, int]

TABLE = {3: 9, 4: 12}
"""The cards shown on the page, by the number of properties."""

SAME, DIFFERENT = (0, 0, 0), (0, 1, 2)
EXAMPLES: tuple[Mapping[str, Values], ...] = (
    {"number": DIFFERENT, "filling": (1, 1, 1)},
    {"number": DIFFERENT, "colour": DIFFERENT, "filling": DIFFERENT, "shape": DIFFERENT},
    {"number": DIFFERENT, "colour": (1, 1, 0)},
)
"""The values of three cards, property by property; a property that is not named has its first value."""

RULES = ("lay", "take", "more", "wrong", "end")
"""The sentences about a game, in their order."""


def rules_document(
    paper: str = "a4", palette: str = "classic", words: bool = False, dimension: int = 4, language: str = "en"
) -> Document:
    """The rules on one page; the verdicts on the examples are computed.

    >>> [example["verdict"] for example in rules_document().content["examples"]]
    ['A SET', 'A SET', 'Not a SET']
    """
    if dimension not in TABLE:
        raise SpecError(f"there are no rules on paper for {dimension} properties: choose 3 or 4")
    style = Style(palette, words, language, dimension)
    width, height = PAPERS[check_sheet(paper)]
    names = [each.name for each in style.notation.properties]
    examples = [_three_cards(example, names) for example in EXAMPLES]
    rows = [_three_cards({name: DIFFERENT}, names) for name in names]
    say = style.texts.say
    texts = {key: say(f"rules.{key}") for key in ("title", "cards", "set", "rule", "game")}
    texts["again"] = say("sheet.again", command=command_of("rules", {}, style, paper))
    texts["deck"] = say("rules.deck", cards=count_cards(dimension), n=dimension)
    properties = [
        {"name": say(f"card.property.{name}"), "cards": list(map(style.card_data, cards))}
        for name, cards in zip(names, rows, strict=True)
    ]
    parts = {"properties": properties, "examples": [_example(cards, names, style) for cards in examples]}
    rules = [say(f"rules.{key}", table=TABLE[dimension]) for key in RULES]
    content = {"width": width, "height": height, "language": language, **texts, **parts, "rules": rules}
    cards = [card for each in (*examples, *rows) for card in each]
    return Document("rules", content, style.pictures(cards, room=False) | style.small_pictures(cards))


def _three_cards(values: Mapping[str, Values], names: list[str]) -> list[int]:
    """The three cards whose properties have these values."""
    columns = zip(*(values.get(name, SAME) for name in names), strict=True)
    return [Space(len(names)).card(column) for column in columns]


def _example(cards: list[int], names: list[str], style: Style) -> dict[str, Any]:
    """Three cards with the verdict on each property."""
    say, patterns = style.texts.say, Space(len(names)).patterns(cards)
    lines = [
        {"name": say(f"card.property.{name}"), "says": say(f"rules.{pattern}"), "spoils": pattern is Pattern.NEITHER}
        for name, pattern in zip(names, patterns, strict=True)
    ]
    is_set = Pattern.NEITHER not in patterns
    verdict = {"verdict": say("rules.is" if is_set else "rules.not"), "is_set": is_set}
    return {"cards": list(map(style.card_data, cards)), **verdict, "lines": lines}
