"""My progress: finds are kept if the player wants it, add up as Python says, are analysed, practised and saved."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import expect

from setlab.geometry import Space
from setlab.seeing import Search, analyse, read_games
from setlab.stats import median_interval
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, Person
from tests.commands import run_command
from tests.web.serving import Serving

SPACE = Space(4)
KEPT = "async ({ read }) => await read('finds') ?? []"
AT_REST = """() => document.querySelectorAll("#cards .card[data-card]").length >= 12
  && !document.querySelector("#cards .card[data-state]")"""
WANT = "({ wantFinds }) => wantFinds(true)"


def differing(cards: tuple[int, ...]) -> int:
    return sum(len(set(values)) == 3 for values in zip(*map(SPACE.coordinates, cards), strict=True))


def slow_player(number: int) -> dict[str, Any]:
    """The file of a player who finds SETs the later, the more properties differ."""
    draw, finds = Random(7), []
    for i in range(number):
        slots = draw.sample(range(81), 12)
        sets = SPACE.sets(slots)
        if sets:
            cards = draw.choices(sets, [0.3 ** differing(each) for each in sets])[0]
            about = {"at": 1_790_000_000 + 9000 * i, "began": 1_790_000_000, "game": "sixty", "dimension": 4}
            seconds = round(draw.expovariate(0.5 ** differing(cards)), 2)
            finds.append({**about, "slots": slots, "ages": [9] * 12, "cards": list(cards), "seconds": seconds})
    return {"setlab": 1, "written": "2026-11-19T08:00:00.000Z", "values": {"finds": finds}}


def searches(content: dict[str, Any]) -> list[Search]:
    return read_games([("file", content)]).searches


def file_of(person: Person) -> dict[str, Any]:
    return {"setlab": 1, "values": {"finds": person.run("shared/store", KEPT)}}


def test_finds_in_a_room_are_the_searches_of_its_log(visit: Visit, site: Serving) -> None:
    mira, jonas = visit("/progress"), visit(name="Jonas")
    mira.page.get_by_label("Keep my finds").check()
    room, host = site.open_room(more="auto")
    mira.take_seat(site, room, host)
    jonas.take_seat(site, room)
    mira.start()
    for player in (mira, mira, jonas, mira):
        player.catch_up()
        player.wait_for(AT_REST)
        player.click_cards(SPACE.sets(player.cards)[0])
    with site.feed(room, host) as feed:
        feed.ask("stop")
    mira.until("over")
    log = site.get(f"/api/rooms/{room}/events").json
    ours, theirs = searches(file_of(mira)), searches({"room": room, "events": log["events"]})
    assert len(ours) == len(theirs) == 5
    for mine, logged in zip(ours, theirs, strict=True):
        assert mine.table == logged.table
        assert mine.seconds == pytest.approx(logged.seconds, abs=0.011)
        assert [each.cards for each in mine.candidates] == [each.cards for each in logged.candidates]
        assert [each.new for each in mine.candidates] == [each.new for each in logged.candidates]
        for one, other in zip(mine.candidates, logged.candidates, strict=True):
            assert one.age == pytest.approx(other.age, abs=0.011)
        assert mine.found == (logged.found if logged.player != f"{room} 2" else None)
    assert jonas.run("shared/store", KEPT) == []  # he did not choose it


def test_finds_of_the_puzzle_and_of_a_reload(visit: Visit) -> None:
    mira = visit("/progress")
    mira.run("shared/wants", WANT)
    mira.open("/daily")
    sets = SPACE.sets(mira.cards)
    for cards in sets[:2]:
        mira.click_cards(cards)
    mira.page.keyboard.press("?")
    mira.click_cards(next(cards for cards in sets[2:]))
    mira.wait_for("() => document.querySelectorAll('#found li:not(.open)').length === 3")
    mira.open("/daily")
    mira.click_cards(next(cards for cards in sets[3:]))
    mira.wait_for("() => document.querySelectorAll('#found li:not(.open)').length === 4")
    mira.open("/progress")
    kept = file_of(mira)
    assert [len(find.get("found", [])) for find in kept["values"]["finds"]] == [0, 1, 2, 3]
    assert [find.get("hint", False) for find in kept["values"]["finds"]] == [False, False, True, False]
    assert [len(search.candidates) for search in searches(kept)] == [6, 5, 3]  # without the one after the hint


def test_the_page_shows_what_the_finds_add_up_to(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(slow_player(120)))
    mira = visit("/progress?lang=en")
    page = mira.page
    expect(page.locator("#none")).to_be_visible()
    page.locator("#file").set_input_files(file)
    finds = json.loads(file.read_text())["values"]["finds"]
    expect(page.locator("#filed")).to_have_text(f"The file was read: {len(finds)} more finds.")
    rows = page.locator("#figures .figure").first.locator("tbody tr")
    for n in range(1, 5):
        seconds = [find["seconds"] for find in finds if differing(find["cards"]) == n]
        middle, (low, high) = median(seconds), median_interval(seconds) or (0, 0)
        shown = rows.nth(n - 1).locator("th, td").all_inner_texts()
        assert shown[:2] == [str(n), str(len(seconds))]
        assert shown[2] == f"{rounded(middle)} s ({rounded(low)} s to {rounded(high)} s)"
        assert shown[3] == f"{rounded(min(seconds))} s"
    page.locator("#file").set_input_files(file)
    expect(page.locator("#filed")).to_have_text("The file was read. It has no find that is new here.")
    assert faults(page) == []

    # what the player is slow at: as Python says
    page.get_by_role("button", name="Analyse my finds").click()
    said = [sentence["text"] for sentence in analyse([json.loads(file.read_text())]).to_json()["sentences"]]
    expect(page.locator("#slow .sentences li")).to_have_text(said)
    expect(page.locator("#slow .next")).to_contain_text("you are slower at SETs in which 4 properties differ")
    page.get_by_label("Compared").select_option(label="most abundant value, and place on the table")
    expect(page.locator("#slow tbody tr").nth(1)).to_contain_text("the value that most cards")
    mira.picture("progress")

    # the file that is saved is one for the command line; what is deleted can come back
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    told = run_command(["games", "analyse", str(saved.value.path())], {**os.environ, "COLUMNS": "100"}).out
    assert f"{len(finds)} SETs were found by 1 player" in " ".join(told.split())
    page.get_by_role("button", name="Delete my finds").click()
    expect(page.locator("#none")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(4)
    page.locator("#file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.locator("#filed")).to_have_text("This is no file of results.")


def rounded(seconds: float) -> str:
    """One decimal, halves away from zero, as browsers write it."""
    return f"{int(seconds * 10 + 0.5) / 10:.1f}"


def test_practice_deals_one_set_of_the_kind(visit: Visit) -> None:
    mira = visit("/progress?lang=en", viewport=PHONE)
    page = mira.page
    mira.run("shared/wants", WANT)
    page.get_by_label("Kind", exact=True).select_option("same-colour")
    page.get_by_role("button", name="Deal").click()
    for turn in range(2):
        mira.wait_for("() => document.querySelectorAll('#cards .card[data-card]:not([data-state])').length === 12")
        ((cards),) = SPACE.sets(mira.cards)
        assert len({SPACE.coordinates(card)[1] for card in cards}) == 1
        if turn:
            page.keyboard.press("?")
            expect(page.locator("#cards [data-state='hint']")).to_have_count(1)
        else:
            assert faults(page, phone=True) == []
            mira.picture("progress-phone")
        mira.click_cards(cards)
        expect(page.locator("#say strong")).to_contain_text(" s")
    expect(page.locator("#so-far")).to_contain_text("One found without a hint")
    kept = mira.run("shared/store", KEPT)
    assert [(find["game"], find.get("hint", False)) for find in kept] == [("kind", False), ("kind", True)]
    assert analyse([file_of(mira)]).to_json()["left_out"] == {"kind": 2}


def test_kinds_and_intervals_agree_with_python(visit: Visit) -> None:
    mira, draw = visit("/progress"), Random(3)
    samples = [sorted(draw.uniform(0, 60) for _ in range(n)) for n in (0, 1, 5, 6, 7, 19, 80, 1500)]
    found = mira.run(
        "progress/numbers", "({ medianInterval }, all) => all.map((each) => medianInterval(each))", samples
    )
    assert [each and tuple(each) for each in found] == [median_interval(each) for each in samples]
    deal = """({ dealKind }, kinds) => kinds.map((kind) => [kind, dealKind(kind)])"""
    kinds = mira.run("progress/numbers", "({ KINDS }) => KINDS")
    assert len(kinds) == 12
    for kind, dealt in mira.run("progress/drill", deal, kinds):
        ((cards),) = SPACE.sets(dealt["cards"])
        assert set(cards) == set(dealt["set"])
        what, which = kind.split("-")
        if what == "differ":
            assert differing(cards) == int(which)
        else:
            place = ["number", "colour", "filling", "shape"].index(which)
            assert len({SPACE.coordinates(card)[place] for card in cards}) == (1 if what == "same" else 3)
