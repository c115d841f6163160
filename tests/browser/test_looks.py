"""Palettes, themes and words on the cards: what the style sheet paints is what `render` says."""

import re

import pytest
from playwright.sync_api import expect

from setlab.notation import find_notation
from setlab.render import PALETTES
from tests.browser.conftest import Visit
from tests.browser.people import Person

PAINTS = """({ cardImage }) => {
  const hex = (rgb) => rgb.match(/\\d+/g).slice(0, 3).map((n) => Number(n).toString(16).padStart(2, '0'));
  const show = (card, dimension) => {
    const image = cardImage(card, dimension);
    document.querySelector('main').append(image);
    const ink = getComputedStyle(image.querySelector('.face')).color, paint = getComputedStyle(image).backgroundColor;
    image.remove();
    return ['#' + hex(ink).join(''), '#' + hex(paint).join('')];
  };
  return [4, 5].map((d) => Array.from({ length: 3 ** d }, (_, card) => show(card, d)));
}"""


def paints(person: Person) -> tuple[list[list[str]], list[list[str]]]:
    four, five = person.run("shared/cards", PAINTS)
    return four, five


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("palette", ["classic", "safe"])
def test_cards_have_the_inks_of_the_palette(visit: Visit, palette: str, theme: str) -> None:
    mira = visit(f"/?palette={palette}&theme={theme}")
    four, five = paints(mira)
    notation, wide = find_notation(dimension=4), find_notation(dimension=5)
    ground = "white" if theme == "light" else "black"
    for card, (ink, _) in enumerate(four):
        assert ink == PALETTES[palette].ink(notation.face(card)["colour"], ground)
    for card, (ink, paint) in enumerate(five):
        face = wide.face(card)
        assert ink == PALETTES[palette].ink(face["colour"], face["background"])
        assert paint == PALETTES[palette].ground(face["background"])
    mira.picture(f"home-{palette}-{theme}")


def test_the_safe_palette_is_offered_beside_the_practice_table_and_kept(visit: Visit) -> None:
    mira = visit("/")
    mira.page.click("#safe")
    assert mira.page.evaluate("document.documentElement.dataset.palette") == "safe"
    mira.open("/new")
    assert mira.page.evaluate("document.documentElement.dataset.palette") == "safe"


def test_words_stand_on_the_cards(visit: Visit) -> None:
    mira = visit("/?palette=words")
    card = mira.page.locator("#warm .card").first
    name = card.get_attribute("aria-label") or ""
    words = {"one": "1", "two": "2", "three": "3"}
    number, _, rest = name.partition(" ")
    expect(card.locator(".words")).to_be_visible()
    assert re.sub(r"\s+", " ", card.locator(".words").inner_text()) == f"{words[number]} {rest}"
    mira.picture("home-words")


@pytest.mark.parametrize(("scheme", "theme"), [("dark", "dark"), ("light", "light")])
def test_the_page_follows_the_device_until_the_reader_chooses(visit: Visit, scheme: str, theme: str) -> None:
    mira = visit("/", color_scheme=scheme)
    assert mira.page.evaluate("document.documentElement.dataset.theme") == theme
    mira.page.get_by_role("button", name="Display").click()
    mira.page.locator("#look input[value=dark]").check(force=True)
    mira.page.reload()
    assert mira.page.evaluate("document.documentElement.dataset.theme") == "dark"


EDGE = """(at) => {
  const { borderTopWidth, borderTopStyle, borderTopColor, opacity } = getComputedStyle(at);
  return Number(opacity) ? [borderTopWidth, borderTopStyle, borderTopColor].join(' ') : 'unseen';
}"""


def test_a_contrast_theme_shows_what_is_chosen(visit: Visit) -> None:
    """Where the system replaces colours and shadows, edges and states are borders, and cards keep their inks."""
    mira = visit("/", forced_colors="active")

    def edge(selector: str, n: int = 0) -> str:
        found: str = mira.page.locator(selector).nth(n).evaluate(EDGE)
        return found

    def style(selector: str, name: str) -> str:
        found: str = mira.page.locator(selector).first.evaluate(f"(at) => getComputedStyle(at).{name}")
        return found

    plain = edge("#warm .card", 1)
    assert plain.startswith("1px solid")
    assert style("#warm .card", "forcedColorAdjust") == style(".btn.main", "forcedColorAdjust") == "none"
    mira.page.locator("#warm .card").first.click()
    assert edge("#warm .card").startswith("4px solid")
    assert edge("#warm .card").split(" ", 2)[2] != plain.split(" ", 2)[2]
    mira.page.get_by_role("button", name="Display").click()
    for name in ("palette", "theme", "motion", "keys", "language"):
        assert edge(f"#look input[name={name}]:checked").startswith("3px solid")
        assert edge(f"#look input[name={name}]:not(:checked)").startswith("0px")
    mira.picture("home-contrast")
    mira.open("/new")
    assert edge(".tile input:checked").startswith("3px solid")
    mira.open("/daily")
    assert edge(".levels [aria-current]").startswith("3px solid")
    mira.page.click("#hint")
    assert edge("#cards [data-state=hint]").startswith("4px dotted")
    mira.page.locator("#found .slot").first.wait_for()
    mira.open("/explore?mode=plane&cards=0000.0001.0010")
    assert edge("#space .card[data-state=in]").startswith("3px solid")


def test_reduced_motion_lifts_no_card(visit: Visit) -> None:
    mira = visit("/", reduced_motion="reduce")
    card = mira.page.locator("#warm .card").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert card.evaluate("(card) => getComputedStyle(card).translate") == "none"
