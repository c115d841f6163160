"""The puzzle of the day: cards with a known number of SETs that depend on the date and the level alone.

A *basic* puzzle has nine cards on which one property is fixed, and four SETs; an *advanced* one has twelve cards and
six SETs. Each is drawn uniformly among all deals of its level, in every order of the cards, from random numbers that
are addressed by the date: nothing is stored, and any machine can compute the puzzle of any day.

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

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError, quote, unknown_name
from setlab.exact.dealing import deal_cards
from setlab.geometry import Space
from setlab.puzzles.difficulty import Difficulty, Profile, estimate_difficulty, profile_of

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
    return draw_deal(SEED, day.toordinal(), level)


def draw_deal(source: int, trial: int, level: Level) -> DailyDeal:
    """The deal of a level in a trial of a seed: that of all puzzles of days, or that of a room.

    >>> day, level = date(2026, 11, 16), LEVELS["basic"]
    >>> draw_deal(SEED, day.toordinal(), level) == daily_deal(day, level)
    True
    """
    draws = Draws(source)
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
        raise SpecError(f"{quote(text)} is not a date: write year, month and day as in 2026-11-16") from None


def find_level(name: str) -> Level:
    """The level with this name; raise `SpecError` if there is none.

    >>> find_level("basic").cards
    9
    >>> find_level("easy")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'easy' is not a level: choose basic or advanced
    """
    if name not in LEVELS:
        raise SpecError(unknown_name(name, "a level", LEVELS))
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


@checked
@dataclass(frozen=True)
class Puzzle:
    """A puzzle: cards in the order in which they lie, all their SETs, the seed of the deal, and the difficulty.

    `fixed` is the place of the property that all cards share, from 0, with its digit; None for an advanced puzzle.
    """

    date: date
    level: str
    cards: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]
    seed: int
    difficulty: Difficulty
    fixed: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """Date and level in one word, as rooms name a puzzle: 2026-11-16-advanced."""
        return f"{self.date.isoformat()}-{self.level}"


@checked
def puzzle(date: date | str, level: str = "advanced") -> Puzzle:
    """The puzzle of a date, given as a `datetime.date` or as YYYY-MM-DD: the same for everybody.

    >>> monday = puzzle("2026-11-16", "basic")
    >>> len(monday.cards), len(monday.sets)
    (9, 4)
    >>> puzzle("2026-11-16").cards == puzzle("2026-11-16").cards != puzzle("2026-11-17").cards
    True
    >>> puzzle("2026-11-31")
    Traceback (most recent call last):
    setlab.errors.SpecError: '2026-11-31' is not a date: write year, month and day as in 2026-11-16
    """
    return _puzzle(read_date(date) if isinstance(date, str) else date, find_level(level))


@checked
def find_puzzle(name: str) -> Puzzle:
    """The puzzle with a name such as 2026-11-16-advanced.

    >>> find_puzzle("2026-11-16-advanced") == puzzle("2026-11-16", "advanced")
    True
    """
    return _puzzle(*read_puzzle_name(name))


def today() -> date:
    """The date now, in UTC: puzzles change at midnight there, at the same moment for everybody."""
    return datetime.now(UTC).date()


@lru_cache(maxsize=4096)
def _puzzle(day: date, level: Level) -> Puzzle:
    dealt = daily_deal(day, level)
    sets = tuple(Space(DIMENSION).sets(dealt.cards))
    difficulty = estimate_difficulty(profile_of(sets, DIMENSION), _all_profiles(level))
    return Puzzle(day, level.name, dealt.cards, sets, dealt.seed, difficulty, dealt.fixed)


@lru_cache
def _all_profiles(level: Level) -> dict[Profile, int]:
    """All deals of the level by their profiles. A property that is fixed differs in no SET."""
    from setlab.exact.profiles import exact_profiles

    still = (0,) * (DIMENSION - level.varying)
    counted = exact_profiles(level.cards, level.sets, level.varying)
    return {profile + still: number for profile, number in counted.items()}
