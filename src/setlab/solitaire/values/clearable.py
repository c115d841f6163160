"""Whether a deal can be cleared at all, by a player who knows the order of the deck."""

from __future__ import annotations

from enum import IntEnum

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.solitaire.game import Line, Shuffle, lines_of

NODES = 1 << 20
"""The most positions that the search visits for one deal."""

FIRST_NODES = 1 << 12
MOST_NODES = 1 << 26


class Clearability(IntEnum):
    """Whether a deal can be cleared; `OPEN` when the nodes did not suffice."""

    OPEN = -1
    NO = 0
    YES = 1


@checked
def can_clear(shuffle: Shuffle, nodes: int = NODES) -> tuple[Clearability, tuple[Line, ...]]:
    """Whether a deal can be cleared, and if so, the SETs to take.

    >>> answer, moves = can_clear(Shuffle.of(seed=1, game=0))
    >>> answer.name, len(moves)
    ('YES', 27)
    """
    import numpy as np

    from setlab import _core

    if not 1 <= nodes <= MOST_NODES:
        raise SpecError(f"{nodes} nodes are out of range: choose 1 to {MOST_NODES:,}")
    order, answer = np.array(shuffle.order, dtype=np.uint8), Clearability.OPEN
    for enough in (min(nodes, FIRST_NODES), nodes):
        found, moves = _core.solitaire_clairvoyant_order(order, nodes=enough)
        answer = Clearability(found)
        if answer is not Clearability.OPEN:
            break
    return answer, tuple(lines_of(moves.tolist())) if answer is Clearability.YES else ()


def search_deals(
    games: int, seed: int = 1, *, first: int = 0, nodes: int = NODES, threads: int | None = None
) -> list[Clearability]:
    """Whether each of the deals first … first + games − 1 of a seed can be cleared.

    Nearly all deals need few nodes: each is searched briefly, and only open ones are searched again.

    >>> set(search_deals(100, seed=1))
    {<Clearability.YES: 1>}
    """
    from setlab import _core

    found = _core.solitaire_clairvoyant(seed, first, games, nodes=min(nodes, FIRST_NODES), threads=threads)
    answers = map(Clearability, found["answers"].tolist())
    return [
        can_clear(Shuffle.of(seed, game), nodes)[0] if answer is Clearability.OPEN and nodes > FIRST_NODES else answer
        for game, answer in enumerate(answers, first)
    ]
