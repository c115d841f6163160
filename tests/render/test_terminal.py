"""Text for terminals: lines of equal width, pictures that differ, nothing that a terminal cannot show."""

import io
import re
import unicodedata
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.notation.faces import PROPERTIES, Face
from setlab.render import PALETTES, STYLES, card_lines, pick_style, sheet_text, symbol_text, visible_width
from setlab.render.terminal import CARD_WIDTH, SIZES, picture, symbol_dots

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = tuple(PROPERTIES)
PURPLE: Face = {"number": "2", "colour": "purple", "filling": "striped", "shape": "diamond"}
ANY_FACE = st.fixed_dictionaries({}, optional={name: st.sampled_from(PROPERTIES[name]) for name in NAMES})


def deck(d: int, values: int) -> list[Face]:
    words = [PROPERTIES[name][:values] for name in NAMES[:d]]
    return [dict(zip(NAMES, value, strict=False)) for value in product(*words)]


def bare(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


@pytest.mark.parametrize("style", STYLES)
def test_golden_card(style: str) -> None:
    lines = card_lines(PURPLE, "classic", style)
    golden = (GOLDEN / f"render_card_{style}.txt").read_text(encoding="utf-8")
    assert "\n".join(lines).replace("\x1b", "\\e") + "\n" == golden


@given(ANY_FACE, st.sampled_from(STYLES), st.sampled_from(sorted(PALETTES)))
def test_lines_have_equal_width(face: Face, style: str, palette: str) -> None:
    lines = card_lines(face, palette, style)
    assert {visible_width(line) for line in lines} == {CARD_WIDTH}


@given(ANY_FACE, st.sampled_from(sorted(PALETTES)))
def test_plain_is_ascii_and_therefore_equal_on_every_terminal(face: Face, palette: str) -> None:
    lines = card_lines(face, palette, "plain")
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert {visible_width(line, ambiguous=2) for line in lines} == {CARD_WIDTH}
    assert symbol_text(face, "plain").isascii()


@given(ANY_FACE)
def test_only_the_frame_has_characters_of_ambiguous_width(face: Face) -> None:
    for style in ("colour", "mono"):
        top, *middle, bottom = map(bare, card_lines(face, "labelled", style))
        for line in middle:
            assert {unicodedata.east_asian_width(c) for c in line[1:-1]} <= {"N", "Na"}
        assert "W" not in {unicodedata.east_asian_width(c) for c in top + bottom + symbol_text(face, style)}
        assert len({visible_width(line, ambiguous=2) for line in middle}) == 1


@given(ANY_FACE)
def test_mono_and_plain_have_no_colour_codes(face: Face) -> None:
    for style in ("mono", "plain"):
        assert "\x1b" not in "".join(card_lines(face, "classic", style)) + symbol_text(face, style)


def test_colour_codes_are_closed_on_every_line() -> None:
    for line in [*card_lines(PURPLE, style="colour"), symbol_text(PURPLE, "colour")]:
        assert line.startswith("\x1b[38;5;")
        assert line.endswith("\x1b[0m")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_pictures_of_the_game_differ_clearly(number: int) -> None:
    width, height, _ = SIZES[number]
    kinds = product(PROPERTIES["shape"][:3], PROPERTIES["filling"][:3])
    dots = [symbol_dots(shape, filling, width, height) for shape, filling in kinds]
    assert all(len(a ^ b) >= 15 for a, b in combinations(dots, 2))


def test_pictures_have_their_size() -> None:
    for number, filling, shape in product(range(1, 6), PROPERTIES["filling"], PROPERTIES["shape"]):
        assert [len(line) for line in picture(number, filling, shape)] == [17] * 4


def test_the_squiggle_is_symmetric_in_dots_too() -> None:
    dots = symbol_dots("squiggle", "open", 9, 15)
    assert {(8 - x, 14 - y) for x, y in dots} == dots


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("d", "values"), [(4, 3), (5, 3), (6, 3), (3, 5), (4, 4), (4, 5)])
def test_all_cards_of_a_deck_differ(style: str, d: int, values: int) -> None:
    cards = deck(d, values)
    assert len({tuple(card_lines(card, "classic", style)) for card in cards}) == values**d
    assert len({symbol_text(card, style) for card in cards}) == values**d


@pytest.mark.parametrize("style", STYLES)
def test_samples_of_the_largest_deck_differ(style: str) -> None:
    random = Random(8)
    cards = {tuple(random.choice(PROPERTIES[name]) for name in NAMES) for _ in range(500)}
    faces = [dict(zip(NAMES, card, strict=True)) for card in cards]
    assert len({tuple(card_lines(face, "classic", style)) for face in faces}) == len(faces)
    assert len({symbol_text(face, style) for face in faces}) == len(faces)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("width", [1, 19, 40, 80, 200])
def test_sheets_fit_the_width(style: str, width: int) -> None:
    cards = deck(4, 3)[:12]
    text = sheet_text(
        cards,
        width=width,
        style=style,
        captions=[f"card number {i}, with a long caption" for i in range(12)],
        marks=["*"] * 12,
        groups=[(0, i, 11) for i in range(1, 11)],
    )
    assert all(visible_width(line) <= max(width, CARD_WIDTH) for line in text.split("\n"))
    assert all(not line.endswith(" ") for line in text.split("\n"))


def test_columns() -> None:
    cards = deck(4, 3)[:12]

    def tops(width: int = 80, columns: int | None = None) -> list[int]:
        text = sheet_text(cards, width=width, columns=columns)
        return [line.count("╭") for line in text.split("\n") if "╭" in line]

    assert tops() == [4, 4, 4]
    assert tops(width=200) == [4, 4, 4]
    assert tops(width=60) == [3, 3, 3, 3]
    assert tops(width=200, columns=6) == [6, 6]
    assert tops(columns=6) == [4, 4, 4]
    with pytest.raises(ValueError, match=r"^0 columns cannot be drawn"):
        sheet_text(cards, columns=0)


def test_groups_captions_and_marks_stand_below() -> None:
    cards = deck(2, 3)[:3]
    text = sheet_text(cards, style="plain", captions=["00", "01", "02"], marks=["", "?", ""], groups=[(0, 1, 2)])
    assert text.split("\n")[-1] == " 00            [1]   01          ? [1]   02            [1]"
    coloured = sheet_text(cards, style="colour", groups=[(0, 1, 2)])
    assert coloured.count("\x1b[1;38;5;231;48;5;") == 3


def test_many_groups_take_more_lines() -> None:
    text = sheet_text(deck(1, 3)[:1], style="plain", groups=[(0,)] * 12)
    assert [int(number) for number in re.findall(r"\[(\d+)\]", text)] == list(range(1, 13))


def test_wrong_requests_are_named() -> None:
    with pytest.raises(ValueError, match=r"^'loud' is not a style: choose colour, mono or plain$"):
        card_lines({}, "classic", "loud")
    with pytest.raises(ValueError, match=r"^2 captions for 1 card: give one for each card$"):
        sheet_text([{}], captions=["1", "2"])
    with pytest.raises(ValueError, match=r"^'6' is not a number"):
        symbol_text({"number": "6"}, "plain")
    with pytest.raises(ValueError, match=r"^'x' is not a palette"):
        card_lines({}, "x", "plain")
    assert sheet_text([]) == ""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str | None, tty: bool = True) -> None:
        super().__init__()
        self._encoding, self._tty = encoding, tty

    def isatty(self) -> bool:
        return self._tty

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self._encoding


@pytest.mark.parametrize(
    ("encoding", "tty", "environ", "style"),
    [
        ("utf-8", True, {"TERM": "xterm-256color"}, "colour"),
        ("utf-8", True, {}, "colour"),
        ("utf-8", False, {"TERM": "xterm-256color"}, "mono"),
        ("utf-8", True, {"NO_COLOR": "1"}, "mono"),
        ("utf-8", True, {"NO_COLOR": ""}, "colour"),
        ("utf-8", True, {"LC_ALL": "C"}, "plain"),
        ("utf-8", True, {"LC_ALL": "POSIX", "FORCE_COLOR": "1"}, "plain"),
        ("utf-8", True, {"LC_ALL": "C.UTF-8"}, "colour"),
        ("utf-8", True, {"TERM": "dumb"}, "mono"),
        ("utf-8", True, {"TERM": "linux"}, "plain"),
        ("utf-8", False, {"FORCE_COLOR": "1"}, "colour"),
        ("utf-8", False, {"CLICOLOR_FORCE": "1"}, "colour"),
        ("utf-8", False, {"FORCE_COLOR": "0"}, "mono"),
        ("utf-8", False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, "mono"),
        ("ascii", True, {"FORCE_COLOR": "1"}, "plain"),
        ("latin-1", True, {}, "plain"),
        ("cp1252", False, {}, "plain"),
        ("no such encoding", True, {}, "plain"),
        ("utf-16", True, {}, "colour"),
        (None, False, {}, "mono"),
    ],
)
def test_pick_style(encoding: str | None, tty: bool, environ: dict[str, str], style: str) -> None:
    assert pick_style(Terminal(encoding, tty), environ) == style


def test_what_is_picked_can_be_encoded() -> None:
    kinds = product(*(PROPERTIES[name] for name in ("shape", "filling", "border")))
    faces = [{"shape": shape, "filling": filling, "border": border} for shape, filling, border in kinds]
    for encoding in ("utf-8", "ascii", "cp437", "shift_jis", "gb18030"):
        style = pick_style(Terminal(encoding), {})
        for face in faces:
            ("\n".join(card_lines(face, "classic", style)) + symbol_text(face, style)).encode(encoding)
