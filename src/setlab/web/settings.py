"""`Settings`: the configuration of `setlab serve`, as one frozen value that worker processes get as JSON."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import Any

VARIABLE = "SETLAB_SERVE"
"""The environment variable in which worker processes find the settings."""


@dataclass(frozen=True)
class Limits:
    """The limits of one client, one room and the whole server.

    A bucket is (burst, per second): a burst, then a steady rate. A class of sixty behind one address stays far below.
    """

    rooms: int = 20_000
    """Rooms in the database."""
    connections: int = 20_000
    """Feeds that are open at a time in one process."""
    events: int = 20_000
    """Events of a room: a long day of a class has some thousands."""
    watchers: int = 200
    """People without a token who watch a room."""
    devices: int = 4
    """Feeds of one seat; the oldest is replaced."""
    walls: int = 50
    """Feeds with the host's token, and with a projector's; the oldest is replaced."""
    message: int = 4096
    """Bytes of a message."""
    body: int = 32_768
    """Bytes of the body of a request."""
    finds: int = 2**20
    """Bytes of the body of a request with the finds of a player."""
    photo: int = 10 * 2**20
    """Bytes of the body of a request with a photo."""
    photos: tuple[float, float] = (100, 3)
    """Photos that an address sends."""
    backlog: int = 256
    """Messages that wait for a slow client before it is disconnected."""
    messages: tuple[float, float] = (60, 20)
    """Messages of a feed."""
    requests: tuple[float, float] = (3000, 300)
    """Requests of an address without a token, for the interface and again as many for pages and files."""
    token_requests: tuple[float, float] = (1000, 100)
    """Requests with the token of a room."""
    new_seats: tuple[float, float] = (30, 5)
    """Seats in a room that an address takes; an early request waits some seconds for its turn."""
    new_rooms: tuple[float, float] = (300, 2)
    """Rooms that an address opens."""
    new_feeds: tuple[float, float] = (6000, 500)
    """Feeds that an address opens without a token."""
    classes: int = 2_000
    """Classes in lessons."""
    pupils: int = 200
    """Pupils of a class in a lesson."""
    steps: tuple[float, float] = (1200, 60)
    """Steps of lessons that the pupils of an address report."""
    jobs_waiting: int = 600
    """Jobs that wait for a thread."""
    jobs_of_one: int = 60
    """Jobs of one address that wait: a class may ask all at once."""
    run_seconds: float = 30.0
    """Seconds of computing that one run of the laboratory may take."""


@dataclass(frozen=True)
class Settings:
    """The server's configuration.

    >>> Settings.from_json(Settings("rooms.sqlite", origins=("https://set.example",)).to_json()).origins
    ('https://set.example',)
    """

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    lan_address: str = ""
    """The address in the local network, with --lan."""
    certificate: str = ""
    """The file with the certificate and its key, with --https."""
    workers: int = 1
    expire: float = 48.0
    """Hours without an event after which a room is deleted."""
    proxy: bool = False
    origins: tuple[str, ...] = ()
    log: str = "text"
    jobs: int = 0
    """Threads of each process for long work; 0: one less than the cores."""
    limits: Limits = field(default_factory=Limits)

    @property
    def scheme(self) -> str:
        """The scheme of the server's addresses."""
        return "https" if self.certificate else "http"

    def to_json(self) -> str:
        """The settings as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The settings that JSON describes."""
        given = json.loads(text)
        limits: dict[str, Any] = {
            name: tuple(v) if isinstance(v, list) else v for name, v in given.pop("limits").items()
        }
        return cls(**given | {"origins": tuple(given["origins"])}, limits=Limits(**limits))

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings that the parent process has left."""
        return cls.from_json(os.environ[VARIABLE])
