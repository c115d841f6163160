"""`Card`: an int with a face."""

from __future__ import annotations

import copy
import json
import pickle
from typing import assert_type

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setlab
from setlab import Card, CardError, Notation, RuleError, Space, find_notation
from setlab.notation import NOTATIONS, PROPERTIES, find_sets, is_set, read_cards

cards = st.builds(Card, st.integers(0, 80), st.sampled_from(NOTATIONS))


@given(cards)
def test_a_card_is_its_number(card: Card) -> None:
    number = int(card)
    assert type(number) is int
    assert card == number
    assert hash(card) == hash(number)
    assert {number: "x"}[card] == "x"
    assert [10, 20, 30, 40][card % 4] == [10, 20, 30, 40][number % 4]
    assert json.dumps([card]) == f"[{number}]"
    assert np.array([card]).tolist() == [number]
    assert f"{card:d}" == str(number)


@given(cards, cards)
def test_operators_are_those_of_int(a: Card, b: Card) -> None:
    for result, plain in ((a + b, int(a) + int(b)), (a - b, int(a) - int(b)), (-a, -int(a)), (a * 2, int(a) * 2)):
        assert result == plain
        assert type(result) is int
    assert (a < b) == (int(a) < int(b))


@given(cards)
def test_texts_lead_back(card: Card) -> None:
    assert eval(repr(card), {"Card": Card, "find_notation": find_notation}) == card
    for text in (str(card), card.digits, card.letters):
        assert Card(text, card.notation) == card
    for same in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert same == card
        assert same.notation == card.notation


@pytest.mark.parametrize(("d", "n"), [(1, 3), (2, 3), (3, 3), (5, 3), (8, 3), (4, 2), (4, 5), (3, 7)])
def test_cards_of_other_decks(d: int, n: int) -> None:
    notation = find_notation(dimension=d, n=n)
    last = Card(n**d - 1, notation)
    assert last.coordinates == (n - 1,) * d
    assert eval(repr(last), {"Card": Card, "find_notation": find_notation}) == last
    assert eval(repr(last), {"Card": Card, "find_notation": find_notation}).notation == notation


@given(cards)
def test_attributes_are_the_words_of_the_notation(card: Card) -> None:
    words = card.notation.words(card)
    assert card.number == int(card.face["number"])
    assert (card.colour, card.filling, card.shape) == (words["colour"], words["filling"], words["shape"])
    assert (card.color, card.shading) == (card.colour, card.filling)


def test_every_property_is_an_attribute() -> None:
    card = Card(0, find_notation(dimension=8))
    assert all(hasattr(card, name) for name in PROPERTIES)
    with pytest.raises(AttributeError, match="has no background: its properties are number, colour, filling, shape"):
        _ = Card(0).background


@given(cards, st.integers(0, 80), st.integers(0, 80))
def test_the_arithmetic_of_the_space(a: Card, b: int, c: int) -> None:
    space = Space(4)
    assert a.third(b) == space.third(int(a), b)
    assert a.add(b) == space.add(int(a), b)
    assert a.subtract(b) == space.subtract(int(a), b)
    assert a.negative() == space.negative(int(a))
    assert a.add(b).subtract(c).notation == a.notation
    assert is_set([a, a.third(b), b]) == (a != b)


def test_cards_without_a_third() -> None:
    with pytest.raises(RuleError, match="cards with 4 values have no third card"):
        Card(0, find_notation(n=4)).third(1)


@given(cards, st.sampled_from(NOTATIONS))
def test_convert_keeps_the_face(card: Card, name: str) -> None:
    other = card.convert(name)
    assert other.face == card.face
    assert other.notation == find_notation(name)
    assert other.convert(card.notation) == card


def test_a_card_of_another_notation_is_refused() -> None:
    card = Card("1221", "thesis")
    assert Card(card) == card
    assert Card(card).notation == card.notation
    with pytest.raises(CardError, match="is a card of 'thesis', not of 'standard'"):
        Card(card, "standard")
    with pytest.raises(CardError, match="is a card of 'standard', not of 'thesis'"):
        card.third(Card(5))
    with pytest.raises(CardError, match="is a card of 'thesis', not of 'standard'"):
        read_cards([Card(5), card])


def test_a_card_shows_itself() -> None:
    assert str(Card("1RFO")._repr_svg_()).startswith("<svg")
    assert Card(5, find_notation(n=7))._repr_svg_() is None


@pytest.mark.parametrize("wrong", [81, -1, 110, "2239", "two red ovals", ""])
def test_what_is_no_card(wrong: int | str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        Card(wrong)


@pytest.mark.parametrize("wrong", [2.0, True, None, {}, b"0000"])
def test_what_has_no_type_of_a_card(wrong: int) -> None:
    with pytest.raises(TypeError, match="Card: card must be an integer or a text or a sequence of integers, not"):
        Card(wrong)


@given(cards)
def test_coordinates_lead_back(card: Card) -> None:
    for coordinates in (card.coordinates, list(card.coordinates), np.array(card.coordinates)):
        assert Card(coordinates, card.notation) == card  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [(1,), (0, 1, 2, 3), (0, 0, 0, 0, 0), [-1, 0, 0, 0]])
def test_what_are_no_coordinates(wrong: tuple[int, ...]) -> None:
    with pytest.raises(CardError, match=r"is not a card: each coordinate must be 0 to 2|coordinates: a card of this"):
        Card(wrong)
    with pytest.raises(TypeError, match=r"card\[1\] must be an integer, not 1.5"):
        Card((0, 1.5, 0, 0))  # type: ignore[arg-type]


@given(cards)
def test_formats_of_texts_and_of_numbers(card: Card) -> None:
    assert f"{card}" == f"{card:s}" == str(card) == card.name
    assert f"{card:>40}" == str(card).rjust(40)
    assert f"{card:*>45s}" == str(card).rjust(45, "*")
    assert f"{card:03d} {card:x} {card:.1f}" == f"{int(card):03d} {int(card):x} {int(card):.1f}"


def test_cards_do_not_change() -> None:
    card = Card("two red striped ovals")
    for name in ("shape", "notation", "colour", "note"):
        with pytest.raises(AttributeError, match="a Card does not change: make another one"):
            setattr(card, name, "oval")
    with pytest.raises(AttributeError, match="a Card does not change"):
        del card.notation
    assert (card.shape, card.notation) == ("oval", find_notation())


SETS = [(0, 40, 80)]


@pytest.mark.parametrize(
    "given",
    [
        "0000, 1111; 2222\n0001",
        ["0000", "1111", "2222", "0001"],
        [0, 40, 80, 1],
        [Card(0), "1111", 80, np.int16(1)],
        np.array([0, 40, 80, 1]),
        setlab.CardSet([0, 40, 80, 1]),
        setlab.Table.of([0, 40, 80, 1]),
        iter([0, 40, 80, 1]),
    ],
)
def test_sets_are_found_in_whatever_holds_cards(given: setlab.notation.card.Cards) -> None:
    found = find_sets(given)
    assert found == SETS
    assert all(isinstance(card, Card) for line in found for card in line)


def test_the_notation_of_the_cards_is_kept() -> None:
    thesis = find_notation("thesis")
    for found in (find_sets("1221 1020 1122", "thesis"), find_sets([Card(52, thesis), 33, 44])):
        assert {card.notation for line in found for card in line} == {thesis}
    four = find_notation(n=4)
    assert find_sets(range(4), four) == [(0, 1, 2, 3)]
    assert find_sets("") == []
    assert is_set("0000 1111") is False


def test_a_notation_is_its_own_repr() -> None:
    for notation in (find_notation(), find_notation("thesis", 5), find_notation("stanke", 4, 4)):
        assert eval(repr(notation), {"find_notation": find_notation}) == notation
        assert isinstance(notation, Notation)


def test_type_checkers_know_the_attributes() -> None:
    card = Card(30)
    assert_type(card.number, int)
    assert_type(card.colour, str)
    assert (card.number, card.colour) == (2, "red")


@pytest.mark.parametrize("shape", [(4, 3), (4, 12), (2, 2, 3)])
def test_an_array_of_tables_is_refused_by_naming_what_takes_it(shape: tuple[int, ...]) -> None:
    tables = np.arange(int(np.prod(shape))).reshape(shape)
    with pytest.raises(CardError, match=r"one table, not an array of shape .*setlab\.find_sets_many\(array\)"):
        find_sets(tables)
    with pytest.raises(CardError, match=r"setlab\.count_sets\(array\) == 1 says of every row"):
        is_set(tables)
    assert len(setlab.find_sets_many(tables)) == np.prod(shape[:-1])
    assert setlab.count_sets(tables).shape == shape[:-1]
