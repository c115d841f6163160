"""The games in a real terminal: keys, a resize of the window, Ctrl-C and Ctrl-D, and going on afterwards."""

import shlex

import pytest

from setlab.cli.main import status_of
from setlab.cli.prompting import PROMPT, Command, Conversation, GameSession
from tests.cli.terminal import Terminal

READY = f"\n{PROMPT}"

GAMES = {
    "solitaire play --seed 1": ("3 6 4", "12 cards on the table, 66 undealt, 1 SET taken"),
    "play --seed 1": ("3 6 4", "12 cards on the table, 66 undealt, 1 SET found"),
    "antiset play --as xavier --against theorem17": ("11", "Round 2."),
}
"""A command, a first move, and what is shown after it."""


def cards_in_a_row(shown: str) -> int:
    return max(line.count("╭") for line in shown.splitlines())


@pytest.mark.parametrize("command", [*GAMES])
def test_a_resize_redraws_the_table_at_once_for_the_new_width(command: str) -> None:
    with Terminal(*shlex.split(command), columns=100) as terminal:
        assert cards_in_a_row(terminal.until(READY)) >= 3
        terminal.resize(41)
        while max(map(len, terminal.until(READY).splitlines())) > 41:
            pass  # drawn while the size changed; the next drawing follows at once
        terminal.press(f"{GAMES[command][0]}\n")
        assert cards_in_a_row(terminal.until(READY)) == 2


def test_a_resize_that_changes_nothing_draws_nothing() -> None:
    with Terminal("play", "--seed", "1", columns=100) as terminal:
        terminal.until(READY)
        terminal.resize(99)
        terminal.press("time\n")
        assert "╭" not in terminal.until("found\n")


@pytest.mark.parametrize("command", [*GAMES])
def test_ctrl_c_tells_the_command_that_goes_on_with_the_same_game(command: str) -> None:
    move, after = GAMES[command]
    with Terminal(*shlex.split(command)) as terminal:
        terminal.until(READY)
        terminal.press(f"{move}\n")
        left = terminal.until(READY)
        terminal.press("\x03")
        status, said = terminal.end()
    assert status == 130
    line = said.strip().splitlines()[-1]
    begin, ending = "setlab: stopped by Ctrl-C; go on with `setlab ", "`"
    assert line.startswith(begin)
    assert line.endswith(ending)
    with Terminal(*shlex.split(line[len(begin) : -len(ending)])) as again:
        shown = again.until(READY)
        assert after in shown
        assert table_of(shown) == table_of(left)


@pytest.mark.parametrize("command", [*GAMES])
@pytest.mark.parametrize("keys", ["\x04", "quit\n", "Q\n"])
def test_ctrl_d_and_quit_tell_the_command_that_goes_on(command: str, keys: str) -> None:
    move, after = GAMES[command]
    with Terminal(*shlex.split(command)) as terminal:
        terminal.until(READY)
        terminal.press(f"{move}\n")
        left = terminal.until(READY)
        terminal.press(keys)
        status, said = terminal.end()
    assert status == 0
    assert "You left the game" in said
    with Terminal(*shlex.split(said.strip().splitlines()[-1])[1:]) as again:
        shown = again.until(READY)
        assert after in shown
        assert table_of(shown) == table_of(left)


def table_of(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if line[:1] in ("│", "╭", "╰")]


def test_what_is_typed_in_a_terminal_is_not_repeated() -> None:
    with Terminal("play", "--seed", "1") as terminal:
        terminal.until(READY)
        terminal.press("time\n")
        assert terminal.until("found\n").count("time") == 1


class Counting(GameSession):
    """A game that counts its moves, to see what a conversation does."""

    how_to_move = "Type anything."

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.commands = (Command("undo", "take back", lambda rest: f"undo of {rest!r}", ("u",)),)

    @property
    def over(self) -> bool:
        return len(self.moves) == 2

    def opening(self) -> str:
        return "Begin."

    def screen(self) -> str:
        return f"moves: {len(self.moves)}"

    def move(self, text: str) -> str:
        if text == "bad":
            raise ValueError("bad is\nnot possible")
        self.moves.append(text)
        return f"moved {text}"

    def ending(self) -> str:
        return "End."

    def resume(self) -> list[str]:
        return ["setlab", "count", *self.moves]


def talked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str) -> str:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    Conversation(Counting()).run()
    return capsys.readouterr().out


def test_a_transcript_repeats_the_lines_that_it_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = talked(monkeypatch, capsys, "one\n\nbad\nU 3\nTable\ntwo\nthree\n")
    assert out == (
        "Begin.\nmoves: 0\n> one\nmoved one\nmoves: 1\n> \n> bad\nbad is not possible\n> U 3\nundo of '3'\n"
        "> Table\nmoves: 1\n> two\nmoved two\nmoves: 2\nEnd.\n"
    )


def test_help_lists_every_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = talked(monkeypatch, capsys, "?\n")
    assert "Type anything.\n  undo, u        take back\n" in out
    assert all(f"  {word}" in out for word in ("table, t", "help, ?", "quit, q, exit"))


def test_a_mistyped_command_is_asked_about(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Strict(Counting):
        def move(self, text: str) -> str:
            raise ValueError("no")

    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("hlep\nxyz\n"))
    Conversation(Strict()).run()
    out = capsys.readouterr().out
    assert "> hlep\n'hlep' is not a command: did you mean help?\n> xyz\nno\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solitaire", "play", "--seed", "1", "--moves", "3-4-6/1-2-3"), "move 2 of --moves, '1-2-3', is not possible"),
        (("solitaire", "play", "--seed", "1", "--moves", "x"), "move 1 of --moves, 'x', is not possible"),
        (("antiset", "play", "--moves", "00/00"), "move 2 of --moves, '00', is not possible: 00 (one red symbol) is"),
        (("play", "--seed", "1", "--moves", "3-4-6@9/none@8"), "8 seconds do not follow 9: the clock never goes back"),
        (("play", "--seed", "1", "--moves", "3-4-6@9", "--clock", "1"), "1 seconds do not follow 9"),
        (("play", "--seed", "1", "--moves", "hint9@1"), "there is no hint '9'"),
    ],
)
def test_moves_that_cannot_be_repeated(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(list(arguments)) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
