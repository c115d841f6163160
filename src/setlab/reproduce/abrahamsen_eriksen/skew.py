"""SETs without a common card that are not parallel: 7.2 says that there are some, 7.3 forgets them (A8)."""

from __future__ import annotations

from setlab.reproduce.abrahamsen_eriksen.deck import THESIS
from setlab.reproduce.abrahamsen_eriksen.lines import Line, all_lines, pairs, two
from setlab.reproduce.abrahamsen_eriksen.notation import spoken
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim


def skew(claim: Claim, runner: Runner) -> Statement:
    """Some SETs have no card in common and are not parallel."""
    one, other = skew_pair()
    return Statement(
        checks=(
            check_fact(
                "SETs without a common card that are not parallel",
                two((one, other)),
                one.misses(other) and not one.in_plane_apart(other),
            ),
        ),
        why=_numbers(one),
        commands=(_command(one, other),),
    )


def disjoint(claim: Claim, runner: Runner) -> Statement:
    """SETs without a common card need not be parallel."""
    one, other = skew_pair()
    return Statement(
        checks=(
            check(
                "SETs without a common card are parallel",
                "all {} pairs of SETs without a common card",
                (pair for pair in pairs() if pair[0].misses(pair[1])),
                lambda pair: pair[0].directions == pair[1].directions,
                lambda pair: f"{two(pair)} have no card in common and different directions",
            ),
        ),
        why=f"{_numbers(one)} The section itself begins with the right definition: in the same plane.",
        commands=(_command(one, other),),
    )


def skew_pair() -> tuple[Line, Line]:
    """The first two SETs that have no card in common and lie in no common plane."""
    return next(pair for pair in pairs() if pair[0].misses(pair[1]) and not pair[0].planes & pair[1].planes)


def _numbers(line: Line) -> str:
    apart = [other for other in all_lines() if line.misses(other)]
    parallel = sum(line.in_plane_apart(other) for other in apart)
    return (
        f"Of the {len(apart)} SETs that have no card of {spoken(line.cards)}, {parallel} are parallel to it and "
        f"{len(apart) - parallel} are skew."
    )


def _command(one: Line, other: Line) -> str:
    return f"setlab parallel {' '.join(THESIS.digits(card) for card in (*one.cards, *other.cards))}"


ANSWERS: dict[str, Gather] = {"A8.skew": skew, "A8.disjoint": disjoint}
