"""The tables of the store, and what the server asks of them: each query is a job that runs in a transaction.

A room has a random number besides its code: a code is free again when its room has expired, a number never is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from types import MappingProxyType
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection, Insert, Table, case, delete, func, insert, inspect, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from setlab.web.limits import Tries
from setlab.web.store import Conflict, DatabaseError

METADATA = sql.MetaData()

VERSION = 5
"""The version of the tables. Versions 1 to 4 lack some of them; a change of a table needs the next number."""


def _key(name: str, kind: Any, within: str = "", **options: Any) -> sql.Column[Any]:
    """A column of the primary key; a row `within` another table's is deleted with it."""
    parents = [sql.ForeignKey(within, ondelete="CASCADE")] if within else []
    return sql.Column(name, kind, *parents, primary_key=True, autoincrement=False, **options)


def _columns(kind: Any, *names: str) -> list[sql.Column[Any]]:
    """Columns of one type, which have a value in every row."""
    return [sql.Column(name, kind, nullable=False) for name in names]


ROOM = "rooms.id"
MIGRATIONS = Table("migrations", METADATA, _key("number", sql.Integer), *_columns(sql.Double, "at"))
CODE = sql.Column("code", sql.Text, nullable=False, unique=True)
TOUCHED = sql.Column("touched", sql.Double, nullable=False, index=True)
SECRETS = (*_columns(sql.BigInteger, "seed"), *_columns(sql.Text, "host_hash"))
ROOMS = Table("rooms", METADATA, _key("id", sql.BigInteger), CODE, *_columns(sql.Double, "created"), TOUCHED, *SECRETS)
SEATS = Table(
    "seats", METADATA, _key("room", sql.BigInteger, ROOM), _key("seat", sql.Integer), *_columns(sql.Text, "token_hash")
)
AT_AND_BODY = (*_columns(sql.Double, "at"), *_columns(sql.Text, "body"))
EVENTS = Table("events", METADATA, _key("room", sql.BigInteger, ROOM), _key("seq", sql.Integer), *AT_AND_BODY)
WORKERS = Table("workers", METADATA, _key("worker", sql.Text), *_columns(sql.Double, "beat"))
CONNECTED = (_key("worker", sql.Text), _key("room", sql.BigInteger, ROOM, index=True), _key("seat", sql.Integer))
CONNECTIONS = Table("connections", METADATA, *CONNECTED)
LESSON = (*_columns(sql.Text, "lesson"), *_columns(sql.BigInteger, "seed"), *_columns(sql.Double, "touched"))
CLASSES = Table("classes", METADATA, _key("code", sql.Text), *LESSON)
PROGRESS = (*_columns(sql.Integer, "done"), *_columns(sql.Double, "touched"))
PUPILS = Table("pupils", METADATA, _key("code", sql.Text, "classes.code"), _key("pupil", sql.Text), *PROGRESS)
STEERED = (*_columns(sql.Text, "key_hash"), *_columns(sql.Integer, "question", "solved"))
TICKETS = Table("tickets", METADATA, _key("code", sql.Text, "classes.code"), *STEERED)
CHOSEN = (_key("pupil", sql.Text), _key("question", sql.Integer), *_columns(sql.Integer, "choice"))
ANSWERS = Table("answers", METADATA, _key("code", sql.Text, "classes.code"), *CHOSEN)
FORMER = sql.Column("room", sql.BigInteger, sql.ForeignKey(ROOM, ondelete="CASCADE"), nullable=False)
FORMER_CODES = Table("former_codes", METADATA, _key("code", sql.Text), FORMER)
TRIES = (*_columns(sql.Double, "tries", "at"), *_columns(sql.Integer, "level"), *_columns(sql.Double, "until"))
WRONG_CODES = Table("wrong_codes", METADATA, _key("address", sql.Text), *TRIES)


@dataclass(frozen=True)
class RoomRow:
    """A room: its number, its code, its secret seed, and the hash of the host's token."""

    id: int
    code: str
    created: float
    touched: float
    seed: int
    host_hash: str


@dataclass(frozen=True)
class ClassRow:
    """A class in a lesson: its code, the lesson and its seed, and the time of its last report."""

    code: str
    lesson: str
    seed: int
    touched: float


@dataclass(frozen=True)
class TicketRow:
    """The exit ticket of a class: the hash of the teacher's key, the question or 0, and whether it is solved."""

    code: str
    key_hash: str
    question: int = 0
    solved: int = 0


@dataclass(frozen=True)
class EventRow:
    """An event as it is stored: its number in the room, its time, and its JSON text."""

    seq: int
    at: float
    body: str


def bring_up(connection: Connection, name: str) -> None:
    """Create the tables that the database lacks; the caller holds the lock for it. Refuse a newer version."""
    version = _version(connection, name)
    if version > VERSION:
        known = f"this setlab knows {VERSION}: update setlab or choose another --db"
        raise DatabaseError(f"the database {name} has version {version}, {known}")
    METADATA.create_all(connection)
    if version < VERSION:
        connection.execute(insert(MIGRATIONS).values(number=VERSION, at=time.time()))


def check_version(connection: Connection, name: str) -> None:
    """Raise `DatabaseError` unless this is a database of rooms in the present version."""
    if not inspect(connection).has_table("migrations"):
        raise DatabaseError(f"{name} is no database of rooms: choose another --db")
    if (version := _version(connection, name)) != VERSION:
        raise DatabaseError(f"the database {name} has version {version}, not {VERSION}: start its server first")


def _version(connection: Connection, name: str) -> int:
    """The version of the tables; 0 for an empty database."""
    tables = set(inspect(connection).get_table_names())
    if "migrations" in tables:
        return connection.execute(select(func.max(MIGRATIONS.c.number))).scalar() or 0
    if tables:
        raise DatabaseError(f"{name} is another program's database: choose another --db")
    return 0


LAST = 2**31 - 1
"""The number after which a room has no events: it tells other processes that the room is deleted."""

CHANNEL = "setlab_rooms"
"""The channel on which PostgreSQL tells the other processes of new events."""


def add_room(connection: Connection, room: RoomRow, events: Sequence[EventRow]) -> None:
    """Add a room with its first events."""
    _check_free(connection, room.code)
    connection.execute(insert(ROOMS), asdict(room))
    _insert_events(connection, room.id, events)


def find_room(connection: Connection, code: str) -> RoomRow | None:
    """The room with a code, or the one that had it before."""
    former = select(FORMER_CODES.c.room).where(FORMER_CODES.c.code == code)
    row = connection.execute(select(ROOMS).where(or_(ROOMS.c.code == code, ROOMS.c.id.in_(former)))).one_or_none()
    return None if row is None else RoomRow(*row)


def list_rooms(connection: Connection) -> list[dict[str, Any]]:
    """All rooms, the last used first: code, game, number of people and of events, when opened and last used."""
    events = select(EVENTS.c.room, func.count().label("events")).group_by(EVENTS.c.room).subquery()
    joined = EVENTS.c.body.like('{"event":"join",%"kind":"player"%')
    people = select(EVENTS.c.room, func.count().label("people")).where(joined).group_by(EVENTS.c.room).subquery()
    columns = (ROOMS.c.code, EVENTS.c.body, people.c.people, events.c.events, ROOMS.c.created, ROOMS.c.touched)
    joined_rooms = select(*columns).join(EVENTS, (EVENTS.c.room == ROOMS.c.id) & (EVENTS.c.seq == 1))
    joined_rooms = joined_rooms.join(events, events.c.room == ROOMS.c.id)
    counted = joined_rooms.outerjoin(people, people.c.room == ROOMS.c.id).order_by(ROOMS.c.touched.desc())
    names = ("room", "game", "people", "events", "opened", "used")
    rows = ((row[0], json.loads(row[1])["game"], row[2] or 0, *row[3:]) for row in connection.execute(counted))
    return [dict(zip(names, row, strict=True)) for row in rows]


def count_rooms(connection: Connection) -> int:
    """The number of rooms."""
    return connection.execute(select(func.count()).select_from(ROOMS)).scalar_one()


def seat_hashes(connection: Connection, room: int) -> dict[int, str]:
    """The hashes of the tokens of a room's seats."""
    rows = connection.execute(select(SEATS.c.seat, SEATS.c.token_hash).where(SEATS.c.room == room))
    return {row.seat: row.token_hash for row in rows}


def events_after(connection: Connection, room: int, seq: int) -> list[EventRow]:
    """The events of a room after a number, in their order."""
    columns = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
    rows = connection.execute(columns.where(EVENTS.c.room == room, EVENTS.c.seq > seq).order_by(EVENTS.c.seq))
    return [EventRow(*row) for row in rows]


def append_events(
    connection: Connection,
    room: int,
    events: Sequence[EventRow],
    *,
    worker: str,
    touched: float | None = None,
    seat: tuple[int, str] | None = None,
    names: Mapping[int, str] = MappingProxyType({}),
    code: str | None = None,
) -> None:
    """Append events; with them the hash of a new seat's token, other names of seats, a new code, the time."""
    if names:
        _change_names(connection, room, names)
    if code is not None:
        _change_code(connection, room, code)
    _insert_events(connection, room, events)
    if seat is not None:
        connection.execute(insert(SEATS), {"room": room, "seat": seat[0], "token_hash": seat[1]})
    if touched is not None:
        connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(touched=touched))
    _notify(connection, worker, room, events[-1].seq)


def _notify(connection: Connection, worker: str, room: int, seq: int) -> None:
    """Tell the other processes that a room has news."""
    if connection.dialect.name == "postgresql":
        payload = f"{worker}:{room}:{seq}"
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def _check_free(connection: Connection, code: str) -> None:
    """Raise `Conflict` if a class in a lesson has the code, or a room had it before."""
    former = select(FORMER_CODES.c.code).where(FORMER_CODES.c.code == code)
    if connection.execute(former.union(select(CLASSES.c.code).where(CLASSES.c.code == code))).first() is not None:
        raise Conflict(f"the code {code} is taken")


def _change_code(connection: Connection, room: int, code: str) -> None:
    """Give a room another code; the old one still works with a token."""
    _check_free(connection, code)
    old = select(ROOMS.c.code, ROOMS.c.id).where(ROOMS.c.id == room)
    connection.execute(insert(FORMER_CODES).from_select(["code", "room"], old))
    connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(code=code))


def _insert_events(connection: Connection, room: int, events: Sequence[EventRow]) -> None:
    """One statement for all events: a list of values beside it would be one statement for each."""
    rows = [{"room": room, "seq": event.seq, "at": event.at, "body": event.body} for event in events]
    if rows:
        connection.execute(insert(EVENTS).values(rows))


def _change_names(connection: Connection, room: int, names: Mapping[int, str]) -> None:
    """Write other names of seats into the events that tell theirs, so that nothing stored has the old ones."""
    of_room = EVENTS.c.room == room
    is_naming = or_(*(EVENTS.c.body.like(f'{{"event":"{kind}",%') for kind in ("join", "knock", "rename")))
    naming = select(EVENTS.c.seq, EVENTS.c.body).where(of_room, is_naming)
    for seq, body in connection.execute(naming).all():
        record = json.loads(body)
        if record["seat"] in names:
            changed = json.dumps(record | {"name": names[record["seat"]]}, separators=(",", ":"))
            connection.execute(update(EVENTS).where(of_room, EVENTS.c.seq == seq).values(body=changed))


def expired_rooms(connection: Connection, before: float) -> list[RoomRow]:
    """The rooms in which nothing has happened since a time."""
    return [RoomRow(*row) for row in connection.execute(select(ROOMS).where(ROOMS.c.touched < before))]


def ended_lessons(connection: Connection, before: float) -> list[RoomRow]:
    """The rooms that were opened to be forgotten soon, and in which nothing has happened since a time."""
    is_brief = (EVENTS.c.seq == 1) & EVENTS.c.body.like('{"event":"open",%"forget":true%')
    joined = select(ROOMS).join(EVENTS, (EVENTS.c.room == ROOMS.c.id) & is_brief)
    return [RoomRow(*row) for row in connection.execute(joined.where(ROOMS.c.touched < before))]


def missing_rooms(connection: Connection, rooms: Sequence[int]) -> set[int]:
    """The rooms among these that are deleted."""
    return {*rooms} - {*connection.execute(select(ROOMS.c.id).where(ROOMS.c.id.in_(rooms))).scalars()}


def delete_rooms(connection: Connection, worker: str, rooms: Sequence[int], before: float = inf) -> set[int]:
    """Delete rooms with all that belongs to them, unless something has happened since; those that were deleted."""
    chosen = ROOMS.c.id.in_(rooms) if before == inf else ROOMS.c.id.in_(rooms) & (ROOMS.c.touched < before)
    deleted = set(connection.execute(delete(ROOMS).where(chosen).returning(ROOMS.c.id)).scalars())
    for room in deleted:
        _notify(connection, worker, room, LAST)
    return deleted


def note_wrong_code(connection: Connection, address: str, now: float) -> tuple[Tries, Tries]:
    """Count a wrong code of an address: what it could try before, and after."""
    first = asdict(Tries(at=now))
    connection.execute(_insert_unless_there(connection, WRONG_CODES).values(address=address, **first))
    mine = WRONG_CODES.c.address == address
    columns = (WRONG_CODES.c[name] for name in first)
    before = Tries(*connection.execute(select(*columns).where(mine).with_for_update()).one())
    after = before.after_wrong(now)
    connection.execute(update(WRONG_CODES).where(mine).values(**asdict(after)))
    return before, after


def forget_wrong_codes(connection: Connection, before: float) -> None:
    """Forget the addresses that have tried no wrong code since a time."""
    connection.execute(delete(WRONG_CODES).where(WRONG_CODES.c.until < before, WRONG_CODES.c.at < before))


def beat(connection: Connection, worker: str, now: float) -> bool:
    """Record a heartbeat of a process; True if the process was unknown."""
    if connection.execute(update(WORKERS).where(WORKERS.c.worker == worker).values(beat=now)).rowcount:
        return False
    connection.execute(_insert_unless_there(connection, WORKERS).values(worker=worker, beat=now))
    return True


def note_connection(connection: Connection, worker: str, room: int, seat: int) -> None:
    """Note that a seat is connected through a process."""
    statement = _insert_unless_there(connection, CONNECTIONS)
    connection.execute(statement.values(worker=worker, room=room, seat=seat))


def forget_connection(connection: Connection, worker: str, room: int, seat: int) -> bool:
    """Note that a seat is not connected through a process any more; True if it is through another."""
    mine = (CONNECTIONS.c.worker == worker, CONNECTIONS.c.room == room, CONNECTIONS.c.seat == seat)
    connection.execute(delete(CONNECTIONS).where(*mine))
    return seat in connected_seats(connection, room)


def connected_seats(connection: Connection, room: int) -> set[int]:
    """The seats of a room that are connected through any process."""
    return set(connection.execute(select(CONNECTIONS.c.seat).where(CONNECTIONS.c.room == room)).scalars())


def remove_dead_workers(connection: Connection, before: float) -> list[str]:
    """Remove processes without a sign of life since a time; the codes of the rooms that were connected through them."""
    connection.execute(delete(WORKERS).where(WORKERS.c.beat < before))
    is_dead = CONNECTIONS.c.worker.not_in(select(WORKERS.c.worker))
    codes = select(ROOMS.c.code).where(ROOMS.c.id.in_(select(CONNECTIONS.c.room).where(is_dead)))
    found = list(connection.execute(codes).scalars())
    if found:
        connection.execute(delete(CONNECTIONS).where(is_dead))
    return found


def remove_worker(connection: Connection, worker: str) -> None:
    """Remove a process that stops. Its connections are left to those who live: they write `away` for the seats."""
    connection.execute(delete(WORKERS).where(WORKERS.c.worker == worker))


def add_class(connection: Connection, row: ClassRow, key_hash: str, most: int) -> bool:
    """Add a class in a lesson, whose teacher has a key; False if the limit is reached."""
    if connection.execute(select(func.count()).select_from(CLASSES)).scalar_one() >= most:
        return False
    connection.execute(insert(CLASSES), asdict(row))
    connection.execute(insert(TICKETS), asdict(TicketRow(row.code, key_hash)))
    return True


def find_class(connection: Connection, code: str, since: float) -> ClassRow | None:
    """The class with a code, if there was a report since a time."""
    row = connection.execute(select(CLASSES).where(CLASSES.c.code == code, CLASSES.c.touched >= since)).one_or_none()
    return None if row is None else ClassRow(*row)


def steps_done(connection: Connection, code: str, since: float) -> list[int]:
    """The steps that each pupil of a class has done, of those with a report since a time."""
    rows = select(PUPILS.c.done).where(PUPILS.c.code == code, PUPILS.c.touched >= since)
    return list(connection.execute(rows).scalars())


def note_step(connection: Connection, code: str, pupil: str, done: int, now: float, most: int) -> bool:
    """Note how many steps a pupil has done, at least as many as before; False if the class is full."""
    mine = (PUPILS.c.code == code, PUPILS.c.pupil == pupil)
    farthest = case((PUPILS.c.done < done, done), else_=PUPILS.c.done)
    if not connection.execute(update(PUPILS).where(*mine).values(done=farthest, touched=now)).rowcount:
        if connection.execute(select(func.count()).where(PUPILS.c.code == code)).scalar_one() >= most:
            return False
        new = _insert_unless_there(connection, PUPILS)
        connection.execute(new.values(code=code, pupil=pupil, done=done, touched=now))
    connection.execute(update(CLASSES).where(CLASSES.c.code == code).values(touched=now))
    return True


def find_ticket(connection: Connection, code: str) -> TicketRow | None:
    """The exit ticket of a class."""
    row = connection.execute(select(TICKETS).where(TICKETS.c.code == code)).one_or_none()
    return None if row is None else TicketRow(*row)


def turn_ticket(connection: Connection, code: str, question: int, solved: int, now: float) -> None:
    """Go to a question of a ticket, or show its solution; question 0 ends the ticket and deletes its answers."""
    connection.execute(update(TICKETS).where(TICKETS.c.code == code).values(question=question, solved=solved))
    connection.execute(update(CLASSES).where(CLASSES.c.code == code).values(touched=now))
    if not question:
        connection.execute(delete(ANSWERS).where(ANSWERS.c.code == code))


def note_answer(connection: Connection, code: str, pupil: str, question: int, choice: int, most: int) -> str:
    """Note a pupil's choice, the last of which counts; "closed" for another question, "full" for too many pupils."""
    ticket = find_ticket(connection, code)
    if ticket is None or ticket.question != question or ticket.solved:
        return "closed"
    mine = (ANSWERS.c.code == code, ANSWERS.c.pupil == pupil, ANSWERS.c.question == question)
    if connection.execute(update(ANSWERS).where(*mine).values(choice=choice)).rowcount:
        return ""
    others = select(func.count()).where(ANSWERS.c.code == code, ANSWERS.c.question == question)
    if connection.execute(others).scalar_one() >= most:
        return "full"
    new = _insert_unless_there(connection, ANSWERS)
    connection.execute(new.values(code=code, pupil=pupil, question=question, choice=choice))
    return ""


def count_answers(connection: Connection, code: str, question: int) -> dict[int, int]:
    """How many pupils have chosen each option of a question."""
    mine = (ANSWERS.c.code == code, ANSWERS.c.question == question)
    counts = select(ANSWERS.c.choice, func.count()).where(*mine).group_by(ANSWERS.c.choice)
    return dict(connection.execute(counts).tuples().all())


def delete_classes(connection: Connection, before: float) -> None:
    """Delete the classes and the pupils without a report since a time."""
    connection.execute(delete(PUPILS).where(PUPILS.c.touched < before))
    connection.execute(delete(CLASSES).where(CLASSES.c.touched < before))


def _insert_unless_there(connection: Connection, table: Table) -> Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
