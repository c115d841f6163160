"""A program in a terminal of its own: what it prints is read, keys are pressed, the window is resized."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

HANGS = 20.0
"""Seconds after which a program that prints nothing is given up."""

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Terminal:
    """`setlab` with these arguments in a terminal of some columns; its output so far is `shown`."""

    def __init__(self, *arguments: str, columns: int = 100, **changed: str) -> None:
        self.master, slave = pty.openpty()
        self._size(columns)
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "setlab.cli.main", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env=environment | {"TERM": "xterm", "PYTHONUTF8": "1", "NO_COLOR": "1"} | changed,
        )
        os.close(slave)
        self.shown = ""
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def press(self, keys: str) -> None:
        """Type keys; "\\x03" is Ctrl-C, "\\x04" is Ctrl-D."""
        os.write(self.master, keys.encode())

    def resize(self, columns: int) -> None:
        """Change the width of the window; the kernel tells the program."""
        self._size(columns)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def until(self, text: str) -> str:
        """What is shown from now on, up to and including a text."""
        begun = len(self.shown)
        while text not in self.shown[begun:]:
            if not self._read():
                raise AssertionError(f"{text!r} is not shown: {self.shown[begun:]!r}")
        return self.shown[begun:]

    def end(self) -> tuple[int, str]:
        """The exit status, and what is shown until the program ends."""
        begun = len(self.shown)
        while self._read():
            pass
        return self.process.wait(HANGS), self.shown[begun:]

    def _read(self) -> bool:
        until = time.monotonic() + HANGS
        while time.monotonic() < until:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    data = os.read(self.master, 65536)
                except OSError:  # the terminal is closed when its last program ends
                    return False
                self.shown += ESCAPES.sub("", self.decode(data)).replace("\r\n", "\n")
                return bool(data)
            if self.process.poll() is not None:
                return False
        raise AssertionError(f"nothing for {HANGS} s after {self.shown[-300:]!r}")

    def _size(self, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
