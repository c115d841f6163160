"""The game against the clock with an opponent, who takes SETs from the same table."""

import io
import json
from itertools import count
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.cli.prompting import Conversation
from setlab.cli.verbs.play import TerminalGame, read_options, summary
from setlab.rooms import next_due
from setlab.rooms.review import rounds
from setlab.seeing.reading import read_games
from tests.cli.terminal import Terminal


def seated(times: list[float], sets: int | None = None, seed: int = 1, speed: str = "steady") -> TerminalGame:
    return TerminalGame(read_options(seed, sets=sets, opponent=speed), clock=lambda: times[0])


def test_the_opponent_moves_at_the_same_times_whenever_the_game_is_played() -> None:
    times = [50.0]
    game = seated(times)
    game.opening()
    due = game.due()
    assert due is not None
    times[0] += due - 0.2
    assert game.happen() == ""
    times[0] += 0.3
    assert game.happen().startswith("Ada takes a SET: ")
    assert (len(game.finds()), len(game.finds(2)), game.happen()) == (0, 1, "")
    again = seated([7.0])
    again.restore("", due + 0.1)
    assert again.as_record() == game.as_record()


def test_a_wrong_claim_does_not_change_what_the_opponent_does() -> None:
    game = seated([0.0])
    game.opening()
    before = next_due(game.state, game.options.seed)
    game.move("1 2 3")
    assert game.mistakes == 1
    assert next_due(game.state, game.options.seed) == before


def test_going_on_needs_only_the_moves_of_the_player() -> None:
    times = [0.0]
    game = seated(times, seed=2)
    game.opening()
    while len(game.finds()) < 4:
        times[0] += 3.7
        game.happen()
        sets = game.table.sets()
        if sets and times[0] % 2 < 1:
            game.move(" ".join(str(game.table.slots.index(card) + 1) for card in sets[0]))
    assert game.finds(2)
    command, expected = game.resume(), summary(game)
    assert command[:6] == ["setlab", "play", "--seed", "2", "--opponent", "steady"]
    again = seated([1000.0], seed=2)
    again.restore(command[command.index("--moves") + 1], float(command[-1]))
    assert again.steps == game.steps
    assert summary(again) == expected
    assert expected["opponent"]["name"] == "Ada"
    assert len(expected["opponent"]["sets"]) == len(game.finds(2))


def test_the_first_with_enough_sets_wins() -> None:
    times = [0.0]
    game = seated(times, sets=2)
    game.opening()
    times[0] = 1000.0
    game.happen()
    assert game.over
    assert len(game.finds(2)) == 2
    assert "2 SETs were asked for. You have 0 SETs, Ada has 2: Ada wins." in game.ending()


def test_without_a_set_the_opponent_asks_for_cards_and_the_game_ends() -> None:
    times = [0.0]
    game = seated(times, speed="quick", seed=2)
    game.opening()
    times[0] = 10**6
    said = game.happen()
    assert "Ada says that there is no SET, and is right: more cards are dealt." in said
    assert game.over
    assert 3 * len(game.finds(2)) + len(game.table.cards) == 81


def test_a_line_for_a_table_that_has_changed_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2 3\nquit\n")))
    ticks = count()
    game = TerminalGame(read_options(1, opponent="calm"), clock=lambda: 60.0 * next(ticks))
    Conversation(game).run()
    said = capsys.readouterr().out
    assert "Too late for that table: look again." in said
    assert not game.mistakes


def test_the_record_says_who_took_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    times = [0.0]
    game = seated(times, sets=3)
    game.opening()
    first = game.table.sets()[0]
    game.move(" ".join(str(game.table.slots.index(card) + 1) for card in first))
    times[0] = 1000.0
    game.happen()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.as_record()))
    (played,) = rounds(json.loads(path.read_text())["events"])
    assert played.last.players == game.state.players
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
