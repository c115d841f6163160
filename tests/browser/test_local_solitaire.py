"""Solitaire by the core of the browser: the answers of the server without asking it; without a core, the server."""

from __future__ import annotations

import random
from typing import Any

import pytest

from setlab.solitaire.strategies import core_moves
from tests.browser.conftest import Visit
from tests.browser.test_tabletop import TABLE, link_of
from tests.conformance.browser import CORE

needs_core = pytest.mark.skipif(not CORE.exists(), reason="no core.wasm: run `make wasm`")

COMPARE = """
async (games) => {
  const scripts = document.querySelector("script[type=module]").src;
  const { table, advice, review, position, prepare } = await import(new URL("referee.js", scripts));
  const { post } = await import(new URL("../shared/api.js", scripts));
  await prepare();
  const asked = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/solitaire")).length;
  const here = [];
  for (const game of games) here.push([await table(game), await advice(game), await review(game)]);
  const cards = (slots) => slots.filter((card) => card !== null);
  const lying = here.filter(([{ sets }]) => sets).map(([{ slots, taken }]) => ({ cards: cards(slots), taken }));
  const advised = [];
  for (const asked of lying) advised.push(await position(asked));
  const now = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/solitaire"));
  const there = [];
  for (const game of games)
    there.push(
      await Promise.all(["", "/advice", "/review"].map((what) => post(`/api/solitaire${what}`, game))),
    );
  const told = await Promise.all(lying.map((asked) => post("/api/solitaire/position", asked)));
  return { here, there, advised, told, requests: now.slice(asked).map(({ name }) => new URL(name).pathname) };
}
"""

REFUSED = """
async (game) => {
  const { table, prepare } = await import(new URL("referee.js", document.querySelector("script[type=module]").src));
  await prepare();
  return table(game).catch(({ code, message }) => [code, message]);
}
"""


def _games(number: int) -> list[dict[str, Any]]:
    """Games of all lengths, by players of different strength; some with another move at the end."""
    chance, found = random.Random(29), list[dict[str, Any]]()
    for _ in range(number):
        seed, game = chance.choice([chance.randrange(1000), chance.randrange(2**64)]), chance.randrange(100)
        (moves,) = core_moves(chance.choice(["fast", "basic", "random"]), seed, game, 1)
        some = moves[: chance.randrange(len(moves) + 1)]
        found.append({"seed": str(seed), "game": game, "moves": [chance.sample(move, 3) for move in some]})
    return found


@needs_core
def test_the_browser_answers_as_the_server(visit: Visit) -> None:
    found = visit("/solitaire").page.evaluate(COMPARE, _games(40))
    assert found["here"] == found["there"]
    assert found["advised"] == found["told"] != []
    assert found["requests"] in (["/api/solitaire/player"], [])
    hows = {advice["how"] for _, advice, _ in found["here"]}
    assert hows >= {"exact", "ahead", "linear", "beliefs"}
    assert {review["lost"] is None for _, _, review in found["here"]} == {True, False}


@needs_core
def test_a_game_with_advice_asks_the_server_for_the_player_alone(visit: Visit) -> None:
    person = visit("/solitaire?seed=1")
    page = person.page
    page.wait_for_selector("html[data-core=here]")
    person.answers.clear()
    page.click("#advise")
    page.wait_for_selector("#choices .choice-row")
    for _ in range(3):
        page.keyboard.press("1")
        page.keyboard.press("1")
        page.keyboard.press("1")
        moves = int(page.get_attribute("body", "data-moves") or 0)
        for card in page.query_selector_all("#cards .card[data-state=hint]"):
            card.click()
        page.wait_for_selector(f"body[data-moves='{moves + 1}']")
    asked = [answer.url for answer in person.answers if "/api/" in answer.url]
    assert [url.rpartition("/api")[2] for url in asked] == ["/solitaire/player"]


@needs_core
def test_advice_about_cards_on_a_real_table(visit: Visit) -> None:
    """The server answers the first question; then the core is there."""
    person = visit(link_of(TABLE))
    page = person.page
    page.click("#advise")
    page.wait_for_selector("#choices .choice-row")
    page.wait_for_selector("html[data-core=here]")
    with page.expect_response("**/api/solitaire/player"):
        page.click("#advise")
    page.wait_for_selector("#advise:not([aria-busy])")
    asked = [answer.url.rpartition("/api")[2] for answer in person.answers if "/api/solitaire" in answer.url]
    assert asked == ["/solitaire/position", "/solitaire/player"]


def test_refusals_are_those_of_the_server(visit: Visit) -> None:
    code, message = visit("/solitaire").page.evaluate(REFUSED, {"seed": "1", "game": 0, "moves": [[0, 1, 5]]})
    assert code == "bad-move"
    assert "is not a SET" in message


def test_without_the_core_the_server_answers(visit: Visit) -> None:
    person = visit("/privacy")
    person.page.route("**/core.wasm", lambda route: route.fulfill(status=404))
    person.open("/solitaire?seed=1")
    person.page.click("#advise")
    person.page.wait_for_selector("#choices .choice-row")
    asked = [answer.url.rpartition("/api")[2] for answer in person.answers if "/api/" in answer.url]
    assert asked == ["/solitaire", "/solitaire/advice"]
