"""The engine for whole games, game by game against a model that is the definition put down once more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, cycle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from setlab import _core
from setlab.counting import count_sets
from setlab.draws import Draws
from setlab.experiment.kernels.endgame import EndgameParameters, core_arguments, play
from setlab.reference import endgame as reference

ISAS = _core.isas()
CHOICES = ("random", "popular", "reject", "first", "last")
REFILLS = ("standard", "always-three")
NEVER = 2**31


@dataclass(frozen=True)
class Rules:
    """What a game is played by. `lost` cards are taken out of the deck; `undealt` ones stay behind in the end."""

    d: int = 4
    n: int = 3
    lost: tuple[int, ...] = ()
    undealt: int = 0
    table: int = 12
    choice: str = "random"
    refill: str = "standard"

    @property
    def deck(self) -> list[int]:
        return [card for card in range(self.n**self.d) if card not in self.lost]

    @property
    def dealt(self) -> int:
        return len(self.deck) - self.undealt

    def asked(self) -> dict[str, Any]:
        return {
            "dimension": self.d,
            "values": self.n,
            "deck": np.array(self.deck, dtype=np.uint16),
            "dealt": self.dealt,
            "table": self.table,
            "choice": self.choice,
            "refill": self.refill,
        }


def tally(rules: Rules, seed: int, first: int, trials: int, **more: Any) -> dict[str, NDArray[np.int64]]:
    rare = {"rare_leftover": 12, "rare_table": 18}
    return _core.play_endgame(seed, first, trials, **rules.asked(), **{**rare, **more})


def games(rules: Rules, seed: int, first: int, trials: int, **more: Any) -> NDArray[np.int32]:
    return _core.play_endgame_trials(seed, first, trials, **rules.asked(), **more)


# --- the model: a table is a list of cards and holes


@dataclass(frozen=True)
class Played:
    """What a game gave."""

    leftover: int
    largest: int
    taken: int
    turns: int
    searches: tuple[tuple[int, int, bool], ...]
    """(cards, SETs among them, had one been taken) for every look while cards remained."""


@cache
def is_set(cards: tuple[int, ...], d: int, n: int) -> bool:
    return all(len({card // n**p % n for card in cards}) in (1, n) for p in range(d))


class Model:
    def __init__(self, rules: Rules, seed: int, trial: int) -> None:
        self.rules, self.draws, self.trial = rules, Draws(seed), trial
        left = rules.deck
        self.game = [left.pop(self.draws.below(trial, k, len(left), 16)) for k in range(rules.dealt)]
        self.table: list[int | None] = []
        self.searches: list[tuple[int, int, bool]] = []
        self.largest = self.taken = self.no_set_deals = 0

    @property
    def cards(self) -> int:
        return sum(card is not None for card in self.table)

    def deal(self, number: int) -> list[int]:
        dealt, self.game = self.game[:number], self.game[number:]
        return dealt

    def append(self, number: int) -> None:
        self.table += self.deal(number)
        self.largest = max(self.largest, self.cards)

    def sets(self) -> list[tuple[int, ...]]:
        d, n, table = self.rules.d, self.rules.n, self.table
        at = [place for place, card in enumerate(table) if card is not None]
        if n != 3:
            return [s for s in combinations(at, n) if is_set(tuple(sorted(table[p] or 0 for p in s)), d, n)]
        place_of = {table[p]: p for p in at}
        thirds = ((a, b, place_of.get(third(table[a] or 0, table[b] or 0, d), -1)) for a, b in combinations(at, 2))
        return [triple for triple in thirds if triple[2] > triple[1]]

    def choose(self, sets: list[tuple[int, ...]]) -> tuple[int, ...]:
        choice = self.rules.choice
        if choice in ("first", "last"):
            return sets[0 if choice == "first" else -1]
        if choice != "random":
            number = Counter(place for s in sets for place in s)
            wanted = (max if choice == "popular" else min)(number.values())
            sets = [s for s in sets if any(number[place] == wanted for place in s)]
        base = (self.rules.dealt + 7) // 8 * 8
        width = 16 if count_sets(self.rules.d, self.rules.n) <= 65535 else 32
        return sets[self.draws.below(self.trial, base + self.taken, len(sets), width)]

    def take(self) -> bool:
        sets = self.sets()
        if self.game:
            self.searches.append((self.cards, len(sets), self.taken > 0))
            self.no_set_deals += not sets
        if sets:
            for place in self.choose(sets):
                self.table[place] = None
            self.taken += 1
        return bool(sets)

    def fill(self, cards: list[int | None]) -> None:
        holes = [place for place, card in enumerate(self.table) if card is None]
        for place, card in zip(holes, cards, strict=False):
            self.table[place] = card

    def play_standard(self) -> None:
        n, size = self.rules.n, self.rules.table
        while True:
            if not self.take():
                if not self.game:
                    return
                self.append(n)
            elif self.cards < size and self.game:
                self.fill([*self.deal(n)])
            elif len(self.table) > size:
                last = min(n, len(self.table) - size)
                moving = [card for card in self.table[-last:] if card is not None]
                del self.table[-last:]
                self.fill([*moving])

    def play_always(self) -> None:
        while self.game:
            self.take()
            self.table = [card for card in self.table if card is not None]
            self.append(self.rules.n)
        for _ in range(2 * self.rules.n):
            if not self.take():
                return
            self.table = [card for card in self.table if card is not None]

    def play(self) -> Played:
        self.append(self.rules.table)
        self.play_standard() if self.rules.refill == "standard" else self.play_always()
        turns = self.taken + self.no_set_deals
        return Played(self.cards, self.largest, self.taken, turns, tuple(self.searches))


@cache
def third(a: int, b: int, d: int) -> int:
    return sum((-(a // 3**p + b // 3**p)) % 3 * 3**p for p in range(d))


@cache
def modelled(rules: Rules, seed: int, first: int, trials: int) -> list[Played]:
    return [Model(rules, seed, trial).play() for trial in range(first, first + trials)]


def rows(played: list[Played]) -> list[list[int]]:
    return [[p.leftover, p.largest, p.taken, p.turns] for p in played]


# --- game by game

USUAL = Rules()
VARIED = [
    (USUAL, 200),
    *((replace(USUAL, choice=choice, refill=refill), 30) for choice in CHOICES for refill in REFILLS),
    *((replace(USUAL, lost=lost), 40) for lost in ((40,), (0, 80), (3, 4, 5), (0, 1, 3))),
    *((replace(USUAL, undealt=undealt), 40) for undealt in (1, 2, 3, 21)),
    *((replace(USUAL, table=table, choice=choice), 15) for table in (9, 15, 24, 25) for choice in ("random", "reject")),
    *((replace(USUAL, table=table, choice=choice), 4) for table in (81, 100) for choice in CHOICES),
    (replace(USUAL, table=40, choice="popular", refill="always-three"), 5),
    (replace(USUAL, table=30, lost=(7,), undealt=2), 10),
]
DIMENSIONS = [
    *((Rules(d, table=table, choice=choice), 60) for d in (2, 3) for table in (1, 9, 12) for choice in CHOICES),
    *((Rules(3, table=9, choice=choice, refill="always-three", lost=(13,)), 40) for choice in CHOICES),
    *((Rules(3, table=27, choice=choice, undealt=1), 30) for choice in ("random", "first")),
    *((Rules(5, choice=choice, refill=refill), 4) for choice, refill in zip(CHOICES, cycle(REFILLS), strict=False)),
    *((Rules(5, table=table, choice=choice), 3) for table, choice in ((30, "popular"), (15, "random"))),
    *((Rules(6, table=12, choice=choice, undealt=600), 4) for choice in ("random", "popular")),
    (Rules(6, table=12), 2),
]
VALUES = [
    *((Rules(d, 2, table=table, choice="random"), 5) for d in (2, 4) for table in (2, 12)),
    *((Rules(2, 4, table=table, choice=choice), 12) for table in (4, 9, 16) for choice in CHOICES),
    *((Rules(3, 4, table=12, refill=refill, lost=(1, 2)), 1) for refill in REFILLS),
    *((Rules(2, 5, table=table, choice=choice), 4) for table in (5, 10) for choice in ("popular", "random")),
    (Rules(2, 5, table=10, choice="reject", refill="always-three", undealt=3), 4),
]
ALL = VARIED + DIMENSIONS + VALUES


def name(value: object) -> str:
    if not isinstance(value, Rules):
        return str(value)
    return f"{value.n}^{value.d}-{len(value.lost)}-{value.undealt} {value.table} {value.choice} {value.refill}"


@pytest.mark.parametrize(("rules", "trials"), ALL, ids=name)
def test_the_engine_equals_the_model(rules: Rules, trials: int) -> None:
    played = modelled(rules, 3, 60, trials)
    for isa in ISAS:
        assert games(rules, 3, 60, trials, isa=isa, threads=1).tolist() == rows(played), isa
        made = tally(rules, 3, 60, trials, isa=isa, count_sets=True)
        assert_tally(made, rules, 60, played)
        assert_sets(made, rules, played)
        without = tally(rules, 3, 60, trials, isa=isa)
        assert without.keys() == made.keys() - {"sets", "sum_squares", "first_sets"}
        assert all(np.array_equal(without[key], made[key]) for key in without), isa


def assert_tally(made: dict[str, NDArray[np.int64]], rules: Rules, first: int, played: list[Played]) -> None:
    searches = [search for p in played for search in p.searches]
    expected = {
        "leftover": [p.leftover for p in played],
        "largest_table": [p.largest for p in played],
        "turns": [p.turns for p in played],
        "searches": [cards for cards, _, _ in searches],
        "no_set": [cards for cards, sets, _ in searches if not sets],
        "first_no_set": [cards for cards, sets, taken in searches if not sets and not taken],
    }
    for key, numbers in expected.items():
        assert made[key].dtype == np.int64
        assert {int(i): int(made[key][i]) for i in made[key].nonzero()[0]} == Counter(numbers), key
        assert key == "turns" or made[key].shape == (rules.dealt + 1,)
    assert made["rare"].tolist() == [first + i for i, p in enumerate(played) if p.leftover >= 12 or p.largest >= 18]
    assert ("joint" in made) == (rules.dealt <= 243)
    if "joint" in made:
        pairs = Counter((p.largest, p.leftover) for p in played)
        assert {(a, b): int(made["joint"][a, b]) for a, b in np.argwhere(made["joint"]).tolist()} == pairs


def assert_sets(made: dict[str, NDArray[np.int64]], rules: Rules, played: list[Played]) -> None:
    """The number of SETs on every table that was searched: sums over games, their squares and products."""
    seen = [[(cards, sets) for cards, sets, _ in p.searches] for p in played]
    kinds = sorted({kind for game in seen for kind in game})
    assert made["sets"].shape == (len(kinds), 5)
    times = np.array([[game.count(kind) for kind in kinds] for game in seen], dtype=np.int64)
    times = times.reshape(len(played), len(kinds))
    cards, sets = np.array(kinds, dtype=np.int64).reshape(-1, 2).T
    searches = times @ (cards[:, None] == cards)
    expected = np.stack([cards, sets, times.sum(0), (times**2).sum(0), (times * searches).sum(0)], axis=1)
    assert np.array_equal(made["sets"], expected)
    by_size = (times * sets) @ (cards[:, None] == np.arange(rules.dealt + 1))
    assert np.array_equal(made["sum_squares"], (by_size**2).sum(0))
    first = Counter(game[0][1] for game in seen if game)
    assert {int(i): int(made["first_sets"][i]) for i in made["first_sets"].nonzero()[0]} == first


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(("seed", "first"), [(0, 2**32 - 5), (2**64 - 1, 2**64 - 9), (2**32 + 1, 2**63)])
def test_any_seed_and_any_trial(isa: str, seed: int, first: int) -> None:
    assert games(USUAL, seed, first, 9, isa=isa).tolist() == rows(modelled(USUAL, seed, first, 9))


GIVEN: list[dict[str, Any]] = [
    {},
    {"lost": 2, "choice": "popular"},
    {"lost": [5], "choice": "reject", "table": 15},
    {"dimension": 3, "refill": "always-three"},
    {"dimension": 3, "refill": "greedy-deck"},
    {"dimension": 2, "values": 4, "table": 9},
]


@pytest.mark.parametrize("given", GIVEN, ids=str)
def test_the_model_and_the_reference_are_the_same_game(given: dict[str, Any]) -> None:
    p = EndgameParameters.complete(given)
    lost, asked = p.lost, core_arguments(p) | {"deck": list(p.deck)}
    rules = Rules(
        p.dimension,
        p.values,
        () if isinstance(lost, int) else lost,
        lost if isinstance(lost, int) else 0,
        p.table,
        p.choice,
        p.refill,
    )
    for trial in (0, 1):
        model = Model(rules, 8, trial).play()
        (row,), (moves,) = reference.play_endgame_moves(8, trial, 1, **asked)
        assert row == rows([model])[0]
        searches = reference.play_endgame(8, trial, 1, **asked, rare_leftover=NEVER, rare_table=NEVER)["searches"]
        assert {n: count for n, count in enumerate(searches) if count} == Counter(n for n, _, _ in model.searches)
        game = play(p, 8, trial)
        assert [game.leftover, game.largest_table, len(game.table.taken), game.turns] == row
        assert [card for line in game.table.taken for card in line] == [card for card in moves if card < 65535]


@pytest.mark.parametrize("refill", REFILLS)
@pytest.mark.parametrize("choice", CHOICES)
def test_the_listed_sets_make_the_game_of_the_trial(choice: str, refill: str) -> None:
    """The events are made by the rules, and lead to what the fast engines count."""
    p = EndgameParameters.complete({"choice": choice, "refill": refill, "lost": 2})
    played = _core.play_endgame_trials(3, 10**9, 40, **core_arguments(p)).tolist()
    for trial, row in enumerate(played, 10**9):
        game = play(p, 3, trial)
        assert [game.leftover, game.largest_table, len(game.table.taken), game.turns] == row
        assert refill == "always-three" or not game.table.sets()


# --- what cannot change a result

LARGE = [
    (USUAL, 4000),
    (replace(USUAL, choice="first"), 3000),
    (replace(USUAL, lost=(7,), undealt=1), 3000),
    (replace(USUAL, choice="popular", refill="always-three"), 1500),
    (replace(USUAL, table=81), 200),
    (Rules(3), 3000),
    (Rules(3, table=9, choice="reject"), 2000),
    (Rules(5), 300),
    (Rules(6), 40),
    (Rules(2, 4, table=8), 300),
]


@pytest.mark.parametrize(("rules", "trials"), LARGE, ids=name)
def test_neither_threads_nor_blocks_nor_instruction_sets_change_a_result(rules: Rules, trials: int) -> None:
    first, counting = 10**6 + 77, {"count_sets": True}
    table = games(rules, 1, first, trials, threads=1, isa="plain")
    whole = tally(rules, 1, first, trials, threads=1, isa="plain", **counting)
    for isa in ISAS:
        for threads in (1, 2, 7):
            assert np.array_equal(games(rules, 1, first, trials, threads=threads, isa=isa), table)
            made = tally(rules, 1, first, trials, threads=threads, isa=isa, **counting)
            assert made.keys() == whole.keys()
            assert all(np.array_equal(made[key], whole[key]) for key in whole)
        cut = trials // 3 + 1
        parts = [
            tally(rules, 1, first, cut, isa=isa, **counting),
            tally(rules, 1, first + cut, trials - cut, isa=isa, **counting),
        ]
        assert all(np.array_equal(joined(parts, key), whole[key]) for key in whole)


def joined(parts: list[dict[str, NDArray[np.int64]]], key: str) -> NDArray[np.int64]:
    arrays = [part[key] for part in parts]
    if key == "sets":
        sums = Counter[tuple[int, int, int]]()
        for row in np.concatenate(arrays).tolist():
            for column in range(2, 5):
                sums[row[0], row[1], column] += row[column]
        kinds = sorted({kind[:2] for kind in sums})
        return np.array([[*kind, *(sums[*kind, column] for column in range(2, 5))] for kind in kinds]).reshape(-1, 5)
    if key == "first_sets":
        return np.array([sum(int(a[i]) for a in arrays if i < len(a)) for i in range(max(map(len, arrays)))])
    return np.concatenate(arrays) if key == "rare" else np.add(*arrays)


@pytest.mark.parametrize("isa", ISAS)
def test_the_sets_on_large_tables_are_counted_by_every_engine(isa: str) -> None:
    """Game 26,363,188 of seed 2026 has a table of 21 cards."""
    made, plain = (tally(USUAL, 2026, 26_363_000, 500, isa=each, count_sets=True) for each in (isa, "plain"))
    assert set(made["sets"][:, 0].tolist()) == {12, 15, 18, 21}
    assert all(np.array_equal(made[key], plain[key]) for key in plain)
    sizes, searches = made["sets"][:, 0], made["sets"][:, 2]
    assert [searches[sizes == n].sum() for n in range(82)] == made["searches"].tolist()
    assert [searches[(sizes == n) & (made["sets"][:, 1] == 0)].sum() for n in range(82)] == made["no_set"].tolist()


def test_no_trials_give_empty_tallies() -> None:
    for isa in ISAS:
        made = tally(USUAL, 0, 2**64 - 1, 0, isa=isa)
        assert all(not made[key].any() for key in made)
        assert games(USUAL, 0, 5, 0, isa=isa).shape == (0, 4)


# --- sums

TRIALS = 20000


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("undealt", [0, 1, 2])
def test_cards_add_up(isa: str, undealt: int) -> None:
    rules = replace(USUAL, undealt=undealt)
    table = games(rules, 9, 0, TRIALS, isa=isa)
    leftover, largest, taken, turns = table.T
    assert np.array_equal(leftover + 3 * taken, np.full(TRIALS, rules.dealt))
    assert leftover.max() <= min(20, largest.max())
    assert np.all(leftover <= largest)
    assert np.all(turns >= taken)
    assert set((largest % 3).tolist()) <= {0, rules.dealt % 3}
    made = tally(rules, 9, 0, TRIALS, isa=isa)
    assert all(made[key].sum() == TRIALS for key in ("leftover", "largest_table", "turns", "joint"))
    assert np.array_equal(made["joint"].sum(axis=0), made["leftover"])
    assert np.array_equal(made["joint"].sum(axis=1), made["largest_table"])
    # Every deal follows a SET taken from twelve cards, or the want of one.
    deals = -(-(rules.dealt - 12) // 3)
    assert made["searches"][12] - made["no_set"][12] + made["no_set"].sum() == deals * TRIALS
    assert made["no_set"].sum() + taken.sum() == turns.sum()


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize("choice", CHOICES)
def test_three_cards_are_never_left_of_a_whole_deck(isa: str, choice: str) -> None:
    """All cards of the deck add up to 0, and so do those of a SET; three cards that add up to 0 are a SET."""
    for d in (2, 3, 4):
        made = tally(replace(USUAL, d=d, choice=choice), 2, 0, 3000, isa=isa)
        assert made["leftover"][3] == 0
        assert made["leftover"][::3].sum() == 3000


def test_all_cards_of_the_plane_on_the_table_are_always_taken() -> None:
    """A line taken from AG(2,3) leaves its two parallels."""
    for choice in CHOICES:
        made = tally(Rules(2, table=9, choice=choice), 4, 0, 500)
        assert made["leftover"][0] == made["largest_table"][9] == 500


@pytest.mark.parametrize("isa", ISAS)
def test_first_tables_without_a_set_come_as_often_as_they_should(isa: str) -> None:
    """Exact: 54 of 126 quadruples of AG(2,3) have no SET; of the deck's triples, all but 1080 of 85,320."""
    quadruples = tally(Rules(2, table=4), 6, 0, TRIALS, isa=isa)["first_no_set"][4] / TRIALS
    assert abs(quadruples - 54 / 126) < 4 * (54 / 126 * 72 / 126 / TRIALS) ** 0.5
    triples = tally(replace(USUAL, table=3), 6, 0, TRIALS, isa=isa)["first_no_set"][3] / TRIALS
    assert abs(triples - 78 / 79) < 4 * (78 / 79 / 79 / TRIALS) ** 0.5


# --- bad input


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"dimension": 7}, "dimension 7 is out of range: it must be 2 ... 6"),
        ({"values": 6}, "values 6 is out of range: it must be 2 ... 5"),
        ({"dealt": 82}, "dealt 82 is out of range: it must be 1 ... 81"),
        ({"dealt": 0}, "dealt 0"),
        ({"table": 0}, "table 0"),
        ({"choice": "best"}, "choice 'best' is not possible: choose one of random, popular, reject, first, last"),
        ({"refill": "never"}, "refill 'never' is not possible: choose one of standard, always-three"),
        ({"deck": np.array([0, 1, 81], dtype=np.uint16), "dealt": 3}, "ascending, with cards 0 ... 80"),
        ({"deck": np.array([1, 0], dtype=np.uint16), "dealt": 2}, "ascending"),
        ({"deck": np.array([], dtype=np.uint16)}, "the deck is empty"),
        ({"first": 2**64 - 1, "trials": 2}, "the last trial is 2\\^64 - 1"),
        ({"threads": 0}, "threads 0"),
        ({"isa": "sse9"}, "isa 'sse9'"),
        (
            {"dimension": 6, "values": 5, "deck": np.arange(15625, dtype=np.uint16), "dealt": 15625, "table": 9999},
            "a table of 9999 cards has too many SETs",
        ),
    ],
)
def test_what_is_out_of_range_is_refused(changed: dict[str, Any], message: str) -> None:
    asked = {"seed": 0, "first": 0, "trials": 1, **USUAL.asked(), **changed}
    with pytest.raises(ValueError, match=message):
        _core.play_endgame_trials(**asked)
    with pytest.raises(ValueError, match=message):
        _core.play_endgame(**asked, rare_leftover=NEVER, rare_table=NEVER)
