"""The bound by an informed player: candidate deals are revealed, and paid for."""

from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from setlab import _core
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.experiment.solitaire import bound
from setlab.experiment.store import Store
from setlab.reference.solitaire import (
    FOLLOW_ONE,
    Cards,
    InformedPlayer,
    cards_of,
    estimate,
    partitions_of,
    positions_dealt,
    sets_of,
    value_of_sums,
)
from setlab.reference.solitaire import exact_value as defined_value
from setlab.solitaire import Shuffle
from setlab.solitaire.bounds import InformedResult, gap_limits, gap_range, informed_games, informed_results
from setlab.solitaire.game import DECK, State
from setlab.solitaire.strategies import core_moves
from setlab.solitaire.training import fit_stage
from setlab.solitaire.values import ONE, STAGES, estimate_array, exact_value, shipped_estimate
from setlab.stats import mean_limit

SEED = 3
ESTIMATE = estimate_array(shipped_estimate()).tolist()


def position(game: int, undealt: int) -> State:
    """The first position of a game with at most this number of undealt cards in which a SET may be taken."""
    shuffle, moves = Shuffle.of(SEED, game), iter(core_moves("expert", SEED, game, 1)[0])
    state = shuffle.start()
    while True:
        while state.due:
            state = state.deal(shuffle.next_cards(state))
        if state.table.undealt <= undealt:
            return state
        state = state.take(next(moves))


def reached(games: int, undealt: int, **options: Any) -> list[InformedResult]:
    return informed_results(informed_games(games, undealt, SEED, **options))


def estimated_value(table: Cards, undealt: Cards) -> float:
    return estimate(table, undealt, partitions_of(table | undealt), ESTIMATE) / ONE


@pytest.mark.parametrize("deals", [1, 3])
@pytest.mark.parametrize("game", range(3))
def test_an_informed_player_who_pays_the_exact_value_gains_nothing(game: int, deals: int) -> None:
    """With V the value itself the bound is the value, whichever deals are revealed."""
    state = position(game, 9)
    informed = InformedPlayer(defined_value, Draws(1), game, [deals] * STAGES, exact_to=3)
    assert informed.best(*cards_of(state)) == pytest.approx(float(exact_value(state)))


@pytest.mark.parametrize("game", range(4))
def test_an_informed_player_who_pays_nothing_is_at_least_as_good_as_any(game: int) -> None:
    state = position(game, 9)
    informed = [InformedPlayer(lambda *_: 0.0, Draws(9), trial, [1] * STAGES, exact_to=3) for trial in range(60)]
    assert fmean(each.best(*cards_of(state)) for each in informed) >= float(exact_value(state)) - 0.15


def test_the_deals_that_are_revealed_are_fair() -> None:
    """Every card comes equally often, and every round uses each card once."""
    informed = InformedPlayer(defined_value, Draws(1), 0, [10] * STAGES)
    first = [informed.deal(15, path=0, k=k) for k in range(5)]
    assert sorted(card for deal in first for card in deal) == list(range(15))
    firsts = [InformedPlayer(defined_value, Draws(1), trial, [1] * STAGES).deal(15, 0, 0)[0] for trial in range(3000)]
    assert np.bincount(firsts).min() > 150


@pytest.mark.parametrize("kind", [1, 2])
def test_tables_without_a_set_and_large_ones_come_when_asked_for(kind: int) -> None:
    found = informed_games(40, 15, SEED, exact_to=12, kind=kind, threads=1)
    kinds = found["kind"][found["undealt"] == 15].tolist()
    assert len(kinds) > 10
    assert set(kinds) <= {0, kind}


def test_every_instruction_set_finds_the_same() -> None:
    first, *others = (reached(12, 21, threads=1, isa=isa) for isa in _core.isas())
    assert all(other == first for other in others)


def test_threads_do_not_matter() -> None:
    one, two = (reached(12, 21, threads=threads) for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("undealt", [18, 21, 24])
def test_the_player_never_reaches_more_than_the_informed_player(undealt: int) -> None:
    assert all(result.best >= result.played - 1e-12 for result in reached(20, undealt))


def test_exact_values_further_up_are_the_same_with_memory() -> None:
    """From 15 undealt cards the informed player with exact values to 15 reaches the exact value."""
    for game, result in enumerate(reached(3, 15, exact_to=15)):
        assert result.best == pytest.approx(float(exact_value(position(game, 15))), abs=1e-12)


@pytest.mark.full
def test_more_deals_come_down_to_the_exact_value() -> None:
    """From 18 undealt cards: one deal, six, and the value itself."""
    one, six, exact = (
        fmean(result.best for result in reached(5, 18, deals=deals, exact_to=exact_to))
        for deals, exact_to in ((1, 15), (6, 15), (1, 18))
    )
    assert six == pytest.approx(exact, abs=0.04)
    assert one >= exact - 0.08


@pytest.mark.long
def test_payments_have_mean_zero() -> None:
    """Over all deals the payments of any move cancel."""
    table, undealt = cards_of(position(0, 15))
    rest = table.difference(sets_of(table)[0])
    mean = InformedPlayer(estimated_value, Draws(1), 0, [1] * STAGES).mean(rest, undealt)
    surprises = [estimated_value(*after) - mean for after in positions_dealt(rest, undealt)]
    assert len(surprises) == 455
    assert fmean(surprises) == pytest.approx(0, abs=1e-12)


def test_the_estimate_is_certain_where_the_game_is() -> None:
    nine = tuple(range(9))
    lines = (((0, 1, 2), (3, 4, 5), (6, 7, 8)),)
    assert estimate(nine[:6], nine[6:], lines, ESTIMATE) == ONE
    assert estimate(range(12), range(12, 27), (), ESTIMATE) == 0


def test_the_estimate_grows_with_the_sums() -> None:
    for undealt, row in shipped_estimate().items():
        values = [value_of_sums(FOLLOW_ONE >> k, FOLLOW_ONE >> 2 * k, row[:3]) for k in range(6)]
        assert values == sorted(values, reverse=True), undealt


def test_weights_are_found_again() -> None:
    x = np.linspace(-400.0, 400.0, 300)
    y = 1.5 * x + 40 * np.sin(x)
    score = 0.3 + 0.004 * x + 0.002 * y
    row, left = fit_stage(x, y, (score / np.sqrt(score * score + 1) + 1) / 2)
    assert np.array(row) / ONE == pytest.approx([0.3, 0.004, 0.002], rel=1e-2)
    assert left < 1e-4


def test_positions_are_those_of_the_game() -> None:
    shuffle = Shuffle.of(SEED, 1)
    state = position(1, 18)
    assert state.table.undealt == 18
    assert position(0, 18).table.undealt == 15  # no SET lay there with 18
    assert not state.due
    dealt = set(islice(shuffle.order, len(DECK) - 18))
    assert set(state.cards) | {card for line in state.taken for card in line} == dealt


def test_the_bound_is_above_the_player_and_repeatable() -> None:
    found = bound(5, 18, seed=1, exact_to=12)
    assert found == bound(5, 18, seed=1, exact_to=12)
    means = {name: estimate.value for name, estimate in found.estimate("mean").items()}
    assert means["gap"] == pytest.approx(means["informed"] - means["player"])
    assert means["gap"] >= 0


def test_neither_threads_nor_the_store_matter(tmp_path: Path) -> None:
    one = bound(7, 18, SEED, deals=2, threads=1)
    with Store(tmp_path / "runs.sqlite") as store:
        bound(4, 18, SEED, deals=2, store=store)
        assert bound(7, 18, SEED, deals=2, threads=3, store=store) == one
        assert store.stored == 7


@pytest.mark.parametrize(("undealt", "exact_to", "deals"), [(18, 12, 1), (21, 12, 2), (21, 15, 1)])
def test_every_gap_lies_in_its_range(undealt: int, exact_to: int, deals: int) -> None:
    low, high = gap_range(undealt, exact_to)
    for result in reached(12, undealt, deals=deals, exact_to=exact_to):
        assert low - 1e-12 <= result.best - result.played <= high


def test_the_range_counts_the_deals() -> None:
    assert [gap_range(undealt)[1] for undealt in (18, 21, 24, 27)] == [5, 7, 9, 11]
    assert gap_range(18, 15) == (0, 4)
    assert gap_range(27, 18) == (-3, 9)


def test_the_limit_is_that_of_the_gaps_and_counts_what_is_left_out_as_one() -> None:
    seen = reached(30, 18, deals=2)
    gaps = [max(0.0, result.best - result.played) for result in seen]
    found = bound(30, 18, SEED, deals=2)
    gap, limit = found.estimate("mean")["gap"].value, found.estimate("limit")
    upper, normal, error = (limit[name].value for name in ("upper", "upper_normal", "standard_error"))
    assert found.tally["left_out"] == {0: 30}
    assert upper == pytest.approx(mean_limit(gaps, 0, 5, 0.95))
    assert error == pytest.approx(float(np.std(gaps, ddof=1)) / 30**0.5)
    assert normal == pytest.approx(gap + 1.644854 * error)
    assert gap < normal < upper
    assert gap_limits(gaps, 2, 18, 12, 0.95) == pytest.approx((mean_limit([*gaps, 1.0, 1.0], 0, 5, 0.95), normal))


@pytest.mark.parametrize(
    ("games", "undealt", "deals", "exact_to"),
    [(1, 18, 10, 15), (5, 17, 1, 15), (5, 18, 0, 15), (5, 27, 50, 15), (5, 18, 1, 9)],
)
def test_bad_questions(games: int, undealt: int, deals: int, exact_to: int) -> None:
    with pytest.raises(SpecError):
        bound(games, undealt, deals=deals, exact_to=exact_to)


def test_only_players_that_value_positions_are_bounded() -> None:
    with pytest.raises(SpecError, match="choose fast, expert or master"):
        bound(2, 18, strategy="basic")
