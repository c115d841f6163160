"""Files that are no photos, or not whole ones, each made from a seed."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

KINDS = (".jpg", ".png", ".webp", ".bmp", ".gif")


def encode_photo(suffix: str, seed: int = 0, width: int = 96, height: int = 64) -> bytes:
    """A whole picture with noise in it."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    if suffix == ".gif":
        return gif(width, height)
    return bytes(cv2.imencode(suffix, pixels)[1])


def gif(width: int, height: int, bomb: bool = False) -> bytes:
    """One frame of a single colour; it says that it is large if it is a bomb."""
    size = struct.pack("<HH", 60000 if bomb else width, 60000 if bomb else height)
    return b"GIF89a" + size + b"\x80\0\0" + b"\xff\xff\xff\0\0\0" + b"," + b"\0" * 4 + size + b"\0\x02\x02\x4c\x01\0;"


def png(width: int, height: int, rows: int | None = None) -> bytes:
    """A PNG of zeros, which are packed a thousandfold; with fewer rows than it says."""
    line = b"\0" * (min(width, 30000) // 8 + 2)
    packed = zlib.compress(line * (height if rows is None else rows), 9)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(*each) for each in ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def jpeg_of_size(width: int, height: int) -> bytes:
    """A JPEG whose header has been given another size."""
    data = bytearray(encode_photo(".jpg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def spoilt_files(number: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Names and bytes: empty, cut, of another type, too large, with headers that lie."""
    chance = random.Random(seed)
    fixed = [
        ("empty.jpg", b""),
        ("zeros.png", bytes(5000)),
        ("text.jpg", b"This is no photo.\n" * 50),
        ("page.png", b"<!doctype html>"),
        ("photo.pdf", b"%PDF-1.7\n"),
        ("photo.heic", b"\0\0\0\x18ftypheic" + bytes(40)),
        ("large.jpg", jpeg_of_size(20000, 20000)),
        ("larger.jpg", jpeg_of_size(65500, 65500)),
        ("bomb.png", png(20000, 20000, 20)),
        ("bomb-packed.png", png(30000, 30000, 3000)),
        ("huge.png", png(2**31 - 1, 2**31 - 1, 1)),
        ("bomb.gif", gif(1, 1, bomb=True)),
        ("thin.png", png(20000, 20)),
        ("tiny.png", encode_photo(".png", 0, 4, 4)),
        ("signature.jpg", b"\xff\xd8\xff"),
        ("signature.webp", b"RIFF\x10\0\0\0WEBPVP8 "),
    ]
    yield from fixed[:number]
    for i in range(number - len(fixed)):
        suffix = chance.choice(KINDS)
        data = encode_photo(suffix, i)
        way = chance.randrange(3)
        if way == 0:
            data = data[: chance.randrange(1, max(2, len(data) - 20))]
        elif way == 1:
            data = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
        else:
            data = (
                data[:12]
                + bytes(chance.randrange(256) for _ in range(20))
                + data[32 : chance.randrange(33, max(34, len(data) - 12))]
            )
        yield f"{i}{suffix}", data


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF block that says how the camera was held."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HH", orientation, 0) + b"\0\0\0\0"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def photo_like(width: int = 320, height: int = 240) -> Any:
    """A smooth picture without cards."""
    y, x = np.mgrid[:height, :width]
    return np.stack([x * 255 // width, y * 255 // height, (x + y) % 256], -1).astype(np.uint8)
