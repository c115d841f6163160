"""The pages of the site with their addresses, those that visitors guess, and the numbers of the page on privacy."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from setlab.rooms.names import LONGEST_NAME
from setlab.web.http.answers import refusal_of
from setlab.web.http.lessons import STEPS, lesson_address
from setlab.web.pages.assets import ASK_AGAIN, FOR_EVER, VERSION_LENGTH, Assets
from setlab.web.pages.page import Pages, language_of
from setlab.web.rooms.housekeeping import CLASS_LIFE, EXPIRING, IDLE, LESSON
from setlab.web.rooms.tokens import LONG, read_code
from setlab.web.settings import Settings
from setlab.web.store import is_postgres


def privacy_facts(settings: Settings) -> dict[str, str]:
    """The facts by their names in the texts of the page.

    >>> facts = privacy_facts(Settings("rooms.sqlite", expire=1))
    >>> facts["hours"], facts["lesson"], facts["database"]
    ('1 h', '60 min', 'SQLite')
    """
    return {
        "hours": f"{settings.expire:g} h",
        "lesson": _minutes(LESSON),
        "report": _minutes(CLASS_LIFE + EXPIRING),
        "idle": f"{IDLE:g} s",
        "letters": str(LONGEST_NAME),
        "database": "PostgreSQL" if is_postgres(settings.db) else "SQLite",
    }


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:g} min"


GUESSES = {
    "/": "home index start about setlab practice practise sixty üben startseite forside",
    "/new": "play game games room rooms create join host multiplayer spielen spiel raum spill rom",
    "/new?class=1": "class classroom teach teacher teachers school klasse lehrer schule lærer skole",
    "/daily": "puzzle puzzles today day quiz rätsel raetsel heute oppgave oppgaver dagens",
    "/solitaire": "solo patience solitär solitaer kabal",
    "/antiset": "anti antisets xavier olivia",
    "/table": "mytable yourtable tabletop find check isset solver solve tisch deintisch bord dittbord",
    "/look": "photo photos picture camera scan recognise recognize foto fotos bild kamera bilde se",
    "/friends": "friend online remote together elsewhere freunde venner",
    "/learn": "lesson lessons rule rules help howto howtoplay tutorial faq lernen regeln hilfe lær laer regler hjelp",
    "/explore": "explorer deck geometry space caps erkunden utforsk",
    "/lab": "laboratory labs simulate simulation experiment experiments statistics labor laboratorium",
    "/lab/exact": "exact",
    "/lab/results": "results reproduce",
    "/privacy": "dsgvo data cookies imprint datenschutz impressum personvern informasjonskapsler",
    "/print": "printing printer paper pdf worksheet worksheets drucken papier skrivut ark",
}
"""The words by which visitors guess a page, without hyphens, in the languages of the pages."""

WIDE = ("/print", "/lab")
"""Pages to which every longer address leads: /print/cards, /lab/endgame."""

NEAR = 0.6
"""The likeness of two spellings from which one is suggested for the other, between 0 and 1."""


class Guesses:
    """The pages of the application by every address under which they are looked for.

    >>> guesses = Guesses(["/", "/daily", "/antiset", "/learn", "/learn/sort", "/learn/third", "/print"])
    >>> guesses.meant("/Puzzle"), guesses.meant("/anti-set.html"), guesses.meant("/print/cards")
    ('/daily', '/antiset', '/print')
    >>> guesses.meant("/lessons/third"), guesses.meant("/lessons/2"), guesses.meant("/learn/nothing")
    ('/learn/third', '/learn/third', None)
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        pages = {_spelling(address): address for address in addresses}
        below = [address for address in pages.values() if address.startswith("/learn/")]
        self._known = {word: page for page, words in GUESSES.items() for word in words.split()} | pages
        for head in [word for word, page in self._known.items() if page == "/learn"]:
            for number, lesson in enumerate(below, 1):
                name = lesson.removeprefix("/learn/")
                self._known |= {f"{head}/{name}": lesson, f"{head}/{number}": lesson}

    def meant(self, path: str) -> str | None:
        """The page that somebody means by a path; None if it is not clear."""
        words = _spelling(path)
        head = self._known.get(words.partition("/")[0])
        found = self._known.get(words) or (head if head in WIDE else None)
        return None if found == path else found

    def nearest(self, path: str) -> str | None:
        """The page that is spelt most like a path; None if none is near.

        >>> Guesses(["/solitaire", "/learn"]).nearest("/solitare")
        '/solitaire'
        """
        near = get_close_matches(_spelling(path[:80]), self._known, n=1, cutoff=NEAR)
        return self._known[near[0]] if near else None


def _spelling(path: str) -> str:
    """The words of a path in small letters, without hyphens and the ending of a file.

    >>> _spelling("/Anti-SET.html"), _spelling("/lab/exact/"), _spelling("/")
    ('antiset', 'lab/exact', '')
    """
    plain = path.casefold().removesuffix(".html").removesuffix(".htm").translate({ord(sign): None for sign in "-_ ."})
    return "/".join(word for word in plain.split("/") if word)


PAGES = {
    "/": "home", "/new": "new", "/daily": "daily", "/solitaire": "solitaire", "/antiset": "antiset",
    "/table": "tabletop", "/look": "photo", "/friends": "friends", "/learn": "learn", "/explore": "explore",
    "/lab": "lab", "/lab/exact": "exact", "/lab/results": "results", "/print": "print", "/privacy": "privacy",
}  # fmt: skip
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
