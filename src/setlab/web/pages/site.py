"""The pages: their HTML and their addresses.

The addresses are also those that visitors guess. The page on privacy has numbers of the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from html import escape
from itertools import product
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from setlab.files import is_postgres
from setlab.notation.languages import LANGUAGES
from setlab.render import Drawing, to_sprite
from setlab.render.drawing import PlacedGroup, Shape, rounded_rectangle
from setlab.render.glyph import draw_symbol
from setlab.rooms.names import LONGEST_NAME
from setlab.web.http.answers import refusal_of
from setlab.web.http.lessons import STEPS, lesson_address
from setlab.web.pages.assets import ASK_AGAIN, FOR_EVER, TYPES, VERSION_LENGTH, Asset, Assets
from setlab.web.pages.offline import worker_script
from setlab.web.rooms.hub import CLASS_LIFE, EXPIRING, IDLE, LESSON
from setlab.web.rooms.tokens import LONG, read_code
from setlab.web.settings import Settings

PLACES = {
    "play": "/new", "puzzle": "/daily", "solitaire": "/solitaire", "antiset": "/antiset", "table": "/table",
    "look": "/look", "learn": "/learn", "explore": "/explore", "lab": "/lab", "progress": "/progress",
}  # fmt: skip
"""The address of each place; its name is the text `nav.NAME`."""


def links_to_places(here: str, say: Callable[[str], str]) -> str:
    """The links of the navigation; the place of the page is marked.

    >>> links_to_places("play", str.upper).splitlines()[0]
    '<a href="/new" aria-current="page">NAV.PLAY</a>'
    """
    now = {here: ' aria-current="page"'}
    return "\n".join(f'<a href="{path}"{now.get(name, "")}>{say(f"nav.{name}")}</a>' for name, path in PLACES.items())


CARDS = 12
SHOWN = 9
"""Bars; what lies beyond is too small to be seen."""

WIDTH, HEIGHT, PITCH = 8, 88, 12


@cache
def table_bars() -> str:
    """The exact distribution of the number of SETs in 12 cards as SVG bars.

    >>> table_bars().count("<rect ")
    9
    """
    from setlab.exact.sets import exact_sets

    shares = exact_sets(CARDS, 4).proportions()
    tall = [round(float(HEIGHT * shares[n] / max(shares.values())), 1) for n in range(SHOWN)]
    bars = "".join(
        f'<rect x="{PITCH * i}" y="{HEIGHT - each:.1f}" width="{WIDTH}" height="{each}"/>'
        for i, each in enumerate(tall)
    )
    return f'<svg viewBox="0 0 {PITCH * SHOWN - PITCH + WIDTH} {HEIGHT}" aria-hidden="true">{bars}</svg>'


INK = "currentColor"
SHAPES = ("oval", "diamond", "squiggle", "star")
FILLINGS = ("solid", "striped", "open")

GLYPH_WIDTH, GLYPH_HEIGHT, SYMBOL_HEIGHT = 50.0, 86.0, 78.0
"""The box of a glyph leaves room for the stronger outline of the small optical size."""

MARKS = {"same": "●●●", "different": "●◐○", "neither": "●●○"}
"""The dots that stand for a property: all the same, all different, two and one."""

MARK_WIDTH, MARK_HEIGHT, DOT = 29.0, 9.0, 3.4


@cache
def page_sprite() -> str:
    """The sprite as SVG text: `oval-striped`, `oval-striped-small` and so on, and the marks, such as `mark-same`.

    >>> page_sprite().count("<symbol ")
    27
    >>> "#" in page_sprite().replace('href="#', "").replace("url(#", "")  # no paint but currentColor
    False
    """
    return to_sprite(glyphs() | marks())


def glyphs() -> dict[str, Drawing]:
    """Every shape with every filling in both optical sizes, by the name of its symbol.

    >>> list(glyphs())[:3]
    ['oval-solid', 'oval-solid-small', 'oval-striped']
    """
    found = {}
    for shape, filling, small in product(SHAPES, FILLINGS, (False, True)):
        symbol = PlacedGroup(draw_symbol(shape, filling, INK, SYMBOL_HEIGHT, small), GLYPH_WIDTH / 2, GLYPH_HEIGHT / 2)
        found[f"{shape}-{filling}{'-small' * small}"] = Drawing(GLYPH_WIDTH, GLYPH_HEIGHT, (symbol,))
    return found


def marks() -> dict[str, Drawing]:
    """The three property marks, by the name of their symbol.

    >>> list(marks())
    ['mark-same', 'mark-different', 'mark-neither']
    """
    dots = {verdict: [_dot(dot, 4.5 + 10 * i) for i, dot in enumerate(dots)] for verdict, dots in MARKS.items()}
    return {f"mark-{verdict}": Drawing(MARK_WIDTH, MARK_HEIGHT, sum(parts, ())) for verdict, parts in dots.items()}


def _dot(dot: str, x: float) -> tuple[Shape, ...]:
    """A disc, a disc whose left half is full, or a ring."""
    disc = rounded_rectangle(x - DOT, MARK_HEIGHT / 2 - DOT, 2 * DOT, 2 * DOT, DOT)
    ring = Shape(disc, fill=INK if dot == "●" else None, stroke=INK, width=1.2)
    left_half = disc.map(lambda at, y: (min(at, x), y))  # everything to the right of x is moved onto x
    return (ring, Shape(left_half, fill=INK)) if dot == "◐" else (ring,)


NORWEGIAN = {"no": "nb", "nn": "nb"}
PLACEHOLDER = re.compile(r"\{\{(@?[\w.-]+)\}\}")
ASKED = re.compile(r"\{\{@(?:room|near|far)\}\}")
FACT = re.compile(r"\{(\w+)\}")
WAITS = 'inert aria-busy="true" data-waits'
DESCRIBED = re.compile(r"<!--(\{.*?\})-->\n", re.DOTALL)

Texts = Mapping[str, Any]


class Pages:
    """The pages of a folder in all languages."""

    def __init__(
        self,
        assets: Assets,
        lan_address: str = "",
        facts: Mapping[str, str] = MappingProxyType({}),
        policy: str = "",
    ) -> None:
        """The pages; with a policy they are those of a site without a server, whose pages state it themselves."""
        self._assets, self._lan_address, self._facts, self._policy = assets, lan_address, facts, policy
        self._kept: dict[tuple[str, str, str], tuple[str, str]] = {}

    def render(self, name: str, language: str, room: str = "", lesson: str = "", near: str = "") -> Asset | None:
        """The page in a language; None if there is no such page."""
        asked = {"{{@room}}": room, "{{@near}}": near or "/", "{{@far}}": "" if near else "hidden"}
        version = self._assets.version
        kept = self._kept.get((name, language, lesson))
        if kept is None or kept[0] != version:
            text = self._assets.text(f"pages/{name}.html")
            if text is None:
                return None
            filled = self._fill(name, text.replace("@lesson", lesson), language, version)
            kept = self._kept[name, language, lesson] = version, filled
        text = ASKED.sub(lambda match: asked[match[0]], kept[1])
        return Asset(text.encode(), "text/html; charset=utf-8")

    def _fill(self, name: str, text: str, language: str, version: str) -> str:
        page = Page.read(name, text)
        folder = f"/static/{version}"
        texts, english = self._texts(language, page.words), self._texts("en", page.words)

        def say(key: str) -> str:
            said = find_text(texts, key) or find_text(english, key) or key
            return escape(FACT.sub(lambda match: self._facts.get(match[1], match[0]), said))

        parts = {"@lang": language, "@static": folder, "@page": name, "@words": " ".join(page.words), "@waits": WAITS}
        parts |= {"@lan": escape(self._lan_address), "@title": page.full_title(say), "@about": say(page.about)}
        policy = f'<meta http-equiv="Content-Security-Policy" content="{escape(self._policy)}">\n'
        parts |= {"@alone": " data-static", "@policy": policy} if self._policy else {"@alone": "", "@policy": ""}
        answering = [
            f"js/local/{name}.js" for name in page.local if self._policy
        ]  # without a server they are needed at once
        needed = dict.fromkeys(each for module in (page.module, *answering) for each in self._assets.modules(module))
        parts |= {"@links": page.links(folder, language, needed)}
        parts |= {"@body": page.body, "@content": page.content}
        parts |= {f"@{part}": self._part(part) if page.here is not None else "" for part in ("bar", "foot")}
        parts |= {"@brand": self._part("brand"), "@places": links_to_places(page.here or "", say)}
        drawings = {"@sprite": page_sprite, "@bars": table_bars}  # made for the pages that show them

        def fill(text: str) -> str:
            return PLACEHOLDER.sub(lambda match: value(match[1]), text)

        def value(key: str) -> str:
            if ASKED.fullmatch(placeholder := f"{{{{{key}}}}}"):
                return placeholder  # filled in for each request
            found = drawings[key]() if key in drawings else parts.get(key)
            return say(key) if found is None else fill(found)

        return fill(self._part("frame") or page.content)

    def _part(self, name: str) -> str:
        return self._assets.text(f"pages/parts/{name}.html") or ""

    def _texts(self, language: str, sections: tuple[str, ...]) -> Texts:
        """The common texts, and those of the sections."""
        found = self._json(f"locale/{language}.json")
        return {**found, **{section: self._json(f"locale/{language}/{section}.json") for section in sections}}

    def _json(self, path: str) -> Texts:
        text = self._assets.text(path)
        texts: Texts = json.loads(text) if text else {}
        return texts


@dataclass(frozen=True)
class Page:
    """A page as its file describes it."""

    name: str
    content: str
    title: str = ""
    about: str = ""
    css: tuple[str, ...] = ()
    js: str = ""
    local: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    here: str | None = None
    body: str = ""

    @classmethod
    def read(cls, name: str, text: str) -> Page:
        """The page of a file.

        >>> Page.read("daily", '<!--{"title": "daily.title", "css": ["daily"]}-->\\n<main></main>').css
        ('daily',)
        """
        match = DESCRIBED.match(text)
        about: dict[str, Any] = json.loads(match[1]) if match else {}
        about |= {key: tuple(about.get(key, ())) for key in ("css", "words", "local")}
        return cls(name, text[match.end() :] if match else text, **about)

    def full_title(self, say: Callable[[str], str]) -> str:
        """The title for the browser: with the room, if the page belongs to one, and the name of the application."""
        room = " {{@room}}" if "{{@room}}" in self.body else ""
        return say(self.title) if self.name == "home" else f"{say(self.title)}{room} · setlab"

    @property
    def module(self) -> str:
        """The path of the module."""
        return f"js/{self.js or 'plain'}.js"

    def links(self, folder: str, language: str, modules: Iterable[str]) -> str:
        """The style sheets, texts and modules that the page needs, for its head."""
        sheets = [f'<link rel="stylesheet" href="{folder}/{name}.css">' for name in ("setlab", *self.css)]
        texts = [f"{language}.json", *(f"{language}/{section}.json" for section in self.words)]
        ahead = [f'<link rel="preload" href="{folder}/locale/{name}" as="fetch" crossorigin>' for name in texts]
        others = (name for name in modules if name != self.module)
        ahead += [f'<link rel="modulepreload" href="{folder}/{name}">' for name in others]
        return "\n".join([*sheets, *ahead, f'<script type="module" src="{folder}/{self.module}"></script>'])


def find_text(texts: Mapping[str, Any], key: str) -> str | None:
    """The text with a nested key.

    >>> find_text({"home": {"title": "Find a SET"}}, "home.title"), find_text({}, "home.title")
    ('Find a SET', None)
    """
    found: Any = texts
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else None


def language_of(asked: str | None, cookie: str | None, headers: Headers) -> str:
    """The language of a reader: as asked for, as chosen before, or as the browser prefers.

    >>> language_of(None, None, Headers({"accept-language": "xx, no;q=0.8, en;q=0.9"}))
    'en'
    >>> language_of("de", "nb", Headers())
    'de'
    """
    for chosen in (asked, cookie):
        if chosen in LANGUAGES:
            return str(chosen)
    return next((language for language in _preferences(headers) if language in LANGUAGES), "en")


def _preferences(headers: Headers) -> list[str]:
    """The languages that a browser names, the preferred one first."""
    weighted = []
    for part in headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        short = name.partition("-")[0].lower()
        try:
            weighted.append((-float(weight or 1), NORWEGIAN.get(short, short)))
        except ValueError:
            continue
    return [name for _, name in sorted(weighted, key=lambda each: each[0])]


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
    "/tournament": "tournaments competition turnier wettbewerb turnering",
    "/progress": "my myprogress stats history fortschritt meinfortschritt statistik fremgang minfremgang framgang",
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
    >>> guesses.find("/Puzzle"), guesses.find("/anti-set.html"), guesses.find("/print/cards")
    ('/daily', '/antiset', '/print')
    >>> guesses.find("/lessons/third"), guesses.find("/lessons/2"), guesses.find("/learn/nothing")
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

    def find(self, path: str) -> str | None:
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
    "/lab": "lab", "/lab/exact": "exact", "/lab/results": "results", "/progress": "progress",
    "/print": "print", "/privacy": "privacy", "/tournament": "tournament",
}  # fmt: skip
"""The pages by their addresses; those of rooms have a code in theirs."""

SERVED = ("/new", "/look", "/print", "/tournament")
"""The pages that need the application; also all addresses below."""

LESSONS = tuple(STEPS)
"""The lessons in their order; each has a page /learn/NAME."""

ROBOTS = "\n".join(["User-agent: *", "Allow: /$", *(f"Allow: {path}" for path in (*PAGES, "/static/") if path != "/")])
"""Search engines may read the pages, but no room and no answer of the interface."""

ICONS = {"icon.svg": ("any", "any"), "icon-192.png": ("192x192", "any"), "icon-512.png": ("512x512", "any"),
         "icon-whole.png": ("512x512", "maskable")}  # fmt: skip
"""The icons of the installed pages, each with its size and its purpose."""

PAPER = "#f5f4ef"


def manifest(version: str) -> str:
    """The manifest with which browsers install the pages: all addresses in it are seen from its own."""
    icons = [{"src": f"static/{version}/{name}", "sizes": size, "purpose": use} for name, (size, use) in ICONS.items()]
    about = {"name": "setlab", "short_name": "setlab", "id": "./", "start_url": "./", "scope": "./"}
    looks = {"display": "standalone", "background_color": PAPER, "theme_color": PAPER}
    return json.dumps({**about, **looks, "icons": icons})


WORKER_PAUSE = 200
"""Milliseconds between two files that a browser fetches to keep them: thirty of a class stay below the limits."""

PAGE_VARY = "Accept-Encoding, Accept-Language, Cookie"


class Site:
    """The answers to requests for pages and files."""

    def __init__(self, settings: Settings) -> None:
        self._assets = Assets()
        self._pages = Pages(self._assets, settings.lan_address, privacy_facts(settings))
        self._worker: tuple[str, Asset] = ("", Asset(b"", ""))
        self._guesses = Guesses([*PAGES, *(f"/learn/{lesson}" for lesson in LESSONS)])

    def page(
        self, request: Request, name: str, room: str = "", lesson: str = "", status: int = 200, near: str = ""
    ) -> Response:
        """A page in the language of the reader; `near` is an address that the reader may have meant."""
        language = language_of(request.query_params.get("lang"), request.cookies.get("lang"), request.headers)
        rendered = self._pages.render(name, language, room, lesson, near)
        if rendered is None:
            raise HTTPException(404)
        return rendered.response(request.headers, ASK_AGAIN, PAGE_VARY, status, language)

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
        is_present = version == self._assets.recent_version()
        name = rest if is_present or len(version) == VERSION_LENGTH else path
        asset = None if name.startswith("pages/") else self._assets.find(name)
        if asset is None:
            raise HTTPException(404)
        return asset.response(request.headers, FOR_EVER if is_present else ASK_AGAIN)

    def manifest(self, request: Request) -> Response:
        """The manifest of this version."""
        return Asset(manifest(self._assets.version).encode(), TYPES[".webmanifest"]).response(
            request.headers, ASK_AGAIN
        )

    def worker(self, request: Request) -> Response:
        """The service worker: it keeps the pages that are of use without the server, in the language of the reader."""
        version = self._assets.recent_version()
        if self._worker[0] != version:
            addresses = [*(page for page in PAGES if page not in SERVED), *(f"/learn/{lesson}" for lesson in LESSONS)]
            script = worker_script(self._assets, {"": {address[1:]: "" for address in addresses}}, {}, WORKER_PAUSE)
            self._worker = version, Asset(script.encode(), TYPES[".js"])
        return self._worker[1].response(request.headers, ASK_AGAIN)

    def missing(self, request: Request, error: Exception) -> Response:
        """The answer where there is nothing: the page that was guessed, a page that says so, or JSON for programs."""
        path: str = request.scope["path"]
        is_page = not path.startswith("/api/")
        if is_page and not path.startswith("/static/") and (found := self._guesses.find(path)):
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

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return site.static(request, "icon.svg")

    @app.get("/robots.txt", include_in_schema=False)
    async def robots() -> PlainTextResponse:
        return PlainTextResponse(f"{ROBOTS}\nDisallow: /\n")

    @app.get("/sw.js", include_in_schema=False)
    async def worker(request: Request) -> Response:
        return site.worker(request)

    @app.get("/site.webmanifest", include_in_schema=False)
    async def site_manifest(request: Request) -> Response:
        return site.manifest(request)

    @app.get("/static/{path:path}", include_in_schema=False)
    async def static_file(request: Request, path: str) -> Response:
        return site.static(request, path)

    for path, name in PAGES.items():
        _add_page(app, site, path, name)
    for lesson in LESSONS:
        _add_page(app, site, f"/learn/{lesson}", "lesson", lesson)

    @app.get("/{code}", include_in_schema=False)
    async def room(request: Request, code: str) -> Response:
        lesson = await lesson_address(app.state.hub, code)
        return RedirectResponse(lesson) if lesson else site.room_page(request, "room", code)

    _add_room_page(app, site, "steps", LONG)
    _add_room_page(app, site, "ticket", LONG)
    _add_room_page(app, site, "projector")
    _add_room_page(app, site, "review")


def _add_page(app: FastAPI, site: Site, path: str, name: str, lesson: str = "") -> None:
    @app.get(path, include_in_schema=False, name=name)
    async def page(request: Request) -> Response:
        return site.page(request, name, lesson=lesson)


def _add_room_page(app: FastAPI, site: Site, name: str, *lengths: int) -> None:
    @app.get(f"/{{code}}/{name}", include_in_schema=False, name=name)
    async def page(request: Request, code: str) -> Response:
        return site.room_page(request, name, code, *lengths)
