"""Cubes: their SETs and planes within and across three layers, and the deck as three cubes (A9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from setlab.geometry import CardSet, cube, frame_of, k_flats, parallel_class
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, all_sets, sets_among
from setlab.reproduce.abrahamsen_eriksen.geometry.planes import all_planes
from setlab.reproduce.judging import Figures, Statement, check
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


class Inside(NamedTuple):
    """The contents of a cube: cards, layers that are planes, SETs and planes within and across layers."""

    cards: int
    layers: int
    sets_within: int
    sets_across: int
    planes_across: int
    other_planes: int


def inside(cards: frozenset[int]) -> Inside:
    """The contents of a cube, by listing.

    >>> inside(frozenset(range(27)))
    Inside(cards=27, layers=3, sets_within=36, sets_across=81, planes_across=36, other_planes=0)
    """
    a, b, c, d = frame_of(sorted(cards))
    layers = [frozenset(card for row in layer for card in row) for layer in cube(a, b, c, d)]
    sets = {line for line in _lines() if line <= cards}
    planes = {plane for plane in all_planes() if plane <= cards}
    across = [plane for plane in planes if all(plane & layer in sets for layer in layers)]
    return Inside(
        cards=len(cards),
        layers=sum(layer in planes for layer in layers),
        sets_within=sum(any(line <= layer for layer in layers) for line in sets),
        sets_across=sum(all(len(line & layer) == 1 for layer in layers) for line in sets),
        planes_across=len(across),
        other_planes=len(planes) - len(across) - sum(layer in planes for layer in layers),
    )


@cache
def _lines() -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, all_sets()))


def cubes(claim: Claim, runner: Runner) -> Figures:
    """The numbers of cards, SETs and planes, which are the same for all cubes."""
    (found,) = {inside(frozenset(flat)) for flat in k_flats(3)}
    (in_plane,) = {sets_among(plane) for plane in all_planes()}
    sets = found.sets_within + found.sets_across
    values = (
        found.cards,
        sets,
        Fraction(sets, in_plane),
        found.sets_within,
        found.sets_across,
        found.layers,
        found.planes_across,
        found.layers + found.planes_across + found.other_planes,
    )
    return Figures(
        values=dict(zip(claim.figures, values, strict=True)),
        why="All 120 cubes were listed. A SET lies in one layer or has a card in each; a plane is a layer or meets "
        "each layer in a SET.",
        commands=("setlab cube --notation thesis 0000 1000 0100 0010", "setlab count --dimension 3"),
    )


def whole_deck(claim: Claim, runner: Runner) -> Statement:
    """A cube and its two parallel cubes make up the deck."""
    return Statement(
        checks=(check("three parallel cubes make up the deck", "all {} cubes", k_flats(3), _three_are_the_deck, str),),
        why="Each cube has two parallel cubes, and the three contain each of the 81 cards once.",
        commands=("setlab count",),
    )


def _three_are_the_deck(flat: CardSet) -> bool:
    cubes = parallel_class(flat)
    return len(cubes) == 3 and sorted(card for each in cubes for card in each) == list(SPACE)


EVIDENCE: dict[str, Gather] = {"A9.cubes": cubes, "A9.deck": whole_deck}
