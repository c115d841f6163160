"""Games of Set with Friends and its forks: made by the rules there, imported, and compared move by move."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from setlab import RuleError
from setlab.draws import Draws
from setlab.rooms.imports import _shuffle, import_games
from setlab.rooms.review import rounds

STEP = 7000
"""Milliseconds between two SETs."""


def is_set(*cards: str) -> bool:
    return all(len(set(digits)) != 2 for digits in zip(*cards, strict=True))


def played(deck: list[str], size: int) -> tuple[dict[str, Any], list[set[str]]]:
    """A game by the rules of the site, told from its page of help: the board is the first cards of those left."""
    left, board, boards = list(deck), size, []
    events: dict[str, Any] = {}
    while True:
        while board < len(left) and not any(is_set(*three) for three in combinations(left[:board], 3)):
            board += 3
        boards.append(set(left[:board]))
        line = next((three for three in combinations(left[:board], 3) if is_set(*three)), None)
        if line is None:
            return events, boards
        number = len(events)
        claim = dict(zip(("c1", "c2", "c3"), line, strict=True))
        events[f"-M{number:03}"] = {"time": 5000 + STEP * number, "user": f"u{number % 3}", **claim}
        left = [card for card in left if card not in line]
        board = max(board - 3, size)


def deck_of(dimension: int, trial: int = 0) -> list[str]:
    return Draws(5).shuffle(trial, ["".join(digits) for digits in product("012", repeat=dimension)])  # type: ignore


@pytest.mark.parametrize(("mode", "dimension", "size"), [("normal", 4, 12), ("junior", 3, 9), ("megaset", 5, 16)])
@pytest.mark.parametrize("trial", range(3))
def test_every_table_is_the_board_of_the_site(mode: str, dimension: int, size: int, trial: int) -> None:
    deck = deck_of(dimension, trial)
    events, boards = played(deck, size)
    (log,) = import_games({"deck": deck, "events": events, "mode": mode, "startedAt": 1000})
    assert log["ignored"] == 0
    (round_,) = rounds(log["events"])
    claims = [step for step in round_.steps if step.kind == "claim"]
    assert len(claims) == len(events)
    assert [len(step.before.round_position.table.cards) for step in claims] == [len(board) for board in boards[:-1]]
    assert [step.timed.at for step in claims] == [5 + 7 * number for number in range(len(events))]
    assert round_.is_over
    assert len(round_.last.round_position.table.cards) == len(boards[-1])
    assert {player.name for player in round_.last.players.values()} == {"Player 1", "Player 2", "Player 3"}


def test_a_claim_of_cards_that_are_gone_is_ignored() -> None:
    deck = deck_of(4)
    events, _ = played(deck, 12)
    late = {**events["-M000"], "user": "slow", "time": events["-M000"]["time"] + 1}
    (log,) = import_games({"deck": deck, "events": [*events.values(), late]}, "late")
    assert (log["room"], log["ignored"]) == ("late", 1)
    assert log["events"][0]["at"] == 5.0, "without startedAt a game begins with its first SET"


def test_an_export_has_names_and_several_games() -> None:
    events, _ = played(deck_of(4), 12)
    logs = import_games(
        {
            "gameData": {"one": {"deck": deck_of(4), "events": events}, "two": {"deck": deck_of(3)}},
            "games": {"one": {"mode": "normal", "startedAt": 2000}, "two": {"mode": "junior"}},
            "users": {"u1": {"name": "Ada"}},
        }
    )
    assert [log["room"] for log in logs] == ["one", "two"]
    assert [row["event"]["name"] for row in logs[0]["events"] if row["event"]["event"] == "join"][1] == "Ada"
    assert logs[1]["events"][-1]["event"]["event"] == "deal"


def test_a_seed_stands_for_a_deck() -> None:
    """The first and the last cards as the fork's own program deals them."""
    deck = _shuffle("v1:deadbeef0badf00dfeedface12345678", 4)
    assert deck[:3] == ["0010", "2000", "1220"]
    assert len(set(deck)) == 81
    (log,) = import_games({"seed": "v1:deadbeef0badf00dfeedface12345678"})
    assert log["events"][-1]["event"]["event"] == "deal"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "is no game of Set with Friends: it has a deck"),
        ({"events": {}}, "is no game of Set with Friends"),
        ({"deck": ["0000"]}, "has no whole deck"),
        ({"deck": ["000"]}, "'000' is no card of this game: it has 4 digits"),
        ({"deck": ["0003"]}, "is no game of Set with Friends"),
        ({"seed": "v1:xyz"}, "is no game of Set with Friends"),
        ({"deck": deck_of(4), "events": {"a": {"time": 1}}}, "is no game of Set with Friends"),
        ({"mode": "ghostset"}, "'ghostset' is not a game that can be imported"),
    ],
)
def test_another_object_is_refused(content: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        import_games(content)
