"""Values of positions: exact ones three ways, sums, linear values, beliefs and look-ahead by their definitions."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from math import log
from statistics import correlation, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import SpecError
from setlab.reference.solitaire import (
    BELIEF_ONE,
    FOLLOW_ONE,
    ahead_value,
    belief_features,
    cards_of,
    chance_after,
    deals,
    fine_log,
    judge,
    value_by_partitions,
)
from setlab.solitaire import Advice, Line, Shuffle, State, advise, count_declarations, exact_values, strategy
from setlab.solitaire.bounds import counterexample
from setlab.solitaire.game import count_partitions
from setlab.solitaire.strategies import Valued, core_games
from setlab.solitaire.values import (
    KNOTS,
    ONE,
    Budgets,
    ValueKind,
    Weights,
    curve_at,
    exact_one,
    exact_value,
    shipped_weights,
)
from tests.solitaire.by_rules import value_by_rules

pytestmark = pytest.mark.long

WEIGHTS = {name: table.tolist() for name, table in shipped_weights().arrays().items()}
DEEP = Budgets(deep_from=24, ahead_from=24, deals=48, steps=2, first_deals=48, second_deals=48, width=2, margin=1 << 20)


@cache
def position(game: int, undealt: int) -> State | None:
    """The first state of a thrifty game with this number of undealt cards and a choice."""
    shuffle, player = Shuffle.of(21, game), strategy("thrifty")
    state = shuffle.start()
    while not state.over and state.table.undealt >= undealt:
        if state.due:
            state = state.deal(shuffle.next_cards(state))
        elif state.table.undealt == undealt and len(state.sets) > 1:
            return state
        else:
            state = state.take(player.choose(state))
    return None


def positions(undealt: int, games: range) -> list[State]:
    found = [state for game in games if (state := position(game, undealt)) is not None]
    assert found
    return found


@pytest.mark.parametrize(("undealt", "games"), [(0, 6), (3, 6), (6, 25), (9, 25), (12, 8)])
def test_exact_values_are_those_of_the_list_of_partitions(undealt: int, games: int) -> None:
    for state in positions(undealt, range(games)):
        assert max(exact_values(state).values()) == value_by_partitions(*cards_of(state))


@pytest.mark.parametrize(("undealt", "games"), [(0, 8), (3, 8), (6, 12), (9, 2)])
def test_exact_values_are_those_of_the_rules_alone(undealt: int, games: int) -> None:
    """Brute force knows nothing of partitions."""
    for state in positions(undealt, range(games)):
        assert max(exact_values(state).values()) == value_by_rules(*cards_of(state))


def test_exact_values_with_more_cards_on_the_table() -> None:
    """15 cards and more, where the paper goes wrong."""
    wrong = count_declarations("S9", 5000, seed=1).examples
    found = [counterexample("S9", 1, game) for game in wrong[:10]]
    assert {example.state.table.undealt for example in found} == {6, 9}
    for example in found:
        assert len(example.state.cards) > 12
        assert example.value == value_by_partitions(*cards_of(example.state)) < 1
        if example.state.table.undealt == 6:
            assert example.value == value_by_rules(*cards_of(example.state))


def test_games_come_out_as_the_exact_values_say() -> None:
    """Every game is won with the chance of its first exact position: 5 standard deviations are allowed."""
    played = core_games("fast", seed=31, first=0, games=4000)
    known = played["value"] >= 0
    chance, won = played["value"][known] / ONE, played["leftover"][known] == 0
    assert abs(won.sum() - chance.sum()) < 5 * (chance * (1 - chance)).sum() ** 0.5
    assert not (won & (chance == 0)).any()
    assert not (~won & (chance == 1)).any()


def test_a_deal_that_is_due_is_averaged() -> None:
    for state in positions(6, range(8)):
        after = state.take(state.sets[0])
        assert after.due
        assert exact_value(after) == exact_values(state)[state.sets[0]]


def test_too_many_undealt_cards_are_refused() -> None:
    with pytest.raises(SpecError, match="69 undealt cards are too many"):
        exact_values(State.of(range(12)))


def definition(state: State, budgets: Budgets) -> tuple[dict[Line, int], ValueKind]:
    """The values by the reference, and their kind."""
    return judge(*cards_of(state), asdict(budgets), WEIGHTS)


@pytest.mark.parametrize(
    ("undealt", "games", "kind", "budgets"),
    [
        (9, 3, ValueKind.EXACT, Budgets()),
        (15, 6, ValueKind.SUMS, Budgets()),
        (18, 4, ValueKind.SUMS, Budgets()),
        (21, 3, ValueKind.SUMS, Budgets()),
        *((undealt, 2, ValueKind.LINEAR, Budgets()) for undealt in (27, 33, 48, 69)),
        *((undealt, 2, ValueKind.BELIEFS, Budgets(beliefs_from=48)) for undealt in (30, 36, 48)),
        (15, 12, ValueKind.AHEAD, Budgets(ahead_from=24, deals=60)),
        (18, 6, ValueKind.AHEAD, Budgets(ahead_from=24, deals=60)),
        (15, 12, ValueKind.AHEAD, Budgets(ahead_from=24, deals=60, partitions=3)),
        (15, 12, ValueKind.AHEAD, Budgets(ahead_from=24, deals=60, work=400)),
        (15, 12, ValueKind.DEEP, DEEP),
    ],
)
def test_values_are_those_of_the_definition(undealt: int, games: int, kind: ValueKind, budgets: Budgets) -> None:
    for state in positions(undealt, range(games)):
        values = Valued(budgets).values(state)
        assert values == definition(state, budgets)
        assert values[1] is kind


@pytest.mark.long
def test_look_ahead_from_33_examines_one_partition_in_four() -> None:
    """In the order in which the engine finds them."""
    budgets = Budgets(ahead_from=33, deals=11)
    state = min(positions(33, range(12)), key=lambda state: belief_features(state.remaining, state.undealt))
    values, kind = Valued(budgets).values(state)
    assert kind is ValueKind.AHEAD
    line = min(state.sets, key=lambda line: belief_features(state.take(line).remaining, state.undealt))
    assert values[line] == ahead_value(*cards_of(state), line, [11], asdict(budgets), WEIGHTS)


def test_beliefs_tell_how_many_partitions_there_are() -> None:
    """Their logarithm goes with the true one, and its error is nearly the same everywhere."""
    known = []
    for state in positions(27, range(25)):
        after = state.take(state.sets[0])
        believed = belief_features(after.remaining, after.undealt)[0] / BELIEF_ONE
        known.append((believed, log(count_partitions(after.remaining))))
    assert correlation(*zip(*known, strict=True)) > 0.95
    assert stdev(true - believed for believed, true in known) < 0.25


@pytest.mark.parametrize("wanted", [0, 1, 5])
def test_one_round_of_deals_at_least(wanted: int) -> None:
    budgets = Budgets(ahead_from=24, deals=wanted)
    state = positions(18, range(4))[0]
    assert Valued(budgets).values(state) == definition(state, budgets)
    assert len(deals(18, wanted)) == 6


def test_every_undealt_card_is_dealt_equally_often() -> None:
    for undealt in (15, 18, 24):
        ranks = [rank for deal in deals(undealt, 10 * undealt // 3) for rank in deal]
        assert all(ranks.count(rank) == 10 for rank in range(undealt))


@given(st.integers(min_value=1, max_value=2**60), st.integers(min_value=1, max_value=2**60))
def test_curves_grow_with_the_sum(a: int, b: int) -> None:
    curve = shipped_weights().curves[6]
    low, high = sorted((a, b))
    assert fine_log(low) <= fine_log(high)
    assert 0 <= curve_at(curve, fine_log(low)) <= curve_at(curve, fine_log(high)) <= ONE
    assert len(curve) == KNOTS


def test_a_partition_on_the_table_can_be_followed() -> None:
    assert chance_after((4, 0, 0, 0)) == chance_after((3, 0, 0, 1)) == FOLLOW_ONE
    assert 0 < chance_after((0, 3, 3, 2)) < FOLLOW_ONE
    assert exact_one(12) == 84 * 220


def test_weights_survive_their_text() -> None:
    assert Weights.from_json(shipped_weights().to_json()) == shipped_weights()
    with pytest.raises(SpecError, match="9 linear weights are the wrong number"):
        Weights({9: (0,) * 9}, {}, {}, {}, shipped_weights().logs, shipped_weights().inverses)


@pytest.mark.parametrize(
    ("undealt", "kind"), [(9, ValueKind.EXACT), (18, ValueKind.AHEAD), (48, ValueKind.BELIEFS), (51, ValueKind.LINEAR)]
)
def test_advice_names_the_choice_of_the_expert(undealt: int, kind: ValueKind) -> None:
    for state in positions(undealt, range(4)):
        advice = advise(state)
        assert advice.kind is kind
        assert advice.best == strategy("expert").choose(state)
        assert [choice.line for choice in advice.choices] == state.sets
        chances = [choice.chance for choice in advice.choices]
        assert all(chance is not None and 0 <= chance <= 1 for chance in chances)


def test_advice_by_sums_and_without_a_set() -> None:
    state = positions(21, range(3))[0]
    assert advise(state, Budgets()).kind is ValueKind.SUMS
    free = [0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31]
    assert advise(State.of(free)) == Advice((), ValueKind.LINEAR)
    assert advise(State.of(free)).best is None
