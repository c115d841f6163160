"""The HTTP interface against its own description, by all checks of schemathesis.

What the description allows is answered, or refused for a reason that no description can name (a room that is not there,
a move that is not possible); what it forbids is refused; nothing is answered that is not described, with 5xx, or with a
stack trace; other methods get 405 and the right `Allow`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.serving import Serving

EXAMPLES = 5
"""Random requests for each address and each kind, right and wrong, beside those that cover every rule of it."""


ANY_PICTURE = """
[[operations]]
include-name = "POST /api/look"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 413, 429]
"""
"""A picture of one pixel has the right form, and is no photo of cards."""


@pytest.mark.parametrize("phases", ["coverage", pytest.param("coverage,fuzzing", marks=pytest.mark.full)])
def test_the_interface_is_what_its_description_says(phases: str, web: Serving, tmp_path: Path) -> None:
    room, _ = web.open_room()
    web.request("POST", "/api/look", b"")  # loads OpenCV
    before = web.metric("setlab_errors_total")
    chosen = tmp_path / "settings.toml"
    chosen.write_text(f'[parameters]\n"path.code" = "{room}"\n{ANY_PICTURE}')
    kinds = ["--checks", "all", "--phases", phases, "--max-examples", str(EXAMPLES)]
    kinds += ["--exclude-path-regex", r"^/api/print/.*\.png$"]  # the same requests as those of the files, but slow
    program = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(chosen), "run", "--no-color"]
    ran = subprocess.run(
        [*program, *kinds, "--generation-deterministic", f"http://{web.address}/api/openapi.json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stdout[-6000:]
    assert "Traceback" not in ran.stdout
    assert web.metric("setlab_errors_total") == before, "the server's log has the errors"


def test_pictures_of_paper_take_what_its_files_take(web: Serving) -> None:
    paths = web.get("/api/openapi.json").json["paths"]
    for name in ("deck", "puzzle", "rules", "worksheet"):
        picture, file = (paths[f"/api/print/{name}.{kind}"]["get"] for kind in ("png", "pdf"))
        assert picture["parameters"] == file["parameters"]
        assert picture["responses"].keys() == file["responses"].keys()


def test_a_resource_names_all_of_its_methods(web: Serving) -> None:
    refused = web.request("PUT", "/api/antiset")
    assert (refused.status, refused.headers["allow"]) == (405, "GET, POST")
    assert web.request("POST", "/daily").headers["allow"] == "GET"


ODD = ["KRT", "KRTMX", "krtm", "....", "%00", "%F0%9F%83%8F", "a" * 300, "KR%20TM", "..%2f..%2fetc", "KRTM;DROP"]


@pytest.mark.parametrize("code", ODD)
@pytest.mark.parametrize("rest", ["", "/events", "/events.csv", "/players.csv", "/review", "/seen", "/qr.svg"])
def test_odd_codes_are_unknown_rooms(web: Serving, code: str, rest: str) -> None:
    answer = web.get(f"/api/rooms/{code}{rest}")
    assert answer.status in (404, 422)
    assert answer.json["reason"]
