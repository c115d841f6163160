"""The numbers of cards that can be left: the sum argument, caps, and a game for each number (C4)."""

from __future__ import annotations

from setlab.caps import check as check_cap
from setlab.caps import find, known, most_by_characters
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space
from setlab.reproduce.judging import Answer, Bounds, Check, Figures, Statement, check
from setlab.reproduce.methods.standard_referee import breach
from setlab.reproduce.methods.witness import game_leaving
from setlab.reproduce.methods.zero_sums import sum_argument
from setlab.reproduce.running import Gather, Runner
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim

DECK = 81
LISTED = (3, 4)
"""The dimensions in which all caps are listed, which proves the size of the largest."""


def largest_caps(claim: Claim, runner: Runner) -> Figures:
    """Constructed caps, and proved upper bounds, which are sharp where all caps are listed."""
    dimensions = list(claim.numbers())
    cited = [known(d).source for d in dimensions if d not in LISTED]
    return Figures(
        values={str(d): Bounds(_constructed(d), _most(d)) for d in dimensions},
        why="All caps in three and four dimensions are listed here up to symmetry, which proves the maximum size."
        + "".join(
            " In five dimensions we construct a cap of 45 cards and prove that no cap has more than "
            f"{_most(5)} cards; that none has more than 45 is cited, not proved here ({source})."
            for source in cited
        ),
        commands=tuple(
            f"setlab exact no-set --dimension {d} --recompute" if d in LISTED else f"setlab caps find --dimension {d}"
            for d in dimensions
        ),
    )


def last_three(claim: Claim, runner: Runner) -> Statement:
    """The deck and all SETs sum to 0, and three cards with sum 0 form a SET."""
    return Statement(
        checks=(*sum_argument(), _tried(4)),
        why="The deck and every SET sum to 0 modulo 3 in each property. So the three remaining cards sum to 0 as well, "
        "and three values with sum 0 are all the same or all different.",
    )


def proved(claim: Claim, runner: Runner) -> Answer:
    """The same argument holds in every dimension, because properties are added separately."""
    return Answer(
        answer="proved for every dimension: three cards are never left if the game goes on until there is no SET",
        checks=(*sum_argument(), _tried(3)),
        why="Each SET sums to 0 modulo 3 in every property, and so does the deck, in which each value occurs 3^(d−1) "
        "times. Hence the cards left sum to 0, and three cards with sum 0 form a SET. The argument does not depend on "
        "d.",
        commands=("setlab checksum --notation endgame --dimension 3 000 011 022",),
    )


def possible_numbers(claim: Claim, runner: Runner) -> Statement:
    """Every number of cards from 0 to 81 is impossible by proof, or left by a game that follows the rules."""
    listed, most = claim.data["possible"], _most(4)
    return Statement(
        checks=(
            *sum_argument(),
            check(
                "n cards can be left if and only if n is listed",
                f"all {{}} numbers from 0 to {DECK}",
                range(DECK + 1),
                lambda number: (number in listed) == _can_be_left(number, most, runner.seed),
            ),
        ),
        why=f"The number of cards left is a multiple of 3 other than 3, and at most {most}, since they contain no SET. "
        "For each of the six numbers there is a game that attains it; the game for 18 is constructed.",
        commands=("setlab exact no-set --recompute",),
    )


def _can_be_left(number: int, most: int, seed: int) -> bool:
    """False if the number is impossible by proof; otherwise True if a game attains it."""
    if number % 3 or number == 3 or number > most:
        return False
    constructed = game_leaving_most()
    if number == len(replay(constructed).cards):
        return breach(constructed) is None
    _, found = game_leaving(number, seed)
    return breach(found.events) is None and found.leftover == number


def _constructed(d: int) -> int:
    """The size of the constructed cap; 0 if it is not a cap."""
    cap = find(d)
    return len(cap) if check_cap(cap, d).is_cap else 0


def _most(d: int) -> int:
    """The size of the largest cap, from the list of all caps; an upper bound where there are too many."""
    if d in LISTED:
        return exact_no_set(d, recompute=True).largest or 0
    return most_by_characters(d, _most(d - 1))


def _tried(d: int) -> Check:
    """All triples of cards with sum 0 form SETs."""
    space = Space(d)
    pairs = ((a, b) for a in space for b in range(a))
    thirds = ((a, b, space.negative(space.add(a, b))) for a, b in pairs)
    return check(
        f"three different cards with sum 0 form a SET in {d} dimensions",
        "all {} such triples",
        ((a, b, c) for a, b, c in thirds if c < b),
        lambda cards: space.is_line(*cards),
    )


EVIDENCE: dict[str, Gather] = {
    "C4.cap": largest_caps,
    "C4.caps": largest_caps,
    "C4.last": last_three,
    "C4.proof": proved,
    "C4.leftovers": possible_numbers,
}
