"""A `setlab serve` to be measured: a process of its own, and what the kernel says about it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """Processor seconds, bytes of memory and open files of the server's processes. Shared pages count once."""

    cpu: float
    memory: int
    files: int


class Server:
    """A running server: its port, its processes."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def usage(self) -> Usage:
        """The usage of the server and its worker processes together."""
        pids = [self.process.pid, *_children(self.process.pid)]
        each = [_usage(pid) for pid in pids]
        return Usage(sum(u.cpu for u in each), sum(u.memory for u in each), sum(u.files for u in each))

    def post(self, path: str, body: object) -> Any:
        """The answer to a POST request."""
        data, headers = json.dumps(body).encode(), {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def metric(self, name: str) -> float:
        """The sum of the samples of a metric of the process that answers."""
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


def _children(pid: int) -> list[int]:
    """The processes that a process and its threads have started, and those that these have started."""
    try:
        texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    found = [int(child) for text in texts for child in text.split()]
    return found + [below for child in found for below in _children(child)]


def _usage(pid: int) -> Usage:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        memory = 1024 * int(re.findall(r"Pss: +(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text())[0])
        return Usage((int(fields[11]) + int(fields[12])) / TICK, memory, len(os.listdir(f"/proc/{pid}/fd")))
    except OSError:
        return Usage(0.0, 0, 0)


@contextmanager
def running(db: str, workers: int) -> Iterator[Server]:
    """A server on a database, stopped afterwards."""
    command = [sys.executable, "-m", "setlab.cli.main", "serve", "--json", "--port", "0", "--db", db]
    process = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        yield Server(process, json.loads(process.stdout.readline())["port"])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
