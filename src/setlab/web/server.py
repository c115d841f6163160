"""The process that serves: uvicorn with our limits, a graceful stop, and feeds that can be cut off."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pickle import UnpicklingError
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess

from setlab.errors import SpecError
from setlab.web.app import create_app
from setlab.web.logs import note, set_up_logs
from setlab.web.protocols import FeedProtocol, RequestProtocol
from setlab.web.settings import VARIABLE, Settings

FARTHEST = 20
"""Ports that are tried if none was asked for."""

PARTING = 5
"""Seconds for requests in flight when the server stops."""

BIRTH = 60
"""Seconds after which a worker that does not answer its parent is started anew: on a busy machine imports take long."""

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
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PARTING):
                while any(isinstance(one, FeedProtocol) for one in self.server_state.connections):
                    await asyncio.sleep(0.02)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        is_main = threading.current_thread() is threading.main_thread()  # others are told no signals
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING if is_main}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Worker(multiprocess.Process):
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
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=RequestProtocol,
        ws=FeedProtocol,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        proxy_headers=settings.proxy,
        forwarded_allow_ips="*" if settings.proxy else None,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=PARTING,
        timeout_worker_healthcheck=BIRTH,
        **more,
    )


def serve(settings: Settings, listening: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve until a signal stops the server."""
    set_up_logs(settings.log)
    _allow_many_files()
    if settings.workers > 1:
        _serve_by_many(settings, listening, on_start)
        return
    server = Server(configuration(settings, create_app(settings)))
    server.on_start = on_start
    server.run([listening])
    note("stopped")


def _allow_many_files() -> None:
    """Every feed is an open file: ask for as many as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _serve_by_many(settings: Settings, listening: socket.socket, on_start: Callable[[], None]) -> None:
    os.environ[VARIABLE] = settings.to_json()
    config = configuration(settings, "setlab.web.app:app_from_environment", factory=True, workers=settings.workers)
    multiprocess.Process = Worker  # type: ignore[misc]  # the name by which the supervisor makes them, also later ones
    workers = multiprocess.Multiprocess(config, [listening])
    on_start()
    workers.run()
    note("stopped")
