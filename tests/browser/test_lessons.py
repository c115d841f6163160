"""Lessons 1 to 4 from start to finish, by visitors who have never seen the game and make mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from setlab.counting import count_cards, count_sets, count_sets_through
from setlab.geometry import Space
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.learners import DECK, PROPERTIES, Learner
from tests.browser.people import PHONE
from tests.browser.test_keyboard import tab_to
from tests.web.serving import Serving

SPACE = Space(4)


def test_the_list_says_where_to_start_and_what_is_done(visit: Visit) -> None:
    person = visit("/learn")
    rows = person.page.locator(".lessons li")
    expect(rows).to_have_count(8)
    expect(person.page.locator("[data-state=now]")).to_contain_text("Start here")
    expect(rows.nth(0)).to_have_attribute("data-state", "now")
    assert [str(fault) for fault in faults(person.page)] == []
    person.page.evaluate('localStorage.setItem(\'setlab.lessons\', \'["sort", "rule", "nonsense"]\')')
    person.open("/learn")
    expect(person.page.locator("[data-state=done]")).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Continue here")
    expect(person.page.locator("#after")).to_have_text("2 of 8 lessons are finished.")
    rows.nth(1).get_by_role("link").click()
    expect(person.page.locator("h1")).to_have_text("What is the final card?")
    assert person.page.title() == "What is the final card? · setlab"


def test_sort_the_deck_with_the_mouse(visit: Visit) -> None:
    her = Learner(visit, "sort")
    expect(her.page.locator(".field-81 .card")).to_have_count(81)
    assert sorted(her.cards(".field-81 .card")) == list(DECK.cards)
    her.go_on()

    her.press("Size of the symbols")
    her.says("wrong", "All symbols are equally large.")
    for name in ("Number", "Colour", "Filling"):
        her.press(name)
    her.says("right", "3 of 4 found.")
    her.waits()
    her.press("Shape")
    her.go_on()

    her.press("blue")
    her.says("wrong", "No card is blue.")
    expect(her.page.locator(".field-81 .card:not([data-state])")).to_have_count(0)
    for name in ("1", "2", "3", "red", "green", "purple", "solid", "striped", "open", "oval", "diamond", "squiggle"):
        her.waits()
        her.press(name)
        expect(her.page.locator(".field-81 .card:not([data-state])")).to_have_count(27)
    her.says("right", "4 properties with 3 values each.")
    her.go_on()

    nine = her.cards(".unsorted .card")
    for k, card in enumerate(nine):
        her.drag(her.page.locator(f".unsorted [data-card='{card}']"), her.page.locator(f".bin[data-place='{k % 3}']"))
    expect(her.page.locator("#say[data-tone=wrong]")).to_be_visible()
    her.waits()
    for card in nine:
        her.page.click(f".bins [data-card='{card}']")
        her.press(f"Group {DECK.coordinates(card)[3] + 1}")
    her.says("right", "Sorted by shape.")
    her.go_on()

    lying = her.cards(".field-81 .card")
    (missing,) = set(DECK.cards) - set(lying)
    her.page.locator("input[name=by-0][value=colour]").check(force=True)
    her.page.locator("input[name=by-1][value=shape]").check(force=True)
    sizes = her.page.locator(".box").evaluate_all("all => all.map((box) => box.querySelectorAll('.card').length)")
    assert sorted(sizes) == [8, *[9] * 8]
    her.build(lying[0])
    her.says("wrong", "This card is there.")
    assert her.cards(".field-81 .card[data-state=right]") == [lying[0]]
    her.build(missing)
    her.says("right", "That card is missing.")
    her.go_on()

    her.answer(12)
    her.says("wrong", "3 + 3 + 3 + 3 counts the values.")
    her.page.locator("input[name=by-0][value=filling]").check(force=True)
    her.answer(80)
    her.says("wrong", "You see 3 groups.")
    her.answer(27)
    her.says("wrong", "27 cards lie in one group")
    her.answer(count_cards())
    her.says("right", f"There are {count_cards()} cards.")
    expect(her.page.locator(".why li strong")).to_have_text(["3 · 27 = 81", "9 · 9 = 81", "3 · 3 · 3 · 3 = 81"])
    her.finishes("sort", "third")


def test_sort_the_deck_by_the_keyboard_alone(visit: Visit) -> None:
    his = Learner(visit, "sort")
    keyboard = his.page.keyboard

    def use(selector: str, *keys: str) -> None:
        tab_to(his.person, selector)
        for key in keys or ("Enter",):
            keyboard.press(key)

    use("#forward")
    expect(his.page.locator("h2:focus")).to_have_text("What can differ from card to card?")
    for _ in range(7):
        use(".guesses .btn:not([data-guess])")
    his.says("right", "You have found all four properties.")
    use("#forward")
    for _ in range(16):
        use(".guesses .btn:not([data-guess])")
    use("#forward")
    use(".unsorted .card")
    for _ in range(9):  # the focus goes from card to card of the pile
        card = int(his.page.evaluate("document.activeElement.dataset.card"))
        keyboard.press(str(DECK.coordinates(card)[0] + 1))
    his.says("right", "Sorted by number.")
    use("#forward")
    use("[name=by-0]", "Space", "ArrowRight")
    expect(his.page.locator(".box")).to_have_count(3)
    (missing,) = set(DECK.cards) - set(his.cards(".field-81 .card"))
    for row, digit in enumerate(DECK.coordinates(missing)):
        use(f".build tr:nth-child({row + 1}) input", "Space", *["ArrowRight"] * digit)
    his.says("right", "That card is missing.")
    use("#forward")
    use(".number-field input", *str(count_cards()), "Enter")
    his.says("right", f"There are {count_cards()} cards.")
    use("#forward")
    expect(his.page.locator("#end h2")).to_be_focused()
    use("#end a.main")
    his.page.wait_for_url("**/learn/third")


def test_the_final_card_ten_times(visit: Visit) -> None:
    her = Learner(visit, "third")
    for pair in range(10):
        expect(her.page.locator("#count")).to_have_text(f"{pair + 1} of 10")
        a, b = her.cards(".build thead .card[data-card]")
        final = SPACE.third(a, b)
        her.waits()
        if pair == 1:
            her.page.click("#show")
            assert her.cards(".build thead .card") == [a, b, final]
        elif pair == 9:  # all four properties differ: the value of the first card makes two and one
            her.build(a)
            her.says("wrong", "0 of 4 fit.")
            expect(her.page.locator(".build [data-v=neither]")).to_have_count(4)
            expect(her.page.locator(".build .card[data-flag]")).to_have_count(3)
            her.waits()
            her.build(final)
        else:
            her.build(final)
        expect(her.page.locator(".build [data-v=neither]")).to_have_count(0)
        if pair < 9:
            her.go_on()
    her.says("right", "That is the one.")
    made = her.person.kept("triples")
    assert len(made) == 10
    assert all(DECK.is_set(cards) for cards in made)
    her.finishes("third", "rule")


def spoiled(cards: list[int]) -> list[str]:
    """The properties that are two and one."""
    values = zip(*map(DECK.coordinates, cards), strict=True)
    return [name for name, three in zip(PROPERTIES, values, strict=True) if len(set(three)) == 2]


def test_the_rule_is_said_tested_and_told(visit: Visit) -> None:
    his = Learner(visit, "rule")
    rows = his.page.locator(".triples li")
    triples = [his.cards(f".triples li:nth-child({i}) .card") for i in range(1, 5)]
    assert all(DECK.is_set(cards) for cards in triples)
    for sentence, marked in (("All three cards are the same in every property.", 0), ("At least one property", 3)):
        his.press(re.compile(f"^{sentence}"))
        his.says("wrong", "One row does not agree.")
        expect(rows.nth(marked)).to_have_attribute("data-v", "against")
        his.waits()
    his.page.fill("textarea", "Equal or all different")
    his.press(re.compile("all the same or all different"))
    his.says("right", "That is true for every row.")
    his.go_on()

    shown = ""
    for n in range(8):
        cards = his.cards(".trio .card")
        broken = spoiled(cards)
        if n == 1:
            his.press("They belong together")
            his.says("wrong", f"{broken[0].capitalize()}: two")
            fine = next(name for name in PROPERTIES if name not in broken)
            his.press(f"They do not: {fine}")
            his.says("wrong", "That fits.")
            his.waits()
        if not broken and not shown:
            his.page.click("#show")
            shown = "They belong together. Every property is all the same or all different."
            his.says("right", shown)
        else:
            his.press(f"They do not: {broken[-1]}" if broken else "They belong together")
            his.says("right", "Right.")
        his.go_on()
    assert shown

    expect(his.page.locator("blockquote")).to_have_text(
        "A SET consists of three cards, where each property must be the same or different on every card."
    )
    expect(his.page.locator("#lesson")).to_contain_text("Your words: Equal or all different")
    six = his.cards(".six .card")
    (found,) = DECK.sets(six)
    wrong = [*found[:2], next(card for card in six if card not in found)]
    for card in wrong:
        his.page.click(f".six [data-card='{card}']")
    his.says("wrong", "Not a SET.")
    for card in found:
        his.page.click(f".six [data-card='{card}']")
    his.says("right", "A SET.")
    his.finishes("rule", "theorem")


def test_the_theorem_is_tried_and_the_sets_are_counted(visit: Visit) -> None:
    her = Learner(visit, "theorem")
    cards, sets, through = count_cards(), count_sets(), count_sets_through()
    a, b = her.cards(".trio .card[data-card]")
    final = SPACE.third(a, b)
    her.page.click(f".six .card:not([data-card='{final}']) >> nth=0")
    her.says("wrong", "Not a SET.")
    her.page.click(f".six [data-card='{final}']")
    her.says("right", "A SET.")
    her.go_on()

    her.press("Exactly one")
    her.says("wrong", "Try 3 more cards first.")
    for row, digit in enumerate(DECK.coordinates(final)[:3]):
        her.choose(row, (digit + 1) % 3)
        her.says("wrong", "Not a SET.")
        expect(her.page.locator("#aside li")).to_have_count(row + 1)
    her.press("Two or more")
    her.says("wrong", "Every change spoils a property.")
    her.press("Exactly one")
    her.says("right", "Exactly one.")
    expect(her.page.locator("blockquote")).to_contain_text("there is a unique card C such that A, B, C form a SET")
    her.go_on()

    for field, wrong, reason, right in (
        (0, 12, "You may take any card.", cards),
        (1, cards, "The first card is no longer in the deck.", cards - 1),
        (2, cards - 2, "What does the theorem say?", 1),
    ):
        her.waits()
        her.answer(wrong, field)
        her.says("wrong", reason)
        her.answer(right, field)
    her.says("right", f"{cards} · {cards - 1} · 1 = {cards * (cards - 1):,}")
    her.go_on()

    three = her.cards(".trio .card")
    for order in (three, three[::-1]):
        for card in order:
            her.page.click(f".trio [data-card='{card}']")
    her.says("right", "2 orders.")
    her.answer(1)
    her.says("wrong", "You have found 2 orders already.")
    her.answer(6)
    expect(her.page.locator(".orders li")).to_have_count(6)
    her.go_on()

    her.answer(cards * (cards - 1) // 2)
    her.says("wrong", "each SET contains three pairs")
    her.answer(sets)
    her.says("right", f"There are {sets:,} SETs.")
    her.go_on()

    (card,) = her.cards(".trio .card")
    her.press("One more SET")
    assert DECK.is_set(her.cards(".orders .card"))
    her.answer(cards - 1)
    her.says("wrong", "each SET uses two of them")
    her.answer(through)
    shown = her.cards(".orders .card")
    assert {frozenset(shown[i : i + 3]) for i in range(0, len(shown), 3)} == {
        frozenset((card, other, SPACE.third(card, other))) for other in DECK.cards if other != card
    }
    her.says("right", f"{cards} · {through} ÷ 3 = {sets:,}")
    her.finishes("theorem", "hidden")


def test_a_lesson_waits_for_the_server(visit: Visit, site: Serving) -> None:
    """A request that fails is said in a sentence, and can be tried again."""
    person = visit("/learn")
    person.page.route("**/api/lessons/counts", lambda route: route.abort("connectionrefused"), times=1)
    person.open("/learn/theorem?seed=5")
    expect(person.page.locator("#say")).to_contain_text("The server does not answer")
    person.page.get_by_role("button", name="Try again").click()
    person.page.wait_for_selector("#forward")
    expect(person.page.locator("#say")).not_to_contain_text("The server does not answer")
    assert site.get("/api/lessons/counts").json == {
        "cards": count_cards(),
        "sets": count_sets(),
        "through": count_sets_through(),
    }


@pytest.mark.full
def test_cards_are_dragged_by_finger(visit: Visit) -> None:
    her = Learner(visit, "sort", viewport=PHONE, has_touch=True, is_mobile=True)
    for _ in range(3):
        her.page.tap("#show")
        her.page.tap("#forward")
    touch = her.person.context.new_cdp_session(her.page)
    for card in her.cards(".unsorted .card"):
        group = f".bin[data-place='{DECK.coordinates(card)[2]}']"
        a, b = (her.page.locator(at).bounding_box() for at in (f".unsorted [data-card='{card}']", group))
        assert a is not None
        assert b is not None
        path = [(a["x"] + 20, a["y"] + 20), (a["x"] + 60, a["y"] + 60), (b["x"] + 50, b["y"] + b["height"] - 12)]
        for kind, points in (("touchStart", path[:1]), *(("touchMove", [at]) for at in path[1:]), ("touchEnd", [])):
            fingers = [{"x": x, "y": y} for x, y in points]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        expect(her.page.locator(f"{group} [data-card='{card}']")).to_be_visible()
    her.says("right", "Sorted by filling.")
