"""Exercises for worksheets: pure functions of a seed, each with an exact difficulty and one right answer.

Begin with `make_exercises`; `kinds` has a function for each kind.

>>> [exercise.cards for exercise in make_exercises("third", "easy", count=2, seed=1)]
[(76, 49, None), (38, 11, None)]
"""

from setlab.classroom.worksheets.exercise import LEVELS, Exercise, read_level
from setlab.classroom.worksheets.kinds import KINDS, VERSIONS, make_exercises

__all__ = ["KINDS", "LEVELS", "VERSIONS", "Exercise", "make_exercises", "read_level"]
