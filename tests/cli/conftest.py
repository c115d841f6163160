"""Running verbs as a user does: a process of its own, its output and its status."""

import os
from collections.abc import Callable

import pytest

from tests.commands import Done, run_command

Run = Callable[..., Done]


@pytest.fixture
def run() -> Run:
    def run(*arguments: str | bytes, stdin: bytes = b"", **environment: str) -> Done:
        return run_command(arguments, os.environ | {"COLUMNS": "100"} | environment, stdin)

    return run
