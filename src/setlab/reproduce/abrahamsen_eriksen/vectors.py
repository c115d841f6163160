"""Modular arithmetic, midpoints and direction vectors (A6, A7)."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    cards_text,
    digits,
    modulo_3,
    numbers,
    plain_sum,
    sums,
    value_of,
    vector,
)
from setlab.reproduce.evidence import Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import VECTORS, all_sets, is_set, same_or_different, triples
from setlab.reproduce.register import evidence
from setlab.sources import Claim, find_claim


@evidence("A6.group")
def group(claim: Claim) -> Statement:
    """The printed congruence, and the group axioms for the remainders."""
    a, b, m = claim.data["congruence"]
    elements = claim.data["elements"]

    def add(x: int, y: int) -> int:
        return (x + y) % int(m)

    return Statement(
        check_fact(f"{a} ≡ {b} mod {m}", f"{a} − {b} = {a - b}", (a - b) % m == 0 and 0 <= b < m),
        check(
            "addition is closed and associative",
            "all {} triples of elements",
            product(elements, repeat=3),
            lambda x: add(x[0], x[1]) in elements and add(add(x[0], x[1]), x[2]) == add(x[0], add(x[1], x[2])),
        ),
        check(
            "0 is neutral, and every element has an inverse",
            "all {} elements",
            elements,
            lambda x: add(x, 0) == x and any(add(x, y) == 0 for y in elements),
        ),
        why="The group axioms were checked for all elements.",
    )


@evidence("A6.sum")
def example_sum(claim: Claim) -> Statement:
    """No three cards have the printed sum; if three objects count as 3, exactly one SET has."""
    printed = tuple(claim.data["sum"])
    as_printed = [cards for cards in triples() if plain_sum(VECTORS[card] for card in cards) == printed]
    shown = [with_objects(card) for card in SPACE]
    objects = [cards for cards in triples() if plain_sum(shown[card] for card in cards) == printed]
    in_notation = [vector(plain_sum(VECTORS[card] for card in cards)) for cards in objects]
    named = "; ".join(", ".join(map(THESIS.name, cards)) for cards in objects)
    return Statement(
        check_fact(
            f"three cards have the sum {vector(printed)}",
            f"{len(as_printed)} of 85,320 triples of cards have this sum",
            bool(as_printed),
        ),
        corrected=(
            check_fact(
                "if three objects count as 3, exactly one SET has this sum",
                "; ".join(map(cards_text, objects)),
                len(objects) == 1 and is_set(objects[0]),
            ),
            check(
                "in the notation of the thesis its sum is 0 modulo 3",
                ", ".join(in_notation),
                in_notation,
                lambda text: not any(modulo_3(numbers(text))),
            ),
        ),
        why="The coordinate 6 requires 2 + 2 + 2 and the coordinate 0 requires 0 + 0 + 0; all three cards would be "
        f"(2,2,0,0). If three objects are counted as 3 instead of 0, the cards are {named}; as vectors of the thesis "
        f"they sum to {', '.join(in_notation)}.",
        commands=("setlab check --notation thesis 1200 2200 0200",),
    )


def with_objects(card: int) -> tuple[int, ...]:
    """The vector of a card, with the number of objects in place of the first coordinate.

    >>> with_objects(0)
    (3, 0, 0, 0)
    """
    return int(THESIS.face(card)["number"]), *VECTORS[card][1:]


@evidence("A6.theorem2")
def theorem_2() -> Statement:
    """Three cards form a SET if and only if their sum is 0: for all triples, and property by property."""
    return Statement(
        check(
            "three values are all the same or all different if and only if their sum is 0",
            "all {} triples of values of a property",
            product(range(3), repeat=3),
            lambda values: same_or_different(values) == (sum(values) % 3 == 0),
        ),
        check(
            "three cards form a SET if and only if their sum is 0",
            "all {} triples of cards",
            sums().items(),
            lambda case: is_set(case[0]) == (case[1] == 0),
            lambda case: cards_text(case[0]),
        ),
        why="The criterion holds in each property separately, as table 7 shows; all triples of cards were tried.",
        commands=("setlab check --notation thesis 1221 1020 1122",),
    )


@evidence("A6.table7")
def table_7(claim: Claim) -> Figures:
    """The sums of the combinations, with a test of the column in which each is printed."""
    return Figures(
        values={place: sum_in_column(place) for place in claim.figures},
        why="Each combination is in the right column and has the printed sum.",
    )


@evidence("A6.complete")
def complete(claim: Claim) -> Statement:
    """Table 7 lists all combinations of three values."""
    possible = set(combinations_with_replacement(range(3), 3))
    printed = [tuple(sorted(numbers(place))) for place in find_claim("A6.table7").figures]
    formula, number = claim.data["formula"], claim.data["number"]
    return Statement(
        check_fact(
            f"{formula} = {number}", f"{len(possible)} combinations", value_of(formula) == number == len(possible)
        ),
        check_fact(
            "the table lists each combination once",
            f"{len(printed)} printed combinations",
            len(printed) == len(possible) and set(printed) == possible,
        ),
        why="All combinations of three values with repetition, without regard to order, were listed.",
    )


def sum_in_column(place: str) -> str:
    """The sum of a combination as the table prints it, provided that the combination is in the right column.

    >>> sum_in_column("SET combination {1, 1, 1}"), sum_in_column("SET combination {0, 0, 1}")
    ('3 ≡ 0', 'not a SET combination')
    """
    column, _, values = place.partition(" combination ")
    total = sum(numbers(values))
    if (column == "SET") != same_or_different(numbers(values)):
        return f"not a {column} combination"
    return str(total) if total < 3 else f"{total} ≡ {total % 3}"


@evidence("A7.midpoint")
def midpoint() -> Statement:
    """The inverse of 2 is 2, so P + (Q − P)/2 = 2(P + Q); each card of a SET is the midpoint of the other two."""
    return Statement(
        check_fact(
            "the inverse of 2 modulo 3 is 2", f"2 · 2 = {2 * 2}", [x for x in range(3) if 2 * x % 3 == 1] == [2]
        ),
        check(
            "P + 2(Q − P) = 2(P + Q), and P + Q + 2(P + Q) = 0",
            "all {} pairs of values of a coordinate",
            product(range(3), repeat=2),
            lambda v: (v[0] + 2 * (v[1] - v[0])) % 3 == 2 * sum(v) % 3 and (sum(v) + 2 * sum(v)) % 3 == 0,
        ),
        check(
            "each card of a SET is the midpoint of the two others",
            "all {} ordered SETs",
            (order for cards in all_sets() for order in permutations(cards)),
            lambda c: modulo_3(2 * x for x in plain_sum([VECTORS[c[0]], VECTORS[c[1]]])) == VECTORS[c[2]],
            cards_text,
        ),
        why="Modulo 3, division by 2 is multiplication by 2; the identities were tried for all values of a coordinate.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


@evidence("A7.vectors")
def worked_midpoint(claim: Claim) -> Figures:
    """The steps of the worked example."""
    p, q = numbers(claim.data["P"]), numbers(claim.data["Q"])
    sum_ = plain_sum([p, q])
    twice = tuple(2 * x for x in sum_)
    total = plain_sum([p, q, modulo_3(twice)])
    return Figures(
        values={
            "P + Q": vector(sum_),
            "2(P + Q)": vector(twice),
            "W = 2(P + Q) mod 3": digits(SPACE.third(SPACE.card(p), SPACE.card(q))),
            "P + Q + W": vector(total),
            "P + Q + W mod 3": vector(modulo_3(total)),
        },
        why="Every step was computed; W is the third card of P and Q.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


@evidence("A7.direction")
def worked_direction(claim: Claim) -> Figures:
    """The direction vector of two cards, and the third card."""
    a, b = THESIS.parse(claim.data["A"]), THESIS.parse(claim.data["B"])
    v = SPACE.direction(a, b)
    return Figures(
        values={"v = B − A": digits(v), "C = A + 2v": digits(SPACE.line(a, v)[2])},
        why="C = A + 2v is the third card of A and B.",
        commands=("setlab third --notation thesis 1000 2200",),
    )


@evidence("A7.line")
def line() -> Statement:
    """A, A + v, A + 2v sum to 0 in each coordinate and form a SET, for every card A and every v ≠ 0."""
    return Statement(
        check(
            "A + (A + v) + (A + 2v) = 0",
            "all {} pairs of coordinates of A and v",
            product(range(3), repeat=2),
            lambda case: (3 * case[0] + 3 * case[1]) % 3 == 0,
        ),
        check(
            "A, A + v, A + 2v form a SET",
            "all {} pairs of a card A and a vector v ≠ 0",
            ((a, v) for a in SPACE for v in SPACE if v),
            lambda case: is_set([SPACE.add(case[0], SPACE.multiply(factor, case[1])) for factor in range(3)]),
            cards_text,
        ),
        why="The three cards sum to 3A + 3v, which is 0 modulo 3.",
        commands=("setlab third --notation thesis 1000 2200",),
    )
