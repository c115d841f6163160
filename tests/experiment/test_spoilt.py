"""A store spoilt in some hundred ways: the verbs give right numbers, or name what they leave out."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.experiment.store import Store
from setlab.experiment.store.database import StoreDatabase, StoreError
from setlab.stats import beta_quantile
from tests.experiment.spoils import SPOILS, Spoil
from tests.experiment.truth import EXPERIMENTS, ask, assert_honest, make_store, mend, verify


@pytest.fixture(scope="module", autouse=True)
def quick_intervals() -> Iterator[None]:
    """The same intervals are asked for again and again: each is computed once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("setlab.stats.beta_quantile", cache(beta_quantile))
        yield


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store that is spoilt."""
    path = tmp_path_factory.mktemp("template") / "runs.sqlite"
    make_store(path)
    return path


@pytest.fixture
def copy(template: Path, tmp_path: Path) -> str:
    """A copy of it."""
    return str(shutil.copy(template, tmp_path / "runs.sqlite"))


def content(db: StoreDatabase) -> list[object]:
    return [db.rows(f"SELECT * FROM {table}") for table in ("specs", "blocks", "rare", "set_aside")]


def spoil(place: str, how: Spoil) -> None:
    with Store(place) as store:
        before = content(store._db)
        how(store._db)
        assert content(store._db) != before, "this spoils nothing"


def test_there_are_hundreds_of_ways() -> None:
    assert len(SPOILS) > 200


def test_an_unspoilt_store_is_sound(copy: str, tmp_path: Path) -> None:
    report = ask("runs", "check", "--store", copy, "--json").json
    assert report["sound"] is True
    assert report["trials"] == sum(e.trials for e in EXPERIMENTS)
    assert verify(copy, tmp_path)


@pytest.mark.parametrize("name", SPOILS)
def test_no_verb_gives_a_wrong_number(name: str, copy: str, tmp_path: Path) -> None:
    spoil(copy, SPOILS[name])
    assert verify(copy, tmp_path)


@pytest.mark.parametrize("name", list(SPOILS)[::6])
def test_a_run_that_meets_the_spoilt_rows_first_gives_right_numbers(name: str, copy: str) -> None:
    spoil(copy, SPOILS[name])
    mend(copy, always=True)


def spoilt_text(text: str, edits: list[tuple[int, str]]) -> str:
    """The text with some characters replaced; where the edit is empty, with one left out."""
    for position, new in edits:
        at = position % max(1, len(text))
        text = text[:at] + new + text[at + 1 :]
    return text


edits = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(["", *'0123456789{}[]",:.-e '])), min_size=1, max_size=3
)
values = st.one_of(
    st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), st.binary(max_size=20), st.text(max_size=20), edits
)
cells = st.sampled_from(
    [
        (table, column)
        for table, columns in {
            "blocks": ("spec_id", "first", "trials", "tally", "seconds", "checksum"),
            "specs": ("id", "number", "spec"),
            "rare": ("spec_id", "trial", "what", "cards"),
        }.items()
        for column in columns
    ]
)


@settings(max_examples=60, deadline=None)
@given(cell=cells, row=st.integers(0, 20), value=values)
def test_any_value_in_any_cell(template: Path, cell: tuple[str, str], row: int, value: Any) -> None:
    """Numbers, bytes and texts of every kind, and a few characters changed in what is there."""
    table, column = cell
    with TemporaryDirectory() as folder:
        place = str(shutil.copy(template, Path(folder) / "runs.sqlite"))
        with Store(place) as store:
            there = store._db.rows(f"SELECT rowid, {column} FROM {table} ORDER BY rowid")
            number, old = there[row % len(there)]
            new = spoilt_text(str(old), value) if isinstance(value, list) else value
            with suppress(StoreError):  # another row has this key: nothing is spoilt
                store._db.change(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, number))
        assert verify(place, Path(folder))


@settings(max_examples=60, deadline=None)
@given(flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), min_size=1, max_size=4))
def test_any_bytes_of_the_file(template: Path, flips: list[tuple[int, int]]) -> None:
    """The file itself damaged: right numbers, or one line that says so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        content = bytearray(template.read_bytes())
        for position, mask in flips:
            content[position % len(content)] ^= mask
        path.write_bytes(content)
        assert_honest(str(path))


@pytest.mark.parametrize("keep", [0, 1, 100, 4096, 10_000, 30_000])
def test_a_file_cut_short(template: Path, tmp_path: Path, keep: int) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(template.read_bytes()[:keep])
    assert_honest(str(path))


@pytest.mark.parametrize(
    "name",
    [
        "tally: an empty object",
        "tally: null",
        "tally: without leftover",
        "tally: a trial moved",
        "tally: digits swapped",
        "tally: a histogram twice",
        "first: '0' int",
        "trials: '200' int",
        "seconds: 'inf' float",
        "checksum: 'x' str",
        "cards: '1 2 3' str",
        "rare trial: '0' int",
        "spec: '{' str",
        "spec: version 2",
        "a block copied across",
        "a block copied behind",
        "a rare game lost",
        "two blocks of three",
    ],
)
def test_postgresql(name: str, new_database: str, tmp_path: Path) -> None:
    make_store(new_database)
    spoil(new_database, SPOILS[name])
    assert verify(new_database, tmp_path)
