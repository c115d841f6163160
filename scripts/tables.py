"""Measures `setlab look` on photos of whole tables; `python -m scripts.photos PATH` calls it.

The truth about a photo NAME.jpg is NAME.txt beside it, one card to a line in any order, or a line of
tests/oracles/photos.txt. A card is right if the truth has it; what is sure and wrong is counted by itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import setlab
from scripts.varied_photos import VARIATIONS, reduced
from setlab.photo.image import read_pixels

TRUTH = Path(__file__).parents[1] / "tests" / "oracles" / "photos.txt"
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif"}
SURE = 0.99


@dataclass
class Count:
    """Cards of one photo or of all."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    sure: int = 0
    sure_wrong: int = 0
    photos: int = 0
    faultless: int = 0
    seconds: float = 0.0

    def add(self, other: Count) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def read_truth(path: Path) -> list[setlab.Card] | None:
    """The cards in a photo, or None if nobody has written them down."""
    beside = path.with_suffix(".txt")
    if beside.exists():
        return [_card(line) for line in beside.read_text().splitlines() if line.strip()]
    for line in TRUTH.read_text().splitlines():
        name, _, cards = line.partition(":")
        if name.strip() == path.name:
            return [_card(text) for text in cards.split(",") if text.strip()]
    return None


def _card(text: str) -> setlab.Card:
    return setlab.Card(text.strip().replace("empty", "open"))


def compare(photo: Any, truth: list[setlab.Card]) -> tuple[Count, str]:
    """The count of a photo, a path or an array, and what is missing and wrong in words."""
    began = time.process_time()
    seen = setlab.look(photo)
    seconds = time.process_time() - began
    left = list(truth)
    wrong = []
    for card in seen.cards:
        if card.card in left:
            left.remove(card.card)
        else:
            wrong.append(card)
    sure = [card for card in seen.cards if card.probability > SURE]
    count = Count(
        cards=len(truth),
        right=len(truth) - len(left),
        wrong=len(wrong),
        sure=len(sure),
        sure_wrong=sum(card in wrong for card in sure),
        photos=1,
        faultless=int(not left and not wrong),
        seconds=seconds,
    )
    missing = f"; missing: {', '.join(card.letters for card in left)}" if left else ""
    said = f"; wrong: {', '.join(f'{card.card.letters} {card.probability:.2f}' for card in wrong)}" if wrong else ""
    return count, f"{count.right} of {count.cards}, {len(seen.unsure)} unsure, {seconds:.2f} s{missing}{said}"


def measure_tables(folder: Path) -> None:
    """Print for every photo of a folder how many cards are read right, and what is missing and wrong."""
    total = Count()
    for path in sorted(each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES):
        truth = read_truth(path)
        if truth is None:
            print(f"{path.name}: no truth")
            continue
        count, words = compare(path, truth)
        print(f"{path.name}: {words}")
        total.add(count)
    print(
        f"{total.photos} photos, {total.faultless} without an error; {total.seconds / max(1, total.photos):.2f} s each"
    )
    print(f"{total.cards} cards, {total.right} right; {total.wrong} wrong")
    print(f"{total.sure} cards above {SURE}, of which {total.sure_wrong} are wrong")


def measure_variations(folder: Path) -> None:
    """Print for every variation of the photos of a folder how many cards are read right."""
    photos = []
    for path in sorted(each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES):
        truth = read_truth(path)
        if truth is not None:
            pixels = reduced(read_pixels(path).array)
            photos.append((pixels, [np.array(card.corners, np.float32) for card in setlab.look(pixels).cards], truth))
    total = Count()
    for name, change in VARIATIONS.items():
        count = Count()
        for pixels, quads, truth in photos:
            count.add(compare(change(pixels, quads), truth)[0])
        print(f"{name:18} {_counted(count)}")
        total.add(count)
    print(f"{'all':18} {_counted(total)}")


def _counted(count: Count) -> str:
    return (
        f"{count.right} of {count.cards} right, {count.wrong} wrong, {count.faultless} of {count.photos} photos "
        f"without an error, {count.sure} above {SURE}, {count.sure_wrong} of them wrong"
    )
