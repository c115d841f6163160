"""The deck, and the functions that recognise and find a SET: section 1.2 and figures 1 to 8 (B1, B4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from setlab.draws import Draws
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.evidence import Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import all_cards, both_ways_agree, follow_the_rule
from setlab.reproduce.register import Runner, evidence
from setlab.reproduce.stanke_stenzelbarton.game import Card, deck_of, find_set, is_set
from setlab.sources import Claim

DIGITS = (1, 2, 3)
TABLE = 12
FILL = 3
"""The index of the fill among the properties in the order of section 1.2."""

NEST = 3
"""The levels of nested lists that `Table` makes with four iterators, below the outermost."""


@evidence("B1.deck")
def deck() -> Figures:
    """The number of combinations of four properties with three values."""
    stanke = find_notation("stanke")
    faces = {stanke.name(card) for card in stanke.deck}
    return Figures(
        values={"cards in the deck": len(faces)},
        why="The combinations of values were listed, and all faces are different.",
        commands=("setlab count --dimension 4",),
    )


@evidence("B1.rule")
def rule() -> Statement:
    """The definition and the sentence in the instructions agree on every triple of cards."""
    return Statement(
        both_ways_agree(),
        why="Three values are all the same, or all different, or two are the same and one is different.",
    )


@evidence("B1.examples")
def examples(claim: Claim) -> Statement:
    """The captions of figures 1 to 3, which say what makes or spoils a SET."""
    stanke, space = find_notation("stanke"), Space(4)
    first = stanke.parse_all(claim.data["figure_1"])
    return Statement(
        check_fact("figure 1 is a SET", ", ".join(claim.data["figure_1"]), space.is_line(*first)),
        check(
            "three cards that differ in every property form a SET",
            "all {} such triples",
            filter(_all_differ, combinations(all_cards(4, DIGITS), 3)),
            lambda cards: is_set(*cards),
        ),
        check(
            "three cards of which exactly two have the same fill are not a SET",
            "all {} such triples",
            filter(_two_fills, combinations(all_cards(4, DIGITS), 3)),
            lambda cards: not is_set(*cards),
        ),
        why="Each caption describes a kind of triple; all triples of that kind were tried.",
        commands=('setlab check "2 red solid ovals" "2 red striped ovals" "2 red empty ovals"',),
    )


@evidence("B1.isset")
def program_is_set() -> Statement:
    """The sum of three cards is 0 modulo 3 if and only if they form a SET."""
    return Statement(
        check(
            "IsSet agrees with the definition",
            "all {} triples of cards, with the digits 1, 2, 3",
            combinations(all_cards(4, DIGITS), 3),
            lambda cards: is_set(*cards) == follow_the_rule(cards),
        ),
        why="Of the 27 triples of digits, the sum is divisible by 3 for the 3 with equal digits and the 6 with "
        "different digits, and for no other.",
    )


@evidence("B1.findset")
def program_find_set(runner: Runner) -> Statement:
    """FindSet as printed, compared with our search on random tables."""
    space, draws = Space(4), Draws(runner.seed)
    tables = [draws.shuffled(trial, space.cards, TABLE) for trial in range(500 if runner.full else 200)]
    return Statement(
        check(
            "FindSet counts the SETs on the table",
            f"{{}} random tables of {TABLE} cards",
            tables,
            lambda table: find_set(_as_digits(table))[0] == len(space.sets(table)),
            whole=False,
        ),
        check(
            "the numbers that RandomChoice can draw correspond one to one to the SETs on the table",
            f"{{}} random tables of {TABLE} cards",
            tables,
            lambda table: _sets_returned(table) == sorted(map(sorted, space.sets(table))),
            whole=False,
        ),
        why="`Subsets` lists each triple of cards once; hence `RandomChoice` takes each SET with the same probability.",
    )


@evidence("B4.variants")
def variants(claim: Claim) -> Figures:
    """The number of cards after `Drop` removes the first d of the 81."""
    cards = all_cards(4, DIGITS)
    return Figures(
        values={str(d): len(cards[d:]) for d in claim.numbers()},
        why="The lost cards are always the first ones, (1,1,1,1) and (1,1,1,2). This makes no difference: the "
        "symmetries of the deck map any two cards to any other two.",
    )


@evidence("B4.deck")
def program_for_deck(claim: Claim) -> Statement:
    """Figure 4 produces every string of four digits, in nested lists."""
    return Statement(
        *_is_deck("figure 4 lists every string of four digits once", deck_of(claim.data, NEST)),
        why="`Table` with four iterators makes nested lists, which contain each of the 81 cards once.",
    )


@evidence("B4.shuffle")
def program_for_shuffle(claim: Claim) -> Statement:
    """Figure 5 shuffles the list of figure 4, which has three blocks of 27 cards unless it is flattened first."""
    what = "RandomSample reorders the 81 cards"
    return Statement(
        *_is_deck(what, deck_of(claim.data, 0)),
        corrected=_is_deck(what, deck_of(claim.data, NEST)),
        why="`RandomSample` permutes the entries of the outermost list. Figure 4 makes three entries of 27 cards each, "
        "so figure 5 has only six possible orders. With `Flatten[SetDeck, 3]`, as in figure 8, there are 81 entries.",
    )


@evidence("B4.figure8")
def program_for_variants(claim: Claim) -> Statement:
    """Figure 8 has five iterators, {k,1,3} twice; four give the deck."""
    printed = deck_of(claim.data, claim.data["flatten"])
    four = {**claim.data, "iterators": list(dict.fromkeys(claim.data["iterators"]))}
    what = "InitializeSetDeck makes a deck of 81 different cards"
    return Statement(
        *_is_deck(what, printed),
        corrected=_is_deck(what, deck_of(four, claim.data["flatten"])),
        why="{k, 1, 3} is printed twice. With five iterators `Flatten[…, 3]` leaves 81 lists of three cards, which "
        "contain each of the 81 cards three times; with {k, 1, 3} once it gives the deck.",
    )


def _is_deck(what: str, entries: list[Any]) -> tuple[Check, ...]:
    """Check that the entries of a list are the 81 cards, each once."""
    return (
        check_fact(what, _entries_text(entries), Counter(map(_hashable, entries)) == Counter(all_cards(4, DIGITS))),
    )


def _entries_text(entries: list[Any]) -> str:
    """The number of entries of a list, of cards in them, and of different cards."""
    held = list(_cards_in(entries))
    return f"{len(entries)} entries with {len(held)} cards, {len(set(held))} of them different"


def _cards_in(entries: list[Any]) -> Iterator[Card]:
    for entry in entries:
        if isinstance(entry, tuple):
            yield entry
        else:
            yield from _cards_in(entry)


def _hashable(entry: Any) -> Any:
    return entry if isinstance(entry, tuple) else repr(entry)


def _as_digits(table: list[int]) -> list[Card]:
    return [tuple(value + 1 for value in Space(4).coordinates(card)) for card in table]


def _sets_returned(table: list[int]) -> list[list[int]]:
    """The SETs that FindSet returns for the numbers that can be drawn."""
    cards = _as_digits(table)
    triples_found = (find_set(cards, rank)[1] for rank in range(find_set(cards)[0]))
    return sorted(sorted(table[cards.index(card)] for card in triple) for triple in triples_found)


def _all_differ(cards: tuple[Card, Card, Card]) -> bool:
    return all(len(set(column)) == 3 for column in zip(*cards, strict=True))


def _two_fills(cards: tuple[Card, Card, Card]) -> bool:
    return len({card[FILL] for card in cards}) == 2
