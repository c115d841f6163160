"""Decks of 81 cards dealt in a random order: the first SET or plane, and the numbers of both for all n at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations

from bench_lines import is_set
from measure import Group, Row

from setlab import _core
from setlab.reference import deals

MANY = 1 << 20
FEW = 20


def third(a: str, b: str) -> str:
    """The third card of a SET, as in Abrahamsen & Eriksen: the same character, or the one that neither card has."""
    return "".join(x if x == y else next(z for z in "012" if z not in (x, y)) for x, y in zip(a, b, strict=True))


def has_plane(cards: list[str], a: str, b: str, c: str) -> bool:
    """Whether the plane of three cards that are not a SET is among the cards: one after the other of the other six."""
    found = [a, b, c]
    for i, j in ((0, 1), (0, 2), (3, 4), (2, 5), (1, 5), (4, 7)):
        found.append(third(found[i], found[j]))
        if cards.count(found[-1]) == 0:
            return False
    return True


def sets_completed(cards: list[str]) -> int:
    """How many SETs the last of the cards completes: every pair of the others is tried."""
    *others, last = cards
    return sum(is_set(a, b, last) for a, b in combinations(others, 2))


def planes_completed(cards: list[str]) -> int:
    """How many planes the last of the cards completes; a plane has 24 pairs that are no SET with a given card."""
    *others, last = cards
    pairs = (pair for pair in combinations(others, 2) if not is_set(*pair, last))
    return sum(has_plane(cards, last, a, b) for a, b in pairs) // 24


def deal_strings(completed: Callable[[list[str]], int], decks: int, to_the_end: bool) -> list[list[int]]:
    """Shuffles a deck of strings and deals it, to the end or until something is complete."""
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


def core_rows(engine: Callable[..., object], decks: int) -> list[Row]:
    settings = [(isa, 1) for isa in reversed(_core.isas())] + [(_core.isas()[0], 2)]
    return [
        Row(
            f"core, {isa}, {threads} thread{'s' * (threads > 1)}",
            partial(engine, 1, 0, decks, dimension=4, threads=threads, isa=isa),
            decks,
        )
        for isa, threads in settings
    ]


def group(title: str, strings: Row, reference: Callable[..., object], core: list[Row]) -> Group:
    row = Row("reference in Python", partial(reference, 1, 0, FEW, dimension=4), FEW)
    return Group(title, "decks", (strings, row, *core))


def groups() -> list[Group]:
    name = "cards as strings, every pair tried (Abrahamsen & Eriksen)"
    until_set = Row(name, partial(deal_strings, sets_completed, FEW, to_the_end=False), FEW)
    until_plane = Row(name, partial(deal_strings, planes_completed, 1, to_the_end=False), 1)
    all_sets = Row(name, partial(deal_strings, sets_completed, 1, to_the_end=True), 1)
    all_planes = Row(name, partial(deal_strings, planes_completed, 1, to_the_end=True), 1)
    few = MANY // 4
    return [
        group("Deal until the first SET", until_set, deals.first_line, core_rows(_core.first_line, MANY)),
        group("Deal until the first plane", until_plane, deals.first_plane, core_rows(_core.first_plane, MANY)),
        group(
            "Count SETs in n cards, all n", all_sets, deals.count_lines_dealt, core_rows(_core.count_lines_dealt, few)
        ),
        group(
            "Count planes in n cards, all n",
            all_planes,
            deals.count_planes_dealt,
            core_rows(_core.count_planes_dealt, few),
        ),
    ]
