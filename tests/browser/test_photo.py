"""A photo of the table: it goes in, its SETs come out; cards are corrected by touch and by keyboard."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from setlab.geometry import Deck
from setlab.notation import find_notation
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import SMALL_PHONE, Person
from tests.photos import DrawnPhoto, draw_photo
from tests.web.serving import Serving

CARDS = (4, 17, 21, 30, 38, 43, 52, 55, 60, 66, 71, 79)
WRONG = (4, 17, 21, 30, 38, 43, 55, 55, 60, 66, 71, 79)
"""The seventh card is read as the eighth."""

DIGITS = find_notation().digits


@pytest.fixture(scope="session")
def photo() -> DrawnPhoto:
    return draw_photo(CARDS, width=800)


def give(page: Page, photo: DrawnPhoto, unsure: Sequence[int] = (), read: Sequence[int] = ()) -> None:
    """Let the server say what it would say of a photo, and choose that photo."""
    page.route("**/api/look", lambda route: route.fulfill(json=photo.answer(unsure, read)))
    choose(page, photo.content)
    expect(page.locator("#cards .card")).to_have_count(len(read or photo.cards))


def fulfil(answer: dict[str, Any], route: Route) -> None:
    route.fulfill(**answer)


def choose(page: Page, content: bytes) -> None:
    page.set_input_files("#chosen", {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": content})


def read(person: Person) -> list[int]:
    """The cards of the list, in their order."""
    found = person.page.locator("#cards .card").evaluate_all("all => all.map((card) => Number(card.dataset.card))")
    return list(found)


def lit(person: Person) -> list[int]:
    found = person.page.locator('#cards [data-state="right"]').evaluate_all("all => all.map((c) => c.dataset.card)")
    return [int(card) for card in found]


def tap(person: Person, photo: DrawnPhoto, x: float, y: float) -> None:
    """Tap a point of the photo, in its own pixels."""
    person.page.locator("#photo").evaluate("(photo) => photo.scrollIntoView()")
    box = person.page.locator("#photo svg").bounding_box()
    assert box is not None
    width, height = photo.size
    person.page.touchscreen.tap(box["x"] + x / width * box["width"], box["y"] + y / height * box["height"])


def centre(photo: DrawnPhoto, i: int) -> tuple[float, float]:
    xs, ys = zip(*photo.corners[i], strict=True)
    return sum(xs) / 4, sum(ys) / 4


def test_a_photo_goes_in_and_its_sets_come_out(visit: Visit) -> None:
    """The server's own reading."""
    mira = visit("/look?lang=en")
    page = mira.page
    expect(page.locator("#take")).to_be_hidden()
    choose(page, draw_photo(CARDS).content)
    mira.hear("Looking at the photo")
    page.wait_for_selector('[data-stage="found"]', timeout=60_000)  # the first photo of a server
    assert read(mira) == list(CARDS)
    expect(page.locator("#photo polygon.edge")).to_have_count(12)
    assert page.locator("#photo img").evaluate("(image) => image.naturalWidth") == 1200
    sets = sorted(sorted(each) for each in Deck(4).sets(CARDS))
    page.click("#ask")
    mira.hear(f"There are {len(sets)} SETs.")
    assert lit(mira) == []
    page.click("#ask")
    assert len(lit(mira)) == 1
    shown = []
    for i in range(len(sets)):
        page.click("#ask")
        mira.hear(f"SET {i + 1} of {len(sets)}:")
        shown.append(sorted(lit(mira)))
        expect(page.locator('#photo polygon[data-state="right"]')).to_have_count(3)
    assert sorted(shown) == sets
    mira.picture("photo")


def test_a_card_is_corrected_by_touch_on_a_small_phone_in_german(visit: Visit, photo: DrawnPhoto) -> None:
    mira = visit("/look?lang=de", viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page = mira.page
    expect(page.locator("#take")).to_be_visible()
    assert [str(fault) for fault in faults(page, phone=True)] == []
    give(page, photo, unsure=(2,), read=WRONG)
    mira.hear("Doppelt: drei rote gefüllte Rauten. Kein Spiel hat eine Karte zweimal.")
    page.locator("#ask").tap()
    assert lit(mira) == [], "a contradiction comes first"
    expect(page.locator('#cards [data-state="wrong"]')).to_have_count(2)
    tap(mira, photo, *centre(photo, 6))
    box = page.locator("#fix")
    expect(box.locator("canvas")).to_be_visible()
    mira.picture("photo-fix-phone")
    assert [str(fault) for fault in faults(page, phone=True)] == []
    for property, value in (("Farbe", "violett"), ("Füllung", "leer"), ("Anzahl", "2")):
        box.get_by_role("radiogroup", name=property).locator("label", has_text=value).tap()
    box.get_by_role("radiogroup", name="Form").locator("label", has_text="Raute").tap()
    box.get_by_role("button", name="Stimmt so").tap()
    expect(box).to_be_hidden()
    assert read(mira) == list(CARDS)
    expect(page.locator("#say")).to_contain_text("12 Karten gefunden. Eine davon ist nicht sicher")
    tap(mira, photo, *centre(photo, 2))
    box.get_by_role("button", name="Keine Karte").tap()
    assert read(mira) == [*CARDS[:2], *CARDS[3:]]
    tap(mira, photo, 5, 5)  # the table between the cards: one was missed here
    add = box.locator(".btn.main")
    expect(add).to_have_text("Noch 4 Eigenschaften wählen")
    for name in ("Anzahl", "Farbe", "Füllung", "Form"):
        box.get_by_role("radiogroup", name=name).locator("label").first.tap()
    add.tap()
    assert read(mira) == [*CARDS[:2], *CARDS[3:], 0]
    for _ in range(2):
        page.locator("#undo").tap()
    assert read(mira) == list(CARDS)
    page.locator("#ask").tap()
    mira.hear(f"Es liegen {len(Deck(4).sets(CARDS))} SETs.")
    found = [fault for fault in faults(page, phone=True) if "polygon" not in fault.where]
    assert [str(fault) for fault in found] == []
    mira.picture("photo-phone")


def test_a_card_is_corrected_by_keyboard_in_norwegian(visit: Visit, photo: DrawnPhoto) -> None:
    mira = visit("/look?lang=nb")
    page, keys = mira.page, mira.page.keyboard
    give(page, photo, unsure=(4,))
    fourth = page.locator("#cards .card").nth(4)
    expect(fourth).to_have_attribute("aria-label", "kort 5: to grønne fylte bølger, ikke sikkert")
    page.locator("#add").focus()
    keys.press("Tab")
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
        keys.press(key)
    expect(fourth).to_be_focused()
    expect(page.locator("#photo .meant")).to_have_attribute("data-i", "4")
    keys.press("Enter")
    expect(page.locator("#fix")).to_be_visible()
    expect(page.locator("#fix input:checked").first).to_be_focused()
    keys.press("ArrowRight")  # two become three
    mira.hear("kort 5: tre grønne fylte bølger.")
    keys.press("Escape")
    expect(page.locator("#fix")).to_be_hidden()
    expect(fourth).to_be_focused()
    assert read(mira)[4] == 65
    keys.press("Delete")
    assert read(mira) == [*CARDS[:4], *CARDS[5:]]
    expect(page.locator("#cards .card").nth(4)).to_be_focused()
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert read(mira) == list(CARDS)
    fourth.click()
    page.get_by_role("button", name="Det stemmer").click()
    mira.hear("12 kort funnet.")
    expect(page.locator("#cards .unsure")).to_have_count(0)
    assert [str(fault) for fault in faults(page)] == []


def test_what_cannot_be_read_gets_a_sentence(visit: Visit, photo: DrawnPhoto) -> None:
    mira = visit("/look?lang=en")
    page, trouble = mira.page, mira.page.locator("#trouble")
    choose(page, b"These are words.")
    expect(trouble).to_contain_text("This is not a photo that can be read.")
    for status, code, said in (
        (400, "not-a-picture", "not a photo"),
        (413, "too-big", "too large"),
        (503, "no-photos", "cannot read photos"),
    ):
        answer = {"status": status, "json": {"code": code, "reason": "?"}}
        page.route("**/api/look", partial(fulfil, answer))
        choose(page, photo.content)
        expect(trouble).to_contain_text(said)
    waiting: list[Route] = []
    page.route("**/api/look", lambda route: waiting.append(route))
    choose(page, photo.content)
    page.click("#stop")
    expect(page.locator("#choose")).to_be_focused()
    page.unroute_all()
    page.route("**/api/look", lambda route: route.fulfill(json={"cards": [], "sets": [], "unsure": []}))
    choose(page, photo.content)
    mira.hear("No cards found.")
    assert [str(fault) for fault in faults(page)] == []


def test_the_cards_go_on_to_other_pages(visit: Visit, site: Serving, photo: DrawnPhoto) -> None:
    mira = visit("/look?lang=en")
    page = mira.page
    give(page, photo)
    codes = ".".join(map(DIGITS, CARDS))
    expect(page.locator("#table")).to_have_attribute("href", f"/table?cards={codes}#advise")
    expect(page.locator("#explore")).to_have_text("Explore 9 of them without a SET")
    page.click("#room")
    mira.enter()
    expect(page.locator(".begin")).to_contain_text("12 cards from a real table.")
    mira.start()
    assert sorted(mira.cards) == sorted(CARDS)
    mira.open(f"/table?lang=en&cards={codes}#advise")
    mira.hear("Take this one:")


PREPARED = """async ({ prepare }, [file, most]) => {
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
  const { blob, width, height } = await prepare(new Blob([bytes]), most);
  return [width, height, blob.type, String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()).slice(0, 400))];
}"""


def turned(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF rotation."""
    tag = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + tag + struct.pack(">I", 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def test_a_photo_is_turned_scaled_and_stripped_in_the_browser(visit: Visit, photo: DrawnPhoto) -> None:
    mira = visit("/look?lang=en")
    width, height = photo.size

    def prepared(content: bytes, most: int) -> Any:
        return mira.run("photo/picture", PREPARED, [base64.b64encode(content).decode(), most])

    assert prepared(photo.content, 12_000_000)[:3] == [width, height, "image/jpeg"]
    found_width, found_height, _, head = prepared(turned(photo.content, 6), 90_000)
    assert found_width < found_height, "upright"
    assert 85_000 < found_width * found_height <= 90_000
    assert found_width / found_height == pytest.approx(height / width, rel=0.01)
    assert "Exif" not in head


def test_a_photo_is_dropped_or_pasted(visit: Visit, photo: DrawnPhoto, tmp_path: Path) -> None:
    mira = visit("/look?lang=en")
    page = mira.page
    page.route("**/api/look", lambda route: route.fulfill(json=photo.answer()))
    for kind in ("drop", "paste"):
        page.evaluate(
            """([kind, file]) => {
              const data = new DataTransfer(), bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
              data.items.add(new File([bytes], "table.jpg", { type: "image/jpeg" }));
              const event = kind === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true })
                : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
              document.querySelector("main").dispatchEvent(event);
            }""",
            [kind, base64.b64encode(photo.content).decode()],
        )
        mira.hear("12 cards found.")
