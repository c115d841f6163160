"""Reads a card in a rectified crop: calibrated probabilities of its four properties, and of being a whole card.

A small network of convolutions, trained on rendered cards only (`scripts/train_reader.py`), evaluated by the compiled
core. Its weights are in `reader.npz` with their recipe and checksum. docs/look.md says how it was trained and measured.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setlab import _core

CROP_WIDTH, CROP_HEIGHT = 96, 64
"""The size of a crop in pixels: the card's long side is horizontal, either way up."""

MISTAKEN = 1 / 36
"""The share of no cards among the whole cards of one symbol that the reader was trained on: a fiftieth of its crops
were cards whose symbols differ, which those of one symbol cannot, and 35 fiftieths were cards."""

BRIGHTER = 0.7, 0.95
"""The paper is the mean of the pixels between these shares of a crop, by brightness."""


@dataclass(frozen=True)
class CropReading:
    """Natural logarithms of probabilities, (n, 3) for each property in the order of the standard notation, and the
    probabilities, (n,), that a crop shows one whole, well-framed card."""

    number: NDArray[np.float64]
    colour: NDArray[np.float64]
    filling: NDArray[np.float64]
    shape: NDArray[np.float64]
    card: NDArray[np.float64]


def read_crops(crops: NDArray[np.uint8], whites: NDArray[Any] | None = None) -> CropReading:
    """The readings of RGB crops (n, CROP_HEIGHT, CROP_WIDTH, 3), with the white of their paper, (n, 3) or (3,) for all.

    Without `whites`, each crop has its own: `paper_white`. Crops should be averaged over the pixels of the photo,
    so that fine stripes become a tint.

    >>> import numpy as np
    >>> blank = np.full((1, CROP_HEIGHT, CROP_WIDTH, 3), 230, np.uint8)
    >>> bool(read_crops(blank).card[0] < 0.5)
    True
    """
    crops = np.asarray(crops)
    if crops.dtype != np.uint8 or crops.ndim != 4 or crops.shape[1:] != (CROP_HEIGHT, CROP_WIDTH, 3):
        expected = f"they must be uint8 of shape (n, {CROP_HEIGHT}, {CROP_WIDTH}, 3)"
        raise ValueError(f"crops are {crops.dtype} of shape {crops.shape}: {expected}")
    whites = paper_white(crops) if whites is None else np.asarray(whites, np.float32)
    if whites.shape not in ((3,), (len(crops), 3)):
        raise ValueError(f"whites have shape {whites.shape}: it must be (3,) or ({len(crops)}, 3)")
    kernels, biases, strides, paddings, temperatures, doubt = _weights()
    scale = (1 / np.maximum(np.broadcast_to(whites, (len(crops), 3)), 8)).astype(np.float32)
    pictures = np.minimum(crops * scale[:, None, None], np.float32(1.5)) - np.float32(1)
    both = np.concatenate([pictures, pictures[:, ::-1, ::-1]])
    maps = _core.run_network(both, kernels, biases, strides=strides, paddings=paddings)
    logits = maps.reshape(2, len(crops), 13).astype(np.float64).mean(axis=0)
    properties = [_log_probabilities(logits[:, 3 * k : 3 * k + 3] / temperatures[k], doubt) for k in range(4)]
    card = 1 / (1 + np.exp(np.clip(-logits[:, 12] / temperatures[4], -40, 40)))
    number, colour, filling, shape = properties
    card = np.minimum(1, card / (1 - MISTAKEN * np.exp(number[:, 0])))
    return CropReading(number, colour, filling, shape, card)


def paper_white(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colour of the paper in each crop, (n, 3): the mean of the brighter pixels within a margin."""
    inner = crops[:, 6 : CROP_HEIGHT - 6, 8 : CROP_WIDTH - 8]
    inner = inner.reshape(len(crops), inner.shape[1] * inner.shape[2], 3)
    light = inner.astype(np.int32) @ np.array([1, 2, 1])
    order = np.argsort(light, axis=1, kind="stable")
    low, high = (int(share * order.shape[1]) for share in BRIGHTER)
    return np.asarray(np.take_along_axis(inner, order[:, low:high, None], axis=1).mean(axis=1), np.float32)


def _log_probabilities(logits: Any, doubt: float) -> Any:
    """Logarithms of softmax, with a share of doubt that no picture removes."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.log(powers / powers.sum(axis=1, keepdims=True) * (1 - doubt) + doubt / 3)


@cache
def _weights() -> tuple[list[Any], list[Any], list[int], list[int], list[float], float]:
    """Kernels, biases, strides, paddings, temperatures and doubt, after a check of their sum."""
    with files("setlab.photo").joinpath("reader.npz").open("rb") as file, np.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    expected = str(arrays.pop("sha256"))
    arrays.pop("recipe")
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode() + np.ascontiguousarray(arrays[name]).tobytes())
    if digest.hexdigest() != expected:
        raise ValueError("reader.npz is damaged: its numbers do not have the checksum in it; install setlab again")
    kernels, biases = (
        [np.ascontiguousarray(arrays[f"{name}{i}"], np.float32) for i in range(len(arrays["strides"]))]
        for name in ("kernel", "bias")
    )
    strides, paddings, temperatures = (arrays[name].tolist() for name in ("strides", "paddings", "temperatures"))
    return kernels, biases, strides, paddings, temperatures, float(arrays["doubt"])
