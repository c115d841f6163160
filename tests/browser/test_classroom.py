"""A class of ten with a projector: the teacher steers, pupils find, everybody sees the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.people import take_picture
from tests.browser.pupils import PHONE, WALL, Pupils, page_at, pupils
from tests.web.serving import Serving, sets_on


def teacher_opens(site: Serving, visit: Visit, game: str = "standard", **options: object) -> tuple[str, Page]:
    """A teacher's room, and its projector."""
    room, host = site.open_room(game, **{"class": True, **options})
    return room, page_at(visit, site, f"/{room}/projector", WALL, host)


def joins(page: Page, name: str) -> None:
    """Somebody joins by the page of the room."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.locator("body")).to_have_attribute("data-phase", "waiting")


def numbers(cards: list[int], slots: list[int | None]) -> str:
    """The cards as they are called out."""
    return ", ".join(str(n) for n in sorted(slots.index(card) + 1 for card in cards))


def a_set(projector: Page, others: Pupils) -> list[int]:
    """A SET on the table; while there is none, the teacher deals three more cards."""
    while not (found := sets_on(state := others.state())):
        projector.get_by_role("button", name="Three more cards").click()
        others.feeds[0].until_state(lambda now, before=state: now["undealt"] < before["undealt"])  # type: ignore[misc]
    return found[0]


def test_a_class_of_ten(site: Serving, visit: Visit) -> None:
    room, projector = teacher_opens(site, visit, seconds=600)
    expect(projector.locator(".joining .code")).to_have_text(room)
    first, second = page_at(visit, site, f"/{room}", PHONE), page_at(visit, site, f"/{room}", PHONE)
    joins(first, "Noor")
    joins(second, "Theo")
    with pupils(site, room, 8) as others:
        expect(projector.locator("#here")).to_have_text("10 here")
        expect(projector.locator("#crowd li")).to_have_count(10)
        take_picture(projector, "projector-waiting")
        projector.get_by_role("button", name="Start").click()
        expect(projector.locator("#cards .card")).to_have_count(12)
        everybody_sees_a_claim(projector, [first, second], others)
        a_pupil_finds_by_touch(projector, first, second, others)
        the_teacher_pauses(projector, first, others)
        the_teacher_locks(site, projector, room)
        scores_are_hidden(projector, second)
        nobody_is_ranked(projector)
        a_pupil_is_removed(projector, others)
        the_next_round_is_another_game(projector, others)


def everybody_sees_a_claim(projector: Page, phones: list[Page], others: Pupils) -> None:
    found = a_set(projector, others)
    state = others.state()
    assert others.claim(2, found)["type"] == "accepted"
    said = f"Clara: {numbers(found, state['slots'])} is a SET."
    expect(projector.locator("#say")).to_contain_text(said)
    expect(projector.locator("#live")).to_contain_text(said)
    take_picture(projector, "projector-claim")
    expect(projector.locator("#crowd li", has_text="Clara").locator(".score")).to_have_text("1")
    shows_the_table(projector, others)
    for phone in phones:
        shows_the_table(phone, others)


def shows_the_table(page: Page, others: Pupils) -> None:
    """The cards on a page are those of the server."""
    for i, card in enumerate(others.state()["slots"]):
        expect(page.locator("#cards .card").nth(i)).to_have_attribute("data-card", str(card))


def a_pupil_finds_by_touch(projector: Page, phone: Page, other: Page, others: Pupils) -> None:
    for card in a_set(projector, others):
        phone.locator(f'#cards [data-card="{card}"]').click()
    expect(projector.locator("#crowd li", has_text="Noor").locator(".score")).to_have_text("1")
    expect(other.locator("#say")).to_contain_text("Noor found a SET.")


def the_teacher_pauses(projector: Page, phone: Page, others: Pupils) -> None:
    cards = others.state()["slots"][:3]
    projector.get_by_role("button", name="Pause").click()
    expect(phone.locator("#say")).to_contain_text("Paused.")
    expect(projector.locator("#cards [data-card]")).to_have_count(0)
    assert others.claim(0, cards)["code"] == "paused"
    take_picture(projector, "projector-paused")
    projector.get_by_role("button", name="Resume").click()
    expect(projector.locator("body")).to_have_attribute("data-phase", "playing")
    shows_the_table(projector, others)


def the_teacher_locks(site: Serving, projector: Page, room: str) -> None:
    lock = projector.get_by_role("button", name="Lock the room")
    lock.click()
    expect(lock).to_have_attribute("aria-pressed", "true")
    assert site.post(f"/api/rooms/{room}/seats", {"name": "Late"}).status == 409
    lock.click()
    expect(lock).to_have_attribute("aria-pressed", "false")


def scores_are_hidden(projector: Page, phone: Page) -> None:
    expect(projector.locator("#crowd .score")).to_have_count(10)
    projector.get_by_role("button", name="Hide scores").click()
    expect(projector.locator("#crowd .score")).to_have_count(0)
    expect(phone.locator("#players .score:not(:empty)")).to_have_count(1)  # the own one
    projector.get_by_role("button", name="Hide scores").click()
    expect(projector.locator("#crowd .score")).to_have_count(10)


def nobody_is_ranked(projector: Page) -> None:
    quiet = projector.get_by_role("button", name="Quiet, no ranking")
    quiet.click()
    expect(quiet).to_have_attribute("aria-pressed", "true")
    expect(projector.locator("#crowd .score")).to_have_count(0)
    quiet.click()
    expect(projector.locator("#crowd .score")).to_have_count(10)


def a_pupil_is_removed(projector: Page, others: Pupils) -> None:
    assert others.claim(others.names.index("Hugo"), a_set(projector, others))["type"] == "accepted"
    expect(projector.locator("#crowd li", has_text="Hugo").locator(".score")).to_have_text("1")
    projector.get_by_role("button", name="Players").click()
    projector.get_by_role("button", name="Remove Hugo").click()
    assert others.is_removed("Hugo")
    expect(projector.locator("#here")).to_have_text("9 here")
    expect(projector.locator("#people li", has_text="Hugo")).to_have_count(0)
    expect(projector.locator("#crowd li", has_text="Hugo")).to_have_count(0)
    projector.keyboard.press("Escape")


def the_next_round_is_another_game(projector: Page, others: Pupils) -> None:
    projector.get_by_role("button", name="End the round").click()
    expect(projector.locator(".ending h2")).to_contain_text(re.compile("win with one SET|wins with"))
    expect(projector.locator(".ending table")).to_have_count(3)
    take_picture(projector, "projector-over")
    projector.get_by_role("button", name="Choose the game").click()
    projector.get_by_label("Game", exact=True).select_option("junior")
    projector.get_by_label("Time").select_option("90")
    take_picture(projector, "projector-choose")
    projector.get_by_role("button", name="Start the round").click()
    expect(projector.locator("#cards .card")).to_have_count(9)
    state = others.state()
    assert (state["game"], state["round"], state["options"]["seconds"]) == ("junior", 2, 90)
    expect(projector.locator("#left")).to_have_text(re.compile(r"1:\d\d"))


def test_a_preview_changes_nothing(site: Serving, visit: Visit) -> None:
    room, projector = teacher_opens(site, visit)
    with pupils(site, room, 2) as others:
        projector.get_by_role("button", name="Start").click()
        expect(projector.locator("#cards .card")).to_have_count(12)
        right = a_set(projector, others)
        state = others.state()
        wrong = next([*right[:2], card] for card in state["slots"] if card not in (None, *right))
        for chosen, verdict in ((right, "is a SET."), (wrong, "is not a SET.")):
            for card in chosen:
                projector.locator(f'#cards [data-card="{card}"]').click()
            expect(projector.locator("#say")).to_contain_text(f"{numbers(chosen, state['slots'])} {verdict}")
            projector.keyboard.press("Escape")
        assert others.state()["seq"] == state["seq"]


def test_who_has_no_token_watches_only_where_everybody_may(site: Serving, visit: Visit) -> None:
    room, _ = teacher_opens(site, visit)
    stranger = page_at(visit, site, f"/{room}/projector", WALL)
    expect(stranger.locator(".ending h2")).to_have_text("This view needs the projector’s link")
    room, projector = teacher_opens(site, visit, watch=True)
    watcher = page_at(visit, site, f"/{room}/projector", WALL)
    expect(projector.get_by_role("button", name="Start")).to_be_visible()
    expect(watcher.locator(".joining .code")).to_have_text(room)
    expect(watcher.get_by_role("button")).to_have_text(["Rules", "Display"])
    projector.get_by_role("button", name="Start").click()
    expect(watcher.locator("#cards .card")).to_have_count(12)
    expect(watcher.get_by_role("button", name="Pause")).to_have_count(0)


def test_a_teacher_opens_a_class_room(site: Serving, visit: Visit) -> None:
    page = page_at(visit, site, "/")
    page.get_by_role("link", name="Open a class room").click()
    page.locator("#create").click()
    expect(page).to_have_url(re.compile(r"/[A-Z]{6}/projector$"))
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_in_quiet_mode_nobody_is_named_with_a_mistake(site: Serving, visit: Visit) -> None:
    room, projector = teacher_opens(site, visit, quiet=True)
    with pupils(site, room, 2) as others:
        projector.get_by_role("button", name="Start").click()
        expect(projector.locator("#cards .card")).to_have_count(12)
        right = a_set(projector, others)
        slots = others.state()["slots"]
        wrong = next([*right[:2], card] for card in slots if card not in (None, *right))
        assert others.claim(1, wrong)["code"] == "not-a-set"
        expect(projector.locator("#say strong")).to_have_text(f"{numbers(wrong, slots)} is not a SET.")
        expect(projector.locator("#say")).not_to_contain_text("Bilal")
        projector.get_by_role("button", name="End the round").click()
        projector.get_by_role("link", name="See what was there").click()
        title, table = projector.get_by_role("heading", name="Name by name"), projector.locator("#player-figures")
        expect(title).to_be_visible()
        expect(table).to_be_hidden()
        title.click()
        expect(projector.get_by_text("only you see this")).to_be_visible()
        expect(table.locator("tr", has_text="Bilal").locator("td")).to_have_text(["0", "1", "–"])


SMALLEST_NAME = {(1920, 1080): 16, (1280, 720): 16, (1024, 768): 14}
"""The least size of letters on walls of these sizes, in pixels."""

OUTSIDE = """() => [...document.querySelectorAll("#crowd li, .card, #bar .btn, #say, .qr")]
  .filter((at) => at.checkVisibility())
  .map((at) => [at.className, at.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.top, box.left, innerWidth - box.right, innerHeight - box.bottom) < -1)
  .map(([name]) => name)"""


@pytest.mark.parametrize("game", ["standard", "team"])
def test_thirty_names_and_teams_fit_on_any_wall(site: Serving, visit: Visit, game: str) -> None:
    room, host = site.open_room(game, **{"class": True} | ({"teams": 6} if game == "team" else {}))
    for i in range(30):
        site.seat(room, f"Pupil number {i + 1}")
    projector = page_at(visit, site, f"/{room}/projector", WALL, host)
    projector.get_by_role("button", name="Start").click()
    expect(projector.locator("#cards .card")).to_have_count(12)
    size_of = "(at) => parseFloat(getComputedStyle(at).fontSize)"
    for (width, height), least in SMALLEST_NAME.items():
        projector.set_viewport_size({"width": width, "height": height})
        projector.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
        take_picture(projector, f"projector-{game}-{width}")
        assert projector.evaluate(OUTSIDE) == [], width
        assert projector.locator("#crowd .name").first.evaluate(size_of) >= least
        if game == "team":
            assert projector.locator("#crowd small").first.evaluate(size_of) >= 13


RULES = {
    "own": (((1, 1, 1), 1),),
    "shared": (((1, 2, 2), 2), ((1, 1, 1), 1)),
    "all": (((1, 2, 2), 0), ((2, 2, 2), 2)),
}
"""For each rule, the teams that point at the three cards of a SET, and the team that gets the point (0: none)."""


@pytest.mark.parametrize("rule", RULES)
def test_team_set(site: Serving, visit: Visit, rule: str) -> None:
    room, projector = teacher_opens(site, visit, "team", teams=2, rule=rule)
    with pupils(site, room, 6) as others:
        expect(projector.locator("#crowd li")).to_have_count(2)
        projector.get_by_role("button", name="Start").click()
        expect(projector.locator("#cards .card")).to_have_count(12)
        scores = {1: 0, 2: 0}
        for teams, winner in RULES[rule]:
            point_at_a_set(projector, others, teams)
            if winner:
                scores[winner] += 1
            assert {t["team"]: t["score"] for t in others.state()["teams"]} == scores
            for team, name in ((1, "Abel"), (2, "Fano")):
                expect(projector.locator("#crowd li", has_text=name).locator(".score")).to_have_text(str(scores[team]))


def point_at_a_set(projector: Page, others: Pupils, teams: tuple[int, ...]) -> None:
    """Three players of these teams point at the cards of a SET, one after the other."""
    free = list(range(6))
    for k, (card, team) in enumerate(zip(a_set(projector, others), teams, strict=True)):
        index = next(i for i in free if others.team_of(i) == team)
        free.remove(index)
        assert others.feeds[index].ask("point", card=card)["type"] == "accepted"
        if k < 2:
            expect(projector.locator(f'#cards [data-card="{card}"]')).to_have_attribute("data-state", "point")
            take_picture(projector, "projector-team")


def test_a_wrong_claim_of_a_team_is_the_teams(site: Serving, visit: Visit) -> None:
    room, projector = teacher_opens(site, visit, "team", teams=2)
    noor = page_at(visit, site, f"/{room}", PHONE)
    joins(noor, "Noor")
    with pupils(site, room, 4) as others:
        projector.get_by_role("button", name="Start").click()
        expect(projector.locator("#cards .card")).to_have_count(12)
        right, slots = a_set(projector, others), others.state()["slots"]
        wrong = [*right[:2], next(card for card in slots if card not in (None, *right))]
        noor.locator(f'#cards [data-card="{wrong[0]}"]').click()
        expect(projector.locator(f'#cards [data-card="{wrong[0]}"]')).to_have_attribute("data-state", "point")
        mates = [i for i in range(4) if others.team_of(i) == 1]
        answers = [others.feeds[i].ask("point", card=card) for i, card in zip(mates, wrong[1:], strict=True)]
        assert [answer.get("code") for answer in answers] == [None, "not-a-set"]
        expect(projector.locator("#say strong")).to_have_text(f"Abel: {numbers(wrong, slots)} is not a SET.")
        expect(noor.locator("#cards [data-state=wrong]")).to_have_count(3)
        expect(noor.locator("#say strong")).to_have_text("Not a SET.")
        rivals = [i for i in range(4) if others.team_of(i) == 2]
        for index, card in zip((*rivals, rivals[0]), right, strict=True):
            assert others.feeds[index].ask("point", card=card)["type"] == "accepted"
        projector.get_by_role("button", name="End the round").click()
    time = re.compile(r"\d:\d\d")
    places = (projector.locator(".ending > p.quiet"), noor.locator(".result h2 + p.quiet"))
    for place in places:
        expect(place).to_have_text(time)
    assert len({time.findall(place.inner_text())[0] for place in places}) == 1
    noor.goto(f"http://{site.address}/{room}/review")
    review = noor
    expect(review.locator("#wrong li")).to_contain_text(", Abel:")
    expect(review.locator("#then")).to_contain_text("Fano found this one")
    expect(review.locator("[data-fate=now]")).to_contain_text("Fano found it")
    expect(review.locator("#seen .sentences li")).to_have_text(re.compile("^Teams found these SETs"))


def test_a_pupil_moves_to_another_team(site: Serving, visit: Visit) -> None:
    room, projector = teacher_opens(site, visit, "team", teams=3)
    with pupils(site, room, 3) as others:
        expect(projector.locator("#here")).to_have_text("3 here")
        assert others.team_of(0) == 1
        projector.get_by_role("button", name="Players").click()
        projector.get_by_label("Team of Aurora").select_option("Germain")
        expect(projector.locator("#crowd li", has_text="Germain")).to_contain_text("Aurora")
        assert others.team_of(0) == 3


def test_the_door_of_a_class_room(site: Serving, visit: Visit) -> None:
    """Made-up names, Let in, other names, the projector's own link, a new code, and newcomers removed at once."""
    room, teacher = teacher_opens(site, visit)
    first, second = page_at(visit, site, f"/{room}", PHONE), page_at(visit, site, f"/{room}", PHONE)
    expect(first.get_by_label("Your name")).to_have_value(re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$"))
    take_picture(first, "class-join")
    joins(first, "Brave Otter")
    teacher.get_by_role("button", name="Players").click()
    teacher.get_by_role("button", name="Newcomers wait for me").click()
    second.get_by_label("Your name").fill("Calm Lynx")
    second.get_by_role("button", name="Join").click()
    expect(second.locator("#panel h2")).to_have_text("The host will let you in")
    expect(teacher.get_by_role("button", name="1 waiting")).to_be_visible()
    expect(teacher.locator("#crowd li")).to_have_count(1)
    take_picture(teacher, "projector-let-in")
    teacher.get_by_role("button", name="Let Calm Lynx in").click()
    expect(second.locator("body")).to_have_attribute("data-phase", "waiting")
    teacher.get_by_role("button", name="Rename Calm Lynx").click()
    teacher.locator("#new-name").fill("Wise Owl")
    teacher.keyboard.press("Enter")
    expect(teacher.locator("#crowd")).to_have_text(re.compile("Brave Otter.*Wise Owl"))
    wall = the_projector_has_a_link_of_its_own(site, visit, teacher, room)
    code = the_code_changes(teacher, (first, second, wall), room)
    teacher.get_by_role("button", name="Revoke projector link").click()
    expect(wall.locator(".ending h2")).to_have_text("This view needs the projector’s link")
    expect(wall.locator("#crowd li")).to_have_count(0)
    teacher.get_by_role("button", name="Remove all 2 newcomers").click()
    teacher.get_by_role("button", name="Press again to remove").click()
    for phone in (first, second):
        expect(phone.locator("#panel h2")).to_have_text(f"You were removed from room {code}")
    expect(teacher.locator("#crowd li")).to_have_count(0)


def the_projector_has_a_link_of_its_own(site: Serving, visit: Visit, teacher: Page, room: str) -> Page:
    """Another device opens the link that the teacher copies: it shows the room, and steers nothing."""
    teacher.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    teacher.get_by_role("button", name="Copy projector link").click()
    expect(teacher.get_by_role("button", name="Copied")).to_be_visible()
    link = teacher.evaluate("window.copied")
    wall = page_at(visit, site, link.removeprefix(f"http://{site.address}"), WALL)
    expect(wall.locator("#crowd li")).to_have_count(2)
    expect(wall.get_by_role("button", name="Start")).to_have_count(0)
    assert "token" not in wall.url
    return wall


def the_code_changes(teacher: Page, others: tuple[Page, ...], room: str) -> str:
    """All pages go on under the new code."""
    teacher.get_by_role("button", name="New code").click()
    expect(teacher).not_to_have_url(re.compile(room))
    teacher.get_by_role("button", name="Players").click()
    code: str = teacher.evaluate("document.body.dataset.room")
    for page in others:
        expect(page).to_have_url(re.compile(f"/{code}"))
        expect(page.locator("body")).to_have_attribute("data-phase", "waiting")
    return code
