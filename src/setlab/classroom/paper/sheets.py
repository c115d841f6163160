"""The common parts of puzzle sheets and worksheets: a heading, parts with cards and blanks, and the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.layout import PAPERS, check_paper
from setlab.classroom.paper.typesetting import Document
from setlab.errors import SpecError

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
