"""One server for all tests that leave it as they found it."""

from collections.abc import Iterator

import pytest

from tests.web import chance
from tests.web.serving import Serving, serving


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A running server with a database of its own."""
    with serving("--db", str(tmp_path_factory.mktemp("web") / "rooms.sqlite")) as made:
        yield made


@pytest.fixture(autouse=True)
def chance_of_the_test(request: pytest.FixtureRequest) -> None:
    """Decks of rooms and what pages draw follow from the name of the test."""
    chance.begin(request.node.nodeid)
