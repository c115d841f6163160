"""Positions that the source declares won although best play can lose, checked in two ways (E3).

The compiled engine finds them. The independent referee replays the games, lists the partitions, and computes the value
of best play by exhaustive search.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from setlab.errors import plural
from setlab.reproduce.forbes_forbes.games import cards_text, deck_of
from setlab.reproduce.forbes_forbes.solitaire_referee import Cards, best_value, partitions, replay, sets_of, vectors
from setlab.reproduce.judging import Check, check, check_fact
from setlab.solitaire import Shuffle, State, count_declarations
from setlab.solitaire.bounds.shortcuts import counterexample
from setlab.solitaire.values.exact import exact_value

STRATEGY = "S9"
SEARCHED = 20_000
"""The number of games among which a position is sought."""


@dataclass(frozen=True)
class Position:
    """A state of a game, with the same cards in the form of the independent referee."""

    shuffle: Shuffle
    state: State

    @property
    def table(self) -> Cards:
        """The cards on the table."""
        return vectors(self.state.cards)

    @property
    def undealt(self) -> Cards:
        """The undealt cards."""
        return vectors(list(self.state.undealt))

    @property
    def value(self) -> Fraction:
        """The probability of clearing the table with best play, by exhaustive search."""
        return best_value(self.table, self.undealt)

    @property
    def engine_value(self) -> Fraction:
        """The same by the compiled engine."""
        return exact_value(self.state)

    @property
    def is_met(self) -> bool:
        """True if the referee reaches the position, possibly before the deal of three cards because there is no SET."""
        *_, stage = replay(deck_of(self.shuffle), [vectors(line) for line in self.state.taken])
        dealt = stage.table - self.table
        same = stage.table == self.table | dealt and self.undealt == dealt.union(stage.undealt)
        return same and not (dealt and sets_of(self.table))

    def __str__(self) -> str:
        return (
            f"game {self.shuffle.game} of seed {self.shuffle.seed} reaches {len(self.table)} cards on the table "
            f"({cards_text(self.table)}) and {len(self.undealt)} undealt ({cards_text(self.undealt)}); "
            f"best play clears them with probability {self.value}"
        )


@cache
def declared_wrongly(seed: int, undealt: int, table: int) -> Position:
    """The first position of these sizes that S(9) declares won although best play may fail to clear it."""
    for game in count_declarations(STRATEGY, SEARCHED, seed).examples:
        found = counterexample(STRATEGY, seed, game)
        if (found.state.table.undealt, len(found.state.cards)) == (undealt, table):
            return Position(found.shuffle, found.state)
    raise LookupError(f"no such position with {undealt} undealt cards in {SEARCHED:,} games of seed {seed}")


def before_the_deal(position: Position) -> Position:
    """The same game before the last three cards were dealt."""
    first = len(position.shuffle.order) - position.state.table.undealt
    dealt = position.shuffle.order[first - 3 : first]
    table = [card for card in position.state.cards if card not in dealt]
    return Position(position.shuffle, State.of(table, position.state.taken))


def check_all_clear(position: Position, case: str) -> Check:
    """Check that best play clears all cards from a position with certainty."""
    return check(f"the game ends all clear, {case}", "{} position", [position], lambda here: here.value == 1)


def check_position(position: Position, wanted: int) -> tuple[Check, ...]:
    """Check that a position occurs in a game, has the required partition, and has the same value by two methods."""
    found = list(partitions(position.table | position.undealt))
    most = max((sum(line <= position.table for line in lines) for lines in found), default=-1)
    return (
        check_fact(
            "the position occurs in a game",
            f"game {position.shuffle.game} of seed {position.shuffle.seed}, replayed by the rules",
            position.is_met,
        ),
        check_fact(
            f"it has a partition with at least {plural(wanted, 'SET')} on the table",
            f"{plural(most, 'SET')} on the table, for the best of {plural(len(found), 'partition')}",
            most >= wanted,
        ),
        check_fact(
            "two computations of the value of best play agree",
            f"{position.engine_value} by expectimax over partitions, {position.value} by trying every SET and deal",
            position.engine_value == position.value,
        ),
    )


def watch(position: Position) -> str:
    """The command that shows the game."""
    return f"setlab solitaire watch --strategy {STRATEGY} --seed {position.shuffle.seed} --game {position.shuffle.game}"
