"""The classroom: puzzles of the day, worksheets, and decks to print.

>>> from setlab.classroom import puzzle
>>> [len(puzzle("2026-11-16", level).sets) for level in ("basic", "advanced")]
[4, 6]
"""

from setlab.classroom.difficulty import Difficulty
from setlab.classroom.puzzles import LEVELS, Puzzle, find_puzzle, puzzle

__all__ = ["LEVELS", "Difficulty", "Puzzle", "find_puzzle", "puzzle"]
