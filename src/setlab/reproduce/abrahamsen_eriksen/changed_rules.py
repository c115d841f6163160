"""Decks with other numbers of properties and values, and the length of their games (A5)."""

from __future__ import annotations

from itertools import combinations, product
from math import erfc, sqrt

from setlab.experiment.result import Result
from setlab.geometry import Deck, Space
from setlab.reproduce.abrahamsen_eriksen.cards import third_value
from setlab.reproduce.abrahamsen_eriksen.deck import all_sets
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact, check_test
from setlab.reproduce.methods.game import number_of
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim
from setlab.stats import read_printed

TWO, FOUR, FIVE = Deck(4, 2), Deck(4, 4), Space(5)


@evidence("A5.counts")
def counts() -> Figures:
    """The numbers of cards and SETs of the changed decks, by listing."""
    return Figures(
        values={
            "four properties, two values: cards": len(set(product(range(2), repeat=4))),
            "four properties, two values: SETs": len(TWO.sets(TWO)),
            "four properties, four values: cards": len(set(product(range(4), repeat=4))),
            "five properties, three values: cards": len(set(product(range(3), repeat=5))),
            "five properties, three values: SETs": sum(1 for _ in FIVE.lines()),
        },
        why="All cards and all SETs were listed.",
        commands=("setlab count --values 2", "setlab count --values 4", "setlab count --properties 5"),
    )


@evidence("A5.two")
def two_values() -> Statement:
    """With two values, any two cards form a SET."""
    return Statement(
        checks=(check("two cards form a SET", "all {} pairs of cards", combinations(TWO, 2), TWO.is_set),),
        why="Two values are either the same or different.",
        commands=("setlab count --values 2",),
    )


@evidence("A5.four")
def four_values() -> Statement:
    """With four values, two cards have several third cards: pairs with each number of shared properties are tried."""
    pairs = {shared: (0, FOUR.card([0] * shared + [1] * (4 - shared))) for shared in range(4)}
    thirds = {shared: third_cards(*pair) for shared, pair in pairs.items()}
    begun = {shared: completions(*pair) for shared, pair in pairs.items()}
    going_on = {shared: {card for rest in ways for card in rest} for shared, ways in begun.items()}
    return Statement(
        checks=(
            check(
                "SETs of three cards: the third card is not unique",
                "pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
                thirds.items(),
                lambda case: len(case[1]) > 1,
                lambda case: f"{len(case[1])} third cards for {case[0]} shared properties",
            ),
            _value_pairs(),
            check(
                "SETs of four cards: two cards lie in 2^(3−x) of them",
                "pairs with 0, 1, 2 and 3 shared properties, all pairs of further cards tried",
                begun.items(),
                lambda case: len(case[1]) == 2 ** (3 - case[0]),
                lambda case: f"{len(case[1])} SETs for {case[0]} shared properties",
            ),
            check(
                "the third card can be chosen, but not freely",
                "pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
                going_on.items(),
                lambda case: 0 < len(case[1]) < len(FOUR) - 2,
            ),
        ),
        why="Two cards that share x < 4 properties lie in 2^(3−x) SETs of four cards: "
        f"{', '.join(f'{len(ways)} for x = {x}' for x, ways in begun.items())}. In each other property the two "
        "remaining values can be distributed in two ways, up to exchanging the last two cards.",
        exact="2^(3−x)",
        commands=("setlab count --values 4", "setlab find --notation thesis --values 4 0000 1111 2222 3333"),
    )


def third_cards(a: int, b: int) -> list[int]:
    """The cards that form a SET of three cards with two given ones, in the deck with four values.

    >>> len(third_cards(0, 85))
    16
    """
    rows = [FOUR.coordinates(card) for card in (a, b)]
    return [
        card
        for card in FOUR
        if card not in (a, b)
        and all(len(set(values)) != 2 for values in zip(*rows, FOUR.coordinates(card), strict=True))
    ]


def completions(a: int, b: int) -> list[tuple[int, int]]:
    """The pairs of cards that complete two given ones to a SET of four cards, by trying all pairs.

    >>> completions(0, 1)
    [(2, 3)]
    """
    vectors = [FOUR.coordinates(card) for card in FOUR]
    return [
        (c, d)
        for c, d in combinations(FOUR, 2)
        if all(
            len({w, x, y, z}) in (1, 4)
            for w, x, y, z in zip(vectors[a], vectors[b], vectors[c], vectors[d], strict=True)
        )
        and len({a, b, c, d}) == 4
    ]


def _value_pairs() -> Check:
    """In one property, two equal values have one completion and two different values have two."""
    return check(
        "two values of a property have one completion if they are equal, two if they differ",
        "all {} pairs of the four values",
        product(range(4), repeat=2),
        lambda pair: (
            sum(len({*pair, *rest}) in (1, 4) for rest in product(range(4), repeat=2))
            == (1 if pair[0] == pair[1] else 2)
        ),
    )


@evidence("A5.theorem")
def theorem_for_p() -> Statement:
    """Theorem 1 in one property: with three values the third value is unique, with four it is not."""
    return Statement(
        checks=(
            third_value(),
            check(
                "with four values the third value is not unique",
                "all {} pairs of different values out of four",
                combinations(range(4), 2),
                lambda pair: sum(len({*pair, third}) != 2 for third in range(4)) > 1,
            ),
        ),
        why="The proof treats one property at a time, so it holds for every number of properties.",
        commands=("setlab third --notation thesis --properties 5 12210 10201",),
    )


@evidence("A5.larger")
def larger(claim: Claim) -> Statement:
    """The numbers of cards and SETs with five properties, relative to four."""
    deck, sets = (number_of(claim.data[name]) for name in ("deck", "sets"))
    lines = sum(1 for _ in FIVE.lines())
    return Statement(
        checks=(
            check_fact(f"{deck} times as many cards", f"{len(FIVE)} = {deck} · 81 cards", len(FIVE) == deck * 81),
            check_fact(
                f"more than {sets} times as many SETs",
                f"{lines:,} SETs, {lines / len(all_sets()):.3f} times as many",
                lines > sets * len(all_sets()),
            ),
        ),
        why="Each of the 81 cards occurs with three values of the fifth property; the SETs were listed.",
        commands=("setlab count --properties 5",),
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
        checks=(
            check_test(
                f"{claim.data['longer']} times as many turns, rounded",
                f"{four.tally.trials:,} and {five.tally.trials:,} games",
                p_of_ratio(five, four, float(times.low), float(times.high)),
                four.tally.trials + five.tally.trials,
                words,
            ),
        ),
        why="A turn takes a SET, or deals three cards because there is none. Three times as many cards give about "
        "three times as many SETs to take. But twelve cards with five properties contain a SET far less often: three "
        f"cards are dealt {_dealt(five) / _dealt(four):.0f} times as often. Altogether, {words}.",
        results=(four, five),
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of the estimate."""
    histogram = result.tally["turns"]
    games = sum(histogram.values())
    mean = sum(turns * count for turns, count in histogram.items()) / games
    return mean, sum((turns - mean) ** 2 * count for turns, count in histogram.items()) / games**2


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies in an interval.

    For the ratio r of the interval that is nearest to the observed one, a − r·b is approximately normal with mean 0,
    since the games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _dealt(result: Result) -> float:
    """The mean number of turns of a game that deal three cards because there is no SET."""
    cards = 3 ** int(result.spec.parameters.as_record()["dimension"])
    left = result.tally["leftover"]
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken
