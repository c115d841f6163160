"""The record of everything that other programs rely on: `python -m tests.golden.record` writes it, a test compares.

Commands with their JSON and messages, the names of the library with their signatures, the OpenAPI document, the
messages of scripted rooms, and the findings of `setlab reproduce`. Long JSON is recorded as its shape and a digest.
"""

from __future__ import annotations

import hashlib
import inspect
import io
import json
import os
import re
import shlex
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from setlab import plots
from setlab.cli.main import status_of
from tests.golden.rooms import record_rooms
from tests.public_calls import public_modules

FOLDER = Path(__file__).parent
COMMANDS = FOLDER / "commands.txt"
VOLATILE = ("seconds", "rate", "threads", "version", "path", "isa", "machine")
"""Fields that differ between two runs of one command line."""

LONG = 1500
"""Characters of JSON above which a digest and the fields stand for the whole."""


def record_commands() -> dict[str, Any]:
    """Status, standard output and standard error of every command line, in an empty folder."""
    before = dict(os.environ)
    os.environ.update(COLUMNS="100", NO_COLOR="1", TERM="dumb")
    try:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            return {line: record_command(line) for line in COMMANDS.read_text().splitlines()}
    finally:
        os.environ.clear()
        os.environ.update(before)


def record_command(line: str) -> dict[str, Any]:
    """Status and output of one command line in this process; JSON is read, times are left out."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = status_of(shlex.split(line))
    try:
        shown = json.loads(out.getvalue())
    except ValueError:
        shown = out.getvalue()
    return {"status": status, "out": _digest(_stable(shown)), "err": err.getvalue().strip()}


def record_names() -> dict[str, str]:
    """The public names of the library with their signatures."""
    found = {}
    for module in (*public_modules(), plots):
        for name in module.__all__:
            thing = getattr(module, name)
            found[f"{module.__name__}.{name}"] = _signature(thing)
            if inspect.isclass(thing) and thing.__module__.startswith("setlab."):
                for method, function in inspect.getmembers(thing, inspect.isroutine):
                    if not method.startswith("_"):
                        found[f"{module.__name__}.{name}.{method}"] = _signature(function)
    return dict(sorted(found.items()))


def record_interface() -> Any:
    """The OpenAPI document: requests, parameters, answers and their schemas."""
    from setlab.web.server import create_app
    from setlab.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        document = create_app(Settings(db=f"{folder}/rooms.sqlite")).openapi()
    return {"paths": document["paths"], "schemas": document["components"]["schemas"]}


def record_findings() -> dict[str, dict[str, str]]:
    """Verdict and figures of every item of `setlab reproduce`: of a quick run, and of the full run that ships."""
    from setlab.reproduce import Runner, items
    from setlab.reproduce.judgement import record, shipped_report

    runner = Runner()
    return {
        "quick": {item.id: digest_of_finding(record(item.judge(runner))) for item in items()},
        "full": {item["id"]: digest_of_finding(item) for item in shipped_report()["items"]},
    }


def digest_of_finding(finding: dict[str, Any]) -> str:
    """The verdict, and a digest of what was printed and of what was found."""
    found = [finding.get(name) for name in ("printed", "ours", "exact", "rows")]
    return f"{finding['verdict']} {hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]}"


def _signature(thing: Any) -> str:
    """The parameters and the result as they are written; the kind of thing where it has none."""
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(thing)))
    except (TypeError, ValueError):
        return type(thing).__name__


def _stable(value: Any) -> Any:
    """The value without what differs between two runs."""
    if isinstance(value, dict):
        return {key: _stable(item) for key, item in value.items() if key not in VOLATILE}
    return [_stable(item) for item in value] if isinstance(value, list) else value


def _digest(value: Any) -> Any:
    """The value, or its shape and digest if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= LONG:
        return value
    return {"sha256": hashlib.sha256(text.encode()).hexdigest(), "shape": _shape(value)}


def _shape(value: Any, depth: int = 2) -> Any:
    """The names of the fields, two levels deep, and the lengths of lists."""
    if isinstance(value, dict) and depth:
        if len(value) > 12:
            return f"{len(value)} fields"
        return {key: _shape(item, depth - 1) for key, item in value.items()}
    return f"{type(value).__name__}" + (f" of {len(value)}" if isinstance(value, list | dict | str) else "")


RECORDS: dict[str, Callable[[], Any]] = {
    "commands": record_commands,
    "names": record_names,
    "interface": record_interface,
    "rooms": record_rooms,
}


def main() -> None:
    """Write all records. The findings, which take a minute, are compared in tests/reproduce."""
    for name, make in (RECORDS | {"findings": record_findings}).items():
        text = json.dumps(make(), indent=1, ensure_ascii=False, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
