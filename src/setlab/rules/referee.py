"""The referee: how many cards are to be dealt, and whether a claim is right."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.arguments import checked
from setlab.geometry import Pattern
from setlab.rules.events import Claim, Reject
from setlab.rules.table import Table


@checked
def cards_due(table: Table) -> int:
    """The number of cards that the standard rules deal now: to begin, to refill, or because there is no SET.

    >>> from setlab.rules import Deal, replay
    >>> cards_due(replay([])), cards_due(replay([Deal(tuple(range(12)))]))
    (12, 0)
    """
    due = cards_to_refill(table)
    return due if due or table.sets() else min(table.rules.n, table.undealt)


@checked
def cards_to_refill(table: Table) -> int:
    """The number of cards that the standard rules deal, whether there is a SET or not: to begin, or to refill.

    >>> from setlab.rules import Claim, Deal, replay
    >>> deal = Deal(tuple(range(12)))
    >>> cards_to_refill(replay([])), cards_to_refill(replay([deal])), cards_to_refill(replay([deal, Claim((0, 1, 2))]))
    (12, 0, 3)
    """
    rules = table.rules
    if not table.slots:
        return min(rules.table, table.undealt)
    return min(rules.n, table.undealt) if len(table.cards) < rules.table else 0


@checked
def judge(table: Table, cards: Sequence[int], player: str = "") -> Claim | Reject:
    """The event that follows a claim: a `Claim` if it is right, else a `Reject` with the reason.

    >>> from setlab.rules import Deal, replay
    >>> table = replay([Deal(tuple(range(12)))])
    >>> judge(table, (0, 1, 2))
    Claim(cards=(0, 1, 2), player='')
    >>> judge(table, (0, 1, 3)).reason
    'property 3 and property 4 are neither all the same nor all different'
    """
    claimed, n = tuple(cards), table.rules.n
    if len(set(claimed)) != n:
        return Reject(claimed, player, f"a SET has {n} different cards, not {len(set(claimed))}")
    if missing := [card for card in claimed if card not in table.cards]:
        return Reject(claimed, player, f"card {missing[0]} does not lie on the table")
    patterns = table.rules.deck.patterns(claimed)
    spoiling = [f"property {i}" for i, pattern in enumerate(patterns, 1) if pattern is Pattern.NEITHER]
    if spoiling:
        verb = "are" if len(spoiling) > 1 else "is"
        return Reject(claimed, player, f"{' and '.join(spoiling)} {verb} neither all the same nor all different")
    return Claim(claimed, player)


@checked
def judge_no_set(table: Table, player: str = "") -> Reject | None:
    """None if the claim that there is no SET on the table is right, else a `Reject` without cards.

    >>> from setlab.rules import Deal, replay
    >>> judge_no_set(replay([Deal((0, 1, 2))])).reason, judge_no_set(replay([Deal((0, 1, 3))]))
    ('there is a SET on the table', None)
    """
    return Reject((), player, "there is a SET on the table") if table.sets() else None
