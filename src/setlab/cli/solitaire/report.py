"""How games, SETs and proportions are shown: lines of text, columns, a bar for long work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from setlab.cli.screen import symbol
from setlab.notation import Notation
from setlab.render import visible_width
from setlab.stats import Interval


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
