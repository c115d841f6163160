"""Pages: HTML files in which `{{key}}` stands for a text in the language of the reader, escaped.

`{{@sprite}}`, `{{@lang}}`, `{{@room}}` and `{{@static}}` stand for the sprite of the cards, the language, the code of
the room, and the folder of static files under the name of its version. A room's code is the only thing in a page that
comes from a request, and it consists of four known letters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from starlette.datastructures import Headers

from setlab.web.assets import Asset, Assets

LANGUAGES = ("en", "de", "nb")
NORWEGIAN = {"no": "nb", "nn": "nb"}
PLACEHOLDER = re.compile(r"\{\{(@?[\w.-]+)\}\}")


class Pages:
    """The pages of a folder in all languages."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._kept: dict[tuple[str, str], tuple[str, str]] = {}

    def render(self, name: str, language: str, room: str = "") -> Asset | None:
        """The page in a language; None if there is no such page."""
        version = self._assets.version
        kept = self._kept.get((name, language))
        if kept is None or kept[0] != version:
            text = self._assets.text(f"pages/{name}.html")
            if text is None:
                return None
            kept = self._kept[name, language] = version, self._filled(text, language, version)
        return Asset(kept[1].replace("{{@room}}", room).encode(), "text/html; charset=utf-8")

    def _filled(self, page: str, language: str, version: str) -> str:
        from setlab.web.sprite import page_sprite

        texts, english = self._texts(language), self._texts("en")
        values = {"@lang": language, "@static": f"/static/{version}", "@room": "{{@room}}"}

        def value(match: re.Match[str]) -> str:
            key = match[1]
            if key == "@sprite":
                return page_sprite()
            return values[key] if key in values else escape(find_text(texts, key) or find_text(english, key) or key)

        return PLACEHOLDER.sub(value, page)

    def _texts(self, language: str) -> Mapping[str, Any]:
        text = self._assets.text(f"locale/{language}.json")
        texts: Mapping[str, Any] = json.loads(text) if text else {}
        return texts


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

    >>> language_of(None, None, Headers({"accept-language": "fr, no;q=0.8, en;q=0.9"}))
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
