"""Methods that several sources share.

First the rule and the game as the sources print them, without the geometry of the deck and without `setlab.rules`; then
proofs replayed in finitely many cases (the sum argument, identities modulo 3 and over every field, largest caps); then
histograms as samples and proportions, and the drawing of the cards left, printed beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import Any

from setlab.caps.checks import is_cap
from setlab.errors import SpecError
from setlab.exact.no_set import exact_no_set
from setlab.experiment.kernels.endgame import EndgameParameters, TrialGame, core_arguments, play
from setlab.experiment.result import Result
from setlab.reproduce.evidence import Check, Checks, Points, Redrawing, Sample, check
from setlab.rules.table import Claim, Deal, Event
from setlab.stats import read_printed

WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def in_words(number: int) -> str:
    """A small number as a word, a larger one in digits.

    >>> in_words(12), in_words(13)
    ('twelve', '13')
    """
    return WORDS[number] if number < len(WORDS) else str(number)


def number_of(word: str) -> int:
    """The number that a word stands for.

    >>> number_of("three")
    3
    """
    return WORDS.index(word)


Vector = tuple[int, ...]
Triple = tuple[int, int, int]


def all_cards(d: int = 4, values: Sequence[int] = range(3)) -> list[Vector]:
    """All combinations of values.

    >>> len(all_cards()), all_cards(2, (1, 2))
    (81, [(1, 1), (1, 2), (2, 1), (2, 2)])
    """
    return list(product(values, repeat=d))


VECTORS = tuple(all_cards())
"""The values of every card, in the order of the numbers 0 to 80."""

CARDS = range(len(VECTORS))


def same_or_different(values: Iterable[int]) -> bool:
    """True if the values of a property on three cards are all the same or all different.

    >>> same_or_different([1, 1, 1]), same_or_different([0, 2, 1]), same_or_different([0, 0, 1])
    (True, True, False)
    """
    return len(set(values)) != 2


def follow_the_rule(cards: Sequence[Vector]) -> bool:
    """True if three cards follow the rule of the game in every property.

    >>> follow_the_rule([(0, 1), (1, 1), (2, 1)]), follow_the_rule([(0, 1), (1, 1), (2, 2)])
    (True, False)
    """
    return all(map(same_or_different, zip(*cards, strict=True)))


def sum_to_zero(vectors: Iterable[Sequence[int]]) -> bool:
    """True if vectors sum to zero modulo 3.

    >>> sum_to_zero([(0, 1), (1, 1), (2, 1)]), sum_to_zero([(0, 1), (1, 1), (2, 2)])
    (True, False)
    """
    return all(sum(column) % 3 == 0 for column in zip(*vectors, strict=True))


def two_same_one_different(cards: Sequence[Vector]) -> bool:
    """True if in some property two of three cards have the same value and one has another.

    >>> two_same_one_different([(0, 1), (1, 1), (2, 1)]), two_same_one_different([(0, 1), (1, 1), (2, 2)])
    (False, True)
    """
    return any(sorted(map(column.count, column)) == [1, 2, 2] for column in zip(*cards, strict=True))


def both_ways_agree() -> Check:
    """The definition of a SET and "two are the same and one is different" agree on every triple of cards.

    Three values are all the same, or all different, or two are the same and one is different.
    """
    what = "both formulations define the same SETs, for all {} triples of cards"
    return check(what, combinations(VECTORS, 3), lambda cards: follow_the_rule(cards) != two_same_one_different(cards))


def is_set(cards: Sequence[int]) -> bool:
    """True if three different cards follow the rule of the game, without arithmetic.

    >>> is_set([0, 40, 80]), is_set([0, 1, 3])
    (True, False)
    """
    return len(set(cards)) == 3 and follow_the_rule([VECTORS[card] for card in cards])


def triples() -> Iterator[Triple]:
    """The 85,320 collections of three cards."""
    return combinations(CARDS, 3)


@cache
def all_sets() -> tuple[Triple, ...]:
    """All SETs of the deck, found by trying every triple of cards.

    >>> len(all_sets())
    1080
    """
    return tuple(filter(is_set, triples()))


@cache
def no_sets() -> tuple[Triple, ...]:
    """The collections of three cards that are not a SET.

    >>> len(no_sets())
    84240
    """
    return tuple(three for three in triples() if not is_set(three))


@cache
def thirds() -> tuple[tuple[int, ...], ...]:
    """The table of the third card of every two cards, from the list of all SETs; a card is its own third card.

    >>> thirds()[0][1], thirds()[1][0], thirds()[5][5]
    (2, 2, 5)
    """
    table = [[a] * len(CARDS) for a in CARDS]
    for a, b, c in (order for cards in all_sets() for order in permutations(cards)):
        table[a][b] = c
    return tuple(map(tuple, table))


def sets_among(cards: Iterable[int]) -> list[frozenset[int]]:
    """The SETs among some cards, in the order of the cards.

    >>> sets_among([0, 1, 2, 3, 4])
    [frozenset({0, 1, 2})]
    """
    third, place = thirds(), {card: i for i, card in enumerate(cards)}
    pairs = combinations(place.items(), 2)
    return [frozenset((a, b, third[a][b])) for (a, _), (b, j) in pairs if place.get(third[a][b], -1) > j]


FIRST_CARDS = 12
MORE_CARDS = 3


def breach(events: Sequence[Event], cards: int = 81) -> str | None:
    """The first breach of the rules in a whole game, in words; None if the game follows the rules to its end.

    >>> breach([Deal(tuple(range(12))), Deal((12, 13, 14))])
    'event 2 deals cards although there is a SET on the table'
    """
    table: list[int] = []
    undealt = cards
    seen: set[int] = set()
    for number, event in enumerate(events, 1):
        if isinstance(event, Deal):
            fault = _bad_deal(event, table, undealt, seen)
            table, undealt, seen = [*table, *event.cards], undealt - len(event.cards), seen.union(event.cards)
        elif isinstance(event, Claim):
            fault = _bad_claim(event, table, undealt)
            table = [card for card in table if card not in event.cards]
        else:
            fault = "is neither a deal nor a claim"
        if fault:
            return f"event {number} {fault}"
    return "the game stops before its end" if undealt or sets_among(table) else None


def _bad_deal(event: Deal, table: list[int], undealt: int, seen: set[int]) -> str | None:
    """The fault of a deal, which may begin the game, refill the table, or follow because there is no SET."""
    due = FIRST_CARDS if not seen else MORE_CARDS
    if len(event.cards) != min(due, undealt):
        return f"deals {len(event.cards)} cards instead of {min(due, undealt)}"
    if len(set(event.cards)) < len(event.cards) or seen.intersection(event.cards):
        return "deals a card twice"
    return "deals cards although there is a SET on the table" if len(table) >= 12 and sets_among(table) else None


def _bad_claim(event: Claim, table: list[int], undealt: int) -> str | None:
    """The fault of a claim."""
    if not set(event.cards) <= set(table):
        return "takes a card that is not on the table"
    if not is_set(event.cards):
        return "takes three cards that are not a SET"
    return "takes a SET before the table is refilled" if undealt and len(table) < FIRST_CARDS else None


BLOCK = 1 << 13
MOST = 1 << 22


def game_leaving(left: int, seed: int = 1, **parameters: Any) -> tuple[int, TrialGame]:
    """The first game of a seed that leaves n cards, with its number.

    >>> trial, game = game_leaving(12)
    >>> game.leftover, len(game.table.cards)
    (12, 12)
    """
    p = EndgameParameters.complete(parameters)
    for first in range(0, MOST, BLOCK):
        hits = (_leftovers(p, seed, first) == left).nonzero()[0]
        if len(hits):
            trial = first + int(hits[0])
            return trial, play(p, seed, trial)
    raise SpecError(f"no game of seed {seed} leaves {left} cards among the first {MOST:,}: choose another seed")


def _leftovers(p: EndgameParameters, seed: int, first: int) -> Any:
    from setlab import _core

    return _core.play_endgame_trials(seed, first, BLOCK, **core_arguments(p))[:, 0]


def check_coordinates(what: str, letters: str, holds: Callable[..., bool]) -> Check:
    """Check a statement about vectors modulo 3 for all values of one coordinate.

    The operations act on each coordinate separately; so what holds in one coordinate holds in every dimension.

    >>> check_coordinates("a + a + a = 0", "a", lambda a: 3 * a % 3 == 0).outcome
    'holds for all 3 values of a in one coordinate, and so in every dimension'
    """
    return check(
        f"{what}, for all {{}} values of {letters} in one coordinate, and so in every dimension",
        product(range(3), repeat=len(letters.split(", "))),
        lambda values: holds(*values),
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )


def check_identity(what: str, letters: str, degree: int, difference: Callable[..., int]) -> Check:
    """Check that a polynomial with integer coefficients is 0, so that the identity holds over every field.

    `degree` bounds the degree in each letter. A polynomial of degree at most n in each letter that vanishes on the
    grid 0, …, n is the zero polynomial.

    >>> check_identity("(a + b)² = a² + 2ab + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - 2*a*b - b*b).is_refuted
    False
    >>> check_identity("(a + b)² = a² + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - b*b).outcome
    'fails: a, b = 1, 1'
    """
    return check(
        f"{what}, "
        f"for {{}} values of {letters}, which suffice to show that two polynomials are equal, and so over every field",
        product(range(degree + 1), repeat=len(letters.split(", "))),
        lambda values: difference(*values) == 0,
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )


VALUES = range(3)


def sum_argument() -> Checks:
    """The three steps. They imply that the cards left of a whole deck sum to 0, and that three of them form a SET."""
    yield deck_sums_to_zero()
    yield sets_sum_to_zero()
    # Three values that sum to a multiple of three are all the same or all different.
    what = "three cards with sum 0 form a SET, for the {} triples of values of one property with sum 0"
    yield check(what, (triple for triple in product(VALUES, repeat=3) if sum(triple) % 3 == 0), same_or_different)


def deck_sums_to_zero() -> Check:
    """The values of one property, each on 3^(d−1) cards, sum to a multiple of three.

    >>> deck_sums_to_zero().is_refuted
    False
    """
    what = "the deck sums to 0, for one property, each value on N = 3^(d−1) cards, for the {} values of N modulo 3"
    return check(what, VALUES, lambda number: sum(value * number for value in VALUES) % 3 == 0)


def sets_sum_to_zero() -> Check:
    """Three values that are all the same or all different sum to a multiple of three."""
    what = "a SET sums to 0, for the {} triples of values of one property that are all the same or all different"
    cases = (triple for triple in product(VALUES, repeat=3) if same_or_different(triple))
    return check(what, cases, lambda triple: sum(triple) % 3 == 0)


@lru_cache
def largest_cap(d: int) -> int:
    """The size of the largest cap of AG(d,3), d ≤ 4, proved by listing all caps up to symmetry.

    >>> [largest_cap(d) for d in (1, 2, 3)]
    [2, 4, 9]
    """
    if d == 1:
        return max(n for n in range(4) for points in combinations(range(3), n) if is_cap(points, 1))
    largest = exact_no_set(d, recompute=True).largest
    assert largest is not None, "the list of caps is complete for d ≤ 4"
    return largest


def printed_proportions(table: Mapping[int, str]) -> Points:
    """The figures of a printed table as proportions.

    >>> printed_proportions({0: "1.2%", 6: "46.9%"})
    ((0, 0.012), (6, 0.469))
    """
    return tuple((at, float(read_printed(text).value)) for at, text in table.items())


def proportions_of(histogram: Mapping[int, int]) -> Points:
    """The counts of a histogram divided by their sum, in increasing order of the values.

    >>> proportions_of({9: 1, 6: 3})
    ((6, 0.75), (9, 0.25))
    """
    total = sum(histogram.values())
    return tuple((value, count / total) for value, count in sorted(histogram.items()))


def leftover_proportions(result: Result) -> Points:
    """The proportion of games by number of cards left."""
    return proportions_of(result.tally["leftover"])


def draw_leftovers(title: str, series: Mapping[str, Points], *runs: Result) -> Redrawing:
    """The drawing of several labelled histograms of the cards left; a number that no run can leave keeps its place."""
    never = [set(run.spec.definition.impossible(run.spec.parameters).get("leftover", ())) for run in runs]
    impossible = tuple(sorted(set.intersection(*never))) if never else ()
    return Redrawing("histogram", title, "cards left", "proportion of games", tuple(series.items()), impossible)


def sample_of(result: Result, name: str, key: int | str) -> Sample:
    """The trials of a run in which a histogram takes a given value."""
    return Sample(result.tally[name].get(int(key), 0), result.tally.trials)


def moments(points: Points) -> tuple[float, float]:
    """The mean and the standard deviation of a distribution given by proportions.

    >>> moments(((0, 0.5), (6, 0.5)))
    (3.0, 3.0)
    """
    mean = sum(value * proportion for value, proportion in points)
    return mean, sum((value - mean) ** 2 * proportion for value, proportion in points) ** 0.5
