"""When a plane is likely and when it is certain: growth with n, one half, and 54 cards without a plane (A13, A14)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from setlab.counting import count_flats
from setlab.exact.no_set import exact_no_set
from setlab.exact.plane_tables import exact_planes
from setlab.geometry import CardSet
from setlab.reproduce.abrahamsen_eriksen.simulations_odds import all_planes, exact_odds
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Check, Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.listings import card_text
from setlab.reproduce.runner import Runner
from setlab.sources import Claim, find_claim
from setlab.stats import read_printed

COMMAND = "setlab exact planes"


def what_increases(claim: Claim, runner: Runner) -> Statement:
    """The graph is about planes, not SETs; the probability of a plane increases strictly from 8 to 55 cards."""
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
        why="the graph shows the probability of a plane. A collection without a plane stays so when a card is taken "
        "away, so the probability never falls; and it rises with each card from 8 to 55",
        commands=(COMMAND,),
    )


def always_a_plane(claim: Claim, runner: Runner) -> Statement:
    """Fifty-four cards without a plane refute it."""
    largest = exact_planes(4).largest
    return Statement(
        checks=(
            check(
                f"every {claim.data['cards']} cards and more contain a plane",
                f"{{}} collection of {len(largest)} cards",
                [largest],
                lambda cards: len(cards) < claim.data["cards"] or bool(planes_within(cards)),
                lambda cards: (
                    f"{len(cards)} cards that contain none of the {count_flats(2):,} planes: "
                    + " ".join(map(card_text, sorted(cards)))
                ),
            ),
        ),
        why=f"{len(largest)} cards are shown to contain no plane, plane by plane. That every {len(largest) + 1} cards "
        "contain one is not checked here: it is what `setlab exact planes --verify` proves by search",
        exact=f"at least {len(largest) + 1}",
        commands=("setlab exact planes --verify",),
    )


def half(claim: Claim, runner: Runner) -> Figures:
    """The fewest cards that contain a plane with probability above one half."""
    needed = next(n for n in range(82) if exact_odds(n) > Fraction(1, 2))
    below, above = (100 * float(exact_odds(n)) for n in (needed - 1, needed))
    return Figures(
        values=dict.fromkeys(claim.figures, needed),
        why=f"{below:.3f} % with {needed - 1} cards and {above:.3f} % with {needed}; both are exact, and the "
        "probability never falls",
        commands=(COMMAND,),
    )


def planes_within(cards: CardSet) -> list[CardSet]:
    """The planes whose nine cards are all among these."""
    return [plane for plane in all_planes() if plane <= cards]


def _probability_of_set(cards: int) -> Fraction:
    none = exact_no_set(4).probability(cards)
    assert none is not None
    return 1 - none


def _never_decreases() -> Check:
    table = exact_planes(4).table
    known = [n for n, count in enumerate(table.counts) if count is not None]
    return check(
        "the probability of a plane never falls",
        "all {} steps between numbers of cards with an exact probability",
        pairwise(known),
        lambda step: exact_odds(step[0]) <= exact_odds(step[1]),
    )


def _strictly_increases() -> Check:
    """With eight cards of a plane in a collection without one, the ninth makes a plane of a part of any size."""
    largest = exact_planes(4).largest
    nearly = [plane for plane in all_planes() if len(plane & largest) == 8]
    return check_fact(
        "from 8 to 55 cards one more card increases it",
        f"{len(nearly)} planes of which {len(largest)} cards without a plane have all cards but one",
        bool(nearly) and not planes_within(largest),
    )


ANSWERS: dict[str, Gather] = {"A13.increases": what_increases, "A14.plane": always_a_plane, "A13.half": half}
