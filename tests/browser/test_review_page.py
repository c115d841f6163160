"""After the game: the page of a review says what Python says."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from setlab.rooms.export import events_csv, players_csv
from setlab.rooms.review import review
from tests.browser.conftest import Visit
from tests.browser.people import take_picture
from tests.browser.pupils import PHONE, Pupils, page_at, pupils
from tests.web.serving import Serving, sets_on


def played(site: Serving, game: str = "standard", number: int = 3, wrong: bool = True, **options: object) -> str:
    """The code of a room in which a whole round was played; everybody has left, and nothing happens there any more."""
    room, host = site.open_room(game, **options)
    with site.feed(room, host) as teacher:
        with pupils(site, room, number) as others:
            teacher.ask("start")
            if wrong:
                a_wrong_claim(others)
            others.play_out()
        teacher.until_state(lambda state: not any(player["present"] for player in state["players"]))
    return room


def a_wrong_claim(others: Pupils) -> None:
    state = others.state()
    cards = [card for card in state["slots"] if card is not None]
    wrong = next([*cards[:2], card] for card in cards[2:] if sorted((*cards[:2], card)) not in sets_on(state))
    assert others.claim(1, wrong)["code"] == "not-a-set"


def opened(visit: Visit, site: Serving, path: str, **options: Any) -> Page:
    """The page of a review with its first moment."""
    page = page_at(visit, site, path, **options)
    expect(page.locator("#when")).not_to_be_empty()
    return page


def of_python(site: Serving, room: str, number: int | None = None) -> dict[str, Any]:
    """The review that Python makes of the events that everybody may read."""
    return review(site.events(room), number, room)


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def shown_moment(page: Page) -> dict[str, Any]:
    """What the page says about the moment that it shows."""
    return {
        "when": page.locator("#when").inner_text(),
        "cards": [at.get_attribute("data-card") for at in page.locator("#cards .card").all()],
        "sets": [
            (
                at.get_attribute("data-fate"),
                sorted(at.locator("[data-card]").evaluate_all("all => all.map((at) => +at.dataset.card)")),
            )
            for at in page.locator("#sets .there").all()
        ],
    }


def expected_moment(moment: dict[str, Any]) -> dict[str, Any]:
    return {
        "when": f"At {clock(moment['at'])}",
        "cards": [None if card is None else str(card) for card in moment["slots"]],
        "sets": [(there["fate"], there["cards"]) for there in moment["sets"]],
    }


def test_the_page_says_what_python_says(site: Serving, visit: Visit) -> None:
    room = played(site)
    page, found = opened(visit, site, f"/{room}/review"), of_python(site, room)
    for player, lane in zip(found["players"], page.locator(".lane").all(), strict=True):
        expect(lane.locator(".name")).to_have_text(player["name"])
        expect(lane.locator("b")).to_have_text(str(player["score"]))
        expect(lane.locator('[data-type="claim"]')).to_have_count(player["found"])
        expect(lane.locator('[data-type="reject"]')).to_have_count(player["wrong"])
    claims = sum(moment["kind"] == "claim" for moment in found["moments"])
    expect(page.locator("#facts")).to_contain_text(f"3 players, {clock(found['seconds'])}, {claims} SETs found")
    for index, moment in enumerate(found["moments"]):
        assert shown_moment(page) == expected_moment(moment), index
        page.get_by_role("button", name="Step forward").click()
    take_picture(page, "review", full_page=True)
    shown = page.locator("#player-figures tbody tr").evaluate_all(
        "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    expected = [[row["name"], str(row["found"]), str(row["wrong"])] for row in found["table"]]
    assert [row[:3] for row in shown] == expected
    assert [row[3] == "–" for row in shown] == [row["median"] is None for row in found["table"]]
    rows = page.locator("#figures table").nth(1).locator("tbody tr")
    for of, row in zip(found["statistics"]["differing"], rows.all(), strict=True):
        expect(row.locator("td").nth(1)).to_have_text(f"{of['found']} of {of['there']}")


@pytest.mark.parametrize("game", ["ultra", "chain", "find-all", "team"])
def test_other_games(site: Serving, visit: Visit, game: str) -> None:
    room, host = site.open_room(game, more="auto", **({"sets": 3} if game == "find-all" else {}))
    with site.feed(room, host) as teacher, pupils(site, room, 3) as others:
        teacher.ask("start")
        found_by_the_rules_of(game, others)
        teacher.ask("stop")
    page, found = opened(visit, site, f"/{room}/review"), of_python(site, room)
    assert any(moment["kind"] == "claim" for moment in found["moments"])
    for moment in found["moments"]:
        assert shown_moment(page) == expected_moment(moment)
        page.keyboard.press("ArrowRight")
    take_picture(page, f"review-{game}")


def found_by_the_rules_of(game: str, others: Pupils) -> None:
    """A few finds, as the game asks for them: the review of what happened so far knows what is there."""
    for turn in range(3):
        state = others.state()
        there = claimable(others)
        if state["phase"] != "playing" or not there:
            break
        if game == "team":
            members = [i for i in range(3) if others.team_of(i) == others.team_of(0)]
            for k, card in enumerate(there[0]):
                assert others.feeds[members[k % len(members)]].ask("point", card=card)["type"] == "accepted"
        else:
            assert others.claim(turn % 3, there[turn % len(there)])["type"] == "accepted"


def claimable(others: Pupils) -> list[list[int]]:
    from setlab.rooms.review import rounds

    state = rounds(others.events())[-1].last
    found = [] if state.position is None else state.position.found_by(None)
    return [list(cards) for cards in state.claimable if not (state.game.searches_all and cards in found)]


def test_which_sets_are_seen_first(site: Serving, visit: Visit) -> None:
    room = played(site)
    page, seen = opened(visit, site, f"/{room}/review"), site.get(f"/api/rooms/{room}/seen").json
    expect(page.locator("#seen .sentences li")).to_have_text([sentence["text"] for sentence in seen["sentences"]])
    measured = [effect for effect in seen["effects"] if effect["estimate"] is not None]
    expect(page.locator("#seen tbody tr")).to_have_count(len(measured))
    page.get_by_label("Compared").select_option(label="most abundant value, and place on the table")
    placed = site.get(f"/api/rooms/{room}/seen?effects=differ,abundant,near,central").json["sentences"]
    expect(page.locator("#seen .sentences li").nth(1)).to_contain_text(placed[1]["text"][:30])


def test_a_set_is_marked_while_somebody_looks_at_it(site: Serving, visit: Visit) -> None:
    room = played(site)
    page, found = opened(visit, site, f"/{room}/review"), of_python(site, room)
    index = next(i for i, m in enumerate(found["moments"]) if m["kind"] == "claim" and len(m["sets"]) > 1)
    for _ in range(index):
        page.keyboard.press("ArrowRight")
    other = found["moments"][index]["sets"][1]
    row = page.locator("#sets .there").nth(1)
    for look, leave in ((row.hover, page.locator("h1").hover), (row.focus, page.locator("#back").focus)):
        look()
        for card in other["cards"]:
            expect(page.locator(f'#cards [data-card="{card}"]')).to_have_attribute("data-state", "hint")
        leave()
        for card in found["moments"][index]["cards"]:
            expect(page.locator(f'#cards [data-card="{card}"]')).to_have_attribute("data-state", "right")


def test_the_slider_snaps_to_moments(site: Serving, visit: Visit) -> None:
    room = played(site)
    page, found = opened(visit, site, f"/{room}/review"), of_python(site, room)
    slider = page.get_by_label("Moment of the game")
    slider.focus()
    for key, index in (("End", -1), ("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        assert abs(float(slider.input_value()) - found["moments"][index]["at"]) < 0.002
    middle = (found["moments"][2]["at"] * 3 + found["moments"][3]["at"]) / 4
    slider.evaluate("(at, value) => { at.value = value; at.dispatchEvent(new Event('input')); }", middle)
    assert abs(float(slider.input_value()) - found["moments"][2]["at"]) < 0.002
    expect(slider).to_have_attribute(
        "aria-valuetext", f"{clock(found['moments'][2]['at'])}. {page.locator('#then').inner_text()}"
    )


def test_downloads(site: Serving, visit: Visit, tmp_path: Path) -> None:
    room = played(site, wrong=False)
    page, events = opened(visit, site, f"/{room}/review"), site.events(room)
    for link, check in (("#json", same_events), ("#csv", same_table), ("#players-csv", same_players)):
        with page.expect_download() as waiting:
            page.locator(link).click()
        waiting.value.save_as(tmp_path / "download")
        check((tmp_path / "download").read_text(), events)


def same_events(text: str, events: list[dict[str, Any]]) -> None:
    assert json.loads(text)["events"] == events


def same_table(text: str, events: list[dict[str, Any]]) -> None:
    assert list(csv.reader(io.StringIO(text))) == list(csv.reader(io.StringIO(events_csv(events))))


def same_players(text: str, events: list[dict[str, Any]]) -> None:
    assert [*csv.reader(io.StringIO(text))][1:] == [
        [cell.replace("standard", "SET") for cell in row] for row in csv.reader(io.StringIO(players_csv(events)))
    ][1:]


def test_rounds_are_chosen(site: Serving, visit: Visit) -> None:
    room, host = site.open_room("junior")
    with site.feed(room, host) as teacher, pupils(site, room, 2) as others:
        teacher.ask("start")
        others.play_out()
        teacher.ask("next", game="standard")
        teacher.ask("stop")
    page = page_at(visit, site, f"/{room}/review")
    expect(page.locator("h1")).to_have_text("No SET was found")
    page.get_by_label("Round", exact=True).select_option("1")
    expect(page.locator("#facts")).to_contain_text("Junior")
    expect(page.locator("#figures table").first.locator("tbody tr")).to_have_count(2)
    expect(page.locator("#player-figures caption")).to_have_text(["Round 1", "All rounds"])
    page.reload()
    expect(page.locator("#facts")).to_contain_text("Junior")


def test_a_game_without_a_claim(site: Serving, visit: Visit) -> None:
    room, host = site.open_room()
    with site.feed(room, host) as teacher:
        teacher.ask("start")
        teacher.ask("stop")
    page = opened(visit, site, f"/{room}/review", size=PHONE)
    expect(page.locator("h1")).to_have_text("No SET was found")
    expect(page.locator("#then")).to_have_text("The end: the host stopped the round.")
    assert shown_moment(page) == expected_moment(of_python(site, room)["moments"][0])


def test_quiet_mode_has_one_lane(site: Serving, visit: Visit) -> None:
    room = played(site, quiet=True)
    page, found = opened(visit, site, f"/{room}/review"), of_python(site, room)
    claims = sum(moment["kind"] == "claim" for moment in found["moments"])
    expect(page.locator("h1")).to_have_text(f"{claims} SETs were found")
    expect(page.locator(".lane")).to_have_count(1)
    expect(page.locator(".lane [data-type=claim]")).to_have_count(claims)
    expect(page.get_by_text("Name by name", exact=True)).to_be_hidden()
    take_picture(page, "review-quiet")


def test_thirty_lanes_scroll_under_the_axis(site: Serving, visit: Visit) -> None:
    room, host = site.open_room()
    for i in range(29):
        site.seat(room, f"Pupil {i + 1}")
    with site.feed(room, host) as teacher, pupils(site, room, 1) as others:
        teacher.ask("start")
        others.play_out()
    page = opened(visit, site, f"/{room}/review")
    expect(page.locator(".lane")).to_have_count(30)
    assert page.locator(".lanes").evaluate("(at) => at.scrollHeight > at.clientHeight + 300")
    page.locator(".lane").last.scroll_into_view_if_needed()
    lanes, slider = page.locator(".lanes").bounding_box(), page.locator("#moment").bounding_box()
    assert lanes
    assert slider
    assert slider["y"] + slider["height"] <= lanes["y"] + lanes["height"] + 1
    page.keyboard.press("ArrowRight")
    while "more card" in page.locator("#then").inner_text():  # a deal, not a find
        page.keyboard.press("ArrowRight")
    expect(page.locator(".lane [data-now]")).to_be_in_viewport()


def test_before_the_end_and_without_a_room(site: Serving, visit: Visit) -> None:
    room, host = site.open_room()
    with site.feed(room, host) as teacher:
        teacher.ask("start")
        page = page_at(visit, site, f"/{room}/review")
        expect(page.get_by_role("alert")).to_have_text("No round of this room is over yet. Come back after the game.")
    expect(page_at(visit, site, "/BBBB/review").get_by_role("alert")).to_have_text("There is no room BBBB.")
