"""Skew SETs: section 7.2 mentions them, section 7.3 overlooks them (A8)."""

from __future__ import annotations

from setlab.reproduce.abrahamsen_eriksen.deck import THESIS
from setlab.reproduce.abrahamsen_eriksen.geometry.lines import Line, all_lines, pairs, two
from setlab.reproduce.abrahamsen_eriksen.printed import spoken
from setlab.reproduce.judging import Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def skew(claim: Claim, runner: Runner) -> Statement:
    """Some disjoint SETs are not parallel."""
    one, other = skew_pair()
    return Statement(
        checks=(
            check_fact(
                "there are disjoint SETs that are not parallel",
                two((one, other)),
                one.misses(other) and not one.in_plane_apart(other),
            ),
        ),
        why=_numbers(one),
        commands=(_command(one, other),),
    )


def disjoint(claim: Claim, runner: Runner) -> Statement:
    """Disjoint SETs need not be parallel."""
    one, other = skew_pair()
    return Statement(
        checks=(
            check(
                "disjoint SETs are parallel",
                "all {} pairs of disjoint SETs",
                (pair for pair in pairs() if pair[0].misses(pair[1])),
                lambda pair: pair[0].directions == pair[1].directions,
                lambda pair: f"{two(pair)} are disjoint and have different directions",
            ),
        ),
        why=f"{_numbers(one)} The section itself begins with the correct definition, which asks for a common plane.",
        commands=(_command(one, other),),
    )


def skew_pair() -> tuple[Line, Line]:
    """The first two disjoint SETs that lie in no common plane."""
    return next(pair for pair in pairs() if pair[0].misses(pair[1]) and not pair[0].planes & pair[1].planes)


def _numbers(line: Line) -> str:
    apart = [other for other in all_lines() if line.misses(other)]
    parallel = sum(line.in_plane_apart(other) for other in apart)
    return (
        f"Of the {len(apart)} SETs that are disjoint from {spoken(line.cards)}, {parallel} are parallel to it and "
        f"{len(apart) - parallel} are skew."
    )


def _command(one: Line, other: Line) -> str:
    return f"setlab parallel --notation thesis {' '.join(THESIS.digits(card) for card in (*one.cards, *other.cards))}"


EVIDENCE: dict[str, Gather] = {"A8.skew": skew, "A8.disjoint": disjoint}
