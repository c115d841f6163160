"""The leftovers of games with 9 and 27 cards, for every size of the table: shipped or computed anew."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.exact.evidence import read_from
from setlab.exact.leftovers.game import SMALLEST_TABLE, ExactGame, exact_game
from setlab.exact.shipped import Content, Recipe, Report, answer, silent

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
    known = _from_record(answer(recipe())["tables"][str(min(table, CARDS))])
    if recompute and exact_game(dimension, table) != known:
        raise RuleError(f"the game with a table of {table} as computed differs from {recipe().path}: please report it")
    return known


def evidence_of_leftovers(dimension: int, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the fractions that `exact_leftover_game` gave in this run.

    >>> [each.how for each in evidence_of_leftovers(2)]
    ['computed']
    """
    claim = "all fractions of this table"
    if dimension != SHIPPED:
        return (Evidence(claim, "computed", STATES),)
    return (Evidence(claim, "recomputed", STATES) if recomputed else read_from(recipe(), claim),)


def recipe() -> Recipe:
    """The recipe of the shipped tables."""
    return Recipe(f"leftovers-{SHIPPED}", compute_tables, "python -m setlab.exact.make leftovers-3")


def compute_tables(report: Report = silent) -> Content:
    """The games with every size of the table, from the smallest to the whole deck."""
    tables = {}
    for table in range(SMALLEST_TABLE, CARDS + 1):
        report(f"a table of {table}", (table - SMALLEST_TABLE) / CARDS)
        tables[str(table)] = _record(exact_game(SHIPPED, table))
    return {"dimension": SHIPPED, "tables": tables}


def _record(game: ExactGame) -> dict[str, Any]:
    return {
        "leftovers": {str(left): str(p) for left, p in game.leftovers.items()},
        "turns": str(game.turns),
        "looks": {str(cards): str(p) for cards, p in game.searches.items()},
        "no_set": {str(cards): str(p) for cards, p in game.no_set.items()},
        "classes": game.classes,
    }


def _from_record(record: dict[str, Any]) -> ExactGame:
    def fractions(name: str) -> dict[int, Fraction]:
        return {int(cards): Fraction(text) for cards, text in record[name].items()}

    return ExactGame(
        fractions("leftovers"), Fraction(record["turns"]), fractions("looks"), fractions("no_set"), record["classes"]
    )
