"""The tests of `make quick`, on any system: unit and conformance tests; no browser, no server, no long sample."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1] / "tests"
PACKAGES = "answers antiset caps classroom conformance counting exact geometry notation rooms rules seeing solitaire"
MODULES = "sources stats test_arguments.py test_draws.py test_levels.py test_names.py test_native.py"


def main() -> int:
    """Run them, with the options of pytest that are given."""
    return pytest.main(
        [*sys.argv[1:], "-m", "not full and not long", *(str(TESTS / unit) for unit in f"{PACKAGES} {MODULES}".split())]
    )


if __name__ == "__main__":
    sys.exit(main())
