"""Worksheets: exercises of several kinds, and their answers on separate pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.sheets import check_sheet, command_of, in_letters, rows_of, sheet_document
from setlab.classroom.paper.typesetting import Document
from setlab.classroom.worksheets import KINDS, Exercise, make_exercises, read_level
from setlab.counting import count_cards
from setlab.errors import SpecError, unknown_name
from setlab.limits import EXERCISES

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


def _lettered(exercise: Exercise, style: Style) -> dict[str, Any]:
    return {"rows": [], "text": " · ".join(in_letters(line, exercise.cards) for line in exercise.sets)}


def _square(exercise: Exercise, style: Style) -> dict[str, Any]:
    """The whole plane."""
    hidden = iter(exercise.answer)
    cards = [next(hidden) if card is None else card for card in exercise.cards]
    return {"rows": rows_of(cards, ACROSS, style), "text": ""}


ANSWERS: dict[str, Callable[[Exercise, Style], dict[str, Any]]] = {
    "third": _cards, "check": _verdict, "find": _lettered, "plane": _square, "hidden": _cards, "parallel": _cards,
}  # fmt: skip
