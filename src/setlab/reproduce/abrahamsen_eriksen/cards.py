"""The deck, its SETs, and the rule that makes three cards a SET (A1, A2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

from setlab import rules
from setlab.counting import count_cards
from setlab.geometry import Pattern
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    column_in_their_words,
    holds,
    in_printed_order,
    in_their_words,
    named_values,
    property_name,
    shared_properties,
    value_of,
    values_of,
    values_shown,
)
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Values, check, check_fact
from setlab.reproduce.methods.game import Triple, all_sets, in_words, is_set, same_or_different
from setlab.reproduce.register import evidence
from setlab.rules import game_leaving_most, longest_game, replay
from setlab.sources import Claim

LARGEST = 8
"""The largest number of properties for which the deck is listed."""


@evidence("A1.deck", commands=["setlab count"])
def deck() -> Values:
    """The cards, the properties and the values of the deck.

    Every card has its own name; the names were counted.
    """
    properties = THESIS.properties
    (values,) = {len(entry.values) for entry in properties}
    return {
        "cards": len({THESIS.name(card) for card in SPACE}),
        "properties": in_words(len(properties)),
        "values of each property": in_words(values),
    }


@evidence("A1.rules")
def endings() -> Statement:
    """Both endings occur: some game uses up all cards, another leaves cards without a SET."""
    games = {"all cards are used up": longest_game(), "cards without a SET remain": game_leaving_most()}
    tables = {ending: replay(game) for ending, game in games.items()}
    rest = {ending: len(table.cards) for ending, table in tables.items()}
    taken = sum(isinstance(event, rules.Claim) for event in games["all cards are used up"])
    return Statement(
        check(
            "twelve cards are dealt first, then three at a time, for all {} deals of two games",
            [
                (number, event)
                for game in games.values()
                for number, event in enumerate(event for event in game if isinstance(event, rules.Deal))
            ],
            lambda case: len(case[1].cards) == (3 if case[0] else 12),
        ),
        check(
            "at the end the remaining cards contain no SET, for both games",
            tables.items(),
            lambda case: not case[1].undealt and not case[1].sets(),
        ),
        check_fact(
            "both endings occur",
            f"two games that leave {' and '.join(map(str, rest.values()))} cards",
            min(rest.values()) == 0 < max(rest.values()),
        ),
        why=f"One game takes {taken} SETs and leaves no card; another ends with "
        f"{max(rest.values())} cards that contain no SET.",
    )


@evidence("A1.table1", "A5.table5")
def values_table(claim: Claim) -> Figures:
    """The columns of table 1 or table 5: each lists all values of a property, in the printed order."""
    number = len(next(iter(claim.figures.values())).split(", "))
    values = values_of(len(claim.figures), number)
    return Figures(
        values={
            header: column_in_their_words(text, header, in_printed_order(text, values[property_name(header)]))
            for header, text in claim.figures.items()
        },
        why=f"Each column lists each of the {in_words(number)} values of its property once.",
        commands=(f"setlab cards --notation thesis --values {number} {str(number - 1) * len(values)}",),
    )


@evidence("A1.table2", "A5.table6")
def notation_table(claim: Claim) -> Figures:
    """The columns of table 2, or of table 6 with five properties, in the order of the digits 0, 1, 2.

    The notation `thesis` of setlab assigns the digits 0, 1, 2 in the same way.
    """
    values = values_of(len(claim.figures))
    return Figures(
        values={
            header: column_in_their_words(text, header, values[property_name(header)])
            for header, text in claim.figures.items()
        },
        commands=(f"setlab cards --notation thesis --properties {len(values)} {'2' * len(values)}",),
    )


@evidence("A1.growth")
def growth(claim: Claim) -> Figures:
    """The number of cards with one to four properties, counted in a list.

    All combinations of values were listed; each is one card.
    """
    return Figures(
        values={str(p): len(set(product(range(3), repeat=p))) for p in claim.numbers()},
        commands=tuple(f"setlab count --properties {p}" for p in claim.numbers()),
    )


@evidence("A1.sum")
def fourth_property(claim: Claim) -> Statement:
    """A term is missing in the printed sum."""
    equation = str(claim.data["equation"])
    first, _, rest = equation.partition(" = ")
    term = first.split(" + ")[0]
    full = f"{first} + {term} = {rest}"
    return Statement(
        check_fact("the equation holds", f"{first} is {value_of(first)}", holds(equation)),
        corrected=check_fact("the equation with one more term holds", full, holds(full)),
        why=f"{first} is {value_of(first)}; with the third term it is {value_of(f'{first} + {term}')}. "
        "The term may have been lost in the copy of the thesis that was used here.",
    )


@evidence("A1.power", commands=["setlab count --properties 8"])
def power(claim: Claim) -> Checks:
    """A deck with p properties has 3^p cards: each further property triples the deck.

    With one more property, each card occurs with each of three values. So the number of cards is multiplied by 3, for
    every p.
    """
    formula = str(claim.data["formula"])
    decks = {p: set(product(range(3), repeat=p)) for p in range(LARGEST + 1)}
    yield check(
        "each combination of values occurs once, for all {} cards",
        SPACE,
        lambda card: THESIS.parse(THESIS.name(card)) == card,
    )
    yield check(
        f"the number of cards is the value of the formula, for p = 1 to {LARGEST}, each deck listed",
        range(1, LARGEST + 1),
        lambda p: len(decks[p]) == value_of(formula, p=p) == count_cards(p),
    )
    yield check(
        f"with one more property each card occurs with each of three values, for p = 1 to {LARGEST}",
        range(1, LARGEST + 1),
        lambda p: decks[p] == {(*card, value) for card in decks[p - 1] for value in range(3)},
    )


@evidence("A1.assignment")
def assignment() -> Checks:
    """Permuting the values of a property, or the properties, maps SETs to SETs.

    The rule depends only on which values are equal, property by property.
    """
    renamings = list(product(permutations(range(3)), product(range(3), repeat=3)))
    yield check(
        "permuting the digits of a property preserves the rule, "
        "for all {} cases: permutations of the digits, with every triple of values",
        renamings,
        lambda case: same_or_different(case[1]) == same_or_different(case[0][value] for value in case[1]),
    )
    yield check(
        "permuting the properties preserves the rule, "
        "for all {} cases: orders of the four properties, with every pattern of properties that follow the rule",
        product(permutations(range(4)), product((True, False), repeat=4)),
        lambda case: all(case[1]) == all(case[1][place] for place in case[0]),
    )


@evidence("A1.cards")
def decoded_cards(claim: Claim) -> Figures:
    """The two cards that the text decodes by table 2.

    The printed words describe the card with these coordinates.
    """
    return Figures(
        values={digits: in_their_words(words, THESIS.parse(digits)) for digits, words in claim.figures.items()},
        commands=tuple(f"setlab cards --notation thesis '{digits}'" for digits in claim.figures),
    )


@evidence("A2.rule", commands=["setlab check --notation thesis 1221 1020 1122"])
def rule() -> Checks:
    """On the cards of a SET a property has one value or all three; both kinds can occur in one SET.

    A property with exactly two values on the cards is neither the same nor different.
    """
    shared = Counter(map(shared_properties, all_sets()))
    mixed = sum(number for x, number in shared.items() if x)
    yield check(
        "a property has one value or all three values on the cards, for all {} SETs",
        all_sets(),
        lambda cards: all(len(values) in (1, 3) for values in values_shown(cards)),
    )
    yield check_fact("both kinds occur in one SET", f"{mixed} of {len(all_sets()):,} SETs", mixed > 0)


@evidence(
    "A2.examples",
    commands=["setlab check --notation thesis '1 green full oval' '1 green striped oval' '1 red full oval'"],
)
def examples(claim: Claim) -> Checks:
    """The statements of the text hold for all triples of cards that fit its descriptions.

    The thesis shows the cards as pictures; every triple of cards that fits the text was tried.
    """
    fitting = [(words, cards) for words in claim.data["shared"] for cards in fitting_triples(words)]
    no_set = list(_three_cards({name: words.split() for name, words in claim.data["no_set"].items()}))
    yield check(
        "the cards form a SET that shares the properties described, "
        "for all {} collections of three cards that fit the four descriptions",
        fitting,
        lambda case: is_set(case[1]) and shared_properties(case[1]) == len(named_values(case[0])),
    )
    yield check(
        "the cards are not a SET, because of filling and color alone, "
        "for the {} triples of cards that fit the description",
        no_set,
        lambda cards: spoiling_properties(cards) == {"filling", "colour"},
    )


def fitting_triples(words: str) -> Iterator[Triple]:
    """The triples of cards that share the named values and differ in every other property.

    >>> [len(list(fitting_triples(words))) for words in ("green oval full", "oval")]
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


def spoiling_properties(cards: Triple) -> set[str]:
    """The properties that are neither the same nor different on three cards.

    >>> spoiling_properties((0, 1, 3)) == {"colour", "shape"}
    True
    """
    patterns = zip(THESIS.properties, SPACE.patterns(cards), strict=True)
    return {entry.name for entry, pattern in patterns if pattern is Pattern.NEITHER}


def third_value() -> Check:
    """Two values of a property determine the third: theorem 1 in one property."""
    return check(
        "two values of a property have exactly one third value, for all {} pairs of values of a property",
        product(range(3), repeat=2),
        lambda pair: sum(same_or_different((*pair, third)) for third in range(3)) == 1,
    )


def each_pair_in_one_set() -> Check:
    """Any two cards lie in exactly one SET, by counting pairs in the list of all SETs."""
    found = Counter(pair for cards in all_sets() for pair in combinations(cards, 2))
    return check(
        "two cards lie in exactly one SET, for all {} pairs of cards",
        combinations(SPACE.cards, 2),
        lambda pair: found[pair] == 1,
    )


@evidence("A2.third", commands=["setlab third --notation thesis 1221 1020"])
def fundamental_theorem() -> Checks:
    """Every two cards have exactly one third card: by listing, and by the steps of the proof.

    All pairs of cards were tried, and each step of the proof, which treats one property at a time.
    """
    yield each_pair_in_one_set()
    yield third_value()
    yield check(
        "the third card differs from both: c = a only if b = a, for all {} SETs of values of a property",
        filter(same_or_different, product(range(3), repeat=3)),
        lambda values: values[2] != values[0] or values[1] == values[0],
    )
