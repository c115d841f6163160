"""Anti-SET in the browser: whole games by mouse and by keyboard, the proof afterwards, the example, links."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import ViewportSize, expect

from setlab.antiset import Game, play
from setlab.geometry import Space
from setlab.geometry.design import affine
from tests.browser.accessible import faults
from tests.browser.conftest import Visit, without_core
from tests.browser.people import PHONE, Person

OWNERS = "all => all.map((card) => [Number(card.dataset.card), card.dataset.owner])"
BOX = (
    "card => { const { x, y, width, height } = card.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"
)


TURN_OR_END = """() => !document.getElementById("proof").hidden
  || document.getElementById("say").innerText.includes("Your turn")"""


def board(person: Person) -> dict[int, str]:
    """The owner of each card on the board."""
    return dict(person.page.locator("#field .card").evaluate_all(OWNERS))


def take(person: Person, card: int) -> None:
    """Take a card, and wait for the answer."""
    person.page.click(f'#field [data-card="{card}"]')
    expect(person.page.locator(f'#field [data-card="{card}"]')).not_to_have_attribute("data-owner", "")


def middle(person: Person, card: int) -> tuple[float, float]:
    x, y = person.page.locator(f'#field [data-card="{card}"]').evaluate(BOX)
    return x, y


PLACES = """({ placeOf }, boards) => boards.map(([dimension, centre]) =>
  Array.from({ length: 3 ** dimension }, (_, card) => Object.values(placeOf(card, centre, dimension))))"""


def test_the_reflection_of_a_card_is_its_reflection_on_the_board(visit: Visit) -> None:
    """On every board, whichever card is in the middle: places of a card and of its reflection are opposite."""
    boards = [(d, centre) for d, step in ((2, 1), (3, 1), (4, 10), (5, 40)) for centre in range(0, 3**d, step)]
    mira = visit("/antiset?lang=en")
    for (d, centre), places in zip(boards, mira.run("antiset/layout", PLACES, boards), strict=True):
        assert len({tuple(place) for place in places}) == 3**d
        for card in range(3**d):
            both = zip(places[card], places[Space(d).third(centre, card)], strict=True)
            assert [a + b for a, b in both] == [2 * x for x in places[centre]]


def test_nine_cards_as_olivia_to_the_proof(visit: Visit) -> None:
    """Olivia plays on as long as she can; Xavier reflects, and the proof names her cards."""
    mira = visit("/antiset?against=theorem7&seed=5&lang=en")
    page = mira.page
    expect(page.locator("#field .card")).to_have_count(9)
    game = Game("AG(2,3)", [card for card, owner in board(mira).items() if owner])
    centre = game.moves[0]
    page.click("#mark")
    mira.hear("No card completes a SET of yours yet")
    while not game.is_over:
        pale = page.locator('#field .card[data-state="off"]').evaluate_all("all => all.map((c) => +c.dataset.card)")
        assert sorted(pale) == [card for card in game.legal_moves if game.completes(card)]
        card = (game.safe_moves or game.legal_moves)[0]
        take(mira, card)
        game.push(card)
        if not game.is_over:
            answer = Space(2).third(centre, card)
            assert board(mira)[answer] == "xavier"
            (a, b), (x, y), (u, v) = (middle(mira, each) for each in (card, centre, answer))
            assert (a + u, b + v) == pytest.approx((2 * x, 2 * y), abs=1)  # a reflection on the screen
            expect(page.locator("#field .lines circle")).to_have_count(3)
            game.push(answer)
    mira.hear("You hold a SET")
    expect(page.locator('#field .card[data-state="right"]')).to_have_count(3)
    expect(page.locator("#say .props li")).to_have_count(2)
    expect(page.get_by_role("heading", name="Why Xavier wins, in this game")).to_be_visible()
    assert page.locator(".steps .holds").count() == 5
    assert page.locator(".steps .fails").count() == 0
    assert "4 is the maximum" in page.locator(".steps").inner_text()
    shown = page.locator(".steps li:nth-child(2) .twin [data-card]").evaluate_all(
        "all => all.map((c) => +c.dataset.card)"
    )
    assert shown == game.moves[1:7]
    assert [str(fault) for fault in faults(page)] == []
    mira.picture("antiset-proof")
    page.set_viewport_size(ViewportSize(width=390, height=844))
    assert [str(fault) for fault in faults(page, phone=True)] == []
    page.set_viewport_size(ViewportSize(width=1280, height=800))
    page.get_by_role("button", name="Play as Xavier").click()
    mira.hear("You begin")
    page.click('input[name="cards"][value="27"]', force=True)
    expect(page.locator("#field .card")).to_have_count(27)


def careful(game: Game) -> int:
    """The first card that completes no SET."""
    return (game.safe_moves or game.legal_moves)[0]


def test_the_first_opponent_can_be_beaten_and_leads_to_a_stronger_one(visit: Visit) -> None:
    seed = next(seed for seed in range(50) if play("AG(2,3)", "forgetful", careful, seed=seed).winner == "olivia")
    mira = visit(f"/antiset?seed={seed}&lang=en")
    page = mira.page
    expect(page.locator("#against")).to_have_value("forgetful")
    expect(page.locator("#how")).to_contain_text("one danger in three is overlooked")
    while page.locator("#proof").is_hidden():
        game = Game("AG(2,3)", [int(move) for move in taken(mira)])
        take(mira, careful(game))
        mira.wait_for(TURN_OR_END)
    mira.hear("You win in round")
    page.get_by_role("button", name="Play against “Reflection”").click()
    expect(page.locator("#against")).to_have_value("theorem7")
    expect(page.locator('#field .card:not([data-owner=""])')).to_have_count(1)


def taken(person: Person) -> list[int]:
    """The cards of both players in the order of their moves, as the server tells it."""
    query = {key: values[0] for key, values in parse_qs(urlsplit(person.page.url).query).items()}
    asked = {
        "cards": int(query["cards"]),
        "you": query["you"],
        "strategy": query["against"],
        "seed": int(query["seed"]),
    }
    moves = [int(move) for move in query.get("moves", "").split(".") if move]
    answer = person.context.request.post(f"{person.address}/api/antiset", data={**asked, "moves": moves})
    return [move["card"] for move in answer.json()["moves"]]


def test_27_cards_as_xavier_by_keyboard_with_hints(visit: Visit) -> None:
    """Hints alone win: ? asks, Enter takes the card that has the focus; Backspace takes back; a link keeps the game."""
    mira = visit("/antiset?cards=27&you=xavier&against=max-cap&seed=5&lang=en")
    page = mira.page
    expect(page.locator("#field .card")).to_have_count(27)
    page.focus('#field .card[tabindex="0"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    mira.hear("The board now lies around your first card")
    page.keyboard.press("Backspace")
    mira.hear("You begin")
    for _ in range(9):
        page.keyboard.press("?")
        mira.hear("Take ")
        expect(page.locator('#field .card[data-state="hint"]')).to_be_visible()
        taken = page.locator('#field .card:not([data-owner=""])').count()
        page.keyboard.press("Enter")
        mira.wait_for("(n) => document.querySelectorAll('#field .card:not([data-owner=\"\"])').length === n + 2", taken)
    mira.hear("Olivia holds a SET")
    expect(page.locator(".steps .holds")).to_have_count(5)
    assert "Round 9" in page.locator("#length").inner_text()
    same = visit(page.url.removeprefix(mira.address))
    expect(same.page.locator(".steps .holds")).to_have_count(5)
    assert board(same) == board(mira)


def test_243_cards_on_a_phone_show_one_part_at_a_time(visit: Visit) -> None:
    mira = visit("/antiset?cards=243&you=olivia&against=theorem7&seed=5&lang=en", viewport=PHONE)
    page = mira.page
    expect(page.locator("#field .card")).to_have_count(243)
    assert page.locator("#field .card:visible").count() == 81
    centre = next(card for card, owner in board(mira).items() if owner)
    card = next(card for card in range(243) if card % 3 != centre % 3)
    page.locator('input[name="panel"]').nth(0 if (card - centre) % 3 == 2 else 2).check(force=True)
    take(mira, card)
    answer = Space(5).third(centre, card)
    expect(page.locator(f'#field [data-card="{answer}"]')).to_be_visible()  # the part with the answer is shown
    assert board(mira)[answer] == "xavier"
    mira.hear("It is the reflection of")
    mira.picture("antiset-243-phone")
    page.click("#hint")
    mira.hear("Take ")
    expect(page.locator('#field .card[data-state="hint"]')).to_be_visible()


def test_the_example_and_a_deviation(visit: Visit) -> None:
    """The game of the paper; then Xavier leaves the reflection, and the page says where and what it cost."""
    mira = visit("/antiset?against=theorem7&seed=5&lang=en")
    page = mira.page
    page.click("#watch")
    mira.hear("Xavier begins with one red diamond")
    for _ in range(7):
        page.click("#next")
    mira.hear("Xavier wins in round 4")
    expect(page.locator(".steps .holds")).to_have_count(5)
    page.click("#leave")
    mira.hear("Your turn")
    mira.open("/antiset?cards=9&you=xavier&against=perfect&seed=1&lang=en")
    take(mira, 0)
    answer = next(card for card, owner in board(mira).items() if owner == "olivia")
    image = Space(2).third(0, answer)
    game = Game("AG(2,3)", [0, answer])
    take(mira, next(card for card in game.legal_moves if card != image))
    while page.locator("#proof").is_hidden():
        free = [card for card, owner in board(mira).items() if not owner]
        take(mira, free[0])
        mira.wait_for(TURN_OR_END)
    expect(page.get_by_role("heading", name="Where Xavier left the reflection")).to_be_visible()
    assert "From then on Olivia could win" in page.locator(".steps").inner_text()


def test_a_lost_answer_can_be_asked_for_again(visit: Visit) -> None:
    mira = without_core(visit)("/antiset?cards=9&you=xavier&seed=1&lang=en")
    page = mira.page
    expect(page.locator("#field .card")).to_have_count(9)
    page.route("**/api/antiset", lambda route: route.abort("connectionrefused"))
    page.click('#field [data-card="4"]')
    mira.hear("The server did not answer")
    page.unroute("**/api/antiset")
    page.click("#retry")
    expect(page.locator('#field [data-card="4"]')).to_have_attribute("data-owner", "xavier")
    mira.open("/antiset?cards=9&you=xavier&against=safe&seed=1&moves=4.4&lang=en")
    mira.hear("The game cannot continue like this")
    page.click("#retry")
    mira.hear("You begin")


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "de", "nb"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("cards", [9, 27, 81, 243])
def test_every_board_is_accessible(visit: Visit, cards: int, theme: str, language: str) -> None:
    mira = visit(f"/antiset?cards={cards}&seed=5&theme={theme}&lang={language}", reduced_motion="reduce")
    expect(mira.page.locator("#field .card")).to_have_count(cards)
    assert affine({9: 2, 27: 3, 81: 4, 243: 5}[cards], 3).points == cards
    assert [str(fault) for fault in faults(mira.page)] == []
