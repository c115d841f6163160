"""Planes and cubes (A8, A9)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from setlab.geometry import CardSet, cube, frame_of, k_flats, parallel_class
from setlab.reproduce.abrahamsen_eriksen.counting import check_equations
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, cards_text, value_of
from setlab.reproduce.evidence import Figures, Statement, check
from setlab.reproduce.methods.game import all_sets, is_set, no_sets, sets_among, thirds
from setlab.reproduce.register import evidence
from setlab.sources import Claim

LETTERS = "ABCDEFGHI"
"""The nine cards of a plane, row by row."""


@cache
def all_planes() -> tuple[frozenset[int], ...]:
    """All planes of the deck."""
    return tuple(frozenset(flat) for flat in k_flats(2))


@evidence("A8.lines")
def lines() -> Statement:
    """The SETs are exactly the lines A, A + v, A + 2v of the four-dimensional space."""
    geometric = {
        tuple(sorted(SPACE.add(a, SPACE.multiply(factor, v)) for factor in range(3))) for a in SPACE for v in SPACE if v
    }
    return Statement(
        check("a SET is a line", "all {} SETs", all_sets(), geometric.__contains__, cards_text),
        check("a line is a SET", "all {} lines A, A + v, A + 2v", geometric, is_set, cards_text),
        why="All lines A, A + v, A + 2v were listed; they are the SETs by the rule of the game.",
        commands=("setlab count",),
    )


@evidence("A8.twelve")
def twelve_sets(claim: Claim) -> Statement:
    """The named triples are the lines of the 3×3 square; every plane is closed and contains twelve SETs."""
    printed = [frozenset(LETTERS.index(letter) for letter in letters) for letters in claim.data["sets"]]
    return Statement(
        check(
            "a triple of letters is named if and only if it is a line of the square",
            "all {} triples of the letters A to I",
            combinations(range(9), 3),
            lambda three: (frozenset(three) in printed) == in_line(three),
            lambda three: "".join(LETTERS[place] for place in three),
        ),
        check(
            "a plane contains the third card of any two of its cards",
            "all {} planes",
            all_planes(),
            lambda cards: all(thirds()[a][b] in cards for a, b in combinations(cards, 2)),
            cards_text,
        ),
        check(
            "a plane contains twelve SETs",
            "all {} planes",
            all_planes(),
            lambda cards: len(sets_among(cards)) == len(printed),
            cards_text,
        ),
        why="The card in row i and column j of a plane is A + i·u + j·v, hence three cards form a SET if and only if "
        "their rows and their columns sum to 0 modulo 3.",
        commands=("setlab plane --notation thesis 0000 1000 0100",),
    )


def in_line(places: tuple[int, ...]) -> bool:
    """True if the rows and the columns of three positions in the square sum to 0 modulo 3."""
    return sum(place // 3 for place in places) % 3 == 0 == sum(place % 3 for place in places) % 3


@evidence("A8.theorem3")
def theorem_3() -> Statement:
    """Three cards that are not a SET lie in exactly one plane, and the construction of the proof finds it."""
    planes = set(all_planes())
    holding = Counter(three for plane in planes for three in combinations(sorted(plane), 3))
    return Statement(
        check(
            "exactly one plane contains them",
            "all {} collections of three cards that are not a SET",
            no_sets(),
            lambda three: holding[three] == 1,
            cards_text,
        ),
        check(
            "the construction of the proof gives a plane",
            "all {} collections of three cards that are not a SET",
            no_sets(),
            lambda three: construct_plane(*three) in planes,
            cards_text,
        ),
        why="C is the third card of A and B, G of A and D, E of C and G, and so on: three cards determine all nine.",
        commands=("setlab plane --notation thesis 0000 1000 0100",),
    )


def construct_plane(a: int, b: int, d: int) -> frozenset[int]:
    """The nine cards A to I that the proof of theorem 3 constructs from A, B and D.

    >>> sorted(construct_plane(0, 1, 3))
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    third = thirds()
    c, g = third[a][b], third[a][d]
    e = third[c][g]
    f, h = third[d][e], third[b][e]
    return frozenset((a, b, c, d, e, f, g, h, third[g][h]))


@evidence("A8.planes")
def planes(claim: Claim) -> Figures:
    """The numbers of SETs in a plane, of ordered triples that are not a SET, and of planes, by listing."""
    (sets,) = {len(sets_among(plane)) for plane in all_planes()}
    values = (sets, 6 * len(no_sets()), len(all_planes()))
    return Figures(
        values=dict(zip(claim.figures, values, strict=True)),
        why="All planes and all triples of cards were listed.",
        commands=("setlab count", "setlab plane --notation thesis 0000 1000 0100"),
    )


@evidence("A8.equations")
def equations(claim: Claim) -> Statement:
    """The displayed equations, and the number of ways to choose three cards of a plane in order."""
    formula = claim.data["placings"]
    return Statement(
        check(
            f"a plane has {formula} ordered triples that are not a SET",
            "all {} planes",
            all_planes(),
            lambda plane: 9 * 8 * 7 - 6 * len(sets_among(plane)) == value_of(formula),
        ),
        check_equations(claim),
        why="All sides of each equation were evaluated as printed.",
        commands=("setlab count",),
    )


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


@evidence("A9.cubes")
def cubes(claim: Claim) -> Figures:
    """The numbers of cards, SETs and planes, which are the same for all cubes."""
    (found,) = {inside(frozenset(flat)) for flat in k_flats(3)}
    (in_plane,) = {len(sets_among(plane)) for plane in all_planes()}
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


@evidence("A9.deck")
def whole_deck() -> Statement:
    """A cube and its two parallel cubes make up the deck."""
    return Statement(
        check("three parallel cubes make up the deck", "all {} cubes", k_flats(3), _three_are_the_deck, str),
        why="Each cube has two parallel cubes, and the three contain each of the 81 cards once.",
        commands=("setlab count",),
    )


def _three_are_the_deck(flat: CardSet) -> bool:
    cubes = parallel_class(flat)
    return len(cubes) == 3 and sorted(card for each in cubes for card in each) == list(SPACE)
