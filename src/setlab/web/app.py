"""The application: HTTP, feeds and pages around one hub."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from fastapi import FastAPI, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from setlab import __version__
from setlab.web.api import api_router
from setlab.web.assets import ASK_AGAIN, FOR_EVER, VERSION_LENGTH, Assets
from setlab.web.feed import Feeds
from setlab.web.guard import Guard
from setlab.web.hub import Hub
from setlab.web.pages import Pages, language_of
from setlab.web.practice import Practice
from setlab.web.settings import Settings
from setlab.web.store import Database, Gone, open_database
from setlab.web.tokens import read_code
from setlab.web.trouble import explain_errors, refusal_of

if TYPE_CHECKING:
    from setlab.web.bus import Bus

SWITCH = 0.0005
"""Seconds after which a thread lets another one run: a commit gives the interpreter up several times, and would wait
for the busy event loop each time for Python's usual 5 ms."""

PAGE_VARY = "Accept-Encoding, Accept-Language, Cookie"


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
    _add_feed(app, feeds)
    _add_service(app, hub)
    _add_pages(app)
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
    with suppress(Gone):
        await hub.beat()
        await hub.expire()
    hub.spawn(app.state.practice.prepare())
    beside = asyncio.create_task(hub.run_beside())
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
    from setlab.web.bus import Bus
    from setlab.web.store.postgres import PostgresDatabase

    assert isinstance(database, PostgresDatabase)
    return Bus(database.url, hub.hear, hub.resync)


def _name_gauges(hub: Hub, feeds: Feeds) -> None:
    gauge = hub.metrics.gauge
    gauge("rooms", lambda: len(hub.rooms))
    gauge("connections", lambda: feeds.open)
    gauge("seats_connected", lambda: sum(c.seat is not None for room in hub.rooms.values() for c in room.connections))
    gauge("writes_waiting", lambda: hub.database.waiting)
    gauge("database_up", lambda: 0 if hub.health.is_gone else 1)


def _add_feed(app: FastAPI, feeds: Feeds) -> None:
    @app.websocket("/api/rooms/{code}/feed")
    async def feed(socket: WebSocket, code: str) -> None:
        await feeds.serve(socket, code)


def _add_service(app: FastAPI, hub: Hub) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> JSONResponse:
        """Whether the server can do its work."""
        status = "unavailable" if hub.health.is_gone else "ok"
        about = {"status": status, "since": round(hub.health.since, 3), "version": __version__, "rooms": len(hub.rooms)}
        return JSONResponse(about, 503 if hub.health.is_gone else 200)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        """Numbers for Prometheus."""
        return PlainTextResponse(hub.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _add_pages(app: FastAPI) -> None:
    assets = Assets()
    pages = Pages(assets)

    def page(request: Request, name: str, room: str = "", status: int = 200) -> Response:
        language = language_of(request.query_params.get("lang"), request.cookies.get("lang"), request.headers)
        rendered = pages.render(name, language, room)
        if rendered is None:
            raise HTTPException(404)
        return rendered.response(request.headers, ASK_AGAIN, PAGE_VARY, status)

    def room_page(request: Request, name: str, code: str) -> Response:
        known = read_code(code)
        if known is None:
            raise HTTPException(404)
        return (
            page(request, name, known)
            if known == code
            else RedirectResponse(request.url.replace(path=request.url.path.replace(code, known, 1)))
        )

    @app.get("/", include_in_schema=False)
    async def home(request: Request) -> Response:
        return page(request, "home")

    @app.get("/new", include_in_schema=False)
    async def new(request: Request) -> Response:
        return page(request, "new")

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return static(request, "icon.svg")

    @app.get("/robots.txt", include_in_schema=False)
    async def robots() -> PlainTextResponse:
        return PlainTextResponse("User-agent: *\nAllow: /$\nDisallow: /\n")

    @app.get("/static/{path:path}", include_in_schema=False)
    async def static_file(request: Request, path: str) -> Response:
        return static(request, path)

    def static(request: Request, path: str) -> Response:
        version, _, rest = path.partition("/")
        is_versioned = version == assets.version
        name = rest if is_versioned or len(version) == VERSION_LENGTH else path  # an old version gets the new file
        asset = None if name.startswith("pages/") else assets.find(name)
        if asset is None:
            raise HTTPException(404)
        return asset.response(request.headers, FOR_EVER if is_versioned else ASK_AGAIN)

    @app.get("/{code}", include_in_schema=False)
    async def room(request: Request, code: str) -> Response:
        return room_page(request, "room", code)

    @app.get("/{code}/projector", include_in_schema=False)
    async def projector(request: Request, code: str) -> Response:
        return room_page(request, "projector", code)

    @app.get("/{code}/review", include_in_schema=False)
    async def review(request: Request, code: str) -> Response:
        return room_page(request, "review", code)

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
            with suppress(HTTPException):
                return page(request, "missing", status=404)
        said = refusal_of(error)
        return JSONResponse({"reason": said.reason, "code": said.code}, said.status)
