"""The evidence for a claim: the number was read, computed, recomputed and compared, or its proof was replayed.

Every answer of `setlab exact` carries a list of these. A number read from a file that ships was computed earlier, by
the command that the file names; the run that prints it compares only a checksum.
"""

from __future__ import annotations

from collections.abc import Iterable

from setlab.answers.answer import Evidence, How
from setlab.exact.shipped import Recipe

MEANING: dict[How, str] = {
    "read": "read from a file that ships with setlab, of which only the checksum was compared, or from the store",
    "computed": "computed in this run",
    "recomputed": "computed in this run and equal to the file that ships",
    "replayed": "every step of the proof was repeated in this run",
}


def read_from(recipe: Recipe, claim: str, further: str = "") -> Evidence:
    """The evidence for a number that is only read."""
    words = f"{recipe.path.name}, which ships; `{recipe.command}` made it"
    return Evidence(claim, "read", f"{words}; {further}" if further else words)


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers in words; runs of three or more are written with a dash.

    >>> ranges([0, 1, 2, 5, 7, 8]), ranges([]), ranges([3])
    ('0 – 2, 5, 7, 8', 'none', '3')
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [f"{run[0]} – {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(words) or "none"
