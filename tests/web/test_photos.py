"""Photos over HTTP: the cards of a good one, a sentence for all else; nothing is kept, and memory is bounded."""

from __future__ import annotations

import os
import random
import socket
import struct
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from setlab.photo import look
from setlab.photo.image import MISSING
from setlab.photo.photo import photo_record
from setlab.web.errors import Refused
from setlab.web.http.photos import _read_photo
from setlab.web.settings import Limits, Settings
from tests.photos import DrawnPhoto, draw_photo
from tests.web.serving import Answer, Client, Inside, Serving, inside_serving, serving

CARDS = (4, 17, 21, 30, 38, 43, 52, 55, 60, 66, 71, 79)
LARGEST = Limits().photo


@pytest.fixture(scope="module")
def photo() -> DrawnPhoto:
    return draw_photo(CARDS)


def send(web: Client, body: bytes, kind: str = "image/jpeg") -> Answer:
    return web.request("POST", "/api/look", body, {"Content-Type": kind})


def form(content: bytes) -> bytes:
    """The body of a form with a field and a file."""
    text = b'--border\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'
    head = b'--border\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    return text + head + content + b"\r\n--border--\r\n"


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG file that says how large it is, with pixels that are all the same."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_the_answer_is_that_of_the_library(web: Serving, photo: DrawnPhoto) -> None:
    answer = send(web, photo.content)
    assert answer.status == 200, answer.body
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json == photo_record(look(photo.content))
    assert [each["name"] for each in answer.json["cards"]] == [each["name"] for each in photo.answer()["cards"]]
    assert answer.json["cards"][0].keys() >= photo.answer()["cards"][0].keys()
    assert send(web, form(photo.content), "multipart/form-data; boundary=border").json == answer.json


def test_a_table_without_cards_has_none(web: Serving) -> None:
    answer = send(web, draw_photo([]).content)
    assert (answer.status, answer.json["cards"], answer.json["sets"]) == (200, [], [])


SPOILT = {
    "nothing": b"",
    "words": b"This is not a picture.",
    "zeros": bytes(1000),
    "html": b"<!doctype html><img src=x>",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "header": png(400, 300),
    "huge": png(20_000, 20_000, zlib.compress(bytes(20_001) * 20, 9)),
    "bomb": png(60_000, 60_000, zlib.compress(bytes(30_000_000), 9)),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_not_a_picture_gets_one_sentence(web: Serving, name: str) -> None:
    refused(send(web, SPOILT[name]))


def refused(answer: Answer) -> None:
    assert (answer.status, answer.json["code"]) == (400, "not-a-picture"), answer.body
    assert "\n" not in answer.json["reason"]
    assert "Traceback" not in answer.json["reason"]


def test_a_form_without_a_file(web: Serving) -> None:
    for body, kind in ((b"", "multipart/form-data"), (b"--x--", "multipart/form-data; boundary=x"), (form(b""), "")):
        refused(send(web, body, kind))


def test_spoilt_photos_never_break_the_server(web: Serving, photo: DrawnPhoto) -> None:
    """Cut, overwritten, exchanged: a photo is read, or refused in one sentence."""
    rng, before = random.Random(28), web.metric("setlab_errors_total")
    small = draw_photo(CARDS[:3], columns=3, width=360)
    for i in range(48):
        body = bytearray(small.content[: rng.randrange(len(small.content))] if i % 3 == 0 else small.content)
        for _ in range(rng.choice([0, 1, 8, 200]) if body else 0):
            body[rng.randrange(len(body))] = rng.randrange(256)
        answer = send(web, bytes(body))
        assert answer.status in (200, 400), (i, answer.body)
        if answer.status == 400:
            refused(answer)
    assert web.metric("setlab_errors_total") == before


def test_a_photo_that_is_too_large(web: Serving) -> None:
    for size in (LARGEST + 1, 2 * LARGEST):
        answer = send(web, bytes(size))
        assert (answer.status, answer.json["code"]) == (413, "too-big")
    refused(send(web, bytes(LARGEST)))
    assert web.request("POST", "/api/explore/cap", bytes(40_000), {"Content-Type": "application/json"}).status == 413


def chunked(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), 2**16):
        yield b"%x\r\n" % len(content[start : start + 2**16]) + content[start : start + 2**16] + b"\r\n"


def test_a_body_of_unknown_length_is_measured(web: Serving) -> None:
    with socket.create_connection(("127.0.0.1", web.port), 30) as connection:
        connection.sendall(b"POST /api/look HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in chunked(bytes(LARGEST + 10)):
            connection.sendall(piece)
        connection.sendall(b"0\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_somebody_leaves_while_sending(web: Serving) -> None:
    before = web.metric("setlab_errors_total")
    for _ in range(12):  # more than may be in memory at once: their places are free again
        with socket.create_connection(("127.0.0.1", web.port)) as connection:
            connection.sendall(b"POST /api/look HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + bytes(5000))
    refused(send(web, b"x"))
    assert web.metric("setlab_errors_total") == before


def test_nothing_is_kept(tmp_path: Path, photo: DrawnPhoto) -> None:
    """No file anywhere in the folders of the server and of temporary files, no line in the log."""
    place = tmp_path / "rooms.sqlite"
    pieces = [photo.content[start : start + 64] for start in range(1000, len(photo.content), 20_000)]
    with serving("--db", str(place)) as web:
        assert send(web, photo.content).status == 200
        assert send(web, photo.content[:30_000]).status in (200, 400)
        for file in [*tmp_path.iterdir(), *open_files(web)]:
            content = file.read_bytes() if file.is_file() else b""
            assert not any(piece in content for piece in pieces), file
        _, errors = web.stop()
    assert errors == "" or "look" not in errors, errors


def open_files(web: Serving) -> list[Path]:
    """The files that the server has open, also if they are deleted already."""
    folder = Path(f"/proc/{web.process.pid}/fd")
    if not folder.exists():
        return []
    links = [folder / name for name in os.listdir(folder)]
    return [link for link in links if link.exists() and link.resolve().suffix not in {".so"} and link.is_file()]


def memory_of(web: Serving) -> float:
    """The most memory of the server's own process so far, in MB."""
    status = Path(f"/proc/{web.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_is_bounded(web: Serving) -> None:
    """Sixteen large photos at once: eight at most are in memory, and four of one address."""
    before = memory_of(web)
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: send(web, bytes(LARGEST)), range(16)))
    assert {answer.status for answer in answers} == {400}
    assert memory_of(web) - before < 150, "MB"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Inside]:
    with inside_serving(Settings(str(tmp_path / "rooms.sqlite"), limits=Limits(photos=(2, 0.01)))) as made:
        yield made


def test_photos_of_one_address_are_limited(strict: Inside) -> None:
    assert [send(strict, b"x").status for _ in range(3)] == [400, 400, 429]
    assert strict.get("/health").status == 200


def test_a_server_without_opencv_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(Refused) as refusal:
        _read_photo(draw_png(), lambda: False)
    assert (refusal.value.status, refusal.value.code) == (503, "no-photos")
    assert MISSING in refusal.value.reason


def draw_png() -> bytes:
    return png(100, 100, zlib.compress(bytes(101) * 100))
