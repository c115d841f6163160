"""What the tests of stores share."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that does not exist yet, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.sqlite")
    url: str = request.getfixturevalue("new_database")
    return url
