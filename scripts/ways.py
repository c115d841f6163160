"""The functions that a request passes, as in docs/architecture.md: `python -m scripts.ways`.

Every request is made twice; in the second, when everything is imported, the functions of setlab that are entered are
counted, each once, with those of the threads of the server and of the Dask driver.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

from setlab.cli.main import status_of
from setlab.web.settings import Settings
from tests.web.serving import Inside, inside_serving, sets_on

DAILY = "/api/puzzles/2026-11-19/basic"
SOURCE = str(Path(__file__).parents[1] / "src" / "setlab")

COMMANDS = {
    "find": "find 1RFD 1REO 2GTO 1RTS",
    "simulate, threads": "simulate endgame --trials 1e5 --no-store",
    "simulate, Dask": "simulate endgame --trials 1e5 --no-store --backend dask",
    "advise": "solitaire advise 0000 0001 0010 0100 1000 1111 2222 0121 1202 2010 2101 0211",
    "reproduce": "reproduce A11 --no-store",
}


class Passed:
    """The functions that are entered while `counting` is true, in every thread."""

    def __init__(self) -> None:
        self.functions: set[CodeType] = set()
        self.counting = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.counting and event == "call" and code.co_filename.startswith(SOURCE) and code.co_name.isidentifier():
            self.functions.add(code)

    def count(self, request: Callable[[], object]) -> int:
        """The number of functions that a second request of a kind enters."""
        for self.counting in (False, True):
            self.functions.clear()
            request()
        self.counting = False
        return len(self.functions)


def command(line: str) -> Callable[[], int]:
    """A request by the command line, whose output is not shown."""

    def ask() -> int:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            return status_of(line.split())

    return ask


@contextmanager
def claim(server: Inside) -> Iterator[Callable[[], object]]:
    """A player in a room claims a SET, and is answered."""
    room, token = server.open_room()
    _, seat = server.seat(room, "Ada", token)
    with server.feed(room, seat) as feed:
        feed.ask("start")
        yield lambda: feed.ask("claim", cards=sets_on(feed.until_state(lambda state: bool(sets_on(state))))[0])


def main() -> None:
    """Print the number of functions by request."""
    passed = Passed()
    for name, line in COMMANDS.items():
        print(f"{name}: {passed.count(command(line))}", flush=True)
    with TemporaryDirectory() as folder, inside_serving(Settings(f"{folder}/rooms.sqlite")) as server:
        with claim(server) as ask:
            print(f"claim: {passed.count(ask)}")
        print(f"daily: {passed.count(lambda: server.get(DAILY).json)}")


if __name__ == "__main__":
    main()
