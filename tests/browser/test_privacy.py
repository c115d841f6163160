"""Privacy as people meet it: the page in their language, the host's deletion, a tablet that pupils share."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.web.serving import Serving

TITLES = {"en": "Privacy", "de": "Datenschutz", "nb": "Personvern"}
NO_COOKIE = "document.cookie === '' && localStorage.length === 0"


def test_privacy_in_three_languages_a_step_from_everywhere(visit: Visit, site: Serving) -> None:
    mira = visit("/privacy")
    assert mira.page.evaluate(NO_COOKIE)
    for language, title in TITLES.items():
        mira.open(f"/privacy?lang={language}")
        expect(mira.page.locator("h1")).to_have_text(title)
        expect(mira.page.locator("main")).to_contain_text("48 h")
        assert mira.page.evaluate(NO_COOKIE)
    room, _ = site.open_room("standard", **{"class": True})
    for path in ("/", f"/{room}", f"/{room}/projector"):
        mira.open(path)
        mira.page.locator("[popovertarget=look]").first.click()
        mira.page.locator("#look a[href='/privacy']").click()
        expect(mira.page.locator("h1")).to_have_text("Privacy")


def test_the_teacher_deletes_the_room_and_everybody_sees_it(visit: Visit, site: Serving) -> None:
    teacher = visit("/new?class=1")
    teacher.page.check("#forget")
    teacher.page.click("#create")
    teacher.page.wait_for_url("**/projector")
    room = teacher.page.url.split("/")[-2]
    pupil = visit("/", "Jonas")
    pupil.join(room)
    teacher.page.click("#do-people")
    teacher.page.click("#do-delete")
    teacher.page.get_by_role("button", name="Keep").click()
    teacher.page.click("#do-delete")
    teacher.page.click("#delete-now")
    teacher.page.wait_for_url(f"http://{site.address}/")
    expect(pupil.page.locator("#panel h2")).to_contain_text(room)
    assert site.get(f"/api/rooms/{room}").status == 401, "as for a code that leads nowhere"
    for each in (teacher, pupil):
        assert room not in each.page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")


def test_a_shared_tablet_asks_and_forgets(visit: Visit, site: Serving) -> None:
    room, host = site.open_room("standard", **{"class": True})
    tablet = visit("/", "Mira")
    tablet.join(room)
    tablet.page.reload()
    tablet.enter()
    tablet.open("/")
    tablet.open(f"/{room}")
    expect(tablet.page.locator("#go-on")).to_have_text("Continue as Mira")
    tablet.picture("gate-shared")
    tablet.page.click("#go-on")
    tablet.enter()
    with site.feed(room, host) as teacher:
        teacher.ask("start")
        expect(tablet.page.locator("body")).to_have_attribute("data-phase", "playing")
        teacher.ask("stop")
        expect(tablet.page.locator("body")).to_have_attribute("data-phase", "over")
    stored = "JSON.stringify({ ...localStorage })"
    assert "Mira" not in tablet.page.evaluate(stored)
    assert '"token"' not in tablet.page.evaluate(stored)
    tablet.open(f"/{room}")
    tablet.page.click("#somebody-else")
    expect(tablet.page.locator("#name")).not_to_have_value("Mira")
    assert "Mira" not in tablet.page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
