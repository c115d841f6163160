"""Messages of clients as they are read: whatever arrives is a message that the protocol knows, or a `BadMessage`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BeforeValidator

Message = Mapping[str, Any]


def _without_fraction(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_without_fraction)
"""Let a strict model take whole numbers as JSON Schema has them: 3 and 3.0, but neither true nor "3"."""


def place_of(parts: Sequence[str | int]) -> str:
    """The place of a fault as pydantic tells it, without the numbers of items and the kinds of value it has tried.

    >>> place_of(("moves", 3, 0)), place_of(("seed", "str"))
    ('moves', 'seed')
    """
    return ".".join(part for part in parts if isinstance(part, str) and part not in ("str", "int") and "[" not in part)


LONGEST_REF, LONGEST_TOKEN = 64, 200


class BadMessage(Exception):
    """A message that the protocol does not know; the text is one sentence."""


def read_message(text: str) -> Message:
    """The object that a text describes; raise `BadMessage` if it is none.

    >>> read_message('{"type": "ping"}')
    {'type': 'ping'}
    """
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadMessage("A message is JSON text") from None
    if not isinstance(message, dict):
        raise BadMessage("A message is a JSON object")
    return message


def _no_number(name: str) -> None:
    raise ValueError(name)


def read_ref(message: Message) -> str | int | float | None:
    """The reference that the answer repeats."""
    ref = message.get("ref")
    if ref is None:
        return None
    if isinstance(ref, bool) or not isinstance(ref, str | int | float) or len(str(ref)) > LONGEST_REF:
        raise BadMessage(f"`ref` is a string or a number of at most {LONGEST_REF} characters")
    return ref


def read_hello(message: Message) -> tuple[str | None, int | None]:
    """The token and the last event of a hello.

    >>> read_hello({"type": "hello", "token": None, "since": 7})
    (None, 7)
    """
    token, since = message.get("token"), message.get("since")
    if message.get("type") != "hello":
        raise BadMessage('The first message is {"type": "hello", "token": TOKEN or null, "since": N or null}')
    if token is not None and not (isinstance(token, str) and len(token) <= LONGEST_TOKEN):
        raise BadMessage("`token` is the text that a seat was given, or null")
    if since is not None and (type(since) is not int or since < 0):
        raise BadMessage("`since` is the number of the last event that you know, or null")
    return token, since
