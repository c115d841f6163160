"""`basic`: keep live pairs, remove dead ones (E2)."""

from __future__ import annotations

from setlab.solitaire.game import Line, State


def rank(state: State, line: Line) -> tuple[int, int, Line]:
    """The rank of a SET, least is best: minus the number of live pairs left, the number of dead pairs left, the SET.

    Both are counted on the table without the SET, before it is refilled. The SET counts as taken: a pair whose third
    card is in it is dead.

    >>> rank(State.of(range(12)), (0, 1, 2))
    (-18, 9, (0, 1, 2))
    """
    after = state.take(line)
    return -len(after.live_pairs()), len(after.dead_pairs()), line


class Basic:
    """Takes the SET that leaves the most live pairs; then the fewest dead pairs; then the first in order (1)."""

    def choose(self, state: State) -> Line:
        """The SET of least rank."""
        return min(state.sets, key=lambda line: rank(state, line))
