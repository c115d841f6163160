"""The names of the cards of EvenQuads and Projective SET."""

import pytest

from setlab.errors import CardError, SpecError
from setlab.notation import DECK_NAMES, find_deck

BINARY = [name for name in DECK_NAMES if name != "set"]


@pytest.mark.parametrize("name", BINARY)
def test_every_form_of_a_name_is_read(name: str) -> None:
    here = find_deck(name)
    for card in here.deck:
        texts = [here.digits(card), here.letters(card), here.name(card)]
        assert [here.parse(text) for text in texts] == [card] * 3
        assert here.parse_all("; ".join([here.name(card)])) == [card]
    assert here.parse_all(" ".join(map(here.letters, here.deck))) == list(here.deck)
    assert eval(repr(here), {"find_deck": find_deck}) == here


@pytest.mark.parametrize("name", BINARY)
def test_no_two_cards_look_alike(name: str) -> None:
    faces = [tuple(sorted(find_deck(name).face(card).items())) for card in find_deck(name).deck]
    assert len(set(faces)) == len(faces)


def test_colours_of_quads_stay_apart_without_colour() -> None:
    here = find_deck("quads")
    pairs = {(here.face(card)["colour"], here.face(card)["filling"]) for card in here.deck}
    assert len(pairs) == len({filling for _, filling in pairs}) == 4


@pytest.mark.parametrize("text", ["", "0", "000000", "7", "117", "1234567", "red", "10100"])
def test_what_names_no_dots(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        find_deck("projective").parse(text)


def test_cards_that_are_there_twice_and_decks_that_are_not() -> None:
    with pytest.raises(CardError, match="'101001' is there twice"):
        find_deck("projective").parse_all("136 101001")
    with pytest.raises(CardError):
        find_deck("quads").parse("2 solid red ovals")
    with pytest.raises(SpecError, match="'quad' is not a deck: did you mean quads"):
        find_deck("quad")
