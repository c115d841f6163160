"""The definition of a SET, the examples, and the third card (A2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

from setlab.geometry import Pattern
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    Triple,
    all_sets,
    is_set,
    shared_properties,
    values_shown,
)
from setlab.reproduce.abrahamsen_eriksen.printed import named_values, spoken
from setlab.reproduce.judging import Check, Statement, check, check_fact
from setlab.reproduce.methods.set_rule import same_or_different
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def rule(claim: Claim, runner: Runner) -> Statement:
    """On the cards of a SET a property has one value or all three; both kinds can occur in one SET."""
    shared = Counter(map(shared_properties, all_sets()))
    mixed = sum(number for x, number in shared.items() if x)
    return Statement(
        checks=(
            check(
                "a property has one value or all three values on the cards",
                "all {} SETs",
                all_sets(),
                lambda cards: all(len(values) in (1, 3) for values in values_shown(cards)),
                spoken,
            ),
            check_fact("both kinds occur in one SET", f"{mixed} of {len(all_sets()):,} SETs", mixed > 0),
        ),
        why="A property with exactly two values on the cards is neither the same nor different.",
        commands=("setlab check --notation thesis 1221 1020 1122",),
    )


def examples(claim: Claim, runner: Runner) -> Statement:
    """All triples of cards that fit a description are what the text says they are."""
    fitting = [(words, cards) for words in claim.data["shared"] for cards in described(words)]
    no_set = list(_three_cards({name: words.split() for name, words in claim.data["no_set"].items()}))
    return Statement(
        checks=(
            check(
                "the cards form a SET that shares the properties described",
                "all {} collections of three cards that fit the four descriptions",
                fitting,
                lambda case: is_set(case[1]) and shared_properties(case[1]) == len(named_values(case[0])),
                lambda case: f"{case[0]}: {spoken(case[1])}",
            ),
            check(
                "the cards are not a SET, because of filling and color alone",
                "the {} triples of cards that fit the description",
                no_set,
                lambda cards: spoiling(cards) == {"filling", "colour"},
                spoken,
            ),
        ),
        why="The thesis shows the cards as pictures; every triple of cards that fits the text was tried.",
        commands=("setlab check --notation thesis '1 green full oval' '1 green striped oval' '1 red full oval'",),
    )


def described(words: str) -> Iterator[Triple]:
    """The triples of cards that share the named values and differ in every other property.

    >>> [len(list(described(words))) for words in ("green oval full", "oval")]
    [1, 36]
    """
    shared = named_values(words)
    others = [entry for entry in THESIS.properties if entry.name not in shared]
    orders = product(*(permutations(entry.values) if i else [entry.values] for i, entry in enumerate(others)))
    for columns in orders:
        faces = [shared | {e.name: column[i] for e, column in zip(others, columns, strict=True)} for i in range(3)]
        a, b, c = (THESIS.card_with(face) for face in faces)
        yield a, b, c


def _three_cards(columns: dict[str, list[str]]) -> Iterator[Triple]:
    """The triples of different cards with these values, the fillings in any order."""
    for fillings in set(permutations(columns["filling"])):
        rows = zip(columns["number"], columns["colour"], fillings, columns["shape"], strict=True)
        a, b, c = (THESIS.parse(" ".join(row)) for row in rows)
        if len({a, b, c}) == 3:
            yield a, b, c


def spoiling(cards: Triple) -> set[str]:
    """The properties that are neither the same nor different on three cards.

    >>> spoiling((0, 1, 3)) == {"colour", "shape"}
    True
    """
    patterns = zip(THESIS.properties, SPACE.patterns(cards), strict=True)
    return {entry.name for entry, pattern in patterns if pattern is Pattern.NEITHER}


def third_value() -> Check:
    """Two values of a property determine the third: theorem 1 in one property."""
    return check(
        "two values of a property have exactly one third value",
        "all {} pairs of values of a property",
        product(range(3), repeat=2),
        lambda pair: sum(same_or_different((*pair, third)) for third in range(3)) == 1,
    )


def each_pair_in_one_set() -> Check:
    """Any two cards lie in exactly one SET, by counting pairs in the list of all SETs."""
    found = Counter(pair for cards in all_sets() for pair in combinations(cards, 2))
    return check(
        "two cards lie in exactly one SET",
        "all {} pairs of cards",
        combinations(SPACE.cards, 2),
        lambda pair: found[pair] == 1,
        spoken,
    )


def fundamental_theorem(claim: Claim, runner: Runner) -> Statement:
    """Every two cards have exactly one third card: by listing, and by the steps of the proof."""
    return Statement(
        checks=(
            each_pair_in_one_set(),
            third_value(),
            check(
                "the third card differs from both: c = a only if b = a",
                "all {} SETs of values of a property",
                filter(same_or_different, product(range(3), repeat=3)),
                lambda values: values[2] != values[0] or values[1] == values[0],
            ),
        ),
        why="All pairs of cards were tried, and each step of the proof, which treats one property at a time.",
        commands=("setlab third --notation thesis 1221 1020",),
    )


EVIDENCE: dict[str, Gather] = {"A2.rule": rule, "A2.examples": examples, "A2.third": fundamental_theorem}
