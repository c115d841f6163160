"""What S(d) costs: the nodes that are searched to list partitions, counted, not timed (E4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from setlab.reproduce.forbes_forbes.games import replayed
from setlab.reproduce.forbes_forbes.solitaire_referee import Cards, Stage, third
from setlab.reproduce.judging import Statement, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.solitaire.strategies.engine import core_games
from setlab.sources import Claim

CONSIDERABLY = Fraction(3, 2)
"""A cost that grows by half and more is called considerably larger here; the source gives no number."""


def cost(claim: Claim, runner: Runner) -> Statement:
    """The nodes searched by S(12) beside those of S(9) in the same games."""
    games = 2000 if runner.full else 200
    nine, twelve = (sum(map(stage_nodes, looks(d, runner.seed, games))) for d in (9, 12))
    return Statement(
        checks=(
            check_fact(
                "S(12) searches at least one and a half times as many nodes as S(9)",
                f"{twelve / games:,.0f} nodes a game for S(12), {nine / games:,.0f} for S(9), {games:,} games",
                twelve >= CONSIDERABLY * nine,
                whole=False,
            ),
        ),
        why=(
            "Counted are the nodes of the search that lists all partitions: sets of cards that remain to be "
            "partitioned. Another way to list them has other numbers; times were not measured."
        ),
    )


def nodes(cards: Cards) -> int:
    """How many nodes the search for all partitions visits: the first card is in some SET, the others are partitioned.

    >>> nodes(frozenset()), nodes(frozenset({(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2)}))
    (1, 2)
    """
    if not cards:
        return 1
    first, found = min(cards), 1
    for second in sorted(cards):
        last = third(first, second)
        if first < second < last and last in cards:
            found += nodes(cards - {first, second, last})
    return found


def looks(d: int, seed: int, games: int) -> Iterator[Stage]:
    """The stages at which S(d) lists partitions: in each game one for every number of undealt cards up to d, until it
    declares the game won.
    """
    won_at = core_games(f"S{d}", seed, 0, games)[:, 1].tolist()
    for declared, stages in zip(won_at, replayed(f"S{d}", seed, games), strict=True):
        first = {len(stage.undealt): stage for stage in reversed(stages) if stage.sets}
        yield from (stage for undealt, stage in first.items() if declared <= undealt <= d)


def stage_nodes(stage: Stage) -> int:
    """The nodes that the search for partitions visits at a stage."""
    return nodes(stage.table.union(stage.undealt))


EVIDENCE: dict[str, Gather] = {"E4.cost": cost}
