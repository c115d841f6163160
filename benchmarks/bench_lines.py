"""Counting and finding the SETs among 12 random cards. Run `python benchmarks/run.py lines`."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations

import numpy as np
from measure import REFERENCE, Group, Row, core_rows

from setlab import _core, count_sets, find_sets_many, third
from setlab.geometry.batch import masks_array
from setlab.reference import lines as reference

CARDS = 12
MANY, FEW = 1 << 20, 200
"""The collections for the core and for plain Python."""
PART = 1 << 10
"""Tables that NumPy counts at a time."""


def is_set(a: str, b: str, c: str) -> bool:
    """The test of Abrahamsen & Eriksen, rewritten: the characters in each position are all equal or all different."""
    for i in range(4):
        if a[i] == b[i] and b[i] == c[i]:
            continue
        if a[i] != b[i] and a[i] != c[i] and b[i] != c[i]:
            continue
        return False
    return True


def count_in_strings(cards: list[str]) -> int:
    """The triple loop of Abrahamsen & Eriksen over cards as strings."""
    count = 0
    for i in range(len(cards)):
        for j in range(i + 1, len(cards)):
            for k in range(j + 1, len(cards)):
                if is_set(cards[i], cards[j], cards[k]):
                    count += 1
    return count


def random_mask(deal: random.Random) -> int:
    return sum(1 << card for card in deal.sample(range(81), CARDS))


def as_string(card: int) -> str:
    return "".join(str(card // 3**place % 3) for place in (3, 2, 1, 0))


class Vectorised:
    """The SETs of tables in an array by NumPy alone: is the third card of each pair on the table?"""

    def __init__(self) -> None:
        self.third = third(np.moveaxis(np.indices((81, 81)), 0, -1))
        self.pairs = np.array(list(combinations(range(CARDS), 2))).T

    def count(self, tables: np.ndarray) -> np.ndarray:
        """The number of SETs on each table, in parts that stay in the cache."""
        parts = np.split(tables, range(PART, len(tables), PART))
        return np.concatenate([self._count(part) for part in parts])

    def _count(self, tables: np.ndarray) -> np.ndarray:
        there = np.zeros((len(tables), 81), dtype=bool)
        np.put_along_axis(there, tables, True, axis=1)
        first, second = (tables[:, places] for places in self.pairs)
        found = np.take_along_axis(there, self.third[first, second], axis=1)
        return np.asarray(np.count_nonzero(found, axis=1) // 3)


def tables_in_an_array() -> Group:
    """The same tables as arrays of card numbers, by NumPy and by setlab, on one thread."""
    wide = np.random.default_rng(81).permuted(np.tile(np.arange(81), (MANY // 4, 1)), axis=1)[:, :CARDS].copy()
    narrow, vectorised = wide.astype(np.uint8), Vectorised()
    assert (vectorised.count(wide) == count_sets(narrow)).all()
    rows = (
        Row("NumPy, the third card of each pair", partial(vectorised.count, wide), MANY // 4),
        Row("`count_sets`, int64", partial(count_sets, wide, threads=1), MANY // 4),
        Row("`count_sets`, uint8", partial(count_sets, narrow, threads=1), MANY // 4),
        Row("`find_sets_many`, uint8", partial(find_sets_many, narrow, threads=1), MANY // 4),
    )
    return Group(f"Count the SETs on tables of {CARDS} in an array, 1 thread", "tables", rows)


def groups() -> list[Group]:
    deal = random.Random(81)
    many = masks_array(random_mask(deal) for _ in range(MANY))
    masks = [random_mask(deal) for _ in range(FEW)]
    few = masks_array(masks)
    strings = [[as_string(card) for card in range(81) if mask >> card & 1] for mask in masks]
    baseline = Row(
        "triple loop over strings (Abrahamsen & Eriksen)", lambda: [count_in_strings(cards) for cards in strings], FEW
    )
    counting = core_rows(lambda _, **how: _core.count_lines(many, 4, **how), MANY)
    finding = core_rows(lambda _, **how: _core.find_lines(many, 4, **how), MANY)
    count, find = (Row(REFERENCE, partial(call, few, 4), FEW) for call in (reference.count_lines, reference.find_lines))
    return [
        Group(f"Count the SETs in {CARDS} cards", "collections", (baseline, count, *counting)),
        Group(f"Find the SETs in {CARDS} cards", "collections", (baseline, find, *finding)),
        tables_in_an_array(),
    ]
