"""Tries an installed setlab: `PYTHON scripts/try_wheel.py tests/golden/tallies.json`. It needs setlab alone.

Every instruction set of the machine must give the tallies on record, and a SET must be found on a table.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import setlab
from setlab import _core

MOST_TRIALS = 10_000
"""More take too long under an emulator."""


def tallies(records: list[dict[str, Any]]) -> Iterator[str]:
    """One line for each record and instruction set; an exception if a tally differs."""
    for isa in _core.isas():
        os.environ["SETLAB_ISA"] = isa
        for record in records:
            if record["trials"] <= MOST_TRIALS and record["first"] == 0:
                result = setlab.simulate(record["kernel"], record["trials"], seed=record["seed"], **record["given"])
                same = result.tally.as_record() == record["tally"]
                assert same, (isa, record["kernel"], record["given"])
                yield f"{isa}: {record['kernel']} {record['given']}"


def main() -> None:
    records = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    lines = list(tallies(records))
    assert str(setlab.find_sets("1RFD 1REO 2GTO 1RTS")[0][0]) == "one red solid diamond"
    required = [each for each in requires("setlab") or [] if "extra ==" not in each]
    assert len(required) == 3, required
    where = Path(setlab.__file__).parent
    assert "site-packages" in where.parts or "site" in where.parts, where
    core, python = Path(_core.__file__).name, sys.version.split()[0]
    by = ", ".join(_core.isas())
    print(f"setlab {version('setlab')}, Python {python}, {core}: {len(lines)} tallies as recorded, by {by}")


if __name__ == "__main__":
    main()
