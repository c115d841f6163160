"""Games of solitaire: an independent referee, and the runs and replays that several items use (E)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, islice

from setlab.experiment.result import Result
from setlab.reproduce.evidence import Sample
from setlab.reproduce.methods.game import CARDS, VECTORS, sets_among, thirds
from setlab.reproduce.methods.histograms import sample_of
from setlab.reproduce.register import Runner
from setlab.solitaire import Line, Shuffle
from setlab.solitaire.strategies import core_moves

Cards = frozenset[int]

FULL_TABLE = 12


@dataclass(frozen=True)
class Stage:
    """The cards on the table when the player moves, the SETs among them, and the undealt cards in order."""

    table: Cards
    sets: tuple[Cards, ...]
    undealt: tuple[int, ...]


@cache
def sets_of(table: Cards) -> tuple[Cards, ...]:
    """The SETs on a table, each once."""
    return tuple(sets_among(sorted(table)))


def play(order: Sequence[int], choose: Callable[[Stage], Cards]) -> Iterator[Stage]:
    """The stages of a game at which the player moves, and the final stage.

    If there is no SET, three cards are dealt. After a SET is taken, the table is replenished to 12 cards.
    """
    assert sorted(order) == list(CARDS), "not a deck"
    table, rest = frozenset(order[:FULL_TABLE]), tuple(order[FULL_TABLE:])
    while True:
        while rest and (len(table) < FULL_TABLE or not sets_of(table)):
            table, rest = table | set(rest[:3]), rest[3:]
        stage = Stage(table, sets_of(table), rest)
        yield stage
        if not stage.sets:
            return
        chosen = choose(stage)
        assert chosen in stage.sets, f"{sorted(chosen)} is not on the table"
        table -= chosen


def replay(order: Sequence[int], moves: Sequence[Cards]) -> Iterator[Stage]:
    """The stages of a game in which the given SETs are taken, up to the stage after the last of them."""
    left = iter(moves)
    yield from islice(play(order, lambda stage: next(left)), len(moves) + 1)


@cache
def best_value(table: Cards, undealt: Cards) -> Fraction:
    """The probability of clearing the table with best play, if all orders of the undealt cards are equally likely.

    Every SET and every deal is tried at every turn, so this is feasible for few undealt cards only. Without undealt
    cards the table can be cleared if and only if it has a partition.

    >>> best_value(frozenset({0, 1, 2}), frozenset()), best_value(frozenset({0, 1}), frozenset())
    (Fraction(1, 1), Fraction(0, 1))
    """
    if not undealt:
        return Fraction(next(partitions(table), None) is not None)
    lines = sets_of(table)
    if not lines:
        return _mean_value(table, undealt)
    return max(_value_after_refill(table - line, undealt) for line in lines)


def _value_after_refill(table: Cards, undealt: Cards) -> Fraction:
    return _mean_value(table, undealt) if undealt and len(table) < FULL_TABLE else best_value(table, undealt)


def _mean_value(table: Cards, undealt: Cards) -> Fraction:
    values = [best_value(table | set(deal), undealt - set(deal)) for deal in combinations(sorted(undealt), 3)]
    return sum(values, Fraction(0)) / len(values)


def partitions(cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """All partitions of cards into SETs, by recursion over the SETs with the first card."""
    if not cards:
        yield ()
        return
    first = min(cards)
    for second in sorted(cards - {first}):
        last = thirds()[first][second]
        if second < last and last in cards:
            line = frozenset((first, second, last))
            for rest in partitions(cards - line):
                yield (line, *rest)


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
def run_strategy(runner: Runner, strategy: str, seed: int | None = None) -> Result:
    """The result of a strategy, remembered; samples that are compared need different seeds."""
    quick, full = SIZES[strategy]
    if strategy == "random":
        return runner.game(quick, full, seed)
    return runner.run("solitaire", quick, full, seed, strategy=strategy)


def cleared_games(result: Result) -> Sample:
    """The games that cleared the table."""
    return sample_of(result, "leftover", 0) if result.spec.kernel == "endgame" else sample_of(result, "clear", 1)


def declared_games(result: Result) -> Sample:
    """The games that S(d) declared won."""
    return sample_of(result, "declared", 1)


@cache
def moves_of(strategy: str, seed: int, games: int) -> list[list[Line]]:
    """The SETs that a strategy takes in games 0, 1, … of a seed, from the compiled engine."""
    return core_moves(strategy, seed, 0, games)


def replay_games(strategy: str, seed: int, games: int) -> Iterator[list[Stage]]:
    """The stages of games 0, 1, … of a seed under a strategy, replayed by the independent referee."""
    for game, moves in enumerate(moves_of(strategy, seed, games)):
        yield list(replay(Shuffle.of(seed, game).order, list(map(frozenset, moves))))


def card_text(card: int) -> str:
    """A card as the source writes it, without the commas.

    >>> card_text(12)
    '0110'
    """
    return "".join(map(str, VECTORS[card]))


def cards_text(cards: Cards) -> str:
    """Cards in increasing order.

    >>> cards_text(frozenset({54, 12}))
    '0110 2000'
    """
    return " ".join(map(card_text, sorted(cards)))
