"""Tables of random numbers: each entry is the draw of `setlab.draws` with the same address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsInt

from setlab.draws import Draws, accept


def draw_bits_table(seed: int, first: int, trials: int, draws: int, width: int = 32) -> list[list[int]]:
    """Draws 0 … draws − 1 of each trial.

    >>> draw_bits_table(0, first=0, trials=1, draws=2, width=16)
    [[59605, 26151]]
    """
    generator = Draws(seed)
    return [[generator.bits(trial, k, width) for k in range(draws)] for trial in range(first, first + trials)]


def draw_below_table(
    seed: int, first: int, trials: int, bounds: Iterable[SupportsInt], width: int = 32
) -> list[list[int]]:
    """Draw k of each trial, below bounds[k].

    >>> draw_below_table(0, first=0, trials=3, bounds=[81, 80])
    [[60, 4], [0, 3], [60, 52]]
    """
    limits = [int(bound) for bound in bounds]
    return [
        [draw_below(seed, trial, k, bound, width) for k, bound in enumerate(limits)]
        for trial in range(first, first + trials)
    ]


def draw_below(seed: int, trial: int, k: int, bound: int, width: int = 32) -> int:
    """One bounded draw.

    >>> draw_below(0, trial=0, k=0, bound=81)
    60
    """
    return Draws(seed).below(trial, k, bound, width)


def accept_draw(x: int, bound: int, width: int = 32) -> int | None:
    """The result of the draw x below a bound, or None when x is rejected.

    >>> [accept_draw(x, 3, width=16) for x in (0, 1, 21846, 65535)]
    [None, 0, 1, 2]
    """
    return accept(x, bound, width)
