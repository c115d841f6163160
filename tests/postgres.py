"""A PostgreSQL server for the tests: on loopback, on a free port, under a user of its own, gone afterwards."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

_numbers = count()


class PostgresServer:
    """A server that can be stopped, started again, and made to hang."""

    def __init__(self, folder: Path, port: int) -> None:
        self.url = f"postgresql://setlab@127.0.0.1:{port}"
        self._user = "postgres" if os.getuid() == 0 else None
        self._data, self._log = str(folder / "data"), str(folder / "log")
        self._options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c autovacuum=off"
        folder.mkdir(mode=0o700)
        if self._user:
            shutil.chown(folder, self._user)

    def create(self) -> None:
        """Make the files of a new server."""
        self._run("initdb", "-D", self._data, "-U", "setlab", "--auth=trust", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._run("pg_ctl", "-D", self._data, "-o", self._options, "-w", "-l", self._log, "start")

    def stop(self) -> None:
        """Stop it at once; connections are cut."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let it hold all connections and answer nothing."""
        processes = self._processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in reversed(processes):
                os.kill(process, signal.SIGCONT)

    def _processes(self) -> list[int]:
        main = int((Path(self._data) / "postmaster.pid").read_text().split()[0])
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def _run(self, name: str, *arguments: str) -> None:
        """Run a program under the server's user: PostgreSQL refuses to run as root."""
        program, other = _program(name), pwd.getpwnam(self._user) if self._user else None
        assert program is not None
        subprocess.run(
            [program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            user=other.pw_uid if other else None,
            group=other.pw_gid if other else None,
            extra_groups=[] if other else None,
        )


def _program(name: str) -> str | None:
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(places[0]) if places else shutil.which(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A new server, which has started."""
    if _program("initdb") is None or _program("pg_ctl") is None:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path("/tmp") / f"setlab-postgres-{os.getpid()}"
    made = PostgresServer(folder, port)
    try:
        made.create()
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server(postgres: PostgresServer) -> str:
    """The URL of a new server, without the name of a database."""
    return postgres.url


@pytest.fixture
def new_database(server: str) -> Iterator[str]:
    """The URL of an empty database: a new one, or one that an earlier test has left and that is emptied again."""
    url = _left.pop() if _left else create_database(server)
    yield url
    if is_emptied(url):
        _left.append(url)


_left: list[str] = []
"""Empty databases of this server."""


def create_database(server: str) -> str:
    """The URL of a new database."""
    name = f"runs_{next(_numbers)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


def is_emptied(url: str) -> bool:
    """Drop the schemas of a database; False if somebody is still connected, if more is there, or if it is gone."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            (others,) = _row(connection, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            (tables,) = _row(connection, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")
            if (others, tables) != (1, 0):  # one is this connection
                return False
            for (schema,) in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'setlab%'"):
                connection.execute(f"DROP SCHEMA {schema} CASCADE")
            return True
    except psycopg.OperationalError:
        return False


def _row(connection: psycopg.Connection[Any], query: LiteralString) -> Any:
    return connection.execute(query).fetchone()
