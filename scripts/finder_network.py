"""Writes the network of `setlab.photo.find` from the weights that `scripts.train_finder` made.

    python -m scripts.finder_network scripts/finder.npz

OpenCV reads networks in the format ONNX, a message of protocol buffers; the few fields needed are written here.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

PATH = Path(__file__).parents[1] / "src" / "setlab" / "photo" / "finder.onnx.gz"


def onnx_model(graph: list[dict[str, Any]], arrays: dict[str, Any]) -> bytes:
    """The layers as an ONNX model with the input `photo`; every value has the number of its layer."""
    nodes, tensors = list[bytes](), [_tensor("twice", np.array([1, 1, 2, 2], np.float32))]

    def value(layer: int) -> str:
        return "photo" if layer < 0 else f"v{layer}"

    for i, node in enumerate(graph):
        of = [value(j) for j in node["of"]]
        if node["op"] == "conv":
            tensors += [_tensor(f"k{i}", arrays[f"kernel{i}"]), _tensor(f"b{i}", arrays[f"bias{i}"])]
            pad, out = node["size"] // 2, f"c{i}" if node["relu"] else value(i)
            attributes = {
                "kernel_shape": [node["size"]] * 2,
                "strides": [node["stride"]] * 2,
                "pads": [pad] * 4,
                "group": node["groups"],
            }
            nodes.append(_node("Conv", [*of, f"k{i}", f"b{i}"], out, attributes))
            if node["relu"]:
                nodes.append(_node("Relu", [out], value(i), {}))
        elif node["op"] == "add":
            nodes.append(_node("Add", of, value(i), {}))
        else:
            way = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
            nodes.append(_node("Resize", [*of, "", "twice"], value(i), way))
    made = b"".join(_field(1, node) for node in nodes) + _field(2, b"finder")
    made += b"".join(_field(5, tensor) for tensor in tensors)
    made += _field(11, _value_info("photo", 3)) + _field(12, _value_info(value(len(graph) - 1), 10))
    return _number(1, 7) + _field(7, made) + _field(8, _number(2, 11))


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _field(field: int, data: bytes | str) -> bytes:
    raw = data.encode() if isinstance(data, str) else data
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _tensor(name: str, array: Any) -> bytes:
    dimensions = b"".join(_number(1, size) for size in array.shape)
    return dimensions + _number(2, 1) + _field(8, name) + _field(9, array.astype(np.dtype("<f4")).tobytes())


def _node(kind: str, inputs: Iterable[str], output: str, attributes: dict[str, Any]) -> bytes:
    made = b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(4, kind)
    return made + b"".join(_field(5, _attribute(name, value)) for name, value in attributes.items())


def _attribute(name: str, value: int | str | list[int]) -> bytes:
    if isinstance(value, int):
        return _field(1, name) + _number(3, value) + _number(20, 2)
    if isinstance(value, str):
        return _field(1, name) + _field(4, value) + _number(20, 3)
    return _field(1, name) + b"".join(_number(8, each) for each in value) + _number(20, 7)


def _value_info(name: str, channels: int) -> bytes:
    """A four-dimensional array of floats whose height and width are open."""
    sizes = (_number(1, 1), _number(1, channels), _field(2, "h"), _field(2, "w"))
    shape = b"".join(_field(1, size) for size in sizes)
    return _field(1, name) + _field(2, _field(1, _number(1, 1) + _field(2, shape)))


def main() -> None:
    with np.load(sys.argv[1]) as stored:
        arrays = {name: stored[name] for name in stored.files}
    model = onnx_model(json.loads(str(arrays["graph"])), arrays) + _field(6, str(arrays["recipe"]))
    PATH.write_bytes(gzip.compress(model, mtime=0))


if __name__ == "__main__":
    main()
