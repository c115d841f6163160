"""What the clairvoyant can clear, and a deal that cannot be cleared."""

from __future__ import annotations

from dataclasses import replace

from setlab.experiment.solitaire import measure, search
from setlab.solitaire import Clearability, Shuffle, can_clear, play, strategy, unclearable_deal
from setlab.solitaire.bounds import is_proof
from setlab.solitaire.values import search_deals
from tests.solitaire.by_rules import can_clear_by_rules


def test_the_moves_found_clear_the_table() -> None:
    """The rules are asked, not the engine."""
    for number in range(25):
        answer, moves = can_clear(Shuffle.of(3, number))
        assert answer is Clearability.YES
        game = play(strategy("clairvoyant"), Shuffle.of(3, number))
        assert game.clear
        assert game.moves == moves


def test_searching_many_deals() -> None:
    found = search(300, seed=3)
    clear = found.tally["answer"][1]
    assert (found.trials, clear + len(found.tally["unclearable"]) + len(found.tally["open"])) == (300, 300)
    assert measure("clairvoyant", 300, seed=3).tally["clear"][1] == clear
    assert search(100, seed=3) + search(200, seed=3, first=100) == found


def test_too_few_nodes_leave_a_deal_open() -> None:
    assert can_clear(Shuffle.of(3, 0), nodes=5) == (Clearability.OPEN, ())
    assert search_deals(3, seed=3, nodes=5) == [Clearability.OPEN] * 3


def test_a_deal_that_cannot_be_cleared() -> None:
    """Its proof can be checked by hand; the engine and a search by the rules alone agree."""
    forced = unclearable_deal()
    assert is_proof(forced)
    assert len(forced.moves) >= 14
    assert can_clear(forced.shuffle)[0] is Clearability.NO
    assert not can_clear_by_rules(forced.shuffle)


def test_a_wrong_proof_is_no_proof() -> None:
    forced = unclearable_deal()
    assert not is_proof(replace(forced, moves=forced.moves[:-1]))
    assert not is_proof(replace(forced, shuffle=Shuffle.of(1, 0)))
    assert not is_proof(replace(forced, card=forced.shuffle.order[-2]))
