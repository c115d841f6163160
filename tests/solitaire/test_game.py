"""The rules of solitaire: states, deals, live and dead pairs, the printed table, bad input."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, RuleError, SpecError
from setlab.experiment.solitaire import clear_proportion, measure
from setlab.experiment.store import Store
from setlab.geometry import Space
from setlab.solitaire import Shuffle, State, play, strategy
from setlab.solitaire.game import Line

PRINTED = ["2102", "1201", "0121", "2202", "2212", "2011", "0012", "1021", "0210", "0200", "1010", "1112"]
"""The array on page 1 of Forbes & Forbes."""

games = st.integers(min_value=0, max_value=2**32)


def test_the_printed_table_has_eight_sets() -> None:
    space = Space(4)
    state = State.of(space.card(int(digit) for digit in card) for card in PRINTED)
    assert len(state.sets) == 8


def test_the_order_n_is_that_of_the_paper() -> None:
    state = State.of(range(12))
    assert Space(4).card((2, 1, 0, 2)) == 27 * 2 + 9 * 1 + 3 * 0 + 2
    assert state.sets == sorted(state.sets)
    assert all(a < b < c for a, b, c in state.sets)


@given(games)
def test_a_game_follows_the_rules(number: int) -> None:
    """Rule (i) at every turn, and what (ii)–(iv) let the player know."""
    shuffle = Shuffle.of(seed=4, game=number)
    state = shuffle.start()
    for _ in range(8):
        while state.due:
            assert len(state.cards) < 12 or not state.sets
            state = state.deal(shuffle.next_cards(state))
        if state.over:
            break
        assert len(state.cards) >= 12 or not state.undealt
        assert set(state.undealt) == set(shuffle.order[81 - len(state.undealt) :])
        before, line = len(state.cards), state.sets[number % len(state.sets)]
        state = state.take(line)
        assert len(state.cards) == before - 3
        assert state.due == (3 if before == 12 and state.undealt else 0) or not state.sets


@given(games)
def test_pairs_are_live_dead_or_have_their_third_card_on_the_table(number: int) -> None:
    state = Shuffle.of(seed=5, game=number).start()
    if not state.sets:
        return
    state = state.take(state.sets[0])
    live, dead = set(state.live_pairs()), set(state.dead_pairs())
    assert not live & dead
    for a, b in combinations(sorted(state.cards), 2):
        third = Space(4).third(a, b)
        where = [third in state.undealt, any(third in line for line in state.taken), third in state.cards]
        assert where.count(True) == 1
        assert ((a, b) in live, (a, b) in dead) == (where[0], where[1])


def test_the_deal_is_that_of_the_kernel_endgame() -> None:
    from setlab.experiment.kernels.endgame import EndgameParameters
    from setlab.experiment.kernels.endgame import play as play_endgame

    for number in range(5):
        other = play_endgame(EndgameParameters(), seed=11, trial=number)
        ours = play(strategy("random"), Shuffle.of(seed=11, game=number))
        assert [sorted(line) for line in other.table.taken] == [list(line) for line in ours.moves]


@pytest.mark.parametrize(
    ("table", "taken", "error", "message"),
    [
        ([0, 0, *range(1, 11)], [], CardError, "card 0"),
        ([*range(11), 81], [], CardError, "81"),
        (range(12), [(11, 14, 17)], CardError, "card 11 is there twice"),
        (range(12), [(12, 13, 15)], RuleError, r"\(12, 13, 15\) is not a SET"),
        (range(12), [(12, 13)], RuleError, "it has three cards"),
        (range(9), [], RuleError, "9 cards cannot lie on the table with 72 undealt"),
        (range(13), [], RuleError, "13 cards cannot lie on the table"),
        (range(24), [], RuleError, "24 cards cannot lie on the table"),
    ],
)
def test_impossible_positions_are_refused(
    table: list[int], taken: list[Line], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=message):
        State.of(table, taken)


def test_moves_out_of_turn_are_refused() -> None:
    state = State.of(range(12))
    with pytest.raises(RuleError, match="3 are due"):
        state.take((0, 1, 2)).deal([40, 41])
    with pytest.raises(RuleError, match="must be dealt first"):
        state.take((0, 1, 2)).take((3, 4, 5))
    with pytest.raises(RuleError, match="not all of these cards lie on the table"):
        state.take((0, 40, 80))


def test_a_strategy_that_cheats_is_stopped() -> None:
    class Cheat:
        def choose(self, state: State) -> Line:
            return 0, 1, 2

    with pytest.raises(RuleError, match=r"^game 0 of seed 1: Cheat cannot take .* as SET number 1: the SETs "):
        play(Cheat(), Shuffle.of(1, 0))


def test_an_unknown_strategy_is_named() -> None:
    with pytest.raises(SpecError, match="'lucky' is not a strategy: choose random"):
        measure("lucky", 10)
    with pytest.raises(SpecError, match="-1 trials"):
        measure("basic", -1)


def test_a_class_of_ones_own_is_measured() -> None:
    class First:
        def choose(self, state: State) -> Line:
            return state.sets[0]

    found = measure(First(), 30, seed=2)
    assert (found.trials, found.tally["declared"]) == (30, {0: 30})
    played = [play(First(), Shuffle.of(2, number)) for number in range(30)]
    assert clear_proportion(found).count == sum(game.clear for game in played)
    with pytest.raises(SpecError, match="First is played in this process and not stored"), Store(":memory:") as store:
        measure(First(), 30, store=store)
