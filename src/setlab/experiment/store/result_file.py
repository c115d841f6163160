"""Result files: the trials of one experiment as JSON that another store can import.

The file has the spec with its id, the range of trials, the tally, and the rare games; where the trials have gaps, a
block for each range. Its checksum is the SHA-256 of the canonical JSON of everything else in it. A file is believed
only as a whole: the id must be that of the spec, the histograms must fit the kernel and add up, and the rare games must
be the same when they are played again.

`import_result` stores the blocks of a file, all of them or none. Trials that are there already are skipped if the
tallies agree. A block that has stored trials and others is refused, since a tally cannot be split; with `replace`, it
takes the place of the stored blocks that lie wholly in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from setlab.errors import SpecError, plural, quote, show_value
from setlab.experiment.kernel import Rare
from setlab.experiment.parameters import canonical
from setlab.experiment.spec import Spec, gaps, read_spec
from setlab.experiment.store import Block, BlockError, BlockRow, Spoilt, Store, check_rare, parse, rare_row, read_row
from setlab.experiment.tally import first_excess, key_text, total

FORMAT = "setlab result 1"
LONGEST_ORIGIN = 300
MOST_RARE = 10_000
"""The most rare games that are written into a file; the others are counted."""

_WHOLE: dict[str, Any] = {"type": "integer", "minimum": 0}
_NUMBER, _TEXT = {"type": "number"}, {"type": "string"}
_HISTOGRAM = {"type": "object", "additionalProperties": {"type": "integer"}}
_BLOCK = {
    "first": _WHOLE,
    "trials": _WHOLE | {"minimum": 1},
    "seconds": _NUMBER,
    "tally": {"type": "object", "additionalProperties": _HISTOGRAM},
}
_SPEC = {"kernel": _TEXT, "parameters": {"type": "object"}, "seed": _WHOLE, "version": _WHOLE}
_RARE = {"trial": _WHOLE, "what": _TEXT, "cards": {"type": "array", "items": _WHOLE}}


def _object(properties: Mapping[str, Any], **optional: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {**properties, **optional}, "required": list(properties)}


SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The trials of an experiment, for `setlab runs import`",
    **_object(
        {
            "format": {"const": FORMAT},
            "id": {"type": "string", "pattern": "^[0-9a-f]{12}$"},
            "spec": _object(_SPEC),
            **_BLOCK,
            "estimates": {"type": "object", "additionalProperties": {"type": "object"}},
            "rare": {"type": "array", "items": _object(_RARE)},
            "rare_left_out": _WHOLE,
            "origin": {"type": "string", "maxLength": LONGEST_ORIGIN},
            "checksum": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        },
        blocks={"type": "array", "items": _object(_BLOCK), "minItems": 2},
    ),
}
"""The JSON Schema of a result file; where trials have gaps, `blocks` has a block for each range."""


@dataclass(frozen=True)
class ResultFile:
    """The content of a file: blocks of an experiment, the number of rare games left out, and the origin."""

    spec: Spec
    blocks: tuple[Block, ...]
    left_out: int
    origin: str


def write_result(record: Mapping[str, Any], spec: Spec, blocks: Sequence[Block], origin: str) -> bytes:
    """The file of a result: its record, completed so that a store can import it."""
    games = [game for block in blocks for game in block.rare][:MOST_RARE]
    content = dict(record) | {
        "format": FORMAT,
        "origin": origin,
        "rare": [{"trial": game.trial, "what": game.what, "cards": list(game.cards)} for game in games],
        "rare_left_out": _count_rare(spec, blocks) - len(games),
    }
    if len(blocks) > 1:  # the trials have gaps
        content["blocks"] = [
            {"first": b.first, "trials": b.tally.trials, "seconds": round(b.seconds, 6), "tally": b.tally.as_record()}
            for b in blocks
        ]
    content["checksum"] = checksum(content)
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def checksum(content: Mapping[str, Any]) -> str:
    """The checksum of the content of a file, apart from the checksum itself.

    >>> checksum({"trials": 5, "checksum": "old"}) == checksum({"trials": 5}) != checksum({"trials": 6})
    True
    """
    rest = {name: value for name, value in content.items() if name != "checksum"}
    return sha256(canonical(rest).encode(errors="surrogatepass")).hexdigest()


def read_result(path: Path) -> ResultFile:
    """The result in a file. Raise `SpecError` unless everything in it fits together."""
    if not path.is_file():
        raise SpecError(f"{path} is not imported: there is no such file")
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise SpecError(f"{path} is not imported: it cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path} is not imported: it is no text") from None
    try:
        return _read(text)
    except RecursionError:
        raise SpecError(f"{path} is not imported: its values are nested too deeply") from None
    except ValueError as error:
        raise SpecError(f"{path} is not imported: {error}") from error


def _read(text: str) -> ResultFile:
    content = _parse_file(text)
    if not isinstance(content.get("spec"), dict) or not isinstance(content.get("id"), str):
        raise Spoilt("it has no spec with its id")
    spec = read_spec(canonical(content["spec"]), content["id"])
    blocks = tuple(_blocks(content, spec))
    tally = total((block.tally for block in blocks), spec.id)
    told = [content.get(name) for name in ("first", "trials", "tally")]
    if told != [blocks[0].first, tally.trials, tally.as_record()]:
        raise Spoilt("its blocks do not add up to its tally")
    counted, there = _count_rare(spec, blocks), sum(len(block.rare) for block in blocks)
    if content.get("rare_left_out") != counted - there or there > counted:
        raise Spoilt(f"its tally counts {counted} rare games, of which it has {there}")
    return ResultFile(spec, blocks, counted - there, check_origin(content.get("origin")))


def check_origin(text: Any) -> str:
    """The origin of a result, in words. Raise `SpecError` unless it is one line.

    >>> check_origin("one GPU")
    'one GPU'
    """
    if not isinstance(text, str) or not text.isprintable() or len(text) > LONGEST_ORIGIN:
        raise SpecError(f"{show_value(text)} is no origin: write one line of at most {LONGEST_ORIGIN} characters")
    return text


def _parse_file(text: str) -> dict[str, Any]:
    """The JSON object of a file that has its format and its checksum."""
    try:
        content = parse(text)
    except Spoilt:
        raise Spoilt(
            "it is not JSON, or has a name twice: `setlab runs export ID FILE.json` writes result files"
        ) from None
    if not isinstance(content, dict) or "format" not in content:
        raise Spoilt("it is no result file: `setlab runs export ID FILE.json` writes one")
    if content["format"] != FORMAT:
        raise Spoilt(f"it has the format {quote(str(content['format']))}, this setlab reads {quote(FORMAT)}")
    if content.get("checksum") != checksum(content):
        raise Spoilt("its checksum does not fit: the file is damaged or was changed; get it once more")
    return content


def _blocks(content: Mapping[str, Any], spec: Spec) -> list[Block]:
    """The blocks of a file, in order, with the rare games in their trials."""
    records = content.get("blocks", [content])
    if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
        raise Spoilt("its blocks are no list of blocks")
    games = _games(content.get("rare"), spec)
    blocks = [_block(record, spec, games) for record in records]
    if any(one.end > other.first for one, other in pairwise(blocks)):
        raise Spoilt("its blocks overlap, or are not in order")
    if sum(len(block.rare) for block in blocks) != len(games):
        raise Spoilt("a rare game is not one of its trials")
    return blocks


def _block(record: Mapping[str, Any], spec: Spec, games: Sequence[Rare]) -> Block:
    first, trials, tally, seconds = (record.get(name) for name in ("first", "trials", "tally", "seconds"))
    if not isinstance(tally, dict):
        raise Spoilt("a block has no tally")
    row = BlockRow(None, spec.id, first, trials, json.dumps(tally), seconds, None)
    mine = [rare_row(game) for game in games if row.has_range and row.first <= game.trial < row.end]
    return read_row(row, mine, spec.histograms)


def _games(records: Any, spec: Spec) -> list[Rare]:
    """The rare games of a file, each played again."""
    if not isinstance(records, list):
        raise Spoilt("its rare games are no list")
    games = [_game(record) for record in records]
    if any(one.trial >= other.trial for one, other in pairwise(games)):
        raise Spoilt("its rare games are not in order")
    check_rare(spec, games)
    return games


def _game(record: Any) -> Rare:
    """A rare game, with the types of its values checked."""
    try:
        trial, what, cards = record["trial"], record["what"], tuple(record["cards"])
    except (TypeError, KeyError):
        raise Spoilt("a rare game of it is spoilt") from None
    if type(trial) is not int or not 0 <= trial < 2**63 or any(type(card) is not int for card in cards):
        raise Spoilt("a rare game of it is spoilt")
    return Rare(trial, what, cards)


def _count_rare(spec: Spec, blocks: Sequence[Block]) -> int:
    """The number of rare games that the tallies count."""
    return sum(spec.definition.count_rare(spec.parameters, block.tally.histograms) for block in blocks)


@dataclass(frozen=True)
class ImportCounts:
    """How many trials were added, how many of the file were there already, and how many blocks were replaced."""

    added: int
    there: int
    replaced: int


def import_result(store: Store, found: ResultFile, file: str, replace: bool = False) -> ImportCounts:
    """Put the blocks of a file into a store, in one transaction, with a note where they come from."""
    added = there = replaced = 0
    with store.writing(found.spec) as writer:
        for block in found.blocks:
            parts = writer.there(block)
            _check_agreement(found.spec.id, block, parts)
            if parts and not gaps(*block.range, [part.range for part in parts]):
                there += block.tally.trials
                continue
            _check_replacement(found.spec.id, block, parts, replace)
            writer.replace(block, parts)
            stored = sum(part.tally.trials for part in parts)
            added, there, replaced = added + block.tally.trials - stored, there + stored, replaced + len(parts)
            store.imports.note(found.spec.id, block.first, block.tally.trials, file, found.origin)
    store.stored += added
    return ImportCounts(added, there, replaced)


def _check_agreement(spec_id: str, block: Block, there: Sequence[Block]) -> None:
    """Refuse a block that contradicts stored blocks, as far as their ranges let it be seen."""
    inside = [other for other in there if block.first <= other.first and other.end <= block.end]
    parts = total((other.tally for other in inside), spec_id)
    if parts.trials == block.tally.trials and parts != block.tally:
        raise BlockError(Block(block.first, parts, 0.0).contradiction(block))
    _check_part(spec_id, Block(block.first, parts, 0.0), block, f"the stored {plural(len(inside), 'block')} in it")
    for other in there:
        if other.first <= block.first and block.end <= other.end:
            _check_part(spec_id, block, other, "the block to be imported")


def _check_part(spec_id: str, part: Block, whole: Block, what: str) -> None:
    """Refuse a block whose tally cannot be the sum of a part's and a rest's."""
    if (found := first_excess(part.tally, whole.tally)) is not None:
        name, key = found
        raise BlockError(
            f"{whole.name} have {whole.tally[name].get(key, 0)} in '{name}' at '{key_text(key)}', and "
            f"{what} {part.tally[name][key]}: one of them is wrong; compute the trials again with --no-store, and "
            f"forget the wrong one (`setlab runs delete {spec_id}`)"
        )


def _check_replacement(spec_id: str, block: Block, there: Sequence[Block], replace: bool) -> None:
    """Refuse a block that reaches into a stored one, or that may not replace those in it."""
    for other in there:
        if other.first < block.first or block.end < other.end:
            raise BlockError(
                f"{block.name} overlap the stored block {other.first} to {other.end - 1} in part, and "
                "a tally cannot be split: import the file into another --store"
            )
    if there and not replace:
        trials = sum(other.tally.trials for other in there)
        raise BlockError(
            f"the store has {trials:,} of the trials {block.first} to {block.end - 1} of {spec_id} already, in "
            f"{plural(len(there), 'block')}, and a tally cannot be split: --replace puts the file's tally in the place "
            "of these blocks, another --store keeps both"
        )
