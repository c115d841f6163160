"""Printed matter over HTTP: decks, puzzles, worksheets and rules, within the server's budget of time."""

from __future__ import annotations

from datetime import date as Date
from datetime import timedelta
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from setlab.classroom import paper as sheets
from setlab.errors import SpecError
from setlab.limits import EXERCISES, LARGEST_SEED, PRINTED_DECKS
from setlab.puzzles.daily import today
from setlab.web.errors import Refused
from setlab.web.http.answers import files
from setlab.web.jobs import Shared, Stopped
from setlab.web.rooms.hub import Hub

MOST_CARDS_WITH_SETS = 15
"""Larger tables with a given number of SETs can take minutes to deal."""

MOST_DEALS = 500_000
"""The deals that are looked through for one document, about a second."""


def _iso_date(value: object) -> object:
    """The date of a text such as 2026-11-16; pydantic alone would read a number as seconds since 1970."""
    return Date.fromisoformat(value) if isinstance(value, str) and len(value) == len("2026-11-16") else None


Seed = Annotated[int, Field(ge=0, lt=LARGEST_SEED + 1)]
Day = Annotated[Date, BeforeValidator(_iso_date)]
Kind = Literal["third", "check", "find", "plane", "hidden", "parallel"]


class Looks(BaseModel):
    """How cards and sheets look, for all documents."""

    model_config = ConfigDict(extra="forbid")
    paper: Literal["a4", "letter", "a5"] = "a4"
    palette: Literal["classic", "safe", "labelled"] = "classic"
    words: bool = False
    language: Literal["en", "de", "nb"] = "en"
    page: Annotated[int, Field(ge=1, le=1000, description="The page of a picture.")] = 1
    download: Annotated[bool, Field(description="Let a browser save the file.")] = False

    def looks(self) -> dict[str, Any]:
        """The options that all documents share."""
        return self.model_dump(include={"paper", "palette", "words", "language"})


class DeckRequest(Looks):
    """A deck."""

    size: Literal["card", "a5", "a4"] = "card"
    backs: bool = False
    dimension: Annotated[int, Field(ge=PRINTED_DECKS[0], le=PRINTED_DECKS[-1])] = 4

    def document(self, stopped: Stopped) -> sheets.Document:
        """The deck itself."""
        return sheets.deck_document(self.size, backs=self.backs, dimension=self.dimension, **self.looks())


class PuzzleRequest(Looks):
    """Puzzles: of days if there is a date or a level, else with a given number of cards and SETs."""

    date: Day | None = None
    level: Literal["basic", "advanced"] | None = None
    cards: Annotated[int, Field(ge=3, le=24)] | None = None
    sets: Annotated[int, Field(ge=0, le=100)] | None = None
    seed: Seed = 0
    count: Annotated[int, Field(ge=1, le=30)] = 1
    dimension: Annotated[int, Field(ge=PRINTED_DECKS[0], le=PRINTED_DECKS[-1])] = 4

    def document(self, stopped: Stopped) -> sheets.Document:
        """The puzzles themselves."""
        return self._free(stopped) if self.date is None and self.level is None else self._daily()

    def _daily(self) -> sheets.Document:
        first, last = self.date or today(), today() + timedelta(1)
        if first > last or self.count > (last - first).days + 1:
            raise Refused(404, "not-yet", f"There are puzzles up to {last}: choose an earlier date, or fewer puzzles")
        return sheets.daily_document(first, self.level or "advanced", self.count, **self.looks())

    def _free(self, stopped: Stopped) -> sheets.Document:
        if self.sets is not None and (self.cards or 0) > MOST_CARDS_WITH_SETS:
            rule = f"with a given number of SETs a puzzle has at most {MOST_CARDS_WITH_SETS} cards here"
            raise SpecError(f"{self.cards} cards are too many: {rule}; leave the number of SETs open")
        report = DealBudget(MOST_DEALS, stopped)
        numbers = self.model_dump(include={"cards", "sets", "seed", "count", "dimension"})
        return sheets.puzzle_document(**numbers, **self.looks(), report=report)


class WorksheetRequest(Looks):
    """A worksheet."""

    paper: Literal["a4", "letter"] = "a4"
    kind: Annotated[list[Kind], Field(min_length=1, max_length=12)] = ["third"]
    difficulty: Annotated[int, Field(ge=1, le=3)] = 1
    count: Annotated[int, Field(ge=1, le=20)] = 6
    seed: Seed = 0
    dimension: Annotated[int, Field(ge=EXERCISES[0], le=EXERCISES[-1])] = 4
    version: Annotated[Literal["A", "B"] | None, Field(description="Other exercises, as difficult.")] = None

    def document(self, stopped: Stopped) -> sheets.Document:
        """The worksheet itself."""
        numbers = self.model_dump(include={"difficulty", "count", "seed", "dimension", "version"})
        return sheets.worksheet_document(self.kind, **numbers, **self.looks())


class RulesRequest(Looks):
    """The rules."""

    dimension: Annotated[int, Field(ge=EXERCISES[0], le=EXERCISES[-1])] = 4

    def document(self, stopped: Stopped) -> sheets.Document:
        """The rules themselves."""
        return sheets.rules_document(dimension=self.dimension, **self.looks())


Options = DeckRequest | PuzzleRequest | WorksheetRequest | RulesRequest


class DealBudget:
    """Counts the deals that were searched, and gives up after the most allowed, or when the visitor has gone.

    >>> budget = DealBudget(100, lambda: False)
    >>> budget(60), budget(90), budget(10)
    (None, None, None)
    >>> budget(20)
    Traceback (most recent call last):
    setlab.errors.SpecError: puzzles with so many SETs are too rare to be made here: choose another number of SETs
    """

    def __init__(self, most: int, stopped: Stopped) -> None:
        self._left, self._stopped, self._last = most, stopped, 0

    def __call__(self, deals: int) -> None:
        self._left -= deals - (self._last if deals > self._last else 0)
        self._last = deals
        if self._left < 0 or self._stopped():
            raise SpecError("puzzles with so many SETs are too rare to be made here: choose another number of SETs")


SECONDS = 15.0
"""The budget of one document; the largest takes about two seconds."""

KEPT = {"Cache-Control": "private, max-age=600"}
DOTS = 110.0
"""The dots per inch of a picture."""

PDF, PNG = "application/pdf", "image/png"


class Made(NamedTuple):
    """A file or a picture, and the number of pages of its document."""

    content: bytes
    pages: int


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of everything that is printed."""
    kept: Shared[Made] = Shared(32)

    async def make(request: Request, form: str, options: Options) -> Made:
        async def compute() -> Made:
            return await hub.jobs.run(request, partial(_typeset, options, form), SECONDS, in_process=True)

        ignored = {"download"} | ({"page"} if form == PDF else set())
        key = form, type(options).__name__, options.model_dump_json(exclude=ignored)
        try:
            return await kept.get(key, compute)
        except Refused as refusal:  # another visitor, who asked for the same before, may have left
            if refusal.code != "left" or await request.is_disconnected():
                raise
        return await kept.get(key, compute)

    def add(name: str, kind: type[Looks], form: str, description: str) -> None:
        """Add the route of a document as a file or a picture; the header `X-Pages` has the number of pages."""
        ending = form.partition("/")[2]

        async def document(request: Request, options: Annotated[kind, Query()]) -> Response:  # type: ignore[valid-type]
            made, version = await make(request, form, options), getattr(options, "version", None)
            file = f"setlab-{name}{f'-{version}' if version else ''}.pdf"
            place = f'{"attachment" if options.download else "inline"}; filename="{file}"'  # type: ignore[attr-defined]
            headers = {**KEPT, "X-Pages": str(made.pages)} | ({"Content-Disposition": place} if form == PDF else {})
            return Response(made.content, media_type=form, headers=headers)

        document.__annotations__["options"] = Annotated[kind, Query()]
        statuses = (404, 409, 422) if kind is PuzzleRequest else (409, 422)
        about: dict[str, Any] = {"name": f"{name}_{ending}", "description": description, "response_class": Response}
        router.add_api_route(f"/print/{name}.{ending}", document, responses=files(form, *statuses), **about)

    for name, (kind, file, page) in DOCUMENTS.items():
        add(name, kind, PDF, file)
        add(name, kind, PNG, page)


DOCUMENTS: dict[str, tuple[type[Looks], str, str]] = {
    "deck": (DeckRequest, "A deck of cards as a PDF file.", "A page of a deck as a picture."),
    "puzzle": (PuzzleRequest, "Puzzles as a PDF file.", "A page of puzzles as a picture."),
    "worksheet": (WorksheetRequest, "A worksheet as a PDF file.", "A page of a worksheet as a picture."),
    "rules": (RulesRequest, "The rules as a PDF file.", "The rules as a picture."),
}
"""The documents by name, each with its options and what its file and its picture are."""


def _typeset(options: Options, form: str, stopped: Stopped) -> Made:
    """The document as a file, or a page of it as a picture; refuse impossible options."""
    try:
        document = options.document(stopped)
        if form == PNG:
            return Made(*document.picture(options.page, DOTS))
        pdf = document.pdf()
        return Made(pdf, sheets.count_pages(pdf))
    except ValueError as error:
        raise Refused(409, "bad-option", str(error)) from None
    except ImportError as error:
        raise Refused(503, "no-paper", f"This server cannot print: {error}") from None
