"""A cluster on this machine: a scheduler and workers as processes of their own, which end with this one.

They are started as commands and not as forks of this process, so that a user's script needs no `if __name__ == …`, and
in a session of their own, so that Ctrl-C reaches the driver alone. `dask scheduler` and `dask worker` load this module
by --preload and call `dask_setup`: the processes end when their standard input does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from setlab.errors import SpecError


def dask_setup(service: object) -> None:
    """Watch standard input from now on; a driver that ends in any way closes it."""
    Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


PATIENCE = 60.0
"""Seconds that the scheduler has to begin."""

ALONE = "30s"
"""A worker that finds no scheduler within this time ends."""


class LocalCluster:
    """A scheduler and a number of workers with one thread each, or more."""

    def __init__(self, workers: int, threads: int | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="setlab-dask-")
        self._processes: list[subprocess.Popen[bytes]] = []
        file = Path(self._folder.name, "scheduler.json")
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        for _ in range(workers):
            self._start_worker(file, threads or 1)
        self.address = self._address(file)

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
            process.terminate()
        for process in self._processes:
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def _start_worker(self, file: Path, threads: int) -> None:
        options = ("--nthreads", str(threads), "--memory-limit", "0", "--death-timeout", ALONE)
        folder = ("--local-directory", self._folder.name)
        self._start("dask_worker", "--scheduler-file", str(file), *options, *folder, "--no-nanny")

    def _start(self, command: str, *options: str) -> None:
        words: Sequence[str] = (sys.executable, "-m", f"distributed.cli.{command}", *options, "--no-dashboard")
        tied = (*words, "--preload", __name__)
        quiet, line = subprocess.DEVNULL, subprocess.PIPE
        process = subprocess.Popen(tied, stdin=line, stdout=quiet, stderr=quiet, start_new_session=True)
        self._processes.append(process)

    def _address(self, file: Path) -> str:
        """The address that the scheduler writes into its file."""
        from json import loads

        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._processes[0].poll() is None:
            with suppress(OSError, ValueError):  # it is not there yet, or not whole
                return str(loads(file.read_text())["address"])
            time.sleep(0.02)
        self.close()
        raise SpecError(
            "the scheduler of a local cluster did not start: try `python -m distributed.cli.dask_scheduler`"
        )
