"""Cards and vectors, lines, planes and hyperplanes (D1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement, permutations, product

from setlab.geometry import Deck, Space, hyperplanes, span
from setlab.geometry.design import affine, parallel_classes
from setlab.geometry.fields import ORDERS, Field
from setlab.notation import find_notation
from setlab.notation.faces import PROPERTIES, SYNONYMS
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Values, check, check_fact
from setlab.reproduce.methods import check_coordinates, check_identity, in_words, same_or_different, sum_to_zero
from setlab.reproduce.register import REPEAT, evidence
from setlab.sources import Claim, find_claim

SPACE, ANTISET = Space(4), find_notation("antiset")

LARGEST_CHECKED = 9
CHECKED_ORDERS = tuple(q for q in ORDERS if q <= LARGEST_CHECKED)
"""The orders q ≤ 9: the number of pairs of points of AG(2,q) that a check goes through grows as the fourth power."""

SPELLED = {"colour": "color"}
"""The attributes whose names the source spells differently."""


@evidence("D1.deck", commands=["setlab cards --notation antiset"])
def deck(claim: Claim) -> Values:
    """The attributes of the deck in the words of the source, and the number of different cards.

    Every combination of the values in Table 1 occurs on exactly one card.
    """
    printed = {name: figure.split() for name, figure in claim.figures.items()}
    rows = {
        SPELLED.get(p.name, p.name): _in_their_order(p.words, printed.get(SPELLED.get(p.name, p.name), []))
        for p in ANTISET.properties
    }
    faces = {tuple(ANTISET.words(card).values()) for card in ANTISET.deck}
    combined = set(product(*rows.values()))
    return {name: " ".join(words) for name, words in rows.items()} | {"cards": len(faces & combined)}


def _in_their_order(words: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The words in the printed order, followed by those that are not printed.

    >>> _in_their_order(["3", "1", "2"], ["1", "2", "4"])
    ['1', '2', '3']
    """
    return sorted(words, key=lambda word: printed.index(word) if word in printed else len(printed))


@evidence("D1.definition", commands=[REPEAT, "setlab check --notation antiset 1220 1121 1022"])
def definition(claim: Claim) -> Checks:
    """The two phrasings agree, the example is a set, and the nonexample is not, whatever the other attributes.

    Three cards fail to be a set if and only if two of them agree in some attribute and the third does not.
    """
    colours, shapes = (next(p.words for p in ANTISET.properties if p.name == name) for name in ("colour", "shape"))
    examples = [
        [ANTISET.parse(f"{claim.data['example']} {c} {s}") for c, s in zip(colours, order, strict=True)]
        for order in permutations(shapes)
    ]
    fillings = {card: ANTISET.words(card)["filling"] for card in ANTISET.deck}
    first, _, last = ([card for card in fillings if fillings[card] == word] for word in claim.data["nonexample"])
    nonexamples = [(a, b, c) for a, b in combinations(first, 2) for c in last]
    three_colours = [t for t in nonexamples if len({SPACE.coordinates(card)[1] for card in t}) == 3]
    what = "the two phrasings are equivalent, for all {} triples of values of an attribute"
    cases = product(range(3), repeat=3)
    yield check(what, cases, lambda values: same_or_different(values) == (2 not in Counter(values).values()))
    what = "solid cards with one symbol and with different colors and shapes form a set, for all {} such triples"
    yield check(what, examples, lambda cards: SPACE.is_set(cards))
    what = "two solid cards and an open one are not a set, for all {} such triples"
    yield check(what, nonexamples, lambda t: not SPACE.is_set(t))
    what = "three different colors do not suffice for a set"
    yield check_fact(what, f"{len(three_colours):,} of these triples have three different colors", bool(three_colours))


@evidence("D1.flats", commands=[REPEAT])
def one_flats() -> Checks:
    """The sets of the game are exactly the 1-flats of AG(4,3).

    The rule of the game and the geometry define the same triples; all triples were compared.
    """
    by_rule, lines = set(Deck(4, 3).sets(range(81))), set(affine(4, 3).blocks)
    what = "three cards form a set if and only if they are a 1-flat, for all {} triples of cards"
    yield check(what, combinations(range(81), 3), lambda t: (t in by_rule) == (t in lines))
    yield check("a 1-flat has three points, for all {} 1-flats", lines, lambda line: len(line) == 3)


@evidence("D1.table2", commands=[REPEAT, "setlab cards --notation antiset"])
def table_2(claim: Claim) -> Checks:
    """Table 2 is the notation `antiset`, and maps vectors to cards bijectively.

    Each row of the table lists the three values of its attribute once.
    """
    rows = [tuple(SYNONYMS.get(word, word) for word in words) for words in claim.data.values()]
    cards = Counter(tuple(row[x] for row, x in zip(rows, v, strict=True)) for v in product(range(3), repeat=4))
    what = "each card corresponds to exactly one vector, for all {} cards of Table 1"
    yield check(what, product(*(PROPERTIES[p.name][:3] for p in ANTISET.properties)), lambda face: cards[face] == 1)
    what = "Table 2 is the notation `antiset` of setlab"
    yield check_fact(
        what, f"{sum(map(len, rows))} entries of the table", rows == [p.values for p in ANTISET.properties]
    )


MOST_POINTS = 100
"""Proposition 4 is also tried on every AG(d,q) with at most this number of points."""


@evidence("D1.example")
def example_2(claim: Claim) -> Checks:
    """The three vectors of Example 2 form a set.

    The three cards differ in all four attributes.
    """
    line = ANTISET.parse_all(claim.data["vectors"])
    attributes = zip(*(SPACE.coordinates(card) for card in line), strict=True)
    yield check("the values are all the same or all different, for all {} attributes", attributes, same_or_different)
    return Statement(commands=(f"setlab check --notation antiset {' '.join(map(ANTISET.digits, line))}",))


@evidence("D1.proposition3", commands=[REPEAT])
def proposition_3(claim: Claim) -> Checks:
    """Three different points sum to 0 if and only if they have the form h, h + x, h + 2x.

    Points are added coordinate by coordinate, so it suffices to check the identities of the proof in one.
    """
    vectors, lines = [SPACE.coordinates(card) for card in range(81)], set(affine(4, 3).blocks)
    yield check_coordinates("h + (h + x) + (h + 2x) = 0", "h, x", lambda h, x: (3 * h + 3 * x) % 3 == 0)
    what = "a + b + c = 0 if and only if c = a + 2(b − a)"
    yield check_coordinates(what, "a, b, c", lambda a, b, c: ((a + b + c) % 3 == 0) == (c == (2 * b - a) % 3))
    yield check_coordinates("a + a + c = 0 only if c = a", "a, c", lambda a, c: (2 * a + c) % 3 != 0 or c == a)
    what = "three cards form a set if and only if their vectors sum to 0, for all {} triples of cards"
    yield check(what, combinations(range(81), 3), lambda t: sum_to_zero([vectors[card] for card in t]) == (t in lines))
    what = "the four printed collections sum to 0, and no other does, for all {} collections of three values"
    cases = combinations_with_replacement(range(3), 3)
    yield check(what, cases, lambda values: (sum(values) % 3 == 0) == (list(values) in claim.data["collections"]))


def only_line() -> Check:
    """A line that contains a and b has the points a + u(b − a); so it is the only line through a and b."""
    return check_identity(
        "with a = h + sx, b = h + tx: (t − s)(h + rx) = (t − s)a + (r − s)(b − a)",
        "h, x, r, s, t",
        2,
        lambda h, x, r, s, t: (t - s) * (h + r * x) - (t - s) * (h + s * x) - (r - s) * ((h + t * x) - (h + s * x)),
    )


@evidence("D1.proposition4", commands=[REPEAT])
def proposition_4() -> Checks:
    """Two points lie on exactly one line, {a + u(b − a)}, in every dimension and over every field.

    Let the line h + rx contain a at r = s and b at r = t ≠ s. Dividing the identity by t − s shows that its points are
    a + u(b − a) with u = (r − s)/(t − s). As r runs through the field, so does u; hence a and b determine the line.
    """
    sizes = [(d, q) for q in CHECKED_ORDERS for d in range(1, 7) if q**d <= MOST_POINTS]
    in_sets = Counter(pair for line in affine(4, 3).blocks for pair in combinations(line, 2))
    yield only_line()
    what = "every pair of points lies on exactly one line"
    domain = f"for all {{}} geometries AG(d, q) with at most {MOST_POINTS} points, q ≤ {max(CHECKED_ORDERS)}"
    yield check(f"{what}, {domain}", sizes, lambda size: _covers_pairs_once(*size))
    what = "every pair of cards lies in exactly one set, for all {} pairs of cards"
    yield check(what, combinations(range(81), 2), lambda pair: in_sets[pair] == 1)


def _covers_pairs_once(d: int, q: int) -> bool:
    points = q**d
    pairs = Counter(pair for line in affine(d, q).blocks for pair in combinations(line, 2))
    return len(pairs) == points * (points - 1) // 2 and set(pairs.values()) == {1}


@evidence("D1.proof4", commands=[REPEAT])
def first_case() -> Checks:
    """If x = 0 = 0 · y, the subspace defined by x is a point; the subspace defined by y is intended.

    If α = 0, then x = 0, and the subspace defined by x is not 1-dimensional. With y instead of x the sentence is
    correct: y is not 0, since αy ≠ y. The proposition itself holds.
    """
    ternary, pairs = _multiples(3), [(q, x, y) for q in CHECKED_ORDERS for x, y in _multiples(q)]
    yield check(
        "x and y lie in the 1-dimensional subspace defined by x, for all {} pairs x = αy of AG(2, 3)",
        ternary,
        lambda pair: pair[1] in _span(pair[0], 3),
        lambda pair: f"in AG(2, 3) the point x = {pair[0]} = 0 · {pair[1]} does not define a line",
    )
    what = "x and y lie in the 1-dimensional subspace defined by y"
    domain = f"for all {{}} pairs x = αy of AG(2, q), q ≤ {max(CHECKED_ORDERS)}"
    cases = ((q, {x, y}, _span(y, q)) for q, x, y in pairs)
    defined = check(f"{what}, {domain}", cases, lambda case: len(case[2]) == case[0] and case[1] <= case[2])
    return Statement(corrected=(defined, only_line()))


def _multiples(q: int) -> list[tuple[Sequence[int], Sequence[int]]]:
    """The pairs of different points x = αy of AG(2,q)."""
    points = list(product(range(q), repeat=2))
    return [(x, y) for y in points for x in sorted(_span(y, q)) if x != y]


def _span(v: Sequence[int], q: int) -> set[tuple[int, ...]]:
    field = Field(q)
    return {tuple(field.multiply(factor, x) for x in v) for factor in range(q)}


@evidence("D1.parallel", commands=[REPEAT])
def parallel() -> Figures:
    """The cosets of the 40 lines through 0, which are all lines."""
    classes = [{tuple(sorted(SPACE.add(p, v) for p in line)) for v in SPACE.cards} for line in SPACE.lines_through(0)]
    sizes = {len(cosets) for cosets in classes}
    covered = {len(set(chain.from_iterable(cosets))) for cosets in classes}
    disjoint = all(3 * len(cosets) == len(set(chain.from_iterable(cosets))) for cosets in classes)
    values = {
        "sets parallel to a set": max(sizes) if len(sizes) == 1 and disjoint else 0,
        "cards in them": max(covered) if len(covered) == 1 else 0,
    }
    why = f"The cosets were counted for all {len(classes)} directions; the sets of a class are pairwise disjoint."
    return Figures(values=values, why=why)


@evidence("D1.coset")
def example_5(claim: Claim) -> Figures:
    """The coset, and a check that it is a set disjoint from S.

    The same vector is added modulo 3 to each point of S.
    """
    line, step = ANTISET.parse_all(claim.data["vectors"]), ANTISET.parse(claim.data["step"])
    coset = [SPACE.add(card, step) for card in line]
    kind = "a set" if SPACE.is_set(coset) else "no set"
    shared = len(set(coset) & set(line)) or "no"
    values = {
        f"S + {claim.data['step']}": f"{{{', '.join(str(SPACE.coordinates(card)) for card in coset)}}}",
        "the coset": f"{kind} sharing {shared} points with S",
    }
    return Figures(values=values, commands=(f"setlab check --notation antiset {' '.join(map(ANTISET.digits, coset))}",))


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


@evidence("D1.torus", commands=[REPEAT])
def torus() -> Check:
    """The sets are the lines of the torus, for every arrangement of rows and columns.

    A diagonal that leaves the square on one side re-enters it on the opposite side.
    """
    lines, board = set(affine(2, 3).blocks), set().union(*torus_lines().values())
    ways = list(product(permutations(range(3)), repeat=2))
    what = "the sets among the nine cards are the rows, the columns and the wrapped diagonals"
    domain = "for all {} orders of the rows and columns"
    return check(f"{what}, {domain}", ways, lambda way: {_rearrange(line, *way) for line in lines} == board)


def _rearrange(line: tuple[int, ...], rows: tuple[int, ...], columns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(3 * rows[point // 3] + columns[point % 3] for point in line))


@evidence("D1.fixing", commands=[REPEAT])
def fixed_coordinates(claim: Claim) -> Check:
    """The vectors with two coordinates fixed form 2-flats.

    If two points agree in two coordinates, the third point of their line has the same coordinates there.
    """
    ways = [(places, values) for places in combinations(range(4), 2) for values in product(range(3), repeat=2)]

    def vectors(way: tuple[tuple[int, int], tuple[int, ...]]) -> list[int]:
        (i, j), values = way
        return [card for card in SPACE.cards if (SPACE.coordinates(card)[i], SPACE.coordinates(card)[j]) == values]

    what = f"the {claim.data['points']} vectors form a flat with as many lines as AG(2, 3)"
    domain = "for all {} ways to fix two coordinates"
    return check(f"{what}, {domain}", ways, lambda way: _is_plane(vectors(way), claim.data["points"]))


def _is_plane(cards: list[int], points: int) -> bool:
    lines = len(affine(2, 3).blocks)
    return len(cards) == points and set(span(cards)) == set(cards) and len(SPACE.sets(cards)) == lines


@evidence("D1.plane", commands=["setlab plane --notation antiset 1020 1021 1120"])
def example_6(claim: Claim) -> Checks:
    """The solid cards with one symbol are the vectors with two coordinates fixed, and form a plane.

    The solid cards with one symbol are the vectors (1, c, 2, s).
    """
    named = find_claim("D2.game").data["cards"].split()
    cards = [card for card in ANTISET.deck if set(named) <= set(ANTISET.words(card).values())]
    points = find_claim("D1.fixing").data["points"]
    coordinates = {(ANTISET.deck.coordinates(card)[0], ANTISET.deck.coordinates(card)[2]) for card in cards}
    what = "the nine cards form a plane"
    yield check_fact(what, f"{len(cards)} cards, which are closed under third cards", _is_plane(cards, points))
    what = "number and filling are fixed as printed"
    words = "the coordinates (n, f) = " + ", ".join(map(str, coordinates))
    yield check_fact(what, words, coordinates == {(claim.data["number"], claim.data["filling"])})


@evidence("D1.span", commands=[REPEAT])
def spanning_lines() -> Checks:
    """Every vector is a linear combination of two directions with nonzero determinant.

    In a plane, nonparallel lines have directions (a, c) and (b, d) with ad − bc ≠ 0. Dividing the identity by this
    determinant writes any vector (p, q) as a combination of the two. In three or more dimensions, two nonparallel lines
    can also be skew.
    """
    class_of = {line: number for number, lines_of in enumerate(parallel_classes(2, 3)) for line in lines_of}
    crossing = [(a, b) for a, b in combinations(affine(2, 3).blocks, 2) if class_of[a] != class_of[b]]
    yield check_identity(
        "(ad − bc)p = (pd − bq)(a, c) + (aq − pc)(b, d), first coordinate",
        "a, b, c, d, p, q",
        2,
        lambda a, b, c, d, p, q: (a * d - b * c) * p - (p * d - b * q) * a - (a * q - p * c) * b,
    )
    yield check_identity(
        "the same, second coordinate",
        "a, b, c, d, p, q",
        2,
        lambda a, b, c, d, p, q: (a * d - b * c) * q - (p * d - b * q) * c - (a * q - p * c) * d,
    )
    what = "two nonparallel lines span the plane, for all {} pairs of nonparallel lines of AG(2, 3)"
    yield check(what, crossing, lambda pair: len(span([*pair[0], *pair[1]], Space(2))) == 9)


@evidence("D1.lines", commands=[REPEAT])
def lines_of_the_plane(claim: Claim) -> Figures:
    """The lines of AG(2,3) and their parallel classes, in the colours and shapes of Example 6."""
    lines, by_direction = affine(2, 3).blocks, torus_lines()
    classes = {len(class_) for class_ in parallel_classes(2, 3)}
    counts = {name: len(by_direction[direction]) for direction, name in DIRECTIONS.items()}
    diagonal = tuple(sorted(map(plane_point, claim.data["diagonal"])))
    named = {counts[name] for d, name in DIRECTIONS.items() if all(d)}
    shown = diagonal in by_direction[1, 1] | by_direction[1, 2]
    values = {
        "lines in a parallel class": _only(classes),
        "lines in AG(2, 3)": in_words(len(lines)),
        "horizontal lines": in_words(counts["horizontal"]),
        "vertical lines": in_words(counts["vertical"]),
        "lines in each diagonal direction": _only(named) if shown else "the named set is not diagonal",
    }
    why = f"The set named as an example, {', '.join(claim.data['diagonal'])}, is one of the diagonal lines."
    return Figures(values=values, why=why)


def _only(counts: set[int]) -> str:
    return " or ".join(in_words(count) for count in sorted(counts))


def plane_point(name: str) -> int:
    """The point of AG(2,3) that corresponds to a solid card with one symbol, from its colour and shape.

    >>> plane_point("red squiggle"), plane_point("purple diamond")
    (0, 8)
    """
    card = ANTISET.parse(f"{find_claim('D2.game').data['cards']} {name}")
    _, colour, _, shape = ANTISET.deck.coordinates(card)
    return 3 * colour + shape


@evidence("D1.hyperplanes", commands=[REPEAT, "setlab count"])
def fixed_attributes(claim: Claim) -> Checks:
    """On most hyperplanes no attribute is fixed.

    A hyperplane is the set of solutions of one linear equation, in which up to four attributes can occur. On the
    hyperplane number + color = 0, for instance, no attribute is fixed.
    """
    every = list(hyperplanes(SPACE))
    fixed = [flat for flat in every if any(len({SPACE.coordinates(card)[i] for card in flat}) == 1 for i in range(4))]
    sizes = {len(flat) for flat in every}
    what = f"a hyperplane has {claim.data['cards']} cards"
    yield check_fact(what, f"all {len(every)} hyperplanes", sizes == {claim.data["cards"]})
    words = f"an attribute is fixed on only {len(fixed)} of the {len(every)} hyperplanes"
    yield check_fact("one attribute is fixed on a hyperplane", words, len(fixed) == len(every))


@evidence("D1.dimension", commands=["setlab cards --notation antiset"])
def home_of_set() -> Figures:
    """The dimension of SET is the number of attributes."""
    attributes = ANTISET.properties
    where = f"AG({len(attributes)}, {len(attributes[0].values)})"
    why = f"SET has {len(attributes)} attributes and lives in {where}; AG(d, 3) is the space of the general game."
    return Figures(values={"SET lives in": where}, corrected={"SET lives in": where}, why=why)


@evidence("D1.scent", commands=["setlab cards --notation antiset --dimension 5"])
def fifth_attribute(claim: Claim) -> Values:
    """The number of cards with five attributes.

    Every combination of values of the five attributes occurs on exactly one card.
    """
    larger = find_notation("antiset", claim.data["attributes"])
    return {"cards of five attributes": len({tuple(larger.face(card).values()) for card in Space(5).cards})}
