"""The claims as choices: for each, the features of all SETs on the table, and which of them was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.seeing.features import Column
from setlab.seeing.searches import Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Choices:
    """Claims × SETs × columns; the SET that was found comes first, and `there` says which SETs a table has."""

    columns: tuple[Column, ...]
    features: NDArray[np.float64]
    there: NDArray[np.bool_]
    players: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.players)

    def differences(self) -> NDArray[np.float64]:
        """For each SET that was not found, its features less those of the SET that was found instead."""
        return (self.features - self.features[:, :1])[:, 1:][self.there[:, 1:]]

    def keep(self, indices: Sequence[int]) -> Choices:
        """The same choices with some of the columns."""
        columns = tuple(self.columns[i] for i in indices)
        return Choices(columns, self.features[:, :, list(indices)], self.there, self.players)


def choices_of(searches: Iterable[Search], columns: Sequence[Column]) -> Choices:
    """The choices among at least two SETs.

    >>> from setlab.seeing.features import columns_of
    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import simulate_room
    >>> choices = choices_of(read_games([("", simulate_room(seed=1))]).searches, columns_of(["differ"]))
    >>> len(choices), choices.features.shape
    (17, (17, 5, 1))
    """
    import numpy as np

    used = [search for search in searches if search.has_choice]
    most = max((len(search.candidates) for search in used), default=1)
    features, there = np.zeros((len(used), most, len(columns))), np.zeros((len(used), most), bool)
    for i, search in enumerate(used):
        first = search.candidates[search.found or 0]
        ordered = [first, *(each for each in search.candidates if each is not first)]
        there[i, : len(ordered)] = True
        features[i, : len(ordered)] = [[column.value(search, each) for column in columns] for each in ordered]
    return Choices(tuple(columns), features, there, tuple(search.player or "" for search in used))
