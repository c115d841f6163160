"""Lessons 5 to 8 from start to finish, by visitors who make mistakes."""

from __future__ import annotations

from itertools import combinations

from playwright.sync_api import expect

from setlab.exact import exact_no_set
from setlab.geometry import CardSet, Space, are_parallel, hidden_card, plane
from tests.browser.conftest import Visit, without_core
from tests.browser.learners import PROPERTIES, Learner
from tests.browser.people import not_a_set
from tests.browser.test_keyboard import tab_to
from tests.web.serving import Serving

SPACE = Space(4)
WORDS = {
    "number": ("1", "2", "3"),
    "colour": ("red", "green", "purple"),
    "filling": ("solid", "striped", "open"),
    "shape": ("oval", "diamond", "squiggle"),
}


def take(learner: Learner, root: str, cards: tuple[int, ...] | list[int]) -> None:
    for card in cards:
        learner.page.click(f'{root} [data-card="{card}"]')


def fault_of(cards: tuple[int, ...] | list[int]) -> str:
    """The first property that is two and one."""
    columns = zip(PROPERTIES, zip(*map(SPACE.coordinates, cards), strict=True), strict=True)
    return next(name for name, values in columns if len(set(values)) == 2)


def digits_shown(learner: Learner, row: str) -> list[int]:
    found: list[str] = learner.page.locator(f"{row} td").evaluate_all("all => all.map((cell) => cell.textContent)")
    return [int(digit) for digit in found]


def test_the_hidden_card_is_named(visit: Visit) -> None:
    her = Learner(visit, "hidden")
    table = "#lesson .cards .card[data-card]"
    wrong = not_a_set(her.cards(table))
    take(her, "#lesson .cards", wrong)
    her.says("wrong", f"{fault_of(wrong).capitalize()}: two ")
    before = her.cards(table)
    take(her, "#lesson .cards", SPACE.sets(before)[0])
    her.says("right", "A SET.")
    her.person.wait_for(
        "(before) => !document.querySelector(`.cards [data-card='${before}']`)", SPACE.sets(before)[0][0]
    )
    her.page.click("#show")
    hinted = her.cards("#lesson .cards [data-state=hint]")
    assert SPACE.is_set(hinted)
    her.waits()
    her.press("Play on for me")
    her.says("right", "The game is over.")
    left = her.cards(table)
    assert not SPACE.sets(left)
    her.go_on()

    assert her.cards(".left-cards .card") == left
    hidden = hidden_card(left)
    expect(her.page.locator(".reveal [data-card]")).to_have_count(0)
    her.press("Turn it over")
    assert her.cards(".reveal .card") == [hidden]
    told = her.page.locator(".by-eye .group b").all_inner_texts()
    assert told == [WORDS[name][digit] for name, digit in zip(PROPERTIES, SPACE.coordinates(hidden), strict=True)]
    her.go_on()

    sums = digits_shown(her, ".sums tfoot tr:nth-child(1)")
    assert sums == [sum(column) for column in zip(*map(SPACE.coordinates, left), strict=True)]
    asked = her.page.locator(".sums tfoot tr").last.locator("td").all_inner_texts().index("?")
    digit = SPACE.coordinates(hidden)[asked]
    her.press(str((digit + 1) % 3))
    her.says("wrong", "The remainder must be 0.")
    her.press(str(digit))
    her.says("right", "a multiple of three")
    assert digits_shown(her, ".sums tfoot tr:last-child") == list(SPACE.coordinates(hidden))
    her.go_on()

    left = her.cards(".left-cards .card[data-card]")
    hidden = hidden_card(left)
    spoilt = (hidden + 27) % 81
    her.build(spoilt)
    her.says("wrong", "3 of 4 fit. For number,")
    expect(her.page.locator(".reasons [data-v=same]")).to_have_count(3)
    her.choose(0, SPACE.coordinates(hidden)[0])
    her.says("right", "The hidden card is:")
    assert her.cards(".left-cards .card") == [*left, hidden]
    her.go_on()

    for _ in range(3):
        her.press("It depends")
        her.waits()
        her.press("Always 0")
        her.says("right", "Right.")
        if her.page.locator("#forward").inner_text() == "Next":
            her.go_on()
    her.finishes("hidden", "square")


def offered(learner: Learner) -> list[int]:
    return learner.cards(".offers .card")


def test_a_square_is_built_and_explored_by_keys(visit: Visit) -> None:
    """Without a pointer: digits choose a card, arrows and Enter a place."""
    her = Learner(visit, "square")
    keys = her.page.keyboard
    given = her.cards(".square .card[data-card]")
    assert len(given) == 3
    square = [card for row in plane(given[0], given[1], given[2]) for card in row]
    for place in (2, 6, 4, 5, 7, 8):
        cards = offered(her)
        wrong = next(i for i, card in enumerate(cards) if card != square[place])
        keys.press(str(wrong + 1))
        her.says("wrong", "Not a SET.")
        keys.press(str(cards.index(square[place]) + 1))
    her.says("right", "The square is complete.")
    assert her.cards(".square .card") == square
    press_next(her)

    choose(her, (0, 1, 3))
    her.says("wrong", "Not a SET.")
    for places in ((0, 1, 2), (0, 3, 6), (0, 5, 7), (0, 4, 8)):
        choose(her, places)
    her.says("right", "All four directions.")
    press_next(her)

    her.answer(8)
    her.says("wrong", "broken diagonals, too")
    her.answer(len(SPACE.sets(square)))
    her.says("right", "12 SETs")
    expect(her.page.locator("[data-places]")).to_have_count(12)
    lit = set()
    for _ in range(12):
        tab_to(her.person, "[data-places]")
        keys.press("Enter")
        lit.add(tuple(sorted(her.cards(".square [data-state=right]"))))
    assert lit == {tuple(sorted(line)) for line in SPACE.sets(square)}
    press_next(her)

    (card,) = her.cards(".square [data-state=right]")
    first = her.cards(".square [data-state=in]")
    through = [line for line in SPACE.sets(square) if card in line]
    meeting = next(line for line in through if set(line) & set(first))
    choose(her, tuple(square.index(each) for each in meeting if each != card))
    her.says("wrong", "A SET, but it meets the first one.")
    (parallel,) = (line for line in through if not set(line) & set(first))
    assert are_parallel(CardSet(first), CardSet(parallel))
    choose(her, tuple(square.index(each) for each in parallel if each != card))
    her.says("right", "The two SETs are parallel.")
    press_next(her)

    tab_to(her.person, ".deck-field .card")
    keys.press("Enter")
    for _ in range(2):
        keys.press("ArrowRight")
        keys.press("Enter")
    her.says("wrong", "These three are a SET.")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        keys.press(key)
        keys.press("Enter")
    her.says("right", "It has 12 SETs")
    own = her.cards("aside .square .card")
    assert own == [card for row in plane(own[0], own[1], own[3]) for card in row]
    press_next(her)
    expect(her.page.locator("#end a.main")).to_have_attribute("href", "/learn/twelve")


def choose(learner: Learner, places: tuple[int, ...]) -> None:
    """Choose places of the square with the arrow keys and Enter."""
    tab_to(learner.person, ".square .card")
    for place in places:
        here: int = learner.page.evaluate(
            "[...document.querySelectorAll('.square .card')].indexOf(document.activeElement)"
        )
        down, right = place // 3 - here // 3, place % 3 - here % 3
        for key, times in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
            for _ in range(times):
                learner.page.keyboard.press(key)
        learner.page.keyboard.press("Enter")


def press_next(learner: Learner) -> None:
    tab_to(learner.person, "#forward")
    learner.page.keyboard.press("Enter")


def test_twelve_cards_do_not_guarantee_a_set(visit: Visit) -> None:
    her = Learner(visit, "twelve")
    exact = exact_no_set()
    her.answer(2)
    her.says("wrong", "from 3 to 81")
    her.answer(15)
    her.waits()
    her.press("Yes, always")
    her.says("right", "Noted.")
    her.go_on()

    laid: list[int] = []
    for card in SPACE:
        if len(laid) == 12:
            break
        would = [pair for pair in combinations(laid, 2) if SPACE.third(*pair) == card]
        if not would:
            take(her, ".deck-field", (card,))
            laid.append(card)
        elif len(laid) == 2:
            pale = her.cards(".deck-field [data-state=off]")
            assert pale == [each for each in pale if any(SPACE.third(a, b) == each for a, b in combinations(laid, 2))]
            take(her, ".deck-field", (card,))
            her.says("wrong", "This card would make a SET.")
    her.says("right", "12 cards without a SET.")
    assert sorted(her.cards(".deck-field [aria-pressed=true]")) == sorted(laid)
    her.go_on()

    expect(her.page.locator(".curve")).to_contain_text("your guess: 15")
    expect(her.page.locator(".curve")).to_contain_text("12 cards: 3.23 %")
    her.press("1 in 310")
    her.says("wrong", "it is higher")
    her.press("1 in 31")
    her.says("right", "probability 3.23 %")
    her.page.click(".numbers summary")
    rows = her.page.locator(".numbers tbody tr").evaluate_all(
        "all => all.map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(',', '')))"
    )
    assert [row[2] for row in rows] == [str(count) for count in exact.counts[:22]]
    assert [row[4] for row in rows][12] == "325432404/10074689485"
    her.go_on()

    her.answer(20)
    her.says("wrong", f"there are {exact.counts[20]:,} such collections")
    her.answer(22)
    her.says("wrong", "fewer are enough")
    her.answer(21)
    her.says("right", "21 cards always have a SET")
    cap = her.cards(".twelve-cards .card")
    assert (len(cap), SPACE.sets(cap)) == (20, [])
    expect(her.page.locator("#lesson pre")).to_have_text("setlab exact no-set --recompute")
    her.finishes("twelve", "checksum")


def test_the_checksum_finds_one_mistake_but_not_two(visit: Visit) -> None:
    her = Learner(visit, "checksum")
    her.press("Not a SET because of the colour")
    her.says("wrong", "This property fits.")
    her.press("A SET: all sums are 0")
    her.go_on()
    fault = fault_of(her.cards(".left-cards .card"))
    her.press("A SET: all sums are 0")
    her.says("wrong", f"For the {fault} the sum is")
    her.press(f"Not a SET because of the {fault}")
    her.go_on()

    left = her.cards(".left-cards .card")
    spoilt = [name for name, digit in zip(PROPERTIES, SPACE.coordinates(SPACE.total(left)), strict=True) if digit]
    assert len(spoilt) == 1
    her.press("No mistake shows")
    her.says("wrong", f"For the {spoilt[0]} the sum is")
    her.press(f"Yes, in the {spoilt[0]}")
    her.go_on()

    piles = pile_cards(her)
    assert sorted([*left, *(card for pile in piles for card in pile)]) == list(SPACE.cards)
    wrong = [i for i, pile in enumerate(piles) if not SPACE.is_set(pile)]
    her.page.locator(".pile").nth(0 if wrong != [0] else 1).click()
    her.says("wrong", "is a SET.")
    her.waits()
    her.page.locator(".pile").nth(wrong[0]).click()
    her.says("right", f"Pile {wrong[0] + 1} is wrong.")
    her.go_on()

    assert SPACE.total(her.cards(".left-cards .card")) == 0
    her.press("Yes, that is certain")
    her.says("wrong", "what if there were two?")
    her.press("That cannot be known")
    piles = pile_cards(her)
    marked = [i for i, state in enumerate(pile_states(her)) if state == "wrong"]
    assert marked == [i for i, pile in enumerate(piles) if not SPACE.is_set(pile)]
    assert len(marked) == 2
    her.go_on()

    her.press("Rarely")
    her.says("wrong", "never gives a multiple of three")
    her.press("Never")
    her.go_on()
    her.press("1 in 8")
    her.says("wrong", "if only one property could be wrong")
    her.press("1 in 80")
    expect(her.page.locator(".chances")).to_contain_text("939/75113")
    expect(her.page.locator(".chances")).to_contain_text("12207/97637")
    her.go_on()
    expect(her.page.locator("#end")).to_be_visible()
    assert her.accessible() == []


def pile_cards(learner: Learner) -> list[list[int]]:
    found: list[list[int]] = learner.page.locator(".pile").evaluate_all(
        "all => all.map((pile) => [...pile.querySelectorAll('[data-card]')].map((card) => Number(card.dataset.card)))"
    )
    return found


def pile_states(learner: Learner) -> list[str | None]:
    found: list[str | None] = learner.page.locator(".pile").evaluate_all("all => all.map((pile) => pile.dataset.state)")
    return found


def test_a_game_waits_for_the_server(visit: Visit, site: Serving) -> None:
    """A move that the server does not answer is said in a sentence, and can be tried again."""
    her = Learner(without_core(visit), "hidden")
    her.page.route("**/api/lessons/hidden**", lambda route: route.abort("connectionrefused"), times=1)
    her.press("Play on for me")
    expect(her.page.locator("#say")).to_contain_text("The server does not answer")
    her.page.get_by_role("button", name="Try again").click()
    her.says("right", "The game is over.")
