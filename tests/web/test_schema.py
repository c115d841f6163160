"""The HTTP interface against its own description: no 5xx, only documented answers, never a stack trace."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.serving import Serving

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def interface(web: Serving) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"http://{web.address}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("interface")


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_request_is_answered_as_described(case: schemathesis.Case, web: Serving) -> None:
    answer = case.call()
    case.validate_response(answer, checks=CHECKS)
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        problem = answer.json()
        assert problem["reason"]
        assert problem["code"]
        assert "\n" not in problem["reason"]


ODD = ["KRT", "KRTMX", "krtm", "....", "%00", "%F0%9F%83%8F", "a" * 300, "KR TM", "..%2f..%2fetc", "KRTM;DROP"]


@pytest.mark.parametrize("code", ODD)
@pytest.mark.parametrize("rest", ["", "/events", "/events.csv", "/review", "/seen", "/qr.svg"])
def test_odd_codes_are_unknown_rooms(web: Serving, code: str, rest: str) -> None:
    answer = web.get(f"/api/rooms/{code}{rest}")
    assert answer.status in (404, 422)
    assert answer.json["reason"]


def test_nothing_unforeseen_happened(web: Serving) -> None:
    assert web.metric("setlab_errors_total") == 0
