"""The deck, its tables of values, and cards as vectors (A1, A5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from setlab.counting import count_cards
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS
from setlab.reproduce.abrahamsen_eriksen.formulas import holds, value_of
from setlab.reproduce.abrahamsen_eriksen.printed import (
    column_in_their_words,
    in_printed_order,
    in_their_words,
    property_name,
    values_of,
)
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.number_words import in_words
from setlab.reproduce.methods.set_rule import same_or_different
from setlab.reproduce.running import Gather, Runner
from setlab.rules import events, game_leaving_most, longest_game, replay
from setlab.sources import Claim

LARGEST = 8
"""The largest number of properties for which the deck is listed."""


def deck(claim: Claim, runner: Runner) -> Figures:
    """The cards, the properties and the values of the deck."""
    properties = THESIS.properties
    (values,) = {len(entry.values) for entry in properties}
    return Figures(
        values={
            "cards": len({THESIS.name(card) for card in SPACE}),
            "properties": in_words(len(properties)),
            "values of each property": in_words(values),
        },
        why="Every card has its own name; the names were counted.",
        commands=("setlab count",),
    )


def endings(claim: Claim, runner: Runner) -> Statement:
    """Both endings occur: some game uses up all cards, another leaves cards without a SET."""
    games = {"all cards are used up": longest_game(), "cards without a SET remain": game_leaving_most()}
    tables = {ending: replay(game) for ending, game in games.items()}
    rest = {ending: len(table.cards) for ending, table in tables.items()}
    return Statement(
        checks=(
            check(
                "twelve cards are dealt first, then three at a time",
                "all {} deals of two games",
                [
                    (number, event)
                    for game in games.values()
                    for number, event in enumerate(event for event in game if isinstance(event, events.Deal))
                ],
                lambda case: len(case[1].cards) == (3 if case[0] else 12),
            ),
            check(
                "at the end the remaining cards contain no SET",
                "both games",
                tables.items(),
                lambda case: not case[1].undealt and not case[1].sets(),
            ),
            check_fact(
                "both endings occur",
                f"two games that leave {' and '.join(map(str, rest.values()))} cards",
                min(rest.values()) == 0 < max(rest.values()),
            ),
        ),
        why=f"One game takes {_taken(games['all cards are used up'])} SETs and leaves no card; another ends with "
        f"{max(rest.values())} cards that contain no SET.",
    )


def _taken(game: Sequence[events.Event]) -> int:
    return sum(isinstance(event, events.Claim) for event in game)


def values_table(claim: Claim, runner: Runner) -> Figures:
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


def notation_table(claim: Claim, runner: Runner) -> Figures:
    """The columns of table 2, or of table 6 with five properties, in the order of the digits 0, 1, 2."""
    values = values_of(len(claim.figures))
    return Figures(
        values={
            header: column_in_their_words(text, header, values[property_name(header)])
            for header, text in claim.figures.items()
        },
        why="The notation `thesis` of setlab assigns the digits 0, 1, 2 in the same way.",
        commands=(f"setlab cards --notation thesis --properties {len(values)} {'2' * len(values)}",),
    )


def growth(claim: Claim, runner: Runner) -> Figures:
    """The number of cards with one to four properties, counted in a list."""
    return Figures(
        values={str(p): len(set(product(range(3), repeat=p))) for p in claim.numbers()},
        why="All combinations of values were listed; each is one card.",
        commands=tuple(f"setlab count --properties {p}" for p in claim.numbers()),
    )


def fourth_property(claim: Claim, runner: Runner) -> Statement:
    """A term is missing in the printed sum."""
    equation = str(claim.data["equation"])
    first, _, rest = equation.partition(" = ")
    term = first.split(" + ")[0]
    full = f"{first} + {term} = {rest}"
    return Statement(
        checks=(check_fact("the equation holds", f"{first} is {value_of(first)}", holds(equation)),),
        corrected=(check_fact("the equation with one more term holds", full, holds(full)),),
        why=f"{first} is {value_of(first)}; with the third term it is {value_of(f'{first} + {term}')}. "
        "The term may have been lost in the copy of the thesis that was used here.",
    )


def power(claim: Claim, runner: Runner) -> Statement:
    """A deck with p properties has 3^p cards: each further property triples the deck."""
    formula = str(claim.data["formula"])
    decks = {p: set(product(range(3), repeat=p)) for p in range(LARGEST + 1)}
    return Statement(
        checks=(
            check(
                "each combination of values occurs once",
                "all {} cards",
                SPACE,
                lambda card: THESIS.parse(THESIS.name(card)) == card,
            ),
            check(
                "the number of cards is the value of the formula",
                f"p = 1 to {LARGEST}, each deck listed",
                range(1, LARGEST + 1),
                lambda p: len(decks[p]) == value_of(formula, p=p) == count_cards(p),
                lambda p: f"{len(decks[p])} cards for p = {p}",
            ),
            check(
                "with one more property each card occurs with each of three values",
                f"p = 1 to {LARGEST}",
                range(1, LARGEST + 1),
                lambda p: decks[p] == {(*card, value) for card in decks[p - 1] for value in range(3)},
            ),
        ),
        why="With one more property, each card occurs with each of three values. So the number of cards is multiplied "
        "by 3, for every p.",
        commands=("setlab count --properties 8",),
    )


def assignment(claim: Claim, runner: Runner) -> Statement:
    """Permuting the values of a property, or the properties, maps SETs to SETs."""
    renamings = list(product(permutations(range(3)), product(range(3), repeat=3)))
    return Statement(
        checks=(
            check(
                "permuting the digits of a property preserves the rule",
                "all {} cases: permutations of the digits, with every triple of values",
                renamings,
                lambda case: same_or_different(case[1]) == same_or_different(case[0][value] for value in case[1]),
            ),
            check(
                "permuting the properties preserves the rule",
                "all {} cases: orders of the four properties, with every pattern of properties that follow the rule",
                product(permutations(range(4)), product((True, False), repeat=4)),
                lambda case: all(case[1]) == all(case[1][place] for place in case[0]),
            ),
        ),
        why="The rule depends only on which values are equal, property by property.",
    )


def decoded(claim: Claim, runner: Runner) -> Figures:
    """The two cards that the text decodes by table 2."""
    return Figures(
        values={digits: in_their_words(words, THESIS.parse(digits)) for digits, words in claim.figures.items()},
        why="The printed words describe the card with these coordinates.",
        commands=tuple(f"setlab cards --notation thesis '{digits}'" for digits in claim.figures),
    )


EVIDENCE: dict[str, Gather] = {
    "A1.deck": deck,
    "A1.rules": endings,
    "A1.table1": values_table,
    "A1.growth": growth,
    "A1.sum": fourth_property,
    "A1.power": power,
    "A1.table2": notation_table,
    "A1.assignment": assignment,
    "A1.cards": decoded,
    "A5.table5": values_table,
    "A5.table6": notation_table,
}
