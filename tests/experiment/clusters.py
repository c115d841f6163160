"""A Dask cluster of real processes, whose workers and scheduler a test can start late and kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

PATIENCE = 60.0


class Cluster:
    """A scheduler and workers without nannies: what is killed stays dead."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()

    @property
    def address(self) -> str:
        """The address of the scheduler, once it has one."""
        wait_until(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        return str(json.loads(self.file.read_text())["address"])

    def start_worker(self, before: str = "", threads: int = 1, resources: str = "") -> subprocess.Popen[bytes]:
        """A worker; `before` is Python code that it runs when it starts, `resources` a text such as GPU=1."""
        options = ["--scheduler-file", str(self.file), "--nthreads", str(threads), "--no-nanny", "--memory-limit", "0"]
        options += ["--resources", resources] if resources else []
        if before:
            script = self.folder / f"before{len(self._processes)}.py"
            script.write_text(before)
            options += ["--preload", str(script)]
        return self._start("dask_worker", *options, "--local-directory", str(self.folder))

    def _start(self, command: str, *options: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", f"distributed.cli.{command}", *options, "--no-dashboard"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        self._processes.append(process)
        return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process without a last word."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def wait_until(condition: object) -> None:
    """Wait until a condition holds; fail if it never does."""
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
