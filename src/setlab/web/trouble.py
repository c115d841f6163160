"""Refusals of requests: a status, a code for programs, one sentence for people. Never a stack trace."""

from __future__ import annotations

from math import ceil

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from setlab.errors import quoted
from setlab.web.doors import TooManyCodes
from setlab.web.health import REASON
from setlab.web.hub import Full, Hub
from setlab.web.messages import place_of
from setlab.web.refused import Refused
from setlab.web.room import Unknown
from setlab.web.store import Gone

__all__ = ["STATUSES", "Problem", "Refused", "explain_errors", "problem", "refusal_of", "unknown_room"]

STATUSES = {"locked": 409, "full": 409, "name": 422}
"""The statuses of refusals by the referee; 409 for all others."""

CODES = {404: "not-found", 405: "bad-method", 413: "too-big"}
PHRASES = {404: "There is nothing at this address", 405: "This address does not take such requests"}


class Problem(BaseModel):
    """Why a request was refused."""

    reason: str
    code: str


def problem(status: int, code: str, reason: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer to a request that is refused."""
    return JSONResponse({"reason": reason, "code": code}, status, headers=headers)


def unknown_room(code: str) -> Refused:
    """The refusal of a room that is not there."""
    return Refused(
        404, "unknown-room", f"There is no room {quoted(code, 8)}: codes are four or six letters, such as KRTM"
    )


def explain_errors(app: FastAPI, hub: Hub) -> None:
    """Answer the errors that requests raise."""

    def answer(request: Request, error: Exception) -> JSONResponse:
        said = refusal_of(error)
        hub.metrics.count("refusals", said.code)
        more = {"Retry-After": str(ceil(getattr(error, "seconds", 1)))} if said.status in (429, 503) else {}
        if said.status == 401:
            more = {"WWW-Authenticate": "Bearer"}
        if said.status == 405 and (methods := allowed_methods(app, request.url.path)):
            more = {"Allow": ", ".join(methods)}
        return problem(said.status, said.code, said.reason, {**(getattr(error, "headers", None) or {}), **more})

    for kind in (Refused, Unknown, TooManyCodes, Gone, Full, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, answer)


def allowed_methods(app: FastAPI, path: str) -> list[str]:
    """All methods of an address of the interface; a route knows only its own."""
    described = app.openapi()["paths"].items()
    found = [methods for known, methods in described if compile_path(known)[0].match(path)]
    return sorted({method.upper() for methods in found for method in methods})


def refusal_of(error: Exception) -> Refused:
    """The refusal that stands for an error."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Unknown):
        return unknown_room(str(error))
    if isinstance(error, TooManyCodes):
        return Refused(
            429, "too-many-codes", f"Too many wrong codes from your address: wait {error.seconds:.0f} seconds"
        )
    if isinstance(error, Gone):
        return Refused(503, "unavailable", REASON)
    if isinstance(error, Full):
        return Refused(503, "full", "The server has as many rooms as it can carry: try again later")
    if isinstance(error, RequestValidationError):
        return Refused(422, "bad-request", _first_fault(error))
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # FastAPI's word for a body that cannot be decoded
        return Refused(422, "bad-request", "Wrong value of the body: it is not JSON")
    code = CODES.get(error.status_code, "bad-request")
    return Refused(error.status_code, code, PHRASES.get(error.status_code, str(error.detail)))


def _first_fault(error: RequestValidationError) -> str:
    """Where the first fault is, and which rule it breaks."""
    fault = error.errors()[0]
    where = place_of(fault["loc"][1:]) or "the body"
    said = "it is not JSON" if fault["type"] == "json_invalid" else fault["msg"].rstrip(".")
    return f"Wrong value of {where}: {said[:1].lower()}{said[1:]}"
