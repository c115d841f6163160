"""Where files are kept, files that are written whole or not at all, and the TOML files beside modules."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from setlab.errors import SpecError

File = str | os.PathLike[str]


def user_data(variable: str, name: str) -> str:
    """The location that an environment variable names, else the path of a file in the user's data folder."""
    folder = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.environ.get(variable) or os.path.join(folder, "setlab", name)


def is_postgres(location: str) -> bool:
    """True if the location is the URL of a PostgreSQL database.

    >>> is_postgres("postgresql://setlab@127.0.0.1/rooms"), is_postgres("rooms.sqlite")
    (True, False)
    """
    return location.startswith(("postgresql://", "postgres://"))


@contextmanager
def whole_file(path: File) -> Iterator[IO[bytes]]:
    """A temporary file beside `path`, renamed to `path` when it is written, and removed if writing fails.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/cards.txt") as file:
    ...         _ = file.write(b"1221")
    ...         during = os.listdir(folder) != ["cards.txt"]
    ...     during, os.listdir(folder)
    (True, ['cards.txt'])
    """
    folder, name = os.path.split(os.fspath(path))
    if "\0" in os.fspath(path) or not name:
        raise SpecError(f"{os.fspath(path)!r} is not the name of a file: choose another")
    part = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.part")
    try:
        with open(part, "xb") as file:
            yield file
        os.replace(part, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(part)
        if isinstance(error, OSError):  # name the path, not the temporary file
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        raise


def read_toml(module: str, name: str) -> dict[str, Any]:
    """The content of a TOML file in the folder of a module, which is given by its `__file__`."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))
