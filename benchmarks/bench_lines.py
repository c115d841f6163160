"""Counting and finding the SETs in collections of 12 random cards."""

from __future__ import annotations

import random
from functools import partial

from measure import Group, Row

from setlab import _core, reference
from setlab.geometry.batch import masks_array

CARDS = 12
MANY = 1 << 20
FEW = 200


def is_set(a: str, b: str, c: str) -> bool:
    """The test of Abrahamsen & Eriksen, written anew: character by character, all equal or all different."""
    for i in range(4):
        if a[i] == b[i] and b[i] == c[i]:
            continue
        if a[i] != b[i] and a[i] != c[i] and b[i] != c[i]:
            continue
        return False
    return True


def count_in_strings(cards: list[str]) -> int:
    """The triple loop of Abrahamsen & Eriksen over cards that are strings."""
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


def groups() -> list[Group]:
    deal = random.Random(81)
    array = masks_array(random_mask(deal) for _ in range(MANY))
    masks = [random_mask(deal) for _ in range(FEW)]
    few = masks_array(masks)
    strings = [[as_string(card) for card in range(81) if mask >> card & 1] for mask in masks]
    baseline = Row(
        "triple loop over strings (Abrahamsen & Eriksen)", lambda: [count_in_strings(c) for c in strings], FEW
    )
    counting = [baseline, Row("reference", lambda: reference.count_lines(few, 4), FEW)]
    finding = [baseline, Row("reference", lambda: reference.find_lines(few, 4), FEW)]
    settings = [(isa, 1) for isa in reversed(_core.isas())] + [(_core.isas()[0], 2)]
    for isa, threads in settings:
        name = f"core, {isa}, {threads} thread{'s' * (threads > 1)}"
        counting.append(Row(name, partial(_core.count_lines, array, 4, threads=threads, isa=isa), MANY))
        finding.append(Row(name, partial(_core.find_lines, array, 4, threads=threads, isa=isa), MANY))
    return [
        Group(f"Count the SETs in {CARDS} cards", "collections", tuple(counting)),
        Group(f"Find the SETs in {CARDS} cards", "collections", tuple(finding)),
    ]
