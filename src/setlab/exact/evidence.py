"""What a run did for each claim that it prints: read it, computed it, compared it, or replayed its proof.

Every answer of `setlab exact` carries a list of these. A number that is read from a file that ships was computed
once, by the command that the file names, and not in the run that prints it; only a checksum is compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

from setlab.exact.shipped import Recipe

How = Literal["read", "computed", "recomputed", "replayed"]

MEANING: dict[How, str] = {
    "read": "read from a file that ships with setlab; only its checksum was compared",
    "computed": "computed in this run",
    "recomputed": "computed in this run and equal to the file that ships",
    "replayed": "every step of the proof was repeated in this run",
}


@dataclass(frozen=True)
class Evidence:
    """A claim, what this run did for it, and by which method."""

    claim: str
    how: How
    by: str

    def sentence(self) -> str:
        """The three in one line.

        >>> Evidence("n = 0 – 9", "computed", "all collections listed").sentence()
        'n = 0 – 9: computed (all collections listed)'
        """
        return f"{self.claim}: {self.how} ({self.by})"

    def as_dict(self) -> dict[str, str]:
        """The evidence as plain data."""
        return asdict(self)


def read_from(recipe: Recipe, claim: str, further: str = "") -> Evidence:
    """The evidence for a number that is only read."""
    words = f"{recipe.path.name}, which ships; `{recipe.command}` made it"
    return Evidence(claim, "read", f"{words}; {further}" if further else words)


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers in words: runs of three and more are written with a dash.

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
