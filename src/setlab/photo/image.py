"""Photos as arrays: the kind and the size of a file are read from its header before anything is decoded.

A photo is decoded at a reduced scale where that is possible, turned upright by its EXIF rotation, and given in RGB.
"""

from __future__ import annotations

import os
import re
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setlab.errors import SpecError, quote, show_value

MOST_BYTES = 64_000_000
MOST_PIXELS = 40_000_000
MOST_PIXELS_OF_A_JPEG = 220_000_000
"""A JPEG that is not progressive can be decoded at an eighth of its size, without ever being whole in memory."""

ENOUGH = 1800
"""A photo is not reduced below this number of pixels along its longer side."""

MISSING = "photos need OpenCV: pip install 'setlab[photo]'"
KINDS = "JPEG, PNG, WebP, GIF or BMP"


@dataclass(frozen=True)
class Header:
    """The header of a file: its kind, its size in pixels, and the orientation of the camera."""

    kind: str
    width: int
    height: int
    orientation: int = 1
    progressive: bool = False


@dataclass(frozen=True)
class Pixels:
    """An upright photo in RGB, and the size that it had before it was reduced."""

    array: NDArray[np.uint8]
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels of the photo for each pixel of the array."""
        return self.width / int(self.array.shape[1])


def opencv() -> Any:
    """The module `cv2`; raise `ImportError` with the remedy where it is not installed."""
    try:
        import cv2
    except ImportError as error:
        raise ImportError(MISSING) from error
    return cv2


class _OpenCV:
    """`opencv()`, asked for the module when one of its names is used: importing it takes a while."""

    def __getattr__(self, name: str) -> Any:
        return getattr(opencv(), name)


cv2: Any = _OpenCV()


def read_pixels(image: object) -> Pixels:
    """The photo in a file, in bytes, in an array (rows, columns, RGB) or in a PIL image."""
    if isinstance(image, str | os.PathLike):
        return _decode(_file_bytes(os.fspath(image)), quote(os.fspath(image), 60))
    if isinstance(image, bytes | bytearray | memoryview):
        return _decode(bytes(image), "the photo")
    if hasattr(image, "getexif") and hasattr(image, "convert"):
        return _from_pil(image)
    return _from_array(image)


def _file_bytes(path: str | bytes) -> bytes:
    name = quote(os.fsdecode(path), 60)
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not that of a file"
        raise SpecError(f"{name} cannot be read: {reason}; name a photo") from None
    if len(data) > MOST_BYTES:
        raise SpecError(f"{name} has more than {MOST_BYTES // 10**6} MB: choose a smaller photo")
    return data


def _decode(data: bytes, name: str) -> Pixels:
    """The pixels of a file that is whole and not too large."""
    opencv()  # its absence is named before any fault of the file
    header = read_header(data, name)
    reduction = _reduction(header, name)
    flag = cv2.IMREAD_COLOR if reduction == 1 else getattr(cv2, f"IMREAD_REDUCED_COLOR_{reduction}")
    try:
        array = cv2.imdecode(np.frombuffer(data, np.uint8), flag | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        array = None
    if array is None:
        raise SpecError(f"{name} is a damaged {header.kind}: choose another copy of the photo")
    return _upright_pixels(array[:, :, ::-1], header)


def _upright_pixels(array: Any, header: Header) -> Pixels:
    """The photo without what is more than needed, turned as the camera was held."""
    size = (header.width, header.height)[:: -1 if header.orientation >= 5 else 1]
    return Pixels(upright(_shrunk(array), header.orientation), *size)


def _reduction(header: Header, name: str) -> int:
    """The power of two by which the photo is reduced; raise `SpecError` for one that is too large or too small."""
    most = MOST_PIXELS_OF_A_JPEG if header.kind == "JPEG" and not header.progressive else MOST_PIXELS
    size = f"{header.width} × {header.height} pixels"
    if header.width * header.height > most:
        raise SpecError(f"{name} has {size}: at most {most // 10**6} megapixels are read; scale the photo down")
    if min(header.width, header.height) < 16:
        raise SpecError(f"{name} has {size}: a photo of cards needs at least 16 × 16")
    if max(header.width, header.height) > 50 * min(header.width, header.height):
        raise SpecError(f"{name} has {size}: cut the photo to the table")
    fitting = [by for by in (8, 4, 2) if max(header.width, header.height) >= by * ENOUGH]
    return fitting[0] if fitting else 1


def _shrunk(array: Any) -> Any:
    """The array, at most twice as large as needed (PNG is not reduced to a power of two by every decoder)."""
    by, array = ENOUGH / max(array.shape[:2]), np.ascontiguousarray(array)
    return array if by > 0.5 else cv2.resize(array, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)


def upright(array: Any, orientation: int) -> Any:
    """The array turned and mirrored as the EXIF orientation 1 to 8 asks.

    >>> import numpy as np
    >>> upright(np.array([[1, 2], [3, 4]]), 6).tolist()
    [[3, 1], [4, 2]]
    """
    if orientation in (2, 4, 5, 7):
        array = array[:, ::-1]
    turns = {3: 2, 4: 2, 5: 1, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    return np.ascontiguousarray(np.rot90(array, turns))


def _from_pil(image: Any) -> Pixels:
    """A PIL image: its size is known before its pixels are decoded."""
    orientation, kind = image.getexif().get(274, 1), str(image.format or "picture")
    header = Header(kind, image.width, image.height, orientation if orientation in range(1, 9) else 1)
    _reduction(header, "the photo")
    if hasattr(image, "draft") and max(image.size) >= 2 * ENOUGH:
        image.draft("RGB", (ENOUGH, ENOUGH))
    try:
        decoded = image.convert("RGB")
    except OSError as error:
        raise SpecError(f"the photo cannot be decoded ({error}): choose another copy") from None
    return _upright_pixels(np.asarray(decoded), header)


def _from_array(image: object) -> Pixels:
    """An array of rows, columns and three colours (four with opacity), or of grey values, 0 to 255."""
    if not hasattr(image, "__array__"):
        raise TypeError(f"look: image must be a path, bytes, an array or a PIL image, not {show_value(image)}")
    array = np.asarray(image)
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        what = f"an array of shape {array.shape} and type {array.dtype}"
        raise SpecError(f"{what} is not a photo: give rows × columns × 3 (RGB), of type uint8")
    if array.ndim == 2:
        array = np.repeat(array[:, :, None], 3, axis=2)
    header = Header("array", array.shape[1], array.shape[0])
    _reduction(header, "the array")
    return _upright_pixels(array[:, :, :3], header)


def read_header(data: bytes, name: str = "the photo") -> Header:
    """The kind and the size of a file; raise `SpecError` unless it is a complete picture of a readable kind.

    >>> read_header(b"\\x89PNG\\r\\n\\x1a\\n")
    Traceback (most recent call last):
    setlab.errors.SpecError: the photo is an incomplete PNG: choose another copy of the photo
    """
    if not data:
        raise SpecError(f"{name} is empty: choose a photo")
    kind = next((kind for kind, starts in SIGNATURES.items() if re.match(starts, data[:16], re.DOTALL)), None)
    if kind == "HEIC":
        raise SpecError(f"{name} is a HEIC or AVIF file, which is not read: save the photo as JPEG")
    if kind is None:
        raise SpecError(f"{name} is not a picture: choose a photo as {KINDS}")
    try:
        header = {"JPEG": _jpeg, "PNG": _png, "WebP": _webp, "GIF": _gif, "BMP": _bmp}[kind](data)
    except (struct.error, IndexError):
        header = None
    if header is None:
        raise SpecError(f"{name} is an incomplete {kind}: choose another copy of the photo")
    return header


SIGNATURES = {
    "JPEG": rb"\xff\xd8\xff",
    "PNG": rb"\x89PNG\r\n\x1a\n",
    "WebP": rb"RIFF....WEBP",
    "GIF": rb"GIF8[79]a",
    "BMP": rb"BM",
    "HEIC": rb"....ftyp",
}
SIZES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
"""The markers of a JPEG that state its size."""

MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _jpeg(data: bytes) -> Header | None:
    """The size and the orientation of a JPEG whose end is there."""
    size, orientation, progressive, at = (0, 0), 1, False, 2
    while found := MARKER.search(data, at):
        marker, at = data[found.start() + 1], found.end()
        if marker == 0xD9:
            return Header("JPEG", *size, orientation, progressive) if size[0] and size[1] else None
        (length,) = struct.unpack_from(">H", data, at)
        if marker in SIZES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            size, progressive = (width, height), marker not in (0xC0, 0xC1)
        elif marker == 0xE1 and data[at + 2 : at + 8] == b"Exif\0\0":
            orientation = _orientation(data[at + 8 : at + length])
        at += length
    return None


def _png(data: bytes) -> Header | None:
    """The size and the orientation of a PNG whose chunks are all there."""
    width, height = struct.unpack_from(">II", data, 16)
    orientation, at = 1, 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        if kind == b"IEND":
            return Header("PNG", width, height, orientation) if width and height else None
        if kind == b"eXIf":
            orientation = _orientation(data[at + 8 : at + 8 + length])
        at += 12 + length
    return None


def _webp(data: bytes) -> Header | None:
    (length,) = struct.unpack_from("<I", data, 4)
    if length + 8 > len(data):
        return None
    kind, body = data[12:16], data[20:]
    if kind == b"VP8 ":
        width, height = (each & 0x3FFF for each in struct.unpack_from("<HH", body, 6))
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", body, 1)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (int.from_bytes(body[i : i + 3], "little") + 1 for i in (4, 7))
    at = data.find(b"EXIF", 12) if kind == b"VP8X" else -1
    exif = data[at + 8 :].removeprefix(b"Exif\0\0") if at > 0 else b""
    return Header("WebP", width, height, _orientation(exif))


def _gif(data: bytes) -> Header | None:
    width, height = struct.unpack_from("<HH", data, 6)
    return Header("GIF", width, height) if data.rstrip(b"\0").endswith(b";") and width and height else None


def _bmp(data: bytes) -> Header | None:
    _, _, start, size, width, height = struct.unpack_from("<IIIIii", data, 2)
    (bits,) = struct.unpack_from("<H", data, 28)
    packed = struct.unpack_from("<I", data, 30)[0] in (1, 2)
    rows = (abs(width * bits) + 31) // 32 * 4 * abs(height)
    whole = size >= 40 and width and height and len(data) >= start + (0 if packed else rows)
    return Header("BMP", abs(width), abs(height)) if whole else None


def _orientation(exif: bytes) -> int:
    """The orientation in an EXIF block, 1 (upright) where there is none."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (entries,) = struct.unpack_from(f"{order}H", exif, at)
        for entry in range(min(entries, 200)):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, at + 2 + 12 * entry)
            if tag == 0x0112:
                return value if value in range(1, 9) else 1
    except struct.error:
        pass
    return 1
