"""The middleware of all requests: limits of size and rate, headers for browsers, one sentence for every failure."""

from __future__ import annotations

import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from setlab.web.http.answers import problem
from setlab.web.limits import Buckets, address_of
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.tokens import bearer_token, token_hash

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; manifest-src 'self'"
)
"""What a page may load and run; a page without a server states it itself."""

HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


PHOTOS = "/api/look"
"""The only address with large bodies."""

FINDS = "/api/seen"
"""The address with bodies of middle size: a player's finds."""

MOST_DISCARDED = 32 * 2**20
"""Bytes of a body that are received although it is too large."""


class RequestGuard:
    """Middleware around all requests; feeds have limits of their own."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app, self._hub = app, hub
        limits = hub.settings.limits
        self._requests, self._pages = Buckets(limits.requests), Buckets(limits.requests)
        self._of_tokens = Buckets(limits.token_requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn knows that the body is not to be sent
        answer = _Answer(send, self._hub)
        if self._may_ask(scope):
            await self._explain_faults(scope, self._limit_body(scope, receive), answer)
            return
        reason = "Too many requests from your address: wait a moment"
        await problem(429, "too-fast", reason, {"Retry-After": "1"})(scope, receive, answer)

    def _may_ask(self, scope: Scope) -> bool:
        """False for too many requests: of a token that is known, else of an address, pages apart from the interface."""
        token = bearer_token(Headers(scope=scope).get("authorization", ""))
        if token is not None and self._hub.doors.is_known(token):
            return self._of_tokens.take(token_hash(token), time.monotonic())
        requests = self._requests if scope["path"].startswith(("/api/", "/health", "/metrics")) else self._pages
        return requests.take(address_of(scope), time.monotonic())

    async def _explain_faults(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            await self._app(scope, receive, answer)
        except Exception as error:
            reason = self._hub.report(error, method=scope["method"], path=scope["path"][:80])
            if not answer.is_begun:  # else there is nothing to be done
                await problem(500, "error", reason, {"Connection": "close"})(scope, receive, answer)

    def _limit_body(self, scope: Scope, receive: Receive) -> Receive:
        """Receive a body, but not more of it than is allowed."""
        limits, length = self._hub.settings.limits, Headers(scope=scope).get("content-length", "")
        most = {PHOTOS: limits.photo, FINDS: limits.finds}.get(scope["path"], limits.body)
        read = int(length) if length.isdigit() and len(length) < 15 and int(length) > most else 0

        async def receive_within_limit() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                await _discard(receive, message)
                raise HTTPException(413, f"The body of a request has at most {most} bytes")
            return message

        return receive_within_limit


async def _discard(receive: Receive, message: Message) -> None:
    """Receive the rest of a body that is too large: many clients read no answer before they have sent everything."""
    left = MOST_DISCARDED
    while message.get("more_body") and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))


class _Answer:
    """Sends an answer with all headers, and counts it."""

    def __init__(self, send: Send, hub: Hub) -> None:
        self._send, self._hub = send, hub
        self.is_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_begun = True
            self._hub.metrics.count("requests", str(message["status"]))
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await self._send(message)
