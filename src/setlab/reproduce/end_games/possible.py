"""Which numbers of cards can be left: the sum argument, caps, and a game for each number (C4)."""

from __future__ import annotations

from setlab.caps import check as check_cap
from setlab.caps import find, known
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space
from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Answer, Bounds, Check, Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.referee import breach
from setlab.reproduce.runner import Runner
from setlab.reproduce.witness import game_leaving
from setlab.reproduce.zero_sums import sum_argument
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim

DECK = 81
LISTED = (3, 4)
"""The dimensions in which all caps are listed, so that the largest is known by computing."""


def largest_caps(claim: Claim, runner: Runner) -> Figures:
    """Constructed caps, and proved bounds: where all caps can be listed, there is none larger."""
    dimensions = list(claim.numbers())
    cited = [known(d).source for d in dimensions if d not in LISTED]
    return Figures(
        values={str(d): Bounds(_constructed(d), _most(d)) for d in dimensions},
        why="All caps of three and four dimensions are listed here up to symmetry, which proves their largest size."
        + "".join(
            " In five dimensions we have a cap of 45 cards and the proof that no cap has more than "
            f"{_most(5)}; that none has more than 45 is cited, not proved here ({source})."
            for source in cited
        ),
        commands=tuple(
            f"setlab exact no-set --dimension {d} --recompute" if d in LISTED else f"setlab caps find --dimension {d}"
            for d in dimensions
        ),
    )


def most_by_hyperplanes(d: int, smaller: int) -> int:
    """An upper bound on the caps of d dimensions, if those of d − 1 dimensions have at most `smaller` cards.

    Let M be `smaller`, A a cap of m cards, and f(u) the sum of ω^(u·x) over the x in A, ω being a third root of unity.
    If a + b + c = 0 in A, the three are equal, so that the f(u)³ over all u ≠ 0 add up to 3^d·m − m³, and the |f(u)|²
    to 3^d·m − m². Three parallel hyperplanes hold h₀, h₁, h₂ ≤ M of the cards; as 1 + ω + ω² = 0, f(u) is
    −Σ (M − hᵢ)ωⁱ, and |f(u)| ≤ 3M − m. Hence m² − 3^d ≤ (3M − m)(3^d − m).

    >>> most_by_hyperplanes(3, 4), most_by_hyperplanes(4, 9), most_by_hyperplanes(5, 20)
    (9, 21, 48)
    """
    cards = 3**d
    return max(m for m in range(3 * smaller + 1) if m * m - cards <= (3 * smaller - m) * (cards - m))


def last_three(claim: Claim, runner: Runner) -> Statement:
    """SETs and the deck sum to 0, and three cards with sum 0 are a SET."""
    return Statement(
        checks=(*sum_argument(), _tried(4)),
        why="The deck and every SET sum to 0 in each property, modulo 3. So the three cards that remain sum to 0 too, "
        "and three values that sum to 0 are all the same or all different.",
    )


def proved(claim: Claim, runner: Runner) -> Answer:
    """The same argument in every dimension, because properties are added one by one."""
    return Answer(
        answer="proved, for every dimension: three cards are never left when the game goes on until there is no SET",
        checks=(*sum_argument(), _tried(3)),
        why="Each SET sums to 0 in every property modulo 3, and so does the deck, in which each value comes 3^(d−1) "
        "times. Hence what is left does; and three cards with sum 0 are a SET. Nothing here depends on the dimension.",
        commands=("setlab checksum 000 011 022 --dimension 3",),
    )


def possible_numbers(claim: Claim, runner: Runner) -> Statement:
    """Every number of cards from 0 to 81: impossible by proof, or left by a game that keeps the rules."""
    listed, most = claim.data["possible"], _most(4)
    return Statement(
        checks=(
            *sum_argument(),
            check(
                "a number of cards can be left exactly if it is listed",
                f"all {{}} numbers from 0 to {DECK}",
                range(DECK + 1),
                lambda number: (number in listed) == _can_be_left(number, most, runner.seed),
            ),
        ),
        why=f"What is left is a multiple of 3, not 3 itself, and holds no SET, so that it has at most {most} cards. "
        "For each of the six numbers there is a game that leaves so many; that for 18 is constructed.",
        commands=("setlab exact no-set --recompute",),
    )


def _can_be_left(number: int, most: int, seed: int) -> bool:
    """False where a proof forbids it; otherwise whether a game was found."""
    if number % 3 or number == 3 or number > most:
        return False
    constructed = game_leaving_most()
    if number == len(replay(constructed).cards):
        return breach(constructed) is None
    _, found = game_leaving(number, seed)
    return breach(found.events) is None and found.leftover == number


def _constructed(d: int) -> int:
    """The size of the cap that is constructed; 0 if it is none."""
    cap = find(d)
    return len(cap) if check_cap(cap, d).is_cap else 0


def _most(d: int) -> int:
    """The size of the largest cap, computed from the orbits; where they are too many, an upper bound."""
    if d in LISTED:
        return exact_no_set(d, recompute=True).largest or 0
    return most_by_hyperplanes(d, _most(d - 1))


def _tried(d: int) -> Check:
    """Three cards with sum 0, one after the other."""
    space = Space(d)
    pairs = ((a, b) for a in space for b in range(a))
    thirds = ((a, b, space.negative(space.add(a, b))) for a, b in pairs)
    return check(
        f"three different cards with sum 0 are a SET in {d} dimensions",
        "all {} such triples",
        ((a, b, c) for a, b, c in thirds if c < b),
        lambda cards: space.is_line(*cards),
    )


ANSWERS: dict[str, Gather] = {
    "C4.cap": largest_caps,
    "C4.caps": largest_caps,
    "C4.last": last_three,
    "C4.proof": proved,
    "C4.leftovers": possible_numbers,
}
