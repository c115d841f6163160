"""What a user meets first: the names of setlab, tables, deals, NumPy, and objects that print themselves shortly."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import setlab
from setlab import (
    AffineMap,
    CardError,
    CardSet,
    Deck,
    RuleError,
    Space,
    SpecError,
    Table,
    caps,
    counting,
    exact,
    find_notation,
    geometry,
)
from setlab.geometry import affine, frame_of, hidden_card, rank, read_leftover, span
from setlab.rules import Claim, Deal, Rules, replay
from tests.public_calls import public_calls, public_classes
from tests.samples import INSTANCES

LONGEST_REPR = 2000


def test_dir_shows_the_library_and_nothing_else() -> None:
    names = set(dir(setlab))
    assert names >= set(setlab.__all__)
    assert names >= {"Card", "CardSet", "Deck", "Space", "Table", "find_sets", "show", "exact", "geometry", "caps"}
    assert not names & {"annotations", "Any", "TYPE_CHECKING", "Iterable", "import_module", "cli", "reference", "files"}
    assert all(getattr(setlab, name) is not None for name in names)


def test_packages_are_there_without_an_import() -> None:
    code = "import setlab; print(setlab.caps.known(4).lower, setlab.counting.count_sets(4))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "20 1080\n"


def test_an_unknown_name_says_where_to_look() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'findsets': dir\\(setlab\\) lists its names"):
        _ = setlab.findsets


def test_a_deal_can_be_repeated() -> None:
    assert Deck(4).deal(12, seed=5) == Space(4).deal(12, seed=5) == Deck(4).deal(seed=5)
    assert Deck(4).deal(12, seed=5) != Deck(4).deal(12, seed=6)
    assert Deck(4).deal(12, seed=5, trial=1) != Deck(4).deal(12, seed=5)
    assert CardSet.random(12, seed=5) == set(Deck(4).deal(12, seed=5))
    assert len(CardSet.random(81)) == 81
    assert Deck(3, 4).deal(5, seed=1).deck == Deck(3, 4)


def test_deals_without_a_seed_differ() -> None:
    assert len({CardSet.random(40) for _ in range(5)}) == 5


def test_every_card_is_dealt_equally_often() -> None:
    counts = np.bincount([card for trial in range(900) for card in CardSet.random(9, 7, trial=trial)], minlength=81)
    chi2 = float(((counts - 100) ** 2).sum() / 100)  # expected value 72: the cards of one deal differ
    assert counts.sum() == 8100
    assert 35 < chi2 < 120


@pytest.mark.parametrize("n", [-1, 82])
def test_a_deal_is_no_larger_than_the_deck(n: int) -> None:
    with pytest.raises(SpecError, match=f"{n} cards cannot be dealt: there are 81"):
        Deck(4).deal(n)
    with pytest.raises(SpecError, match=f"{n} cards cannot be dealt: there are 81"):
        CardSet.random(n)


def test_a_table_keeps_the_order() -> None:
    table = Table.of("2222, 0000; 1111 0001")
    assert tuple(table) == table.cards == (80, 0, 40, 1)
    assert table.rows == ((80, 0, 40), (1,))
    assert table.sets() == [(80, 0, 40)]
    assert len(table) == 4
    assert 40 in table
    assert 41 not in table
    assert table.undealt == 77
    assert np.asarray(table).tolist() == [80, 0, 40, 1]
    assert Table.of([0, 8], find_notation(dimension=2)).deck == Space(2)
    assert not Table.of([])


def test_a_table_is_a_sequence() -> None:
    table = Table.of("2222 0000 1111 0001")
    assert [table[i] for i in range(4)] == [80, 0, 40, 1]
    assert table[-1] == table[np.int64(3)] == 1  # type: ignore[call-overload]
    assert table[1:3] == (0, 40)
    with pytest.raises(IndexError, match="there is no card 4 on a table of 4 cards"):
        table[4]
    for wrong in ("0000", 1.5, None, (0, 1), True):
        with pytest.raises(TypeError, match="a table has places 0, 1, 2, … and slices of them, not"):
            table[wrong]  # type: ignore[index]


@pytest.mark.parametrize(
    "table",
    [
        Deck(4).deal(12, seed=1),
        Deck(4).deal(0, seed=1),
        Deck(3).deal(9, seed=1),
        Deck(1).deal(2, seed=1),
        Deck(2, 7).deal(5, seed=1),
        Deck(3, 4).deal(20, seed=1),
        Table.of("1221 0000", "thesis"),
        Table.of([0, 40, 80]),
        Table(Rules(lost=1, refill="always-three")),  # type: ignore[arg-type]
        replay([Deal((0, 1, 2, 5)), Claim((2, 1, 0))], Rules(table=4)),
    ],
)
def test_a_table_is_written_as_it_is_made(table: Table) -> None:
    again = eval(repr(table), {"Table": Table, "Rules": Rules, "find_notation": find_notation, "Card": setlab.Card})
    assert again == table


def test_both_ways_to_deal_give_the_same_cards_with_faces() -> None:
    for table in (setlab.deal(12, seed=5), Deck(4).deal(12, seed=5)):
        assert all(isinstance(card, setlab.Card) for card in table)
        assert repr(table).startswith("Table.of('")
    assert repr(setlab.deal(12, seed=5)) == repr(Deck(4).deal(12, seed=5))


def test_a_method_that_is_called_on_its_class_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"Deck\.deal: self must be a Deck, not 12"):
        Deck.deal(12, seed=1)  # type: ignore[arg-type]


def test_cards_are_shown_one_by_one_and_together() -> None:
    assert setlab.show(setlab.Card(5)).caption == setlab.show(5).caption == "1 card, 0 SETs"
    assert setlab.show(np.int64(5)).caption == "1 card, 0 SETs"  # type: ignore[arg-type]


def test_three_cards_are_given_together_or_one_by_one() -> None:
    assert setlab.is_set(0, 40, 80)
    assert setlab.is_set("1RFO", "2GTD", "3PES")
    assert setlab.is_set(setlab.Card(0), 40, "3PES")
    assert setlab.is_set(np.int64(0), np.int64(40), np.int64(80))  # type: ignore[arg-type]
    assert not setlab.is_set(0, 40)
    assert not setlab.is_set(0)
    assert setlab.is_set([0, 40, 80], notation="thesis")


def test_a_table_needs_distinct_cards() -> None:
    with pytest.raises(CardError, match="is there twice"):
        Table.of([0, 0])
    with pytest.raises(TypeError, match=r"rules must be Rules, not \[0, 1\]; Table.of\(cards\) lays cards"):
        Table([0, 1])  # type: ignore[arg-type]


def test_a_table_draws_itself_with_its_empty_slots() -> None:
    full = Table.of("1RFO 2RFO 3RFO 1GTD")
    assert str(full).count("╭") == 4
    taken = replay([Deal(full.cards), Claim(full.cards[:1] + full.cards[1:3])], Rules(table=4))
    first, *_ = str(taken).splitlines()
    assert taken.slots[:3] == (None, None, None)
    assert str(taken).count("╭") == 1
    assert first == ""
    ElementTree.fromstring(str(full._repr_svg_()))
    assert "<figcaption>4 cards, 1 SET</figcaption>" in str(full._repr_html_())
    assert str(Table()) == ""


def test_cards_without_faces_and_large_tables_have_no_picture() -> None:
    for table in (Deck(2, 7).deal(5, seed=1), Deck(6).deal(300, seed=1)):
        assert table._repr_svg_() is None
        assert table._repr_html_() is None
    table = Deck(2, 7).deal(5, seed=1)
    assert str(table).split() == [card.digits for card in setlab.notation.read_cards(table)]


def test_functions_of_collections_know_their_space() -> None:
    line = CardSet([0, 4], Space(2))
    assert span(line) == CardSet([0, 4, 8], Space(2))
    assert rank(CardSet.deck(Space(2))) == 3
    assert frame_of(line) == (0, 4)
    assert hidden_card(line) == 8
    assert read_leftover(CardSet([0, 4, 8], Space(2))).mistake is False
    with pytest.raises(CardError, match="do not mix: use one space"):
        span(line, Space(4))


def test_collections_read_texts() -> None:
    cards = CardSet("one red solid oval, 1REO")
    assert cards == CardSet(["1RFO", 6, "1REO"]) == {0, 6}
    assert "1REO" in cards  # type: ignore[comparison-overlap]
    assert "3PES" not in cards  # type: ignore[comparison-overlap]
    assert cards | "3PES" == {0, 6, 80}
    assert cards - ["1RFO"] == {6}
    assert cards.issubset("0000 1REO 2222")
    assert CardSet("00 11", Space(2)) == CardSet([0, 4], Space(2))
    assert cards != {"1RFO", "1REO"}
    assert "1REO" in Table.of(cards)
    assert "3PES" not in Table.of(cards)


@pytest.mark.parametrize("wrong", ["1RSO", "red", "00000", "two redd ovals", ""])
def test_a_text_that_is_no_card_is_refused_by_collections(wrong: str) -> None:
    cards, table = CardSet([0]), Table.of([0])
    for call in (lambda: CardSet([wrong]), lambda: cards.__contains__(wrong), lambda: table.__contains__(wrong)):
        with pytest.raises(CardError):
            call()


def test_the_geometry_points_texts_to_their_readers() -> None:
    with pytest.raises(CardError, match=r"'0000' is not a card .*; Card and CardSet.parse read texts"):
        Space(4).third("0000", 1)  # type: ignore[arg-type]


def test_collections_and_arrays() -> None:
    cards = CardSet([5, 3, 80])
    assert np.asarray(cards).tolist() == [3, 5, 80]
    assert np.asarray(cards).dtype == np.int64
    assert np.asarray(cards, dtype=np.uint8).dtype == np.uint8
    assert np.asarray(CardSet()).shape == (0,)
    assert CardSet(np.array([80, 3, 5])) == cards
    assert np.uint8(5) in cards
    assert cards & np.array([5, 6]) == {5}
    assert Space(np.int64(3)) == Space(3)  # type: ignore[arg-type]
    assert type(Space(np.int64(3)).d) is int  # type: ignore[arg-type]
    zero, forty = np.array([0, 40])
    assert Space(4).third(zero, forty) == 80
    assert type(Space(4).check(forty)) is int
    assert Space(4).is_set(np.array([0, 40, 80]))
    assert Space(4).card(np.array([1, 2, 2, 1])) == 52


@pytest.mark.parametrize("wrong", [True, 1.0, np.float64(1), np.True_, None])
def test_bools_and_floats_are_no_cards(wrong: int) -> None:
    assert wrong not in Space(4)
    assert wrong not in CardSet([0, 1])
    for call in (
        Space(4).check,
        Space(4).coordinates,
        lambda card: CardSet([card]),
        lambda card: Space(4).sets([card]),
    ):
        with pytest.raises(CardError, match="is not a card of a deck of 81: cards are numbered 0 to 80"):
            call(wrong)


def test_parsing_a_collection() -> None:
    assert CardSet.parse("two red striped ovals, 1REO; 0000") == {30, 6, 0}
    assert CardSet.parse(["0000", "1111 2222"]) == {0, 40, 80}
    assert CardSet.parse("000 111", find_notation(dimension=3)).space == Space(3)
    assert CardSet.parse("1221", "thesis") == {52}
    assert CardSet.parse("1221", "thesis").names("thesis") == ["1 red full diamond"]
    assert CardSet([1], Space(2)).cards()[0].notation == find_notation(dimension=2)
    with pytest.raises(CardError, match="is there twice"):
        CardSet.parse("0000 0000")
    with pytest.raises(SpecError, match="the notation is for Deck"):
        CardSet([1], Space(2)).cards(find_notation())


def test_sets_are_lines() -> None:
    cards = CardSet.random(20, seed=3)
    assert cards.sets() == cards.lines() == Space(4).sets(cards)


def test_show_spells_out_its_options() -> None:
    two_rows = setlab.show("0000 1111 2222", columns=2, captions=True, mark=True, palette="classic")
    one_row = setlab.show("0000 1111 2222", columns=3)
    assert two_rows.drawing.height > one_row.drawing.height
    assert setlab.show([52], notation="thesis").drawing != setlab.show([52]).drawing
    with pytest.raises(CardError, match="twice"):
        setlab.show([1, 1])
    with pytest.raises(TypeError, match="unexpected keyword argument 'colums'"):
        setlab.show([1], colums=2)  # type: ignore[call-arg]


def test_a_map_of_another_space_says_so() -> None:
    with pytest.raises(RuleError, match="do not compose"):
        _ = setlab.AffineMap.identity(Space(2)) @ setlab.AffineMap.identity(Space(3))


@pytest.mark.parametrize("class_", INSTANCES, ids=lambda class_: class_.__name__)
def test_no_object_prints_itself_at_length(class_: type) -> None:
    assert len(repr(INSTANCES[class_]())) <= LONGEST_REPR


def test_results_and_large_things_print_themselves_shortly() -> None:
    for thing in (
        setlab.show(CardSet.deck()),
        CardSet.deck(Space(8)),
        setlab.exact.exact_no_set(4),
        setlab.exact.exact_sets(12),
        setlab.exact.exact_planes(4),
        setlab.sources.sources()[0],
        setlab.geometry.affine(4, 3),
        setlab.geometry.Field(64),
        setlab.Deck().deal(81, seed=1),
    ):
        assert len(repr(thing)) <= LONGEST_REPR, type(thing)
    assert len(public_classes()) > 30


ONES = [call for call in public_calls() if "dimension" in call.parameters]


def test_the_dimension_has_one_name() -> None:
    """Classes of mathematics write AG(d,q) and n^d as their fields; everything else says `dimension`."""
    named_otherwise = {
        call.name
        for call in public_calls()
        if {"d", "space"} & set(call.parameters) and not inspect.isclass(call.function)
    }
    assert named_otherwise == {"setlab.geometry.cube"}, "d is the fourth card"
    assert len(ONES) > 60
    for made in (Deck(3), Space(3), Rules(3), caps.known(3), caps.complete_sizes(3, caps=1), affine(3).geometry):
        assert made is not None
        assert made.dimension == made.d == 3


@pytest.mark.parametrize("function", [counting.count_sets, counting.count_hyperplanes, caps.known, exact.exact_no_set])
def test_a_dimension_is_a_number_or_a_space_under_any_of_its_names(function: Any) -> None:
    expected = function(3)
    assert expected == function(dimension=3) == function(d=3) == function(space=Space(3)) == function(Space(3))
    with pytest.raises(TypeError, match="dimension and d are one argument: give one of them"):
        function(dimension=3, d=3)
    with pytest.raises(TypeError, match="must be an integer or a Space, not 'AG"):
        function(dimension="AG(3,3)")


def test_geometry_takes_a_number_as_well_as_a_space() -> None:
    three = Space(3)
    before: Any = {"space": three}
    assert CardSet([1, 2], 3) == CardSet([1, 2], three) == CardSet([1, 2], space=three) == CardSet([1, 2], dimension=3)
    assert CardSet.random(4, 1, dimension=3) == CardSet.random(4, 1, **before)
    assert AffineMap.random(1, dimension=3) == AffineMap.random(1, **before)
    assert geometry.plane(0, 1, 3, 3) == geometry.plane(0, 1, 3, dimension=three) == geometry.plane(0, 1, 3, **before)
    assert geometry.cube(0, 1, 3, 9, dimension=3) == geometry.cube(0, 1, 3, d=9, **before)
    assert geometry.span([0, 4], 2) == geometry.span([0, 4], Space(2))
    assert len(CardSet.deck(dimension=2)) == 9
    assert find_notation("thesis", d=3) == find_notation("thesis", dimension=Space(3)) == find_notation("thesis", 3)
    named: Any = {"dimension": 3}
    assert Rules(**named) == Rules(3)
    with pytest.raises(CardError, match=r"cards of Space\(3\) and of Space\(2\) do not mix"):
        geometry.span(CardSet([0], 2), 3)
    with pytest.raises(SpecError, match="9 is not a dimension"):
        geometry.span([0], 9)
