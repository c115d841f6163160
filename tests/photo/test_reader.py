"""The reader on rendered crops: 56 cards and 28 crops that show no whole card, from `scripts.rendered_cards`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from setlab.photo import reader
from setlab.photo.reader import CROP_HEIGHT, CROP_WIDTH, CropReading, paper_white, read_crops

cv2 = pytest.importorskip("cv2")
HERE = Path(__file__).parent


def rendered() -> tuple[Any, list[str]]:
    """The crops of the sheet, row by row, and the digits of each card, or why it is none."""
    labels = (HERE / "crops.txt").read_text().splitlines()
    sheet = cv2.cvtColor(cv2.imread(str(HERE / "crops.jpg")), cv2.COLOR_BGR2RGB)
    rows, columns = sheet.shape[0] // CROP_HEIGHT, sheet.shape[1] // CROP_WIDTH
    crops = sheet.reshape(rows, CROP_HEIGHT, columns, CROP_WIDTH, 3).swapaxes(1, 2)
    return crops.reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)[: len(labels)], labels


def properties(reading: CropReading) -> Any:
    return np.stack([reading.number, reading.colour, reading.filling, reading.shape], axis=1)


CROPS, LABELS = rendered()
IS_CARD = np.array([label.isdigit() for label in LABELS])
CARDS = CROPS[IS_CARD]


def test_the_sheet_has_cards_and_others() -> None:
    assert (IS_CARD.sum(), len(IS_CARD)) == (56, 84)


def test_rendered_cards_are_read() -> None:
    found = properties(read_crops(CARDS))
    truth = np.array([list(map(int, label)) for label in LABELS if label.isdigit()])
    right = (found.argmax(axis=2) == truth).all(axis=1)
    sure = np.exp(found.max(axis=2).sum(axis=1)) > 0.99
    assert right.sum() >= 54
    assert right[sure].all()
    assert sure.sum() >= 45


def test_whole_cards_are_told_from_others() -> None:
    chances = read_crops(CROPS).card
    assert (chances[IS_CARD] > 0.5).all()
    assert (chances[~IS_CARD] < 0.1).all()


def test_cards_of_one_symbol_are_as_sure_as_others() -> None:
    numbers = np.array([int(label[0]) for label in LABELS if label.isdigit()])
    chances = read_crops(CARDS).card
    assert np.quantile(chances[numbers == 0], 0.25) > 0.99
    assert chances.max() <= 1


def test_probabilities_add_up_and_none_is_certain() -> None:
    found = np.exp(properties(read_crops(CROPS)))
    assert np.allclose(found.sum(axis=2), 1)
    assert found.max() < 0.9999


def test_a_card_upside_down_is_the_same_card() -> None:
    upright, turned = read_crops(CARDS), read_crops(CARDS[:, ::-1, ::-1])
    assert np.allclose(properties(upright), properties(turned), atol=0.01)


def test_brightness_is_taken_from_the_paper() -> None:
    bright = CARDS[paper_white(CARDS).min(axis=1) > 150]
    dark = (bright * 0.6).astype(np.uint8)
    same = properties(read_crops(bright)).argmax(axis=2) == properties(read_crops(dark)).argmax(axis=2)
    assert len(bright) > 10
    assert same.all(axis=1).mean() > 0.95


def test_whites_may_be_given_one_by_one_or_for_all() -> None:
    whites = paper_white(CARDS)
    assert np.array_equal(properties(read_crops(CARDS, whites)), properties(read_crops(CARDS)))
    alike = read_crops(CARDS[:2], np.array([200, 200, 200]))
    assert np.array_equal(alike.card, read_crops(CARDS[:2], np.full((2, 3), 200)).card)


def test_no_crops_have_no_readings() -> None:
    reading = read_crops(np.empty((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8))
    assert (reading.number.shape, reading.card.shape) == ((0, 3), (0,))


@pytest.mark.parametrize("value", [0, 255])
def test_plain_crops_are_no_cards(value: int) -> None:
    assert read_crops(np.full((1, CROP_HEIGHT, CROP_WIDTH, 3), value, np.uint8)).card[0] < 0.5


def test_other_shapes_and_types_are_refused() -> None:
    with pytest.raises(ValueError, match=r"crops are uint8 of shape \(1, 96, 64, 3\): they must be uint8 of shape"):
        read_crops(np.zeros((1, 96, 64, 3), np.uint8))
    with pytest.raises(ValueError, match="crops are float64"):
        read_crops(np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"whites have shape \(3, 3\): it must be \(3,\) or \(2, 3\)"):
        read_crops(CARDS[:2], np.zeros((3, 3)))


def test_damaged_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with np.load(Path(reader.__file__).with_name("reader.npz")) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays["bias0"] = arrays["bias0"] + 1
    np.savez(tmp_path / "reader.npz", **arrays)
    monkeypatch.setattr(reader, "files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=r"reader.npz is damaged"):
        reader._weights.__wrapped__()
