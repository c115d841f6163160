"""`endgame --count sets`: the SETs on every table that is searched, and their intervals, which are by games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from setlab import compare, simulate
from setlab.counting import mean_flats
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.exact import exact_sets
from setlab.experiment.kernels.endgame import EndgameParameters, core_arguments
from setlab.experiment.spec import make_spec, read_spec
from setlab.experiment.store import Store
from setlab.experiment.tally import Misfit, read_histograms
from setlab.reference.endgame import ReferenceGame, Setting
from setlab.stats import compare_with_proportions, student_quantile

GAMES = 200_000


@pytest.fixture(scope="module")
def counted() -> Any:
    return simulate("endgame", GAMES, seed=1, count="sets")


def test_old_experiments_keep_their_ids_and_tallies(counted: Any) -> None:
    plain = simulate("endgame", GAMES, seed=1)
    assert plain.spec.id == "29dbb2c9009a"
    assert "count" not in plain.spec.parameters.as_record()
    assert counted.spec.parameters.as_record()["count"] == "sets"
    assert read_spec(counted.spec.to_json(), counted.spec.id) == counted.spec
    assert all(counted.tally[name] == plain.tally[name] for name in plain.spec.histograms)
    assert plain.spec.quantities.keys() < counted.spec.quantities.keys()


def test_the_first_table_agrees_with_the_exact_distribution(counted: Any) -> None:
    exact = exact_sets(12).proportions()
    found = compare_with_proportions(counted.tally["first_sets"], exact)
    assert found.p > 0.01
    (mean,) = counted.estimates["first_mean_sets"].values()
    assert mean.exact == float(mean_flats(12)) == 220 / 79
    assert mean.low < mean.exact < mean.high
    shown = counted.estimates["first_sets"]
    assert all(shown[sets].exact == float(exact[sets]) for sets in shown)


def test_searches_and_tables_without_a_set_are_margins(counted: Any) -> None:
    sets = counted.tally["sets"]
    searches, without = Counter[int](), Counter[int]()
    for (cards, number), times in sets.items():
        searches[cards] += times
        without[cards] += times if number == 0 else 0
    assert searches == counted.tally["searches"]
    assert +without == counted.tally["no_set"]
    assert sum(counted.tally["first_sets"].values()) == GAMES
    assert counted.tally["first_sets"][0] == counted.tally["first_no_set"][12]


def seen_by_reference(p: EndgameParameters, seed: int, games: int) -> list[list[tuple[int, int]]]:
    """For each game of the reference, the tables that it searched: cards and SETs."""
    setting = Setting(**core_arguments(p))
    played = [ReferenceGame(setting, Draws(seed), trial).play() for trial in range(games)]
    return [list(zip(game.searches, game.sets, strict=True)) for game in played]


@pytest.mark.parametrize("given", [{}, {"dimension": 3, "table": 6}, {"refill": "always-three", "choice": "popular"}])
def test_estimates_are_those_of_the_games_one_by_one(given: dict[str, Any]) -> None:
    """The mean, the proportions, and the variance of a ratio over games."""
    games, result = 60, simulate("endgame", 60, seed=4, count="sets", **given)
    seen = seen_by_reference(EndgameParameters.complete(given), 4, games)
    for cards, mean in result.estimates["mean_sets"].items():
        numbers = [len([sets for size, sets in game if size == cards]) for game in seen]
        totals = [sum(sets for size, sets in game if size == cards) for game in seen]
        ratio = Fraction(sum(totals), sum(numbers))
        assert mean.value == pytest.approx(float(ratio))
        spread = sum((y - ratio * x) ** 2 for x, y in zip(numbers, totals, strict=True))
        groups = sum(numbers) ** 2 / sum(x * x for x in numbers)
        assert (mean.low is None) == (groups < 2)
        if groups >= 2:
            half = student_quantile(groups - 1, 0.025) * sqrt(spread * groups / (groups - 1)) / sum(numbers)
            assert mean.high == pytest.approx(mean.value + half)
            assert mean.low == pytest.approx(max(0.0, mean.value - half))
    proportions: dict[Any, Any] = dict(result.estimates["sets"])
    everything = Counter(table for game in seen for table in game)
    assert {key: each.count for key, each in proportions.items()} == everything
    for (cards, _), each in proportions.items():
        searches = sum(times for (size, _), times in everything.items() if size == cards)
        assert each.value == pytest.approx(each.count / searches)
        assert each.low <= each.value <= each.high


def test_the_intervals_cover_what_they_should_although_tables_share_cards() -> None:
    """95 % of the intervals of 40 games each contain the truth; those for independent searches would not."""
    samples, truth = 300, simulate("endgame", 2e6, seed=2, count="sets")

    def coverage(name: str, cards: int, **given: Any) -> float:
        value = truth.estimate(name)[cards].value
        starts = range(0, 40 * samples, 40)
        runs = [simulate("endgame", 40, seed=3, first=start, threads=1, **given) for start in starts]
        found: list[Any] = [run.estimate(name)[cards] for run in runs]
        return len([each for each in found if each.low <= value <= each.high]) / samples

    assert 0.92 < coverage("mean_sets", 12, count="sets") < 0.985
    assert 0.92 < coverage("no_set", 12, count="sets") < 0.985
    assert coverage("no_set", 12) < 0.92


def test_the_mean_falls_during_the_game(counted: Any) -> None:
    mean = counted.estimates["mean_sets"]
    assert 2.38 < mean[12].value < 2.41 < counted.estimates["first_mean_sets"][12].low
    assert mean[12].high < mean[15].low < mean[18].value


def test_tallies_add_and_are_stored(tmp_path: Path) -> None:
    spec = make_spec("endgame", {"count": "sets"}, seed=9)
    whole = simulate("endgame", 3000, seed=9, count="sets")
    assert (
        simulate("endgame", 1000, seed=9, count="sets") + simulate("endgame", 2000, seed=9, first=1000, count="sets")
        == whole
    )
    with Store(str(tmp_path / "runs.sqlite")) as store:
        simulate("endgame", 1000, seed=9, count="sets", store=store)
        assert simulate("endgame", 3000, seed=9, count="sets", store=store).run == 2000
        assert store.tally(spec.id) == whole.tally


def test_spoilt_histograms_are_not_believed() -> None:
    result = simulate("endgame", 50, seed=1, count="sets")
    record = result.tally.as_record()
    assert read_histograms(record, 50, result.spec.histograms) == result.tally.histograms
    for name, message in (
        ("sets", "'sets' does not add up to 'searches'"),
        ("sets_squared", "'sets' has more at '12/2' than 'sets_squared'"),
        ("sets_times_searches", "'sets_squared' has more at '12/2' than 'sets_times_searches'"),
    ):
        changed = {**record, name: {**record[name], "12/2": 1}}
        with pytest.raises(Misfit, match=message):
            read_histograms(changed, 50, result.spec.histograms)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"count": "cards"}, "'cards' is not a count: choose sets"),
        ({"count": "sets", "table": "all"}, "choose a table of at most 80 cards, not 81"),
        ({"count": "sets", "dimension": 2}, "choose a table of at most 8 cards, not 12"),
        ({"count": "sets", "refill": "greedy-deck"}, "SETs are counted while cards are undealt"),
    ],
)
def test_what_cannot_be_counted_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_spec("endgame", given)


def test_known_first_tables_only_where_they_are_random() -> None:
    lost_at_random = simulate("endgame", 100, seed=1, count="sets", lost=1).estimates
    assert lost_at_random["first_mean_sets"][12].exact == 220 / 79
    chosen = simulate("endgame", 100, seed=1, count="sets", lost=(0,)).estimates
    assert chosen["first_mean_sets"][12].exact is None
    assert all(each.exact is None for each in chosen["first_sets"].values())
    four_values = simulate("endgame", 20, seed=1, count="sets", dimension=3, values=4).estimates
    assert four_values["first_mean_sets"][12].exact is None


def test_other_uses_of_the_game_do_not_count() -> None:
    assert make_spec("endgame", {"count": None}) == make_spec("endgame")
    with pytest.raises(SpecError, match="count"):
        compare("first", "last", games=10, game="endgame", count="sets")


def test_data_frames_name_both_keys(counted: Any) -> None:
    columns = counted.to_numpy("sets").dtype.names
    assert columns == ("cards", "sets", "count", "share", "low", "high", "level")
    assert counted.to_numpy("mean_sets").dtype.names == ("key", "value", "low", "high", "level")
    assert "12/2" in counted.to_markdown("sets")


def labels(axis: Any) -> list[str]:
    return [text.get_text() for text in axis.get_legend().get_texts()]


def test_a_figure_has_a_series_for_each_number_of_cards(counted: Any) -> None:
    from setlab.plots.results import draw_results

    left, right = draw_results([counted], panels="sets,mean_sets").axes
    assert labels(left) == ["12 cards", "15 cards", "18 cards"]
    assert right.get_xlabel() == "cards on the table"
    other = simulate("endgame", 2000, seed=1, count="sets", choice="popular")
    (axis,) = draw_results([counted, other], panels="sets").axes
    assert labels(axis)[0] == "choice random, 12 cards"
    assert len(labels(axis)) == 6
