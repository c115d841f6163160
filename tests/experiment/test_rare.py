"""Rare games: described from the moves of the core, as the rules replay them; counted in the joint histogram."""

from typing import Any

import pytest

from setlab.experiment.kernels.endgame import EndgameParameters, count_rare, describe, play, rarity
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store, replay_rare


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"lost": 4},
        {"lost": "set"},
        {"choice": "popular"},
        {"refill": "always-three"},
        {"dimension": 3, "table": 9},
        {"dimension": 3, "values": 4, "lost": 1},
    ],
    ids=str,
)
def test_the_description_is_that_of_the_game_event_by_event(given: dict[str, Any]) -> None:
    p = EndgameParameters.complete(given)
    for trial in (0, 1, 2**40):
        game = play(p, 7, trial)
        expected = rarity(game.leftover, game.largest_table), tuple(sorted(game.table.cards))
        assert describe(p, 7, trial) == expected
        assert len(expected[1]) == game.leftover


def test_as_many_rare_games_are_listed_as_the_tally_counts() -> None:
    spec, first = make_spec("endgame", seed=2026), 3_354_000
    with Store(":memory:") as store:
        tally = run(spec, 2000, first=first, store=store).tally
        games = store.rare(spec.id)
    assert count_rare(EndgameParameters(), tally.histograms) == len(games) == 1
    assert games == [replay_rare(spec, 3_354_323)]


def test_where_no_game_is_kept_none_is_counted() -> None:
    spec = make_spec("endgame", {"dimension": 3, "table": 9}, seed=1)
    assert spec.definition.count_rare(spec.parameters, run(spec, 200).tally.histograms) == 0
    assert make_spec("first-set").definition.count_rare(spec.parameters, {}) == 0
