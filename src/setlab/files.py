"""Where files are kept, files and folders that are written whole or not at all, and the TOML files beside modules."""

from __future__ import annotations

import os
import shutil
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


@contextmanager
def whole_folder(path: File, marker: str) -> Iterator[Path]:
    """A temporary folder beside `path`, which takes its place when it is written, and is removed if writing fails.

    A folder that is there already must be empty, or contain the file `marker`, as an earlier one does.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("first", "second"):
    ...         with whole_folder(f"{folder}/site", "mark") as new:
    ...             for file in ("mark", name):
    ...                 (new / file).touch()
    ...     sorted(os.listdir(f"{folder}/site")), os.listdir(folder)
    (['mark', 'second'], ['site'])
    """
    place = Path(os.path.abspath(os.fspath(path)))
    _check_replaceable(place, os.fspath(path), marker)
    part, former = (place.with_name(f".{place.name}.{os.urandom(4).hex()}.{end}") for end in ("part", "old"))
    try:
        part.mkdir(parents=True)
        yield part
        if place.exists():
            os.replace(place, former)
        try:
            os.replace(part, place)
        except OSError:
            if former.exists():
                os.replace(former, place)
            raise
    except OSError as error:  # name the path, not the temporary folder
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        for rest in (part, former):
            shutil.rmtree(rest, ignore_errors=True)


def _check_replaceable(place: Path, name: str, marker: str) -> None:
    if "\0" in name:
        raise SpecError(f"{name!r} is not the name of a folder: choose another")
    if place.exists() and not place.is_dir():
        raise SpecError(f"{name} is a file: choose a folder")
    if place.is_dir() and any(place.iterdir()) and not (place / marker).is_file():
        raise SpecError(f"{name} holds other files: choose an empty folder, or a new one")


def read_toml(module: str, name: str) -> dict[str, Any]:
    """The content of a TOML file in the folder of a module, which is given by its `__file__`."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))
