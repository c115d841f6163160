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
from setlab.reproduce.evidence import Checks, Statement, Values, check, check_fact
from setlab.reproduce.methods.game import VECTORS, all_sets, is_set, same_or_different, triples
from setlab.reproduce.register import evidence
from setlab.sources import Claim, find_claim


@evidence("A6.group")
def group(claim: Claim) -> Checks:
    """The printed congruence, and the group axioms for the remainders.

    The group axioms were checked for all elements.
    """
    a, b, m = claim.data["congruence"]
    elements = claim.data["elements"]

    def add(x: int, y: int) -> int:
        return (x + y) % int(m)

    yield check_fact(f"{a} ≡ {b} mod {m}", f"{a} − {b} = {a - b}", (a - b) % m == 0 and 0 <= b < m)
    yield check(
        "addition is closed and associative, for all {} triples of elements",
        product(elements, repeat=3),
        lambda x: add(x[0], x[1]) in elements and add(add(x[0], x[1]), x[2]) == add(x[0], add(x[1], x[2])),
    )
    yield check(
        "0 is neutral, and every element has an inverse, for all {} elements",
        elements,
        lambda x: add(x, 0) == x and any(add(x, y) == 0 for y in elements),
    )


@evidence("A6.sum", commands=["setlab check --notation thesis 1200 2200 0200"])
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
                f"in the notation of the thesis its sum is 0 modulo 3, for {', '.join(in_notation)}",
                in_notation,
                lambda text: not any(modulo_3(numbers(text))),
            ),
        ),
        why="The coordinate 6 requires 2 + 2 + 2 and the coordinate 0 requires 0 + 0 + 0; all three cards would be "
        f"(2,2,0,0). If three objects are counted as 3 instead of 0, the cards are {named}; as vectors of the thesis "
        f"they sum to {', '.join(in_notation)}.",
    )


def with_objects(card: int) -> tuple[int, ...]:
    """The vector of a card, with the number of objects in place of the first coordinate.

    >>> with_objects(0)
    (3, 0, 0, 0)
    """
    return int(THESIS.face(card)["number"]), *VECTORS[card][1:]


@evidence("A6.theorem2", commands=["setlab check --notation thesis 1221 1020 1122"])
def theorem_2() -> Checks:
    """Three cards form a SET if and only if their sum is 0: for all triples, and property by property.

    The criterion holds in each property separately, as table 7 shows; all triples of cards were tried.
    """
    yield check(
        "three values are all the same or all different if and only if their sum is 0, "
        "for all {} triples of values of a property",
        product(range(3), repeat=3),
        lambda values: same_or_different(values) == (sum(values) % 3 == 0),
    )
    yield check(
        "three cards form a SET if and only if their sum is 0, for all {} triples of cards",
        sums().items(),
        lambda case: is_set(case[0]) == (case[1] == 0),
    )


@evidence("A6.table7")
def table_7(claim: Claim) -> Values:
    """The sums of the combinations, with a test of the column in which each is printed.

    Each combination is in the right column and has the printed sum.
    """
    return {place: sum_in_column(place) for place in claim.figures}


@evidence("A6.complete")
def complete(claim: Claim) -> Checks:
    """Table 7 lists all combinations of three values.

    All combinations of three values with repetition, without regard to order, were listed.
    """
    possible = set(combinations_with_replacement(range(3), 3))
    printed = [tuple(sorted(numbers(place))) for place in find_claim("A6.table7").figures]
    formula, number = claim.data["formula"], claim.data["number"]
    yield check_fact(
        f"{formula} = {number}", f"{len(possible)} combinations", value_of(formula) == number == len(possible)
    )
    yield check_fact(
        "the table lists each combination once",
        f"{len(printed)} printed combinations",
        len(printed) == len(possible) and set(printed) == possible,
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


@evidence("A7.midpoint", commands=["setlab third --notation thesis 1221 1020"])
def midpoint() -> Checks:
    """The inverse of 2 is 2, so P + (Q − P)/2 = 2(P + Q); each card of a SET is the midpoint of the other two.

    Modulo 3, division by 2 is multiplication by 2; the identities were tried for all values of a coordinate.
    """
    yield check_fact(
        "the inverse of 2 modulo 3 is 2", f"2 · 2 = {2 * 2}", [x for x in range(3) if 2 * x % 3 == 1] == [2]
    )
    yield check(
        "P + 2(Q − P) = 2(P + Q), and P + Q + 2(P + Q) = 0, for all {} pairs of values of a coordinate",
        product(range(3), repeat=2),
        lambda v: (v[0] + 2 * (v[1] - v[0])) % 3 == 2 * sum(v) % 3 and (sum(v) + 2 * sum(v)) % 3 == 0,
    )
    yield check(
        "each card of a SET is the midpoint of the two others, for all {} ordered SETs",
        (order for cards in all_sets() for order in permutations(cards)),
        lambda c: modulo_3(2 * x for x in plain_sum([VECTORS[c[0]], VECTORS[c[1]]])) == VECTORS[c[2]],
    )


@evidence("A7.vectors", commands=["setlab third --notation thesis 1221 1020"])
def worked_midpoint(claim: Claim) -> Values:
    """The steps of the worked example.

    Every step was computed; W is the third card of P and Q.
    """
    p, q = numbers(claim.data["P"]), numbers(claim.data["Q"])
    sum_ = plain_sum([p, q])
    twice = tuple(2 * x for x in sum_)
    total = plain_sum([p, q, modulo_3(twice)])
    return {
        "P + Q": vector(sum_),
        "2(P + Q)": vector(twice),
        "W = 2(P + Q) mod 3": digits(SPACE.third(SPACE.card(p), SPACE.card(q))),
        "P + Q + W": vector(total),
        "P + Q + W mod 3": vector(modulo_3(total)),
    }


@evidence("A7.direction", commands=["setlab third --notation thesis 1000 2200"])
def worked_direction(claim: Claim) -> Values:
    """The direction vector of two cards, and the third card.

    C = A + 2v is the third card of A and B.
    """
    a, b = THESIS.parse(claim.data["A"]), THESIS.parse(claim.data["B"])
    v = SPACE.direction(a, b)
    return {"v = B − A": digits(v), "C = A + 2v": digits(SPACE.line(a, v)[2])}


@evidence("A7.line", commands=["setlab third --notation thesis 1000 2200"])
def line() -> Checks:
    """A, A + v, A + 2v sum to 0 in each coordinate and form a SET, for every card A and every v ≠ 0.

    The three cards sum to 3A + 3v, which is 0 modulo 3.
    """
    yield check(
        "A + (A + v) + (A + 2v) = 0, for all {} pairs of coordinates of A and v",
        product(range(3), repeat=2),
        lambda case: (3 * case[0] + 3 * case[1]) % 3 == 0,
    )
    yield check(
        "A, A + v, A + 2v form a SET, for all {} pairs of a card A and a vector v ≠ 0",
        ((a, v) for a in SPACE for v in SPACE if v),
        lambda case: is_set([SPACE.add(case[0], SPACE.multiply(factor, case[1])) for factor in range(3)]),
    )
