"""A package outside setlab: a kernel, a game of rooms, a notation, and players and a choice rule of one's own.

The first three are found by the entry points in pyproject.toml once the package is installed; the others are passed as
they are: `python examples/extension/own_setlab.py` plays with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import setlab
from setlab.antiset import Game, play
from setlab.draws import Draws
from setlab.experiment.estimate import Quantity, proportions
from setlab.experiment.kernel import Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.parameters import Kind, Parameters, among, option, parameter
from setlab.experiment.tally import Histogram, Histograms
from setlab.geometry import Space
from setlab.notation.notation import NotationTable
from setlab.rooms import RoomGame
from setlab.rules import Rules, Table, play_game
from setlab.solitaire import State

DECK = Space(4)


def differing(line: Sequence[int]) -> int:
    """The number of properties in which the cards of a SET differ."""
    a, b, _ = map(DECK.coordinates, line)
    return sum(x != y for x, y in zip(a, b, strict=True))


# A kernel: how many SETs among n cards differ in everything? Trial i takes the draws of trial i, and no others.


@dataclass(frozen=True)
class Dealt(Parameters):
    """The number of cards."""

    cards: int = parameter(
        among("cards", "{} cards are out of range: choose 3 to 21", range(3, 22)),
        option("--cards N", "Number of cards; default 12.", Kind.NUMBER),
        default=12,
    )


def deal(p: Dealt, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The number of SETs that differ in everything, trial by trial."""
    draws, found = Draws(seed), Counter[int]()
    for trial in range(first, first + trials):
        found[sum(differing(line) == 4 for line in DECK.sets(draws.shuffle(trial, DECK, p.cards)))] += 1
    return Outcome({"sets": dict(sorted(found.items()))})


def histograms(p: Dealt) -> Histograms:
    """One histogram: a trial has 0 to 216 such SETs."""
    return {"sets": Histogram("SETs that differ in everything", range(217))}


def quantities(p: Dealt) -> dict[str, Quantity]:
    """Its proportions."""
    return {"sets": proportions("SETs that differ in everything, proportion of deals", "sets")}


FIGURE = KernelFigure("SETs that differ in everything", (Panel("sets", "SETs", "proportion of deals"),))
KERNEL = Kernel("all-different", Dealt, deal, histograms, quantities, main="sets", figure=FIGURE)

# A game of rooms: the ordinary one, with fifteen cards on the table.

FIFTEEN = RoomGame("fifteen", table=15)

# A notation: the words may be any that setlab reads; 1 is the first digit.

SCHOOL = NotationTable("a worksheet of ours", 1, (
    ("shape", "wave lozenge oval"), ("number", "1 2 3"),
    ("colour", "red green violet"), ("filling", "empty hatched full"),
))  # fmt: skip

# Players and a choice rule need no entry point.


def most_alike(state: State) -> tuple[int, int, int]:
    """A strategy for solitaire, a function: the SET that differs least, then the first."""
    return min(state.sets, key=lambda line: (differing(line), line))


class Careful:
    """A strategy for anti-SET, a class: the safe point with the fewest lines that could still become its own."""

    def choose(self, game: Game) -> int:
        """One of the legal moves."""
        mine = set(game.hand(game.turn))
        design = game.design
        return min(
            game.safe_moves or game.legal_moves,
            key=lambda point: (sum(bool(mine & set(design.blocks[b])) for b in design.through[point]), point),
        )


def hardest_first(table: Table) -> tuple[int, ...] | None:
    """A choice rule for a whole game: the SET that differs most, or None."""
    return max(table.sets(), key=differing, default=None)


def main() -> None:
    print(setlab.compare(most_alike, "basic", 200, seed=1))
    print(play("AG(3,3)", Careful(), "random", seed=1).result)
    _, table = play_game(Draws(1).shuffle(0, DECK), hardest_first, Rules())
    print(f"{len(table)} cards are left when the hardest SET is taken first")


if __name__ == "__main__":
    main()
