"""Prints what extras of setlab require, one requirement to a line: `python scripts/requirements.py test check`.

So packages are installed without building setlab once more. `core` stands for the requirements of setlab itself.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"core": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


def requirements(extra: str) -> Iterator[str]:
    """The requirements of an extra; `setlab[web]` stands for those of the extra `web`.

    >>> list(requirements("core"))[0].startswith("numpy")
    True
    """
    for requirement in EXTRAS[extra]:
        if own := re.fullmatch(r"setlab\[(.*)\]", requirement):
            for name in own[1].split(","):
                yield from requirements(name.strip())
        else:
            yield requirement


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in EXTRAS]
    if unknown:
        sys.exit(f"{unknown[0]} is not an extra: choose from {', '.join(EXTRAS)}")
    print(*dict.fromkeys(each for name in sys.argv[1:] for each in requirements(name)), sep="\n")
