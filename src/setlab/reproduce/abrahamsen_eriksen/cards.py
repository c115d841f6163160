"""The deck, its tables of values, and cards as vectors (A1)."""

from __future__ import annotations

from itertools import permutations, product

from setlab.counting import count_cards
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, same_or_different
from setlab.reproduce.abrahamsen_eriksen.formulas import holds, value_of
from setlab.reproduce.abrahamsen_eriksen.notation import (
    NUMBERS,
    column_in_their_words,
    in_printed_order,
    in_their_words,
    property_name,
    values_of,
)
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.rules import Claim as Taken
from setlab.rules import Deal, game_leaving_most, longest_game, replay
from setlab.sources import Claim

LARGEST = 8
"""Decks with up to this many properties are listed."""


def deck(claim: Claim, runner: Runner) -> Figures:
    """The cards, the properties and the values of the deck."""
    properties = THESIS.properties
    (values,) = {len(entry.values) for entry in properties}
    return Figures(
        values={
            "cards": len({THESIS.name(card) for card in SPACE}),
            "properties": NUMBERS[len(properties)],
            "values of each property": NUMBERS[values],
        },
        why="Every card has a name of its own.",
        commands=("setlab count",),
    )


def endings(claim: Claim, runner: Runner) -> Statement:
    """Both endings occur: a game that uses up all cards, and one that leaves cards without a SET."""
    games = {"all cards are used up": longest_game(), "no SET is left in the cards that remain": game_leaving_most()}
    tables = {ending: replay(events) for ending, events in games.items()}
    rest = {ending: len(table.cards) for ending, table in tables.items()}
    return Statement(
        checks=(
            check(
                "a game begins with twelve cards, and then three are dealt at a time",
                "all {} deals of two games",
                [
                    (number, event)
                    for events in games.values()
                    for number, event in enumerate(event for event in events if isinstance(event, Deal))
                ],
                lambda case: len(case[1].cards) == (3 if case[0] else 12),
            ),
            check(
                "a game ends when no SET can be made of the cards that remain",
                "both games",
                tables.items(),
                lambda case: not case[1].undealt and not case[1].sets(),
            ),
            check_fact(
                "either ending occurs",
                f"two games that leave {' and '.join(map(str, rest.values()))} cards",
                min(rest.values()) == 0 < max(rest.values()),
            ),
        ),
        why=f"One game takes {_taken(games['all cards are used up'])} SETs and leaves nothing; another ends with "
        f"{max(rest.values())} cards among which there is no SET.",
    )


def _taken(events: tuple[object, ...]) -> int:
    return sum(isinstance(event, Taken) for event in events)


def values_table(claim: Claim, runner: Runner) -> Figures:
    """The columns of table 1 or table 5: each lists all values of a property, in the order of the print."""
    number = len(next(iter(claim.figures.values())).split(", "))
    values = values_of(len(claim.figures), number)
    return Figures(
        values={
            header: column_in_their_words(text, header, in_printed_order(text, values[property_name(header)]))
            for header, text in claim.figures.items()
        },
        why=f"Each column lists the {NUMBERS[number]} values of its property once.",
        commands=(f"setlab cards --values {number} {str(number - 1) * len(values)}",),
    )


def notation_table(claim: Claim, runner: Runner) -> Figures:
    """The columns of table 2, or of table 6 with five properties, in the order of the digits 0, 1, 2."""
    values = values_of(len(claim.figures))
    return Figures(
        values={
            header: column_in_their_words(text, header, values[property_name(header)])
            for header, text in claim.figures.items()
        },
        why="The notation `thesis` of setlab reads the digits 0, 1, 2 in the same way.",
        commands=(f"setlab cards --properties {len(values)} {'2' * len(values)}",),
    )


def growth(claim: Claim, runner: Runner) -> Figures:
    """The cards of decks with one to four properties, listed."""
    return Figures(
        values={str(p): len(set(product(range(3), repeat=p))) for p in claim.numbers()},
        why="Every combination of values is one card.",
        commands=tuple(f"setlab count --properties {p}" for p in claim.numbers()),
    )


def fourth_property(claim: Claim, runner: Runner) -> Statement:
    """The printed sum lacks a term."""
    equation = str(claim.data["equation"])
    first, _, rest = equation.partition(" = ")
    term = first.split(" + ")[0]
    full = f"{first} + {term} = {rest}"
    return Statement(
        checks=(check_fact("the equation holds", f"{first} is {value_of(first)}", holds(equation)),),
        corrected=(check_fact("the equation with one more term holds", full, holds(full)),),
        why=f"{first} is {value_of(first)}; with the third term it is {value_of(f'{first} + {term}')}. "
        "The term may have been lost in the copy of the text that was read here.",
    )


def power(claim: Claim, runner: Runner) -> Statement:
    """A deck with p properties has 3^p cards: each further property takes every card three times."""
    formula = str(claim.data["formula"])
    decks = {p: set(product(range(3), repeat=p)) for p in range(LARGEST + 1)}
    return Statement(
        checks=(
            check(
                "each combination occurs once",
                "all {} cards",
                SPACE,
                lambda card: THESIS.parse(THESIS.name(card)) == card,
            ),
            check(
                "the number of cards",
                f"p = 1 to {LARGEST}, each deck listed",
                range(1, LARGEST + 1),
                lambda p: len(decks[p]) == value_of(formula, p=p) == count_cards(p),
                lambda p: f"{len(decks[p])} cards for p = {p}",
            ),
            check(
                "a further property takes each card three times",
                f"p = 1 to {LARGEST}",
                range(1, LARGEST + 1),
                lambda p: decks[p] == {(*card, value) for card in decks[p - 1] for value in range(3)},
            ),
        ),
        why="With one property more, each card comes with each of three values: the number is multiplied by 3, "
        "whatever p is.",
        commands=("setlab count --properties 8",),
    )


def assignment(claim: Claim, runner: Runner) -> Statement:
    """Renaming values within a property, and changing the order of properties, keeps every SET."""
    renamings = list(product(permutations(range(3)), product(range(3), repeat=3)))
    return Statement(
        checks=(
            check(
                "other digits for the values keep the rule in a property",
                "all {} renamings of three values of a property",
                renamings,
                lambda case: same_or_different(case[1]) == same_or_different(case[0][value] for value in case[1]),
            ),
            check(
                "another order of the properties keeps the rule",
                "all {} orders of four properties and all patterns",
                product(permutations(range(4)), product((True, False), repeat=4)),
                lambda case: all(case[1]) == all(case[1][place] for place in case[0]),
            ),
        ),
        why="The rule asks only whether values are equal or different, property by property.",
    )


def decoded(claim: Claim, runner: Runner) -> Figures:
    """The two cards that are read by table 2."""
    return Figures(
        values={digits: in_their_words(words, THESIS.parse(digits)) for digits, words in claim.figures.items()},
        why="The printed words name the card with these coordinates.",
        commands=tuple(f"setlab cards '{digits}'" for digits in claim.figures),
    )


ANSWERS: dict[str, Gather] = {
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
