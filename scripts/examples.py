"""Updates the console examples of README.md and docs/: `python -m scripts.examples`.

Every line `$ setlab …` or `$ printf '…' | setlab …` is run, and its output is written below it. Cards that the terminal
draws are replaced by one line: browsers show such drawings badly, and pages have pictures (`scripts.pictures`).
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.commands import run_command

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"printf '([^']*)' \| (?=setlab )")
DRAWN = re.compile(r"^(?:[╭┏][^┳\n]*\n(?:[│╰┃┗].*\n)+(?: (?:\S| {19,}| *\[\d+\]).*\n)*)+", re.MULTILINE)
"""Rows of cards, each with lines below that begin under the frame of a card or contain its marks."""
ELIDED = "(the cards, drawn)\n"
"""The line that stands for a drawing."""


def pages() -> list[Path]:
    """README.md and all pages of docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def sessions(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, as typed, with the output below each."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command += f"\n{more}"
        yield command, output


def is_run(command: str) -> bool:
    """True if the output of the command is checked."""
    return TYPED.sub("", command).startswith("setlab ")


def typed_lines(command: str) -> bytes:
    """What `printf` writes to the standard input of a command.

    >>> typed_lines(r"printf 'hint\\nquit\\n' | setlab play"), typed_lines("setlab find 0000")
    (b'hint\\nquit\\n', b'')
    """
    found = TYPED.match(command)
    return found.group(1).encode().decode("unicode_escape").encode() if found else b""


def without_drawings(output: str) -> str:
    """The output with one line for every group of cards that it draws.

    >>> print(without_drawings("╭─ red ─╮\\n│  ◆    │\\n╰───────╯\\n 0001\\n\\nIt is a card.\\n"), end="")
    (the cards, drawn)
    <BLANKLINE>
    It is a card.
    """
    return DRAWN.sub(ELIDED, output)


def output_of(command: str, folder: Path) -> str:
    """The output of a command in a folder, on a terminal of 80 columns without colour; a drawing is one line."""
    changed = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "SETLAB_STORE")
    environment = {name: value for name, value in os.environ.items() if name not in changed}
    environment |= {"COLUMNS": "80", "TERM": "xterm", "SETLAB_STORE": str(folder / "runs.sqlite")}
    arguments = shlex.split(TYPED.sub("", command).replace("\\\n", " "))[1:]
    done = run_command(arguments, environment, typed_lines(command), folder, merge=True)
    return without_drawings("".join(f"{line.rstrip()}\n" for line in done.out.splitlines()))


def settled(output: str) -> str:
    """The output without rates and times, which differ between runs and machines.

    >>> settled("1,000 trials from 0; id 3f9c, 7,123,456 a second"), settled("time 0.0481 ms a game")
    ('1,000 trials from 0; id 3f9c, N a second', 'time N ms a game')
    """
    today = re.sub(r"^([0-9a-f]{12}  )\d{4}-\d\d-\d\d", r"\1(date)", output, flags=re.MULTILINE)
    return re.sub(r"[\d.e+-]+ ms a game", "N ms a game", re.sub(r"[\d,]+ a second", "N a second", today))


def refreshed(page: Path) -> str:
    """The text of a page with the current output below every command; the commands of a block share a folder."""

    def renew(match: re.Match[str]) -> str:
        with tempfile.TemporaryDirectory() as folder:
            parts = [
                f"$ {command}\n{_renewed(command, old, Path(folder))}" for command, old in sessions(match.group(1))
            ]
        return f"```console\n{''.join(parts)}```"

    return FENCE.sub(renew, page.read_text(encoding="utf-8"))


def _renewed(command: str, old: str, folder: Path) -> str:
    if not is_run(command):
        return old
    new = output_of(command, folder)
    return old if settled(old) == settled(new) else new


if __name__ == "__main__":
    for page in pages():
        page.write_text(refreshed(page), encoding="utf-8")
