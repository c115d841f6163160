"""The game against the clock with an opponent, who takes SETs from the same table."""

import io
import json
from itertools import count
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.cli.prompting import Conversation
from setlab.cli.verbs.play.against import AgainstOpponent
from setlab.cli.verbs.play.options import read_options
from setlab.cli.verbs.play.report import summary
from setlab.rules import SoloGame
from setlab.seeing.reading import read_games
from tests.cli.terminal import Terminal


def seated(times: list[float], sets: int | None = None, seed: int = 1, speed: str = "steady") -> AgainstOpponent:
    options = read_options(False, 4, None, sets, 10, seed, None, "standard", speed)
    return AgainstOpponent(options, speed, clock=lambda: times[0])


def test_the_opponent_moves_at_the_same_times_whenever_the_game_is_played() -> None:
    times = [50.0]
    sitting = seated(times)
    sitting.opening()
    due = sitting.due()
    assert due is not None
    times[0] += due - 0.2
    assert sitting.happen() == ""
    times[0] += 0.3
    assert sitting.happen().startswith("Ada takes a SET: ")
    assert (len(sitting.found), len(sitting.lost), sitting.happen()) == (0, 1, "")
    again = seated([7.0])
    again.repeat("", due + 0.1)
    assert again.game == sitting.game


def test_a_wrong_claim_does_not_change_what_the_opponent_does() -> None:
    sitting = seated([0.0])
    sitting.opening()
    before = sitting.opponent.next_move(sitting.game)
    sitting.move("1 2 3")
    assert len(sitting.game.mistakes) == 1
    assert sitting.opponent.next_move(sitting.game) == before


def test_going_on_needs_only_the_moves_of_the_player() -> None:
    times = [0.0]
    sitting = seated(times, seed=3)
    sitting.opening()
    while len(sitting.found) < 4:
        times[0] += 3.7
        sitting.happen()
        sets = sitting.game.table.sets()
        if sets and times[0] % 2 < 1:
            sitting.move(" ".join(str(sitting.game.table.slots.index(card) + 1) for card in sets[0]))
    assert sitting.opposed
    command, expected = sitting.resume(), summary(sitting, sitting.options)
    assert command[:6] == ["setlab", "play", "--seed", "3", "--opponent", "steady"]
    again = seated([1000.0], seed=3)
    again.repeat(command[command.index("--moves") + 1], float(command[-1]))
    assert (again.game, again.opposed) == (sitting.game, sitting.opposed)
    assert summary(again, again.options) == expected
    assert expected["opponent"]["name"] == "Ada"
    assert len(expected["opponent"]["sets"]) == len(sitting.opposed)


def test_the_first_with_enough_sets_wins() -> None:
    times = [0.0]
    sitting = seated(times, sets=2)
    sitting.opening()
    times[0] = 1000.0
    sitting.happen()
    assert sitting.over
    assert len(sitting.opposed) == 2
    assert "2 SETs were asked for. You have 0 SETs, Ada has 2: Ada wins." in sitting.ending()


def test_without_a_set_the_opponent_asks_for_cards_and_the_game_ends() -> None:
    times = [0.0]
    sitting = seated(times, speed="quick", seed=2)
    sitting.opening()
    times[0] = 10**6
    said = sitting.happen()
    assert "Ada says that there is no SET, and is right: more cards are dealt." in said
    assert sitting.over
    assert 3 * len(sitting.opposed) + len(sitting.game.table.cards) == 81


def test_a_line_for_a_table_that_has_changed_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2 3\nquit\n")))
    options = read_options(False, 4, None, None, 10, 1, None, "standard", "calm")
    ticks = count()
    sitting = AgainstOpponent(options, "calm", clock=lambda: 60.0 * next(ticks))
    Conversation(sitting).run()
    said = capsys.readouterr().out
    assert "Too late for that table: look again." in said
    assert not sitting.game.mistakes


def test_the_record_says_who_took_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    times = [0.0]
    sitting = seated(times, sets=3)
    sitting.opening()
    first = sitting.game.table.sets()[0]
    sitting.move(" ".join(str(sitting.game.table.slots.index(card) + 1) for card in first))
    times[0] = 1000.0
    sitting.happen()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(sitting.as_record()))
    assert SoloGame.from_record(json.loads(path.read_text())) == sitting.game
    assert status_of(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "  SET 1: " in said
    assert said.count("Ada, SET ") == 3
    reading = read_games([("game.json", json.loads(path.read_text()))])
    assert reading.left_out["opponents"] == 3
    assert sum(search.found is not None for search in reading.searches) == 1


def test_the_opponent_moves_while_the_player_thinks() -> None:
    with Terminal("play", "--seed", "1", "--opponent", "quick", "--sets", "1") as terminal:
        terminal.until("> ")
        terminal.press("1 2")
        terminal.until("Ada takes a SET: ")
        status, _ = terminal.end()
    assert status == 0
    assert "You have 0 SETs, Ada has 1: Ada wins." in " ".join(terminal.shown.split())


def test_an_unknown_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["play", "--opponent", "quik"]) == 2
    assert "did you mean quick?" in capsys.readouterr().err
