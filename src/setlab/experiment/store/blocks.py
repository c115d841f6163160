"""`Block`: the tally of a range of trials, sealed by a checksum, and how it is read back from a row of the store.

A row is believed only if it fits the declared histograms of its kernel and its checksum. The checksum is the SHA-256
of the JSON array [spec id, first, trials, tally, [[trial, what, cards], …]] without blanks, where the tally is
the canonical text that is stored. The seconds are not in it, so that a block has the same checksum wherever it is
computed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from typing import Any

from setlab.experiment.kernel import Rare
from setlab.experiment.ranges import Range
from setlab.experiment.spec import Spec
from setlab.experiment.tally import Histograms, Misfit, Tally, read_histograms
from setlab.limits import LARGEST_TRIAL

RareRow = tuple[Any, Any, Any]
"""Trial, reason, cards: as they are stored."""


class Spoilt(ValueError):
    """The content of a row has changed since it was stored."""


def rare_row(game: Rare) -> RareRow:
    """A rare game as it is stored."""
    return game.trial, game.what, " ".join(map(str, game.cards))


def replay_rare(spec: Spec, trial: int) -> Rare | None:
    """The game of this trial, played again; None if the kernel keeps no rare games."""
    describe = spec.definition.describe
    return None if describe is None else Rare(trial, *describe(spec.parameters, spec.seed, trial))


@dataclass(frozen=True)
class Block:
    """The tally of a range of trials, and its rare games."""

    first: int
    tally: Tally
    seconds: float
    rare: tuple[Rare, ...] = ()

    @property
    def end(self) -> int:
        """The trial after the last one."""
        return self.first + self.tally.trials

    @property
    def range(self) -> Range:
        """Its trials."""
        return Range(self.first, self.end)

    @property
    def checksum(self) -> str:
        """The checksum that is stored with the block."""
        tally = self.tally
        return seal(tally.spec_id, self.first, tally.trials, tally.to_json(), sorted(map(rare_row, self.rare)))


@dataclass(frozen=True)
class Row:
    """A row of the table of blocks as it is read: in a damaged store, each value may be of any type."""

    row_id: Any
    spec_id: Any
    first: Any
    trials: Any
    tally: Any
    seconds: Any
    checksum: Any

    @property
    def has_range(self) -> bool:
        """True if the range of trials is valid."""
        return type(self.first) is type(self.trials) is int and 0 <= self.first < self.end <= LARGEST_TRIAL

    @property
    def end(self) -> Any:
        """The trial after the last one, for a row that has a range."""
        return self.first + self.trials


def seal(spec_id: str, first: int, trials: int, tally: str, rare: Sequence[RareRow]) -> str:
    """The checksum of a block, from the texts that are stored."""
    record = [spec_id, first, trials, tally, [list(game) for game in rare]]
    return sha256(json.dumps(record, separators=(",", ":")).encode()).hexdigest()


def read_block(row: Row, rare: Sequence[RareRow], declared: Histograms) -> Block:
    """The block that a row holds. Raise `Spoilt` unless it is as it was stored."""
    block = read_unsealed(row, rare, declared)
    if not is_sealed(row, rare):
        raise Spoilt("its checksum does not fit")
    return block


def is_sealed(row: Row, rare: Sequence[RareRow]) -> bool:
    """True if the row has the checksum of its content, whatever types its values have."""
    try:
        return bool(row.checksum == seal(row.spec_id, row.first, row.trials, row.tally, rare))
    except TypeError:  # bytes, which are no JSON
        return False


def is_outline(row: Row) -> bool:
    """True if the range of a row is valid, and its seconds, which are in no checksum, are a time."""
    return row.has_range and type(row.seconds) in (int, float) and isfinite(row.seconds) and bool(row.seconds >= 0)


def read_unsealed(row: Row, rare: Sequence[RareRow], declared: Histograms) -> Block:
    """The block that a row holds, judged by its structure alone."""
    if not row.has_range:
        raise Spoilt("there are no such trials")
    if not is_outline(row):
        raise Spoilt("its seconds are no time")
    try:
        tally = Tally(row.spec_id, row.trials, read_histograms(parse(row.tally), row.trials, declared))
    except Misfit as misfit:
        raise Spoilt(str(misfit)) from None
    return Block(row.first, tally, float(row.seconds), tuple(map(_rare_of, rare)))


def parse(text: Any) -> Any:
    """The JSON value of a tally's text. Raise `Spoilt` if it is not JSON, or has a key twice."""
    if not isinstance(text, str):
        raise Spoilt("its tally is no text")
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        raise Spoilt("its tally is not JSON") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key is there twice")
    return record


def _rare_of(row: RareRow) -> Rare:
    trial, what, cards = row
    if type(trial) is not int or not isinstance(what, str) or not isinstance(cards, str):
        raise Spoilt("a rare game of it is spoilt")
    try:
        return Rare(trial, what, tuple(map(int, cards.split())))
    except ValueError:
        raise Spoilt(f"the cards of its rare game {trial} are spoilt") from None
