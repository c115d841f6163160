"""A game with hindsight: against brute force by the rules alone, and against what must hold in every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from setlab.errors import RuleError
from setlab.solitaire import (
    Clearability,
    Hindsight,
    Shuffle,
    State,
    can_clear,
    look_back,
    play,
    strategy,
    unclearable_deal,
)
from setlab.solitaire.game import replay_moves
from setlab.solitaire.review import HindsightSearch

FEW = 12
"""Undealt cards up to which brute force answers soon."""


def brute_force(shuffle: Shuffle) -> Callable[[State], bool]:
    """Whether the table can be cleared from a state, by trying every SET; nothing but the rules is used."""

    @cache
    def clears(cards: frozenset[int], undealt: int) -> bool:
        row = list(cards)
        while undealt and (len(row) < 12 or not _sets(row)):
            row += shuffle.order[81 - undealt : 84 - undealt]
            undealt -= 3
        return not row or any(clears(frozenset(row) - set(three), undealt) for three in _sets(row))

    return lambda state: clears(frozenset(state.cards), state.table.undealt)


def _sets(cards: list[int]) -> list[tuple[int, int, int]]:
    """All triples whose digits sum to 0 modulo 3 in every place."""
    cards = sorted(cards)
    thirds = {card: _digits(card) for card in cards}
    return [
        (a, b, c)
        for i, a in enumerate(cards)
        for j, b in enumerate(cards[i + 1 :], i + 1)
        for c in cards[j + 1 :]
        if all(sum(place) % 3 == 0 for place in zip(thirds[a], thirds[b], thirds[c], strict=True))
    ]


def _digits(card: int) -> tuple[int, ...]:
    return tuple(card // 3**k % 3 for k in range(4))


def games(name: str, number: int, seed: int = 5) -> list[tuple[Shuffle, Hindsight]]:
    played = [play(strategy(name), Shuffle.of(seed, i)) for i in range(number)]
    return [(game.shuffle, look_back(game.shuffle, game.moves)) for game in played]


@pytest.mark.parametrize("name", ["random", "basic"])
def test_late_positions_against_brute_force(name: str) -> None:
    for shuffle, seen in games(name, 3):
        clears = brute_force(shuffle)
        late = [position for position in seen.positions if position.state.table.undealt <= FEW]
        assert late
        for position in late:
            for option in position.options:
                truth = clears(position.state.take(option.line))
                assert option.clearable is (Clearability.YES if truth else Clearability.NO)
            assert (position.clearable is Clearability.YES) == clears(position.state)


@pytest.mark.parametrize("name", ["random", "thrifty", "expert"])
def test_what_holds_in_every_game(name: str) -> None:
    outcomes = set()
    for shuffle, seen in games(name, 6):
        answers = [position.clearable for position in seen.positions]
        last = seen.positions[-1].state
        outcomes.add(last.clear)
        assert [position.taken for position in seen.positions] == [*last.taken, None]
        assert [position.state for position in seen.positions] == replay_moves(shuffle, last.taken)
        assert answers == sorted(answers, reverse=True), "what is lost stays lost"
        if last.clear:
            assert set(answers) == {Clearability.YES}
            assert seen.lost_at is None
        else:
            assert seen.lost_at == answers.count(Clearability.YES) - 1
            lost = seen.positions[seen.lost_at]
            assert lost.taken not in lost.keeping
            assert lost.keeping
    assert False in outcomes


def test_clearing_moves_are_clearable_all_along() -> None:
    shuffle = Shuffle.of(5, 3)
    answer, moves = can_clear(shuffle)
    assert answer is Clearability.YES
    seen = look_back(shuffle, moves)
    assert {position.clearable for position in seen.positions} == {Clearability.YES}
    assert all(position.taken in position.keeping for position in seen.positions[:-1])


def test_sets_that_keep_the_table_clearable_clear_it() -> None:
    """From the lost position, a player who takes only such SETs comes to an empty table."""
    for shuffle, seen in games("random", 2, seed=6):
        assert seen.lost_at is not None
        lost, search = seen.positions[seen.lost_at], HindsightSearch(shuffle)
        state = shuffle.deal_due(lost.state.take(lost.keeping[0]))
        while not state.over:
            kept = [line for line in state.sets if search.answer(state.take(line)) is Clearability.YES]
            state = shuffle.deal_due(state.take(kept[-1]))
        assert state.clear


def test_a_deal_that_cannot_be_cleared_was_never_lost() -> None:
    forced = unclearable_deal()
    seen = look_back(forced.shuffle, forced.moves[:3])
    assert {position.clearable for position in seen.positions} == {Clearability.NO}
    assert seen.lost_at is None


def test_too_small_a_budget_settles_nothing_and_claims_nothing() -> None:
    shuffle = Shuffle.of(5, 0)
    game = play(strategy("random"), shuffle)
    full, small = look_back(shuffle, game.moves), look_back(shuffle, game.moves, nodes=3)
    stopped = look_back(shuffle, game.moves, stopped=lambda: True)
    for less in (small, stopped):
        pairs = [(a.clearable, b.clearable) for a, b in zip(full.positions, less.positions, strict=True)]
        assert all(known in (truth, Clearability.OPEN) for truth, known in pairs)
        assert Clearability.OPEN in {known for _, known in pairs}
        assert less.lost_at in (full.lost_at, None)
    assert HindsightSearch(shuffle, nodes=0).answer(shuffle.start()) is Clearability.OPEN


def test_a_wrong_move_is_named() -> None:
    with pytest.raises(RuleError, match=r"move 1 cannot be made: \(0, 1, 3\) is not a SET"):
        look_back(Shuffle.of(1, 0), [(0, 1, 3)])
    with pytest.raises(RuleError, match=r"move 2 cannot be made: .* not all of these cards lie on the table"):
        replay_moves(Shuffle.of(1, 0), [(5, 47, 71), (5, 47, 71)])
