"""Games of solitaire that several items use: runs of a strategy, and games replayed by the independent referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from setlab.experiment.run import Result
from setlab.reproduce.forbes_forbes.solitaire_referee import Card, Cards, Stage, replay, vector, vectors
from setlab.reproduce.judging import Sample
from setlab.reproduce.methods.histograms import counted
from setlab.reproduce.running import Runner
from setlab.solitaire import Line, Shuffle
from setlab.solitaire.strategies.engine import core_moves

SIZES = {
    "random": (4e6, 1e8),
    "basic": (5e4, 1e6),
    "S0": (3e4, 1e6),
    "S3": (3e4, 1e6),
    "S6": (3e4, 1e6),
    "S9": (1.5e5, 1e6),
    "S12": (3e4, 1e6),
    "expert": (300, 3e4),
    "clairvoyant": (2e3, 1e5),
}
"""The numbers of games of each strategy, quick and full."""


@cache
def played(runner: Runner, strategy: str, seed: int | None = None) -> Result:
    """The result of a strategy, remembered; samples that are compared need different seeds."""
    quick, full = SIZES[strategy]
    if strategy == "random":
        return runner.game(quick, full, seed)
    return runner.run("solitaire", quick, full, seed, strategy=strategy)


def cleared(result: Result) -> Sample:
    """The games that cleared the table."""
    return counted(result, "leftover", 0) if result.spec.kernel == "endgame" else counted(result, "clear", 1)


def declared(result: Result) -> Sample:
    """The games that S(d) declared won."""
    return counted(result, "declared", 1)


def deck_of(shuffle: Shuffle) -> list[Card]:
    """The cards of a shuffled deck in the order of the deal."""
    return [vector(card) for card in shuffle.order]


@cache
def moves_of(strategy: str, seed: int, games: int) -> list[list[Line]]:
    """The SETs that a strategy takes in games 0, 1, … of a seed, from the compiled engine."""
    return core_moves(strategy, seed, 0, games)


def replayed(strategy: str, seed: int, games: int) -> Iterator[list[Stage]]:
    """The stages of games 0, 1, … of a seed under a strategy, replayed by the independent referee."""
    for game, moves in enumerate(moves_of(strategy, seed, games)):
        yield list(replay(deck_of(Shuffle.of(seed, game)), [vectors(line) for line in moves]))


def card_text(card: Card) -> str:
    """A card as the source writes it, without the commas.

    >>> card_text((0, 1, 1, 0))
    '0110'
    """
    return "".join(map(str, card))


def cards_text(cards: Cards) -> str:
    """Cards in increasing order.

    >>> cards_text(frozenset({(2, 0, 0, 0), (0, 1, 1, 0)}))
    '0110 2000'
    """
    return " ".join(map(card_text, sorted(cards)))
