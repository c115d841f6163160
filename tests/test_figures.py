"""The figures in docs/ are drawn by the present code: each says what its command says."""

import re
from pathlib import Path

import pytest

from scripts.figures import COMMANDS, IMAGES, draw

pytest.importorskip("matplotlib")

TOLD = re.compile(r"<dc:(title|description)>([^<]*)<")


def told(path: Path) -> list[tuple[str, str]]:
    return TOLD.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_figure_of_the_pages_is_up_to_date(name: str, tmp_path: Path) -> None:
    assert told(IMAGES / f"{name}.svg") == told(draw(name, tmp_path)), "renew it: python -m scripts.figures"


def test_every_figure_is_shown() -> None:
    page = (IMAGES.parent / "figures.md").read_text(encoding="utf-8")
    assert all(f"images/{name}.svg" in page for name in COMMANDS)
