"""Abrahamsen & Eriksen, sections 1 to 7 and 9: false inputs are noticed; computations agree with a second method."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from setlab.counting import count_sets_by_shared
from setlab.errors import SpecError
from setlab.geometry import (
    CardSet,
    Deck,
    Space,
    are_parallel,
    are_parallel_by_cycles,
    are_skew,
    hidden_card,
    hidden_card_by_property,
    k_flats,
    plane,
)
from setlab.reproduce import Item, Runner, find_items
from setlab.reproduce.abrahamsen_eriksen.cards import FOUR, completions, shared_by_listing, third_cards
from setlab.reproduce.abrahamsen_eriksen.deck import holds, of_deck, sums, value_of
from setlab.reproduce.abrahamsen_eriksen.geometry import all_lines, all_planes, construct_plane
from setlab.reproduce.abrahamsen_eriksen.programs import card_text, complaint, even_steps, function, with_missing_line
from setlab.reproduce.abrahamsen_eriksen.programs import is_set as listed_is_set
from setlab.reproduce.abrahamsen_eriksen.simulations import with_thirds
from setlab.reproduce.abrahamsen_eriksen.vectors import play_with_hidden_card
from setlab.reproduce.methods import all_sets, is_set, no_sets, sets_among, thirds, triples
from setlab.rules import Rules
from setlab.sources import find_claim
from tests.reproduce.conftest import answered

SPACE = Space(4)


@pytest.mark.full
def test_the_most_sets_are_settled_when_the_searches_are_repeated() -> None:
    (item,) = find_items(["A4.beyond"])
    finding = item.judge(Runner(full=True))
    assert finding.verdict == "settled"
    assert "not repeated" not in finding.ours


FALSE_DATA: list[tuple[str, dict[str, Any]]] = [
    ("A1.power", {"formula": "3 · p"}),
    ("A2.examples", {"no_set": find_claim("A2.examples").data["no_set"] | {"colour": "green purple red"}}),
    ("A2.examples", {"no_set": find_claim("A2.examples").data["no_set"] | {"shape": "oval oval worm"}}),
    ("A3.equations", {"equations": ["81 · 80 · 1 = 6481"]}),
    ("A3.equations", {"equations": ["C(81, 12) = 7.08 · 10^13"]}),
    ("A3.general", {"chance": "1 / (3^p − 1)"}),
    ("A3.general", {"deals": "3^p! / (12! · (3^p − 11)!)"}),
    ("A3.general", {"sets": "3^p · (3^p − 2) · 1 / 3!"}),
    ("A3.general", {"through": "1 · (3^p − 1) · 1 / 3!"}),
    ("A3.orders", {"orders": "2!"}),
    ("A3.types", {"formula": "81 · C(4, x) · 2^x · 1 / 3!"}),
    ("A4.bound", {"formula": "n · (n − 1) · 1 / 2!"}),
    ("A4.bound", {"maximum": 3}),
    ("A5.larger", {"sets": "eight", "deck": "four"}),
    ("A5.larger", {"sets": "nine", "deck": "two"}),
    ("A6.group", {"congruence": [8, 1, 3]}),
    ("A6.group", {"elements": [0, 1]}),
    ("A6.complete", {"number": 9}),
    ("A6.cancel", {"sums": ["(0,1,0,0)", "(0,1,0,0)"]}),
    ("A6.eighty", {"smallest": 2}),
    ("A6.eighty", {"formula": "3 · n"}),
    ("A8.twelve", {"sets": ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "GEC", "HFA", "IDB", "AEI", "BFG", "CDI"]}),
    ("A8.equations", {"placings": "9 · 8 · 7"}),
    ("A8.cycles", {"classes": [["(0,1,2)", "(1,2,0)", "(1,0,2)"], ["(0,2,1)", "(2,1,0)", "(2,0,1)"]]}),
    ("A8.example", {"second": ["(1,2,0)", "(0,1,2)", "(2,2,2)", "(2,2,2)"]}),
    ("A8.example", {"second": ["(1,2,0)", "(0,2,2)", "(2,2,2)", "(2,2,2)"]}),
    ("A15.explore", {"cards": 80}),
    ("A15.final", {"easiest": 4}),
    ("A16.most", {"cards": 4}),
    ("A16.all", {"cards": 4}),
]


@pytest.mark.parametrize(("name", "data"), FALSE_DATA)
def test_false_inputs_are_noticed(name: str, data: dict[str, Any]) -> None:
    """The formulas, equations and numbers in the record are used: changing one makes the statement wrong."""
    claim = find_claim(name)
    assert answered(name)[1].verdict == "confirmed"
    other = replace(claim, data={**claim.data, **data})
    assert Item(other).judge(Runner()).verdict == "wrong"


TRUE_DATA: list[tuple[str, dict[str, Any]]] = [
    ("A1.sum", {"equation": "27 + 27 + 27 = 3 · 27 = 3^4 = 81"}),
    ("A3.formula", {"formula": "3^p · C(p, x) · 2^(p − x) · 1 / 3!"}),
    ("A5.longer", {"longer": "five"}),
    ("A6.remaining", {"smallest": 0}),
    ("A6.sum", {"sum": [3, 6, 0, 0]}),
]


@pytest.mark.parametrize(("name", "data"), TRUE_DATA)
def test_what_must_have_been_meant_is_right(name: str, data: dict[str, Any]) -> None:
    claim = find_claim(name)
    other = replace(claim, data={**claim.data, **data})
    assert Item(other).judge(Runner()).verdict in ("confirmed", "consistent")


def test_sets_thirds_and_sums_by_a_second_way() -> None:
    assert all_sets() == tuple(SPACE.lines())
    assert {cards for cards, total in sums().items() if total == 0} == set(all_sets())
    assert all(sums()[cards] == SPACE.total(cards) for cards in list(triples())[::97])
    assert all(is_set((a, b, thirds()[a][b])) for a, b in combinations(SPACE, 2))
    assert len(no_sets()) + len(all_sets()) == len(sums())


def test_planes_by_a_second_way() -> None:
    assert {construct_plane(*cards) for cards in no_sets()[::7]} <= set(all_planes())
    assert {construct_plane(0, a, b) for a, b in combinations(range(1, 81), 2) if thirds()[0][a] != b} == {
        cards for cards in all_planes() if 0 in cards
    }
    a, b, d = 5, 17, 60
    assert construct_plane(a, b, d) == {card for row in plane(a, b, d) for card in row}


def test_six_cards_by_a_second_way() -> None:
    for cards in no_sets()[::501]:
        six = CardSet(with_thirds(*cards))
        assert (len(six), len(six.lines()), len(sets_among(six))) == (6, 3, 3)


def test_shared_properties_by_the_closed_formula() -> None:
    for p in range(1, 6):
        assert dict(shared_by_listing(p)) == count_sets_by_shared(p)


@pytest.mark.parametrize("shared", range(4))
def test_four_values_by_the_deck(shared: int) -> None:
    other = FOUR.card([0] * shared + [1] * (4 - shared))
    begun = completions(0, other)
    assert all(FOUR.is_set((0, other, *rest)) for rest in begun)
    assert len(begun) == 2 ** (3 - shared)
    assert len(third_cards(0, other)) == 2 ** (4 - shared)
    assert Deck(4, 4) == FOUR


def test_parallel_sets_by_a_second_way() -> None:
    lines = all_lines()[::37]
    assert len(all_lines()) == 1080
    for one, other in combinations(lines, 2):
        parallel = are_parallel(CardSet(one.cards), CardSet(other.cards))
        assert one.in_plane_apart(other) == parallel
        assert (one.cycles == other.cycles) == are_parallel_by_cycles(one.cards, other.cards) == parallel
        assert (one.misses(other) and not one.planes & other.planes) == are_skew(one.cards, other.cards)
    assert sum(1 for _ in k_flats(2)) == len(all_planes())


def test_a_card_set_aside_is_found_after_every_game() -> None:
    for trial in range(40):
        game = play_with_hidden_card(trial)
        assert hidden_card(game.left) == hidden_card_by_property(game.left) == game.hidden
        assert not SPACE.sets(game.left)
        assert (Rules(lost=1).cards - len(game.left)) % 3 == 0


def test_formulas() -> None:
    assert value_of("2^(4 − x) / 3!", x=1) == Fraction(8, 6)
    assert value_of(of_deck("3^p! / (12! · (3^p − 12)!)"), N=81) == value_of("C(81, 12)") == 70_724_320_184_700
    assert holds("1 / 3 = 2 / 6")
    assert not holds("7.07 · 10^13 = C(81, 11)")
    with pytest.raises(SpecError, match="not part of a formula"):
        value_of("x + 1")
    with pytest.raises(SpecError, match="not part of a formula"):
        value_of("print(1)")


def test_the_listing_is_repaired_by_one_line() -> None:
    claim = find_claim("A2.listing")
    printed = even_steps(claim.data["isSet"])
    error, line = complaint(printed)
    repaired = with_missing_line(printed, line)
    assert error.startswith("IndentationError")
    assert complaint(repaired) == ("", 0)
    assert [each for each in repaired.split("\n") if each not in printed.split("\n")] == []
    assert len(repaired.split("\n")) == len(printed.split("\n")) + 1
    tells = function("isSet", repaired, claim)
    for cards in list(triples())[::101]:
        texts = [card_text(card) for card in cards]
        assert tells(*texts) == listed_is_set(*texts)
    assert tells("0000", "0000", "0000")
