"""A whole visit without a pointer: create, start, choose by letters and by arrows, let go, call, ask for more."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import NO_PAGE, Person, first_set, not_a_set
from tests.web.serving import Serving

KEYS = ("QWER", "ASDF", "ZXCV")


def tab_to(person: Person, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def key_of(person: Person, card: int) -> str:
    """The letter of a card on a table of twelve, three rows of the keyboard."""
    row, column = divmod(person.cards.index(card), 4)
    return f"Key{KEYS[row][column]}"


def seated(visit: Visit, site: Serving, **options: object) -> Person:
    """The host of a new room with these options, in the waiting room, by the keyboard alone."""
    room, token = site.open_room("standard", **options)
    mira = visit(NO_PAGE)
    mira.take_seat(site, room, token)
    tab_to(mira, "#start")
    mira.page.keyboard.press("Enter")
    mira.until("playing")
    expect(mira.page.locator("#cards .card").first).to_be_focused()
    return mira


def with_a_set(person: Person) -> tuple[int, ...]:
    """A SET on the table; if there is none, more cards are asked for by the key 0."""
    while (found := first_set(person.cards)) is None:
        before = len(person.cards)
        person.page.keyboard.press("Digit0")
        person.wait_for("(n) => document.querySelectorAll('#cards [data-card]').length > n", before)
    return found


def test_a_room_is_created_by_keys(visit: Visit) -> None:
    mira = visit("/")
    tab_to(mira, 'a[href="/new"]')
    mira.page.keyboard.press("Enter")
    mira.arrive("/new")
    tab_to(mira, 'input[name="game"]')
    mira.page.keyboard.press("ArrowDown")
    expect(mira.page.locator('input[value="timed"]')).to_be_checked()
    tab_to(mira, "#name")
    mira.page.keyboard.type("Mira")
    mira.page.keyboard.press("Enter")
    mira.enter()
    expect(mira.page.locator(".player[data-you] .name")).to_contain_text("Mira")
    expect(mira.page.locator(".begin b")).to_have_text("Against the clock")


def test_letters_choose_and_escape_lets_go(visit: Visit, site: Serving) -> None:
    mira = seated(visit, site, more="referee")
    three = with_a_set(mira)
    if len(mira.cards) == 12:
        mira.page.keyboard.press(key_of(mira, three[0]))
        expect(mira.page.locator(f'#cards [data-card="{three[0]}"]')).to_have_attribute("aria-pressed", "true")
        mira.hear("1 of 3 chosen")
        mira.page.keyboard.press("Escape")
        expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(0)
        for card in three:
            mira.page.keyboard.press(key_of(mira, card))
        mira.hear("You found a SET.")
        assert mira.score("Mira") == 1


def test_arrows_move_and_enter_chooses(visit: Visit, site: Serving) -> None:
    mira = seated(visit, site)
    place = "[...document.querySelectorAll('#cards .card')].indexOf(document.activeElement)"
    start = mira.page.evaluate(place)
    mira.page.keyboard.press("ArrowRight")
    mira.page.keyboard.press("ArrowDown")
    assert mira.page.evaluate(place) == start + 5
    mira.page.keyboard.press("Enter")
    expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(1)
    mira.page.keyboard.press("Tab")
    assert mira.page.evaluate("!document.activeElement.matches('#cards .card')")
    mira.page.keyboard.press("Shift+Tab")
    assert mira.page.evaluate(place) == start + 5


def test_space_calls_and_a_wrong_claim_waits(visit: Visit, site: Serving) -> None:
    mira = seated(visit, site, call=True, penalty=30)
    three = not_a_set(mira.cards)
    mira.page.keyboard.press(key_of(mira, three[0]))
    mira.hear("Call SET first")
    expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(0)
    mira.page.keyboard.press("Space")
    mira.hear("You called SET.")
    expect(mira.page.locator("#call")).to_be_disabled()
    for card in three:
        mira.page.keyboard.press(key_of(mira, card))
    mira.hear("Not a SET.")
    expect(mira.page.locator(".player[data-you] .note")).to_contain_text("wait")
    mira.page.keyboard.press("Space")
    mira.hear("more seconds")


def test_zero_says_that_there_is_no_set(visit: Visit, site: Serving) -> None:
    mira = seated(visit, site, penalty=0)
    was = first_set(mira.cards)
    mira.page.keyboard.press("Digit0")
    if was:
        mira.hear("There is a SET.")
    else:
        mira.hear("Three more cards.")


def test_the_rules_and_the_display_box_are_opened_and_closed_by_keys(visit: Visit, site: Serving) -> None:
    mira = seated(visit, site)
    tab_to(mira, '[popovertarget="rules"]')
    mira.page.keyboard.press("Enter")
    expect(mira.page.locator("#rules h2")).to_be_focused()
    expect(mira.page.get_by_role("dialog", name="Rules")).to_contain_text("Three cards are a SET if every property")
    expect(mira.page.locator("#rules .props")).to_contain_text("colour all the same")
    mira.page.keyboard.press("Escape")
    expect(mira.page.locator("#rules")).to_be_hidden()
    expect(mira.page.locator('[popovertarget="rules"]')).to_be_focused()
    tab_to(mira, '[popovertarget="look"]')
    mira.page.keyboard.press("Enter")
    expect(mira.page.locator("#look")).to_be_visible()
    tab_to(mira, '#look input[name="palette"]')
    mira.page.keyboard.press("ArrowRight")
    assert mira.page.evaluate("document.documentElement.dataset.palette") == "safe"
    mira.page.keyboard.press("Escape")
    expect(mira.page.locator("#look")).to_be_hidden()
    expect(mira.page.locator('[popovertarget="look"]')).to_be_focused()


def test_the_first_stop_leads_over_the_header(visit: Visit) -> None:
    mira = visit("/solitaire?seed=5")
    page, address = mira.page, mira.page.url
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 100
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('main *')")
    assert page.url == address


def choose_look(person: Person, name: str, value: str) -> None:
    """Choose in the display box, and close it."""
    person.page.evaluate("document.getElementById('look').showPopover()")
    person.page.locator(f"#look input[name={name}][value={value}]").check(force=True)
    person.page.keyboard.press("Escape")


def test_single_keys_are_switched_off_on_every_page(visit: Visit, site: Serving) -> None:
    """WCAG 2.1.4: who speaks to the computer, or leans on a key, can switch off letters, digits and signs."""
    mira = visit("/daily?level=basic")
    expect(mira.page.locator("#cards .key").first).to_be_visible()
    mira.page.keyboard.press("KeyQ")
    expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(1)
    mira.page.keyboard.press("Escape")
    choose_look(mira, "keys", "off")
    expect(mira.page.locator("#cards .key:visible, kbd:visible")).to_have_count(0)
    expect(mira.page.locator("#say")).to_have_text("Touch three cards.")
    for key in ("KeyQ", "p", "?"):
        mira.page.keyboard.press(key)
    expect(mira.page.locator("#paused")).to_be_hidden()
    expect(mira.page.locator("#cards :is([aria-pressed=true], [data-state])")).to_have_count(0)
    mira.page.locator("#cards .card").first.focus()
    mira.page.keyboard.press("Enter")
    expect(mira.page.locator("#cards [aria-pressed=true]")).to_have_count(1)
    mira.open("/solitaire?seed=5")
    mira.page.keyboard.press("1")
    mira.page.keyboard.press("?")
    expect(mira.page.locator("#hint")).not_to_have_attribute("aria-keyshortcuts", "1")
    expect(mira.page.locator("#cards [data-state], #advice:visible, .keys:visible")).to_have_count(0)
    mira.open("/explore")
    mira.page.keyboard.press("2")
    mira.page.locator("#modes input").first.focus()
    mira.page.keyboard.press("3")
    expect(mira.page.locator("#modes input").first).to_be_checked()
    room, token = site.open_room("standard", call=True, more="referee")
    mira.take_seat(site, room, token)
    mira.start()
    for key in ("Digit0", "KeyQ"):
        mira.page.keyboard.press(key)
    mira.page.locator("#cards .card").first.focus()
    mira.page.keyboard.press("Space")  # it presses the card now, which must be called for first
    mira.hear("Call SET first")
    assert not [text for text in mira.page.evaluate("window.said") if "You called" in text or "There is a SET" in text]
    choose_look(mira, "keys", "on")
    mira.page.locator("#cards .card").first.focus()
    mira.page.keyboard.press("Space")
    mira.hear("You called SET.")


def test_a_guest_keeps_the_focus_from_the_door_to_the_end(visit: Visit, site: Serving) -> None:
    room, token = site.open_room("standard")
    with site.feed(room, token) as host:
        jonas = visit(f"/{room}", "Jonas")
        focused = jonas.page.locator(":focus")
        jonas.page.keyboard.type("Jonas")
        jonas.page.keyboard.press("Enter")
        jonas.enter()
        expect(focused).to_have_id("panel")
        jonas.page.keyboard.press("Tab")
        expect(focused).to_have_value("classic")
        site.seat(room, "Ada")  # the waiting room is drawn again
        expect(jonas.page.locator(".player")).to_have_count(2)
        expect(focused).to_have_value("classic")
        host.ask("start")
        expect(jonas.page.locator("#cards .card").first).to_be_focused()
        host.ask("stop")
        expect(focused).to_have_id("panel")
