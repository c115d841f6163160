"""`setlab look`: plain lines that other verbs read, JSON, the marked photo, and bad files."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

import setlab
from tests.cli.conftest import Run
from tests.photo.table import take_photo

CARDS = [setlab.Card(card) for card in setlab.deal(12, seed=5)]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("look") / "table.jpg"
    cv2.imwrite(str(path), take_photo(CARDS)[0][:, :, ::-1])
    return path


def test_its_lines_are_read_by_other_verbs(run: Run, photo: Path) -> None:
    done = run("look", str(photo))
    assert done.status == 0
    lines = [line.split("#")[0].strip() for line in done.out.splitlines()]
    assert [setlab.Card(line) for line in lines if line] == CARDS
    assert f"# 12 cards, {len(setlab.find_sets(CARDS))} SETs" in done.out


def test_json_and_the_marked_photo(run: Run, photo: Path, tmp_path: Path) -> None:
    marked = tmp_path / "marked.png"
    done = run("look", str(photo), "--json", "--save", str(marked))
    assert [card["card"] for card in done.json["cards"]] == [card.digits for card in CARDS]
    assert done.json["path"] == str(marked)
    assert marked.read_bytes()[:4] == b"\x89PNG"


def test_bad_files_and_no_camera(run: Run, photo: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no photo")
    for arguments, message in [
        ((str(text),), "is not a picture"),
        ((str(tmp_path / "none.jpg"),), "cannot be read"),
        ((str(tmp_path),), "cannot be read"),
        ((), "no photo given"),
        ((str(photo), "--save", "marked.txt"), "let its name end in"),
        ((str(photo), str(photo), "--save", "marked.png"), "is for one photo"),
        (("--camera", "99"), "cannot be opened"),
        (("--camera", "0", "--json"), "--camera is live"),
    ]:
        done = run("look", *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert message in done.err
        assert len(done.err.splitlines()) == 1
