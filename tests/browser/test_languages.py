"""Three languages: the page, the names of cards as a native says them, complaints, and the change of the language."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from setlab.rooms import GAMES
from tests.browser.conftest import Visit
from tests.browser.people import PHONE

LOCALE = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static" / "locale"

NAMES = "({ nameOf }, asked) => asked.map(([card, dimension]) => nameOf(card, dimension))"

ASKED = [
    (0, 4),
    (1, 4),
    (8, 4),
    (27 + 3, 4),
    (54 + 9 + 6 + 1, 4),
    (54 + 18 + 2, 4),
    (9 + 3 + 2, 3),
    (81 + 27 + 18 + 3 + 2, 5),
]

SPOKEN = {
    "en": [
        "one red solid oval",
        "one red solid diamond",
        "one red open squiggle",
        "two red striped ovals",
        "three green open diamonds",
        "three purple solid squiggles",
        "two green squiggles",
        "two green open diamonds on grey",
    ],
    "de": [
        "ein rotes gefülltes Oval",
        "eine rote gefüllte Raute",
        "eine rote leere Welle",
        "zwei rote gestreifte Ovale",
        "drei grüne leere Rauten",
        "drei violette gefüllte Wellen",
        "zwei grüne Wellen",
        "zwei grüne leere Rauten auf Grau",
    ],
    "nb": [
        "én rød fylt oval",
        "én rød fylt rombe",
        "én rød tom bølge",
        "to røde stripete ovaler",
        "tre grønne tomme romber",
        "tre lilla fylte bølger",
        "to grønne bølger",
        "to grønne tomme romber på grått",
    ],
}

COMPLAINTS = {
    "en": [
        "Filling: two solid, one striped.",
        "Shape: two ovals, one diamond.",
        "Number: two cards with 1, one with 2.",
    ],
    "de": [
        "Füllung: zweimal gefüllt, einmal gestreift.",
        "Form: zweimal Oval, einmal Raute.",
        "Anzahl: zwei Karten mit 1, eine mit 2.",
    ],
    "nb": ["Fyll: to fylte, én stripete.", "Form: to ovaler, én rombe.", "Antall: to kort med 1, ett med 2."],
}


def words(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((LOCALE / f"{language}.json").read_text())
    return found


@pytest.mark.parametrize("language", SPOKEN)
def test_cards_are_named_as_natives_say(visit: Visit, language: str) -> None:
    mira = visit(f"/?lang={language}")
    assert mira.run("shared/cards", NAMES, [list(each) for each in ASKED]) == SPOKEN[language]


@pytest.mark.parametrize("language", COMPLAINTS)
def test_complaints_are_sentences(visit: Visit, language: str) -> None:
    mira = visit(f"/?lang={language}")
    complain = "({ brokenProperty, complaint }, claims) => claims.map((cards) => complaint(brokenProperty(cards, 4)))"
    found = mira.run("shared/cards", complain, [[0, 27, 57], [0, 27, 55], [0, 1, 28]])
    assert found == COMPLAINTS[language]


FIGURES = {
    "en": ["1,080", "2,284,535,476,080", "3.2 %", "0.33", "3.2 · 10⁻⁷"],
    "de": ["1.080", "2.284.535.476.080", "3,2 %", "0,33", "3,2 · 10⁻⁷"],
    "nb": ["1 080", "2 284 535 476 080", "3,2 %", "0,33", "3,2 · 10⁻⁷"],
}

WRITTEN = """({ whole, percent, decimal }) => [
  whole(1080), whole("2284535476080"), percent(0.0321, { maximumFractionDigits: 1 }),
  decimal("0.33"), decimal("3.2e-07"),
]"""


@pytest.mark.parametrize("language", FIGURES)
def test_numbers_are_written_as_natives_do(visit: Visit, language: str) -> None:
    """Thousands, decimals and per cent, also in a sentence with a p value of the server."""
    mira = visit(f"/?lang={language}")
    assert [text.replace("\u00a0", " ") for text in mira.run("shared/words", WRITTEN)] == FIGURES[language]
    comma = "." if language == "en" else ","
    seen = {"key": "which", "values": {"p": "0.33"}, "text": ""}
    said = mira.run(
        "shared/seen",
        "({ seenFirst }, said) => seenFirst(said)[0].textContent",
        {"effects": [], "sentences": [seen], "level": 0.95},
    )
    assert f"p = 0{comma}33" in said
    fit = {"fits": True, "degrees": 3, "p": "0.33"}
    mira.open(f"/lab/exact?lang={language}")
    found = mira.run("lab/finding", "({ sentences }, fit) => sentences({ fit, bars: [] })[2].textContent", fit)
    assert f"p = 0{comma}33" in found
    expect(mira.page.locator("#table tbody tr").nth(12)).to_contain_text(f"0{comma}0323019786")


@pytest.mark.parametrize("language", SPOKEN)
def test_pages_speak_the_language(visit: Visit, language: str) -> None:
    mira = visit(f"/?lang={language}", viewport=PHONE)
    assert mira.page.evaluate("document.documentElement.lang") == language
    expect(mira.page.locator("h1")).to_have_text(words(language)["home"]["heading"])
    mira.picture(f"home-phone-{language}")
    mira.open(f"/new?lang={language}")
    expect(mira.page.locator("#create")).to_have_text(words(language)["new"]["create"])
    expect(mira.page.locator(".tile-name")).to_have_count(len(GAMES))
    mira.picture(f"new-phone-{language}")


@pytest.mark.parametrize(("browser", "language"), [("de-AT", "de"), ("nn-NO", "nb"), ("fr-FR", "en")])
def test_the_browser_says_which_language(visit: Visit, browser: str, language: str) -> None:
    mira = visit("/", locale=browser)
    assert mira.page.evaluate("document.documentElement.lang") == language


def test_the_language_is_changed_in_the_display_box_and_kept(visit: Visit) -> None:
    mira = visit("/")
    mira.page.get_by_role("button", name="Display").click()
    with mira.page.expect_navigation():
        mira.page.locator("#look input[name=language][value=nb]").check(force=True)
    expect(mira.page.locator("h1")).to_have_text(words("nb")["home"]["heading"])
    mira.open("/new")
    assert mira.page.evaluate("document.documentElement.lang") == "nb"


REFUSED = {
    "too-fast": "Zu schnell. Warte einen Moment.",
    "full": "Der Server hat so viele Räume, wie er tragen kann. Versuche es später noch einmal.",
    "bad-option": "Der Server kennt diese Optionen nicht. Wähle andere.",
    "something-new": "Der Raum ließ sich nicht öffnen. Versuche es noch einmal.",
}


def refusing(code: str) -> Callable[[Route], None]:
    """A server that refuses with a code."""
    return lambda route: route.fulfill(status=422, json={"code": code, "reason": "the sentence of the server"})


def test_a_refused_room_is_explained_in_the_language_of_the_page(visit: Visit) -> None:
    mira = visit("/new?lang=de")
    for code, sentence in REFUSED.items():
        mira.page.route("**/api/rooms", refusing(code))
        mira.page.click("#create")
        expect(mira.page.get_by_role("alert")).to_have_text(sentence)
        mira.page.unroute("**/api/rooms")
    mira.page.click("#create")
    mira.enter()
