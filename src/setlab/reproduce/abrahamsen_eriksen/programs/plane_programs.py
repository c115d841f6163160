"""The printed programs about planes: what they compute, and what the thesis says about them (A13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from setlab.exact.sets import exact_sets
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import all_planes
from setlab.reproduce.abrahamsen_eriksen.programs.listings import (
    FOUND_FOR_EACH_PLANE,
    card_text,
    count_planes,
    count_planes_undivided,
    is_set,
    nine_cards,
    simulate_planes,
)
from setlab.reproduce.judging import Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim

DEALS = 4


def twelve_sets(claim: Claim, runner: Runner) -> Statement:
    """The collections of nine cards with twelve SETs are exactly the planes, by counting both."""
    space, planes = Space(4), all_planes()
    cards, sets = claim.data["cards"], claim.data["sets"]
    distribution = exact_sets(cards).distribution or {}
    most = max(find_claim("A13.table11").numbers())
    return Statement(
        checks=(
            check("a plane contains 12 SETs", "all {} planes", planes, lambda plane: len(space.sets(plane)) == sets),
            check_fact(
                "no other nine cards contain 12 SETs",
                f"{distribution.get(sets, 0):,} collections of {cards} cards with {sets} SETs, {len(planes):,} planes",
                distribution.get(sets) == len(planes),
            ),
        ),
        why=f"Twelve SETs use all 36 pairs of nine cards; hence the third card of any two is among them. Among {most} "
        f"cards there are {comb(most, cards):,} subsets of nine cards, but only {comb(most, 3):,} of three.",
        commands=("setlab exact sets --cards 9",),
    )


def four_steps(claim: Claim, runner: Runner) -> Statement:
    """From any three cards that are not a SET, the steps of `tryWith` lead to the nine cards of a plane."""
    planes = {frozenset(map(card_text, plane)) for plane in all_planes()}
    return Statement(
        checks=(
            check(
                "the nine computed cards form a plane",
                "all {} triples of cards that are not a SET",
                triples_without_a_set(),
                lambda three: frozenset(nine_cards(*three)) in planes,
                ", ".join,
            ),
        ),
        why="Three cards that are not a SET lie in exactly one plane, which the steps compute.",
    )


def pair_returned(claim: Claim, runner: Runner) -> Statement:
    """`OneSimulation` returns the number of runs with a plane; main4.py converts it to a percentage."""
    plane = list(map(card_text, all_planes()[0]))
    number, _ = simulate_planes([plane] * DEALS)
    return Statement(
        checks=(
            check_fact(
                "result[0] is a percentage", f"{number} for {DEALS} runs that all contain a plane", number == 100
            ),
        ),
        corrected=(
            check_fact("result[0] is the number of runs with a plane", f"{number} of {DEALS}", number == DEALS),
        ),
        why="The function returns planeCount; main4.py multiplies it by 100/n when printing.",
    )


def planes_counted(claim: Claim, runner: Runner) -> Statement:
    """The second listing lacks the division by 72 of the first, and so counts each plane 72 times."""
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
                "divided by 72, the result is the number of planes",
                "all {} planes",
                planes,
                lambda plane: count_planes(plane) == 1,
            ),
            check_fact(
                "each triple that is not a SET lies in one plane",
                f"{triples:,} triples and {len(planes):,} planes",
                triples == FOUND_FOR_EACH_PLANE * len(planes),
            ),
        ),
        why="The first listing divides by 72, the second does not. In the copy used here the first listing of tryWith "
        "lacks its last line, return True, which the second has.",
    )


def triples_without_a_set() -> Iterator[tuple[str, str, str]]:
    """The triples of cards that are not a SET."""
    return (three for three in combinations(map(card_text, range(81)), 3) if not is_set(*three))


EVIDENCE: dict[str, Gather] = {
    "A13.twelve": twelve_sets,
    "A13.steps": four_steps,
    "A13.pair": pair_returned,
    "A13.count": planes_counted,
}
