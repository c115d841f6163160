"""Random numbers addressed by (seed, trial, draw): the same on every machine, with any number of threads.

There is no stream: draw k of trial i is a fixed part of one block of Philox4x32-10 (Salmon and others 2011).
`docs/core.md` gives the complete definition.
Single draws are computed here, tables of draws by the compiled core.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from setlab.errors import SpecError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Words = tuple[int, int, int, int]

MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW_32 = 0xFFFFFFFF

WIDE_FAMILY = 1 << 31
"""Set in the block word of draws of 32 bits, so that the two widths never share a Philox block."""

BLOCKS = 1 << 31
"""The number of blocks of each width that a trial has."""


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """The four words of Philox4x32-10 for a counter of four words and a key of two.

    >>> [f"{word:08x}" for word in philox((0, 0, 0, 0), (0, 0))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        product0, product1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1 = product1 >> 32 ^ c1 ^ k0, product1 & LOW_32
        c2, c3 = product0 >> 32 ^ c3 ^ k1, product0 & LOW_32
        k0, k1 = k0 + KEY_STEPS[0] & LOW_32, k1 + KEY_STEPS[1] & LOW_32
    return c0, c1, c2, c3


def accept(x: int, bound: int, width: int = 32) -> int | None:
    """The number below `bound` that the draw x stands for; None if x is rejected and must be drawn again.

    Of the 2^width values of x, 2^width mod bound are rejected, so that all results are equally likely.

    >>> [accept(x, 3, width=16) for x in (0, 1, 21846, 65535)]
    [None, 0, 1, 2]
    """
    product = x * bound
    if product % 2**width < 2**width % bound:
        return None
    return product >> width


@dataclass(frozen=True, slots=True)
class Draws:
    """All random numbers of one seed.

    >>> draws = Draws(2026)
    >>> [draws.below(trial=7, k=k, bound=6) + 1 for k in range(10)]
    [3, 6, 2, 2, 5, 6, 4, 1, 6, 6]
    >>> draws.bits_table(first=7, trials=1, draws=4).tolist() == [[draws.bits(7, k) for k in range(4)]]
    True
    """

    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", _check("seed", self.seed, 2**64))

    def bits(self, trial: int, k: int, width: int = 32) -> int:
        """Draw k of a trial, a number of `width` bits, 16 or 32.

        >>> Draws(0).bits(trial=0, k=0), Draws(0).bits(trial=0, k=0, width=16) == 0xE8D5
        (3201830468, True)
        """
        parts = _parts(width)
        return self._part(_check("trial", trial, 2**64), _check("draw", k, parts * BLOCKS), width, attempt=0)

    def below(self, trial: int, k: int, bound: int, width: int = 32) -> int:
        """Draw k of a trial as an unbiased number 0 … bound − 1; a rejected draw moves to the next attempt.

        >>> [Draws(0).below(trial, k=0, bound=81) for trial in range(5)]
        [60, 0, 60, 71, 15]
        """
        parts = _parts(width)
        trial, k = _check("trial", trial, 2**64), _check("draw", k, parts * BLOCKS)
        bound = _check_bound(bound, width)
        attempt = 0
        while (result := accept(self._part(trial, k, width, attempt), bound, width)) is None:
            attempt += 1
        return result

    def shuffle(self, trial: int, cards: Iterable[int], dealt: int | None = None) -> list[int]:
        """The cards in the order in which a trial deals them: all of them, or the first `dealt`.

        Draw k, of 16 bits, below the number of cards not yet dealt, is the index of the next card among them.

        >>> Draws(1).shuffle(trial=0, cards=range(9))
        [0, 8, 1, 7, 2, 5, 4, 6, 3]
        """
        remaining = list(cards)
        number = len(remaining) if dealt is None else dealt
        if not 0 <= number <= len(remaining):
            raise SpecError(f"{number} cards cannot be dealt: there are {len(remaining)}")
        return [remaining.pop(self.below(trial, k, len(remaining), width=16)) for k in range(number)]

    def bits_table(
        self, first: int, trials: int, draws: int, width: int = 32, *, threads: int | None = None
    ) -> NDArray[np.uint32]:
        """A table with one row per trial from `first` on: draws 0 … draws − 1, by the compiled core.

        >>> Draws(0).bits_table(first=0, trials=1000, draws=52).shape
        (1000, 52)
        """
        from setlab import _core

        first, trials = _check_range(first, trials)
        draws = _check("number of draws", draws, _parts(width) * BLOCKS + 1)
        return _core.draw_bits_table(self.seed, first, trials, draws, width, threads=threads)

    def below_table(
        self, first: int, trials: int, bounds: Iterable[int], width: int = 32, *, threads: int | None = None
    ) -> NDArray[np.uint32]:
        """A table with one row per trial, in which column k is draw k below bounds[k], by the compiled core.

        >>> Draws(0).below_table(first=0, trials=5, bounds=[81]).ravel().tolist()
        [60, 0, 60, 71, 15]
        """
        import numpy as np

        from setlab import _core

        _parts(width)
        first, trials = _check_range(first, trials)
        limits = np.array([_check_bound(bound, width) for bound in bounds], dtype=np.uint64)
        return _core.draw_below_table(self.seed, first, trials, limits, width, threads=threads)

    def _part(self, trial: int, k: int, width: int, attempt: int) -> int:
        block, part = divmod(k, _parts(width))
        family = WIDE_FAMILY if width == 32 else 0
        key = self.seed & LOW_32, self.seed >> 32
        words = philox((trial & LOW_32, trial >> 32, block | family, attempt), key)
        return words[part] if width == 32 else words[part // 2] >> 16 * (part % 2) & 0xFFFF


def fresh_seed() -> int:
    """A seed that nobody has chosen, from the random numbers of the operating system.

    >>> 0 <= fresh_seed() < 2**64
    True
    """
    return int.from_bytes(os.urandom(8), "little")


def _parts(width: int) -> int:
    if width not in (16, 32):
        raise SpecError(f"width {width} is not possible: a draw has 16 or 32 bits")
    return 128 // width


def _check(name: str, value: SupportsIndex, limit: int) -> int:
    number = index(value)
    if not 0 <= number < limit:
        raise SpecError(f"{name} {number} is out of range: choose one from 0 to {limit - 1}")
    return number


def _check_bound(bound: SupportsIndex, width: int) -> int:
    number = index(bound)
    if not 1 <= number <= 2**width:
        raise SpecError(f"bound {number} is out of range: for draws of {width} bits choose one from 1 to 2^{width}")
    return number


def _check_range(first: int, trials: int) -> tuple[int, int]:
    first = _check("trial", first, 2**64)
    return first, _check("number of trials", trials, 2**64 - first + 1)
