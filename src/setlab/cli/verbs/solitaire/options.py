"""Options of several verbs of `setlab solitaire`, and how SETs and proportions are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.options import option, whole_number
from setlab.cli.screen import symbol
from setlab.errors import SpecError, unknown_name
from setlab.limits import LARGEST_SEED, LARGEST_TRIAL
from setlab.notation import Notation
from setlab.render import visible_width
from setlab.solitaire import NAMES, Weights, read_weights
from setlab.solitaire.strategies.registry import check_weights, weights_checksum
from setlab.stats import Interval

MOST_GAMES = 10**12

Seed = Annotated[str, option("-s", "--seed", "S", "0 to 2^64 − 1: which games.")]
Game = Annotated[str, option("-g", "--game", "I", "The number of the game.")]
Games = Annotated[str, option("--games", "N", "How many, such as 1000 or 1e6.")]
StrategyName = Annotated[
    str,
    typer.Option("--strategy", metavar="NAME", help=f"One of {', '.join(NAMES)}.", autocompletion=lambda: list(NAMES)),
]
WeightsFile = Annotated[
    Path | None,
    option("--weights", "FILE", "Weights that `train` wrote, for fast, expert and master; default: those that ship."),
]


def read_weights_for(strategy: str, path: Path | None) -> Weights | None:
    """The weights in the file, if one is given; raise `SpecError` if the strategy uses none."""
    check_weights(strategy, path)
    return None if path is None else read_weights(path)


def checksum_for(strategy: str, weights: Weights | None) -> str | None:
    """The checksum of the weights with which the strategy plays; None if it uses none."""
    return weights_checksum(strategy, weights)


def read_seed(text: str) -> int:
    """The seed that was typed."""
    return _within(whole_number(text, "seed"), "seed", LARGEST_SEED, "0 to 2^64 − 1")


def read_game(text: str) -> int:
    """The number of a game."""
    return _within(whole_number(text, "game"), "game", LARGEST_TRIAL, "0 to 2^63 − 1")


def read_games(text: str, least: int = 1) -> int:
    """A number of games, at least `least`."""
    games = whole_number(text, "number of games")
    if not least <= games <= MOST_GAMES:
        raise SpecError(f"{games} games are out of range: choose {least} to 10^12")
    return games


def check_strategy(name: str, known: Sequence[str] = NAMES) -> None:
    """Raise `SpecError` unless there is a strategy of this name."""
    if name not in known:
        raise SpecError(unknown_name(name, "a strategy", known))


def _within(number: int, what: str, largest: int, choose: str) -> int:
    if not 0 <= number <= largest:
        raise SpecError(f"{what} {number} is out of range: choose {choose}")
    return number


def set_text(line: Sequence[int], here: Notation) -> str:
    """A SET as digits and symbols."""
    return "  ".join(f"{here.digits(card)} {symbol(card, here)}" for card in line)


def set_texts(lines: Sequence[Sequence[int]], here: Notation) -> list[str]:
    """SETs as digits and symbols, all of the same width."""
    texts = [set_text(line, here) for line in lines]
    widest = max(map(visible_width, texts), default=0)
    return [text + " " * (widest - visible_width(text)) for text in texts]


def digits_of(cards: Iterable[int], here: Notation) -> list[str]:
    """The cards as digits, for JSON."""
    return [here.digits(card) for card in cards]


def proportion_text(proportion: float) -> str:
    """A proportion in per cent.

    >>> proportion_text(0.10634), proportion_text(1.0)
    ('10.63 %', '100.00 %')
    """
    return f"{100 * proportion:.2f} %"


def interval_text(interval: Interval) -> str:
    """The ends of an interval in per cent.

    >>> interval_text(Interval(0.1, 0.25))
    '10.00 – 25.00'
    """
    return f"{100 * interval.low:.2f} – {100 * interval.high:.2f}"


def time_text(seconds: float, games: int, where: str) -> str:
    """The time of a game, and where it was played; without games played now, all were stored before.

    >>> time_text(2.0, 1000, "1 thread")
    '2 ms a game on 1 thread'
    """
    if not games:
        return "all games from the store"
    return f"{1000 * seconds / games:.3g} ms a game on {where}"
