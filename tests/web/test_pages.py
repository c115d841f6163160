"""Pages in three languages, and static files that browsers keep for ever."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest

from setlab.notation.languages import LANGUAGES
from setlab.web.pages.assets import CHECKED_FOR, FOLDER, Asset, Assets
from setlab.web.pages.offline import hash_of
from setlab.web.pages.site import GUESSES, LESSONS, PAGES, PLACEHOLDER, Page, Pages, find_text
from setlab.web.rooms.tokens import read_code
from tests.web.serving import Serving

PAGE_NAMES = sorted(path.stem for path in (FOLDER / "pages").glob("*.html"))
STATIC = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGE_NAMES)
def test_every_placeholder_has_a_text(name: str, language: str) -> None:
    page = Pages(Assets()).render(name, language, "KRTM")
    assert page is not None
    text = page.content.decode()
    assert not PLACEHOLDER.search(text)
    assert f'<html lang="{language}"' in text
    assert "<script>" not in text
    assert "style=" not in text
    source = Assets().text(f"pages/{name}.html") or ""
    known = texts_of(language, Page.read(name, source).words)
    for key in [key for key in PLACEHOLDER.findall(source) if not key.startswith("@")]:
        assert find_text(known, key), key
    assert "KRTM" in text or "{{@room}}" not in source


def page_text(name: str, language: str) -> str:
    page = Pages(Assets()).render(name, language, "KRTM", lesson="sort")
    assert page is not None
    return page.content.decode()


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_every_page_says_what_it_is_in_its_language(name: str) -> None:
    """A title, a description for search engines, a link that skips the header, and a viewport without surprises."""
    heads = {
        language: re.findall(
            r'<title>(.+)</title>\n<meta name="description" content="([^"]{20,})">', page_text(name, language)
        )
        for language in LANGUAGES
    }
    assert all(len(found) == 1 for found in heads.values()), heads
    assert len({about for [(_, about)] in heads.values()}) == len(LANGUAGES)
    text = page_text(name, "en")
    assert text.count('<main id="main"') == 1
    assert re.search(r'<body[^>]*>\s*<svg.*</svg>\s*<a class="skip hide" href="#main">', text, re.DOTALL)
    assert "viewport-fit" not in text  # the browser keeps everything beside notches and rounded corners


def test_each_lesson_has_its_own_title(web: Serving) -> None:
    titles = [re.findall(rb"<title>(.+)</title>", web.get(f"/learn/{lesson}").body) for lesson in LESSONS]
    assert len({title for [title] in titles}) == len(LESSONS)


def test_search_engines_may_read_the_pages_and_no_room(web: Serving) -> None:
    rules = RobotFileParser()
    rules.parse(web.get("/robots.txt").body.decode().splitlines())
    for path in (*PAGES, "/learn/sort", "/static/setlab.css"):
        assert path == "/" or rules.can_fetch("Googlebot", path), path  # the parser does not know the sign $
    for path in ("/KRTM", "/KRTM/review", "/api/rooms/KRTM", "/docs"):
        assert not rules.can_fetch("Googlebot", path), path


class Controls(HTMLParser):
    """The controls of a page that act before its module has run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.early: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        waits = any(name == "inert" for name, _ in attrs) or (bool(self.open) and self.open[-1][1])
        if tag in {"button", "input", "select", "textarea"} and not waits:
            self.early.append(self.get_starttag_text() or tag)
        if tag not in {"meta", "link", "input", "img", "br"}:
            self.open.append((tag, waits))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_controls_wait_for_the_module_of_their_page(name: str) -> None:
    """All but the button of the menu, which the browser opens by itself."""
    page = Pages(Assets()).render(name, "en", "KRTM")
    assert page is not None
    found = Controls()
    found.feed(page.content.decode())
    early = [control for control in found.early if 'popovertarget="menu"' not in control]
    assert early == []
    assert b"data-waits" in page.content


def texts_of(language: str, sections: tuple[str, ...]) -> dict[str, Any]:
    def read(name: str) -> Any:
        return json.loads(Assets().text(f"locale/{language}{name}.json") or "")

    return {**read(""), **{section: read(f"/{section}") for section in sections}}


def test_every_page_has_an_address() -> None:
    others = {"room", "projector", "review", "missing", "lesson", "steps", "ticket", "server", "privacy-alone"}
    assert set(PAGES.values()) | others == set(PAGE_NAMES)


def test_the_language_is_asked_for_chosen_or_preferred(web: Serving) -> None:
    def language(path: str, **headers: str) -> str:
        found = re.search(rb'<html lang="(\w+)"', web.get(path, headers).body)
        assert found is not None
        return found[1].decode()

    german, norwegian = {"Accept-Language": "de-AT,en;q=0.5"}, {"Accept-Language": "xx, nn;q=0.7, en;q=0.3"}
    assert language("/") == "en"
    assert language("/", **german) == "de"
    assert language("/", **norwegian) == "nb"
    assert language("/", **german, Cookie="lang=nb") == "nb"
    assert language("/?lang=en", **german, Cookie="lang=nb") == "en"
    assert language("/?lang=../../etc", **german) == "de"


def test_static_files_are_kept_for_ever_under_their_version(web: Serving) -> None:
    page = web.get("/")
    assert page.headers["cache-control"] == "no-cache"
    assert "Accept-Language" in page.headers["vary"]
    links = [link.decode() for link in STATIC.findall(page.body)]
    assert any(link.endswith(".js") for link in links)
    assert any(link.endswith(".css") for link in links)
    for link in links:
        asset = web.get(link)
        assert asset.status == 200, link
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = web.get(link, {"If-None-Match": asset.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        packed = web.get(link, {"Accept-Encoding": "gzip"})
        if packed.headers.get("content-encoding") == "gzip":
            assert gzip.decompress(packed.body) == asset.body
            assert len(packed.body) < len(asset.body)
    css = next(link for link in links if link.endswith("setlab.css"))
    unversioned = "/static/" + css.split("/", 3)[3]
    assert web.get(unversioned).headers["cache-control"] == "no-cache"
    assert web.get(page.headers["etag"] and "/", {"If-None-Match": page.headers["etag"]}).status == 304


def test_the_service_worker_knows_every_file_by_its_hash(web: Serving) -> None:
    answer = web.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    build = json.loads(answer.body.decode().partition("self.build = ")[2].partition(";\n")[0])
    files = build["always"] | {path: each for paths in build["languages"].values() for path, each in paths.items()}
    for path, known in files.items():
        found = web.get(f"/{path}")
        assert found.status == 200, path
        if known:
            assert hash_of(found.body) == known, path
        else:
            assert found.headers["content-language"] == "en", path
    assert not [path for path in files if path.startswith(("api", "new", "look", "print")) or "/photo/" in path]
    assert {"", "daily", "learn/sort"} <= files.keys()
    assert {path.rpartition("/")[2] for path in files} >= {"core.wasm", "worker.js", "words.js", "en.json", "de.json"}


def test_pages_can_be_installed(web: Serving) -> None:
    found = web.get("/site.webmanifest")
    assert found.headers["content-type"] == "application/manifest+json"
    described = json.loads(found.body)
    assert (described["display"], described["start_url"]) == ("standalone", "./")
    for icon in described["icons"]:
        assert web.get(f"/{icon['src']}").status == 200, icon
    assert b'rel="manifest" href="/site.webmanifest"' in web.get("/daily").body


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/js",
        "/static/%00",
        "/static/js/%00.js",
        "/static/pages/home.html",
        "/static/js/shared/types.d.ts",
        "/static/x/y.js",
        "/ABCD",
        "/krt",
        "/BCDF/none",
        "/learn/nothing",
    ],
)
def test_nothing_else_is_served(web: Serving, path: str) -> None:
    assert web.get(path).status == 404
    page = web.get(path, {"Accept": "text/html"})
    assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")


GUESSED = {
    "/puzzle": "/daily",
    "/PLAY": "/new",
    "/Daily": "/daily",
    "/teacher?lang=de": "/new?class=1&lang=de",
    "/rules": "/learn",
    "/help": "/learn",
    "/about": "/",
    "/anti-set": "/antiset",
    "/r%C3%A4tsel": "/daily",
    "/lessons/hidden": "/learn/hidden",
    "/learn/1": "/learn/sort",
    "/print/cards.html": "/print",
    "/lab/endgame?seed=1": "/lab?seed=1",
    "/Results": "/lab/results",
}


def test_guessed_addresses_lead_to_their_page(web: Serving) -> None:
    for path, target in GUESSED.items():
        answer = web.get(path)
        assert (answer.status, answer.headers.get("location")) == (307, target), path
        assert web.get(target).status == 200


def test_every_guess_names_a_page_and_none_hides_one() -> None:
    guessed = [word for words in GUESSES.values() for word in words.split()]
    assert {target.partition("?")[0] for target in GUESSES} <= PAGES.keys()
    assert len(guessed) == len(set(guessed))
    assert not {f"/{word}" for word in guessed} & PAGES.keys()
    assert [word for word in guessed if read_code(word)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistyped_address_is_answered_by_the_nearest(web: Serving, language: str) -> None:
    near = web.get(f"/solitare?lang={language}", {"Accept": "text/html"})
    assert near.status == 404
    assert b'<p class="lede" >' in near.body
    assert b'<a href="/solitaire">/solitaire</a>' in near.body
    far = web.get(f"/qqqqqqq?lang={language}", {"Accept": "text/html"})
    assert far.status == 404
    assert b'<p class="lede" hidden>' in far.body
    assert web.get("/api/puzzle").status == web.get("/static/puzzle").status == 404


@pytest.mark.parametrize("path", ["/", "/health", "/static/setlab.css"])
def test_the_head_of_an_answer_can_be_asked_for(web: Serving, path: str) -> None:
    head, whole = web.request("HEAD", path), web.get(path)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_a_code_in_small_letters_leads_to_the_room(web: Serving) -> None:
    answer = web.get("/krtm/review?round=2")
    assert answer.status == 307
    assert answer.headers["location"].endswith("/KRTM/review?round=2")
    assert b"KRTM" in web.get("/KRTM").body


def test_an_edited_file_is_served_at_once(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "en.json").write_text('{"a": {"b": "<Tom & Jerry>"}}')
    page = tmp_path / "pages" / "home.html"
    page.write_text("<p>{{a.b}} {{a.c}} {{@room}} {{@static}}")
    pages = Pages(Assets(tmp_path))
    first = pages.render("home", "de", "KRTM")
    assert first is not None
    version = Assets(tmp_path).version
    assert first.content.decode() == f"<p>&lt;Tom &amp; Jerry&gt; a.c KRTM /static/{version}"
    page.write_text("<p>new")
    assert pages.render("home", "de") == Asset(b"<p>new", "text/html; charset=utf-8")
    assert Assets(tmp_path).version != version
    assert pages.render("none", "de") is None


def test_the_version_for_files_is_at_most_a_second_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("setlab.web.pages.assets.monotonic", lambda: now)
    assets = Assets(tmp_path)
    first = assets.recent_version()
    (tmp_path / "new.js").write_text("1")
    now += CHECKED_FOR / 2
    assert assets.recent_version() == first
    now += CHECKED_FOR / 2
    assert assets.recent_version() == assets.version != first


def test_the_first_load_is_small(web: Serving) -> None:
    """All that the home page names, as it is sent; modules name others."""
    page = web.get("/", {"Accept-Encoding": "gzip"})
    todo = [link.decode() for link in STATIC.findall(gzip.decompress(page.body))]
    total, seen = len(page.body), set[str]()
    while todo:
        link = todo.pop()
        if link in seen:
            continue
        seen.add(link)
        total += len(web.get(link, {"Accept-Encoding": "gzip"}).body)
        if link.endswith(".js"):
            folder = link.rpartition("/")[0]
            todo += [f"{folder}/{name}" for name in re.findall(r'from "\./([\w./-]+)"', web.get(link).body.decode())]
    assert len(seen) > 5
    assert total < 200_000
