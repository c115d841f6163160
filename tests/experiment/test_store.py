"""The store: blocks whole or not at all, no overlaps, one sentence for whatever is wrong with the file."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from setlab.experiment.spec import make_spec
from setlab.experiment.store import Block, BlockError, Rare, Store, default_location
from setlab.experiment.store.database import SqliteStore, StoreError
from setlab.experiment.tally import Tally

SPEC = make_spec("first-set", {}, seed=1)
OTHER = make_spec("first-set", {}, seed=2)


def block(first: int, trials: int, rare: tuple[Rare, ...] = ()) -> Block:
    return Block(first, Tally(SPEC.id, trials, {"first_set": {6: trials}}), 0.5, rare)


OTHER_BLOCK = Block(0, Tally(OTHER.id, 5, {"first_set": {7: 5}}), 0.1)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store(place) as opened:
        yield opened


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "runs.sqlite") as opened:
        yield opened


def sqlite_of(store: Store) -> sqlite3.Connection:
    assert isinstance(store._db, SqliteStore)
    return store._db.connection


def test_blocks_come_back_as_they_went_in(store: Store) -> None:
    game = Rare(105, "leftover 18, largest table 18", (1, 2, 40))
    assert store.add(SPEC, block(0, 100))
    assert store.add(SPEC, block(100, 50, (game,)))
    with Store(store.location) as again:
        assert again.blocks(SPEC.id) == [block(0, 100), block(100, 50, (game,))]
        assert again.tally(SPEC.id) == Tally(SPEC.id, 150, {"first_set": {6: 150}})
        assert again.specs() == [SPEC]
        assert again.rare(SPEC.id) == [game]


def test_identical_blocks_are_skipped_and_partial_overlaps_refused(store: Store) -> None:
    store.add(SPEC, block(100, 100))
    assert store.add(SPEC, block(100, 100)) is False
    for first, trials in ((100, 50), (150, 100), (50, 100), (0, 1000), (100, 101)):
        with pytest.raises(StoreError, match="overlap the stored block 100 to 199 in part"):
            store.add(SPEC, block(first, trials))
    assert store.add(SPEC, block(0, 100))
    assert store.add(SPEC, block(200, 1))
    assert store.tally(SPEC.id).trials == 201


def test_another_tally_of_the_same_trials_is_refused(store: Store) -> None:
    store.add(SPEC, block(100, 100))
    for histogram in ({6: 99, 7: 1}, {7: 100}):
        other = Block(100, Tally(SPEC.id, 100, {"first_set": histogram}), 0.5)
        with pytest.raises(
            BlockError, match=f"trials 100 to 199 of {SPEC.id} gave two tallies: the stored block"
        ) as error:
            store.add(SPEC, other)
        assert block(100, 100).checksum[:12] in str(error.value)
        assert other.checksum[:12] in str(error.value)
    slower = Block(100, block(100, 100).tally, 99.0)
    assert store.add(SPEC, slower) is False, "the seconds may differ"
    assert store.blocks(SPEC.id) == [block(100, 100)]


@pytest.mark.parametrize(
    ("histograms", "message"),
    [
        ({}, "the histogram 'first_set' is missing"),
        ({"first_set": {6: 9}}, "adds up to 9"),
        ({"first_set": {6: 11, 7: -1}}, "no count"),
        ({"first_set": {2: 10}}, "has the key '2'"),
        ({"first_set": {6: 10}, "leftover": {6: 10}}, "'leftover' is not a histogram"),
    ],
)
def test_a_block_that_cannot_be_right_is_not_stored(
    file_store: Store, histograms: dict[str, dict[str, int]], message: str
) -> None:
    with pytest.raises(BlockError, match=message):
        file_store.add(SPEC, Block(0, Tally(SPEC.id, 10, histograms), 0.1))
    with pytest.raises(BlockError, match="a rare game is not one of them"):
        file_store.add(SPEC, block(0, 10, (Rare(10, "leftover 18", ()),)))
    assert file_store.specs() == []


def test_fill_says_what_is_missing(store: Store) -> None:
    store.add(SPEC, block(100, 100))
    store.add(SPEC, block(300, 100))
    assert store.fill(SPEC, block(200, 100)) == (True, [])
    assert store.fill(SPEC, block(200, 100)) == (False, [])
    assert store.fill(SPEC, block(0, 500)) == (False, [(0, 100), (400, 500)])
    assert store.fill(SPEC, block(150, 300)) == (False, [(400, 450)])
    assert store.fill(SPEC, block(120, 10)) == (False, [])
    assert store.stored == 300
    assert store.ranges(SPEC.id) == [(100, 400)]


def test_the_checksum_of_a_block_is_fixed() -> None:
    """Checksums are in stores on many disks: these must never change."""
    game = Rare(105, "leftover 18, largest table 18", (1, 2, 40))
    text = '["5b1f04c7b0ab",100,50,"{\\"first_set\\":{\\"6\\":50}}",[[105,"leftover 18, largest table 18","1 2 40"]]]'
    assert SPEC.id == "5b1f04c7b0ab"
    assert block(100, 50, (game,)).checksum == sha256(text.encode()).hexdigest()
    assert block(100, 50).checksum != block(100, 50, (game,)).checksum
    assert block(100, 50).checksum != block(101, 50).checksum


def test_missing_trials(store: Store) -> None:
    store.add(SPEC, block(100, 100))
    store.add(SPEC, block(300, 100))
    assert store.ranges(SPEC.id) == [(100, 200), (300, 400)]
    assert store.missing(SPEC.id, 0, 500) == [(0, 100), (200, 300), (400, 500)]
    assert store.missing(SPEC.id, 100, 200) == []
    assert store.missing(SPEC.id, 150, 350) == [(150, 350)], "blocks that stick out are not used"
    assert store.next_block(SPEC.id, 150, 250) == block(100, 100)
    assert store.next_block(SPEC.id, 200, 300) is None
    assert store.next_block(SPEC.id, 0, 500) == block(100, 100)
    assert store.missing(OTHER.id, 0, 5) == [(0, 5)]


def test_outlines_are_those_of_the_blocks_and_spoilt_rows_are_not_among_them(store: Store) -> None:
    assert store.outlines(SPEC.id) == []
    for first in (300, 0, 100):
        store.add(SPEC, block(first, 100, (Rare(first + 5, "leftover 18", (1,)),)))
    assert store.outlines(SPEC.id) == [(0, 100, 1), (100, 200, 1), (300, 400, 1)]
    store._db.change("UPDATE rare SET cards = ? WHERE trial = 105", ("2",))
    assert store.outlines(SPEC.id) == [(0, 100, 1), (300, 400, 1)]
    assert [bad.range for bad in store.newly_set_aside] == [(100, 200)]
    store._db.change("UPDATE blocks SET seconds = ? WHERE first = 0", (-1.0,))
    assert store.outlines(SPEC.id) == [(300, 400, 1)]
    store._db.change("UPDATE blocks SET trials = ?", (150,))
    assert store.outlines(SPEC.id) == []


def test_stores_merge(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "elsewhere.sqlite") as other:
        other.add(SPEC, block(0, 100))
        other.add(SPEC, block(100, 100, (Rare(150, "leftover 18", (1,)),)))
        store.add(SPEC, block(0, 100))
        assert store.merge(other) == (1, 1)
        assert store.tally(SPEC.id).trials == 200
        assert store.rare(SPEC.id) == other.rare(SPEC.id)
        assert store.merge(other) == (0, 2)


def test_a_merge_that_is_refused_changes_nothing(store: Store, tmp_path: Path) -> None:
    store.add(SPEC, block(150, 10))
    with Store(tmp_path / "elsewhere.sqlite") as other:
        other.add(SPEC, block(0, 100))
        other.add(SPEC, block(100, 100))
        with pytest.raises(StoreError, match="overlap"):
            store.merge(other)
    assert store.ranges(SPEC.id) == [(150, 160)]


def test_a_merge_takes_no_spoilt_blocks(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "elsewhere.sqlite") as other:
        for first in (0, 100, 200):
            other.add(SPEC, block(first, 100))
        other._db.change("UPDATE blocks SET tally = ? WHERE first = 100", ('{"first_set":{"7":100}}',))
        assert store.merge(other) == (2, 0)
        assert [(bad.range, bad.why) for bad in other.newly_set_aside] == [((100, 200), "its checksum does not fit")]
        assert other.set_aside() == other.newly_set_aside
    assert store.ranges(SPEC.id) == [(0, 100), (200, 300)]
    assert store.newly_set_aside == store.set_aside() == []


def test_a_merge_replaces_spoilt_blocks(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "elsewhere.sqlite") as other:
        for kept in (store, other):
            kept.add(SPEC, block(0, 100))
        store._db.change("UPDATE blocks SET tally = ?", ("{}",))
        assert store.merge(other) == (1, 0)
    assert store.tally(SPEC.id) == block(0, 100).tally
    assert [bad.replaced for bad in store.set_aside()] == [True]
    store.forget_aside()
    assert store.set_aside() == []


def test_a_merge_of_other_tallies_is_refused(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "elsewhere.sqlite") as other:
        other.add(SPEC, block(100, 100))
        other.add(SPEC, Block(0, Tally(SPEC.id, 100, {"first_set": {7: 100}}), 0.1))
        store.add(SPEC, block(0, 100))
        with pytest.raises(BlockError, match="gave two tallies"):
            store.merge(other)
    assert store.ranges(SPEC.id) == [(0, 100)], "nothing is taken over"


def test_a_spoilt_spec_is_put_right_by_whoever_knows_it(store: Store, tmp_path: Path) -> None:
    store.add(SPEC, block(0, 100))
    store.add(OTHER, OTHER_BLOCK)
    for sql in ("UPDATE specs SET spec = '{' WHERE id = ?", "UPDATE specs SET id = 'x' WHERE id = ?"):
        if store.location.startswith("postgresql://") and "SET id" in sql:
            continue  # the foreign key forbids it
        store._db.change(sql, (SPEC.id,))
        with Store(store.location) as again:
            assert again.specs() == [OTHER]
            assert SPEC.id in again.catalogue.unreadable()
            with pytest.raises(StoreError, match="cannot be read"):
                again.find(SPEC.id)
            again.catalogue.restore(SPEC)
            assert set(again.specs()) == {SPEC, OTHER}
            assert again.tally(SPEC.id).trials == 100
    with Store(tmp_path / "new.sqlite") as untouched:
        untouched.catalogue.restore(SPEC)
        assert untouched.specs() == [], "a spec without blocks is not entered"


def test_a_store_that_cannot_be_written_still_leaves_spoilt_blocks_out(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("setlab.experiment.store.database.WAIT", 0.05)
    file_store.add(SPEC, block(0, 100))
    file_store.add(SPEC, block(100, 100))
    file_store._db.change("UPDATE blocks SET tally = '{}' WHERE first = ?", (0,))
    with Store(file_store.location) as reader:
        sqlite_of(file_store).execute("BEGIN IMMEDIATE")
        assert reader.tally(SPEC.id) == block(100, 100).tally
        assert [bad.range for bad in reader.newly_set_aside] == [(0, 100)]
        assert reader.set_aside() == []
        sqlite_of(file_store).execute("ROLLBACK")
        assert reader.tally(SPEC.id) == block(100, 100).tally
        assert [bad.range for bad in reader.set_aside()] == [(0, 100)]


def test_delete(store: Store) -> None:
    store.add(SPEC, block(0, 100, (Rare(5, "leftover 18", (1,)),)))
    store.add(OTHER, OTHER_BLOCK)
    store.delete(SPEC.id)
    assert store.specs() == [OTHER]
    assert store.rare(SPEC.id) == []


def test_find_by_the_beginning_of_an_id(store: Store) -> None:
    store.add(SPEC, block(0, 1))
    store.add(OTHER, OTHER_BLOCK)
    assert store.find(SPEC.id[:6]) == SPEC
    for start in ("", "zz"):
        with pytest.raises(StoreError, match="`setlab runs` lists them"):
            store.find(start)


def test_a_store_in_use_is_waited_for_and_then_named(file_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.experiment.store.database.WAIT", 0.1)
    with Store(file_store.location) as impatient:
        sqlite_of(file_store).execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another process"):
            impatient.add(SPEC, block(0, 1))
        sqlite_of(file_store).execute("ROLLBACK")
        assert impatient.add(SPEC, block(0, 1))


def test_two_writers_at_once(place: str) -> None:
    """Eight threads, each with a connection of its own, all add the same blocks: each is there once."""

    def write(_: int) -> list[bool]:
        with Store(place) as mine:
            return [mine.add(SPEC, block(100 * i, 100)) for i in range(20)]

    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(write, range(8)))
    assert sum(map(sum, added)) == 20
    with Store(place) as store:
        assert store.tally(SPEC.id).trials == 2000


@pytest.mark.parametrize("content", [b"this is not a database" * 50, b"SQLite format 3\x00" + b"\xff" * 4000])
def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="choose another --store"):
        Store(path)
    assert path.read_bytes() == content, "and it stays as it is"


def test_a_truncated_store(file_store: Store) -> None:
    store = file_store
    for i in range(200):
        store.add(SPEC, block(100 * i, 100))
    store.close()
    path = Path(store.location)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    with pytest.raises(StoreError, match="damaged"), Store(path) as again:
        again.tally(SPEC.id)


def test_a_newer_store_and_another_programs_database(tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="has version 99, this setlab knows 5: update setlab"):
        Store(newer)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE notes (text)")
    with pytest.raises(StoreError, match="another program's database"):
        Store(foreign)


def test_a_folder_that_cannot_be_written() -> None:
    with pytest.raises(StoreError, match="choose another --store"):
        Store("/proc/nowhere/runs.sqlite")


def test_a_full_disk(file_store: Store) -> None:
    store = file_store
    store.add(SPEC, block(0, 100))
    pages = sqlite_of(store).execute("PRAGMA page_count").fetchone()[0]
    sqlite_of(store).execute(f"PRAGMA max_page_count = {pages}")
    games = make_spec("antiset", {})
    lengths = {str(i): 1 for i in range(20_000)}
    large = Tally(games.id, 20_000, {"winner": {"xavier": 20_000}, "length": lengths})
    with pytest.raises(StoreError, match=r"disk of the store .* is full"):
        store.add(games, Block(100, large, 0.1))
    assert store.ranges(SPEC.id) == [(0, 100)]


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETLAB_STORE", "/somewhere/runs.sqlite")
    assert default_location() == "/somewhere/runs.sqlite"
    monkeypatch.delenv("SETLAB_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_location() == "/data/setlab/runs.sqlite"


def test_a_newer_postgresql_store_and_a_server_that_is_not_there(new_database: str) -> None:
    with Store(new_database) as store:
        store._db.change("UPDATE store SET version = ?", (99,))
    with pytest.raises(StoreError, match="has version 99, this setlab knows 5"):
        Store(new_database)
    with pytest.raises(StoreError, match="the PostgreSQL store cannot be used"):
        Store("postgresql://127.0.0.1:1/nowhere")
