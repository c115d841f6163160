"""What a PDF file of typst is made of: its objects are not compressed, only its streams are."""

from __future__ import annotations

import re
import zlib

OBJECT = re.compile(rb"\d+ 0 obj\n(.*?)\nendobj", re.DOTALL)
STREAM = re.compile(rb"^(<<.*?>>)\nstream\n(.*)\nendstream$", re.DOTALL)


class Pdf:
    """The objects of a file by their kind."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-")
        assert b"/Type/ObjStm" not in data, "objects that are compressed cannot be read here"
        self.objects = OBJECT.findall(data)

    def of_type(self, name: str) -> list[bytes]:
        """The dictionaries with a type."""
        return [each for each in self.objects if f"/Type/{name}/".encode() in each.partition(b"stream")[0]]

    def pages(self) -> list[tuple[float, float]]:
        """The width and the height of every page in mm."""
        boxes = [re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", page) for page in self.of_type("Page")]
        return [(points(box[1]), points(box[2])) for box in boxes if box]

    def images(self) -> int:
        """The number of raster images, inline ones included."""
        shared = sum(b"/Subtype/Image" in each.partition(b"stream")[0] for each in self.objects)
        return shared + sum(stream.count(b"\nBI\n") for stream in self.streams())

    def streams(self) -> list[bytes]:
        """The streams that are drawn or that are pictures, decompressed."""
        found = [STREAM.match(each) for each in self.objects]
        return [
            zlib.decompress(m[2]) if b"/FlateDecode" in m[1] else m[2]
            for m in found
            if m and b"/Subtype/XML" not in m[1]
        ]

    def fonts(self) -> list[bytes]:
        """The descriptions of the fonts."""
        return self.of_type("FontDescriptor")


def points(number: bytes) -> float:
    return round(float(number) / 72 * 25.4, 1)
