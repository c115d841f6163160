"""From which n a plane is likely, and from which it is certain: one half, and 54 cards without a plane (A13, A14)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from setlab.counting import count_flats
from setlab.exact.no_set import exact_no_set
from setlab.exact.planes import exact_planes
from setlab.geometry import CardSet
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import all_planes
from setlab.reproduce.abrahamsen_eriksen.programs.listings import card_text
from setlab.reproduce.abrahamsen_eriksen.simulations.plane_odds import exact_odds
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim
from setlab.stats import read_printed

COMMAND = "setlab exact planes"


def what_increases(claim: Claim, runner: Runner) -> Statement:
    """The graph shows planes, not SETs; the probability of a plane increases strictly from 8 to 55 cards."""
    table = {n: read_printed(text) for n, text in find_claim("A13.table11").numbers().items()}
    return Statement(
        checks=(
            check(
                "the graph and table 11 show the probability of a SET",
                "all {} rows of table 11",
                table,
                lambda n: table[n].low <= _probability_of_set(n) <= table[n].high,
                lambda n: (
                    f"{n} cards contain a SET with probability {100 * float(_probability_of_set(n)):.4f} %, "
                    f"where {table[n].text} is printed"
                ),
            ),
        ),
        corrected=(_never_decreases(), _strictly_increases()),
        why="The graph shows the probability of a plane. Removing a card from a collection without a plane creates "
        "none, so the probability never decreases; from 8 to 55 cards it increases with each card.",
        commands=(COMMAND,),
    )


def always_a_plane(claim: Claim, runner: Runner) -> Statement:
    """A collection of 54 cards without a plane refutes the guess."""
    largest = exact_planes(4).largest
    return Statement(
        checks=(
            check(
                f"every collection of {claim.data['cards']} or more cards contains a plane",
                f"{{}} collection of {len(largest)} cards",
                [largest],
                lambda cards: len(cards) < claim.data["cards"] or bool(planes_within(cards)),
                lambda cards: (
                    f"{len(cards)} cards that contain none of the {count_flats(2):,} planes: "
                    + " ".join(map(card_text, sorted(cards)))
                ),
            ),
        ),
        why=f"A collection of {len(largest)} cards is checked against every plane and contains none. That every "
        f"collection of {len(largest) + 1} cards contains a plane is not checked here; `setlab exact planes --verify` "
        "proves it by search.",
        exact=f"at least {len(largest) + 1}",
        commands=("setlab exact planes --verify",),
    )


def half(claim: Claim, runner: Runner) -> Figures:
    """The smallest n for which n cards contain a plane with probability above 1/2."""
    needed = next(n for n in range(82) if exact_odds(n) > Fraction(1, 2))
    below, above = (100 * float(exact_odds(n)) for n in (needed - 1, needed))
    return Figures(
        values=dict.fromkeys(claim.figures, needed),
        why=f"The probability is {below:.3f} % for {needed - 1} cards and {above:.3f} % for {needed}; both values are "
        "exact, and the probability never decreases.",
        commands=(COMMAND,),
    )


def planes_within(cards: CardSet) -> list[frozenset[int]]:
    """The planes contained in a collection of cards."""
    return [plane for plane in all_planes() if plane <= cards]


def _probability_of_set(cards: int) -> Fraction:
    none = exact_no_set(4).probability(cards)
    assert none is not None
    return 1 - none


def _never_decreases() -> Check:
    table = exact_planes(4).table
    known = [n for n, count in enumerate(table.counts) if count is not None]
    return check(
        "the probability of a plane never decreases",
        "all {} steps between consecutive n with exact probabilities",
        pairwise(known),
        lambda step: exact_odds(step[0]) <= exact_odds(step[1]),
    )


def _strictly_increases() -> Check:
    """Some plane-free collection has eight cards of a plane: any part with these eight gains a plane by the ninth."""
    largest = exact_planes(4).largest
    nearly = [plane for plane in all_planes() if len(plane & largest) == 8]
    return check_fact(
        "from 8 to 55 cards one more card increases the probability",
        f"{len(nearly)} planes that share all cards but one with a plane-free collection of {len(largest)} cards",
        bool(nearly) and not planes_within(largest),
    )


EVIDENCE: dict[str, Gather] = {"A13.increases": what_increases, "A14.plane": always_a_plane, "A13.half": half}
