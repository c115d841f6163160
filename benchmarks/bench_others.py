"""Beside what people use: SETs and games as hobby programs, notebooks and galois compute them.

Run `python benchmarks/run.py others`. docs/compare.md shows the figures. The other programs are stated methods that
were written for this file, but for `galois`, which is the package itself.
"""

from __future__ import annotations

import itertools
import random
from functools import partial

import galois
import numpy as np
from measure import Group, Row

import setlab
from setlab.geometry import Deck

CARDS, FEW, MANY, GAMES, WHOLE = 12, 300, 1 << 18, 30, 1 << 19
DECK = ["".join(card) for card in itertools.product("123", "RGP", "@O=", "0SD")]

Card = tuple[int, int, int, int]


def is_set(cards: tuple[str, ...]) -> bool:
    """No property has exactly two values among three cards that are texts of four letters, such as `3R=0`."""
    return all(len(values) != 2 for values in map(set, zip(*cards, strict=True)))


def sets_by_triples(cards: list[str]) -> list[tuple[str, ...]]:
    """Every SET, by trying all triples."""
    return [three for three in itertools.combinations(cards, 3) if is_set(three)]


def sets_by_completion(cards: list[Card]) -> list[tuple[Card, Card, Card]]:
    """Every SET, by looking up the card that completes each pair: the hobby program that has thought about it."""
    present, found = set(cards), []
    for a, b in itertools.combinations(cards, 2):
        c = (-(a[0] + b[0]) % 3, -(a[1] + b[1]) % 3, -(a[2] + b[2]) % 3, -(a[3] + b[3]) % 3)
        if b < c and a < b and c in present:
            found.append((a, b, c))
    return found


def play(cards: list[str], deal: random.Random) -> int:
    """A whole game that takes the first SET it finds: the cards that are left. The method of Norvig's notebook."""
    deal.shuffle(cards)
    deck, table = cards[CARDS:], cards[:CARDS]
    while True:
        found = next((three for three in itertools.combinations(table, 3) if is_set(three)), None)
        if found:
            table = [card for card in table if card not in found]
        if deck and (not found or len(table) < CARDS):
            table, deck = table + deck[:3], deck[3:]
        elif not found:
            return len(table)


class Field:
    """SETs among many tables at once as sums of three vectors over GF(3), by galois."""

    def __init__(self, tables: np.ndarray) -> None:
        space = galois.GF(3)
        digits = tables[..., None] // np.array([27, 9, 3, 1]) % 3
        self.vectors = space(digits.astype(np.uint8))
        self.triples = np.array(list(itertools.combinations(range(CARDS), 3))).T

    def count(self) -> np.ndarray:
        """The number of SETs of each table."""
        a, b, c = self.triples
        sums = self.vectors[:, a] + self.vectors[:, b] + self.vectors[:, c]
        return np.asarray((np.asarray(sums) == 0).all(axis=-1).sum(axis=-1))


def groups() -> list[Group]:
    deal = random.Random(81)
    few = [deal.sample(range(81), CARDS) for _ in range(FEW)]
    array, many = np.array(few), np.array([deal.sample(range(81), CARDS) for _ in range(MANY)])
    texts = [[DECK[card] for card in table] for table in few]
    vectors = [sorted((n // 27, n // 9 % 3, n // 3 % 3, n % 3) for n in table) for table in few]
    field, deck = Field(array), Deck(4)
    expected = setlab.count_sets(array).tolist()
    assert [len(sets_by_triples(table)) for table in texts] == expected
    assert [len(sets_by_completion(table)) for table in vectors] == expected
    assert field.count().tolist() == expected
    finding = (
        Row("plain Python, all triples", lambda: [sets_by_triples(table) for table in texts], FEW),
        Row("plain Python, completing each pair", lambda: [sets_by_completion(each) for each in vectors], FEW),
        Row("galois, all tables in one array", field.count, FEW),
        Row("setlab, one table at a time (`Deck.sets`)", lambda: [deck.sets(table) for table in few], FEW),
        Row("setlab, all tables in one array (`count_sets`)", partial(setlab.count_sets, many), MANY),
    )
    playing = (
        Row("plain Python, the first of all triples", lambda: [play(list(DECK), deal) for _ in range(GAMES)], GAMES),
        Row(
            "setlab (`simulate endgame --choice first`), 1 thread",
            lambda: setlab.simulate("endgame", WHOLE, choice="first", threads=1),
            WHOLE,
        ),
        Row(
            "setlab (`simulate endgame --choice first`), 2 threads",
            lambda: setlab.simulate("endgame", WHOLE * 2, choice="first", threads=2),
            WHOLE * 2,
        ),
    )
    return [
        Group(f"The SETs among {CARDS} cards", "tables", finding),
        Group("Whole games", "games", playing),
    ]
