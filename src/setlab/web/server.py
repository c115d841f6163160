"""The application around one hub, and the process that serves it.

The process is uvicorn with limits on headers and time, a graceful stop, and feeds that can be aborted.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from multiprocessing.connection import wait
from pickle import UnpicklingError
from typing import Any

import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import multiprocess

from setlab import __version__
from setlab.errors import SpecError
from setlab.web.http import antiset, explorer, lessons, paper, photos, puzzles, rooms, seen, solitaire, tickets
from setlab.web.http.answers import describe, explain_errors
from setlab.web.http.guard import PHOTOS, RequestGuard
from setlab.web.laboratory import runs
from setlab.web.metrics import note, set_up_logs
from setlab.web.pages.site import add_site
from setlab.web.rooms.hub import Housekeeping, Hub
from setlab.web.rooms.session import Feeds
from setlab.web.settings import VARIABLE, Settings
from setlab.web.store import open_database

SWITCH = 0.0005
"""Seconds after which a thread lets another one run: a commit gives the interpreter up several times, and would wait
for the busy event loop each time for Python's usual 5 ms."""


def create_app(settings: Settings) -> FastAPI:
    """The application with its database open; it is closed when the server stops."""
    hub = Hub(open_database(settings.db), settings)
    addresses: dict[str, Any] = {"docs_url": None, "redoc_url": None, "openapi_url": "/api/openapi.json"}
    app = FastAPI(title="setlab", version=__version__, lifespan=_lifespan, **addresses)
    feeds = Feeds(hub)
    app.state.hub = hub
    _name_gauges(hub, feeds)
    explain_errors(app, hub)
    app.add_middleware(RequestGuard, hub=hub)
    app.state.practice = rooms.Practice()
    router = APIRouter(prefix="/api")
    rooms.add_routes(router, hub, app.state.practice)
    for capability in (antiset, explorer, runs, lessons, paper, photos, puzzles, seen, solitaire, tickets):
        capability.add_routes(router, hub)
    app.include_router(router)
    describe(app)
    app.add_api_websocket_route("/api/rooms/{code}/feed", feeds.serve)
    _add_service(app, hub)
    add_site(app, settings)
    return app


def app_from_environment() -> FastAPI:
    """The application of a worker process."""
    settings = Settings.from_environment()
    set_up_logs(settings.log)
    return create_app(settings)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    hub: Hub = app.state.hub
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()  # a full collection would look at all imported modules, for some hundredths of a second
    housekeeping = Housekeeping(hub)
    await housekeeping.begin()
    hub.spawn(app.state.practice.prepare())
    beside = asyncio.create_task(housekeeping.run())
    hub.database.listen(hub.hear, hub.resync)
    try:
        yield
    finally:
        beside.cancel()
        with suppress(asyncio.CancelledError):
            await beside
        await hub.close()
        hub.database.close()


def _name_gauges(hub: Hub, feeds: Feeds) -> None:
    gauge = hub.metrics.gauge
    gauge("rooms", lambda: len(hub.rooms))
    gauge("connections", lambda: feeds.open)
    gauge("seats_connected", lambda: sum(c.seat is not None for room in hub.rooms.values() for c in room.connections))
    gauge("writes_waiting", lambda: hub.database.waiting)
    gauge("database_up", lambda: 0 if hub.health.is_gone else 1)


def _add_service(app: FastAPI, hub: Hub) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> JSONResponse:
        """Whether the server can do its work."""
        status, code = ("unavailable", 503) if hub.health.is_gone else ("ok", 200)
        about = {"status": status, "since": round(hub.health.since, 3), "version": __version__, "worker": hub.worker}
        return JSONResponse(about, code)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        """Numbers for Prometheus."""
        return PlainTextResponse(hub.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


LARGEST_HEAD = 16_384
"""Bytes of the first line and the headers of a request."""

PIECE = 4096
"""Bytes that are parsed at a time, so that no head becomes much larger than allowed."""

REQUEST_WITHIN = 10.0
"""Seconds for a request to arrive, with its body: the largest has 32 kB, but for photos."""

PHOTO_WITHIN = 60.0
"""Seconds for a photo to arrive: 10 MB by 1.4 Mbit/s."""

READ_WITHIN = 30.0
"""Seconds in which a client must read something of an answer that waits for it."""


class RequestProtocol(HttpToolsProtocol):
    """A connection for requests, which is closed if a head is too large or a client too slow."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head = 0
    _is_in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._arm()
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + PIECE]
            self._head += len(piece) if self._is_in_head else 0
            super().data_received(piece)
            if self._is_in_head and self._head > LARGEST_HEAD:
                self._refuse(431, "The headers of the request are too large.")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()
        if self._deadline is not None and self.scope.get("path") == PHOTOS:
            self._disarm()
            self._arm(PHOTO_WITHIN)

    def on_message_complete(self) -> None:
        self._is_in_head, self._head = True, 0
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._disarm()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()

    def _arm(self, seconds: float = REQUEST_WITHIN) -> None:
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """The request did not arrive in time."""
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(408, "The request did not arrive in time.")
        else:
            self.transport.abort()

    def _refuse(self, status: int, reason: str) -> None:
        self._disarm()
        head = f"content-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: {len(reason)}"
        self.transport.write(STATUS_LINE[status] + f"{head}\r\n\r\n{reason}".encode())
        self.transport.close()


class FeedProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that the application can abort: a client that does not read cannot be closed politely."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort"] = self.transport.abort

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


FARTHEST = 20
"""Ports that are tried if none was asked for."""

PARTING = 5
"""Seconds for requests in flight when the server stops."""

BIRTH = 60
"""Seconds after which a worker that does not answer its parent is restarted: on a busy machine imports take long."""

STOPPING = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """A server that says goodbye to its feeds, and whose stop by a signal is no failure."""

    on_start: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.on_start is not None and not self.should_exit:
            self.on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        hub = getattr(getattr(self.config.loaded_app, "app", self.config.loaded_app), "state", None)
        if hub is not None:
            hub.hub.say_goodbye()
            await self._until_feeds_are_closed()
        await super().shutdown(sockets)

    async def _until_feeds_are_closed(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING):
                while any(isinstance(one, FeedProtocol) for one in self.server_state.connections):
                    await asyncio.sleep(0.02)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        is_main = threading.current_thread() is threading.main_thread()  # others are told no signals
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING if is_main}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class ServerWorker(multiprocess.Process):
    """One of several processes; each makes its own server."""

    @property
    def server(self) -> Server:
        if self._server is None:
            self._server = Server(config=self.config)
        assert isinstance(self._server, Server)
        return self._server

    def ping(self, timeout: float = 5) -> bool:
        """True if the worker answers in time. One that dies meanwhile is not waited for: another takes its place."""
        try:
            self.parent_conn.send(b"ping")
            wait([self.parent_conn, self.process.sentinel], timeout)
            return self.parent_conn.poll() and self.parent_conn.recv() is not None
        except (OSError, EOFError, UnpicklingError):
            return False


def bind(host: str, port: int | None, default: int) -> socket.socket:
    """A socket at the port, or at the first free one from the default on; raise `SpecError` in one sentence."""
    ports = range(default, default + FARTHEST) if port is None else [port]
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or number == ports[-1]:
                raise SpecError(_port_fault(host, port, number, error)) from None
    raise AssertionError


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(2048)
    except OSError:
        made.close()
        raise
    made.set_inheritable(True)
    return made


def _port_fault(host: str, asked: int | None, number: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        ports = f"port {number} is" if asked is not None else f"the ports {number - FARTHEST + 1} to {number} are"
        return f"{ports} taken by another program: choose another --port"
    if error.errno == errno.EACCES:
        return f"port {number} is reserved for the system: choose a --port from 1024 on"
    return f"the server cannot listen at {host}, port {number} ({error.strerror}): choose another --host"


def configuration(settings: Settings, app: Any, **more: Any) -> uvicorn.Config:
    """The configuration of uvicorn."""
    place = {"host": settings.host, "port": settings.port, "http": RequestProtocol, "lifespan": "on"}
    feeds = {"ws": FeedProtocol, "ws_max_size": settings.limits.message, "ws_per_message_deflate": False}
    proxy = {"proxy_headers": settings.proxy, "forwarded_allow_ips": "*" if settings.proxy else None}
    quiet = {"server_header": False, "access_log": False, "log_config": None}
    times = {"timeout_graceful_shutdown": PARTING, "timeout_worker_healthcheck": BIRTH}
    secure = {"ssl_certfile": settings.certificate} if settings.certificate else {}
    options: dict[str, Any] = {**place, **feeds, **proxy, **quiet, **times, **secure, **more}
    return uvicorn.Config(app, **options)


def serve(settings: Settings, listening: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve until a signal stops the server."""
    set_up_logs(settings.log)
    _allow_many_files()
    if settings.workers > 1:
        _serve_by_many(settings, listening, on_start)
    else:
        server = Server(configuration(settings, create_app(settings)))
        server.on_start = on_start
        server.run([listening])
    note("stopped")


def _allow_many_files() -> None:
    """Every feed is an open file: ask for as many as the system allows. Windows has no such limit."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _serve_by_many(settings: Settings, listening: socket.socket, on_start: Callable[[], None]) -> None:
    os.environ[VARIABLE] = settings.to_json()
    config = configuration(settings, "setlab.web.server:app_from_environment", factory=True, workers=settings.workers)
    multiprocess.Process = ServerWorker  # type: ignore[misc]  # the name by which the supervisor makes them, also later ones
    workers = multiprocess.Multiprocess(config, [listening])
    on_start()
    workers.run()
