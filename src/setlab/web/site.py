"""The addresses of pages and static files."""

from __future__ import annotations

from contextlib import suppress

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from setlab.web.assets import ASK_AGAIN, FOR_EVER, VERSION_LENGTH, Assets
from setlab.web.guesses import Guesses
from setlab.web.interface.lessons import STEPS, lesson_address
from setlab.web.pages import Pages, language_of
from setlab.web.privacy import privacy_facts
from setlab.web.settings import Settings
from setlab.web.tokens import LONG, read_code
from setlab.web.trouble import refusal_of

PAGES = {
    "/": "home",
    "/new": "new",
    "/daily": "daily",
    "/solitaire": "solitaire",
    "/antiset": "antiset",
    "/table": "tabletop",
    "/friends": "friends",
    "/learn": "learn",
    "/explore": "explore",
    "/lab": "lab",
    "/lab/exact": "exact",
    "/lab/results": "results",
    "/print": "print",
    "/privacy": "privacy",
}
"""The pages by their addresses; those of rooms have a code in theirs."""

LESSONS = tuple(STEPS)
"""The lessons in their order; each has a page /learn/NAME."""

ROBOTS = "\n".join(["User-agent: *", "Allow: /$", *(f"Allow: {path}" for path in (*PAGES, "/static/") if path != "/")])
"""Search engines may read the pages, but no room and no answer of the interface."""

PAGE_VARY = "Accept-Encoding, Accept-Language, Cookie"


class Site:
    """The answers to requests for pages and files."""

    def __init__(self, settings: Settings) -> None:
        self._assets = Assets()
        self._pages = Pages(self._assets, settings.lan_address, privacy_facts(settings))
        self._guesses = Guesses([*PAGES, *(f"/learn/{lesson}" for lesson in LESSONS)])

    def page(
        self, request: Request, name: str, room: str = "", lesson: str = "", status: int = 200, near: str = ""
    ) -> Response:
        """A page in the language of the reader; `near` is an address that the reader may have meant."""
        language = language_of(request.query_params.get("lang"), request.cookies.get("lang"), request.headers)
        rendered = self._pages.render(name, language, room, lesson, near)
        if rendered is None:
            raise HTTPException(404)
        return rendered.response(request.headers, ASK_AGAIN, PAGE_VARY, status)

    def room_page(self, request: Request, name: str, code: str, *lengths: int) -> Response:
        """A page of a room or of a class; a code in small letters leads to the one in capital letters."""
        known = read_code(code, *lengths)
        if known is None:
            raise HTTPException(404)
        if known != code:
            return RedirectResponse(request.url.replace(path=request.url.path.replace(code, known, 1)))
        return self.page(request, name, known)

    def static(self, request: Request, path: str) -> Response:
        """A file, for ever if its path names the present version; an old version gets the new file."""
        version, _, rest = path.partition("/")
        is_present = version == self._assets.version
        name = rest if is_present or len(version) == VERSION_LENGTH else path
        asset = None if name.startswith("pages/") else self._assets.find(name)
        if asset is None:
            raise HTTPException(404)
        return asset.response(request.headers, FOR_EVER if is_present else ASK_AGAIN)

    def missing(self, request: Request, error: Exception) -> Response:
        """The answer where there is nothing: the page that was guessed, a page that says so, or JSON for programs."""
        path: str = request.scope["path"]
        is_page = not path.startswith("/api/")
        if is_page and not path.startswith("/static/") and (found := self._guesses.meant(path)):
            return RedirectResponse(_with_query(found, request.url.query))
        if is_page and "text/html" in request.headers.get("accept", ""):
            with suppress(HTTPException):
                return self.page(request, "missing", status=404, near=self._guesses.nearest(path) or "")
        said = refusal_of(error)
        return JSONResponse({"reason": said.reason, "code": said.code}, said.status)


def _with_query(address: str, query: str) -> str:
    """The address with the query of the request, which may name a language.

    >>> _with_query("/new?class=1", "lang=de"), _with_query("/daily", "")
    ('/new?class=1&lang=de', '/daily')
    """
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def add_site(app: FastAPI, settings: Settings) -> None:
    """Add the addresses of all pages and files; pages know the server's address in the local network."""
    site = Site(settings)
    app.add_exception_handler(404, site.missing)
    _add_files(app, site)
    _add_pages(app, site)


def _add_files(app: FastAPI, site: Site) -> None:
    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return site.static(request, "icon.svg")

    @app.get("/robots.txt", include_in_schema=False)
    async def robots() -> PlainTextResponse:
        return PlainTextResponse(f"{ROBOTS}\nDisallow: /\n")

    @app.get("/static/{path:path}", include_in_schema=False)
    async def static_file(request: Request, path: str) -> Response:
        return site.static(request, path)


def _add_pages(app: FastAPI, site: Site) -> None:
    for path, name in PAGES.items():
        _add_page(app, site, path, name)
    for lesson in LESSONS:
        _add_page(app, site, f"/learn/{lesson}", "lesson", lesson)

    @app.get("/{code}", include_in_schema=False)
    async def room(request: Request, code: str) -> Response:
        lesson = await lesson_address(app.state.hub, code)
        return RedirectResponse(lesson) if lesson else site.room_page(request, "room", code)

    @app.get("/{code}/steps", include_in_schema=False)
    async def steps(request: Request, code: str) -> Response:
        return site.room_page(request, "steps", code, LONG)

    @app.get("/{code}/projector", include_in_schema=False)
    async def projector(request: Request, code: str) -> Response:
        return site.room_page(request, "projector", code)

    @app.get("/{code}/review", include_in_schema=False)
    async def review(request: Request, code: str) -> Response:
        return site.room_page(request, "review", code)


def _add_page(app: FastAPI, site: Site, path: str, name: str, lesson: str = "") -> None:
    @app.get(path, include_in_schema=False, name=name)
    async def page(request: Request) -> Response:
        return site.page(request, name, lesson=lesson)
