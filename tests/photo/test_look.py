"""`setlab.look`: rendered photos are read, the corners are right, and the photo may come in every form."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

import setlab
from setlab.errors import SpecError
from setlab.photo.image import read_header, read_pixels
from setlab.photo.photo import photo_record, reading_order
from tests.photo.spoilt import encode_photo, photo_like, spoilt_files, with_orientation
from tests.photo.table import take_photo

TABLE = setlab.deal(12, seed=5)
CARDS = [setlab.Card(card) for card in TABLE]


@pytest.fixture(scope="module")
def scene() -> Any:
    return take_photo(CARDS)


@pytest.fixture(scope="module")
def seen(scene: Any) -> setlab.photo.Photo:
    return setlab.look(scene[0])


def test_all_cards_are_read_row_by_row(seen: setlab.photo.Photo) -> None:
    assert list(seen.table) == list(TABLE)
    assert seen.sets == tuple(setlab.find_sets(TABLE))
    assert all(card.probability > 0.8 for card in seen.cards)
    assert set(seen.cards[0].properties) == {"number", "colour", "filling", "shape"}


def test_the_corners_are_those_of_the_cards(scene: Any, seen: setlab.photo.Photo) -> None:
    for card, truth in zip(seen.cards, scene[1], strict=True):
        away = np.hypot(*(np.array(card.corners)[:, None] - truth[None]).transpose(2, 0, 1)).min(axis=0)
        assert away.max() < 6


def test_a_leaning_camera_and_a_single_card() -> None:
    photo, _ = take_photo(CARDS[:9], lean=0.2, seed=2)
    assert list(setlab.look(photo).table) == CARDS[:9]
    photo, _ = take_photo([None] * 4 + [CARDS[0]] + [None] * 4, seed=3)
    assert list(setlab.look(photo).table) == CARDS[:1]


def test_a_photo_upside_down_shows_the_same_cards(scene: Any, seen: setlab.photo.Photo) -> None:
    turned = setlab.look(np.ascontiguousarray(scene[0][::-1, ::-1]))
    assert list(turned.table) == list(seen.table)[::-1]


def test_equal_cards_are_asked() -> None:
    photo, _ = take_photo([CARDS[0], CARDS[0], CARDS[1]] + [None] * 6)
    found = setlab.look(photo)
    assert len(found.cards) == 3
    assert found.unsure


def test_a_photo_without_cards_has_none() -> None:
    found = setlab.look(photo_like())
    assert (found.cards, found.sets, found.unsure) == ((), (), ())
    assert len(found.table) == 0


def test_all_forms_of_a_photo(scene: Any, seen: setlab.photo.Photo, tmp_path: Path) -> None:
    data = bytes(cv2.imencode(".png", scene[0][:, :, ::-1])[1])
    path = tmp_path / "table.png"
    path.write_bytes(data)
    for form in (data, path, str(path), Image.open(io.BytesIO(data))):
        assert list(setlab.look(form).table) == list(seen.table)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_rotation_of_the_camera(orientation: int) -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:20, :30] = 255  # white at the upper left
    data = with_orientation(bytes(cv2.imencode(".jpg", picture)[1]), orientation)
    pixels = read_pixels(data)
    expected = np.asarray(Image.open(io.BytesIO(data)))
    turned = {
        1: expected, 2: expected[:, ::-1], 3: expected[::-1, ::-1], 4: expected[::-1], 5: expected.transpose(1, 0, 2),
        6: np.rot90(expected, 3), 7: np.rot90(expected.transpose(1, 0, 2), 2), 8: np.rot90(expected),
    }[orientation]  # fmt: skip
    assert (pixels.height, pixels.width) == turned.shape[:2] == pixels.array.shape[:2]
    assert np.abs(pixels.array.astype(int) - turned).max() < 12


def test_large_photos_are_reduced_and_corners_are_not(scene: Any, seen: setlab.photo.Photo) -> None:
    large = cv2.resize(scene[0], None, fx=4, fy=4)
    found = setlab.look(bytes(cv2.imencode(".jpg", large[:, :, ::-1])[1]))
    assert (found.width, found.height) == (4800, 3600)
    assert found.pixels is not None
    assert max(found.pixels.shape) < 2500
    assert list(found.table) == list(seen.table)
    for small, wide in zip(seen.cards, found.cards, strict=True):
        assert np.abs(4 * np.array(small.corners) - np.array(wide.corners)).max() < 24


def test_spoilt_files_are_refused_in_one_line() -> None:
    for name, data in spoilt_files(120, seed=1):
        with pytest.raises(SpecError) as caught:
            setlab.look(data)
        assert "\n" not in str(caught.value), name
        assert len(str(caught.value)) < 160, name


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".gif"])
def test_headers_state_the_size(suffix: str) -> None:
    header = read_header(encode_photo(suffix))
    assert (header.width, header.height) == (96, 64)


def test_the_reading_order_follows_a_tilted_table() -> None:
    square = np.array([(0, 0), (30, 0), (30, 20), (0, 20)], float)
    angle = np.radians(17)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quads = [(square + np.array([40 * column, 30 * row])) @ turn for row in range(3) for column in range(4)]
    shuffled = np.random.default_rng(1).permutation(12)
    order = reading_order([quads[i] for i in shuffled])
    assert [int(shuffled[i]) for i in order] == list(range(12))


def test_the_record_and_the_marks(seen: setlab.photo.Photo, tmp_path: Path) -> None:
    record = photo_record(seen)
    assert set(record) == {"cards", "sets", "unsure", "width", "height"}
    assert [card["card"] for card in record["cards"]] == [card.digits for card in CARDS]
    assert all(len(card["corners"]) == 4 for card in record["cards"])
    marked = seen.show()
    assert marked.save(tmp_path / "marked.png").stat().st_size > 1000
    assert marked._repr_png_()[:4] == b"\x89PNG"
    with pytest.raises(SpecError, match="let its name end in"):
        marked.save(tmp_path / "marked.txt")
