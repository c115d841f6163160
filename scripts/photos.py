"""Measures the photos with labels in a folder: `python -m scripts.photos PATH`, with --varied in other light and views.

PATH/photos has photos of whole tables (`scripts.tables`). PATH/crops has a folder for each card,
NUMBER-COLOUR-FILLING-SHAPE, with rectified photos of it. These photos are no part of the package, and nothing was
trained on them.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from scripts.tables import measure_tables, measure_variations
from setlab.photo.image import opencv
from setlab.photo.reader import CROP_HEIGHT, CROP_WIDTH, CropReading, read_crops

VALUES = {
    "number": ("1", "2", "3"),
    "colour": ("red", "green", "purple"),
    "filling": ("solid", "striped", "empty"),
    "shape": ("oval", "diamond", "squiggle"),
}
"""The words in the names of folders, in the order of the standard notation."""

EDGES = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1)

# --- crops


def load_crops(folder: Path) -> tuple[Any, Any, list[Path]]:
    """The crops in the size of the reader, the values of their properties, and their paths."""
    cv2 = opencv()
    paths = sorted(path for path in folder.glob("*/*") if path.suffix in (".jpg", ".png"))
    crops = np.empty((len(paths), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for crop, path in zip(crops, paths, strict=True):
        image = cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)
        lying = image if image.shape[1] > image.shape[0] else np.rot90(image)
        crop[:] = cv2.resize(np.ascontiguousarray(lying), (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    words = [path.parent.name.removesuffix("s").split("-") for path in paths]
    truth = [[VALUES[name].index(word) for name, word in zip(VALUES, row, strict=True)] for row in words]
    return crops, np.array(truth), paths


def shrunk(crops: Any, width: int) -> Any:
    """The crops as a photo with cards of this many pixels would give them."""
    cv2 = opencv()
    size = width, round(width * CROP_HEIGHT / CROP_WIDTH)
    small = (cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops)
    return np.array([cv2.resize(crop, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_LINEAR) for crop in small])


def measure_crops(folder: Path) -> None:
    """Print how many crops are read right, what is confused with what, and whether probabilities are to be trusted."""
    crops, truth, paths = load_crops(folder)
    began = time.process_time()
    reading = read_crops(crops)
    spent = (time.process_time() - began) / len(crops)
    print(f"{len(crops)} crops, {1000 * spent:.1f} ms each")
    found, probability = answers(reading)
    right = (found == truth).all(axis=1)
    print(f"right {right.sum()} of {len(right)}; taken for a card {(reading.card > 0.5).sum()}")
    for k, name in enumerate(VALUES):
        table = np.zeros((3, 3), int)
        np.add.at(table, (truth[:, k], found[:, k]), 1)
        print(f"  {name:8}" + "   ".join(f"{word} {row}" for word, row in zip(VALUES[name], table, strict=True)))
    print("probability        crops  right")
    for low, high in pairwise(EDGES):
        of = (probability >= low) & (probability < high)
        print(f"  {low:5} … {high:5}   {of.sum():6}  {right[of].sum():6}")
    for i in np.flatnonzero(~right):
        print(f"  wrong with {probability[i]:.3f}: {paths[i]} as {found[i]}")
    for width in (64, 48, 35):
        found, probability = answers(read_crops(shrunk(crops, width)))
        right, sure = (found == truth).all(axis=1), probability > 0.99
        shares = f"right {right.mean():.2%}, sure {sure.mean():.2%}"
        print(f"shrunk to {width} pixels: {shares}, sure and wrong {(sure & ~right).sum()}")


def answers(reading: CropReading) -> tuple[Any, Any]:
    """The most probable value of each property, (n, 4), and the probability of all four."""
    logs = np.stack([getattr(reading, name) for name in VALUES], axis=1)
    return logs.argmax(axis=2), np.exp(logs.max(axis=2).sum(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--varied", action="store_true", help="vary the photos of tables (`scripts.varied_photos`)")
    arguments = parser.parse_args()
    path = arguments.path
    tables = path / "photos" if (path / "photos").is_dir() else path
    if arguments.varied:
        measure_variations(tables)
        return
    if (path / "crops").is_dir():
        measure_crops(path / "crops")
    measure_tables(tables)


if __name__ == "__main__":
    main()
