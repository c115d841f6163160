"""`setlab rooms`: the rooms of a server, for its operator: list them, export one, delete some."""

from __future__ import annotations

import json as json_text
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from setlab.answers import Answer, Column, DataTable, Shown, about, data_table
from setlab.cli.commands import verb_group
from setlab.cli.options import Json, Place, Yes, argument, option
from setlab.cli.screen import Output, confirm_deletion, print_data, print_json, say
from setlab.errors import SpecError, plural, quote

if TYPE_CHECKING:
    from setlab.web.store import Database
    from setlab.web.store.queries import RoomRow


PURGING = 5.0
"""Seconds to wait for other programs that read the database."""


@verb_group("list_", "export", "delete")
def verb() -> None:
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
    """Export all events of a room, with names and times, as JSON that `setlab games analyse` reads, too."""
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
            file.write(json_text.dumps(record, ensure_ascii=False) + "\n")
    except OSError as error:
        raise SpecError(f"{quote(str(output), 80)} cannot be written: {error.strerror}") from None
    if json:
        print_json({"room": room.code, "path": str(output), "events": len(events)})
    else:
        print(f"{output}: {plural(len(events), 'event')} of room {room.code}")


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
