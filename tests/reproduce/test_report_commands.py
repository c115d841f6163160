"""The commands of the report mean the cards of their source: digits come with their notation."""

import json
import re
from pathlib import Path

import pytest

REPORT = json.loads((Path(__file__).parents[2] / "docs" / "reproduce" / "report.json").read_text())
CARDS = re.compile(r"setlab (find|check|third|hidden|checksum|plane|cube|parallel|cards) ")
COMMANDS = sorted({command for item in REPORT["items"] for command in item["commands"] if CARDS.match(command)})


def names_its_notation(command: str) -> bool:
    digits = any(re.fullmatch("'?[0-9]{2,}'?", word) for word in command.split())
    return "--notation " in command or not digits


def test_there_are_commands_about_cards() -> None:
    assert len(COMMANDS) > 20
    assert names_its_notation("setlab check --notation thesis 1221 1020 1122")
    assert not names_its_notation("setlab check 1221 1020 1122")


@pytest.mark.parametrize("command", COMMANDS)
def test_digits_come_with_their_notation(command: str) -> None:
    assert names_its_notation(command)
