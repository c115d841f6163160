"""Settings for all tests: what Hypothesis tries is the same in every run, and no test depends on time."""

import fcntl
import os
import signal
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgres import new_database, postgres, server

__all__ = ["new_database", "postgres", "server"]

BuildOnce = Callable[[str, Callable[[Path], None]], Path]

settings.register_profile("setlab", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("setlab")


def use_core_of(folder: str) -> None:
    """Take the compiled core from a folder, such as one that was built with sanitizers, not the installed one."""
    (path,) = Path(folder).glob("_core*.so")
    spec = spec_from_file_location("setlab._core", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["setlab._core"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    import setlab

    vars(setlab)["_core"] = module


if "SETLAB_CORE" in os.environ:
    use_core_of(os.environ["SETLAB_CORE"])


@pytest.fixture(scope="session")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> BuildOnce:
    """Builds a folder once for all workers of a run: the first that asks builds it, the others wait."""
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent

    def build_once(name: str, build: Callable[[Path], None]) -> Path:
        folder, done = common / name, common / f"{name}.done"
        with (common / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                build(folder)
                done.touch()
        return folder

    return build_once


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """A shell that starts the tests in the background lets them ignore Ctrl-C; those that send it need it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
