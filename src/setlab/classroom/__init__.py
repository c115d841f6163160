"""The classroom: puzzles of the day, worksheets, and decks to print.

>>> from setlab.classroom import puzzle
>>> [len(puzzle("2026-11-16", level).sets) for level in ("basic", "advanced")]
[4, 6]
"""

from setlab.puzzles.daily import LEVELS, Puzzle, find_puzzle, puzzle
from setlab.puzzles.difficulty import Difficulty

__all__ = ["LEVELS", "Difficulty", "Puzzle", "find_puzzle", "puzzle"]
