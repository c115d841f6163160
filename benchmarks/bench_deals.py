"""Decks of 81 cards dealt at random: the first SET or plane, and the numbers of both in the first n cards, for all n.

Run `python benchmarks/run.py deals`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations

from bench_lines import is_set
from measure import REFERENCE, Group, Row, core_rows

from setlab import _core
from setlab.reference import deals as reference

MANY, FEW = 1 << 20, 20
"""The decks for the core and for plain Python."""


def third(a: str, b: str) -> str:
    """The third card as Abrahamsen & Eriksen compute it: the same character, or the one that neither card has."""
    return "".join(x if x == y else next(z for z in "012" if z not in (x, y)) for x, y in zip(a, b, strict=True))


def has_plane(cards: list[str], a: str, b: str, c: str) -> bool:
    """True if the plane of three cards that are not a SET lies among the cards; the other six are looked up in turn."""
    found = [a, b, c]
    for i, j in ((0, 1), (0, 2), (3, 4), (2, 5), (1, 5), (4, 7)):
        found.append(third(found[i], found[j]))
        if cards.count(found[-1]) == 0:
            return False
    return True


def sets_completed(cards: list[str]) -> int:
    """The number of SETs that the last card completes, by trying every pair of the others."""
    *others, last = cards
    return sum(is_set(a, b, last) for a, b in combinations(others, 2))


def planes_completed(cards: list[str]) -> int:
    """The number of planes that the last card completes; a plane has 24 pairs that form no SET with a given card."""
    *others, last = cards
    pairs = (pair for pair in combinations(others, 2) if not is_set(*pair, last))
    return sum(has_plane(cards, last, a, b) for a, b in pairs) // 24


def deal_strings(completed: Callable[[list[str]], int], decks: int, to_the_end: bool) -> list[list[int]]:
    """Deal shuffled decks of strings, to the end or until the first SET or plane is complete."""
    deck = [a + b + c + d for a in "012" for b in "012" for c in "012" for d in "012"]
    deal = random.Random(81)
    results = []
    for _ in range(decks):
        deal.shuffle(deck)
        counts = [0]
        while len(counts) <= len(deck) and (to_the_end or counts[-1] == 0):
            counts.append(counts[-1] + completed(deck[: len(counts)]))
        results.append(counts)
    return results


def group(
    title: str, strings: Row, plain: Callable[..., object], engine: Callable[..., object], decks: int = MANY
) -> Group:
    """The baseline, the reference and the core for one engine."""
    core = core_rows(lambda amount, **how: engine(1, 0, amount, dimension=4, **how), decks)
    return Group(title, "decks", (strings, Row(REFERENCE, partial(plain, 1, 0, FEW, dimension=4), FEW), *core))


def groups() -> list[Group]:
    name = "cards as strings, every pair tried (Abrahamsen & Eriksen)"
    until_set = Row(name, partial(deal_strings, sets_completed, FEW, to_the_end=False), FEW)
    until_plane = Row(name, partial(deal_strings, planes_completed, 1, to_the_end=False), 1)
    all_sets = Row(name, partial(deal_strings, sets_completed, 1, to_the_end=True), 1)
    all_planes = Row(name, partial(deal_strings, planes_completed, 1, to_the_end=True), 1)
    return [
        group("Deal until the first SET", until_set, reference.first_line, _core.first_line),
        group("Deal until the first plane", until_plane, reference.first_plane, _core.first_plane),
        group(
            "Count SETs in n cards, all n", all_sets, reference.count_lines_dealt, _core.count_lines_dealt, MANY // 4
        ),
        group(
            "Count planes in n cards, all n",
            all_planes,
            reference.count_planes_dealt,
            _core.count_planes_dealt,
            MANY // 4,
        ),
    ]
