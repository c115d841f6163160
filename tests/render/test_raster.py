"""Files: whole or not at all, of the size that was asked for."""

import struct
import sys
from pathlib import Path

import pytest

from setlab.files import whole_file
from setlab.render import Drawing, draw_card, draw_sheet, save_drawing, to_pdf, to_png

CARD = draw_card({"number": "1", "colour": "red", "filling": "solid", "shape": "oval"})
RICH = draw_card(
    {
        "number": "5",
        "filling": "dotted",
        "shape": "star",
        "border": "chain",
        "scent": "mint",
        "background": "teal",
    }
)


def size_of(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.mark.parametrize("scale", [0.5, 1, 2, 3])
def test_png_has_its_size(tmp_path: Path, scale: float) -> None:
    to_png(CARD, tmp_path / "card.png", scale)
    assert size_of(tmp_path / "card.png") == (186 * scale, 120 * scale)
    assert [path.name for path in tmp_path.iterdir()] == ["card.png"]


def test_png_has_the_ink_where_the_symbol_is(tmp_path: Path) -> None:
    from matplotlib.image import imread

    to_png(CARD, tmp_path / "card.png", 1)
    pixels = imread(tmp_path / "card.png")

    def colour(x: int, y: int) -> str:
        return "#" + "".join(f"{round(float(part) * 255):02x}" for part in pixels[y, x])

    assert colour(93, 60) == "#dc1f2eff"
    assert colour(40, 60) == "#ffffffff"
    assert colour(0, 0).endswith("00"), "outside of the rounded corner nothing is painted"


def test_pictures_do_not_depend_on_the_time_or_on_settings(tmp_path: Path) -> None:
    import matplotlib

    for suffix in ("png", "pdf", "svg"):
        save_drawing(RICH, tmp_path / f"a.{suffix}")
        with matplotlib.rc_context({"font.size": 40, "font.family": "serif", "lines.scale_dashes": False}):
            save_drawing(RICH, tmp_path / f"b.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


def test_pdf_has_its_pages_and_size(tmp_path: Path) -> None:
    to_pdf(RICH, tmp_path / "card.pdf")
    data = (tmp_path / "card.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert b"/MediaBox [ 0 0 186 120 ]" in data
    to_pdf([CARD, RICH, draw_sheet([{}] * 4)], tmp_path / "pages.pdf", scale=2)
    data = (tmp_path / "pages.pdf").read_bytes()
    assert b"/Count 3" in data
    assert b"/MediaBox [ 0 0 372 240 ]" in data


def test_the_ending_of_the_name_decides(tmp_path: Path) -> None:
    for name, start in (("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<svg")):
        save_drawing(CARD, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    for name in ("a.jpg", "svg", ".svg"):
        with pytest.raises(ValueError, match=r"is not a picture: let its name end in \.svg, \.png or \.pdf$"):
            save_drawing(CARD, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("matplotlib", "matplotlib.style"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"^PNG needs matplotlib: pip install 'setlab\[pictures\]', or write .svg$"):
        to_png(CARD, tmp_path / "card.png")
    with pytest.raises(ImportError, match=r"^PDF needs matplotlib"):
        to_pdf(CARD, tmp_path / "card.pdf")
    save_drawing(CARD, tmp_path / "card.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["card.svg"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "card.svg"
    target.write_text("old")

    def fail() -> None:
        with whole_file(target) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"absent/card.svg'$"):
        save_drawing(CARD, tmp_path / "absent" / "card.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OSError, match=r"folder.svg'$"):
        save_drawing(CARD, tmp_path / "folder.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_wrong_requests_are_named(tmp_path: Path) -> None:
    for scale in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"is not a scale: choose a number above 0, at most 1000$"):
            to_png(CARD, tmp_path / "card.png", scale)
    pages: list[Drawing] = []
    with pytest.raises(ValueError, match=r"a PDF needs at least one page: give a drawing$"):
        to_pdf(pages, tmp_path / "card.pdf")
