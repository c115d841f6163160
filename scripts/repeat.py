"""Run the tests; if only tests of browsers and servers fail, run those once more alone: `python -m scripts.repeat`.

On a busy machine such a test may run out of patience. The second run has one worker and nothing beside it. Both
outcomes are printed. The run fails if a test fails twice, or if any other test has failed: those are never repeated.
The options of pytest that are given are for the first run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FAILED = Path(".pytest_cache", "v", "cache", "lastfailed")
"""The tests that failed, as pytest stores them below the folder in which it runs."""

TESTS_FAILED = 1
"""The exit status of pytest if tests have failed; others mean that it could not run them."""

REPEATED = ("tests/browser/", "tests/web/")


def run_pytest(*options: str) -> int:
    """The exit status of pytest with these options."""
    return subprocess.run([sys.executable, "-m", "pytest", *options], check=False).returncode


def failed_tests() -> list[str]:
    """The names of the tests that failed in the last run."""
    return sorted(json.loads(FAILED.read_text(encoding="utf-8"))) if FAILED.exists() else []


def print_outcome(run: str, failed: Sequence[str]) -> None:
    print(f"{run}: {len(failed)} failed" if failed else f"{run}: all passed")
    for name in failed:
        print(f"  {name}")
    sys.stdout.flush()


def main(options: Sequence[str]) -> int:
    """The exit status of the first run, or of the second if there is one."""
    FAILED.unlink(missing_ok=True)
    status = run_pytest(*options)
    first = failed_tests()
    if status != TESTS_FAILED or not first:
        return status
    print_outcome("first run", first)
    if not all(name.startswith(REPEATED) for name in first):
        print("not repeated: a test outside of tests/browser and tests/web has failed")
        return status
    status = run_pytest("--last-failed", "-p", "no:xdist", *REPEATED)
    print_outcome("second run, of these alone", failed_tests() if status else [])
    if status == 0:
        print('look into the first failure all the same: docs/contributing.md, "A test that fails once"')
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
