"""The deal of a day: cards with a known number of SETs that depend on the date and the level alone.

A *basic* deal has nine cards on which one property is fixed, and four SETs; an *advanced* one has twelve cards and six
SETs. Each is drawn uniformly among all deals of its kind, in every order of the cards, from random numbers that are
addressed by the date: nothing is stored, and the deal of any day can be computed on any machine.

No basic deal is counted twice: if two properties were fixed on nine cards, the cards would be all nine with these two
values, which form a plane with twelve SETs and not four. So each basic deal has exactly one fixed property with one
value, 12 choices, and fixing it leaves a deal of the 27 cards with three properties.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType

from setlab.draws import Draws
from setlab.errors import SpecError, quoted, unknown_name
from setlab.exact.dealing import deal_cards

SEED = 1974
"""The seed of all puzzles: the year in which the game was invented. The trial is the number of the day, from year 1."""

DIMENSION = 4
VALUES = 3


@dataclass(frozen=True)
class Level:
    """A kind of puzzle: its numbers of cards and of SETs, how many properties vary, and its first draw."""

    name: str
    cards: int
    sets: int
    varying: int
    draw: int


LEVELS: Mapping[str, Level] = MappingProxyType(
    {level.name: level for level in (Level("basic", 9, 4, 3, draw=0), Level("advanced", 12, 6, 4, draw=4))}
)
"""The kinds of puzzles. Draws 0 and 1 of a day are the seed of the basic deal, 2 its fixed property and 3 the value;
draws 4 and 5 are the seed of the advanced deal."""


@dataclass(frozen=True)
class DailyDeal:
    """The cards in the order in which they lie, the seed of the deal, and the fixed property with its value, if any.

    `fixed` is the place of the property, from 0, and its digit.
    """

    cards: tuple[int, ...]
    seed: int
    fixed: tuple[int, int] | None = None


@lru_cache(maxsize=4096)
def daily_deal(day: date, level: Level) -> DailyDeal:
    """The deal of a day at a level, the same for everybody.

    >>> daily_deal(date(2026, 11, 16), LEVELS["basic"]).cards
    (38, 56, 55, 45, 9, 20, 46, 18, 37)
    """
    draws, trial = Draws(SEED), day.toordinal()
    seed = draws.bits(trial, level.draw) << 32 | draws.bits(trial, level.draw + 1)
    dealt = deal_cards(level.cards, level.sets, seed=seed, dimension=level.varying)
    if level.varying == DIMENSION:
        return DailyDeal(tuple(dealt), seed)
    place, value = draws.below(trial, level.draw + 2, DIMENSION), draws.below(trial, level.draw + 3, VALUES)
    return DailyDeal(tuple(with_fixed(card, place, value) for card in dealt), seed, (place, value))


def with_fixed(card: int, place: int, value: int) -> int:
    """The card of four properties that a card of three becomes when a property is inserted at a place, from 0.

    The card 012 becomes 0212 if the property in place 1 has the value 2:

    >>> from setlab.geometry import Space
    >>> Space(4).coordinates(with_fixed(5, place=1, value=2))
    (0, 2, 1, 2)
    """
    below = int(VALUES ** (DIMENSION - 1 - place))
    return (card // below * VALUES + value) * below + card % below


def read_date(text: str) -> date:
    """The date that a text shows; raise `SpecError` unless it is YYYY-MM-DD.

    >>> read_date("2026-11-16")
    datetime.date(2026, 11, 16)
    """
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise SpecError(f"{quoted(text)} is not a date: write year, month and day as in 2026-11-16") from None


def find_level(name: str) -> Level:
    """The level with this name; raise `SpecError` if there is none.

    >>> find_level("basic").cards
    9
    >>> find_level("easy")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'easy' is not a level: choose basic or advanced
    """
    if name not in LEVELS:
        raise SpecError(unknown_name(name, "a level", list(LEVELS)))
    return LEVELS[name]


def last_released(now: float) -> date:
    """The last date whose puzzle is out, `now` seconds after 1970: tomorrow in UTC, which has begun in the far east.

    >>> last_released(0.0)
    datetime.date(1970, 1, 2)
    """
    return datetime.fromtimestamp(now, UTC).date() + timedelta(days=1)


def read_puzzle_name(name: str) -> tuple[date, Level]:
    """The date and the level in a name such as 2026-11-16-advanced.

    >>> day, level = read_puzzle_name("2026-11-16-advanced")
    >>> day.year, level.sets
    (2026, 6)
    """
    day, _, level = name.rpartition("-")
    return read_date(day), find_level(level)
