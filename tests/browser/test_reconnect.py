"""The server dies in the middle of a game: the seat is kept, and what happened meanwhile is there afterwards."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.people import Person, first_set
from tests.web.serving import serving


def test_a_killed_server_costs_nothing(chromium: Browser, tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "rooms.sqlite"))
    with serving(*store) as first:
        port = first.port
        room, token = first.open_room("standard", more="auto")
        mira = Person(chromium, f"http://{first.address}", "Mira")
        mira.open("/")
        mira.take_seat(first, room, token)
        _, jonas = first.seat(room, "Jonas")
        mira.start()
        before = mira.cards
        first.kill()
        mira.hear("Connection lost. Your seat is kept.")
        expect(mira.page.locator("#cards")).to_have_class("cards locked")
        mira.picture("room-lost")
        mira.page.locator("#cards .card").first.click(force=True)
        expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(0)
    mira.context.set_offline(True)
    with serving(*store, port=port) as second:
        three = first_set(before)
        assert three is not None
        with second.feed(room, jonas) as feed:
            assert feed.ask("claim", cards=list(three))["type"] == "accepted"
        mira.context.set_offline(False)
        mira.hear("Jonas found a SET.")
        mira.wait_for("() => !document.querySelector('#cards.locked')")
        assert not set(three) & set(mira.cards)
        assert mira.score("Jonas") == 1
        found = first_set(mira.cards)
        assert found is not None
        mira.click_cards(found)
        mira.hear("You found a SET.")
        assert mira.score("Mira") == 1
        assert mira.troubles == []
        mira.close()
