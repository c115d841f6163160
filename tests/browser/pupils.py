"""A class: pages that a test looks at, and pupils without a browser, who join, find SETs and point at cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.web.serving import Client, Feed, sets_on

NAMES = ("Aurora", "Bilal", "Clara", "Dina", "Elif", "Filip", "Hugo", "Ida", "Jonas", "Kaya")


DESKTOP, PHONE, LANDSCAPE, WALL = (1280, 800), (390, 844), (844, 390), (1920, 1080)


def page_at(
    visit: Visit, site: Client, path: str, size: tuple[int, int] = DESKTOP, host: str | None = None, **options: Any
) -> Page:
    """A page in a browser of its own; with the host's token it is the teacher's."""
    kept = json.dumps([[path.split("/")[1], {"seat": None, "token": host, "name": "", "host": True}]])
    storage = [{"origin": f"http://{site.address}", "localStorage": [{"name": "setlab.seats", "value": kept}]}]
    memory = {"storage_state": {"cookies": [], "origins": storage}} if host else {}
    page: Page = visit(path, viewport={"width": size[0], "height": size[1]}, **memory, **options).page
    return page


class Pupils:
    """Some pupils in a room, each with a seat and a feed."""

    def __init__(
        self, site: Client, room: str, names: tuple[str, ...], taken: list[tuple[int, str]], feeds: list[Feed]
    ) -> None:
        self.site, self.room, self.names, self.feeds = site, room, names, feeds
        self.seats, self.tokens = [seat for seat, _ in taken], [token for _, token in taken]

    def state(self) -> dict[str, Any]:
        """The state after all that has happened so far."""
        for feed in self.feeds:
            feed.send({"type": "ping", "ref": "now"})
            feed.until("pong")
        return self.feeds[0].state

    def events(self) -> list[dict[str, Any]]:
        """The log of the room."""
        return self.site.events(self.room, token=self.tokens[0])

    def is_removed(self, name: str) -> bool:
        """True if the pupil was told so; they are gone afterwards."""
        return self.feeds.pop(self.names.index(name)).close_code() == 4001

    def team_of(self, index: int) -> int:
        """The team of a pupil."""
        return int(next(p["team"] for p in self.state()["players"] if p["seat"] == self.seats[index]))

    def claim(self, index: int, cards: list[int]) -> dict[str, Any]:
        """A pupil claims cards; the answer of the server."""
        return self.feeds[index].ask("claim", cards=cards)

    def play_out(self) -> None:
        """Find SETs in turn, or say that there is none, until the round is over."""
        turn = 0
        while (state := self.state())["phase"] == "playing":
            found, feed = sets_on(state), self.feeds[turn % len(self.feeds)]
            answer = feed.ask("claim", cards=found[turn % len(found)]) if found else feed.ask("more")
            assert answer["type"] == "accepted", answer
            turn += 1


@contextmanager
def pupils(site: Client, room: str, number: int) -> Iterator[Pupils]:
    """So many pupils who have joined a room."""
    with ExitStack() as stack:
        taken = [site.seat(room, name) for name in NAMES[:number]]
        feeds = [stack.enter_context(site.feed(room, token)) for _, token in taken]
        yield Pupils(site, room, NAMES[:number], taken, feeds)
