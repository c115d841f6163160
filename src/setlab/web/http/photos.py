"""Photos of a table: their cards and SETs. A photo is in memory while it is read, and nowhere afterwards."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import Message
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import ClientDisconnect

from setlab.web.errors import Refused
from setlab.web.http.answers import may_take, problems
from setlab.web.jobs import LEFT, Stopped
from setlab.web.limits import Buckets, address_of
from setlab.web.rooms.hub import Hub

BUDGET = 20.0
"""Seconds for one photo; the largest takes less than one, the first of a process some more on a busy machine."""

AT_ONCE, OF_ONE = 8, 4
"""Photos in the memory of one process, and of one address among them; further ones wait unread in their connections."""

LONGEST_WAIT = 30.0
"""Seconds that a photo waits for the ones before it."""

BINARY = {"schema": {"type": "string", "format": "binary"}}
BODY = {"required": True, "content": {"image/jpeg": BINARY, "image/png": BINARY, "image/webp": BINARY}}

Probability = Annotated[float, Field(ge=0, le=1)]
Digits = Annotated[str, Field(pattern="^[012]{4}$", description="Number, colour, filling and shape, a digit each.")]


class Reading(BaseModel):
    """A card, and the probability that it is this one."""

    card: Digits
    probability: Probability


class SeenCard(Reading):
    """A card in a photo."""

    model_config = ConfigDict(extra="allow")
    name: str
    corners: list[tuple[float, float]] = Field(min_length=4, max_length=4, description="In pixels, clockwise.")
    alternatives: list[Reading]


class SeenTable(BaseModel):
    """The cards in a photo in reading order, their SETs, and the places of the cards to ask about."""

    model_config = ConfigDict(extra="allow")
    cards: list[SeenCard]
    sets: list[list[Digits]]
    unsure: list[int]


class Places:
    """The places of photos in memory: a few for all, and fewer for one address."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def hold(self, address: str) -> AsyncIterator[None]:
        """Hold a place, once one is free."""
        try:
            async with asyncio.timeout(LONGEST_WAIT), self._changed:
                await self._changed.wait_for(lambda: self._taken.total() < AT_ONCE and self._taken[address] < OF_ONE)
                self._taken[address] += 1
        except TimeoutError:
            raise Refused(503, "busy", "The server looks at other photos: try again in a minute") from None
        try:
            yield
        finally:
            self._taken[address] -= 1
            self._taken += Counter()  # forget addresses without a photo
            async with self._changed:
                self._changed.notify_all()


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of photos."""
    looks, places = Buckets(hub.settings.limits.photos), Places()

    @router.post("/look", responses=problems(400, 413), openapi_extra={"requestBody": BODY})
    async def look(request: Request) -> SeenTable:
        """Find and read the cards in a photo. It is not stored."""
        may_take(looks, request, "photos")
        async with places.hold(address_of(request.scope)):
            try:
                photo = picture_of(await request.body(), request.headers.get("content-type", ""))
            except ClientDisconnect:
                raise Refused(LEFT, "left", "You left before the photo was there") from None
            return await hub.jobs.run(request, partial(_read_photo, photo), BUDGET, in_process=True)


def picture_of(body: bytes, kind: str) -> bytes:
    r"""The picture that a body is, or the first one of a form.

    >>> form = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n\xff\xd8\n\r\n--x--\r\n'
    >>> picture_of(form, "multipart/form-data; boundary=x"), picture_of(b"\xff\xd8", "image/jpeg")
    (b'\xff\xd8\n', b'\xff\xd8')
    """
    if not kind.lower().startswith("multipart/form-data"):
        return body
    header = Message()
    header["Content-Type"] = kind
    border = b"--" + (header.get_boundary() or "").encode()
    for part in body.split(border)[1:]:
        head, _, content = part.partition(b"\r\n\r\n")
        if b"filename" in head:
            return content.removesuffix(b"\r\n")
    raise Refused(400, "not-a-picture", "The form has no file: send a photo")


def _read_photo(photo: bytes, stopped: Stopped) -> SeenTable:
    try:
        from setlab.photo import look
        from setlab.photo.photo import photo_record

        return SeenTable.model_validate(photo_record(look(photo)))
    except ImportError as error:
        raise Refused(503, "no-photos", f"This server cannot read photos: {error}") from None
    except (ValueError, TypeError) as error:
        raise Refused(400, "not-a-picture", str(error)) from None
