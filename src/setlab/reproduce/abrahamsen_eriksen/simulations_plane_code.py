"""The printed programs that look for planes: what they compute, and what the thesis says that they do (A13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from setlab.exact.set_tables import exact_sets
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.simulations_odds import all_planes
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.listings import (
    FOUND_FOR_EACH_PLANE,
    card_text,
    count_planes,
    count_planes_undivided,
    is_set,
    nine_cards,
    simulate_planes,
)
from setlab.reproduce.runner import Runner
from setlab.sources import Claim, find_claim

DEALS = 4


def twelve_sets(claim: Claim, runner: Runner) -> Statement:
    """As many collections of nine cards have twelve SETs as there are planes, and every plane has twelve."""
    space, planes = Space(4), all_planes()
    cards, sets = claim.data["cards"], claim.data["sets"]
    distribution = exact_sets(cards).distribution or {}
    most = max(find_claim("A13.table11").numbers())
    return Statement(
        checks=(
            check("a plane has 12 SETs", "all {} planes", planes, lambda plane: len(space.sets(plane)) == sets),
            check_fact(
                "no other nine cards have 12",
                f"{distribution.get(sets, 0):,} collections of {cards} cards with {sets} SETs, {len(planes):,} planes",
                distribution.get(sets) == len(planes),
            ),
        ),
        why="twelve SETs use all 36 pairs of nine cards, so that the third card to any two is among them. "
        f"In {most} cards there are {comb(most, cards):,} subsets of nine, but {comb(most, 3):,} of three",
        commands=("setlab exact sets --cards 9",),
    )


def four_steps(claim: Claim, runner: Runner) -> Statement:
    """From any three cards that are no SET the steps of `tryWith` reach the nine cards of a plane."""
    planes = {frozenset(map(card_text, plane)) for plane in all_planes()}
    return Statement(
        checks=(
            check(
                "the nine computed cards are a plane",
                "all {} triples of cards that are no SET",
                triples_without_a_set(),
                lambda three: frozenset(nine_cards(*three)) in planes,
                ", ".join,
            ),
        ),
        why="three cards that are no SET lie in exactly one plane, and it is the one that the steps compute",
    )


def pair_returned(claim: Claim, runner: Runner) -> Statement:
    """`OneSimulation` returns the number of runs with a plane; main4.py makes it a percentage."""
    plane = list(map(card_text, all_planes()[0]))
    number, _ = simulate_planes([plane] * DEALS)
    return Statement(
        checks=(
            check_fact("result[0] is a percentage", f"{number} for {DEALS} runs that all have a plane", number == 100),
        ),
        corrected=(
            check_fact("result[0] is the number of runs with a plane", f"{number} of {DEALS}", number == DEALS),
        ),
        why="the function returns planeCount; main4.py multiplies it by 100/n when it prints",
    )


def planes_counted(claim: Claim, runner: Runner) -> Statement:
    """Without the division by 72 of the first listing, the second one counts each plane 72 times."""
    planes = [list(map(card_text, plane)) for plane in all_planes()]
    triples = sum(1 for _ in triples_without_a_set())
    return Statement(
        checks=(
            check(
                "countPlanes returns the number of planes",
                "{} planes",
                planes,
                lambda plane: count_planes_undivided(plane) == 1,
                lambda plane: f"{count_planes_undivided(plane)} for the nine cards of one plane",
            ),
        ),
        corrected=(
            check(
                "divided by 72 it is the number of planes",
                "all {} planes",
                planes,
                lambda plane: count_planes(plane) == 1,
            ),
            check_fact(
                "each triple that is no SET is met in one plane",
                f"{triples:,} triples and {len(planes):,} planes",
                triples == FOUND_FOR_EACH_PLANE * len(planes),
            ),
        ),
        why="the first listing divides by 72, the second does not. In the copy used here the first listing of tryWith "
        "ends without its last line, return True, which the second has",
    )


def triples_without_a_set() -> Iterator[tuple[str, str, str]]:
    """All triples of cards that are no SET."""
    return (three for three in combinations(map(card_text, range(81)), 3) if not is_set(*three))


ANSWERS: dict[str, Gather] = {
    "A13.twelve": twelve_sets,
    "A13.steps": four_steps,
    "A13.pair": pair_returned,
    "A13.count": planes_counted,
}
