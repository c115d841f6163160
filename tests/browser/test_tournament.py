"""A tournament of a class: groups are drawn, rooms opened, all start at once, points add up, nobody is named last."""

from __future__ import annotations

from itertools import combinations

from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.pupils import pupils
from tests.web.serving import Serving, bearing, sets_on

NAMES = ("Aurora", "Bilal", "Clara", "Dina", "Elif", "Filip")

POINTS = """({ pointsOf, podium, sum }, [team, race]) => {
  const all = sum([pointsOf(team), pointsOf(race)]);
  return [all, podium(all)];
}"""


def test_two_rounds_and_the_podium(visit: Visit, site: Serving) -> None:
    teacher = visit("/tournament?lang=en")
    page = teacher.page
    page.get_by_label("Names, one in each line").fill("Aurora\nBilal")
    page.get_by_label("Game").select_option("find-all")
    page.get_by_role("button", name="Draw the groups").click()
    expect(page.get_by_role("alert")).to_have_text("Write 3 to 60 names, one in each line.")
    page.get_by_label("Names, one in each line").fill("\n".join((*NAMES, "Aurora", "")))
    assert faults(page) == []
    page.get_by_role("button", name="Draw the groups").click()
    drawn, found = [], 0
    for turn in (1, 2):
        expect(page.locator(".group")).to_have_count(2)
        expect(page.locator("#status")).to_contain_text(f"Round {turn}")
        groups = [group.locator("p").nth(1).inner_text() for group in page.locator(".group").all()]
        codes = page.locator(".group .code").all_inner_texts()
        members = [[name for name in NAMES if name in group] for group in groups]
        assert sorted(name for group in members for name in group) == sorted(NAMES)
        drawn.append({frozenset(pair) for group in members for pair in combinations(group, 2)})
        with pupils(site, codes[0], 3) as first, pupils(site, codes[1], 1):
            expect(page.locator(".group").first).to_contain_text("3 of 3 are here")
            page.get_by_role("button", name="Start all").click()
            for feed in first.feeds:
                feed.until_state(lambda state: bool(sets_on(state)))
            (cards, *_) = sets_on(first.feeds[turn].state)
            first.feeds[turn].ask("claim", cards=cards)
            found += 3  # each of the group has the SET that it found together
            page.get_by_role("button", name="Stop all").click()
            expect(page.locator(".group").first).to_contain_text("1 SET found")
            if turn == 1:
                assert faults(page) == []
                teacher.picture("tournament")
                page.get_by_role("button", name="Draw the next round").click()
                expect(page.locator(".group .code").first).not_to_have_text(codes[0])
                assert site.get(f"/api/rooms/{codes[0]}", bearing(first.tokens[0])).status in (401, 404)
    assert drawn[0] != drawn[1]
    page.get_by_role("button", name="End the tournament").click()
    expect(page.get_by_role("heading", name="The tournament is over")).to_be_focused()
    expect(page.locator(".podium")).to_contain_text(f"All together: {found} points")
    assert faults(page) == []


def test_groups_are_of_three_or_four_and_people_meet_others(visit: Visit) -> None:
    teacher = visit("/tournament")
    sizes = teacher.run("tournament/draw", "({ sizes }) => Array.from({ length: 60 }, (_, n) => sizes(n + 3))")
    for n, found in enumerate(sizes, 3):
        assert sum(found) == n
        assert set(found) <= ({3, 4} if n > 5 else {2, 3, 4})
    draw = """({ drawGroups }, names) => {
      const before = [];
      for (let round = 0; round < 3; round++) before.push(drawGroups(names, before));
      return before;
    }"""
    names = [f"N{i}" for i in range(16)]
    rounds = teacher.run("tournament/draw", draw, names)
    met = [frozenset(pair) for groups in rounds for group in groups for pair in combinations(group, 2)]
    assert len(met) == 3 * 4 * 6
    assert len(set(met)) >= 60  # a random draw repeats about twenty pairs


def test_only_the_best_three_places_are_named(visit: Visit) -> None:
    player = {"kind": "player", "left": False, "team": 0, "score": 0}
    people = [player | {"name": name, "team": 1 + i % 2, "score": i} for i, name in enumerate(NAMES)]
    teams = [{"team": 1, "score": 2}, {"team": 2, "score": 5}]
    state = {"players": people, "teams": teams, "found": []}
    all_points, best = visit("/tournament").run(
        "tournament/draw", POINTS, [state | {"game": "team"}, state | {"game": "race"}]
    )
    assert all_points == {"Aurora": 2, "Bilal": 6, "Clara": 4, "Dina": 8, "Elif": 6, "Filip": 10}
    assert best == [
        {"points": 10, "names": ["Filip"]},
        {"points": 8, "names": ["Dina"]},
        {"points": 6, "names": ["Bilal", "Elif"]},
    ]
