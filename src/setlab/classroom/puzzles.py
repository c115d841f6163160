"""The puzzle of the day: the daily deal with its SETs and an estimate of its difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from setlab.arguments import checked
from setlab.classroom.difficulty import Difficulty, Profile, estimate_difficulty, profile_of
from setlab.exact.daily import DIMENSION, LEVELS, Level, daily_deal, find_level, read_date, read_puzzle_name
from setlab.geometry import Space

__all__ = ["LEVELS", "Level", "Puzzle", "find_level", "find_puzzle", "puzzle", "read_date", "today"]


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
    from setlab.exact.sets.profiles import exact_profiles

    still = (0,) * (DIMENSION - level.varying)
    counted = exact_profiles(level.cards, level.sets, level.varying)
    return {profile + still: number for profile, number in counted.items()}
