"""The HTML of pages: their frames, navigation, texts and glyphs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import product
from types import MappingProxyType
from typing import Any

from starlette.datastructures import Headers

from setlab.notation.languages import LANGUAGES
from setlab.render import Drawing, to_sprite
from setlab.render.drawing import Group, Shape, rounded_rectangle
from setlab.render.glyph import draw_symbol
from setlab.web.pages.assets import Asset, Assets

PLACES = {
    "play": "/new", "puzzle": "/daily", "solitaire": "/solitaire", "antiset": "/antiset", "table": "/table",
    "look": "/look", "learn": "/learn", "explore": "/explore", "lab": "/lab",
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
SHAPES = ("oval", "diamond", "squiggle")
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
    21
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
        symbol = Group(draw_symbol(shape, filling, INK, SYMBOL_HEIGHT, small), GLYPH_WIDTH / 2, GLYPH_HEIGHT / 2)
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

    def __init__(self, assets: Assets, lan_address: str = "", facts: Mapping[str, str] = MappingProxyType({})) -> None:
        self._assets, self._lan_address, self._facts = assets, lan_address, facts
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

        parts: dict[str, Callable[[], str]] = {
            "@lang": lambda: language,
            "@static": lambda: folder,
            "@page": lambda: name,
            "@words": lambda: " ".join(page.words),
            "@lan": lambda: escape(self._lan_address),
            "@title": lambda: page.full_title(say),
            "@about": lambda: say(page.about),
            "@links": lambda: page.links(folder, language),
            "@waits": lambda: WAITS,
            "@body": lambda: page.body,
            "@content": lambda: page.content,
            "@sprite": page_sprite,
            "@bars": table_bars,
            "@bar": lambda: self._part("bar") if page.here is not None else "",
            "@foot": lambda: self._part("foot") if page.here is not None else "",
            "@brand": lambda: self._part("brand"),
            "@places": lambda: links_to_places(page.here or "", say),
        }

        def fill(text: str) -> str:
            return PLACEHOLDER.sub(lambda match: value(match[1]), text)

        def value(key: str) -> str:
            if ASKED.fullmatch(placeholder := f"{{{{{key}}}}}"):
                return placeholder  # filled in for each request
            return fill(parts[key]()) if key in parts else say(key)

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
        about |= {key: tuple(about.get(key, ())) for key in ("css", "words")}
        return cls(name, text[match.end() :] if match else text, **about)

    def full_title(self, say: Callable[[str], str]) -> str:
        """The title for the browser: with the room, if the page belongs to one, and the name of the application."""
        room = " {{@room}}" if "{{@room}}" in self.body else ""
        return say(self.title) if self.name == "home" else f"{say(self.title)}{room} · setlab"

    def links(self, folder: str, language: str) -> str:
        """The style sheets, texts and module that the page needs, for its head."""
        sheets = [f'<link rel="stylesheet" href="{folder}/{name}.css">' for name in ("setlab", *self.css)]
        texts = [f"{language}.json", *(f"{language}/{section}.json" for section in self.words)]
        ahead = [f'<link rel="preload" href="{folder}/locale/{name}" as="fetch" crossorigin>' for name in texts]
        module = [f'<script type="module" src="{folder}/js/{self.js or "plain"}.js"></script>']
        return "\n".join([*sheets, *ahead, *module])


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
    return next((language for language in _preferred(headers) if language in LANGUAGES), "en")


def _preferred(headers: Headers) -> list[str]:
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
