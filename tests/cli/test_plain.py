"""A terminal that asks for ASCII gets nothing else; files and pipes keep every character."""

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import Terminal


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("caps", "known"), "Matematiche (Catania) 25 (1970), 149-157"),
        (("hidden", "--notation", "thesis", "1122", "1220", "2100", "0011", "0021"), "2 x hollow"),
        (("--help",), "Usage: setlab VERB ..."),
    ],
)
def test_dashes_and_signs_in_ascii(arguments: tuple[str, ...], shown: str) -> None:
    with Terminal(*arguments, LC_ALL="C") as terminal:
        status, said = terminal.end()
    assert status == 0
    assert said.isascii()
    assert shown in " ".join(said.split())


def test_a_pipe_keeps_every_character(run: Run) -> None:
    assert "149–157" in run("caps", "known", LC_ALL="C").out
