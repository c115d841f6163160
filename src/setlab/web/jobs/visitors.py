"""Whether a visitor is still there."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket, WebSocketState


async def is_gone(visitor: HTTPConnection) -> bool:
    """True once the connection is closed. That of a WebSocket is known to whoever receives its messages."""
    if isinstance(visitor, WebSocket):
        return WebSocketState.DISCONNECTED in (visitor.client_state, visitor.application_state)
    return isinstance(visitor, Request) and await visitor.is_disconnected()


def address_of(visitor: HTTPConnection) -> str:
    """The address of a visitor; of an IPv6 address the network, since a visitor has many."""
    from setlab.web.guard import address_of

    return address_of(visitor.scope)
