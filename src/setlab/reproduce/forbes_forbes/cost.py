"""The cost of S(d): the nodes of the search for partitions, counted and not timed (E4)."""

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
"""The factor from which a cost counts as considerably larger here; the source gives no number."""


def cost(claim: Claim, runner: Runner) -> Statement:
    """The nodes searched by S(12) and by S(9) in the same games."""
    games = 2000 if runner.full else 200
    nine, twelve = (sum(map(stage_nodes, searched_stages(d, runner.seed, games))) for d in (9, 12))
    return Statement(
        checks=(
            check_fact(
                "S(12) searches at least one and a half times as many nodes as S(9)",
                f"{twelve / games:,.0f} nodes per game for S(12), {nine / games:,.0f} for S(9), {games:,} games",
                twelve >= CONSIDERABLY * nine,
                whole=False,
            ),
        ),
        why=(
            "The nodes of the search for all partitions are counted: sets of cards that remain to be partitioned. "
            "Another algorithm would have other counts; times were not measured."
        ),
    )


def nodes(cards: Cards) -> int:
    """The number of nodes in the search for all partitions, which branches over the SETs with the first card.

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


def searched_stages(d: int, seed: int, games: int) -> Iterator[Stage]:
    """The stages at which S(d) lists partitions.

    In each game there is one stage for every number of undealt cards up to d, until S(d) declares the game won.
    """
    won_at = core_games(f"S{d}", seed, 0, games)["declared"].tolist()
    for declared, stages in zip(won_at, replayed(f"S{d}", seed, games), strict=True):
        first = {len(stage.undealt): stage for stage in reversed(stages) if stage.sets}
        yield from (stage for undealt, stage in first.items() if declared <= undealt <= d)


def stage_nodes(stage: Stage) -> int:
    """The number of nodes in the search for partitions at a stage."""
    return nodes(stage.table.union(stage.undealt))


EVIDENCE: dict[str, Gather] = {"E4.cost": cost}
