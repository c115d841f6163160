"""What a request may be answered, for the description of the interface."""

from __future__ import annotations

from typing import Any

from setlab.web.trouble import Problem


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a request may get, for the description of the interface."""
    return {status: {"model": Problem} for status in (*statuses, 429, 503)}


def files(kind: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """The answers of a request that gives a file of some kind, for the description of the interface."""
    return {200: {"content": {kind: {}}}, **problems(*statuses)}
