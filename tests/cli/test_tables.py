"""Tables on terminals of several kinds, in a pipe, and in ASCII; one decision about colour for tables and cards."""

import os
import pty
import subprocess
import sys

import pytest

from tests.cli.conftest import Run

TABLE = ("exact", "no-set", "--dimension", "3")
CODE = "\x1b["


def on_terminal(*arguments: str, answer: str = "", **environment: str) -> str:
    """What a verb writes to a terminal, on which the answer is typed."""
    ours = {"COLUMNS": "100", "PYTHONUTF8": "1", "TERM": "xterm-256color"}
    unset = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "LC_ALL")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    reader, writer = pty.openpty()
    command = [sys.executable, "-m", "setlab.cli.main", *arguments]
    stdin, stderr = (writer, writer) if answer else (None, subprocess.PIPE)
    environment = kept | ours | environment
    with subprocess.Popen(command, stdin=stdin, stdout=writer, stderr=stderr, env=environment) as process:
        os.close(writer)
        os.write(reader, answer.encode())
        written = b""
        while part := _read(reader):
            written += part
    os.close(reader)
    assert process.returncode == 0
    return written.decode()


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def test_a_table_in_a_pipe_is_plain_text_with_whole_rows(run: Run) -> None:
    narrow, wide = (run(*TABLE, COLUMNS=columns).out.split("\n\n")[0] for columns in ("20", "200"))
    assert narrow == wide
    assert CODE not in narrow
    assert all(line == line.rstrip() for line in narrow.splitlines())
    assert len({len(line) for line in narrow.splitlines()}) == 1, "the last column is aligned to the right"


@pytest.mark.parametrize("columns", [24, 40, 60])
def test_a_table_is_no_wider_than_the_terminal(columns: int, run: Run) -> None:
    table = on_terminal(*TABLE, COLUMNS=str(columns), NO_COLOR="1").replace("\r", "").split("\n\n")[0]
    assert max(map(len, table.splitlines())) <= columns
    digits = sorted(c for c in run(*TABLE).out.split("\n\n")[0] if c.isdigit())
    assert sorted(c for c in table if c.isdigit()) == digits, "folded, not cut off"


def test_headings_are_folded_before_numbers() -> None:
    table = on_terminal("exact", "no-set", COLUMNS="80", NO_COLOR="1")
    assert "2,284,535,476,080" in table
    assert "complete orbits" not in table


def test_colour_is_decided_once_for_tables_and_cards(run: Run) -> None:
    for arguments in (TABLE, ("show", "1221")):
        assert CODE in on_terminal(*arguments)
        assert CODE in run(*arguments, FORCE_COLOR="1", TERM="xterm").out
        for off in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LC_ALL": "C"}, {"TERM": "linux"}):
            assert CODE not in on_terminal(*arguments, **off)
        assert CODE not in run(*arguments).out


@pytest.mark.parametrize("arguments", [("cards",), ("find", "1221", "1020", "1122"), ("count",)])
@pytest.mark.parametrize("ascii_only", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"TERM": "linux"}])
def test_ascii_where_it_is_asked_for(arguments: tuple[str, ...], ascii_only: dict[str, str], run: Run) -> None:
    assert run(*arguments, **ascii_only).out.isascii()
