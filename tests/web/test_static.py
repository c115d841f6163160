"""The static files: inks from the palettes of `render`, contrast, no foreign hosts, no inline code, small."""

import gzip
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from setlab.geometry import Deck
from setlab.notation.languages import LANGUAGES
from setlab.render import PALETTES
from setlab.render.glyph import OUTLINES
from setlab.rooms.games import find_game, pairings
from setlab.web.pages.assets import compact_script
from setlab.web.pages.site import FILLINGS, LESSONS, MARKS, SHAPES, Page, glyphs, marks, page_sprite

STATIC = Path(__file__).parents[2] / "src" / "setlab" / "web" / "static"
SERVED = sorted(path for path in STATIC.rglob("*") if path.suffix in {".css", ".html", ".js", ".json", ".svg"})
STYLE = (STATIC / "setlab.css").read_text()

LIGHT, DARK, SAFE = ":root", '[data-theme="dark"]', '[data-palette="safe"]'
SAFE_DARK = DARK + SAFE


def tokens(selector: str) -> dict[str, str]:
    """The tokens that the first rule with this selector sets."""
    start = re.search(rf"^\s*{re.escape(selector)} \{{", STYLE, re.MULTILINE)
    assert start, selector
    return dict(re.findall(r"--([\w-]+): (#\w+)", STYLE[start.end() :].partition("}")[0]))


def luminance(colour: str) -> float:
    """The relative luminance of a colour by WCAG 2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("selector", "palette", "background"),
    [
        (LIGHT, "classic", "white"),
        (DARK, "classic", "black"),
        (SAFE, "safe", "white"),
        (SAFE_DARK, "safe", "black"),
        ('[data-ground="white"]', "classic", "white"),
        (':is([data-ground="black"], [data-ground="grey"])', "classic", "grey"),
        ('[data-palette="safe"] [data-ground="white"]', "safe", "white"),
        ('[data-palette="safe"] :is([data-ground="black"], [data-ground="grey"])', "safe", "grey"),
    ],
)
def test_inks_are_those_of_the_palettes(selector: str, palette: str, background: str) -> None:
    found = tokens(selector)
    for colour in ("red", "green", "purple"):
        assert found[colour] == PALETTES[palette].ink(colour, background)


@pytest.mark.parametrize("ground", ["black", "grey"])
def test_grounds_are_those_of_the_palettes(ground: str) -> None:
    assert tokens(f'[data-ground="{ground}"]')["card"] == PALETTES["classic"].ground(ground)


TEXT = [("ink", "paper"), ("ink-2", "paper"), ("ink-3", "paper"), ("ink-2", "table"), ("accent", "paper"),
        ("accent", "table"), ("on-accent", "accent"), ("warn", "paper"), ("warn", "table"), ("accent", "accent-soft"),
        ("warn", "warn-soft"), ("ink", "accent-soft"), ("key", "card")]  # fmt: skip
SHAPED = [("edge", "paper"), ("card-edge", "table"), ("accent", "card"), ("warn", "card"), ("red", "card"),
          ("green", "card"), ("purple", "card")]  # fmt: skip


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_contrast_of_text_and_shapes(theme: str) -> None:
    """WCAG AA: 4.5 for text, 3 for shapes and edges."""
    found = tokens(LIGHT) | tokens(theme)
    for least, pairs in ((4.5, TEXT), (3.0, SHAPED)):
        for ink, ground in pairs:
            assert contrast(found[ink], found[ground]) >= least, (ink, ground)


def test_safe_inks_have_contrast_on_every_card() -> None:
    for inks, ground in ((SAFE, tokens(LIGHT)["card"]), (SAFE_DARK, tokens(DARK)["card"])):
        for colour in ("red", "green", "purple"):
            assert contrast(tokens(inks)[colour], ground) >= 3


def test_no_file_names_another_host() -> None:
    for path in SERVED:
        hosts = re.findall(r"(?:https?:)?//[\w-]+\.[\w.-]+", path.read_text())
        assert [host for host in hosts if "www.w3.org" not in host] == [], path.name


def test_pages_have_no_inline_code() -> None:
    for page in (STATIC / "pages").rglob("*.html"):
        text = page.read_text()
        assert re.findall(r"<script(?![^>]*\ssrc=)|\sstyle=|<style|\son\w+=|javascript:", text) == [], page.name


def test_modules_never_read_html() -> None:
    for module in (STATIC / "js").rglob("*.js"):
        found = re.findall(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", module.read_text()
        )
        assert found == [], module.name


def test_published_modules_lose_comments_alone() -> None:
    """No text of a module spans lines, so that indentation means nothing, and none looks like a type in a comment."""
    for module in (STATIC / "js").rglob("*.js"):
        source = module.read_text()
        texts = re.findall(r'`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"', source)
        assert not [text for text in texts if "\n" in text or "/** @" in text], module.name
        assert "/** @" not in compact_script(source), module.name


IMPORTED = re.compile(r'(?:from|import|import\()\s*"(\.[\w./-]+\.js)"')


def needed(module: Path, seen: set[Path]) -> set[Path]:
    """A module with all modules that it names, directly or not."""
    if module in seen:
        return seen
    seen.add(module)
    for path in IMPORTED.findall(module.read_text()):
        needed((module.parent / path).resolve(), seen)
    return seen


def files_of(name: str, language: str, lesson: str = "") -> set[Path]:
    """Everything that a page asks for in a language."""
    page = Page.read(name, (STATIC / "pages" / f"{name}.html").read_text())
    words = [f"{language}.json", *(f"{language}/{section}.json" for section in (*page.words, *filter(None, [lesson])))]
    modules = [page.js or "plain", *([f"learn/lessons/{lesson}"] if lesson else [])]
    found = {
        STATIC / "js" / "look.js",
        STATIC / "js" / "ready.js",
        STATIC / "pages" / f"{name}.html",
        *(STATIC / "locale" / file for file in words),
    }
    found |= {STATIC / f"{sheet}.css" for sheet in ("setlab", *page.css)}
    for module in modules:
        needed((STATIC / "js" / f"{module}.js").resolve(), found)
    return found


@cache
def compressed_size(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(path.stem for path in (STATIC / "pages").glob("*.html")))
def test_everything_that_a_page_needs_is_small(name: str, language: str) -> None:
    """Page, style, texts, modules and the sprite, compressed one by one as they are sent."""
    sprite = page_sprite().encode()
    assert len(sprite) < 15_000
    for lesson in LESSONS if name == "lesson" else [""]:
        sizes = {path.name: compressed_size(path) for path in files_of(name, language, lesson)}
        assert sum(sizes.values()) + len(gzip.compress(sprite)) < 96_000, (lesson, sizes)


def test_files_of_a_page_are_found() -> None:
    names = {path.relative_to(STATIC).as_posix() for path in files_of("lesson", "de", "hidden")}
    assert {"js/shared/words.js", "js/learn/frame.js", "js/learn/lessons/hidden.js", "locale/de/hidden.json"} <= names


def test_sprite_has_every_glyph_in_two_sizes_and_every_mark() -> None:
    names = set(re.findall(r'<symbol id="([\w-]+)"', page_sprite()))
    assert names == glyphs().keys() | marks().keys()
    assert len(glyphs()) == 2 * len(SHAPES) * len(FILLINGS)
    assert len(marks()) == len(MARKS) == 3


def test_sprite_has_the_outlines_of_the_drawings() -> None:
    for shape in SHAPES:
        left, top, right, bottom = OUTLINES[shape].scale(78).bounds
        drawing = glyphs()[f"{shape}-open"]
        (group,) = drawing.elements
        assert drawing.width > right - left
        assert drawing.height > bottom - top
        assert (group.x, group.y) == (drawing.width / 2, drawing.height / 2)  # type: ignore[union-attr]


def test_sprite_is_painted_in_the_colour_of_its_place() -> None:
    paints = set(re.findall(r'(?:fill|stroke)="([^"]+)"', page_sprite()))
    assert paints == {"none", "currentColor"}


def examples() -> list[tuple[str, int, tuple[int, ...]]]:
    source = (STATIC / "js" / "games.js").read_text()
    found = re.findall(r'game: "([\w-]+)", dimension: (\d+), cards: \[([\d, ]+)\]', source)
    return [(game, int(d), tuple(map(int, cards.split(",")))) for game, d, cards in found]


def test_games_on_the_page_are_those_of_rooms() -> None:
    from setlab.rooms.games import GAMES

    assert {game for game, _, _ in examples()} == GAMES.keys()


@pytest.mark.parametrize(("game", "dimension", "cards"), examples())
def test_examples_of_games_can_be_claimed(game: str, dimension: int, cards: tuple[int, ...]) -> None:
    played = find_game(game)
    assert len(cards) == played.claim_size
    assert dimension % 10 == played.dimension_of(played.read({}))
    assert dimension // 10 == (played.values if played.values != 3 else 0)
    deck = Deck(dimension % 10, played.values)
    if game != "ultra":
        assert deck.is_set(cards)
    else:
        thirds = [{next(c for c in deck if deck.is_set((*pair, c))) for pair in both} for both in pairings(cards)]
        assert any(len(third) == 1 for third in thirds)
        assert not any(deck.is_set(three) for three in combinations(cards, 3))
