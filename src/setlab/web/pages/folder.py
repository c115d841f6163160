"""The pages as a folder of files, which any server of files can publish, at any path.

The pages and modules are those of the application; what they would ask it is recorded, or computed by the browser.
Pages of rooms, and those that need the application itself, are not among them: their links lead to `/server`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from html import escape, unescape
from urllib.parse import quote

from setlab import __version__
from setlab.errors import SpecError
from setlab.files import File, whole_folder
from setlab.notation.languages import LANGUAGES
from setlab.web.http.guard import POLICY
from setlab.web.pages.assets import Assets, CompactAssets
from setlab.web.pages.offline import hash_of, worker_script
from setlab.web.pages.recorded import last_recorded, recorded_answers
from setlab.web.pages.site import LESSONS, PAGES, SERVED, Pages, manifest

MARKER = "setlab-site.json"
"""The file by which a folder is known as a site."""

CORE = "core.wasm"

LATER = ("data/puzzles/", "data/lab/results")
"""What is kept for use without a network once it was used."""

MISSING = "404.html"
"""The page of hosts for addresses at which there is nothing."""

ADDRESSED = re.compile(r'(href|src)="(/[^"]*)"')


@dataclass(frozen=True)
class Written:
    """A site that was written: its folder, the version of its files, how many there are, and their bytes."""

    path: str
    version: str
    base: str
    files: int
    bytes: int


def write_site(folder: File, base: str = "/", last: date | None = None, assets: Assets | None = None) -> Written:
    """Write the site into a folder that is new, empty, or a former site: all files, or none.

    `base` is the path at which it will be published: only the page for missing addresses needs it. `last` is the last
    day whose puzzle is recorded.
    """
    assets = assets or CompactAssets()
    if assets.find(CORE) is None:
        raise SpecError(f"{CORE} is not a part of this installation: install a wheel, or run `make wasm`")
    with whole_folder(folder, MARKER) as new:
        count, size = 0, 0
        for name, content in site_files(assets, base, last or last_recorded(date.today())):
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(content)
            count, size = count + 1, size + len(content)
    return Written(str(folder), assets.version, base, count, size)


def site_files(assets: Assets, base: str, last: date) -> Iterator[tuple[str, bytes]]:
    """Each file of the site: its path and its content."""
    for name in assets.files():
        asset = assets.find(name)
        assert asset is not None
        yield f"static/{assets.version}/{name}", asset.content
    pages, recorded = dict(page_files(assets, base)), dict(recorded_answers(last))
    yield from pages.items()
    yield from recorded.items()
    yield "sw.js", site_worker(assets, pages, recorded).encode()
    yield "site.webmanifest", manifest(assets.version).encode()
    yield MARKER, json.dumps({"setlab": __version__, "version": assets.version}).encode() + b"\n"


def site_worker(assets: Assets, pages: Mapping[str, bytes], recorded: Mapping[str, bytes]) -> str:
    """The service worker: it keeps the pages of the reader's language, and what is large once it was used."""
    kept = dict[str, dict[str, str]]()
    for path, content in pages.items():
        language = path.partition("/")[0]
        if path != MISSING:
            group = kept.setdefault(language if language in LANGUAGES else "en", {})
            group[path.removesuffix("index.html")] = hash_of(content)
    hashes = {path: hash_of(content) for path, content in recorded.items()}
    later = {path: each for path, each in hashes.items() if path.startswith(LATER)}
    kept[""] = {path: each for path, each in hashes.items() if path not in later}
    return worker_script(assets, kept, later)


def page_files(assets: Assets, base: str) -> Iterator[tuple[str, bytes]]:
    """Every page in every language."""
    pages = Pages(assets, policy=POLICY)
    for language in LANGUAGES:
        for address, (name, lesson) in site_pages().items():
            path = place_of(address, language)
            yield f"{path}index.html", _page(pages, name, lesson, language, "../" * path.count("/"))
    yield MISSING, _page(pages, "missing", "", "en", base)


def site_pages() -> dict[str, tuple[str, str]]:
    """The pages by their addresses, each with its name and its lesson."""
    found = {address: (name, "") for address, name in PAGES.items() if address not in SERVED}
    found |= {"/server": ("server", ""), "/privacy": ("privacy-alone", "")}
    return found | {f"/learn/{lesson}": ("lesson", lesson) for lesson in LESSONS}


def place_of(address: str, language: str) -> str:
    """The folder of a page: English has no folder of its own.

    >>> place_of("/lab/exact", "en"), place_of("/", "de"), place_of("/", "en")
    ('lab/exact/', 'de/', '')
    """
    parts = ("" if language == "en" else language, address.strip("/"))
    return "".join(f"{part}/" for part in parts if part)


def _page(pages: Pages, name: str, lesson: str, language: str, root: str) -> bytes:
    rendered = pages.render(name, language, lesson=lesson)
    assert rendered is not None
    text = rendered.content.decode()
    return ADDRESSED.sub(lambda match: relocate(match[1], match[2], language, root), text).encode()


def relocate(attribute: str, address: str, language: str, root: str) -> str:
    """The attribute with an address as it is in the site, whose root is `root` as seen from the page.

    >>> relocate("href", "/lab/exact?table=caps", "de", "../../")
    'href="../../de/lab/exact/?table=caps"'
    >>> relocate("href", "/new?class=1", "en", "../")
    'href="../server/?to=%2Fnew%3Fclass%3D1" data-served="/new?class=1"'
    """
    if address.startswith(("/static/", "/site.webmanifest")):
        return f'{attribute}="{root}{address[1:]}"'
    plain = unescape(address)
    path, mark, query = plain.partition("?")
    if path.startswith((*SERVED, "/api/")):
        server = f"{root}{place_of('/server', language)}?to={quote(plain, safe='')}"
        return f'{attribute}="{server}" data-served="{address}"'
    return f'{attribute}="{escape(f"{root}{place_of(path, language)}" + mark + query) or "./"}"'
