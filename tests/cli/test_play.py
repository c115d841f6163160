"""`setlab play`: the ordinary game against the clock, with a clock that the tests turn."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from setlab.cli.main import status_of
from setlab.cli.prompting import Conversation
from setlab.cli.verbs.play import TerminalGame, card_notation, read_options, summary
from setlab.counting import mean_flats
from setlab.draws import Draws
from setlab.notation import DEFAULT, find_notation
from setlab.rooms.events import Claim, Deal
from setlab.rooms.review import review, rounds
from setlab.rules import Table
from tests.cli.conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "play_junior.txt"


class Clock:
    """A clock that shows the given times, one after the other, and the last one from then on."""

    def __init__(self, times: list[float]) -> None:
        self.times = times

    def __call__(self) -> float:
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


def game_of(clock: Callable[[], float] = lambda: 0.0, seed: int = 1, **given: Any) -> TerminalGame:
    return TerminalGame(read_options(seed, **given), clock)


def slots_of(table: Table, line: tuple[int, ...]) -> str:
    return " ".join(str(table.slots.index(card) + 1) for card in line)


def answers(game: TerminalGame) -> Iterator[str]:
    """What somebody types who sees the first SET at once; the game is the one that is played."""
    while not game.over:
        sets = game.table.sets()
        yield slots_of(game.table, sets[0]) if sets else "none"


def answer(game: TerminalGame, text: str) -> str:
    return game.say_no_set("") if text == "none" else game.move(text)


def lines_for(**given: Any) -> bytes:
    game, lines = game_of(**given), []
    for text in answers(game):
        answer(game, text)
        lines.append(text)
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("arguments", "given", "cards"),
    [
        ((), {}, 81),
        (("--junior",), {"junior": True}, 27),
        (("--dimension", "3"), {"dimension": 3}, 27),
        (("--dimension", "2", "--table", "6"), {"dimension": 2, "table": 6}, 9),
        (("--dimension", "5"), {"dimension": 5}, 243),
    ],
)
def test_a_whole_game_by_fed_input(
    run: Run, arguments: tuple[str, ...], given: dict[str, Any], cards: int, tmp_path: Path
) -> None:
    record = tmp_path / "game.json"
    fed = lines_for(**given)
    done = run("play", *arguments, "--seed", "1", "--record", str(record), "--json", stdin=fed)
    said = done.json
    assert said["over"]
    assert (said["mistakes"], said["hints"], said["undealt"], said["go_on"]) == (0, 0, 0, None)
    assert 3 * len(said["sets"]) + len(said["left"]) == cards
    log = json.loads(record.read_text())["events"]
    reviewed = review(log)
    assert (reviewed["over"], reviewed["players"][0]["found"]) == (True, len(said["sets"]))
    shown = run("replay", str(record))
    assert (shown.status, shown.err) == (0, "")
    assert f"SET {len(said['sets'])}: " in shown.out
    again = run("replay", str(record), "--json").json
    assert [event["event"] for event in again["events"]].count("claim") == len(said["sets"])


def test_times_mistakes_hints_and_penalties() -> None:
    times = [100.0]
    game = game_of(lambda: times[0])
    game.opening()
    said = []
    for time, text in ((104.04, "1 2 3"), (108.2, "3 4 6"), (109.0, "hint"), (171.3, "7 8 9")):
        times[0] = time
        said.append(game.hint("") if text == "hint" else game.move(text))
    assert said[0].startswith("Not a SET: the number (one, three, one), the colour")
    assert said[0].endswith("That is mistake 1: 10 s are added.")
    assert said[1].startswith("SET 1 in 8.2 s, 8.2 s in all: one red striped squiggle, three green open squiggles, two")
    assert said[2] == "There is 1 SET on the table."
    assert said[3].startswith("SET 2 in 1:03, 1:11 in all: ")
    result = summary(game)
    assert (result["seconds"], result["penalties"], result["mistakes"], result["hints"]) == (
        71.3,
        10,
        1,
        1,
    )
    assert [found["seconds"] for found in result["sets"]] == [8.2, 63.1]
    assert (result["fastest"]["seconds"], result["slowest"]["seconds"]) == (8.2, 63.1)
    assert game.resume() == (
        ["setlab", "play", "--seed", "1", "--moves", "1-2-3@4/3-4-6@8.2/hint@9/7-8-9@71.3", "--clock", "71.3"]
    )


def test_a_wrong_none_is_a_mistake_and_a_right_one_deals_three_cards() -> None:
    game = game_of()
    assert game.say_no_set("") == "There is a SET on the table. That is mistake 1: 10 s are added."
    for text in answers(game):
        if text == "none":
            break
        game.move(text)
    before = len(game.table.cards)
    assert game.say_no_set("") == "Right: there is no SET. 3 cards more.\n"
    assert len(game.table.cards) == before + 3
    assert game.mistakes == 1


def test_going_on_gives_the_same_game_with_its_times() -> None:
    times = [0.0]
    game = game_of(lambda: times[0], junior=True, sets=5, penalty=2.5, seed=3)
    game.opening()
    for number, text in enumerate(answers(game), 1):
        times[0] = 10.3 * number
        answer(game, text)
        game.hint("2")
        if number == 3:
            break
    times[0] = 50.0
    command, expected = game.resume(), summary(game)
    assert command[:8] == ["setlab", "play", "--junior", "--seed", "3", "--sets", "5", "--penalty"]
    moves, clock = command[command.index("--moves") + 1], float(command[-1])
    times[0] = 7000.0
    again = game_of(lambda: times[0], junior=True, sets=5, penalty=2.5, seed=3)
    again.restore(moves, clock)
    assert again.as_record() == game.as_record()
    assert summary(again) == expected
    again.opening()
    times[0] = 7001.5
    assert again.now() == 51.5


def test_the_clock_stands_still_before_the_first_table() -> None:
    times = [5.0]
    game = game_of(lambda: times[0])
    times[0] = 99.0
    assert game.now() == 0
    game.opening()
    times[0] = 100.5
    assert game.now() == 1.5


def test_the_mean_is_that_of_the_tables_of_the_usual_size() -> None:
    game = game_of()
    searched = []
    for text in answers(game):
        searched.append(game.table)
        answer(game, text)
    tables = [table for table in searched if len(table.cards) == 12]
    assert summary(game)["mean_sets"] == sum(len(table.sets()) for table in tables) / len(tables)
    assert summary(game)["expected_sets"] == str(mean_flats(12)) == "220/79"


def test_the_cards_of_the_junior_deck_differ_in_number_colour_and_shape() -> None:
    assert card_notation(DEFAULT, 3, junior=True) == find_notation(DEFAULT, 3)
    for name in ("thesis", "stanke", "antiset"):
        here = card_notation(name, 3, junior=True)
        assert {p.name for p in here.properties} == {"number", "colour", "shape"}
        assert {here.parse(here.name(card)) for card in range(27)} == set(range(27))


def test_a_short_game_ends_with_the_last_set_that_was_asked_for(run: Run) -> None:
    done = run("play", "--sets", "2", "--seed", "1", stdin=b"3 4 6\n7 8 9\n1 2 3\n")
    assert "The game is over: you have them all." in done.out
    assert "1 2 3" not in done.out
    assert "To go on" not in done.out


def test_lines_that_are_no_moves_cost_nothing(run: Run) -> None:
    done = run("play", "--seed", "1", "--json", stdin=b"1 2\n1 2 99\nxyzzy\nhlp\nhelp\ntime\n\n\xff\n3 3 4\n")
    assert (done.json["mistakes"], done.json["sets"], done.json["hints"]) == (0, [], 0)
    assert "'hlp' is not a command: did you mean help?" in done.err
    assert done.json["go_on"][:4] == ["setlab", "play", "--seed", "1"]


def test_a_game_without_a_seed_is_new(run: Run) -> None:
    assert len({run("play", "--json").json["seed"] for _ in range(2)}) == 2


def test_a_transcript(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A short game with the junior deck, line by line; the clock goes on by 1.5 seconds with every look at it."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nhint\n2 4 8\n1 3 5\nnone\n7 8\ntime\n1 2 3\n"))
    Conversation(game_of(Clock([1.5 * i for i in range(100)]), junior=True, sets=2)).run()
    assert capsys.readouterr().out == GOLDEN.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dimension", "1"), "1 is not a dimension for play: choose 2 to 6"),
        (("--dimension", "7"), "7 is not a dimension for play: choose 2 to 6"),
        (("--junior", "--dimension", "5"), "the junior deck has 3 properties, not 5"),
        (("--table", "2"), "2 cards cannot lie on the table: choose 3 to 81"),
        (("--sets", "0"), "0 SETs cannot be found: choose 1 to 27"),
        (("--junior", "--sets", "10"), "10 SETs cannot be found: choose 1 to 9"),
        (("--penalty", "-1"), "a penalty of -1 seconds is out of range"),
        (("--penalty", "nan"), "a penalty of nan seconds is out of range"),
        (("--clock", "nan"), "nan seconds do not follow 0"),
        (("--seed", "-1"), "seed -1 is out of range"),
        (("--seed", "x"), "'x' is not a seed"),
        (("--record", "/no/such/folder/game.json"), "there is no folder /no/such/folder"),
        (("--record", __file__), "exists: choose another name for the record"),
    ],
)
def test_bad_options(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["play", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', "\x00"])
def test_a_file_that_is_no_record(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").write_text(text)
    assert status_of(["replay", str(tmp_path / "game.json")]) == 2
    captured = capsys.readouterr()
    assert "no record of a game" in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


def test_a_game_that_is_left_is_recorded_and_goes_on_in_the_same_file(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    left = run("play", "--seed", "1", "--record", str(record), "--json", stdin=b"3 4 6\n").json
    assert claims_in(record) == 1
    run(*left["go_on"][1:], stdin=b"7 8 9\n")
    assert claims_in(record) == 2


def claims_in(record: Path) -> int:
    (played,) = rounds(json.loads(record.read_text())["events"])
    return sum(isinstance(step.event, Claim) for step in played.steps)


def test_a_record_is_the_log_of_a_room_and_deals_the_deck_of_the_seed() -> None:
    game = game_of(dimension=3, table=6, seed=5)
    for text in answers(game):
        answer(game, text)
    (played,) = rounds(json.loads(json.dumps(game.as_record()))["events"])
    dealt = [card for step in played.steps if isinstance(step.event, Deal) for card in step.event.cards]
    assert dealt == Draws(5).shuffle(0, range(27))
    assert played.last.round_position == game.state.round_position
