"""Command lines of setlab, each in a process of its own that is forked from one in which setlab is loaded."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

LOADED = ["setlab.cli.main", "setlab._core", "numpy", "rich.table", "rich.console", "setlab.experiment.run"]
"""Modules that nearly every command loads; loading them takes longer than most commands."""


@dataclass(frozen=True)
class Done:
    """What a command line did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@cache
def loaded() -> ForkServerContext:
    """The process that commands are forked from; it lives as long as the tests."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    return context


def run_command(
    arguments: Sequence[str | bytes],
    environment: Mapping[str, str],
    stdin: bytes = b"",
    folder: Path | None = None,
    merge: bool = False,
) -> Done:
    """What `setlab` with these arguments writes, and its status; a new Python if its own variables are set.

    Errors are written into the output if both are to be merged.
    """
    if any(name.startswith("PYTHON") and os.environ.get(name) != value for name, value in environment.items()):
        command = [sys.executable, "-m", "setlab.cli.main", *arguments]
        errors = subprocess.STDOUT if merge else subprocess.PIPE
        done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=folder)
        return Done(done.returncode, done.stdout.decode(), (done.stderr or b"").decode())
    with tempfile.TemporaryDirectory() as place:
        streams = [Path(place, name) for name in ("in", "out", "out" if merge else "err")]
        streams[0].write_bytes(stdin)
        texts = [os.fsdecode(argument) for argument in arguments]
        process = loaded().Process(target=_run, args=(texts, dict(environment), streams, folder or Path.cwd()))
        process.start()
        process.join()
        assert process.exitcode is not None
        out, err = (path.read_bytes().decode() for path in streams[1:])
        return Done(process.exitcode, out, "" if merge else err)


def _run(arguments: list[str], environment: dict[str, str], streams: list[Path], folder: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in enumerate(streams):
        stream = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    sys.argv = ["setlab", *arguments]
    from setlab.cli.main import run

    run()
