"""Running verbs as a user does: a process of its own, its output and its status."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Done:
    """What a command line did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run() -> Run:
    def run(*arguments: str | bytes, stdin: bytes = b"", **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "setlab.cli.main", *arguments],
            input=stdin,
            capture_output=True,
            env=os.environ | {"COLUMNS": "100", "PYTHONUTF8": "1"} | environment,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
