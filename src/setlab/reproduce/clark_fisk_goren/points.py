"""Cards and vectors, points and lines: the deck, Table 2, Propositions 3 and 4, parallel lines (D1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement, permutations, product

from setlab.geometry import Deck, Space
from setlab.geometry.designs import affine
from setlab.geometry.fields import Field
from setlab.notation import find_notation
from setlab.notation.faces import PROPERTIES, SYNONYMS
from setlab.reproduce.clark_fisk_goren.solutions import CHECKED_ORDERS, repeat_command
from setlab.reproduce.evidence import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import same_or_different, sum_to_zero
from setlab.reproduce.methods.proofs import check_coordinates, check_identity
from setlab.reproduce.register import evidence
from setlab.sources import Claim

SPELLED = {"colour": "color"}
"""The attributes whose names the source spells differently."""


@evidence("D1.deck")
def deck(claim: Claim) -> Figures:
    """The attributes of the deck in the words of the source, and the number of different cards."""
    antiset = find_notation("antiset")
    printed = {name: figure.split() for name, figure in claim.figures.items()}
    rows = {
        SPELLED.get(p.name, p.name): _in_their_order(p.words, printed.get(SPELLED.get(p.name, p.name), []))
        for p in antiset.properties
    }
    faces = {tuple(antiset.words(card).values()) for card in antiset.deck}
    combined = set(product(*rows.values()))
    return Figures(
        values={name: " ".join(words) for name, words in rows.items()} | {"cards": len(faces & combined)},
        why="Every combination of the values in Table 1 occurs on exactly one card.",
        commands=("setlab cards --notation antiset",),
    )


def _in_their_order(words: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The words in the printed order, followed by those that are not printed.

    >>> _in_their_order(["3", "1", "2"], ["1", "2", "4"])
    ['1', '2', '3']
    """
    return sorted(words, key=lambda word: printed.index(word) if word in printed else len(printed))


@evidence("D1.definition")
def definition(claim: Claim) -> Statement:
    """The two phrasings agree, the example is a set, and the nonexample is not, whatever the other attributes."""
    antiset, space = find_notation("antiset"), Space(4)
    colours, shapes = (next(p.words for p in antiset.properties if p.name == name) for name in ("colour", "shape"))
    examples = [
        [antiset.parse(f"{claim.data['example']} {c} {s}") for c, s in zip(colours, order, strict=True)]
        for order in permutations(shapes)
    ]
    first, _, last = (_with_filling(word) for word in claim.data["nonexample"])
    nonexamples = [(a, b, c) for a, b in combinations(first, 2) for c in last]
    three_colours = [t for t in nonexamples if len({space.coordinates(card)[1] for card in t}) == 3]
    return Statement(
        check(
            "the two phrasings are equivalent",
            "all {} triples of values of an attribute",
            product(range(3), repeat=3),
            lambda values: same_or_different(values) == (2 not in Counter(values).values()),
        ),
        check(
            "solid cards with one symbol and with different colors and shapes form a set",
            "all {} such triples",
            examples,
            lambda cards: space.is_set(cards),
        ),
        check(
            "two solid cards and an open one are not a set",
            "all {} such triples",
            nonexamples,
            lambda t: not space.is_set(t),
        ),
        check_fact(
            "three different colors do not suffice for a set",
            f"{len(three_colours):,} of these triples have three different colors",
            bool(three_colours),
        ),
        why="Three cards fail to be a set if and only if two of them agree in some attribute and the third does not.",
        commands=(repeat_command(claim), "setlab check --notation antiset 1220 1121 1022"),
    )


def _with_filling(word: str) -> list[int]:
    antiset = find_notation("antiset")
    return [card for card in antiset.deck if antiset.words(card)["filling"] == word]


@evidence("D1.flats")
def one_flats(claim: Claim) -> Statement:
    """The sets of the game are exactly the 1-flats of AG(4,3)."""
    by_rule, lines = set(Deck(4, 3).sets(range(81))), set(affine(4, 3).blocks)
    return Statement(
        check(
            "three cards form a set if and only if they are a 1-flat",
            "all {} triples of cards",
            combinations(range(81), 3),
            lambda t: (t in by_rule) == (t in lines),
        ),
        check("a 1-flat has three points", "all {} 1-flats", lines, lambda line: len(line) == 3),
        why="The rule of the game and the geometry define the same triples; all triples were compared.",
        commands=(repeat_command(claim),),
    )


@evidence("D1.table2")
def table_2(claim: Claim) -> Statement:
    """Table 2 is the notation `antiset`, and maps vectors to cards bijectively."""
    antiset = find_notation("antiset")
    rows = [tuple(SYNONYMS.get(word, word) for word in words) for words in claim.data.values()]
    cards = Counter(tuple(row[x] for row, x in zip(rows, v, strict=True)) for v in product(range(3), repeat=4))
    return Statement(
        check(
            "each card corresponds to exactly one vector",
            "all {} cards of Table 1",
            product(*(PROPERTIES[p.name][:3] for p in antiset.properties)),
            lambda face: cards[face] == 1,
        ),
        check_fact(
            "Table 2 is the notation `antiset` of setlab",
            f"{sum(map(len, rows))} entries of the table",
            rows == [p.values for p in antiset.properties],
        ),
        why="Each row of the table lists the three values of its attribute once.",
        commands=(repeat_command(claim), "setlab cards --notation antiset"),
    )


MOST_POINTS = 100
"""Proposition 4 is also tried on every AG(d,q) with at most this number of points."""


@evidence("D1.example")
def example_2(claim: Claim) -> Statement:
    """The three vectors of Example 2 form a set."""
    antiset, space = find_notation("antiset"), Space(4)
    line = antiset.parse_all(claim.data["vectors"])
    attributes = zip(*(space.coordinates(card) for card in line), strict=True)
    return Statement(
        check("the values are all the same or all different", "all {} attributes", attributes, same_or_different),
        why="The three cards differ in all four attributes.",
        commands=(f"setlab check --notation antiset {' '.join(map(antiset.digits, line))}",),
    )


@evidence("D1.proposition3")
def proposition_3(claim: Claim) -> Statement:
    """Three different points sum to 0 if and only if they have the form h, h + x, h + 2x."""
    vectors, lines = [Space(4).coordinates(card) for card in range(81)], set(affine(4, 3).blocks)
    return Statement(
        check_coordinates("h + (h + x) + (h + 2x) = 0", "h, x", lambda h, x: (3 * h + 3 * x) % 3 == 0),
        check_coordinates(
            "a + b + c = 0 if and only if c = a + 2(b − a)",
            "a, b, c",
            lambda a, b, c: ((a + b + c) % 3 == 0) == (c == (2 * b - a) % 3),
        ),
        check_coordinates("a + a + c = 0 only if c = a", "a, c", lambda a, c: (2 * a + c) % 3 != 0 or c == a),
        check(
            "three cards form a set if and only if their vectors sum to 0",
            "all {} triples of cards",
            combinations(range(81), 3),
            lambda t: sum_to_zero([vectors[card] for card in t]) == (t in lines),
        ),
        check(
            "the four printed collections sum to 0, and no other does",
            "all {} collections of three values",
            combinations_with_replacement(range(3), 3),
            lambda values: (sum(values) % 3 == 0) == (list(values) in claim.data["collections"]),
        ),
        why="Points are added coordinate by coordinate, so it suffices to check the identities of the proof in one.",
        commands=(repeat_command(claim),),
    )


def only_line() -> Check:
    """A line that contains a and b has the points a + u(b − a); so it is the only line through a and b."""
    return check_identity(
        "with a = h + sx, b = h + tx: (t − s)(h + rx) = (t − s)a + (r − s)(b − a)",
        "h, x, r, s, t",
        2,
        lambda h, x, r, s, t: (t - s) * (h + r * x) - (t - s) * (h + s * x) - (r - s) * ((h + t * x) - (h + s * x)),
    )


@evidence("D1.proposition4")
def proposition_4(claim: Claim) -> Statement:
    """Two points lie on exactly one line, {a + u(b − a)}, in every dimension and over every field."""
    sizes = [(d, q) for q in CHECKED_ORDERS for d in range(1, 7) if q**d <= MOST_POINTS]
    in_sets = Counter(pair for line in affine(4, 3).blocks for pair in combinations(line, 2))
    return Statement(
        only_line(),
        check(
            "every pair of points lies on exactly one line",
            f"all {{}} geometries AG(d, q) with at most {MOST_POINTS} points, q ≤ {max(CHECKED_ORDERS)}",
            sizes,
            lambda size: _covers_pairs_once(*size),
            lambda size: "AG({}, {})".format(*size),
        ),
        check(
            "every pair of cards lies in exactly one set",
            "all {} pairs of cards",
            combinations(range(81), 2),
            lambda pair: in_sets[pair] == 1,
        ),
        why="Let the line h + rx contain a at r = s and b at r = t ≠ s. Dividing the identity by t − s shows that its "
        "points are a + u(b − a) with u = (r − s)/(t − s). As r runs through the field, so does u; hence a and b "
        "determine the line.",
        commands=(repeat_command(claim),),
    )


def _covers_pairs_once(d: int, q: int) -> bool:
    points = q**d
    pairs = Counter(pair for line in affine(d, q).blocks for pair in combinations(line, 2))
    return len(pairs) == points * (points - 1) // 2 and set(pairs.values()) == {1}


@evidence("D1.proof4")
def first_case(claim: Claim) -> Statement:
    """If x = 0 = 0 · y, the subspace defined by x is a point; the subspace defined by y is intended."""
    ternary, pairs = _multiples(3), [(q, x, y) for q in CHECKED_ORDERS for x, y in _multiples(q)]
    return Statement(
        check(
            "x and y lie in the 1-dimensional subspace defined by x",
            "all {} pairs x = αy of AG(2, 3)",
            ternary,
            lambda pair: pair[1] in _span(pair[0], 3),
            lambda pair: f"in AG(2, 3) the point x = {pair[0]} = 0 · {pair[1]} does not define a line",
        ),
        corrected=(
            check(
                "x and y lie in the 1-dimensional subspace defined by y",
                f"all {{}} pairs x = αy of AG(2, q), q ≤ {max(CHECKED_ORDERS)}",
                pairs,
                lambda pair: len(_span(pair[2], pair[0])) == pair[0] and {pair[1], pair[2]} <= _span(pair[2], pair[0]),
            ),
            only_line(),
        ),
        why="If α = 0, then x = 0, and the subspace defined by x is not 1-dimensional. With y instead of x the "
        "sentence is correct: y is not 0, since αy ≠ y. The proposition itself holds.",
        commands=(repeat_command(claim),),
    )


def _multiples(q: int) -> list[tuple[Sequence[int], Sequence[int]]]:
    """The pairs of different points x = αy of AG(2,q)."""
    points = list(product(range(q), repeat=2))
    return [(x, y) for y in points for x in sorted(_span(y, q)) if x != y]


def _span(v: Sequence[int], q: int) -> set[tuple[int, ...]]:
    field = Field(q)
    return {tuple(field.multiply(factor, x) for x in v) for factor in range(q)}


@evidence("D1.parallel")
def parallel(claim: Claim) -> Figures:
    """The cosets of the 40 lines through 0, which are all lines."""
    space = Space(4)
    classes = [{tuple(sorted(space.add(p, v) for p in line)) for v in space.cards} for line in space.lines_through(0)]
    sizes = {len(cosets) for cosets in classes}
    covered = {len(set(chain.from_iterable(cosets))) for cosets in classes}
    disjoint = all(3 * len(cosets) == len(set(chain.from_iterable(cosets))) for cosets in classes)
    return Figures(
        values={
            "sets parallel to a set": max(sizes) if len(sizes) == 1 and disjoint else 0,
            "cards in them": max(covered) if len(covered) == 1 else 0,
        },
        why=f"The cosets were counted for all {len(classes)} directions; the sets of a class are pairwise disjoint.",
        commands=(repeat_command(claim),),
    )


@evidence("D1.coset")
def example_5(claim: Claim) -> Figures:
    """The coset, and a check that it is a set disjoint from S."""
    antiset, space = find_notation("antiset"), Space(4)
    line, step = antiset.parse_all(claim.data["vectors"]), antiset.parse(claim.data["step"])
    coset = [space.add(card, step) for card in line]
    kind = "a set" if space.is_set(coset) else "no set"
    shared = len(set(coset) & set(line)) or "no"
    return Figures(
        values={
            f"S + {claim.data['step']}": f"{{{', '.join(str(space.coordinates(card)) for card in coset)}}}",
            "the coset": f"{kind} sharing {shared} points with S",
        },
        why="The same vector is added modulo 3 to each point of S.",
        commands=(f"setlab check --notation antiset {' '.join(map(antiset.digits, coset))}",),
    )
