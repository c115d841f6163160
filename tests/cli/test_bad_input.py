"""Bad input: exit status 2, one line on stderr that says what and why, nothing on stdout, nothing written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from setlab.cli.verbs import VERBS
from tests.cli.conftest import Run

SET = ("1221", "1020", "1122")

CASES: list[tuple[tuple[str | bytes, ...], str]] = [
    (("find", "2239"), "'2239' is not a card: each digit must be 0, 1 or 2"),
    (("find", "122"), "'122' is not a card: it has 3 digits, and a card of 4 properties has 4"),
    (("find", "1221", "1221"), "'1221' is there twice: each card occurs once in a deck"),
    (("find", "0001", "1RFD"), "'1RFD' is there twice"),
    (("find", *["0000"] * 82), "82 cards given: a deck of 4 properties with 3 values has 81"),
    (("find",), 'no cards given: type some, as in `setlab find "one red solid diamond" 1REO 0012 0000`'),
    (("find", ""), "'' is not a card"),
    (("find", "-"), "no cards given"),
    (("find", "--dimension", "0", "1"), "0 is not a dimension: choose 1 to 8"),
    (("find", "--dimension", "40", "1"), "40 is not a dimension: choose 1 to 8"),
    (("find", "--dimension", "x", "1"), "'x' is not a whole number"),
    (("find", "--dimension", "1e3", "1"), "'1e3' is not a whole number"),
    (("find", "--values", "1", "1"), "1 is not a number of values: choose 2 to 9"),
    (
        ("find", "--notation", "klingon", *SET),
        "'klingon' is not a notation: choose standard, thesis, stanke, endgame, antiset",
    ),
    (("find", "--colour", *SET), "No such option: --colour"),
    (("find", "--lnes", *SET), "No such option: --lnes; did you mean --lines? See `setlab find --help`"),
    (("find", "--lines", *SET), "--lines is about the drawing in a file: name one, as in -o cards.svg"),
    (("show", "--palette", "safe", *SET), "--palette is about the drawing in a file"),
    (("deal", "-o", "deal.svg", "--lines"), "--lines shows the SETs: add --answer"),
    (("deal", "--sets", "many"), "'many' is not a whole number"),
    (("simulate", "endgame", "--trails", "9"), "--trails is not for endgame: did you mean --trials? It takes"),
    (("solitaire", "play", "--sed", "1"), "did you mean --seed? See `setlab solitaire play --help`"),
    (("find", b"\xff\xfe\x00"[:2]), "is not a card"),
    (("find", "\x1b[31m"), "'\\x1b[31m' is not a card"),
    (("check", "1221", "1020"), "2 cards given where 3 are needed, as in `setlab check 1RFD 1REO 1RTS`"),
    (("check", *SET, "0000"), "4 cards given where 3 are needed"),
    (("check", "--values", "7", "1"), "7 values have no names"),
    (("third", "1221", "1221"), "'1221' is there twice"),
    (("third", "1221"), "1 card given where 2 are needed"),
    (("hidden", *SET), "3 cards left: with one card hidden a game leaves 2, 5, 8"),
    (
        ("hidden", "0000", "1111", "2222", "0001", "0002"),
        "the hidden card would be 0000, which is among those left",
    ),
    (("plane", *SET), "two green open squiggles) is a SET: a plane needs three cards that are not a SET"),
    (("plane", "1221", "1221", "1020"), "'1221' is there twice"),
    (("cube", "0000", "1000", "0100", "1100"), "are in one plane: a cube needs four cards that are not"),
    (("cube", "-d", "2", "00", "01", "10", "11"), "2 properties have no cube"),
    (
        ("parallel", "1221", "1020", "0000"),
        "one red solid oval) is not a SET: the third card to the first two is 1122 (two green open squiggles)",
    ),
    (("parallel", *SET, "--through", "9"), "'9' is not a card"),
    (("count", "--dimension", "4000"), "4000 is not a dimension for count: choose 1 to 100"),
    (("count", "--dimension", "0"), "0 is not a dimension for count"),
    (("count", "--dimension", "-3"), "-3 is not a dimension for count"),
    (("count", "--values", "1"), "1 is not a number of values for count"),
    (("count", "5"), "unexpected extra argument"),
    (("cards", "--values", "9"), "9 values have digits and no names"),
    (("show", *SET, "-o", "/nonexistent/cards.svg"), "/nonexistent/cards.svg"),
    (("show", *SET, "-o", "cards.xyz"), "cards.xyz"),
    (("show", *SET, "--palette", "mud"), "'mud' is not a palette: choose classic, safe or labelled"),
    (("show", *SET, "--columns", "0"), "0 columns cannot be drawn"),
    (("fnd", *SET), "'fnd' is not a verb: did you mean find?"),
    (("xyz", *SET), "'xyz' is not a verb: choose rules, deal, puzzle, find, look, check,"),
    (("--nonsense",), "No such option: --nonsense"),
]


@pytest.mark.parametrize(("arguments", "message"), CASES, ids=lambda case: ascii(case)[:60])
def test_one_line_and_status_two(run: Run, arguments: tuple[str | bytes, ...], message: str) -> None:
    done = run(*arguments)
    assert done.status == 2
    assert message in done.err
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.startswith("setlab: ")
    assert "Traceback" not in done.err
    assert done.err.strip().isprintable()


def test_binary_garbage_on_standard_input(run: Run) -> None:
    done = run("find", "-", stdin=bytes(range(256)))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_json_errors_are_the_same(run: Run) -> None:
    done = run("third", "--json", "1221", "9999")
    assert (done.status, done.out) == (2, "")


def test_nothing_half_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "cards.png"
    assert run("show", "1221", "9999", "-o", str(target)).status == 2
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert run("show", "1221", "-o", str(folder)).status == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.svg"]


@pytest.mark.parametrize("verb", ["find", "cards"])
def test_a_closed_pipe_is_quiet(verb: str) -> None:
    deck = [f"{a}{b}{c}{d}" for a in "012" for b in "012" for c in "012" for d in "012"]
    command = [sys.executable, "-m", "setlab.cli.main", verb, *deck]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == -signal.SIGPIPE


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "setlab.cli.main", "count"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "setlab: cannot write the output: No space left on device; choose another place\n"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_an_unknown_option(run: Run, verb: str) -> None:
    done = run(verb, "--no-such-thing")
    assert done.status == 2
    assert f"see `setlab {verb} --help`" in done.err


def test_a_missing_extra_says_how_to_get_it(tmp_path: Path) -> None:
    """A machine without matplotlib, as `pip install .` leaves it: SVG works, PNG says what to install."""
    (tmp_path / "matplotlib.py").write_text("raise ImportError('No module named matplotlib')")
    command = [sys.executable, "-m", "setlab.cli.main", "show", "1221", "-o"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([*command, str(tmp_path / "a.png")], capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "pip install 'setlab[pictures]'" in done.stderr
    assert done.stderr.count("\n") == 1
    assert subprocess.run([*command, str(tmp_path / "a.svg")], capture_output=True, env=environment).returncode == 0
    assert not (tmp_path / "a.png").exists()
