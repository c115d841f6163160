"""The HTTP interface against its own description: no 5xx, only documented answers, never a stack trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.serving import Serving

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def interface(web: Serving) -> Iterator[schemathesis.BaseSchema]:
    """The description that the server gives; nothing unforeseen may have happened in the end."""
    before = web.metric("setlab_errors_total")
    yield schemathesis.openapi.from_url(f"http://{web.address}/api/openapi.json")
    assert web.metric("setlab_errors_total") == before, "the server's log has the errors"


REQUESTS = [
    ("GET", "/api/games"),
    ("POST", "/api/rooms"),
    ("GET", "/api/rooms/{code}"),
    ("POST", "/api/rooms/{code}/seats"),
    ("GET", "/api/rooms/{code}/events"),
    ("GET", "/api/rooms/{code}/events.csv"),
    ("GET", "/api/rooms/{code}/players.csv"),
    ("GET", "/api/rooms/{code}/review"),
    ("GET", "/api/rooms/{code}/seen"),
    ("GET", "/api/rooms/{code}/qr.svg"),
    ("GET", "/api/practice"),
    ("GET", "/api/lessons/counts"),
    ("GET", "/api/lessons/hidden"),
    ("GET", "/api/lessons/mistakes"),
    ("GET", "/api/lessons/escapes"),
    ("GET", "/api/lessons/no-set"),
    ("GET", "/api/puzzles"),
    ("GET", "/api/puzzles/{day}/{level}"),
    ("POST", "/api/solitaire"),
    ("POST", "/api/solitaire/advice"),
    ("POST", "/api/solitaire/position"),
    ("POST", "/api/solitaire/review"),
    ("GET", "/api/lab/questions"),
    ("GET", "/api/lab/run"),
    ("GET", "/api/lab/comparison"),
    ("GET", "/api/lab/data.csv"),
    ("GET", "/api/lab/figure.svg"),
    ("GET", "/api/lab/exact"),
    ("GET", "/api/lab/exact/{table}"),
    ("GET", "/api/lab/results"),
    ("POST", "/api/explore/cap"),
    ("GET", "/api/antiset"),
    ("POST", "/api/antiset"),
    ("POST", "/api/antiset/proof"),
    ("GET", "/api/print/deck.pdf"),
    ("GET", "/api/print/deck.png"),
    ("GET", "/api/print/puzzle.pdf"),
    ("GET", "/api/print/puzzle.png"),
    ("GET", "/api/print/rules.pdf"),
    ("GET", "/api/print/rules.png"),
    ("GET", "/api/print/worksheet.pdf"),
    ("GET", "/api/print/worksheet.png"),
]

DEAR = {path for _, path in REQUESTS if path.startswith("/api/print/")}
"""Requests that take a tenth of a second or more."""


def test_all_requests_are_listed(interface: schemathesis.BaseSchema) -> None:
    described = interface.raw_schema["paths"]
    assert {(method.upper(), path) for path, methods in described.items() for method in methods} == set(REQUESTS)


@pytest.mark.parametrize(("method", "path"), REQUESTS)
def test_every_request_is_answered_as_described(
    method: str, path: str, interface: schemathesis.BaseSchema, web: Serving
) -> None:
    known, _ = web.open_room()

    @settings(
        max_examples=6 if path in DEAR else 20, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(case=interface[path][method].as_strategy(), is_known=st.booleans())
    def send(case: Any, is_known: bool) -> None:
        if is_known and "{code}" in path:
            case.path_parameters = {"code": known}
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        assert b"Traceback" not in answer.content
        if answer.status_code >= 400:
            problem = answer.json()
            assert problem["code"]
            assert problem["reason"]
            assert "\n" not in problem["reason"]

    send()


ODD = ["KRT", "KRTMX", "krtm", "....", "%00", "%F0%9F%83%8F", "a" * 300, "KR%20TM", "..%2f..%2fetc", "KRTM;DROP"]


@pytest.mark.parametrize("code", ODD)
@pytest.mark.parametrize("rest", ["", "/events", "/events.csv", "/players.csv", "/review", "/seen", "/qr.svg"])
def test_odd_codes_are_unknown_rooms(interface: object, web: Serving, code: str, rest: str) -> None:
    answer = web.get(f"/api/rooms/{code}{rest}")
    assert answer.status in (404, 422)
    assert answer.json["reason"]
