"""Counting SETs, the formulas for p properties and their slips, decks with other numbers of values (A3, A5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, erfc, sqrt

from setlab.counting import count_deals
from setlab.experiment.result import Result
from setlab.geometry import Deck, Space
from setlab.reproduce.abrahamsen_eriksen.cards import fitting_triples, third_value
from setlab.reproduce.abrahamsen_eriksen.deck import holds, of_deck, shared_properties, value_of
from setlab.reproduce.evidence import Check, Checks, Statement, Value, Values, check, check_fact, check_test
from setlab.reproduce.methods.game import all_sets, follow_the_rule, is_set, number_of
from setlab.reproduce.methods.histograms import moments, proportions_of
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim
from setlab.stats import read_printed

DEAL = 12


@evidence("A3.counts", commands=["setlab count"])
def counts() -> Values:
    """P(three cards form a SET), and the numbers of deals, of SETs, and of SETs through a card.

    The SETs were found by trying all triples of cards; every card lies in the same number of SETs.
    """
    sets = all_sets()
    (through,) = set(Counter(card for cards in sets for card in cards).values())
    return {
        "P(three random cards are a SET)": str(Fraction(len(sets), comb(81, 3))),
        "twelve card deals": count_deals(DEAL),
        "ordered SETs": sum(1 for cards in sets for _ in permutations(cards)),
        "unordered SETs": len(sets),
        "SETs with a given card": through,
    }


@evidence("A3.equations")
def equations(claim: Claim) -> Check:
    """Every displayed equation, evaluated.

    All sides of each equation were evaluated as printed.
    """
    return check_equations(claim)


def check_equations(claim: Claim) -> Check:
    """Every equation of a claim holds, up to the rounding of printed decimals."""
    return check("the equations hold, for all {} equations", claim.data["equations"], holds)


@evidence("A3.orders", commands=["setlab count"])
def orders(claim: Claim) -> Checks:
    """The cards of a SET have 3! orders.

    All orders of every SET were listed.
    """
    number = value_of(claim.data["orders"])
    yield check(
        "the example is a SET with three shared properties, for the {} SET that fits the description",
        fitting_triples(claim.data["example"]),
        lambda cards: is_set(cards) and shared_properties(cards) == 3,
    )
    yield check(
        "the number of orders of a SET, for all {} SETs",
        all_sets(),
        lambda cards: len(set(permutations(cards))) == number,
    )


@evidence("A3.types", commands=["setlab count"])
def types(claim: Claim) -> Checks:
    """The formula for four properties, compared with the list of all SETs.

    All SETs were listed and classified by the number of shared properties.
    """
    listed, formula = Counter(map(shared_properties, all_sets())), claim.data["formula"]
    yield check(
        "the number of SETs with x shared properties, for x = 0 to 3, by listing",
        range(4),
        lambda x: listed[x] == value_of(formula, x=x),
    )
    yield check(
        "four properties are never shared, for all {} SETs", all_sets(), lambda cards: shared_properties(cards) < 4
    )


@evidence("A3.table3", commands=["setlab count"])
def table_3() -> Values:
    """The SETs by number of shared properties, listed.

    All SETs were listed and classified by the number of shared properties.
    """
    listed = Counter(map(shared_properties, all_sets()))
    rows = {f"{x} similarities": number for x, number in listed.items()} | {"Total": listed.total()}
    values: dict[str, Value] = {f"{row}, SETs": number for row, number in rows.items()}
    values |= {f"{row}, probability": Fraction(number, listed.total()) for row, number in rows.items()}
    return values


MOST_LISTED = 5
"""The largest number of properties for which the SETs are listed."""


@evidence("A3.general", commands=["setlab count --properties 5"])
def general_formulas(claim: Claim) -> Checks:
    """The formulas for p properties follow from theorem 1, which treats one property at a time.

    Two cards determine the third in each property, so each pair of the N = 3^p cards lies in exactly one SET. Two
    polynomials in N, or quotients of polynomials, are equal if they agree at more points than their degree.
    """
    chance, deals, sets, through = (of_deck(claim.data[name]) for name in ("chance", "deals", "sets", "through"))
    yield third_value()
    yield _same_function(
        "SETs: C(N,2) pairs of cards, three pairs in each SET",
        range(3, 31),
        lambda n: value_of(sets, N=n) == Fraction(comb(n, 2), 3),
    )
    yield _same_function(
        "SETs with a given card: N − 1 other cards, two in each SET",
        range(3, 31),
        lambda n: value_of(through, N=n) == Fraction(n - 1, 2),
    )
    yield _same_function(
        "P(three cards form a SET): C(N,2)/3 of C(N,3) triples",
        range(3, 31),
        lambda n: value_of(chance, N=n) == Fraction(comb(n, 2), 3) / comb(n, 3),
    )
    yield _same_function(
        "deals of twelve cards: C(N,12)", range(DEAL, 41), lambda n: value_of(deals, N=n) == comb(n, DEAL)
    )
    yield check(
        f"the number of SETs by listing, for p = 1 to {MOST_LISTED}, each deck listed",
        range(1, MOST_LISTED + 1),
        lambda p: value_of(sets, N=3**p) == sum(1 for _ in Space(p).lines()),
    )


def _same_function(what: str, decks: range, agrees: Callable[[int], bool]) -> Check:
    """Two formulas in the number N of cards are equal if they agree at more points than their degree."""
    return check(
        f"{what}, for N = {decks[0]} to {decks[-1]}, more points than the degree", decks, agrees, "N = {}".format
    )


@evidence("A3.formula", commands=["setlab count --properties 5"])
def formula_for_p(claim: Claim) -> Statement:
    """The factor 81 is correct for four properties only; in general it is 3^p."""
    printed = str(claim.data["formula"])
    corrected = printed.replace("81", "3^p")
    return Statement(
        _check_types(printed),
        corrected=(
            check(
                "a property has 3 ordered triples of equal values and 3 · 2 of different values, "
                "for the {} kinds of triples, among all 27",
                ((1, 3), (3, 3 * 2)),
                lambda kind: (
                    sum(len({a, b, c}) == kind[0] for a in range(3) for b in range(3) for c in range(3)) == kind[1]
                ),
            ),
            _check_types(corrected),
        ),
        why=f"For five properties it gives {_all_types(printed, 5)} SETs instead of {int(_all_types(corrected, 5)):,}. "
        "81 is the number of cards with four properties; the general factor is 3^p. Each shared property has 3 ordered "
        "triples of values and each other property 3 · 2, which gives C(p,x) · 3^p · 2^(p−x) ordered SETs, 3! for "
        "each.",
    )


def _check_types(formula: str) -> Check:
    """A formula for the SETs with x of p properties shared, compared with lists for small p."""
    listed = {p: shared_by_listing(p) for p in range(1, MOST_LISTED + 1)}
    return check(
        f"{formula} SETs with x of p shared properties, for p = 1 to {MOST_LISTED} and all x, by listing",
        [(p, x) for p in reversed(listed) for x in range(p)],
        lambda case: value_of(formula, p=case[0], x=case[1]) == listed[case[0]][case[1]],
        lambda case: f"{listed[case[0]][case[1]]:,} SETs for p = {case[0]}, x = {case[1]}",
    )


def shared_by_listing(p: int) -> Counter[int]:
    """The SETs of a deck with p properties by number of shared properties, listed.

    >>> sorted(shared_by_listing(2).items())
    [(0, 6), (1, 6)]
    """
    space = Space(p)
    return Counter(
        sum(x == y for x, y in zip(space.coordinates(a), space.coordinates(b), strict=True))
        for a, b, _ in space.lines()
    )


def _all_types(formula: str, p: int) -> Fraction:
    """The sum of a formula over all numbers x of shared properties."""
    return sum((value_of(formula, p=p, x=x) for x in range(p)), Fraction(0))


TWO, FOUR, FIVE = Deck(4, 2), Deck(4, 4), Space(5)


@evidence("A5.counts", commands=["setlab count --values 2", "setlab count --values 4", "setlab count --properties 5"])
def changed_decks() -> Values:
    """The numbers of cards and SETs of the changed decks, by listing.

    All cards and all SETs were listed.
    """
    return {
        "four properties, two values: cards": len(set(product(range(2), repeat=4))),
        "four properties, two values: SETs": len(TWO.sets(TWO)),
        "four properties, four values: cards": len(set(product(range(4), repeat=4))),
        "five properties, three values: cards": len(set(product(range(3), repeat=5))),
        "five properties, three values: SETs": sum(1 for _ in FIVE.lines()),
    }


@evidence("A5.two", commands=["setlab count --values 2"])
def two_values() -> Check:
    """With two values, any two cards form a SET.

    Two values are either the same or different.
    """
    return check("two cards form a SET, for all {} pairs of cards", combinations(TWO, 2), TWO.is_set)


@evidence(
    "A5.four", commands=["setlab count --values 4", "setlab find --notation thesis --values 4 0000 1111 2222 3333"]
)
def four_values() -> Statement:
    """With four values, two cards have several third cards: pairs with each number of shared properties are tried."""
    pairs = {shared: (0, FOUR.card([0] * shared + [1] * (4 - shared))) for shared in range(4)}
    thirds = {shared: third_cards(*pair) for shared, pair in pairs.items()}
    begun = {shared: completions(*pair) for shared, pair in pairs.items()}
    going_on = {shared: {card for rest in ways for card in rest} for shared, ways in begun.items()}
    return Statement(
        check(
            "SETs of three cards: the third card is not unique, "
            "for pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
            thirds.items(),
            lambda case: len(case[1]) > 1,
        ),
        # In one property, two equal values have one completion and two different values have two.
        check(
            "two values of a property have one completion if they are equal, two if they differ, "
            "for all {} pairs of the four values",
            product(range(4), repeat=2),
            lambda pair: (
                sum(len({*pair, *rest}) in (1, 4) for rest in product(range(4), repeat=2))
                == (1 if pair[0] == pair[1] else 2)
            ),
        ),
        check(
            "SETs of four cards: two cards lie in 2^(3−x) of them, "
            "for pairs with 0, 1, 2 and 3 shared properties, all pairs of further cards tried",
            begun.items(),
            lambda case: len(case[1]) == 2 ** (3 - case[0]),
        ),
        check(
            "the third card can be chosen, but not freely, "
            "for pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
            going_on.items(),
            lambda case: 0 < len(case[1]) < len(FOUR) - 2,
        ),
        why="Two cards that share x < 4 properties lie in 2^(3−x) SETs of four cards: "
        f"{', '.join(f'{len(ways)} for x = {x}' for x, ways in begun.items())}. In each other property the two "
        "remaining values can be distributed in two ways, up to exchanging the last two cards.",
        exact="2^(3−x)",
    )


def third_cards(a: int, b: int) -> list[int]:
    """The cards that form a SET of three cards with two given ones, in the deck with four values.

    >>> len(third_cards(0, 85))
    16
    """
    others = [card for card in FOUR if card not in (a, b)]
    return [card for card in others if follow_the_rule([*map(FOUR.coordinates, (a, b, card))])]


def completions(a: int, b: int) -> list[tuple[int, int]]:
    """The pairs of cards that complete two given ones to a SET of four cards, by trying all pairs.

    >>> completions(0, 1)
    [(2, 3)]
    """
    others = [card for card in FOUR if card not in (a, b)]
    return [rest for rest in combinations(others, 2) if FOUR.is_set((a, b, *rest))]


@evidence("A5.theorem", commands=["setlab third --notation thesis --properties 5 12210 10201"])
def theorem_for_p() -> Checks:
    """Theorem 1 in one property: with three values the third value is unique, with four it is not.

    The proof treats one property at a time, so it holds for every number of properties.
    """
    yield third_value()
    yield check(
        "with four values the third value is not unique, for all {} pairs of different values out of four",
        combinations(range(4), 2),
        lambda pair: sum(len({*pair, third}) != 2 for third in range(4)) > 1,
    )


@evidence("A5.larger", commands=["setlab count --properties 5"])
def larger(claim: Claim) -> Checks:
    """The numbers of cards and SETs with five properties, relative to four.

    Each of the 81 cards occurs with three values of the fifth property; the SETs were listed.
    """
    deck, sets = (number_of(claim.data[name]) for name in ("deck", "sets"))
    lines = sum(1 for _ in FIVE.lines())
    yield check_fact(f"{deck} times as many cards", f"{len(FIVE)} = {deck} · 81 cards", len(FIVE) == deck * 81)
    yield check_fact(
        f"more than {sets} times as many SETs",
        f"{lines:,} SETs, {lines / len(all_sets()):.3f} times as many",
        lines > sets * len(all_sets()),
    )


@evidence("A5.longer")
def longer(claim: Claim, runner: Runner) -> Statement:
    """The mean numbers of turns with five and with four properties, from samples with different seeds."""
    four = runner.game(2e4, 2e5)
    five = runner.game(2e4, 2e5, seed=2, dimension=5)
    times = read_printed(str(number_of(claim.data["longer"])))
    (short, _), (long, _) = mean_turns(four), mean_turns(five)
    words = f"{long / short:.2f} times as many turns ({long:.1f} and {short:.1f} on average)"
    return Statement(
        check_test(
            f"{claim.data['longer']} times as many turns, rounded",
            f"{four.tally.trials:,} and {five.tally.trials:,} games",
            p_of_ratio(five, four, float(times.low), float(times.high)),
            four.tally.trials + five.tally.trials,
            words,
        ),
        why="A turn takes a SET, or deals three cards because there is none. Three times as many cards give about "
        "three times as many SETs to take. But twelve cards with five properties contain a SET far less often: three "
        f"cards are dealt {_mean_deals(five) / _mean_deals(four):.0f} times as often. Altogether, {words}.",
        results=(four, five),
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of the estimate."""
    mean, deviation = moments(proportions_of(result.tally["turns"]))
    return mean, deviation**2 / result.tally.trials


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies in an interval.

    For the ratio r of the interval that is nearest to the observed one, a − r·b is approximately normal with mean 0,
    since the games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _mean_deals(result: Result) -> float:
    """The mean number of turns of a game that deal three cards because there is no SET."""
    cards = 3 ** int(result.spec.parameters.as_record()["dimension"])
    left = result.tally["leftover"]
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken
