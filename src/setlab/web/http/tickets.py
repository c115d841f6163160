"""Exit tickets of classes in lessons: five questions, steered by the teacher, answered on the pupils' devices.

Answers have no names. They are deleted when the teacher ends the ticket, and with the class at the latest.
"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from setlab.answers.answer import attributes
from setlab.classroom.tickets import QUESTIONS, Question, make_ticket
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, Whole, may_take, problems
from setlab.web.http.lessons import ClassCode, Lesson, find_class, unknown_class
from setlab.web.http.rooms import Bearer, token_of
from setlab.web.limits import Buckets
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.tokens import is_token
from setlab.web.store import Conflict, queries
from setlab.web.store.queries import TicketRow

MOST_OPTIONS = 5


class Reason(BaseModel):
    """One property of the answer: its digits in groups that are all the same or all different."""

    groups: list[list[int]]
    value: int | None = Field(description="The digit that completes the last group, which then has two.")


class TicketQuestion(BaseModel):
    """A question with its options."""

    kind: str
    cards: list[int | None]
    place: int | None = Field(description="The place of the card that is asked for.")
    options: list[list[int] | str] = Field(description="Cards, `set`, or the property at fault.")


class Ticket(BaseModel):
    """An exit ticket at this moment."""

    lesson: Lesson
    question: int = Field(description="From 1; 0 while no question is asked.")
    questions: int
    solved: bool
    asked: TicketQuestion | None
    answered: int = Field(description="How many have answered.")
    counts: list[int] | None = Field(
        description="How many chose each option: for the teacher, and for all once solved."
    )
    answer: int | None = Field(description="The right option, from 0, once solved.")
    reasons: list[Reason] | None


class Turn(Body):
    """The question that is asked from now on, 0 for the end of the ticket."""

    question: Whole = Field(ge=0, le=QUESTIONS)
    solved: bool = False


class Choice(Body):
    """A pupil's choice; the pupil is a random number of the browser."""

    pupil: str = Field(pattern="^[0-9a-f]{32}$")
    question: Whole = Field(ge=1, le=QUESTIONS)
    choice: Whole = Field(ge=0, lt=MOST_OPTIONS)


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of exit tickets."""
    limits = hub.settings.limits
    choices = Buckets(limits.steps)

    @router.get("/classes/{code}/ticket", responses=problems(404, 422))
    async def ticket(code: ClassCode, bearer: Bearer) -> Ticket:
        """The question that is asked now."""
        found = await find_class(hub, code)
        row = await _find_ticket(hub, found.code)
        question = (await _questions(found.lesson, found.seed))[row.question - 1] if row.question else None
        counts = await hub.read(queries.count_answers, found.code, row.question)
        knows = bool(row.solved) or is_token(token_of(bearer) or "", row.key_hash)
        asked = _question_fields(question, bool(row.solved), counts if knows else None)
        now: dict[str, Any] = {
            "lesson": found.lesson,
            "question": row.question,
            "questions": QUESTIONS,
            "solved": bool(row.solved),
        }
        return Ticket(**now, **asked, answered=sum(counts.values()))

    @router.post("/classes/{code}/ticket", status_code=204, responses=problems(403, 404, 413, 422))
    async def turn(code: ClassCode, wanted: Turn, bearer: Bearer) -> Response:
        """Go to a question, show its solution, or end the ticket: for the teacher. The end deletes all answers."""
        found = await find_class(hub, code)
        row = await _find_ticket(hub, found.code)
        if not is_token(token_of(bearer) or "", row.key_hash):
            raise Refused(403, "not-host", f"Only the teacher who has opened class {found.code} may do that")
        await hub.write(queries.turn_ticket, found.code, wanted.question, int(wanted.solved), time.time())
        return Response(status_code=204)

    @router.post("/classes/{code}/answers", status_code=204, responses=problems(404, 409, 413, 422))
    async def answer(request: Request, code: ClassCode, chosen: Choice) -> Response:
        """Choose an option of the question that is asked; the last choice counts."""
        may_take(choices, request, "answers")
        found = await find_class(hub, code)
        question = (await _questions(found.lesson, found.seed))[chosen.question - 1]
        if chosen.choice >= len(question.options):
            raise Refused(422, "bad-request", f"Wrong value of choice: there are {len(question.options)} options")
        told = (chosen.pupil, chosen.question, chosen.choice)
        try:
            refused = await hub.write(queries.note_answer, found.code, *told, limits.pupils)
        except Conflict:
            raise unknown_class(code) from None  # it was deleted in this moment
        if refused == "closed":
            raise Refused(409, "closed", "This question is not open: look which one is asked")
        if refused:
            raise Refused(409, "full", f"Class {found.code} has as many pupils as it can have")
        return Response(status_code=204)


async def _find_ticket(hub: Hub, code: str) -> TicketRow:
    row = await hub.read(queries.find_ticket, code)
    if row is None:
        raise unknown_class(code)
    return row


async def _questions(lesson: str, seed: int) -> tuple[Question, ...]:
    return await asyncio.to_thread(_kept_questions, lesson, seed)


_kept_questions = lru_cache(maxsize=256)(make_ticket)


def _question_fields(question: Question | None, is_solved: bool, counts: dict[int, int] | None) -> dict[str, Any]:
    """The question with what may be told about its answers."""
    if question is None:
        return {"asked": None, "counts": None, "answer": None, "reasons": None}
    asked = attributes(question, "kind", "cards", "place", "options")
    told = None if counts is None else [counts.get(option, 0) for option in range(len(question.options))]
    reasons = [attributes(each, "groups", "value") for each in question.reasons] if is_solved else None
    return {"asked": asked, "counts": told, "answer": question.answer if is_solved else None, "reasons": reasons}
