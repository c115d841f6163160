"""Seed `000`, the thesis: cards, counting, modular arithmetic, planes and cubes (A1–A9). All of it is exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

from setlab.counting import (
    count_cards,
    count_deals,
    count_flats,
    count_sets,
    count_sets_through,
    count_sets_with_shared,
    probability_of_set,
)
from setlab.geometry import (
    CardSet,
    Deck,
    Space,
    are_parallel_by_cycles,
    are_parallel_by_direction,
    coding,
    cube,
    flats,
    hidden_card,
    hidden_card_by_property,
    mistakes_cancel,
    plane,
    read_leftover,
)
from setlab.reproduce.item import Finding, Item
from setlab.reproduce.judge import COMPUTED, claim, judged, stated, table
from setlab.reproduce.lab import Lab
from setlab.reproduce.listing import card_text, is_set, third_card

SPACE = Space(4)


def table_2(lab: Lab) -> Finding:
    """The two cards that the thesis decodes with table 2."""
    thesis = coding("thesis")
    examples = {"2210": "2 purple full ovals", "0001": "3 green hollow diamonds"}
    cells = tuple(
        stated(digits, name, thesis.name(thesis.parse(digits)), thesis.parse(name) == thesis.parse(digits))
        for digits, name in examples.items()
    )
    return table(cells, commands=("setlab cards",))


def fundamental_theorem(lab: Lab) -> Finding:
    """Every two cards have exactly one third, for all pairs of the deck."""
    pairs = list(combinations(SPACE.cards, 2))
    good = sum(sum(SPACE.is_line(a, b, c) for c in SPACE.cards) == 1 for a, b in pairs)
    return claim(
        good == len(pairs), "one card C for any A, B", f"one for each of {good:,} pairs", "all pairs were tried"
    )


def listed_functions(lab: Lab) -> Finding:
    """The functions of the appendix against ours, for every pair and every triple of cards."""
    triples = list(combinations(SPACE.cards, 3))
    same = sum(is_set(*map(card_text, cards)) == SPACE.is_line(*cards) for cards in triples)
    thirds = sum(
        third_card(card_text(a), card_text(b)) == card_text(SPACE.third(a, b)) for a, b in combinations(SPACE.cards, 2)
    )
    holds = same == len(triples) and thirds == comb(81, 2)
    why = "the first `continue` of isSet is missing in the print; with it the function is right"
    return claim(holds, "isSet, ThirdCard", f"as ours for {same:,} triples and {thirds:,} pairs", why)


def basic_counts(lab: Lab) -> Finding:
    """P(three cards are a SET), deals, SETs, SETs through a card."""
    ours = probability_of_set()
    cells = (
        stated("P(three cards are a SET)", "1/79", str(ours), ours == Fraction(1, 79)),
        judged("deals of twelve cards", "7.07e13", count_deals(12), COMPUTED),
        judged("ordered SETs", "6480", 6 * count_sets(), COMPUTED),
        judged("SETs", "1080", count_sets(), COMPUTED),
        judged("SETs through a card", "40", count_sets_through(), COMPUTED),
    )
    return table(cells, commands=("setlab count",))


def table_3(lab: Lab) -> Finding:
    """SETs by the number of shared properties."""
    printed = {0: ("216", "20%"), 1: ("432", "40%"), 2: ("324", "30%"), 3: ("108", "10%")}
    cells = [
        cell
        for x, (number, share) in printed.items()
        for cell in (
            judged(f"{x} shared, SETs", number, count_sets_with_shared(x), COMPUTED),
            judged(f"{x} shared, share", share, Fraction(count_sets_with_shared(x), count_sets()), COMPUTED),
        )
    ]
    return table(cells, commands=("setlab count",))


def general_formula(lab: Lab) -> Finding:
    """81·C(p,x)·2^(p−x)/3! for p properties: it adds up to the number of SETs for p = 4 alone."""

    def total(p: int) -> Fraction:
        return sum((Fraction(81 * comb(p, x) * 2 ** (p - x), 6) for x in range(p)), Fraction(0))

    off = [p for p in range(1, 8) if total(p) != count_sets(p)]
    assert off == [p for p in range(1, 8) if p != 4]
    return Finding(
        "misprint",
        "81·C(p,x)·2^(p−x)/3!",
        "3^p·C(p,x)·2^(p−x)/3!",
        f"as printed it gives {total(5)} SETs for five properties instead of {count_sets(5):,}; the 81 must be 3^p",
        exact="3^p·C(p,x)·2^(p−x)/3!",
        commands=("setlab count --properties 5",),
    )


def changed_rules(lab: Lab) -> Finding:
    """4 × 2, 4 × 4 and 5 × 3."""
    cells = (
        judged("4 properties, 2 values: cards", "16", count_cards(4, 2), COMPUTED),
        judged("4 properties, 2 values: SETs", "120", count_sets(4, 2), COMPUTED),
        judged("4 properties, 4 values: cards", "256", count_cards(4, 4), COMPUTED),
        judged("5 properties: cards", "243", count_cards(5), COMPUTED),
        judged("5 properties: SETs", "9801", count_sets(5), COMPUTED),
    )
    return table(cells, commands=("setlab count --values 2", "setlab count --values 4", "setlab count --properties 5"))


def four_values(lab: Lab) -> Finding:
    """With four values a SET has four cards: two cards can begin several, the third decides."""
    deck = Deck(4, 4)
    first = deck.cards[0]
    numbers = {}
    for shared in range(4):
        other = deck.card([0] * shared + [1] * (4 - shared))
        numbers[shared] = 2 ** (3 - shared)
        begun = (
            sum(deck.is_set((first, other, c, d)) for c in range(len(deck)) for d in range(c)) if shared >= 2 else None
        )
        assert begun is None or begun == numbers[shared]
    return Finding(
        "confirmed",
        "two cards always begin a SET, the third must be chosen",
        "two cards that share x < 4 properties lie in 2^(3−x) SETs",
        "in each differing property the last two values come in two orders, up to swapping the two cards",
        exact=str(numbers),
        commands=("setlab count --values 4", "setlab find --values 4 CARD…"),
    )


def table_7(lab: Lab) -> Finding:
    """The ten combinations of three values, and theorem 2 for all triples of cards."""
    combos = [(a, b, c) for a in range(3) for b in range(a, 3) for c in range(b, 3)]
    good = [values for values in combos if len(set(values)) != 2]
    right = all((sum(values) % 3 == 0) == (values in good) for values in combos)
    sums = all((SPACE.total(cards) == 0) == SPACE.is_line(*cards) for cards in combinations(SPACE.cards, 3))
    cells = (
        judged("combinations", "10", len(combos), COMPUTED),
        judged("SET combinations", "4", len(good), COMPUTED),
        stated("theorem 2", "SET ⇔ sum 0", "holds for all 85,320 triples", right and sums),
    )
    return table(cells)


def checksum(lab: Lab) -> Finding:
    """The deck sums to 0, three cards cannot be left, and two mistakes can cancel."""
    zero = SPACE.total(SPACE.cards) == 0
    left_three = all(SPACE.is_line(*cards) for cards in combinations(SPACE.cards, 3) if SPACE.total(cards) == 0)
    thesis = coding("thesis")
    one = thesis.parse_all(["0000", "0100", "1000"])
    other = next(
        cards
        for cards in combinations(SPACE.cards, 3)
        if not SPACE.is_line(*cards)
        and SPACE.add(SPACE.total(cards), SPACE.total(one)) == 0
        and not set(cards) & set(one)
    )
    cancels = mistakes_cancel([one, other]) and read_leftover(one).mistake
    return claim(
        zero and left_three and cancels,
        "leftover sums to 0; never 3 cards; two mistakes may cancel",
        "all three hold",
        "all triples were tried; two non-SETs whose sums are opposite cannot be seen in the leftover",
        commands=("setlab checksum CARD…",),
    )


def hidden(lab: Lab) -> Finding:
    """The hidden card of the printed end game, in both ways."""
    thesis = coding("thesis")
    left = thesis.parse_all(["1122", "1220", "2100", "0011", "0021"])
    found = thesis.digits(hidden_card(left)), thesis.digits(hidden_card_by_property(left))
    return claim(
        found == ("2222", "2222"),
        "(2,2,2,2)",
        f"({','.join(found[0])}) by the sum and property by property",
        commands=("setlab hidden 1122 1220 2100 0011 0021",),
    )


def vectors(lab: Lab) -> Finding:
    """The midpoint 2(P + Q) and the line A, A + v, A + 2v."""
    thesis = coding("thesis")
    p, q, a, b = thesis.parse_all(["1221", "1020", "1000", "2200"])
    third = thesis.digits(SPACE.midpoint(p, q))
    v = SPACE.subtract(b, a)
    line = [thesis.digits(card) for card in SPACE.line(a, v)]
    cells = (
        stated("2(P + Q)", "(1,1,2,2)", f"({','.join(third)})", third == "1122"),
        stated("v = B − A", "(1,2,0,0)", f"({','.join(thesis.digits(v))})", thesis.digits(v) == "1200"),
        stated("A + 2v", "(0,1,0,0)", f"({','.join(line[2])})", line[2] == "0100"),
    )
    return table(cells, commands=("setlab third 1221 1020", "setlab third 1000 2200"))


def planes(lab: Lab) -> Finding:
    """Planes in the deck, SETs in a plane, ways to choose three cards that are no SET."""
    some = CardSet(card for row in plane(0, 1, 3) for card in row)
    cells = (
        judged("SETs in a plane", "12", len(some.lines()), COMPUTED),
        judged("ordered triples that are no SET", "505440", 6 * (comb(81, 3) - count_sets()), COMPUTED),
        judged("planes", "1170", count_flats(2), COMPUTED),
        judged("planes, listed", "1170", sum(1 for _ in flats(2)), COMPUTED),
    )
    return table(cells, commands=("setlab count", "setlab plane A B C"))


def parallel_sets(lab: Lab) -> Finding:
    """The printed parallel SETs; cycles and directions say the same for all pairs of SETs through two cards."""
    thesis = coding("thesis")
    a, b, d = thesis.parse_all(["1000", "2200", "2211"])
    v = SPACE.subtract(b, a)
    e, f = SPACE.line(d, v)[1:]
    printed = [thesis.digits(card) for card in (e, f)]
    lines = [*SPACE.lines_through(a), *SPACE.lines_through(d)]
    agree = all(are_parallel_by_cycles(x, y) == are_parallel_by_direction(x, y) for x in lines for y in lines)
    cells = (
        stated("E = D + v", "(0,1,1,1)", f"({','.join(printed[0])})", printed[0] == "0111"),
        stated("F = D + 2v", "(1,0,1,1)", f"({','.join(printed[1])})", printed[1] == "1011"),
        stated("theorem 4", "cycles ⇔ direction", f"for {len(lines) ** 2:,} pairs", agree),
    )
    return table(cells, commands=("setlab parallel A B C D",))


def cubes(lab: Lab) -> Finding:
    """SETs and planes in a cube."""
    some = CardSet(card for layer in cube(0, 1, 3, 9) for row in layer for card in row)
    inside = sum(flat <= some for flat in flats(2))
    cells = (
        judged("cards", "27", len(some), COMPUTED),
        judged("SETs", "117", len(some.lines()), COMPUTED),
        judged("SETs within three layers", "36", 3 * 12, COMPUTED),
        judged("planes", "39", inside, COMPUTED),
    )
    return table(cells, commands=("setlab cube A B C D", "setlab count --dimension 3"))


ITEMS = (
    Item("A1.table2", "4.2, table 2", "the notation of a card", table_2),
    Item("A2.third", "4.3, theorem 1", "a unique third card", fundamental_theorem),
    Item("A2.listing", "appendix", "isSet and ThirdCard as printed", listed_functions),
    Item("A3.counts", "5.1, 5.3, 5.4", "three cards a SET, deals, SETs, SETs through a card", basic_counts),
    Item("A3.table3", "5.4, table 3", "SETs by the number of shared properties", table_3),
    Item("A3.formula", "5.4", "SETs by shared properties, for p properties", general_formula),
    Item("A5.counts", "5.5, tables 5 and 6", "changed rules: 2 values, 4 values, 5 properties", changed_rules),
    Item("A5.four", "5.5", "what a SET is with four values", four_values),
    Item("A6.table7", "6.1, table 7", "SET if and only if the sum is 0", table_7),
    Item("A6.checksum", "6.2", "the end game as a checksum", checksum),
    Item("A6.hidden", "6.2", "the hidden card", hidden),
    Item("A7.vectors", "6.3, 7.3", "midpoints and direction vectors", vectors),
    Item("A8.planes", "7.1", "planes", planes),
    Item("A8.parallel", "7.3", "parallel SETs", parallel_sets),
    Item("A9.cubes", "7.4", "cubes", cubes),
)
