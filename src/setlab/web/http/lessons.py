"""Lessons: the numbers that they ask for, and classes whose pupils report how many steps they have done.

Nobody gives a name. A pupil is a random number that the browser draws and forgets with its tab; what was reported is
deleted within an hour.
"""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from setlab.answers.answer import attributes
from setlab.counting import count_cards, count_sets, count_sets_through
from setlab.errors import quoted
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.web.errors import Full, Refused
from setlab.web.http.answers import Whole, files, may_take, problems
from setlab.web.http.links import qr_svg, room_link
from setlab.web.limits import Buckets
from setlab.web.rooms.housekeeping import CLASS_LIFE
from setlab.web.rooms.hub import CODES_TRIED, Hub
from setlab.web.rooms.tokens import LONG, new_code, read_code
from setlab.web.store import ClassRow, Conflict, queries

STEPS = {"sort": 6, "third": 10, "rule": 10, "theorem": 6, "hidden": 7, "square": 5, "twelve": 4, "checksum": 7}
"""The lessons in their order, each with its number of steps."""

MOST_STEPS = max(STEPS.values())

Lesson = Literal["sort", "third", "rule", "theorem", "hidden", "square", "twelve", "checksum"]
ClassCode = Annotated[str, Path(description="The code of the class: six letters.", max_length=40)]


class Counts(BaseModel):
    """The cards and SETs of the deck with four properties."""

    cards: int = Field(description="All cards.")
    sets: int = Field(description="All SETs.")
    through: int = Field(description="The SETs that contain one given card.")


class NewClass(BaseModel):
    """The lesson of a new class; the seed gives everybody the same cards."""

    model_config = ConfigDict(extra="forbid", strict=True)
    lesson: Lesson
    seed: Whole = Field(ge=0, le=LARGEST_EXACT_NUMBER - 1)


class OpenedClass(BaseModel):
    """The code of a new class."""

    code: str


class Progress(BaseModel):
    """How far the pupils of a class are."""

    code: str
    lesson: Lesson
    seed: int
    link: str = Field(description="The address that pupils open.")
    pupils: int
    through: list[int] = Field(description="For each step, the number of pupils who have done it.")


class Report(BaseModel):
    """How many steps a pupil has done; the pupil is a random number of the browser."""

    model_config = ConfigDict(extra="forbid", strict=True)
    pupil: str = Field(pattern="^[0-9a-f]{32}$")
    done: Whole = Field(ge=0, le=MOST_STEPS)


def lessons_router(hub: Hub) -> APIRouter:
    """The routes of the lessons."""
    router, limits = APIRouter(), hub.settings.limits
    openings, reports = Buckets(limits.new_rooms), Buckets(limits.steps)

    @router.get("/lessons/counts", responses=problems())
    async def counts() -> Counts:
        """How many cards and SETs there are."""
        return Counts(cards=count_cards(), sets=count_sets(), through=count_sets_through())

    @router.post("/classes", status_code=201, responses=problems(413, 422))
    async def open_class(request: Request, wanted: NewClass) -> OpenedClass:
        """Open a lesson for a class."""
        may_take(openings, request, "classes")
        for _ in range(CODES_TRIED):
            row = ClassRow(new_code(LONG), wanted.lesson, wanted.seed, time.time())
            try:
                if await hub.write(queries.add_class, row, limits.classes):
                    return OpenedClass(code=row.code)
            except Conflict:
                continue
            break
        raise Full

    @router.get("/classes/{code}", responses=problems(404, 422))
    async def progress(request: Request, code: ClassCode) -> Progress:
        """How many pupils are through each step."""
        found = await _find_class(hub, code)
        done = await hub.read(queries.steps_done, found.code, time.time() - CLASS_LIFE)
        through = [sum(each > step for each in done) for step in range(STEPS[found.lesson])]
        about = attributes(found, "code", "lesson", "seed")
        link = room_link(request, found.code, hub.settings.lan_address)
        return Progress(**about, link=link, pupils=len(done), through=through)

    @router.post("/classes/{code}/steps", status_code=204, responses=problems(404, 409, 413, 422))
    async def report(request: Request, code: ClassCode, told: Report) -> Response:
        """Report how many steps a pupil has done."""
        may_take(reports, request, "steps")
        found = await _find_class(hub, code)
        if told.done > STEPS[found.lesson]:
            raise Refused(422, "bad-request", f"Wrong value of done: this lesson has {STEPS[found.lesson]} steps")
        try:
            has_room = await hub.write(queries.note_step, found.code, told.pupil, told.done, time.time(), limits.pupils)
        except Conflict:
            raise _unknown(code) from None  # it was deleted in this moment
        if not has_room:
            raise Refused(409, "full", f"Class {found.code} has as many pupils as it can have")
        return Response(status_code=204)

    @router.get("/classes/{code}/qr.svg", response_class=Response, responses=files("image/svg+xml", 404, 422))
    async def qr(request: Request, code: ClassCode) -> Response:
        """The QR code of the class's link."""
        found = await _find_class(hub, code)
        return Response(qr_svg(room_link(request, found.code, hub.settings.lan_address)), media_type="image/svg+xml")

    return router


async def lesson_address(hub: Hub, code: str) -> str | None:
    """The address of the lesson of a class, on which its pupils report; None if there is no such class."""
    if read_code(code, LONG) is None:
        return None
    try:
        found = await _find_class(hub, code)
    except Refused:
        return None
    return f"/learn/{found.lesson}?seed={found.seed}&class={found.code}"


async def _find_class(hub: Hub, code: str) -> ClassRow:
    known = read_code(code, LONG)
    found = await hub.read(queries.find_class, known, time.time() - CLASS_LIFE) if known else None
    if found is None:
        raise _unknown(code)
    return found


def _unknown(code: str) -> Refused:
    rule = "codes are six letters, and a class ends an hour after its last step"
    return Refused(404, "unknown-class", f"There is no class {quoted(code, 8)}: {rule}")
