"""The service worker of the pages: what belongs to a version, each file with its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from setlab.notation.languages import LANGUAGES
from setlab.web.pages.assets import Assets

HASH_LENGTH = 16

WITH_SERVER = ("js/room/", "js/projector/", "js/review/", "js/photo/", "js/print/", "room.css", "photo.css")
"""The files of pages that are of no use without a server."""


def hash_of(content: bytes) -> str:
    """The hash by which the worker knows a file.

    >>> hash_of(b"1221")
    '46437ab18a665704'
    """
    return sha256(content).hexdigest()[:HASH_LENGTH]


def worker_script(
    assets: Assets, pages: Mapping[str, Mapping[str, str]], later: Mapping[str, str], pause: int = 0
) -> str:
    """The script of the worker. `pages` are those of each language, all languages if it is ""; `later` has what is kept
    once it was asked for. With a pause in milliseconds it fetches one file after the other.
    """
    always, words = dict(pages.get("", {})), {language: dict(pages.get(language, {})) for language in LANGUAGES}
    for name in offline_files(assets):
        asset = assets.find(name)
        assert asset is not None
        language = language_of_file(name)
        (always if language is None else words[language])[f"static/{assets.version}/{name}"] = hash_of(asset.content)
    build = {"version": version_of(always, words, later), "pause": pause, "always": always, "languages": words}
    text = json.dumps({**build, "later": dict(later)}, separators=(",", ":"))
    return f'self.build = {text};\nimportScripts("static/{assets.version}/js/offline/worker.js");\n'


def version_of(*parts: object) -> str:
    """The version of everything that a worker keeps."""
    return hash_of(json.dumps(parts, sort_keys=True).encode())


def offline_files(assets: Assets) -> list[str]:
    """The files that pages need without a server, and the modules that these import."""
    names = [name for name in assets.files() if not name.startswith(WITH_SERVER) and not name.endswith(".png")]
    imported = {other for name in names if name.endswith(".js") for other in assets.modules(name)}
    return sorted({*names, *imported})


def language_of_file(name: str) -> str | None:
    """The language whose words a file has; None for any other file.

    >>> language_of_file("locale/de/daily.json"), language_of_file("locale/nb.json"), language_of_file("setlab.css")
    ('de', 'nb', None)
    """
    place = name.removeprefix("locale/").partition("/")[0].removesuffix(".json")
    return place if name.startswith("locale/") else None
