"""Planes, hyperplanes and flats of the affine geometry (D1)."""

from __future__ import annotations

from itertools import combinations, permutations, product

from setlab.geometry import CardSet, Space, hyperplanes, span
from setlab.geometry.designs import affine, parallel_classes
from setlab.notation import find_notation
from setlab.reproduce.clark_fisk_goren.solutions import repeat_command
from setlab.reproduce.evidence import Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.methods.proofs import check_identity
from setlab.reproduce.register import evidence
from setlab.sources import Claim, find_claim

Direction = tuple[int, int]
DIRECTIONS: dict[Direction, str] = {(0, 1): "horizontal", (1, 0): "vertical", (1, 1): "falling", (1, 2): "rising"}
"""The steps, down and to the right, along the lines of the torus of three rows and three columns."""


def torus_lines() -> dict[Direction, set[tuple[int, ...]]]:
    """The lines of the torus of three rows and three columns by direction; a square is 3 · row + column.

    >>> sorted(torus_lines()[1, 1])
    [(0, 4, 8), (1, 5, 6), (2, 3, 7)]
    """
    return {(down, right): {_torus_line(square, down, right) for square in range(9)} for down, right in DIRECTIONS}


def _torus_line(square: int, down: int, right: int) -> tuple[int, ...]:
    row, column = divmod(square, 3)
    return tuple(sorted((row + i * down) % 3 * 3 + (column + i * right) % 3 for i in range(3)))


@evidence("D1.torus")
def torus(claim: Claim) -> Statement:
    """The sets are the lines of the torus, for every arrangement of rows and columns."""
    lines, board = set(affine(2, 3).blocks), set().union(*torus_lines().values())
    ways = list(product(permutations(range(3)), repeat=2))
    return Statement(
        check(
            "the sets among the nine cards are the rows, the columns and the wrapped diagonals",
            "all {} orders of the rows and columns",
            ways,
            lambda way: {_rearrange(line, *way) for line in lines} == board,
        ),
        why="A diagonal that leaves the square on one side re-enters it on the opposite side.",
        commands=(repeat_command(claim),),
    )


def _rearrange(line: tuple[int, ...], rows: tuple[int, ...], columns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(3 * rows[point // 3] + columns[point % 3] for point in line))


@evidence("D1.fixing")
def fixed_coordinates(claim: Claim) -> Statement:
    """The vectors with two coordinates fixed form 2-flats."""
    space = Space(4)
    ways = [(places, values) for places in combinations(range(4), 2) for values in product(range(3), repeat=2)]

    def vectors(way: tuple[tuple[int, int], tuple[int, ...]]) -> list[int]:
        (i, j), values = way
        return [card for card in space.cards if (space.coordinates(card)[i], space.coordinates(card)[j]) == values]

    return Statement(
        check(
            f"the {claim.data['points']} vectors form a flat with as many lines as AG(2, 3)",
            "all {} ways to fix two coordinates",
            ways,
            lambda way: _is_plane(vectors(way), claim.data["points"]),
        ),
        why="If two points agree in two coordinates, the third point of their line has the same coordinates there.",
        commands=(repeat_command(claim),),
    )


def _is_plane(cards: list[int], points: int) -> bool:
    lines = len(affine(2, 3).blocks)
    return len(cards) == points and set(span(cards)) == set(cards) and len(Space(4).sets(cards)) == lines


@evidence("D1.plane")
def example_6(claim: Claim) -> Statement:
    """The solid cards with one symbol are the vectors with two coordinates fixed, and form a plane."""
    antiset = find_notation("antiset")
    named = find_claim("D2.game").data["cards"].split()
    cards = [card for card in antiset.deck if set(named) <= set(antiset.words(card).values())]
    points = find_claim("D1.fixing").data["points"]
    coordinates = {(antiset.deck.coordinates(card)[0], antiset.deck.coordinates(card)[2]) for card in cards}
    return Statement(
        check_fact(
            "the nine cards form a plane",
            f"{len(cards)} cards, which are closed under third cards",
            _is_plane(cards, points),
        ),
        check_fact(
            "number and filling are fixed as printed",
            "the coordinates (n, f) = " + ", ".join(map(str, coordinates)),
            coordinates == {(claim.data["number"], claim.data["filling"])},
        ),
        why="The solid cards with one symbol are the vectors (1, c, 2, s).",
        commands=("setlab plane --notation antiset 1020 1021 1120",),
    )


@evidence("D1.span")
def spanning_lines(claim: Claim) -> Statement:
    """Every vector is a linear combination of two directions with nonzero determinant."""
    lines = [CardSet(line, Space(2)) for line in affine(2, 3).blocks]
    classes = [set(class_) for class_ in parallel_classes(2, 3)]
    crossing = [
        (a, b)
        for a, b in combinations(lines, 2)
        if not any(tuple(sorted(a)) in class_ and tuple(sorted(b)) in class_ for class_ in classes)
    ]
    return Statement(
        check_identity(
            "(ad − bc)p = (pd − bq)(a, c) + (aq − pc)(b, d), first coordinate",
            "a, b, c, d, p, q",
            2,
            lambda a, b, c, d, p, q: (a * d - b * c) * p - (p * d - b * q) * a - (a * q - p * c) * b,
        ),
        check_identity(
            "the same, second coordinate",
            "a, b, c, d, p, q",
            2,
            lambda a, b, c, d, p, q: (a * d - b * c) * q - (p * d - b * q) * c - (a * q - p * c) * d,
        ),
        check(
            "two nonparallel lines span the plane",
            "all {} pairs of nonparallel lines of AG(2, 3)",
            crossing,
            lambda pair: len(span([*pair[0], *pair[1]], Space(2))) == 9,
        ),
        why="In a plane, nonparallel lines have directions (a, c) and (b, d) with ad − bc ≠ 0. Dividing the identity "
        "by this determinant writes any vector (p, q) as a combination of the two. In three or more dimensions, two "
        "nonparallel lines can also be skew.",
        commands=(repeat_command(claim),),
    )


@evidence("D1.lines")
def lines_of_the_plane(claim: Claim) -> Figures:
    """The lines of AG(2,3) and their parallel classes, in the colours and shapes of Example 6."""
    lines, by_direction = affine(2, 3).blocks, torus_lines()
    classes = {len(class_) for class_ in parallel_classes(2, 3)}
    counts = {name: len(by_direction[direction]) for direction, name in DIRECTIONS.items()}
    diagonal = tuple(sorted(map(plane_point, claim.data["diagonal"])))
    named = {counts[name] for d, name in DIRECTIONS.items() if all(d)}
    shown = diagonal in by_direction[1, 1] | by_direction[1, 2]
    return Figures(
        values={
            "lines in a parallel class": _only(classes),
            "lines in AG(2, 3)": in_words(len(lines)),
            "horizontal lines": in_words(counts["horizontal"]),
            "vertical lines": in_words(counts["vertical"]),
            "lines in each diagonal direction": _only(named) if shown else "the named set is not diagonal",
        },
        why=f"The set named as an example, {', '.join(claim.data['diagonal'])}, is one of the diagonal lines.",
        commands=(repeat_command(claim),),
    )


def _only(counts: set[int]) -> str:
    return " or ".join(in_words(count) for count in sorted(counts))


def plane_point(name: str) -> int:
    """The point of AG(2,3) that corresponds to a solid card with one symbol, from its colour and shape.

    >>> plane_point("red squiggle"), plane_point("purple diamond")
    (0, 8)
    """
    card = find_notation("antiset").parse(f"{find_claim('D2.game').data['cards']} {name}")
    _, colour, _, shape = find_notation("antiset").deck.coordinates(card)
    return 3 * colour + shape


@evidence("D1.hyperplanes")
def fixed_attributes(claim: Claim) -> Statement:
    """On most hyperplanes no attribute is fixed."""
    space, every = Space(4), list(hyperplanes(Space(4)))
    fixed = [flat for flat in every if any(len({space.coordinates(card)[i] for card in flat}) == 1 for i in range(4))]
    sizes = {len(flat) for flat in every}
    return Statement(
        check_fact(
            f"a hyperplane has {claim.data['cards']} cards",
            f"all {len(every)} hyperplanes",
            sizes == {claim.data["cards"]},
        ),
        check_fact(
            "one attribute is fixed on a hyperplane",
            f"an attribute is fixed on only {len(fixed)} of the {len(every)} hyperplanes",
            len(fixed) == len(every),
        ),
        why="A hyperplane is the set of solutions of one linear equation, in which up to four attributes can occur. On "
        "the hyperplane number + color = 0, for instance, no attribute is fixed.",
        commands=(repeat_command(claim), "setlab count"),
    )


@evidence("D1.dimension")
def home_of_set() -> Figures:
    """The dimension of SET is the number of attributes."""
    attributes = find_notation("antiset").properties
    where = f"AG({len(attributes)}, {len(attributes[0].values)})"
    return Figures(
        values={"SET lives in": where},
        corrected={"SET lives in": where},
        why=f"SET has {len(attributes)} attributes and lives in {where}; AG(d, 3) is the space of the general game.",
        commands=("setlab cards --notation antiset",),
    )


@evidence("D1.scent")
def fifth_attribute(claim: Claim) -> Figures:
    """The number of cards with five attributes."""
    cards = len(
        {tuple(find_notation("antiset", claim.data["attributes"]).face(card).values()) for card in Space(5).cards}
    )
    return Figures(
        values={"cards of five attributes": cards},
        why="Every combination of values of the five attributes occurs on exactly one card.",
        commands=("setlab cards --notation antiset --dimension 5",),
    )
