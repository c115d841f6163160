"""Stores of version 1, the released one before the present, are upgraded in one transaction, on SQLite and PostgreSQL.

They had no checksums, no journal and no imports, and called the histogram `searches` `looks`. tests/golden/store-1.json
has the rows of such a store: the experiments of truth.py.
"""

import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from setlab.experiment.store import Entry, Store
from setlab.experiment.store.database import StoreError
from tests.experiment.spoils import AT_E, E_ID, F_ID, MUTATIONS, RAW_TALLIES
from tests.experiment.truth import ENDGAME, EXPERIMENTS, RARE_TRIAL, ask, is_whole, mend, verify

VERSION_1 = (
    "CREATE TABLE specs (id TEXT PRIMARY KEY, number BIGINT NOT NULL, spec TEXT NOT NULL)",
    """CREATE TABLE blocks (
        spec_id TEXT NOT NULL REFERENCES specs (id), first BIGINT NOT NULL, trials BIGINT NOT NULL,
        tally TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL, PRIMARY KEY (spec_id, first))""",
    """CREATE TABLE rare (
        spec_id TEXT NOT NULL REFERENCES specs (id), trial BIGINT NOT NULL, what TEXT NOT NULL,
        cards TEXT NOT NULL, PRIMARY KEY (spec_id, trial))""",
)
Content = dict[str, list[list[Any]]]
GOLDEN = Path(__file__).parents[1] / "golden"
STORED: Content = json.loads((GOLDEN / "store-1.json").read_text(encoding="utf-8"))
Carry = Callable[..., None]


def sqlite_carrier(place: str, version: int) -> Carry:
    def carry(sql: str, *values: Any) -> None:
        with sqlite3.connect(place) as db:
            db.execute(sql, values)
        db.close()

    carry(f"PRAGMA user_version = {version}")
    return carry


def postgres_carrier(place: str, version: int) -> Carry:
    psycopg = pytest.importorskip("psycopg")

    def carry(sql: str, *values: Any) -> None:
        with psycopg.connect(place, options="-c search_path=setlab") as db:
            db.execute(sql.replace("?", "%s"), values)

    carry("CREATE SCHEMA setlab")
    carry("CREATE TABLE store (version INTEGER NOT NULL)")
    carry(f"INSERT INTO store VALUES ({version})")
    return carry


def fill(carry: Carry) -> None:
    """Make the tables of version 1, and insert the rows that setlab wrote."""
    for statement in VERSION_1:
        carry(statement)
    for table, rows in STORED.items():
        for row in rows:
            carry(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Callable[[str, int], Carry]]:
    """The location of a store that does not exist yet, and what begins one of a version."""
    if request.param == "sqlite":
        return str(tmp_path / "old.sqlite"), sqlite_carrier
    return request.getfixturevalue("new_database"), postgres_carrier


@pytest.fixture
def old(empty: tuple[str, Callable[[str, int], Carry]]) -> tuple[str, Carry]:
    """A store of version 1, and how statements are carried out in it without opening it."""
    place, carrier = empty
    carry = carrier(place, 1)
    fill(carry)
    return place, carry


def version(place: str) -> int:
    with Store(place) as store:
        sql = "SELECT version FROM store" if "://" in place else "PRAGMA user_version"
        return int(store._db.rows(sql)[0][0])


@pytest.mark.parametrize("number", [2, 3, 4, 6])
def test_versions_that_were_never_released_are_refused(
    empty: tuple[str, Callable[[str, int], Carry]], number: int
) -> None:
    place, carrier = empty
    fill(carrier(place, number))
    with pytest.raises(StoreError, match=f"has version {number}, this setlab knows 5"):
        Store(place)


def test_a_sound_store_is_taken_over_whole(old: tuple[str, Carry]) -> None:
    place, _ = old
    with Store(place) as store:
        assert store.set_aside() == []
        assert [game.trial for game in store.rare(ENDGAME.spec.id)] == [RARE_TRIAL]
        assert sum(store.tally(ENDGAME.spec.id)["searches"].values()) > 300
        assert "looks" not in "".join(tally for (tally,) in store._db.rows("SELECT tally FROM blocks"))
        assert all(store.journal.entry(e.spec.id) == Entry() for e in EXPERIMENTS)
        assert all(store.imports.of(e.spec.id) == [] for e in EXPERIMENTS)
    assert version(place) == 5
    assert all(is_whole(place, e) for e in EXPERIMENTS)
    assert ask("runs", "check", "--store", place).status == 0
    for e in EXPERIMENTS:
        assert ask(*e.simulate(place)).json["run"] == 0


SEEN = [
    *(f"without {name}" for name in ("leftover", "first_no_set")),
    *(f"leftover {text}" for text in ("-1", "0", "0.5", "NaN", "null", "true", "a string", "10^4299")),
    "leftover key '06'",
    "an extra histogram",
    "two histograms swapped",
    "everything doubled",
    "a leftover moved",
    "more in vain than searches",
    "a joint key of three",
    "a sum without an n",
    "a negative sum",
    "a first SET with card 2",
    "82 cards left",
    "a winner too many",
]


@pytest.mark.parametrize("name", SEEN)
def test_a_tally_that_cannot_be_is_set_aside(old: tuple[str, Carry], name: str, tmp_path: Path) -> None:
    place, carry = old
    e, mutate = MUTATIONS[name]
    tally = json.loads(content_of(place, e.spec.id, e.first + e.block))
    mutate(tally)
    carry(
        "UPDATE blocks SET tally = ? WHERE spec_id = ? AND first = ?", json.dumps(tally), e.spec.id, e.first + e.block
    )
    with Store(place) as store:
        assert [(block.spec_id, block.range) for block in store.set_aside()] == [
            (e.spec.id, (e.first + e.block, e.first + 2 * e.block))
        ]
    assert verify(place, tmp_path)


def content_of(place: str, spec_id: str, first: int) -> str:
    """The tally of a block in a store that is not to be opened."""
    sql = f"SELECT tally FROM blocks WHERE spec_id = '{spec_id}' AND first = {first}"
    if "://" in place:
        psycopg = pytest.importorskip("psycopg")
        with psycopg.connect(place, options="-c search_path=setlab") as db:
            return str(db.execute(sql).fetchone()[0])
    with sqlite3.connect(place) as db:
        return str(db.execute(sql).fetchone()[0])


TEXTS = [name for name, text in RAW_TALLIES.items() if isinstance(text, str) and "\0" not in text]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_tally_is_set_aside(old: tuple[str, Carry], name: str) -> None:
    place, carry = old
    carry(f"UPDATE blocks SET tally = ? {AT_E}", RAW_TALLIES[name])
    with Store(place) as store:
        assert [block.range for block in store.set_aside()] == [(ENDGAME.first + 100, ENDGAME.first + 200)]
        assert store.tally(E_ID).trials == 200
    mend(place)


@pytest.mark.parametrize(
    ("sql", "aside"),
    [
        (f"UPDATE blocks SET first = {ENDGAME.first + 50} {AT_E}", 2),
        (f"UPDATE blocks SET first = -1 {AT_E}", 1),
        (f"UPDATE blocks SET trials = 0 {AT_E}", 1),
        (f"UPDATE blocks SET trials = 9223372036854775807 {AT_E}", 1),
        (f"UPDATE blocks SET seconds = -1 {AT_E}", 1),
        (f"UPDATE rare SET cards = '1 2 3' WHERE trial = {RARE_TRIAL}", 1),
        (f"UPDATE rare SET cards = 'x' WHERE trial = {RARE_TRIAL}", 1),
        (f"UPDATE rare SET what = '' WHERE trial = {RARE_TRIAL}", 1),
        (f"UPDATE rare SET trial = {RARE_TRIAL + 1}", 1),
        (f"INSERT INTO rare VALUES ('{F_ID}', 5, '', '')", 1),
        (f"UPDATE specs SET spec = '{{}}' WHERE id = '{E_ID}'", 3),
        (f"UPDATE specs SET spec = (SELECT spec FROM specs WHERE id = '{F_ID}') WHERE id = '{E_ID}'", 3),
    ],
)
def test_other_columns(old: tuple[str, Carry], sql: str, aside: int) -> None:
    place, carry = old
    carry(sql)
    with Store(place) as store:
        assert len(store.set_aside()) == aside
    mend(place)


def test_values_of_other_types(tmp_path: Path) -> None:
    """SQLite keeps any value in any column."""
    for number, (column, value) in enumerate(
        [("tally", b"\xff"), ("first", "x"), ("trials", b"\0"), ("seconds", "x"), ("spec_id", b"\xff"), ("spec_id", "")]
    ):
        place = str(tmp_path / f"{number}.sqlite")
        carry = sqlite_carrier(place, 1)
        fill(carry)
        carry(f"UPDATE blocks SET {column} = ? {AT_E}", value)
        with Store(place) as store:
            assert len(store.set_aside()) == 1
        mend(place)


def test_a_migration_that_fails_changes_nothing(old: tuple[str, Carry], monkeypatch: pytest.MonkeyPatch) -> None:
    place, carry = old
    carry(f"UPDATE blocks SET tally = '{{}}' {AT_E}")

    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("setlab.experiment.store.move_aside", fail)
        with pytest.raises(StoreError, match="the disk is full"):
            Store(place)
    carry(f"UPDATE blocks SET seconds = seconds {AT_E}")
    assert content_of(place, E_ID, ENDGAME.first + 100) == "{}"
    with pytest.raises(Exception, match="checksum"):
        carry("SELECT checksum FROM blocks")
    with Store(place) as store:
        assert len(store.set_aside()) == 1


def test_eight_at_once(old: tuple[str, Carry]) -> None:
    """One of them brings the store up, the others wait for it."""
    place, carry = old
    carry(f"UPDATE blocks SET tally = '{{}}' {AT_E}")

    def read(_: int) -> tuple[int, int]:
        with Store(place) as store:
            return store.tally(E_ID).trials, len(store.set_aside())

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, range(8))) == [(200, 1)] * 8


def test_an_older_setlab_refuses_the_newer_version(old: tuple[str, Carry], monkeypatch: pytest.MonkeyPatch) -> None:
    place, _ = old
    Store(place).close()
    monkeypatch.setattr("setlab.experiment.store.database.VERSION", 3)
    with pytest.raises(StoreError, match="has version 5, this setlab knows 3: update setlab or choose another --store"):
        Store(place)


def test_another_programs_database_of_version_1_stays_as_it_is(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE blocks (spec_id, first)")
        db.execute("PRAGMA user_version = 1")
    db.close()
    with pytest.raises(StoreError, match="choose another --store"):
        Store(foreign)
    with sqlite3.connect(foreign) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("blocks",)]
    db.close()
