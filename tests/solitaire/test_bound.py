"""The bound by somebody who sees the order and pays for it."""

from itertools import islice
from statistics import fmean

import pytest

from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.solitaire import Shuffle
from setlab.solitaire.bound import Seer, bound, exact_value, position_of, sums_value
from setlab.solitaire.core import core_moves
from setlab.solitaire.game import DECK, State
from setlab.solitaire.values import value_by_partitions

EVERY_DEAL = 10_000


def position(game: int, undealt: int) -> State:
    return position_of(Shuffle.of(3, game), iter(core_moves("expert", 3, game, 1)[0]), undealt)


def orders(state: State, number: int) -> list[tuple[int, ...]]:
    cards = list(state.undealt)
    return [tuple(cards[i] for i in Draws(9).shuffled(trial, range(len(cards)))) for trial in range(number)]


@pytest.mark.parametrize("game", range(6))
def test_exact_values_are_those_of_the_twin(game: int) -> None:
    state = position(game, 9)
    assert exact_value(state.cards, tuple(state.undealt)) == pytest.approx(float(value_by_partitions(state)))


@pytest.mark.parametrize("game", range(4))
def test_a_seer_who_pays_the_exact_value_gains_nothing(game: int) -> None:
    """With V the value itself the bound is the value, in every order."""
    state = position(game, 12)
    seer = Seer(exact_value, Draws(1), game, EVERY_DEAL, exact_to=6)
    value = exact_value(state.cards, tuple(state.undealt))
    for order in orders(state, 2):
        assert seer.best(state.cards, order) == pytest.approx(value)


@pytest.mark.parametrize("game", range(4))
def test_a_seer_who_pays_nothing_is_at_least_as_good_as_anybody(game: int) -> None:
    state = position(game, 9)
    seer = Seer(lambda table, undealt: 0.0, Draws(1), game, 1, exact_to=3)
    best = fmean(seer.best(state.cards, order) for order in orders(state, 60))
    assert best >= exact_value(state.cards, tuple(state.undealt)) - 0.15


def test_payments_have_mean_zero_for_the_player() -> None:
    """Over all deals of one stage the payments of any move cancel."""
    state = position(0, 15)
    after = state.take(state.sets[0])
    assert after.due == 3
    seer = Seer(sums_value, Draws(1), 0, EVERY_DEAL)
    undealt = tuple(after.undealt)
    mean = seer._mean(after.cards, undealt)
    some = [(a, b, c) for a in undealt for b in undealt for c in undealt if a < b < c]
    values = [sums_value((*after.cards, *deal), tuple(x for x in undealt if x not in deal)) for deal in some]
    assert fmean(values) == pytest.approx(mean)


def test_positions_are_those_of_the_game() -> None:
    shuffle = Shuffle.of(3, 0)
    state = position(0, 18)
    assert state.table.undealt == 18
    assert not state.due
    dealt = set(islice(shuffle.order, len(DECK) - 18))
    assert set(state.cards) | {card for line in state.taken for card in line} == dealt


def test_the_bound_is_above_the_player_and_repeatable() -> None:
    found = bound(4, 18, seed=1, deals=20)
    assert found == bound(4, 18, seed=1, deals=20)
    assert found.gap == pytest.approx(found.bound - found.player)
    assert found.gap > -0.2


@pytest.mark.parametrize(("games", "undealt", "deals"), [(1, 18, 10), (5, 17, 10), (5, 18, 0)])
def test_bad_questions(games: int, undealt: int, deals: int) -> None:
    with pytest.raises(SpecError):
        bound(games, undealt, deals=deals)
