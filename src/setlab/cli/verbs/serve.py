"""`setlab serve`: the web application, for friends and for classes; `setlab rooms`: the rooms that it keeps."""

from __future__ import annotations

import json as json_text
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from setlab.answers import Answer, Column, DataTable, Shown, about, data_table
from setlab.cli.commands import verb_group
from setlab.cli.options import Json, Place, Yes, argument, flag, option
from setlab.cli.screen import Output, confirm_deletion, print_data, print_json, say
from setlab.errors import SpecError, plural, quote, unknown_name
from setlab.files import is_postgres

if TYPE_CHECKING:
    from setlab.web.settings import Settings
    from setlab.web.store import Database
    from setlab.web.store.queries import RoomRow


HOST = "The address to listen at (127.0.0.1: this machine only)."
JOBS = "Threads of each process for long work (default: one less than the cores)."
HTTPS = "Encrypt, by a certificate of its own: phones then keep the pages for use without a network."
ORIGIN = "Another site whose pages may open feeds; may be repeated."
PORT = 8000
MISSING = "the web application needs FastAPI and others: pip install 'setlab[web]'"


def serve(
    host: Annotated[str | None, option("--host", "H", HOST)] = None,
    port: Annotated[int | None, option("--port", "-p", "P", "The port (8000, or the next free one).")] = None,
    lan: Annotated[bool, flag("--lan", "Open it to the local network; prints its address and a QR code.")] = False,
    https: Annotated[bool, flag("--https", HTTPS)] = False,
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

        setlab serve --lan --https

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
    from setlab.web.server import bind
    from setlab.web.server import serve as run_server
    from setlab.web.settings import Settings
    from setlab.web.store import default_location, open_database

    _check(workers, jobs, expire, port, log)
    given: dict[str, Any] = {"workers": workers, "expire": expire, "proxy": proxy, "log": log, "jobs": jobs or 0}
    given["origins"] = tuple(each.rstrip("/") for each in origin or ())
    chosen = Settings(db or default_location(), host=host or ("0.0.0.0" if lan else "127.0.0.1"), **given)
    _check_workers(chosen)
    listening = bind(chosen.host, port, PORT)
    try:
        open_database(chosen.db).close()  # a broken database is reported in one line, before anything runs
        chosen = _add_addresses(chosen, listening.getsockname()[1], lan, https)
        _survive_hang_ups()
        opens = not (no_browser or json) and sys.stdout.isatty() and opens_browser(chosen, sys.platform, os.environ)
        run_server(chosen, listening, lambda: _announce(chosen, json, opens))
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
    if settings.workers > 1 and not is_postgres(settings.db):
        shared = f"{settings.workers} processes cannot share the SQLite file {quote(settings.db, 80)}"
        raise SpecError(f"{shared}: give --db postgresql://…, or --workers 1")


def _add_addresses(settings: Settings, port: int, lan: bool, https: bool) -> Settings:
    """The settings with the port that was found, the certificate, and the address in the local network."""
    from setlab.web.http.answers import network_address

    address = network_address() if lan else ""
    chosen = replace(settings, port=port)
    if https:
        from setlab.web.certificate import own_certificate

        names = ["localhost", "127.0.0.1", "::1", *([address] if address else [])]
        chosen = replace(chosen, certificate=own_certificate(names).path)
    return replace(chosen, lan_address=f"{chosen.scheme}://{address}:{port}" if address else "")


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
    return f"{settings.scheme}://{'localhost' if host == '127.0.0.1' else shown}:{settings.port}"


def _announce(settings: Settings, json: bool, opens: bool = False) -> None:
    """Say where the server is, and show it."""
    address = local_address(settings)
    lan, database = settings.lan_address, _database_name(settings)
    if json:
        print_json({"address": address, "lan": lan or None, "port": settings.port, "db": database})
    else:
        from setlab.web.http.answers import qr_text

        print(f"setlab is served at {address}")
        if lan:
            shows = sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
            print(f"In your network: {lan}\n{qr_text(lan) if shows else ''}", end="")
        if settings.certificate:
            print(_trust(settings))
        print(f"Rooms are kept in {database}. Press Ctrl-C to stop.")
    sys.stdout.flush()
    if opens:
        _open_browser(address)


def _trust(settings: Settings) -> str:
    """What a browser asks at the first visit, and how the certificate is recognised."""
    from setlab.web.certificate import own_certificate

    fingerprint = own_certificate([], settings.certificate).fingerprint
    asks = "Browsers do not know this certificate and ask at the first visit: choose Advanced, then Proceed or Accept."
    return f"{asks}\nIts SHA-256 fingerprint is {fingerprint}"


def _database_name(settings: Settings) -> str:
    """The database without its password."""
    if not is_postgres(settings.db):
        return settings.db
    from sqlalchemy import make_url

    return make_url(settings.db).render_as_string(hide_password=True)


PURGING = 5.0
"""Seconds to wait for other programs that read the database."""


@verb_group("list_", "export", "delete")
def rooms() -> None:
    """The rooms of a server, also while it runs: list them, export one, delete some. Each has `--json`.

    setlab rooms list

    setlab rooms export KRTM -o krtm.json

    setlab rooms delete KRTM --yes
    """


def list_(db: Place = None, *, output: Output) -> None:
    """List the rooms: code, game, people, events, when they were opened and last used. Names are not shown."""
    with open_rooms(db) as database:
        from setlab.web.store import queries

        found = database.submit_read(queries.list_rooms).result()
        record = {"db": database.name, "rooms": found}
    table = rooms_table(found)
    output.show(Answer(record, table), lambda: print_data(table) if found else say("there are no rooms"))


def export(
    code: Annotated[str, argument("CODE", "The code of a room.")],
    output: Annotated[Path | None, option("-o", "--output", "FILE", "A file that only you can read.")] = None,
    db: Place = None,
    json: Json = False,
) -> None:
    """Export all events of a room, with names and times, as JSON that `setlab games analyse` reads, too.

    A file that ends in .jsonl has one event to a line, without the room's code and the time of its opening.
    """
    with open_rooms(db) as database:
        from setlab.web.store import queries

        room = find_room(database, code)
        rows = database.submit_read(lambda connection: queries.events_after(connection, room.id, 0)).result()
    events = [{"seq": row.seq, "at": row.at, "event": json_text.loads(row.body)} for row in rows]
    record = {"room": room.code, "opened": room.created, "events": events}
    if output is None:
        print_json(record)
        return
    try:
        with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(_export_text(record, output))
    except OSError as error:
        raise SpecError(f"{quote(str(output), 80)} cannot be written: {error.strerror}") from None
    if json:
        print_json({"room": room.code, "path": str(output), "events": len(events)})
    else:
        print(f"{output}: {plural(len(events), 'event')} of room {room.code}")


def _export_text(record: dict[str, Any], output: Path) -> str:
    """The text of an exported room in the form that the file's name ends in."""
    if output.suffix != ".jsonl":
        return json_text.dumps(record, ensure_ascii=False) + "\n"
    from setlab.rooms.export import events_jsonl

    return events_jsonl(record["events"])


def delete(
    codes: Annotated[list[str], argument("CODE…", "The codes of rooms.")],
    yes: Yes = False,
    db: Place = None,
    json: Json = False,
) -> None:
    """Delete rooms with their events, names and seats; a running server forgets them, too. Asks for confirmation."""
    with open_rooms(db) as database:
        from setlab.web.store import queries

        found = [find_room(database, code) for code in codes]
        named = ", ".join(room.code for room in found)
        if not yes and not confirm_deletion(f"{plural(len(found), 'room')} ({named})"):
            print("nothing was deleted")
            return
        numbers = [room.id for room in found]
        database.submit_write(lambda connection: queries.delete_rooms(connection, "", numbers)).result()
        is_purged, purge = True, database.submit_purge()
        try:
            if purge is not None:
                purge.result(PURGING)
        except Late:
            is_purged = False
    if json:
        print_json({"deleted": [room.code for room in found], "purged": is_purged})
    else:
        say(f"{named} deleted" + ("" if is_purged else "; another program reads the file: its log keeps the names"))


@contextmanager
def open_rooms(place: str | None) -> Iterator[Database]:
    """The database of a server, which may be running."""
    try:
        import sqlalchemy  # noqa: F401

        from setlab.web.store import Gone, default_location, open_database
    except ImportError:
        raise ImportError("rooms need SQLAlchemy: pip install 'setlab[web]'") from None
    database = open_database(place or default_location(), beside=True)
    try:
        yield database
    except Gone as gone:
        raise SpecError(f"the database {database.name} does not answer ({gone}): try again") from None
    finally:
        database.close()


def find_room(database: Database, code: str) -> RoomRow:
    """The room with a code; raise `SpecError` if there is none."""
    from setlab.web.store import queries

    room = database.submit_read(lambda connection: queries.find_room(connection, code.upper())).result()
    if room is None:
        raise SpecError(f"there is no room {quote(code)} in {database.name}: `setlab rooms list` has all")
    return room


def rooms_table(found: Sequence[dict[str, Any]]) -> DataTable:
    """The rooms, one to a row."""
    names = ("room", "game", "people", "events", "opened", "used")
    columns = [Column(name, align="right" if name in ("people", "events") else "left") for name in names]
    rows = []
    for each in found:
        times = (datetime.fromtimestamp(each[name]).strftime("%Y-%m-%d %H:%M") for name in names[4:])
        shown = [Shown(each[name], time) for name, time in zip(names[4:], times, strict=True)]
        rows.append((*(each[name] for name in names[:4]), *shown))
    return data_table(columns, rows, "Rooms", "rooms", metadata=about("rooms list"))
