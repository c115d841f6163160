"""The application: HTTP, feeds and pages around one hub."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse

from setlab import __version__
from setlab.web.http import api_router, describe
from setlab.web.http.answers import explain_errors
from setlab.web.http.guard import Guard
from setlab.web.http.rooms import Practice
from setlab.web.pages.site import add_site
from setlab.web.rooms.housekeeping import Housekeeping
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.session import Feeds
from setlab.web.settings import Settings
from setlab.web.store import Database, open_database

if TYPE_CHECKING:
    from setlab.web.store.postgres import Bus

SWITCH = 0.0005
"""Seconds after which a thread lets another one run: a commit gives the interpreter up several times, and would wait
for the busy event loop each time for Python's usual 5 ms."""


def create_app(settings: Settings) -> FastAPI:
    """The application with its database open; it is closed when the server stops."""
    database = open_database(settings.db)
    hub = Hub(database, settings)
    app = FastAPI(
        title="setlab",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    feeds = Feeds(hub)
    app.state.hub = hub
    _name_gauges(hub, feeds)
    explain_errors(app, hub)
    app.add_middleware(Guard, hub=hub)
    app.state.practice = Practice()
    app.include_router(api_router(hub, app.state.practice))
    describe(app)
    app.add_api_websocket_route("/api/rooms/{code}/feed", feeds.serve)
    _add_service(app, hub)
    add_site(app, settings)
    return app


def app_from_environment() -> FastAPI:
    """The application of a worker process."""
    from setlab.web.logs import set_up_logs

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
    bus = _bus(hub.database, hub)
    try:
        yield
    finally:
        beside.cancel()
        with suppress(asyncio.CancelledError):
            await beside
        await hub.close()
        if bus is not None:
            bus.close()
        hub.database.close()


def _bus(database: Database, hub: Hub) -> Bus | None:
    """The connection to the other processes, if there can be any."""
    if not database.is_shared:
        return None
    from setlab.web.store.postgres import Bus, PostgresDatabase

    assert isinstance(database, PostgresDatabase)
    return Bus(database.url, hub.hear, hub.resync)


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
