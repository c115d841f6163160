"""Ctrl-C ends every long verb with status 130 and one line, which says what is in the store afterwards."""

import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.cli.running import kept_sentence, open_store
from setlab.cli.stopping import StoppedEarly, hear_ctrl_c, is_stopping
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store

COMMANDS = [
    line
    for line in (Path(__file__).parents[2] / "benchmarks" / "long_verbs.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
LONGEST_START = "reproduce A0"
"""The command that reads more than any other before it begins, here with an item that it refuses."""

BEGUN_AT_LEAST = 0.4
"""Processor seconds that a verb is given at least to be at work."""

HANGS = 20.0


def start(command: str, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "setlab.cli.main", *shlex.split(command)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"SETLAB_STORE": str(folder / "runs.sqlite"), "COLUMNS": "100"},
    )


@cache
def begun(folder: Path) -> float:
    """The processor seconds after which every verb is at work on this machine: 1.5 times those of the longest start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = start(LONGEST_START, folder)
    process.communicate(timeout=HANGS)
    assert process.returncode == 2
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return max(BEGUN_AT_LEAST, 1.5 * used)


def wait_until_at_work(process: subprocess.Popen[bytes]) -> None:
    """Until the process has used some time of the processor, however busy the machine is."""
    enough = begun(Path(tempfile.gettempdir()))
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        time.sleep(3 * enough)
        return
    while process.poll() is None:
        fields = stat.read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= enough:
            return
        time.sleep(0.02)


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """The status and what stands on stderr after Ctrl-C."""
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=HANGS)
    return process.returncode, said.decode()


def stored_trials(place: Path) -> int:
    if not place.exists():
        return 0
    with Store(place) as store:
        return sum(store.tally(spec.id).trials for spec in store.specs())


@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_every_long_verb_with_one_true_line(command: str, tmp_path: Path) -> None:
    process = start(command, tmp_path)
    wait_until_at_work(process)
    assert process.poll() is None, "it ended before"
    status, said = interrupt(process)
    assert status == 130
    assert re.fullmatch(r"setlab: stopped by Ctrl-C[^\n]*\n", said), said
    claimed = re.search(r"([\d,]+) trials? (?:was|were) stored", said)
    assert (int(claimed[1].replace(",", "")) if claimed else 0) == stored_trials(tmp_path / "runs.sqlite")
    assert bool(claimed) != ("nothing was" in said)
    assert ("--no-store" in command) == ("--no-store" in said)
    assert not (tmp_path / "weights.json").exists()


@pytest.mark.parametrize("command", ["solitaire play --seed 5", "antiset play", "play --seed 5"])
def test_ctrl_c_leaves_a_game_and_tells_how_to_go_on(command: str, tmp_path: Path) -> None:
    process = start(command, tmp_path)
    assert process.stdout is not None
    shown = b""
    while not shown.endswith(b"\n> "):
        shown += process.stdout.read(1)
    status, said = interrupt(process)
    assert status == 130
    assert re.fullmatch(rf"setlab: stopped by Ctrl-C; go on with `setlab {command}[^`\n]*`\n", said)


def test_a_run_that_is_extended_claims_only_its_own_trials(tmp_path: Path) -> None:
    spec = make_spec("endgame", {}, seed=0)
    with Store(tmp_path / "runs.sqlite") as store:
        run(spec, 5000, store=store)
    process = start("simulate endgame --trials 1e12", tmp_path)
    wait_until_at_work(process)
    _, said = interrupt(process)
    numbers = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", said)]
    there = stored_trials(tmp_path / "runs.sqlite")
    assert numbers == [there, 10**12, there - 5000]


def test_the_sentence_says_what_was_stored(tmp_path: Path) -> None:
    assert kept_sentence(None, 0) == "nothing was kept, as --no-store asks"
    with Store(tmp_path / "runs.sqlite") as store:
        assert kept_sentence(store, 0) == "nothing was stored"
        assert kept_sentence(store, 1).startswith("1 trial was stored")
        assert kept_sentence(store, 12_288).startswith("12,288 trials were stored")


def test_a_store_counts_what_is_put_into_it(tmp_path: Path) -> None:
    spec = make_spec("endgame", {}, seed=1)
    with Store(tmp_path / "runs.sqlite") as store:
        run(spec, 3000, store=store, block=1000)
        assert store.stored == 3000
        for block in store.blocks(spec.id):
            assert not store.add(spec, block), "it is there already"
        assert store.stored == 3000
    with Store(tmp_path / "runs.sqlite") as again:
        run(spec, 3000, store=again)
        assert again.stored == 0


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, StoppedEarly])
def test_who_leaves_the_store_is_told_what_is_there(leaving: type[BaseException], tmp_path: Path) -> None:
    def leave(place: str | None, trials: int) -> None:
        with open_store(place) as store:
            run(make_spec("endgame", {}, seed=1), trials, store=store)
            raise leaving

    place = str(tmp_path / "runs.sqlite")
    for given, said in ((place, "500 trials were stored"), (place, "nothing was stored"), (None, "--no-store")):
        with pytest.raises(StoppedEarly, match=said):
            leave(given, 500)


@pytest.fixture
def ctrl_c_as_in_a_command() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)}
    hear_ctrl_c()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("ctrl_c_as_in_a_command")
def test_ctrl_c_that_is_swallowed_is_told_again() -> None:
    def swallow() -> None:
        with suppress(StoppedEarly):
            press()
        while True:
            time.sleep(1)

    with pytest.raises(StoppedEarly):
        swallow()


@pytest.mark.usefixtures("ctrl_c_as_in_a_command")
@pytest.mark.parametrize("left", [None, TypeError("could not export an array"), ImportError("half a module")])
def test_what_is_left_of_ctrl_c_is_no_error(
    left: Exception | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def verb() -> None:
        try:
            press()
        except StoppedEarly as stopped:
            raise left or stopped from None

    monkeypatch.setattr("setlab.cli.verbs.sets.find", verb)
    assert status_of(["find"]) == 130
    assert capsys.readouterr().err == "setlab: stopped by Ctrl-C; nothing was kept\n"
    assert not is_stopping()


@pytest.mark.usefixtures("ctrl_c_as_in_a_command")
def test_a_merge_that_is_stopped_says_what_it_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (1, 2):
        with Store(tmp_path / f"{seed}.sqlite") as store:
            run(make_spec("endgame", {}, seed), 3000, store=store, block=1000)
    merge = Store.merge

    def press_at_the_second(store: Store, other: Store) -> tuple[int, int]:
        if other.location.endswith("2.sqlite"):
            press()
        return merge(store, other)

    monkeypatch.setattr(Store, "merge", press_at_the_second)
    places = [str(tmp_path / f"{name}.sqlite") for name in ("1", "2", "all")]
    assert status_of(["runs", "merge", *places[:2], "--store", places[2]]) == 130
    assert capsys.readouterr().err == "setlab: stopped by Ctrl-C; 3 blocks had been added\n"
    assert stored_trials(Path(places[2])) == 3000
