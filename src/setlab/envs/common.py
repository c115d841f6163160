"""What the environments share: games named by seed and number, actions that name SETs, and three ways to render."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from setlab.draws import Draws, fresh_seed
from setlab.errors import SpecError, unknown_name
from setlab.geometry import Space
from setlab.limits import LARGEST_TRIAL
from setlab.rules import Table
from setlab.rules.table import ROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from setlab.render import Drawing

DIMENSIONS = range(3, 6)
"""Decks of 27, 81 and 243 cards."""

MOST_ON_TABLE = {3: 12, 4: 21, 5: 48}
"""By dimension, the most cards on a table of 12: as soon as there are more than in the largest cap, there is a SET."""

RENDER_MODES = ["human", "ansi", "rgb_array"]


class Deals:
    """Which game is played: number `game` of `seed`. A reset without a seed goes on to the next game.

    >>> deals = Deals()
    >>> deals.next(seed=5), deals.next(), deals.next(options={"game": 7})
    ((5, 0), (5, 1), (5, 7))
    """

    def __init__(self) -> None:
        self.seed, self.game = -1, -1

    def next(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[int, int]:
        """Seed and number of the game that a reset begins; the option `game` chooses the number."""
        if seed is not None or self.seed < 0:
            self.seed, self.game = Draws(fresh_seed() if seed is None else seed).seed, -1
        self.game = index((options or {}).get("game", self.game + 1))
        if not 0 <= self.game <= LARGEST_TRIAL:
            raise SpecError(f"game {self.game} is out of range: choose one from 0 to {LARGEST_TRIAL}")
        return self.seed, self.game

    def order(self, cards: int, dealt: int | None = None) -> tuple[int, ...]:
        """The deck in the order in which this game deals it, that of the kernel `endgame`."""
        return tuple(Draws(self.seed).shuffle(self.game, range(cards), dealt))


@cache
def lines(dimension: int) -> NDArray[np.uint16]:
    """The SETs of the deck, action a in row a, in lexicographic order.

    >>> lines(4)[220].tolist(), len(lines(4))
    ([5, 47, 71], 1080)
    """
    found = np.array(list(Space(dimension).lines()), dtype=np.uint16)
    found.flags.writeable = False
    return found


@cache
def line_numbers(dimension: int) -> NDArray[np.int32]:
    """The number of the SET a < b < c at [a, b], −1 elsewhere."""
    numbers = np.full((3**dimension, 3**dimension), -1, dtype=np.int32)
    first, second, _ = lines(dimension).T
    numbers[first, second] = np.arange(len(first))
    numbers.flags.writeable = False
    return numbers


@cache
def triples(places: int) -> tuple[tuple[int, int, int], ...]:
    """The choices of three places, action a at index a; the next action chooses none.

    >>> triples(12)[219], len(triples(12))
    ((9, 10, 11), 220)
    """
    return tuple(combinations(range(places), 3))


def check_dimension(dimension: int) -> int:
    """The dimension; raise `SpecError` for another deck than 27, 81 or 243 cards."""
    if dimension not in DIMENSIONS:
        raise SpecError(f"dimension {dimension} is out of range: choose one from 3 to 5")
    return dimension


def check_mode(mode: str | None) -> str | None:
    """The render mode; raise `SpecError` for an unknown one."""
    return None if mode is None else check_name(mode, "a render mode", RENDER_MODES)


def check_name(name: str, what: str, names: Sequence[str]) -> str:
    """The name; raise `SpecError` unless it is one of the names."""
    if name not in names:
        raise SpecError(unknown_name(name, what, names))
    return name


def frame_of(mode: str | None, text: Callable[[], str], drawing: Callable[[], Drawing]) -> Any:
    """The frame of a render mode: pixels, a text, or None after printing the text."""
    if mode == "rgb_array":
        from setlab.render.files import to_pixels

        return to_pixels(drawing())
    if mode == "human":
        print(text())
    return text() if mode == "ansi" else None


def table_drawing(table: Table, places: int) -> Drawing:
    """The table on a page with room for `places` cards, so that all frames of a game have one size."""
    from setlab.notebook import show
    from setlab.render import Drawing

    page = show(range(places), columns=ROW).drawing
    if not table.cards:
        return Drawing(page.width, page.height, ())
    cards = show(table, columns=ROW).drawing
    return Drawing(page.width, max(page.height, cards.height), cards.elements)
