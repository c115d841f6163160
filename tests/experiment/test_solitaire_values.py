"""Solitaire less the luck of its deals: the mean stays, whatever is subtracted, and the variance falls."""

import json
from collections.abc import Sequence
from itertools import combinations
from math import comb, sqrt
from statistics import fmean, stdev

import pytest

from setlab.cli.main import status_of
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.experiment.kernels.solitaire import ONE, values_of
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec, read_spec
from setlab.experiment.tally import read_histograms
from setlab.geometry import CardSet
from setlab.reference.solitaire import InformedPlayer, cards_of, sets_of
from setlab.solitaire import Shuffle
from setlab.solitaire.bounds import informed_games
from setlab.solitaire.game import Line
from setlab.solitaire.strategies import core_games, thriftiest
from setlab.solitaire.values import STAGES, EstimateWeights

GAMES = 1200


class AllDeals(InformedPlayer):
    """Every deal is revealed once: no luck is left."""

    def deal(self, undealt: int, path: int, k: int) -> Sequence[int]:
        return list(combinations(range(undealt), 3))[k]


def thrifty(table: frozenset[int], undealt: frozenset[int]) -> Line:
    return thriftiest(sets_of(table), CardSet(table | undealt))


def late_position(game: int, undealt: int) -> tuple[frozenset[int], frozenset[int]]:
    shuffle = Shuffle.of(5, game)
    state = shuffle.deal_due(shuffle.start())
    while not state.over and state.table.undealt > undealt:
        state = shuffle.deal_due(state.take(thrifty(*cards_of(state))))
    return cards_of(state)


@pytest.mark.parametrize("game", range(4))
def test_over_all_deals_nothing_is_paid(game: int) -> None:
    """The player's mean is the same whatever function of the position is paid for."""
    position = late_position(game, 6)
    deals = [comb(3 * stage, 3) for stage in range(STAGES)]
    values = (lambda *_: 0.0, lambda table, undealt: sum(table) / 100, lambda table, undealt: 1.0 * len(sets_of(table)))
    found = {
        round(AllDeals(value, Draws(1), 0, deals, 0, 3, alone=True).follow_player(thrifty, *position), 9)
        for value in values
    }
    assert len(found) == 1


def followed(games: int, undealt: int, weights: EstimateWeights | None = None) -> list[float]:
    found = informed_games(games, undealt, 9, strategy="fast", weights=weights, informed=False)
    assert (found["undealt"] >= 0).all()
    assert (found["best"] == -1).all()
    return list(found["played"])


@pytest.fixture(scope="module")
def played() -> list[float]:
    """Cleared or not, in the same games."""
    return [float(left == 0) for left in core_games("fast", 9, 0, GAMES)["leftover"].tolist()]


@pytest.mark.parametrize(("undealt", "weights"), [(18, None), (21, None), (18, {})])
def test_what_is_subtracted_has_mean_zero(undealt: int, weights: EstimateWeights | None, played: list[float]) -> None:
    """With the weights that ship, and with V = 1/2 in every open position."""
    luck = [a - b for a, b in zip(played, followed(GAMES, undealt, weights), strict=True)]
    assert abs(fmean(luck)) < 4 * stdev(luck) / sqrt(GAMES)
    assert stdev(luck) > 0.3


def test_the_variance_falls(played: list[float]) -> None:
    assert stdev(followed(GAMES, 21)) < stdev(followed(GAMES, 18)) < 0.3 < 0.49 < stdev(played)


def test_the_kernel_has_the_values_and_the_games_that_are_worth_as_much() -> None:
    spec = make_spec("solitaire-value", {"strategy": "fast", "undealt": 18}, seed=9)
    result = run(spec, 60)
    values, engine = values_of(result.tally["value"]), followed(60, 18)
    assert values == pytest.approx(sorted(engine), abs=2 / ONE)
    clear = result.estimate("clear")[1]
    assert clear.value == pytest.approx(fmean(engine))
    assert clear.low is not None
    assert clear.low < clear.value
    assert result.estimate("games")[1].value > 120
    assert result.tally == run(spec, 60, block=7, threads=1).tally
    assert read_spec(spec.to_json(), spec.id) == spec
    assert read_histograms(result.tally.as_record(), 60, spec.histograms) == dict(result.tally)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solitaire", "measure", "--strategy", "fast", "--games", "40", "--control", "18", "--no-store"]
    assert status_of([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["control"], found["left_out"]) == (40, 18, 0)
    assert found["interval"][0] < found["share"] < found["interval"][1]
    assert found["as_good_as"] > 80
    assert status_of(asked) == 0
    assert "less luck from 18 undealt cards on" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"undealt": 30}, "luck from 30 undealt cards on cannot be subtracted"),
        ({"strategy": "thrifty"}, "thrifty"),
    ],
)
def test_what_cannot_be_measured_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("solitaire-value", given)
