"""Whole games, from the shuffled deck to the cards left. Run `python benchmarks/run.py endgame`."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np
from measure import REFERENCE, Group, Row, core_rows

from setlab import _core
from setlab.reference import endgame as reference

Card = tuple[int, ...]

FEW = 3


def is_set(cards: tuple[Card, Card, Card]) -> bool:
    """The test of Stanke & Stenzelbarton: the cards sum to 0 modulo 3 in every property."""
    return max((a + b + c) % 3 for a, b, c in zip(*cards, strict=True)) == 0


def play(choice: str) -> int:
    """The cards left by a game as the programs of the sources play it: all triples are tried, and one SET is taken."""
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


def setting(choice: str, refill: str = "standard", dimension: int = 4) -> dict[str, Any]:
    """The parameters of games of a deck with d properties and twelve cards on the table."""
    cards = 3**dimension
    deck = np.arange(cards, dtype=np.uint16)
    game = {"dimension": dimension, "values": 3, "deck": deck, "dealt": cards, "table": 12}
    return game | {"choice": choice, "refill": refill, "rare_leftover": 18, "rare_table": 21}


def rows(given: dict[str, Any], games: int | dict[str, int], few: int = FEW) -> list[Row]:
    """The reference and the core with the same parameters."""

    def play_core(amount: int, **how: Any) -> object:
        return _core.play_endgame(1, 0, amount, **given, **how)

    plain = given | {"deck": given["deck"].tolist()}
    return [Row(REFERENCE, partial(reference.play_endgame, 1, 0, few, **plain), few), *core_rows(play_core, games)]


def counting(games: dict[str, int]) -> Group:
    """Games in which the SETs on every table are counted, each engine beside itself without that."""
    made = []
    for isa in reversed(_core.isas()):
        for name, counted in (("", False), (", SETs counted", True)):
            work = partial(_core.play_endgame, 1, 0, games[isa], **setting("random"), count_sets=counted)
            made.append(Row(f"core, {isa}, 1 thread{name}", partial(work, threads=1, isa=isa), games[isa]))
    return Group("Play to the end, random SET, the SETs on every table counted or not", "games", tuple(made))


def groups() -> list[Group]:
    lanes = {"plain": 1 << 14, "portable": 1 << 15, "avx2": 1 << 17, "avx512": 1 << 18}
    made = []
    for choice in ("random", "popular"):
        triples = Row("all triples of the table (Stanke & Stenzelbarton)", partial(play_some, choice), FEW)
        played = rows(setting(choice), lanes if choice == "random" else 1 << 14)
        made.append(Group(f"Play to the end, {choice} SET", "games", (triples, *played)))
    made.append(counting(lanes))
    title = "Play to the end, three cards after every search (Modelling End Game Configurations)"
    return [
        *made,
        Group(title, "games", tuple(rows(setting("random", "always-three"), 1 << 14))),
        Group("Play to the end with five properties", "games", tuple(rows(setting("random", dimension=5), 1 << 12, 1))),
    ]
