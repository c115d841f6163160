"""Lessons: the numbers and games that they ask for, and classes whose pupils report how many steps they have done.

Nobody gives a name. A pupil is a random number that the browser draws and forgets with its tab; what was reported is
deleted within an hour. Each answer about a game takes less than a tenth of a second, so that a whole class behind one
address is served at once.
"""

from __future__ import annotations

import asyncio
import time
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from setlab.answers.answer import attributes
from setlab.classroom.lessons import END_GAME, HiddenGame, count_escapes, mistaken_game, partners_of, read_hidden_card
from setlab.counting import count_cards, count_sets, count_sets_through
from setlab.errors import RuleError, quote
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.web.errors import Full, Refused
from setlab.web.http.answers import Body, Whole, files, may_take, problems, qr_svg, room_link
from setlab.web.limits import Buckets
from setlab.web.rooms.hub import CLASS_LIFE, CODES_TRIED, Hub
from setlab.web.rooms.tokens import LONG, new_code, new_token, read_code, token_hash
from setlab.web.store import Conflict, queries
from setlab.web.store.queries import ClassRow

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


class NewClass(Body):
    """The lesson of a new class; the seed gives everybody the same cards."""

    lesson: Lesson
    seed: Whole = Field(ge=0, le=LARGEST_EXACT_NUMBER - 1)


class OpenedClass(BaseModel):
    """The code of a new class, and the teacher's key."""

    code: str
    key: str = Field(description="With it the teacher steers the exit ticket.")


class Progress(BaseModel):
    """How far the pupils of a class are."""

    code: str
    lesson: Lesson
    seed: int
    link: str = Field(description="The address that pupils open.")
    pupils: int
    through: list[int] = Field(description="For each step, the number of pupils who have done it.")


class Report(Body):
    """How many steps a pupil has done; the pupil is a random number of the browser."""

    pupil: str = Field(pattern="^[0-9a-f]{32}$")
    done: Whole = Field(ge=0, le=MOST_STEPS)


MOST_MOVES = 27
CARD = r"\d{1,2}"
MOVE = rf"{CARD}\.{CARD}\.{CARD}"
MOVES = rf"^({MOVE}(-{MOVE}){{0,{MOST_MOVES - 1}}})?$"
COMMAND = "setlab exact no-set"

Seed = Annotated[int, Query(ge=0, le=LARGEST_EXACT_NUMBER - 1, description="The seed of the deck.")]
Moves = Annotated[str, Query(pattern=MOVES, description="The SETs taken so far, such as 0.40.80-1.41.78.")]
UNTIL = "Random SETs are taken first: none, until the end of the game begins, or all to the end."
PlayOn = Annotated[Literal["no", "end-game", "all"], Query(description=UNTIL)]
Slips = Annotated[int, Query(ge=1, le=2, description="One wrong pile, or two that cancel.")]


GROUPS = "Its digits in threes, all the same or all different; the last has two."


class Property(BaseModel):
    """What the cards left say about one property of the hidden card."""

    total: int = Field(description="The sum of its digits on the cards left.")
    value: int = Field(description="Its digit on the hidden card.")
    groups: list[list[int]] = Field(description=GROUPS)


class Found(BaseModel):
    """The hidden card, which is told when the game is over."""

    card: int
    properties: list[Property]
    partners: list[list[int]] = Field(description="Pairs of the cards left that make a SET with it.")


class Hidden(BaseModel):
    """A game with one hidden card."""

    moves: list[list[int]] = Field(description="The SETs taken, with those that the server took.")
    slots: list[int | None]
    undealt: int
    sets: int = Field(description="How many SETs are on the table.")
    over: bool
    hidden: Found | None


class Mistaken(BaseModel):
    """A finished game in which piles are wrong."""

    piles: list[list[int]]
    wrong: list[int] = Field(description="Which piles are wrong, from 0.")
    left: list[int]
    checksum: int = Field(description="The sum of the cards left, as a card.")


class Chance(BaseModel):
    """A probability: the fraction, and the number nearest to it."""

    fraction: str
    value: float


class EscapeChances(BaseModel):
    """How often mistakes escape the checksum, exactly."""

    one: Chance
    two: Chance
    two_slips: Chance


class NoSetRow(BaseModel):
    """How many collections of n cards have no SET."""

    n: int
    collections: str = Field(description="All collections of n cards.")
    without: str = Field(description="Those without a SET.")
    probability: Chance


class NoSetTable(BaseModel):
    """The probability that n cards have no SET, up to the first n for which it is 0."""

    rows: list[NoSetRow]
    largest: int = Field(description="The most cards without a SET.")
    example: list[int] = Field(description="As many cards without a SET.")
    stuck: int = Field(description="The fewest cards without a SET to which no card can be added.")
    command: str = Field(description="The command that shows it.")


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of the lessons."""
    limits = hub.settings.limits
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
            row, key = ClassRow(new_code(LONG), wanted.lesson, wanted.seed, time.time()), new_token()
            try:
                if await hub.write(queries.add_class, row, token_hash(key), limits.classes):
                    return OpenedClass(code=row.code, key=key)
            except Conflict:
                continue
            break
        raise Full

    @router.get("/classes/{code}", responses=problems(404, 422))
    async def progress(request: Request, code: ClassCode) -> Progress:
        """How many pupils are through each step."""
        found = await find_class(hub, code)
        done = await hub.read(queries.steps_done, found.code, time.time() - CLASS_LIFE)
        through = [sum(each > step for each in done) for step in range(STEPS[found.lesson])]
        about = attributes(found, "code", "lesson", "seed")
        link = room_link(request, found.code, hub.settings.lan_address)
        return Progress(**about, link=link, pupils=len(done), through=through)

    @router.post("/classes/{code}/steps", status_code=204, responses=problems(404, 409, 413, 422))
    async def report(request: Request, code: ClassCode, told: Report) -> Response:
        """Report how many steps a pupil has done."""
        may_take(reports, request, "steps")
        found = await find_class(hub, code)
        if told.done > STEPS[found.lesson]:
            raise Refused(422, "bad-request", f"Wrong value of done: this lesson has {STEPS[found.lesson]} steps")
        try:
            has_room = await hub.write(queries.note_step, found.code, told.pupil, told.done, time.time(), limits.pupils)
        except Conflict:
            raise unknown_class(code) from None  # it was deleted in this moment
        if not has_room:
            raise Refused(409, "full", f"Class {found.code} has as many pupils as it can have")
        return Response(status_code=204)

    @router.get("/classes/{code}/qr.svg", response_class=Response, responses=files("image/svg+xml", 404, 422))
    async def qr(request: Request, code: ClassCode) -> Response:
        """The QR code of the class's link."""
        found = await find_class(hub, code)
        return Response(qr_svg(room_link(request, found.code, hub.settings.lan_address)), media_type="image/svg+xml")

    @router.get("/lessons/hidden", name="hidden", tags=["lessons"], responses=problems(409, 422))
    async def hidden_game(seed: Seed, moves: Moves = "", play: PlayOn = "no") -> Hidden:
        """A game with one hidden card after some moves."""
        return await asyncio.to_thread(_hidden_game, seed, moves, play)

    @router.get("/lessons/mistakes", tags=["lessons"], responses=problems(422))
    async def mistakes(seed: Seed, slips: Slips = 1) -> Mistaken:
        """A finished game in which one pile is wrong, or two that cancel."""
        return Mistaken.model_validate(await asyncio.to_thread(mistaken_game, seed, slips), from_attributes=True)

    @router.get("/lessons/escapes", tags=["lessons"], responses=problems())
    async def escapes() -> EscapeChances:
        """How often mistakes escape the checksum."""
        found = await asyncio.to_thread(count_escapes)
        return EscapeChances(one=_chance(found.one), two=_chance(found.two), two_slips=_chance(found.two_slips))

    @router.get("/lessons/no-set", tags=["lessons"], responses=problems())
    async def no_set() -> NoSetTable:
        """The probability that n cards have no SET, exactly."""
        return await asyncio.to_thread(_no_set)


async def lesson_address(hub: Hub, code: str) -> str | None:
    """The address of the lesson of a class, on which its pupils report; None if there is no such class."""
    if read_code(code, LONG) is None:
        return None
    try:
        found = await find_class(hub, code)
    except Refused:
        return None
    return f"/learn/{found.lesson}?seed={found.seed}&class={found.code}"


async def find_class(hub: Hub, code: str) -> ClassRow:
    """The class with a code; refuse the request if there is none."""
    known = read_code(code, LONG)
    found = await hub.read(queries.find_class, known, time.time() - CLASS_LIFE) if known else None
    if found is None:
        raise unknown_class(code)
    return found


def unknown_class(code: str) -> Refused:
    """The refusal of a code without a class."""
    rule = "codes are six letters, and a class ends an hour after its last step"
    return Refused(404, "unknown-class", f"There is no class {quote(code, 8)}: {rule}")


def _hidden_game(seed: int, moves: str, play: str) -> Hidden:
    game = HiddenGame.begin(seed)
    try:
        for move in filter(None, moves.split("-")):
            game = game.take([int(card) for card in move.split(".")])
    except RuleError as error:
        raise Refused(409, "bad-move", f"{error}; begin the game again") from None
    if play != "no":
        game = game.play_on(END_GAME if play == "end-game" else None)
    table = game.table
    shown = attributes(table, "slots", "undealt") | {"moves": list(map(list, table.taken)), "sets": len(table.sets())}
    return Hidden(**shown, over=game.is_over, hidden=_reveal(game) if game.is_over else None)


def _reveal(game: HiddenGame) -> Found:
    left = game.table.cards
    properties = [Property.model_validate(each, from_attributes=True) for each in read_hidden_card(left)]
    partners = list(map(list, partners_of(game.hidden_card, left)))
    return Found(card=game.hidden_card, properties=properties, partners=partners)


@lru_cache
def _no_set() -> NoSetTable:
    from setlab.exact import exact_no_set
    from setlab.geometry.space import elliptic_quadric

    table = exact_no_set()
    assert table.largest is not None
    rows = []
    for n in range(table.largest + 2):
        without, probability = table.counts[n], table.probability(n)
        assert probability is not None
        rows.append(NoSetRow(n=n, collections=str(comb(81, n)), without=str(without), probability=_chance(probability)))
    stuck, example = next(n for n, complete in enumerate(table.complete) if complete), list(elliptic_quadric())
    return NoSetTable(rows=rows, largest=table.largest, example=example, stuck=stuck, command=COMMAND)


def _chance(exact: Fraction) -> Chance:
    return Chance(fraction=f"{exact.numerator}/{exact.denominator}", value=float(exact))
