"""The number of cards left at the end of the game with random choice in AG(d,3), d ≤ 3, as exact fractions.

Begin with `exact_leftover_game`. The rules are in `setlab/reference/endgame.py`. The core lists the states of the
game up to the symmetries of AG(3,3), with the number of ways in which one follows another; here the probabilities of
the states are computed from the start to the ends, in integers. A smaller deck is a part of AG(3,3) whose other cards
are gone from the beginning. `docs/exact.md` explains the method.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.errors import CardError, RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, no_progress
from setlab.geometry import CardSet, Space
from setlab.limits import ENUMERATED, between

if TYPE_CHECKING:
    from setlab._core import GameGraph


SMALLEST_TABLE = 3

Shape = tuple[int, int]
"""The numbers of cards undealt and on the table; every step of a game makes it smaller, in lexicographic order."""


@dataclass(frozen=True)
class ExactGame:
    """The exact distribution of the cards left, and expectations of other quantities of one game.

    `leftovers` has the probability of each number of cards left. `turns` is the expected number of SETs taken plus
    deals because there is no SET. `searches` has the expected number of searches at each table size while cards are
    undealt, and `no_set` the expected number of those that find no SET. `classes` is the number of states up to
    symmetry.
    """

    leftovers: dict[int, Fraction]
    turns: Fraction
    searches: dict[int, Fraction]
    no_set: dict[int, Fraction]
    classes: int


def exact_leftovers(dimension: int = 3, table: int = 12) -> dict[int, Fraction]:
    """The probability of each number of cards left at the end of a game.

    >>> for left, probability in exact_leftovers(3, table=27).items():
    ...     print(left, probability)
    0 11104680679/33995104000
    6 155455878519/237965728000
    9 6183/308000
    """
    return exact_game(dimension, table).leftovers


def exact_leftovers_from(
    table: Iterable[int], undealt: Iterable[int], size: int = 12, dimension: int = 3
) -> dict[int, Fraction]:
    """The probability of each number of cards left, from a table and undealt cards; the other cards are gone.

    >>> exact_leftovers_from([0, 1, 2, 3, 6], [])
    {2: Fraction(1, 1)}
    """
    return exact_game_from(table, undealt, size, dimension).leftovers


def exact_game(dimension: int = 3, table: int = 12) -> ExactGame:
    """The exact distribution and expectations of one game; a table of the deck's size or more has all cards at once.

    >>> game = exact_game(2, table=9)
    >>> game.leftovers, game.turns, game.classes
    ({0: Fraction(1, 1)}, Fraction(3, 1), 17)
    """
    _check(dimension, table)
    cards = 3**dimension
    size = min(table, cards)
    return _game(table=0, undealt=(1 << cards) - 1, due=size, size=size)


def exact_game_from(table: Iterable[int], undealt: Iterable[int], size: int = 12, dimension: int = 3) -> ExactGame:
    """The exact distribution and expectations of a game from a table and undealt cards; the other cards are gone.

    >>> exact_game_from([0, 1, 2], [3, 4, 5], size=3).turns
    Fraction(2, 1)
    """
    _check(dimension, size)
    space = Space(dimension)
    lying, waiting = CardSet(table, space), CardSet(undealt, space)
    if both := lying & waiting:
        raise CardError(f"card {min(both)} is on the table and undealt: name it once")
    return _game(table=lying.mask, undealt=waiting.mask, due=0, size=min(size, len(space)))


def _game(table: int, undealt: int, due: int, size: int) -> ExactGame:
    from setlab import _core

    return _Probabilities(_core.game_graph(table=table, undealt=undealt, due=due, size=size), size).game()


class _Probabilities:
    """The probability that a game reaches each class of states.

    All classes of one shape have a common denominator, so that no fraction is reduced on the way.
    """

    def __init__(self, graph: GameGraph, size: int) -> None:
        self.size = size
        undealt, table = (map(int.bit_count, graph[cards].tolist()) for cards in ("undealt", "table"))
        self.shapes: list[Shape] = list(zip(undealt, table, strict=True))
        self.due: list[int] = graph["due"].tolist()
        self.offsets: list[int] = graph["offsets"].tolist()
        self.children: list[int] = graph["children"].tolist()
        self.ways: list[int] = graph["ways"].tolist()
        self.choices = [sum(self.ways[i:j]) for i, j in zip(self.offsets, self.offsets[1:], strict=False)]
        self.denominators = self._denominators()
        self.numerators = self._numerators()

    def game(self) -> ExactGame:
        classes = range(len(self.shapes))
        ends = [i for i in classes if not self.choices[i]]
        searches = [i for i in classes if self._is_search(i)]
        in_vain = [i for i in searches if not self._is_taking(i)]
        turns = [i for i in classes if self._is_taking(i)] + in_vain
        leftovers = self._by_table(ends)
        if sum(leftovers.values()) != 1:
            raise ArithmeticError(f"the probabilities {leftovers} do not add up to 1")
        mean_turns = sum(self._by_table(turns).values(), Fraction(0))
        return ExactGame(leftovers, mean_turns, self._by_table(searches), self._by_table(in_vain), len(classes))

    def _follower(self, i: int) -> Shape:
        """The shape of the classes that follow class i; it is the same for all of them."""
        return self.shapes[self.children[self.offsets[i]]]

    def _is_taking(self, i: int) -> bool:
        return self.choices[i] > 0 and self._follower(i)[0] == self.shapes[i][0]

    def _is_search(self, i: int) -> bool:
        undealt, table = self.shapes[i]
        return undealt > 0 and table >= self.size and self.due[i] == 0

    def _denominators(self) -> dict[Shape, int]:
        """A common denominator for each shape: on every path to it, the product of the choices divides it."""
        choices: dict[tuple[Shape, Shape], int] = defaultdict(lambda: 1)
        for i, number in enumerate(self.choices):
            if number:
                step = self.shapes[i], self._follower(i)
                choices[step] = lcm(choices[step], number)
        found: dict[Shape, int] = defaultdict(lambda: 1)
        for shape, follower in sorted(choices, reverse=True):
            found[follower] = lcm(found[follower], found[shape] * choices[shape, follower])
        return found

    def _numerators(self) -> list[int]:
        found = [1] + [0] * (len(self.shapes) - 1)
        for i in sorted(range(len(self.shapes)), key=self.shapes.__getitem__, reverse=True):
            if self.choices[i]:
                before, after = self.denominators[self.shapes[i]], self.denominators[self._follower(i)]
                weight = found[i] * (after // (before * self.choices[i]))
                for j in range(self.offsets[i], self.offsets[i + 1]):
                    found[self.children[j]] += weight * self.ways[j]
        return found

    def _by_table(self, classes: Iterable[int]) -> dict[int, Fraction]:
        """The expected number of visits to these classes, by the number of cards on the table."""
        totals: dict[Shape, int] = defaultdict(int)
        for i in classes:
            totals[self.shapes[i]] += self.numerators[i]
        found: dict[int, Fraction] = defaultdict(Fraction)
        for shape, total in totals.items():
            found[shape[1]] += Fraction(total, self.denominators[shape])
        return {cards: found[cards] for cards in sorted(found)}


def _check(dimension: int, size: int) -> None:
    if dimension not in ENUMERATED:
        raise SpecError(
            f"dimension {dimension} is out of range for exact leftovers: choose {between(ENUMERATED)}, "
            "or sample with the experiment endgame"
        )
    if size < SMALLEST_TABLE:
        raise SpecError(f"a table of {size} cards is too small: a SET has {SMALLEST_TABLE}")


SHIPPED = 3
CARDS = 3**SHIPPED
STATES = "all states up to symmetry, with their probabilities as integers over a common denominator"


@checked
def exact_leftover_game(dimension: int = 3, table: int = 12, recompute: bool = False) -> ExactGame:
    """The exact distribution and expectations of one game; a table of the deck's size or more has all cards at once.

    >>> exact_leftover_game(3, 27).leftovers[9]
    Fraction(6183, 308000)
    """
    if dimension != SHIPPED or table < SMALLEST_TABLE:
        return exact_game(dimension, table)
    known = _from_record(RECIPE.content()["tables"][str(min(table, CARDS))])
    if recompute and exact_game(dimension, table) != known:
        raise RuleError(f"the game with a table of {table} as computed differs from {RECIPE.path}: please report it")
    return known


def evidence_of_leftovers(dimension: int, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the fractions that `exact_leftover_game` gave in this run.

    >>> [each.how for each in evidence_of_leftovers(2)]
    ['computed']
    """
    claim = "all fractions of this table"
    if dimension != SHIPPED:
        return (Evidence(claim, "computed", STATES),)
    return (Evidence(claim, "recomputed", STATES) if recomputed else RECIPE.evidence(claim),)


def compute_tables(report: Progress = no_progress) -> Content:
    """The games with every size of the table, from the smallest to the whole deck."""
    tables = {}
    for table in range(SMALLEST_TABLE, CARDS + 1):
        report(f"a table of {table}", (table - SMALLEST_TABLE) / CARDS)
        tables[str(table)] = _record(exact_game(SHIPPED, table))
    return {"dimension": SHIPPED, "tables": tables}


RECIPE = Recipe(f"leftovers-{SHIPPED}", compute_tables, "python -m setlab.exact.make leftovers-3")
"""The recipe of the shipped tables."""


def _record(game: ExactGame) -> dict[str, Any]:
    return {
        "leftovers": {str(left): str(p) for left, p in game.leftovers.items()},
        "turns": str(game.turns),
        "looks": {str(cards): str(p) for cards, p in game.searches.items()},
        "no_set": {str(cards): str(p) for cards, p in game.no_set.items()},
        "classes": game.classes,
    }


def _from_record(record: dict[str, Any]) -> ExactGame:
    leftovers, searches, no_set = (
        {int(cards): Fraction(text) for cards, text in record[name].items()}
        for name in ("leftovers", "looks", "no_set")
    )
    return ExactGame(leftovers, Fraction(record["turns"]), searches, no_set, record["classes"])
