"""Settings for all tests: what Hypothesis tries is the same in every run, and no test depends on time."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("setlab", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("setlab")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """A shell that starts the tests in the background lets them ignore Ctrl-C; those that send it need it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
