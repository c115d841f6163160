"""Arithmetic modulo 3: remainders, theorem 2 and table 7 (A6)."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, VECTORS, is_set, listed_sets, sums, triples
from setlab.reproduce.abrahamsen_eriksen.formulas import value_of
from setlab.reproduce.abrahamsen_eriksen.printed import modulo_3, numbers, plain_sum, spoken, vector
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.set_rule import same_or_different
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim


def group(claim: Claim, runner: Runner) -> Statement:
    """The printed congruence, and the group axioms for the remainders."""
    a, b, m = claim.data["congruence"]
    elements = claim.data["elements"]

    def add(x: int, y: int) -> int:
        return (x + y) % int(m)

    return Statement(
        checks=(
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
        ),
        why="The group axioms were checked for all elements.",
    )


def example_sum(claim: Claim, runner: Runner) -> Statement:
    """No three cards have the printed sum; if three objects count as 3, exactly one SET has."""
    printed = tuple(claim.data["sum"])
    as_printed = [cards for cards in triples() if plain_sum(VECTORS[card] for card in cards) == printed]
    shown = [with_objects(card) for card in SPACE]
    objects = [cards for cards in triples() if plain_sum(shown[card] for card in cards) == printed]
    in_notation = [vector(plain_sum(VECTORS[card] for card in cards)) for cards in objects]
    named = "; ".join(", ".join(map(THESIS.name, cards)) for cards in objects)
    return Statement(
        checks=(
            check_fact(
                f"three cards have the sum {vector(printed)}",
                f"{len(as_printed)} of 85,320 triples of cards have this sum",
                bool(as_printed),
            ),
        ),
        corrected=(
            check_fact(
                "if three objects count as 3, exactly one SET has this sum",
                "; ".join(map(spoken, objects)),
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


def theorem_2(claim: Claim, runner: Runner) -> Statement:
    """Three cards form a SET if and only if their sum is 0: for all triples, and property by property."""
    return Statement(
        checks=(
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
                lambda case: (case[0] in listed_sets()) == (case[1] == 0),
                lambda case: spoken(case[0]),
            ),
        ),
        why="The criterion holds in each property separately, as table 7 shows; all triples of cards were tried.",
        commands=("setlab check --notation thesis 1221 1020 1122",),
    )


def table_7(claim: Claim, runner: Runner) -> Figures:
    """The sums of the combinations, with a test of the column in which each is printed."""
    return Figures(
        values={place: sum_in_column(place) for place in claim.figures},
        why="Each combination is in the right column and has the printed sum.",
    )


def complete(claim: Claim, runner: Runner) -> Statement:
    """Table 7 lists all combinations of three values."""
    possible = set(combinations_with_replacement(range(3), 3))
    printed = [tuple(sorted(numbers(place))) for place in find_claim("A6.table7").figures]
    formula, number = claim.data["formula"], claim.data["number"]
    return Statement(
        checks=(
            check_fact(
                f"{formula} = {number}", f"{len(possible)} combinations", value_of(formula) == number == len(possible)
            ),
            check_fact(
                "the table lists each combination once",
                f"{len(printed)} printed combinations",
                len(printed) == len(possible) and set(printed) == possible,
            ),
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


EVIDENCE: dict[str, Gather] = {
    "A6.group": group,
    "A6.sum": example_sum,
    "A6.theorem2": theorem_2,
    "A6.table7": table_7,
    "A6.complete": complete,
}
