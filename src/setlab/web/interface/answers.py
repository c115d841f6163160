"""The description of the interface: what a request may hold and be answered, as OpenAPI has it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, FastAPI
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

from setlab.web.trouble import Problem

_token = HTTPBearer(auto_error=False, scheme_name="token", description="Of a seat, of the host or of a projector.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_token)]
"""The token of a room, which rooms that everybody may watch do not ask for."""


def token_of(bearer: HTTPAuthorizationCredentials | None) -> str | None:
    """The token that a request carries."""
    return None if bearer is None else bearer.credentials or None


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a request may get, for the description of the interface."""
    return {status: {"model": Problem} for status in (*statuses, 429, 503)}


def files(kind: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The answers of a request that gives a file of some kind, for the description of the interface."""
    return {200: {"content": {kind: {}}}, **problems(*statuses)}


def json_text(model: type[BaseModel]) -> dict[str, Any]:
    """What describes a parameter whose text is JSON of a model."""
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
    if (schema := described.get("schema")) and (model := _json_of(schema)):
        rest = {name: value for name, value in described.items() if name != "schema"}
        return rest | {"content": {"application/json": {"schema": model}}}
    return {name: _exact(value) for name, value in described.items()}


def _json_of(schema: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of the JSON in a parameter that may be left out, or must be there."""
    cases = [schema, *schema.get("anyOf", ())]
    return next((case["x-json"] for case in cases if "x-json" in case), None)
