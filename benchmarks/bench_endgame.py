"""Whole games, from the shuffled deck to the cards that are left."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np
from measure import Group, Row

from setlab import _core
from setlab.reference.endgame import play_endgame

Card = tuple[int, ...]

FEW = 3


def is_set(cards: tuple[Card, Card, Card]) -> bool:
    """The test of Stanke & Stenzelbarton: added up property by property, the cards give 0 modulo 3."""
    return max((a + b + c) % 3 for a, b, c in zip(*cards, strict=True)) == 0


def play(choice: str) -> int:
    """A game as the seeds' programs play it: all triples of the table are tried, one of the SETs is taken."""
    deck = list(product(range(3), repeat=4))
    random.shuffle(deck)
    table, deck = deck[:12], deck[12:]
    while True:
        sets = [cards for cards in combinations(table, 3) if is_set(cards)]
        if sets:
            table = [card for card in table if card not in chosen(sets, choice)]
        if not sets and not deck:
            return len(table)
        if not sets or len(table) < 12:
            table, deck = table + deck[:3], deck[3:]


def chosen(sets: list[tuple[Card, Card, Card]], choice: str) -> tuple[Card, Card, Card]:
    if choice == "random":
        return random.choice(sets)
    number = {card: sum(card in cards for cards in sets) for cards in sets for card in cards}
    wanted = (max if choice == "popular" else min)(number.values())
    return random.choice([cards for cards in sets if any(number[card] == wanted for card in cards)])


def play_some(choice: str) -> object:
    random.seed(81)
    return [play(choice) for _ in range(FEW)]


def rules(choice: str, refill: str, dimension: int) -> dict[str, Any]:
    cards = 3**dimension
    return {
        "dimension": dimension,
        "values": 3,
        "deck": np.arange(cards, dtype=np.uint16),
        "dealt": cards,
        "table": 12,
        "choice": choice,
        "refill": refill,
        "rare_leftover": 18,
        "rare_table": 21,
    }


def core(choice: str, refill: str, dimension: int, games: int, isa: str, threads: int) -> object:
    return _core.play_endgame(1, 0, games, **rules(choice, refill, dimension), threads=threads, isa=isa)


def reference_row(choice: str, refill: str, dimension: int, games: int) -> Row:
    given = rules(choice, refill, dimension) | {"deck": range(3**dimension)}
    return Row("reference in Python", partial(play_endgame, 1, 0, games, **given), games)


def core_rows(choice: str, refill: str, dimension: int, games: dict[str, int]) -> list[Row]:
    best = _core.isas()[0]
    settings = [(isa, 1) for isa in reversed(_core.isas())] + [(best, 2)]
    return [
        Row(
            f"core, {isa}, {threads} thread{'s' * (threads > 1)}",
            partial(core, choice, refill, dimension, threads * games[isa], isa, threads),
            threads * games[isa],
        )
        for isa, threads in settings
    ]


def groups() -> list[Group]:
    scalar = dict.fromkeys(("plain", "avx2", "avx512"), 1 << 14)
    lanes = {"plain": 1 << 14, "avx2": 1 << 17, "avx512": 1 << 18}
    made = []
    for choice in ("random", "popular"):
        rows = [
            Row("all triples of the table (Stanke & Stenzelbarton)", partial(play_some, choice), FEW),
            reference_row(choice, "standard", 4, FEW),
            *core_rows(choice, "standard", 4, lanes if choice == "random" else scalar),
        ]
        made.append(Group(f"Play to the end, {choice} SET", "games", tuple(rows)))
    rows = [
        reference_row("random", "always-three", 4, FEW),
        *core_rows("random", "always-three", 4, scalar),
    ]
    made.append(
        Group(
            "Play to the end, three cards after every search (Modelling End Game Configurations)", "games", tuple(rows)
        )
    )
    rows = [
        reference_row("random", "standard", 5, 1),
        *core_rows("random", "standard", 5, dict.fromkeys(scalar, 1 << 12)),
    ]
    made.append(Group("Play to the end with five properties", "games", tuple(rows)))
    return made
