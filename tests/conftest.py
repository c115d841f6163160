"""Settings for all tests: what Hypothesis tries is the same in every run, and no test depends on time."""

import os
import signal
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import settings

from tests.postgres import new_database, postgres, server

__all__ = ["new_database", "postgres", "server"]

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


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """A shell that starts the tests in the background lets them ignore Ctrl-C; those that send it need it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
