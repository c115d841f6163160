"""Frames of cards: corners that are a little off become exact."""

from __future__ import annotations

import numpy as np
import pytest

import setlab
from setlab.photo.find import Quads, map_from_above, overlap
from setlab.photo.frames import MOVED, frame_cards, moved_frames, read_frames, standard_frames
from tests.photo.table import take_photo

cv2 = pytest.importorskip("cv2")
CARDS = [setlab.Card(card) for card in setlab.deal(6, seed=8)]
PHOTO, TRUTH = take_photo(CARDS, size=(900, 450))
QUADS = np.array(TRUTH, np.float32)
SHIFTED = QUADS + np.array([[22, 0], [4, 0], [4, 16], [22, 16]], np.float32)


def candidates(quads: np.ndarray) -> Quads:
    return Quads(quads, np.full(len(quads), 0.9), quads)


def test_corners_that_are_off_become_clear() -> None:
    before = read_frames(PHOTO, SHIFTED)
    after = frame_cards(PHOTO, candidates(SHIFTED.copy()))
    assert (before.clarity < 0.5).all()
    assert (after.whole > 0.6).all()
    assert (after.whole <= MOVED).all()  # such a card is asked
    assert after.shares.argmax(axis=1).tolist() == [int(card) for card in CARDS]


def test_clear_cards_give_the_others_their_size() -> None:
    mixed = QUADS.copy()
    mixed[4] = QUADS[4].mean(axis=0) + 0.8 * (QUADS[4] - QUADS[4].mean(axis=0))
    exact = standard_frames(mixed[4:5], map_from_above(np.delete(QUADS, 4, axis=0)))[0]
    assert np.hypot(*(exact - QUADS[4]).T).max() < 4


def test_what_shows_no_card_stays_unclear() -> None:
    noise = np.random.default_rng(1).integers(0, 256, PHOTO.shape, np.uint8)
    found = frame_cards(cv2.GaussianBlur(noise, (0, 0), 4), candidates(QUADS.copy()))
    assert (found.clarity < 0.5).all()


def test_two_frames_of_a_card_are_one() -> None:
    both = np.concatenate([QUADS, QUADS[:1] + 2])
    found = frame_cards(PHOTO, candidates(both))
    assert len(found.quads) == 6
    assert all(overlap(a, b) < 0.1 for i, a in enumerate(found.quads) for b in found.quads[:i])


def test_frames_are_moved_either_way() -> None:
    moved = moved_frames(QUADS[0], 0.5)
    assert moved.shape == (14, 4, 2)
    away = np.abs(moved - QUADS[0]).max(axis=(1, 2))
    assert (away > 1).all()
    assert (away < 12).all()
