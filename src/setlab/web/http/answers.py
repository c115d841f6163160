"""Answers of the interface: refusals with a status, a code and one sentence, and their description in OpenAPI."""

from __future__ import annotations

import io
import socket
import time
from ipaddress import ip_address
from math import ceil
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from setlab.web.errors import Refused
from setlab.web.limits import Buckets, address_of
from setlab.web.rooms.hub import REASON, Hub
from setlab.web.rooms.messages import WHOLE, place_of
from setlab.web.store import Gone

CODES = {404: "not-found", 405: "bad-method", 413: "too-big"}
PHRASES = {404: "There is nothing at this address", 405: "This address does not take such requests"}


class Body(BaseModel):
    """The body of a request: these fields and no others, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why a request was refused."""

    reason: str
    code: str


def problem(status: int, code: str, reason: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer to a request that is refused."""
    return JSONResponse({"reason": reason, "code": code}, status, headers=headers)


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

    for kind in (Refused, Gone, RequestValidationError, HTTPException):
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
    if isinstance(error, Gone):
        return Refused(503, "unavailable", REASON)
    if isinstance(error, RequestValidationError):
        fault = error.errors()[0]
        where = place_of(fault["loc"][1:]) or "the body"
        said = "it is not JSON" if fault["type"] == "json_invalid" else fault["msg"].rstrip(".")
        return Refused(422, "bad-request", f"Wrong value of {where}: {said[:1].lower()}{said[1:]}")
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # FastAPI's word for a body that cannot be decoded
        return Refused(422, "bad-request", "Wrong value of the body: it is not JSON")
    code = CODES.get(error.status_code, "bad-request")
    return Refused(error.status_code, code, PHRASES.get(error.status_code, str(error.detail)))


Download = Annotated[bool, Query(description="Let a browser save the answer as a file.")]

Whole = Annotated[int, WHOLE]
"""A whole number as JSON knows it, for which 8.0 is one, too."""


def file_response(content: bytes | str, kind: str, name: str, download: bool) -> Response:
    """The answer with a file of some kind; a browser saves it under its name on request."""
    headers = {"Content-Disposition": f'attachment; filename="setlab-{name}"'} if download else None
    return Response(content, media_type=kind, headers=headers)


def may_take(buckets: Buckets, request: Request, what: str) -> None:
    """Take one from the bucket of an address; refuse the request if there is none."""
    if not buckets.take(address_of(request.scope), time.monotonic()):
        raise Refused(429, "too-fast", f"Too many {what} from your address: wait a moment")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a request may get, for the description of the interface."""
    return {status: {"model": Problem} for status in (*statuses, 429, 503)}


def files(kind: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The answers of a request that gives a file of some kind, for the description of the interface."""
    return {200: {"content": {kind: {}}}, **problems(*statuses)}


def json_text(model: type[BaseModel]) -> dict[str, Any]:
    """The description of a parameter whose text is JSON of a model."""
    return {"x-json": model.model_json_schema()}


def describe(app: FastAPI) -> None:
    """Let the description of an application say what FastAPI's cannot: exact bounds, and parameters that are JSON."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _exact(plain())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _exact(described: Any) -> Any:
    """The description with whole bounds instead of 3600.0 or 9.2e18, and with the content of parameters."""
    if isinstance(described, float) and described.is_integer():
        return int(described)
    if isinstance(described, list):
        return [_exact(each) for each in described]
    if not isinstance(described, dict):
        return described
    if "security" in described:
        described = described | {"security": [*described["security"], {}]}  # FastAPI has no word for a choice
    schema = described.get("schema") or {}
    for case in (schema, *schema.get("anyOf", ())):  # a parameter that must be there, or may be left out
        if model := case.get("x-json"):
            rest = {name: value for name, value in described.items() if name != "schema"}
            return rest | {"content": {"application/json": {"schema": model}}}
    return {name: _exact(value) for name, value in described.items()}


def room_link(request: Request, code: str, lan_address: str) -> str:
    """The link of a room: at the address that was asked, or that of the local network where others cannot use it."""
    base = f"{request.url.scheme}://{request.url.netloc}"
    if lan_address and is_local(urlsplit(base).hostname or ""):
        base = lan_address
    return f"{base}/{code}"


def is_local(host: str) -> bool:
    """True for a host name by which a computer reaches itself; `invite.js` says the same.

    >>> is_local("localhost"), is_local("127.0.1.1"), is_local("::1"), is_local("127.example.org")
    (True, True, True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str:
    """The address of this machine in the local network; empty if it is in none.

    No packet is sent: the system only says from which address it would send one.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") or address == "0.0.0.0" else address


def qr_svg(link: str) -> bytes:
    """The QR code of a link as SVG, dark on white, as large as its place.

    >>> qr_svg("http://192.168.0.7:8000/KRTM")[:4]
    b'<svg'
    """
    import segno

    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, dark="#111", light="#fff", border=4, omitsize=True, nl=False
    )
    return out.getvalue()


def qr_text(link: str) -> str:
    """The QR code of a link for a terminal: two rows in one line."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
