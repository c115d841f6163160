"""Solitaire in the browser: whole games against the same games in Python, undo, reload, advice, and the review."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from setlab.envs.solitaire import Solitaire
from setlab.solitaire import Clearability, Line, Shuffle, State, advise, look_back, play, strategy
from setlab.solitaire.game import replay_moves
from tests.browser.accessible import faults
from tests.browser.conftest import Visit, without_core
from tests.browser.people import LANDSCAPE, PHONE, Person, not_a_set

KEYS = ("QWERTYU", "ASDFGHJ", "ZXCVBNM")
SIGNS = {Clearability.YES: "✓ still clearable", Clearability.NO: "× no longer clearable"}
LOST, CLEARED = 1, 4
"""Seeds whose game 0 `basic` loses, and `expert` clears."""


def moved(person: Person, number: int) -> None:
    person.wait_for("(n) => document.body.dataset.moves === String(n)", number)


def shown(person: Person) -> list[int | None]:
    """The slots of the table, when nothing is held any more."""
    person.wait_for("() => !document.querySelector('#cards [data-state]')")
    found = person.page.locator("#cards .card").evaluate_all("all => all.map((card) => card.dataset.card ?? null)")
    return [None if card is None else int(card) for card in found]


def press(person: Person, state: State, line: Line) -> None:
    """Choose a SET by the letters of its slots; Esc lets the cards come that wait behind the last SET."""
    person.page.keyboard.press("Escape")
    for card in line:
        slot = state.slots.index(card)
        row, column = divmod(slot, 4) if slot < 12 else ((slot - 12) % 3, 4 + (slot - 12) // 3)
        person.page.keyboard.press(f"Key{KEYS[row][column]}")
    moved(person, len(state.taken) + 1)


def test_a_lost_game_with_hint_mistake_undo_reload_and_review(visit: Visit) -> None:
    game = play(strategy("basic"), Shuffle.of(LOST, 0))
    states = replay_moves(game.shuffle, game.moves)
    mira = visit(f"/solitaire?seed={LOST}")
    page, say = mira.page, mira.page.locator("#say")
    assert shown(mira) == list(states[0].slots)

    mira.click_cards(not_a_set(list(states[0].cards)))
    expect(say).to_contain_text("Not a SET.")
    expect(page.locator("#cards [data-state=wrong][data-flag]")).to_have_count(3)
    for step, text in ((0, f"{len(states[0].sets)} SETs are on the table"), (1, "dotted card"), (3, "dotted cards")):
        page.click("#hint")
        expect(say).to_contain_text(text)
        expect(page.locator("#cards [data-state=hint]")).to_have_count(step)
    hinted = page.locator("#cards [data-state=hint]").evaluate_all(
        "all => all.map((card) => Number(card.dataset.card))"
    )
    assert tuple(sorted(hinted)) in states[0].sets

    for number, line in enumerate(game.moves[:3]):
        mira.click_cards(line)
        moved(mira, number + 1)
        expect(say).to_contain_text("A SET.")
    assert shown(mira) == list(states[3].slots)
    page.keyboard.press("Backspace")
    moved(mira, 2)
    page.click("#undo")
    moved(mira, 1)
    assert shown(mira) == list(states[1].slots)
    page.reload()
    moved(mira, 1)
    assert shown(mira) == list(states[1].slots)
    expect(page.locator("#this-game")).to_contain_text("2 moves taken back")

    for state, line in list(zip(states, game.moves, strict=False))[1:]:
        press(mira, state, line)
    expect(page.locator("#ended")).to_contain_text(f"No SET is left: {len(states[-1].cards)} cards stay on the table.")
    assert shown(mira) == list(states[-1].slots)
    expect(page.locator("#statistics tbody tr").nth(0)).to_have_text("On your own00")
    expect(page.locator("#statistics tbody tr").nth(1)).to_have_text("With help10")
    page.click("#look-back")
    check_review(mira, game.shuffle, game.moves)


def test_a_link_with_moves_opens_the_review_of_a_game_played_elsewhere(visit: Visit) -> None:
    env, game = Solitaire(), play(strategy("basic"), Shuffle.of(LOST, 0))
    env.reset(seed=LOST)
    for line in game.moves:
        env.step(env.lines.tolist().index(list(line)))
    mira, lost = visit(env.address), look_back(game.shuffle, game.moves).lost_at
    assert lost is not None
    expect(mira.page.locator("#verdict")).to_have_text(f"Move {lost + 1} lost the game")
    assert "moves" not in mira.page.url
    mira.page.reload()
    expect(mira.page.locator("#verdict")).to_have_text(f"Move {lost + 1} lost the game")
    mira.page.click("#back-to-table")
    expect(mira.page.locator("#statistics tbody tr").nth(1)).to_have_text("With help00")


def check_review(mira: Person, shuffle: Shuffle, moves: tuple[Line, ...]) -> None:
    """The review shows what the library finds, where the game was lost and around it, by the arrow keys."""
    page, seen = mira.page, look_back(shuffle, moves)
    assert seen.lost_at is not None
    expect(page.locator("#verdict")).to_have_text(f"Move {seen.lost_at + 1} lost the game")
    expect(page.locator("#moment")).to_have_text(f"Move {seen.lost_at + 1}")
    kept = len(seen.positions[seen.lost_at].keeping)
    expect(page.locator("#told")).to_contain_text(f"{'One SET' if kept == 1 else f'{kept} SETs'} would have kept")
    assert page.locator("#hindsight [data-clearable=yes]").count() == seen.lost_at
    mira.picture("solitaire-review")
    going_back = True
    for index in (seen.lost_at, seen.lost_at - 1, seen.lost_at, seen.lost_at + 1):
        position = seen.positions[index]
        expect(page.locator("#moment")).to_have_text(f"Move {index + 1}")
        rows = page.locator("#past-choices .choice-row")
        expect(rows).to_have_count(len(position.options))
        fates = {
            tuple(json.loads(f"[{cards}]")): text
            for cards, text in rows.evaluate_all(
                "all => all.map((row) => [[...row.querySelectorAll('[data-card]')].map((card) => card.dataset.card)"
                ".join(), row.querySelector('.fate').textContent])"
            )
        }
        assert fates == {
            option.line: SIGNS[option.clearable] + "you took this" * (option.line == position.taken)
            for option in position.options
        }
        page.keyboard.press("ArrowLeft" if going_back else "ArrowRight")
        going_back = False
    page.locator("#at").press("End")
    expect(page.locator("#moment")).to_have_text("The end")
    assert [str(fault) for fault in faults(page)] == []
    page.go_back()
    expect(page.locator("#ended")).to_be_visible()


def test_the_advisor_is_followed_by_keys_to_an_empty_table(visit: Visit) -> None:
    shuffle = Shuffle.of(CLEARED, 0)
    mira = visit(f"/solitaire?seed={CLEARED}")
    page, state = mira.page, shuffle.deal_due(shuffle.start())
    expect(page.locator("#course")).to_be_hidden()
    page.keyboard.press("?")
    while not state.over:
        advice = advise(state)
        assert advice.best is not None
        best = page.locator(".choice-row[data-best]")
        for card in advice.best:
            expect(best.locator(f'[data-card="{card}"]')).to_have_count(1)
        expect(page.locator("#choices .choice-row")).to_have_count(len(advice.choices))
        if len(state.taken) == 20:
            best.focus()
            expect(page.locator("#cards [data-state=hint]")).to_have_count(3)
            mira.picture("solitaire-advice")
            page.keyboard.press("Escape")
        press(mira, state, advice.best)
        state = shuffle.deal_due(state.take(advice.best))
    assert state.clear
    expect(page.locator("#cleared")).to_be_visible()
    expect(page.locator("#ended")).to_contain_text("With help: advice.")
    expect(page.locator("#pips .on")).to_have_count(27)
    expect(page.locator("#statistics tbody tr").nth(1)).to_have_text("With help11")
    page.click("#look-back")
    expect(page.locator("#verdict")).to_have_text("You cleared the table")
    expect(page.locator("#hindsight [data-clearable=yes]")).to_have_count(27)
    page.click("#past-new")
    moved(mira, 0)
    assert page.url.partition("seed=")[2] != str(CLEARED)
    page.go_back()
    page.go_back()
    moved(mira, 27)
    expect(page.locator("#cleared")).to_be_visible()


def test_trouble_is_said_and_tried_again(visit: Visit) -> None:
    state = Shuffle.of(5, 0).start()
    mira = without_core(visit)("/solitaire?seed=5")
    mira.page.route("**/api/solitaire**", lambda route: route.abort())
    mira.click_cards(state.sets[0])
    expect(mira.page.locator("#say")).to_contain_text("That did not work.")
    mira.page.click("#advise")
    expect(mira.page.locator("#how .warn")).to_be_visible()
    mira.page.unroute("**/api/solitaire**")
    mira.page.locator("#how .btn").click()
    expect(mira.page.locator(".choice-row")).to_have_count(len(state.sets))
    mira.page.locator("#say .btn").click()
    moved(mira, 1)
    mira.page.wait_for_selector("#advice:not([aria-busy])")
    still = "() => !document.querySelector('#cards [data-state]') && !document.getAnimations().length"
    mira.wait_for(still)  # the cards that were taken have given way, and the new ones lie there
    assert [str(fault) for fault in faults(mira.page)] == []
    mira.open("/solitaire?seed=minus-one")
    expect(mira.page.locator("#say")).to_contain_text("There is no such game.")
    mira.troubles.clear()  # the browser notes requests that were aborted here


def test_another_game_does_not_wait_for_a_slow_answer(visit: Visit) -> None:
    """A move that is on the way belongs to the game that was left."""
    mira = without_core(visit)("/solitaire?seed=5")
    held: list[Route] = []
    mira.page.route("**/api/solitaire", lambda route: held.append(route), times=1)
    mira.click_cards(Shuffle.of(5, 0).start().sets[0])
    mira.page.click("#new")
    mira.page.wait_for_url(lambda address: "seed=5" not in address)
    seed = int(mira.page.url.partition("seed=")[2])
    state = Shuffle.of(seed, 0).deal_due(Shuffle.of(seed, 0).start())
    expect(mira.page.locator("#cards .card[data-card]")).to_have_count(len(state.cards))
    with mira.page.expect_response("**/api/solitaire"):
        held[0].continue_()
    assert shown(mira) == list(state.slots)
    press(mira, state, state.sets[0])
    moved(mira, 1)


def test_a_review_is_left_while_it_is_computed(visit: Visit) -> None:
    mira = without_core(visit)("/solitaire?seed=5")
    mira.click_cards(Shuffle.of(5, 0).start().sets[0])
    moved(mira, 1)
    held: list[Route] = []
    mira.page.route("**/api/solitaire/review", lambda route: held.append(route), times=1)
    with mira.page.expect_request("**/api/solitaire/review"):
        mira.page.click("#give-up")
    mira.page.go_back()
    expect(mira.page.locator("#play")).to_be_visible()
    with mira.page.expect_response("**/api/solitaire/review"):
        held[0].continue_()
    mira.page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")
    expect(mira.page.locator("#past")).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, {"width": 1280, "height": 800}])
@pytest.mark.parametrize("language", ["en", "de", "nb"])
def test_every_look_of_the_review(visit: Visit, theme: str, size: dict[str, int], language: str) -> None:
    mira = visit(f"/solitaire?seed={LOST}", viewport=size, color_scheme=theme, locale=language)
    shuffle = Shuffle.of(LOST, 0)
    press(mira, shuffle.start(), shuffle.start().sets[0])
    mira.page.click("#advise")
    expect(mira.page.locator(".choice-row").first).to_be_visible()
    mira.page.wait_for_selector("#advice:not([aria-busy])")
    phone = size["width"] < 1000
    assert [str(fault) for fault in faults(mira.page, phone)] == []
    mira.page.click("#give-up")
    expect(mira.page.locator("#past-choices .choice-row").first).to_be_visible()
    mira.picture(f"solitaire-review-{language}-{theme}-{size['width']}")
    assert [str(fault) for fault in faults(mira.page, phone)] == []
