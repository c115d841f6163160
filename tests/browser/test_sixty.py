"""60 seconds: the browser keeps the results, draws their course, and forgets them when it is told to."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import Person

DRAW = """({ Result }, [state, you]) => {
  const panel = document.createElement("div");
  new Result(panel, () => {}).draw(state, you);
  return panel.innerText;
}"""

REFUSE = "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })"
"""A browser that keeps nothing."""


def over(score: int, at: float = 1_790_000_000, seconds: float = 60.2, **changes: Any) -> dict[str, Any]:
    """The state of a room after a game of 60 seconds that Mira has played alone."""
    state = {"game": "timed", "options": {"seconds": 60}, "players": [{"seat": 1, "name": "Mira", "score": score}]}
    place = {"room": "KRTM", "round": 1, "teams": [], "winners": [], "slots": [0, 1, 2], "undealt": 60, "sets": None}
    return {**place, **state, "started": at - seconds, "over_at": at, **changes}


def end(person: Person, state: dict[str, Any], seat: int = 1) -> str:
    """What the end of a round says."""
    said: str = person.run("room/result", DRAW, [state, {"seat": seat, "host": True}])
    return said


def test_results_are_kept_drawn_and_forgotten(visit: Visit) -> None:
    mira = visit("/?lang=en")
    page = mira.page
    expect(page.locator("#sixty")).to_be_hidden()
    assert "Best in 60 seconds: 3 SETs" in end(mira, over(3))
    assert "That was your last game." in end(mira, over(6, at=1_790_000_100))
    for _ in range(2):  # a reload draws the end once more
        assert "Best in 60 seconds: 6 SETs (21 September). Last: 4." in end(mira, over(4, at=1_790_000_200))
    others = [{"seat": 1, "score": 9}, {"seat": 2, "score": 1}]
    for state in (
        over(9, seconds=41),  # stopped early
        over(9, seconds=95),  # paused
        over(9, options={"seconds": 120}),
        over(9, options={"seconds": 60, "penalty": 5}),
        over(9, players=others),
        over(9, game="standard"),
    ):
        assert "60 seconds" not in end(mira, {**state, "over_at": state["over_at"] + 999})
    assert "60 seconds" not in end(mira, over(9), seat=2)
    assert [each["found"] for each in mira.kept("sixty")["results"]] == [3, 6, 4]
    mira.open("/?lang=en")
    line = page.get_by_role("img", name="SETs in your last 3 games, the oldest first: 3, 6, 4")
    expect(line.locator("circle")).to_have_count(3)
    assert [str(fault) for fault in faults(page)] == []
    page.get_by_role("button", name="Forget them").press("Enter")
    expect(line).to_be_hidden()
    assert mira.kept("sixty") == {"best": None, "results": []}
    page.keyboard.press("Enter")  # the focus is on the way back
    expect(line).to_be_visible()
    page.get_by_role("button", name="Forget them").click()
    mira.open("/?lang=en")
    expect(page.locator("#sixty")).to_be_hidden()


def test_only_the_oldest_are_forgotten_by_themselves_and_never_the_best(visit: Visit) -> None:
    mira = visit("/?lang=de")
    results = [{"at": 1_780_000_000 + i, "found": 9 if i == 0 else 1 + i % 3} for i in range(100)]
    broken = [None, {"at": "x", "found": 1}, {"found": 50}, 7]
    mira.keep("sixty", {"results": [*results, *broken]})
    assert "Rekord in 60 Sekunden: 9 SETs" in end(mira, over(2))
    kept = mira.kept("sixty")
    assert len(kept["results"]) == 100
    assert kept["results"][0] == results[1]
    assert "Rekord in 60 Sekunden: 9 SETs" in end(mira, over(3, at=1_790_000_300))


def test_a_browser_that_keeps_nothing_says_so(visit: Visit) -> None:
    mira = visit("/privacy")
    mira.page.add_init_script(REFUSE)
    mira.open("/?lang=en")
    said = end(mira, over(5))
    assert "Best in 60 seconds: 5 SETs" in said
    assert "This browser stores nothing" in said
    assert "Forget" not in said
    mira.open("/?lang=en")
    expect(mira.page.locator("#sixty")).to_be_hidden()
