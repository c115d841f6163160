"""Results that ship as files, and the evidence for every number: read, computed, recomputed and compared, or replayed.

A result that takes long to compute ships as a JSON object in which exact integers are strings of digits, with the
command that made it and a checksum. `make exact` computes and writes all of them; `Recipe.content` reads one, or
computes it and compares it with its file. Every answer of `setlab exact` carries a list of `Evidence`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from setlab.answers.answer import Evidence, How
from setlab.errors import RuleError, SpecError
from setlab.files import whole_file

Content = Mapping[str, Any]
Progress = Callable[[str, float], None]
"""report(what, proportion): called during long work with the current step and the proportion done, 0 to 1."""


def no_progress(what: str, proportion: float) -> None:
    """Report nothing."""


def level_progress(report: Progress) -> Callable[[int, int, int], None]:
    """A report for the orbit engine, which counts the representatives of a level."""
    return lambda n, done, total: report(f"{n} cards", done / max(total, 1))


@dataclass(frozen=True)
class Recipe:
    """The recipe of a shipped result: its name, the function, and the command that repeats it."""

    name: str
    compute: Callable[[Progress], Content]
    command: str

    @property
    def path(self) -> Path:
        """The path of its file."""
        return Path(str(files("setlab.exact") / "data" / f"{self.name}.json"))

    def content(self, recompute: bool = False, report: Progress = no_progress) -> Content:
        """The content of the file, whose checksum is compared; with `recompute`, also with the content computed now.

        Raise `SpecError` if the file is damaged, and `RuleError` if the two contents differ.
        """
        try:
            record = json.loads(self.path.read_text())
            content = record["content"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SpecError(f"{self.path} cannot be read ({error}): make it again with `{self.command}`") from None
        if record.get("checksum") != checksum(content):
            raise SpecError(f"{self.path} is damaged, its checksum differs: make it again with `{self.command}`")
        if recompute and json.loads(json.dumps(self.compute(report))) != content:
            raise RuleError(f"{self.name} as computed differs from {self.path}: one of them is wrong, please report it")
        return dict(content)

    def write(self, content: Content) -> None:
        """Write the content to its file, atomically."""
        record = {"name": self.name, "command": self.command, "checksum": checksum(content), "content": content}
        self.path.parent.mkdir(exist_ok=True)
        with whole_file(self.path) as file:
            file.write((json.dumps(record, indent=1) + "\n").encode())

    def evidence(self, claim: str, further: str = "") -> Evidence:
        """The evidence for a number that is only read."""
        words = f"{self.path.name}, which ships; `{self.command}` made it"
        return Evidence(claim, "read", f"{words}; {further}" if further else words)


def checksum(content: Content) -> str:
    """The SHA-256 of the content's canonical JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


MEANING: dict[How, str] = {
    "read": "read from a file that ships with setlab, of which only the checksum was compared, or from the store",
    "computed": "computed in this run",
    "recomputed": "computed in this run and equal to the file that ships",
    "replayed": "every step of the proof was repeated in this run",
}


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers in words; runs of three or more are written with a dash.

    >>> ranges([0, 1, 2, 5, 7, 8]), ranges([]), ranges([3])
    ('0 – 2, 5, 7, 8', 'none', '3')
    """
    words = [f"{run[0]} – {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in split_runs(numbers)]
    return ", ".join(words) or "none"


def split_runs(numbers: Iterable[int]) -> list[list[int]]:
    """The numbers in ascending order, split wherever one is missing.

    >>> split_runs([5, 0, 1])
    [[0, 1], [5]]
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
