"""`setlab serve`: the web application, for friends around a table and for classes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from setlab.cli.options import Json, Place, flag, option
from setlab.cli.screen import print_json
from setlab.errors import SpecError, quote, unknown_name

if TYPE_CHECKING:
    from setlab.web.settings import Settings


HOST = "The address to listen at (127.0.0.1: this machine only)."
JOBS = "Threads of each process for long work (default: one less than the cores)."
ORIGIN = "Another site whose pages may open feeds; may be repeated."
PORT = 8000
MISSING = "the web application needs FastAPI and others: pip install 'setlab[web]'"


def verb(
    host: Annotated[str | None, option("--host", "H", HOST)] = None,
    port: Annotated[int | None, option("--port", "-p", "P", "The port (8000, or the next free one).")] = None,
    lan: Annotated[bool, flag("--lan", "Open it to the local network; prints its address and a QR code.")] = False,
    db: Place = None,
    workers: Annotated[int, option("--workers", "-w", "N", "Number of processes; more than one need PostgreSQL.")] = 1,
    jobs: Annotated[int | None, option("--jobs", "N", JOBS)] = None,
    expire: Annotated[float, option("--expire", "HOURS", "Delete rooms idle for this many hours.")] = 48,
    proxy: Annotated[bool, flag("--proxy", "Behind a reverse proxy: trust its X-Forwarded headers.")] = False,
    origin: Annotated[list[str] | None, option("--origin", "URL", ORIGIN)] = None,
    log: Annotated[str, option("--log", "FORM", "The log on stderr: text or json.")] = "text",
    no_browser: Annotated[bool, flag("--no-browser", "Do not open the browser.")] = False,
    json: Json = False,
) -> None:
    """Open the web application: rooms in which people play SET together. Ctrl-C stops it.

    In a terminal with a screen the browser opens at the table.

    On this machine, then for everybody in the same network:

        setlab serve

        setlab serve --lan

    For a server with PostgreSQL and two processes, behind a proxy:

        setlab serve --db postgresql:///setlab --workers 2 --proxy --log json
    """
    try:
        import fastapi  # noqa: F401
        import segno  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise ImportError(MISSING) from None
    from setlab.web.server import bind, serve
    from setlab.web.settings import Settings
    from setlab.web.store import default_location, open_database

    _check(workers, jobs, expire, port, log)
    chosen = Settings(
        db or default_location(),
        host=host or ("0.0.0.0" if lan else "127.0.0.1"),
        workers=workers,
        expire=expire,
        proxy=proxy,
        origins=tuple(each.rstrip("/") for each in origin or ()),
        log=log,
        jobs=jobs or 0,
    )
    _check_workers(chosen)
    listening = bind(chosen.host, port, PORT)
    try:
        open_database(chosen.db).close()  # a broken database is reported in one line, before anything runs
        chosen = _add_addresses(chosen, listening.getsockname()[1], lan)
        _survive_hang_ups()
        opens = not (no_browser or json) and sys.stdout.isatty() and opens_browser(chosen, sys.platform, os.environ)
        serve(chosen, listening, lambda: _announce(chosen, json, opens))
    finally:
        listening.close()
    if not json:
        print("Stopped. Rooms and games are kept.")


def _survive_hang_ups() -> None:
    """A client that hangs up is an error of one connection; the command line lets a closed pipe end the process."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _check(workers: int, jobs: int | None, expire: float, port: int | None, log: str) -> None:
    if not 1 <= workers <= 64:
        raise SpecError(f"{workers} is not a number of processes: choose 1 to 64")
    if jobs is not None and not 1 <= jobs <= 256:
        raise SpecError(f"{jobs} is not a number of threads for --jobs: choose 1 to 256")
    if not 0.01 <= expire <= 24 * 365:
        raise SpecError(f"{expire:g} is not a number of hours for --expire: choose 0.01 to 8760")
    if port is not None and not 0 <= port <= 65535:
        raise SpecError(f"{port} is not a port: choose 1 to 65535, or 0 for any that is free")
    if log not in ("text", "json"):
        raise SpecError(unknown_name(log, "a form of logs", ["text", "json"]))


def _check_workers(settings: Settings) -> None:
    from setlab.web.store import is_postgres

    if settings.workers > 1 and not is_postgres(settings.db):
        shared = f"{settings.workers} processes cannot share the SQLite file {quote(settings.db, 80)}"
        raise SpecError(f"{shared}: give --db postgresql://…, or --workers 1")


def _add_addresses(settings: Settings, port: int, lan: bool) -> Settings:
    """The settings with the port that was found, and the address in the local network."""
    from setlab.web.http.links import network_address

    address = network_address() if lan else ""
    return replace(settings, port=port, lan_address=f"http://{address}:{port}" if address else "")


def opens_browser(settings: Settings, platform: str, environment: Mapping[str, str]) -> bool:
    """True for a table at home: one process without a proxy, on a machine with a screen that is no test server."""
    has_display = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    has_screen = platform in ("win32", "darwin") or has_display
    remote = any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY"))
    return settings.workers == 1 and not settings.proxy and has_screen and not remote


def _open_browser(address: str) -> None:
    """Open the browser without waiting for it; the address is printed in any case."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def local_address(settings: Settings) -> str:
    """The address at which a browser of this machine reaches the server."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    shown = f"[{host}]" if ":" in host else host
    return f"http://{'localhost' if host == '127.0.0.1' else shown}:{settings.port}"


def _announce(settings: Settings, json: bool, opens: bool = False) -> None:
    """Say where the server is, and show it."""
    address = local_address(settings)
    lan, database = settings.lan_address, _database_name(settings)
    if json:
        print_json({"address": address, "lan": lan or None, "port": settings.port, "db": database})
    else:
        from setlab.web.http.links import qr_text

        print(f"setlab is served at {address}")
        if lan:
            shows = sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
            print(f"In your network: {lan}\n{qr_text(lan) if shows else ''}", end="")
        print(f"Rooms are kept in {database}. Press Ctrl-C to stop.")
    sys.stdout.flush()
    if opens:
        _open_browser(address)


def _database_name(settings: Settings) -> str:
    """The database without its password."""
    from setlab.web.store import is_postgres

    if not is_postgres(settings.db):
        return settings.db
    from sqlalchemy import make_url

    return make_url(settings.db).render_as_string(hide_password=True)
