"""Changed rules: two values, four values, five properties (A5)."""

from __future__ import annotations

from itertools import combinations, product
from math import erfc, sqrt

from setlab.experiment.run import Result
from setlab.geometry import Deck, Space
from setlab.reproduce.abrahamsen_eriksen.deck import all_sets
from setlab.reproduce.abrahamsen_eriksen.notation import NUMBERS
from setlab.reproduce.abrahamsen_eriksen.sets import third_value
from setlab.reproduce.checking import check, check_fact, check_test
from setlab.reproduce.evidence import Check, Figures, Statement
from setlab.reproduce.histograms import numbers
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim
from setlab.stats import read_printed

TWO, FOUR, FIVE = Deck(4, 2), Deck(4, 4), Space(5)


def counts(claim: Claim, runner: Runner) -> Figures:
    """Cards and SETs of the changed decks, listed."""
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


def two_values(claim: Claim, runner: Runner) -> Statement:
    """With two values any two cards are a SET."""
    return Statement(
        checks=(check("two cards are a SET", "all {} pairs of cards", combinations(TWO, 2), TWO.is_set),),
        why="Two values of a property are the same or different: there is no third case.",
        commands=("setlab count --values 2",),
    )


def four_values(claim: Claim, runner: Runner) -> Statement:
    """With four values, for pairs with every number of shared properties: how they go on."""
    pairs = {shared: (0, FOUR.card([0] * shared + [1] * (4 - shared))) for shared in range(4)}
    thirds = {shared: third_cards(*pair) for shared, pair in pairs.items()}
    begun = {shared: completions(*pair) for shared, pair in pairs.items()}
    going_on = {shared: {card for rest in ways for card in rest} for shared, ways in begun.items()}
    return Statement(
        checks=(
            check(
                "three cards to a SET: the third card is not unique",
                "pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
                thirds.items(),
                lambda case: len(case[1]) > 1,
                lambda case: f"{len(case[1])} third cards for {case[0]} shared properties",
            ),
            _value_pairs(),
            check(
                "four cards to a SET: any two cards begin one",
                "pairs with 0, 1, 2 and 3 shared properties, all pairs of further cards tried",
                begun.items(),
                lambda case: len(case[1]) == 2 ** (3 - case[0]),
                lambda case: f"{len(case[1])} SETs for {case[0]} shared properties",
            ),
            check(
                "the third card has to be chosen",
                "pairs with 0, 1, 2 and 3 shared properties, all third cards tried",
                going_on.items(),
                lambda case: 0 < len(case[1]) < len(FOUR) - 2,
            ),
        ),
        why="Two cards that share x < 4 properties lie in 2^(3−x) SETs of four cards: "
        f"{', '.join(f'{len(ways)} for x = {x}' for x, ways in begun.items())}. In each other property the last two "
        "values come in two orders, up to exchanging the two cards; so all pairs with x shared properties are alike.",
        exact="2^(3−x)",
        commands=("setlab count --values 4", "setlab find --values 4 0000 1111 2222 3333"),
    )


def third_cards(a: int, b: int) -> list[int]:
    """The cards of four values that follow the rule with two cards, three cards to a SET.

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
    """The pairs of cards that make a SET of four cards with two given ones, all pairs tried.

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
    """In one property two equal values go on in one way, two different ones in two ways."""
    return check(
        "ways to go on in a property: one if the values are equal, two if they differ",
        "all {} pairs of the four values",
        product(range(4), repeat=2),
        lambda pair: (
            sum(len({*pair, *rest}) in (1, 4) for rest in product(range(4), repeat=2))
            == (1 if pair[0] == pair[1] else 2)
        ),
    )


def theorem_for_p(claim: Claim, runner: Runner) -> Statement:
    """Theorem 1 in one property: with three values, and only then, the third value is unique."""
    return Statement(
        checks=(
            third_value(),
            check(
                "not so with four values",
                "all {} pairs of different values among four",
                combinations(range(4), 2),
                lambda pair: sum(len({*pair, third}) != 2 for third in range(4)) > 1,
            ),
        ),
        why="The proof takes one property at a time, so the number of properties does not matter.",
        commands=("setlab third --properties 5 12210 10201",),
    )


def larger(claim: Claim, runner: Runner) -> Statement:
    """How many times as many cards and SETs five properties have."""
    deck, sets = (NUMBERS.index(claim.data[name]) for name in ("deck", "sets"))
    lines = sum(1 for _ in FIVE.lines())
    return Statement(
        checks=(
            check_fact("times as many cards", f"{len(FIVE)} = {deck} · 81 cards", len(FIVE) == deck * 81),
            check_fact(
                f"more than {sets} times as many SETs",
                f"{lines:,} SETs, {lines / len(all_sets()):.3f} times as many",
                lines > sets * len(all_sets()),
            ),
        ),
        why="The cards are three times as many; the SETs were listed.",
        commands=("setlab count --properties 5",),
    )


def longer(claim: Claim, runner: Runner) -> Statement:
    """The turns of games with five properties and with four; samples with different seeds."""
    four = runner.game(2e4, 2e5)
    five = runner.game(2e4, 2e5, seed=2, dimension=5)
    times = read_printed(str(NUMBERS.index(claim.data["longer"])))
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
        why="A turn takes a SET or deals three cards because there is none. Three times as many cards give three times "
        "as many SETs to take; but twelve cards with five properties hold a SET far less often, so that three cards "
        f"are dealt for want of one {_dealt(five) / _dealt(four):.0f} times as often: in turns, {words}.",
        results=(four, five),
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of that mean."""
    histogram = numbers(result.tally["turns"])
    games = sum(histogram.values())
    mean = sum(turns * count for turns, count in histogram.items()) / games
    return mean, sum((turns - mean) ** 2 * count for turns, count in histogram.items()) / games**2


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies between two numbers.

    The nearest ratio r in this range makes mean − r · mean nearly normal around 0: games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _dealt(result: Result) -> float:
    """How often three cards are dealt for want of a SET in a game, on average: the turns that take no SET."""
    cards = 3 ** int(result.spec.parameters["dimension"])
    left = numbers(result.tally["leftover"])
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken


ANSWERS: dict[str, Gather] = {
    "A5.counts": counts,
    "A5.two": two_values,
    "A5.four": four_values,
    "A5.theorem": theorem_for_p,
    "A5.larger": larger,
    "A5.longer": longer,
}
