"""Results that take long to compute ship as files, each with the command that made it and a checksum.

A result is a JSON object in which exact integers are strings of digits. `make exact` computes all of them and writes
them; `recomputed` computes one and compares it with its file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from setlab.errors import RuleError, SpecError
from setlab.files import whole_file

Content = Mapping[str, Any]
Report = Callable[[str, float], None]
"""report(what, proportion): called during long work with the current step and the proportion done, 0 to 1."""


def silent(what: str, proportion: float) -> None:
    """Report nothing."""


def by_level(report: Report) -> Callable[[int, int, int], None]:
    """A report for the orbit engine, which counts the representatives of a level."""
    return lambda n, done, total: report(f"{n} cards", done / max(total, 1))


@dataclass(frozen=True)
class Recipe:
    """How a shipped result is made: its name, the function, and the command a reader can repeat."""

    name: str
    compute: Callable[[Report], Content]
    command: str

    @property
    def path(self) -> Path:
        """Where its file lies."""
        return Path(str(files("setlab.exact") / "data" / f"{self.name}.json"))


def read(recipe: Recipe) -> Content:
    """The content of the file. Raise `SpecError` unless its checksum is right."""
    try:
        record = json.loads(recipe.path.read_text())
        content = record["content"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SpecError(f"{recipe.path} cannot be read ({error}): make it again with `{recipe.command}`") from None
    if record.get("checksum") != checksum(content):
        raise SpecError(f"{recipe.path} is damaged, its checksum differs: make it again with `{recipe.command}`")
    return dict(content)


def write(recipe: Recipe, content: Content) -> None:
    """Write the content to its file, atomically."""
    record = {"name": recipe.name, "command": recipe.command, "checksum": checksum(content), "content": content}
    recipe.path.parent.mkdir(exist_ok=True)
    with whole_file(recipe.path) as file:
        file.write((json.dumps(record, indent=1) + "\n").encode())


def recomputed(recipe: Recipe, report: Report = silent) -> Content:
    """The content, computed now. Raise `RuleError` unless it equals the file that ships."""
    content = json.loads(json.dumps(recipe.compute(report)))
    if content != read(recipe):
        raise RuleError(f"{recipe.name} as computed differs from {recipe.path}: one of them is wrong, please report it")
    return dict(content)


def answer(recipe: Recipe, recompute: bool = False, report: Report = silent) -> Content:
    """The shipped content; with `recompute`, computed anew and compared with the file."""
    return recomputed(recipe, report) if recompute else read(recipe)


def checksum(content: Content) -> str:
    """The SHA-256 of the content's canonical JSON."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
