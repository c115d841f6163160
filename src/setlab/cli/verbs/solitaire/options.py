"""Options of several verbs of `setlab solitaire`, and how SETs and proportions are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from setlab.answers import Column
from setlab.cli.options import number_below, option, whole_number
from setlab.cli.screen import digits_of, symbol, width
from setlab.errors import SpecError, unknown_name
from setlab.notation import Notation
from setlab.render.terminal import pad, visible_width
from setlab.solitaire import NAMES, Shuffle, Weights, read_weights
from setlab.solitaire.strategies import check_weights
from setlab.stats import Interval

MOST_GAMES = 10**12

Seed = Annotated[str, option("-s", "--seed", "S", "0 to 2^64 − 1: which games.")]
Game = Annotated[str, option("-g", "--game", "I", "The number of the game.")]
Games = Annotated[str, option("--games", "N", "How many, such as 1000 or 1e6.")]
StrategyName = Annotated[str, option("--strategy", "NAME", f"One of {', '.join(NAMES)}.", words=NAMES)]
TRAINED = "Weights that `train` wrote, for fast, expert and master; default: those that ship."
WeightsFile = Annotated[Path | None, option("--weights", "FILE", TRAINED)]

ENDS = (Column("low", only="programs"), Column("high", only="programs"))
CLEARED = (Column("interval", "95 % interval", only="people"), *ENDS)
"""The columns of an interval: in one for people, its ends for programs."""


def read_weights_for(strategy: str, path: Path | None) -> Weights | None:
    """The weights in the file, if one is given; raise `SpecError` if the strategy uses none."""
    check_weights(strategy, path)
    return None if path is None else read_weights(path)


def read_seed(text: str) -> int:
    """The seed that was typed."""
    return number_below(64, text, "seed")


def read_game(text: str) -> int:
    """The number of a game."""
    return number_below(63, text, "game")


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


def set_texts(lines: Sequence[Sequence[int]], here: Notation) -> list[str]:
    """SETs as digits and symbols, all of the same width."""
    texts = ["  ".join(f"{here.digits(card)} {symbol(card, here)}" for card in line) for line in lines]
    return [pad(text, max(map(visible_width, texts))) for text in texts]


def deck_text(shuffle: Shuffle, here: Notation) -> str:
    """The deck in the order of the deal, twelve cards to a line, fewer on a narrow terminal."""
    digits = digits_of(shuffle.order, here)
    across = max(1, min(12, (width() - 1) // (len(digits[0]) + 1)))
    return "\n".join("  " + " ".join(digits[i : i + across]) for i in range(0, len(digits), across))


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
