"""Decks, puzzles, worksheets and the rules to print: the PDF file, or a picture of a page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from setlab.classroom.paper import count_pages
from setlab.web.hub import Hub
from setlab.web.interface.answers import files
from setlab.web.interface.paper_options import DeckOptions, Options, PuzzleOptions, RulesOptions, WorksheetOptions
from setlab.web.jobs import Stopped
from setlab.web.shared import Shared
from setlab.web.trouble import Refused

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


def paper_router(hub: Hub) -> APIRouter:
    """The routes of everything that is printed."""
    router = APIRouter()
    kept: Shared[Made] = Shared(32)

    async def made(request: Request, form: str, options: Options) -> Made:
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

    async def file(request: Request, name: str, options: Options) -> Response:
        place = "attachment" if options.download else "inline"
        return sent(
            await made(request, PDF, options), PDF, {"Content-Disposition": f'{place}; filename="setlab-{name}.pdf"'}
        )

    async def picture(request: Request, options: Options) -> Response:
        return sent(await made(request, PNG, options), PNG)

    @router.get("/print/deck.pdf", response_class=Response, responses=files(PDF, 409, 422))
    async def deck_pdf(request: Request, options: Annotated[DeckOptions, Query()]) -> Response:
        """A deck of cards as a PDF file."""
        return await file(request, "deck", options)

    @router.get("/print/deck.png", response_class=Response, responses=files(PNG, 409, 422))
    async def deck_png(request: Request, options: Annotated[DeckOptions, Query()]) -> Response:
        """A page of a deck as a picture."""
        return await picture(request, options)

    @router.get("/print/puzzle.pdf", response_class=Response, responses=files(PDF, 404, 409, 422))
    async def puzzle_pdf(request: Request, options: Annotated[PuzzleOptions, Query()]) -> Response:
        """Puzzles as a PDF file."""
        return await file(request, "puzzle", options)

    @router.get("/print/puzzle.png", response_class=Response, responses=files(PNG, 404, 409, 422))
    async def puzzle_png(request: Request, options: Annotated[PuzzleOptions, Query()]) -> Response:
        """A page of puzzles as a picture."""
        return await picture(request, options)

    @router.get("/print/worksheet.pdf", response_class=Response, responses=files(PDF, 409, 422))
    async def worksheet_pdf(request: Request, options: Annotated[WorksheetOptions, Query()]) -> Response:
        """A worksheet as a PDF file."""
        return await file(request, f"worksheet-{options.version}" if options.version else "worksheet", options)

    @router.get("/print/worksheet.png", response_class=Response, responses=files(PNG, 409, 422))
    async def worksheet_png(request: Request, options: Annotated[WorksheetOptions, Query()]) -> Response:
        """A page of a worksheet as a picture."""
        return await picture(request, options)

    @router.get("/print/rules.pdf", response_class=Response, responses=files(PDF, 409, 422))
    async def rules_pdf(request: Request, options: Annotated[RulesOptions, Query()]) -> Response:
        """The rules as a PDF file."""
        return await file(request, "rules", options)

    @router.get("/print/rules.png", response_class=Response, responses=files(PNG, 409, 422))
    async def rules_png(request: Request, options: Annotated[RulesOptions, Query()]) -> Response:
        """The rules as a picture."""
        return await picture(request, options)

    return router


def sent(made: Made, kind: str, headers: Mapping[str, str] = MappingProxyType({})) -> Response:
    """The answer with a file or a picture; the header `X-Pages` has the number of pages."""
    return Response(made.content, media_type=kind, headers={**KEPT, "X-Pages": str(made.pages), **headers})


def _typeset(options: Options, form: str, stopped: Stopped) -> Made:
    """The document as a file, or a page of it as a picture; refuse impossible options."""
    try:
        document = options.document(stopped)
        if form == PNG:
            return Made(*document.picture(options.page, DOTS))
        pdf = document.pdf()
        return Made(pdf, count_pages(pdf))
    except ValueError as error:
        raise Refused(409, "bad-option", str(error)) from None
    except ImportError as error:
        raise Refused(503, "no-paper", f"This server cannot print: {error}") from None
