"""Errors in the short cuts of Forbes & Forbes: games that S(d) declares won and best play may lose (E3).

With 12 cards on the table the declarations are right. With 15, taking a SET deals nothing: the same number of undealt
cards needs one more SET of the partition. So (ii), and (iv) which leads to it, and "d/3 − 1 of its SETs on the table"
can fail: only a SET outside every partition can be taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.solitaire.game import Line, Partition, Shuffle, State, partitions
from setlab.solitaire.strategies.registry import GENERAL, core_games, core_moves
from setlab.solitaire.values.engine import exact_values
from setlab.solitaire.values.weights import ONE

BLOCK = 20_000


@checked
@dataclass(frozen=True)
class Counterexample:
    """A position that S(d) declares won, and the probability of clearing it with best play."""

    strategy: str
    shuffle: Shuffle
    state: State
    value: Fraction

    @property
    def clause(self) -> str:
        """The clause by which it was declared."""
        return "(ii), by (iv)" if self.state.table.undealt == 6 else "d/3 − 1 of its SETs on the table"

    @property
    def partitions(self) -> list[Partition]:
        """All partitions of the table and the undealt cards: there is at least one."""
        return partitions(self.state.remaining)


@checked
@dataclass(frozen=True)
class Declarations:
    """The numbers of games of S(d), of those declared won, and of declarations that are uncertain, or impossible."""

    games: int
    declared: int
    uncertain: int
    impossible: int
    examples: tuple[int, ...]
    """The games whose declaration was wrong."""


@checked
def count_declarations(name: str, games: int, seed: int = 1, *, threads: int | None = None) -> Declarations:
    """The number of wrong declarations of S(d) in games of a seed.

    >>> found = count_declarations("S9", 2000, seed=1)
    >>> found.declared, found.uncertain, found.impossible
    (208, 8, 2)
    """
    if name not in GENERAL:
        raise SpecError(f"{name!r} declares nothing: choose one of {', '.join(GENERAL)}")
    declared = impossible = 0
    wrong: list[int] = []
    for first in range(0, games, BLOCK):
        played = core_games(name, seed, first, min(BLOCK, games - first), threads=threads)
        is_declared, value = played["declared"] >= 0, played["value"]
        declared += int(is_declared.sum())
        impossible += int((is_declared & (value == 0)).sum())
        wrong += [first + int(i) for i in (is_declared & (value < ONE)).nonzero()[0]]
    return Declarations(games, declared, len(wrong), impossible, tuple(wrong))


def counterexample(name: str, seed: int, game: int) -> Counterexample:
    """The position in which S(d) declares a game won, with its true value."""
    shuffle = Shuffle.of(seed, game)
    undealt = int(core_games(name, seed, game, 1)["declared"][0])
    state = _first_with(shuffle, core_moves(name, seed, game, 1)[0], undealt)
    return Counterexample(name, shuffle, state, max(exact_values(state).values()))


@checked
def find_counterexample(name: str = "S9", seed: int = 1, value: Fraction = Fraction(0)) -> Counterexample:
    """The first game of a seed that S(d) declares won although best play clears it with at most this probability.

    >>> found = find_counterexample("S6", seed=1)
    >>> found.clause, len(found.state.cards), found.value, len(found.partitions) > 0
    ('(ii), by (iv)', 15, Fraction(0, 1), True)
    """
    seed = Draws(seed).seed  # raises an error that names the range
    for first in range(0, 1_000_000, BLOCK):
        played = core_games(name, seed, first, BLOCK)
        hits = ((played["declared"] >= 0) & (played["value"] <= int(value * ONE))).nonzero()[0]
        if len(hits):
            return counterexample(name, seed, first + int(hits[0]))
    raise SpecError(f"{name} declared nothing wrong in 1,000,000 games of seed {seed}: try another seed")


def _first_with(shuffle: Shuffle, moves: list[Line], undealt: int) -> State:
    """The first state of a game with this number of undealt cards in which a SET can be taken."""
    state = shuffle.start()
    while state.due or state.table.undealt > undealt:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(moves[len(state.taken)])
    return state
