"""A PostgreSQL server for the tests: on loopback, on a free port, under a user of its own, gone afterwards."""

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

_numbers = count()


def _program(name: str) -> str | None:
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(places[0]) if places else shutil.which(name)


def _as_server(user: str | None, *command: str) -> None:
    """Run a command under the server's user: PostgreSQL refuses to run as root."""
    other = pwd.getpwnam(user) if user else None
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        user=other.pw_uid if other else None,
        group=other.pw_gid if other else None,
        extra_groups=[] if other else None,
    )


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a new server, without the name of a database."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    if initdb is None or control is None:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
    user = "postgres" if os.getuid() == 0 else None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path("/tmp") / f"setlab-postgres-{os.getpid()}"
    folder.mkdir(mode=0o700)
    if user:
        shutil.chown(folder, user)
    data = str(folder / "data")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    try:
        _as_server(user, initdb, "-D", data, "-U", "setlab", "--auth=trust", "--no-sync")
        _as_server(user, control, "-D", data, "-o", options, "-w", "-l", str(folder / "log"), "start")
        try:
            yield f"postgresql://setlab@127.0.0.1:{port}"
        finally:
            _as_server(user, control, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(server: str) -> str:
    """The URL of an empty database."""
    psycopg = pytest.importorskip("psycopg")
    name = f"runs_{next(_numbers)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"
