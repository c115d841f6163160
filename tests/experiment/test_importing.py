"""Results that were computed elsewhere: verified, then taken whole or not at all, on SQLite and on PostgreSQL."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from setlab.cli.running import Export, write_export
from setlab.cli.verbs.runs import find_blocks, find_result
from setlab.errors import SpecError
from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Block, BlockError, Store
from setlab.experiment.store.result_file import SCHEMA, ImportCounts, checksum, import_result, read_result, write_result

SPEC = make_spec("set-count", {"dimension": 3, "histogram_at": [9]}, seed=1)
GAMES = make_spec("endgame", seed=2026)
RARE = 3_354_323
"""A game with 21 cards on the table."""


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    is_file = request.param == "sqlite"
    with Store(tmp_path / "runs.sqlite" if is_file else request.getfixturevalue("new_database")) as opened:
        yield opened


def exported(spec: Spec, path: Path, *ranges: tuple[int, int], origin: str = "a GPU") -> Path:
    """The file of a store that has these trials."""
    with Store(":memory:") as other:
        for first, end in ranges:
            run(spec, end - first, first=first, store=other, block=256)
        result, spans = find_result(spec.id, other)
        write_export(path, Export(result, 0.95, spans, find_blocks(result, other), origin))
    return path


def taken(store: Store, path: Path, replace: bool = False) -> ImportCounts:
    return import_result(store, read_result(path), path.name, replace)


def stored(store: Store, spec: Spec = SPEC) -> list[tuple[int, int]]:
    return [(block.first, block.end) for block in store.blocks(spec.id)]


def test_a_result_is_imported_once_and_answers_without_computing(store: Store, tmp_path: Path) -> None:
    path = exported(SPEC, tmp_path / "a.json", (0, 1000))
    assert taken(store, path) == ImportCounts(1000, 0, 0)
    assert taken(store, path) == ImportCounts(0, 1000, 0)
    result = run(SPEC, 1000, store=store)
    assert (result.run, result.tally) == (0, run(SPEC, 1000).tally)
    (entry,) = store.imports.of(SPEC.id)
    assert (entry.first, entry.trials, entry.file, entry.origin) == (0, 1000, "a.json", "a GPU")
    assert run(SPEC, 1500, store=store).tally == run(SPEC, 1500).tally


def test_ranges_with_gaps_come_as_blocks_of_their_own(store: Store, tmp_path: Path) -> None:
    path = exported(SPEC, tmp_path / "a.json", (0, 600), (900, 1000))
    assert taken(store, path) == ImportCounts(700, 0, 0)
    assert stored(store) == [(0, 600), (900, 1000)]
    assert store.tally(SPEC.id).as_record() == json.loads(path.read_text())["tally"]


def test_rare_games_are_played_again_and_kept(store: Store, tmp_path: Path) -> None:
    path = exported(GAMES, tmp_path / "a.json", (RARE - 50, RARE + 50))
    assert read_result(path).left_out == 0
    taken(store, path)
    assert [game.trial for game in store.rare(GAMES.id)] == [RARE]


@pytest.mark.parametrize(
    ("spec", "ranges"),
    [(SPEC, [(0, 50)]), (SPEC, [(0, 50), (80, 90)]), (GAMES, [(RARE - 5, RARE + 5)])],
    ids=["one", "gaps", "rare"],
)
def test_a_file_has_a_schema(spec: Spec, ranges: list[tuple[int, int]], tmp_path: Path) -> None:
    written = json.loads(exported(spec, tmp_path / "a.json", *ranges).read_text())
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(written, SCHEMA)
    wrongs: list[dict[str, Any]] = [{"first": -1}, {"spec": {}}, {"tally": 5}, {"format": "no"}, {"blocks": [{}, {}]}]
    for wrong in wrongs:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(written | wrong, SCHEMA)


def test_rare_games_that_are_left_out_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.experiment.store.result_file.MOST_RARE", 0)
    found = read_result(exported(GAMES, tmp_path / "a.json", (RARE - 50, RARE + 50)))
    assert (found.left_out, found.blocks[0].rare) == (1, ())


def test_trials_that_are_there_in_smaller_blocks_are_skipped(store: Store, tmp_path: Path) -> None:
    run(SPEC, 1000, store=store, block=100)
    before = stored(store)
    assert taken(store, exported(SPEC, tmp_path / "a.json", (0, 1000))) == ImportCounts(0, 1000, 0)
    assert taken(store, exported(SPEC, tmp_path / "b.json", (250, 850))) == ImportCounts(0, 600, 0)
    assert stored(store) == before
    assert store.imports.of(SPEC.id) == []


def test_a_part_of_a_stored_block_is_skipped(store: Store, tmp_path: Path) -> None:
    taken(store, exported(SPEC, tmp_path / "a.json", (0, 1000)))
    assert taken(store, exported(SPEC, tmp_path / "b.json", (200, 300))) == ImportCounts(0, 100, 0)
    assert stored(store) == [(0, 1000)]


def test_a_range_of_which_a_part_is_there_is_refused_or_replaces_it(store: Store, tmp_path: Path) -> None:
    run(SPEC, 300, first=100, store=store, block=100)
    before, path = stored(store), exported(SPEC, tmp_path / "a.json", (0, 1000))
    with pytest.raises(BlockError, match=r"the store has 300 of the trials 0 to 999 of \w+ already, in 3 blocks"):
        taken(store, path)
    assert stored(store) == before
    assert taken(store, path, replace=True) == ImportCounts(700, 300, 3)
    assert stored(store) == [(0, 1000)]
    assert store.tally(SPEC.id) == run(SPEC, 1000).tally
    assert len(store.imports.of(SPEC.id)) == 1


def test_replaced_blocks_leave_their_rare_games(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.experiment.store.result_file.MOST_RARE", 0)
    run(GAMES, 20, first=RARE - 10, store=store)
    taken(store, exported(GAMES, tmp_path / "a.json", (RARE - 50, RARE + 50)), replace=True)
    assert [game.trial for game in store.rare(GAMES.id)] == [RARE]
    assert (store.newly_set_aside, len(stored(store, GAMES))) == ([], 1)


def test_a_block_that_reaches_beyond_the_file_is_never_replaced(store: Store, tmp_path: Path) -> None:
    store.add(SPEC, Block(900, run(SPEC, 200, first=900).tally, 0.1))
    path = exported(SPEC, tmp_path / "a.json", (0, 1000))
    for replaces in (False, True):
        with pytest.raises(
            BlockError, match="overlap the stored block 900 to 1099 in part, and a tally cannot be split"
        ):
            taken(store, path, replaces)
    assert stored(store) == [(900, 1100)]


def test_nothing_of_a_refused_file_is_taken(store: Store, tmp_path: Path) -> None:
    store.add(SPEC, Block(2500, run(SPEC, 1000, first=2500).tally, 0.1))
    with pytest.raises(BlockError, match="overlap"):
        taken(store, exported(SPEC, tmp_path / "a.json", (0, 1000), (2000, 3000)))
    assert stored(store) == [(2500, 3500)]
    assert store.imports.of(SPEC.id) == []


def wrong(block: Block) -> Block:
    """The block with the first two numbers of one histogram exchanged."""
    counts = dict(block.tally["at_9"])
    one, two = list(counts)[:2]
    counts |= {one: counts[two], two: counts[one]}
    return replace(block, tally=replace(block.tally, histograms=dict(block.tally.histograms) | {"at_9": counts}))


@pytest.mark.parametrize("stored_range", [(0, 1000), (0, 900), (0, 2000)])
def test_a_contradiction_is_refused_by_name(store: Store, tmp_path: Path, stored_range: tuple[int, int]) -> None:
    """The same trials, a part that does not fit into the whole, and a whole that the part does not fit into."""
    first, end = stored_range
    right = Block(first, run(SPEC, end - first, first=first).tally, 0.1)
    store.add(SPEC, wrong(right))
    with pytest.raises(BlockError, match=r"in 'at_9' at '\d+'.*one of them is wrong"):
        taken(store, exported(SPEC, tmp_path / "a.json", (0, 1000)), replace=True)
    assert stored(store) == [stored_range]


def test_a_block_that_is_computed_again_is_not_called_imported(store: Store, tmp_path: Path) -> None:
    taken(store, exported(SPEC, tmp_path / "a.json", (0, 256)))
    store._db.change("UPDATE blocks SET tally = '{}' WHERE first = ?", (0,))
    run(SPEC, 256, store=store, block=256)
    assert (stored(store), store.imports.of(SPEC.id)) == ([(0, 256)], [])


def test_a_merge_takes_over_where_blocks_come_from(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.sqlite") as other:
        taken(other, exported(SPEC, tmp_path / "a.json", (0, 256)))
        run(SPEC, 512, store=other, block=256)
        store.merge(other)
        assert store.imports.of(SPEC.id) == other.imports.of(SPEC.id) != []
    store.delete(SPEC.id)
    assert store._db.rows("SELECT * FROM imports") == []


Change = Callable[[dict[str, Any]], object]

DAMAGES: dict[str, tuple[Change, str]] = {
    "another id": (lambda c: c.update(id="0" * 12), "its spec has been changed: it would have the id"),
    "no id": (lambda c: c.pop("id"), "it has no spec with its id"),
    "another seed": (lambda c: c["spec"].update(seed=7), "its spec has been changed"),
    "another format": (lambda c: c.update(format="setlab result 9"), "this setlab reads 'setlab result 1'"),
    "no format": (lambda c: c.pop("format"), "it is no result file"),
    "more trials": (lambda c: c.update(trials=101), "adds up to 100, not to the number of trials"),
    "another first": (lambda c: c.update(first=-1), "there are no such trials"),
    "a count more": (lambda c: c["tally"]["turns"].update({"25": 99}), "'turns' adds up to"),
    "a key too many": (lambda c: c["tally"]["leftover"].update({"1000": 1}), "has the key '1000'"),
    "no histogram": (lambda c: c["tally"].pop("turns"), "the histogram 'turns' is missing"),
    "another histogram": (lambda c: c["tally"].update(looks={}), "'looks' is not a histogram"),
    "a tally of text": (lambda c: c.update(tally="{}"), "a block has no tally"),
    "time that runs back": (lambda c: c.update(seconds=-1), "its seconds are no time"),
    "no rare games": (lambda c: c.update(rare=[]), "its tally counts 1 rare games, of which it has 0"),
    "rare games of text": (lambda c: c.update(rare="none"), "its rare games are no list"),
    "another rare game": (lambda c: c["rare"][0].update(trial=RARE + 1), "is another one when it is played again"),
    "other cards": (lambda c: c["rare"][0]["cards"].reverse(), "is another one when it is played again"),
    "a rare game twice": (lambda c: c["rare"].append(c["rare"][0]), "its rare games are not in order"),
    "two lines": (lambda c: c.update(origin="a\nb"), "is no origin: write one line"),
    "blocks that overlap": (lambda c: c.update(blocks=[dict(c), dict(c)]), "its blocks overlap"),
    "no blocks": (lambda c: c.update(blocks=[]), "its blocks are no list of blocks"),
    "blocks of another tally": (
        lambda c: c.update(blocks=[dict(c)], first=0),
        "its blocks do not add up to its tally",
    ),
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = exported(GAMES, tmp_path_factory.mktemp("files") / "a.json", (RARE - 50, RARE + 50))
    content: dict[str, Any] = json.loads(path.read_text())
    return content


@pytest.mark.parametrize("name", DAMAGES)
def test_what_does_not_fit_together_is_refused(name: str, original: dict[str, Any], tmp_path: Path) -> None:
    """Without a new checksum the checksum gives it away; with one, what is wrong does."""
    change, message = DAMAGES[name]
    content, path = json.loads(json.dumps(original)), tmp_path / "a.json"
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(SpecError, match=r"a.json is not imported: "):
        read_result(path)
    path.write_text(json.dumps(content | {"checksum": checksum(content)}))
    with pytest.raises(SpecError, match=r"a.json is not imported: ") as error:
        read_result(path)
    assert message in str(error.value)


def test_any_change_is_seen_by_the_checksum(original: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for name in original:
        rest = {other: value for other, value in original.items() if other != name}
        path.write_text(json.dumps(rest))
        with pytest.raises(SpecError, match=r"checksum does not fit|no result file"):
            read_result(path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[1, 2]", b"null", b'{"format": 1', b"[" * 100_000])
def test_files_that_are_no_results(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(SpecError, match=r"a.json is not imported: it is (no text|not JSON|no result file)"):
        read_result(path)
    with pytest.raises(SpecError, match="there is no such file"):
        read_result(tmp_path)


def test_writing_and_reading_are_inverse(tmp_path: Path) -> None:
    path = exported(GAMES, tmp_path / "a.json", (RARE - 50, RARE + 50), (RARE + 100, RARE + 200))
    found = read_result(path)
    content = json.loads(path.read_text())
    assert write_result(content, found.spec, found.blocks, found.origin) == path.read_bytes()
