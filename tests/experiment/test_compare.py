"""`compare`: common games, the paired interval, own strategies beside compiled ones, and what is refused."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import setlab
from setlab.antiset import Game, play
from setlab.errors import RuleError, SpecError
from setlab.experiment import compare, compare_many
from setlab.experiment.result import command_line
from setlab.experiment.solitaire import measure
from setlab.experiment.spec import read_spec
from setlab.experiment.store import Store, check_store
from setlab.rules import Table
from setlab.solitaire import Line, State
from setlab.solitaire.strategies import core_games
from setlab.solitaire.values import shipped_weights
from setlab.stats import paired_interval, proportion_interval
from tests.solitaire.test_weights import CONTRARY


def basic_copy(state: State) -> Line:
    """The basic strategy written again: most live pairs, then fewest dead ones, then the first."""
    return min(
        state.sets,
        key=lambda line: (-len(state.take(line).live_pairs()), len(state.take(line).dead_pairs()), line),
    )


def first_on_table(table: Table) -> tuple[int, ...]:
    return table.sets()[0]


def lowest(game: Game) -> int:
    return min(game.safe_moves or game.legal_moves)


def test_a_strategy_does_not_differ_from_itself() -> None:
    for game, name in (("solitaire", "S9"), ("endgame", "popular"), ("antiset", "safe")):
        found = compare(name, name, 50, game=game, seed=3)
        assert (found.differ, found.differing, found.difference.value) == (0, (), 0)
        assert all(x == y for x, y in found.tally["outcomes"])
        assert found.p == 1


def test_two_strategies_that_differ_do_not_look_equal() -> None:
    found = compare("thrifty", "random", 2000, seed=5)
    assert found.differ > 0
    assert found.difference.low is not None
    assert found.difference.low > 0
    assert found.p < 1e-6
    other = compare("random", "thrifty", 2000, seed=5)
    assert other.difference.value == -found.difference.value
    assert other.more == found.more[::-1]


def test_a_copy_in_python_agrees_with_the_compiled_strategy_game_by_game() -> None:
    found = compare(basic_copy, "basic", 60, seed=7, first=1000)
    assert found.differ == 0
    assert found.strategies == ("basic_copy", "basic")
    games = found.tally["outcomes"]
    assert games[1, 1] + games[0, 0] == 60
    assert games[1, 1] > 0


def test_a_choice_in_python_agrees_with_the_compiled_choice_game_by_game() -> None:
    for settings in ({}, {"dimension": 3, "table": 9}, {"lost": 5}, {"refill": "always-three"}):
        found = compare(first_on_table, "first", 40, game="endgame", seed=7, **settings)
        assert found.differ == 0, settings
    assert compare(first_on_table, "last", 40, game="endgame", seed=7).differ > 0


def test_the_numbers_are_those_of_measure_and_of_stats() -> None:
    found = compare("fast", "basic", 400, seed=2, first=10)
    one, two = (measure(name, 400, seed=2, first=10).tally["clear"][1] for name in ("fast", "basic"))
    assert [e.count for e in found.means] == [one, two]
    assert found.difference.value == pytest.approx((one - two) / 400)
    assert found.weights == (shipped_weights().checksum, None)
    ends = paired_interval(*found.more, 400)
    assert (found.difference.low, found.difference.high) == (ends.low, ends.high)
    interval = proportion_interval(one, 400)
    assert (found.means[0].low, found.means[0].high) == (interval.low, interval.high)
    left = [core_games(name, 2, 10, 400)["leftover"] == 0 for name in ("fast", "basic")]
    assert found.differing == tuple(10 + i for i in range(400) if left[0][i] != left[1][i])


def test_pairs_of_weights_are_compared() -> None:
    found = compare("fast", "fast", 300, seed=7, weights=(None, CONTRARY))
    assert found.weights == (shipped_weights().checksum, CONTRARY.checksum)
    assert found.differ > 0
    assert found.difference.value > 0
    assert CONTRARY.checksum in str(found)
    assert compare("fast", "expert", 20, weights=CONTRARY).weights == (CONTRARY.checksum,) * 2
    with pytest.raises(SpecError, match="'basic' uses no weights"):
        compare("fast", "basic", 20, weights=CONTRARY)
    assert compare("fast", "basic", 20, weights=(CONTRARY, None)).weights == (CONTRARY.checksum, None)


def test_the_clairvoyant_can_be_compared() -> None:
    assert compare("clairvoyant", "S9", 100, seed=1).more == (measure("S9", 100, seed=1).tally["clear"][0], 0)


def test_antiset_strategies_meet_a_third_one() -> None:
    found = compare("theorem7", lowest, 30, game="antiset", design="AG(2,3)", seat="xavier", against="max-cap", seed=4)
    assert found.means[0].value == 1
    wins = [play("AG(2,3)", lowest, "max-cap", seed=4, trial=i).result.winner == "xavier" for i in range(30)]
    assert found.means[1].count == sum(wins)
    assert found.settings == {"design": "AG(2,3)", "seat": "xavier", "against": "max-cap"}
    against_mine = compare("safe", "random", 30, game="antiset", design="AG(2,3)", against=lowest)
    assert against_mine.settings["against"] == "lowest"


def test_cards_left_have_students_interval() -> None:
    found = compare("popular", "reject", 500, game="endgame", seed=1)
    assert "Student" in found.method
    one, two = (setlab.simulate("endgame", 500, seed=1, choice=choice).tally["leftover"] for choice in found.strategies)
    for name, tally in enumerate((one, two)):
        counts = Counter[int]()
        for game, count in found.tally["outcomes"].items():
            counts[game[name]] += count
        assert counts == tally
        assert found.means[name].value == pytest.approx(sum(k * n for k, n in tally.items()) / 500)


def test_games_are_numbers_as_people_write_them() -> None:
    assert compare("S9", "basic", "1e2") == compare("S9", "basic", 1e2) == compare("S9", "basic", games=100)


def test_a_comparison_says_what_was_compared() -> None:
    found = compare("fast", basic_copy, 20, seed=9, confidence=0.9)
    frame = found.to_pandas()
    assert frame["strategy"].tolist() == ["fast", "basic_copy", "difference"]
    assert set(frame["level"]) == {0.9}
    assert frame.attrs["seed"] == 9
    assert frame.attrs["method"] == found.method
    for text in (str(found), found._repr_html_(), found.to_latex(), found.to_markdown()):
        for part in ("basic_copy", "seed 9", "Tango", "90"):
            assert part in text.replace(r"\_", "_")
    assert len(repr(found)) < 140
    assert "at 90 %" in repr(found)


def test_two_functions_of_one_name_are_told_apart() -> None:
    found = compare(lambda state: state.sets[0], lambda state: state.sets[-1], 5)
    assert found.strategies == ("lambda (a)", "lambda (b)")


class Stateless:
    def choose(self, state: State) -> Line:
        return state.sets[0]


def test_an_object_and_its_class_are_the_same_strategy() -> None:
    found = compare(Stateless(), Stateless, 10)
    assert found.differ == 0
    assert found.strategies == ("Stateless (a)", "Stateless (b)")


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (lambda state: (0, 1, 2), r"cannot take \(0, 1, 2\) as SET number 1: the SETs on the table are \("),
        (lambda state: None, "cannot take None as SET number 1: give a function from the state"),
        (lambda state: state.sets, "cannot take .* as SET number 1: give a function"),
        (lambda state: 5, "cannot take 5 as SET number 1"),
    ],
)
def test_an_illegal_set_is_named_with_its_strategy_and_move(choice: Callable[[State], Any], why: str) -> None:
    with pytest.raises(RuleError, match=f"^game 12 of seed 1: lambda {why}"):
        compare(choice, "basic", 3, seed=1, first=12)


def test_an_illegal_choice_of_the_ordinary_game_is_named() -> None:
    with pytest.raises(RuleError, match=r"^lambda cannot take \[0, 1, 3\] as SET number 1: the SETs on the table are"):
        compare(lambda table: [0, 1, 3], "first", 3, game="endgame")


@pytest.mark.parametrize(
    ("call", "error", "why"),
    [
        (lambda: compare("S9", "basik"), SpecError, "did you mean basic"),
        (lambda: compare("theorem7", "basic"), SpecError, "add game='antiset'"),
        (lambda: compare("S9", "basic", game="solitair"), SpecError, "did you mean solitaire"),
        (lambda: compare("S9", "basic", gams=5), SpecError, "did you mean games"),
        (lambda: compare("S9", "basic", design="AG(2,3)"), SpecError, "'design' is not a setting"),
        (lambda: compare("safe", "random", game="antiset", aganst="safe"), SpecError, "did you mean against"),
        (lambda: compare("safe", "random", game="antiset", seat="anna"), SpecError, "is not a seat"),
        (lambda: compare("theorem7", "safe", game="antiset"), RuleError, "it is a strategy for xavier"),
        (lambda: compare("popular", "reject", game="endgame", refill="greedy-deck"), SpecError, "leaves no choice"),
        (lambda: compare(3, "basic"), TypeError, "3 is not a strategy"),
        (lambda: compare("S9", None), TypeError, "None is not a strategy"),
        (lambda: compare(3, "safe", game="antiset"), TypeError, "3 is not a strategy"),
        (lambda: compare(3, "first", game="endgame"), TypeError, "3 is not a choice"),
        (lambda: compare("S9", "basic", 1.5), SpecError, "games=1.5 is not a whole number"),
        (lambda: compare("S9", "basic", True), TypeError, "games must be a number or a text, not True"),
        (lambda: compare("S9", "basic", 0), SpecError, "0 trials"),
        (lambda: compare("S9", "basic", seed=-1), SpecError, "seed -1"),
        (lambda: compare("S9", "basic", confidence=1), SpecError, "confidence 1"),
        (lambda: compare("S9", "basic", threads=0), SpecError, "0 threads"),
        (lambda: compare("fast", "expert", weights=(None,)), SpecError, "1 weights do not fit 2 strategies"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(
    call: Callable[[], Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    whole = compare("thrifty", "basic", 300, seed=3)
    parts = [compare("thrifty", "basic", games, seed=3, first=first) for first, games in ((0, 100), (100, 200))]
    assert whole.differing == parts[0].differing + parts[1].differing
    assert whole == parts[0] + parts[1]
    assert whole == compare("thrifty", "basic", 300, seed=3, threads=1)
    assert whole != compare("thrifty", "basic", 300, seed=4)


def test_a_comparison_becomes_data() -> None:
    found = compare("thrifty", "basic", 20, seed=1)
    pandas, polars = found.to_pandas(), found.to_polars()
    assert list(pandas.columns) == polars.columns
    assert pandas["mean"].tolist() == polars["mean"].to_list()
    assert json.loads(found.to_json())["metadata"]["games"] == 20
    assert "# seed: 1" in found.to_csv()


def test_several_strategies_play_the_games_of_every_pair() -> None:
    names = ["thrifty", "S9", "basic", "random"]
    found = compare_many(names, 300, seed=2, first=40, confidence=0.9)
    assert found.strategies == tuple(names)
    assert [each.strategies for each in found.differences] == list(combinations(names, 2))
    assert found.level_of_each == pytest.approx(1 - 0.1 / 6)
    differing = set[int]()
    for each in found.differences:
        alone = compare(*each.strategies, 300, seed=2, first=40, confidence=found.level_of_each)
        assert each.estimate == alone.difference
        assert ((each.more, each.less), each.differ) == (alone.more, alone.differ)
        assert each.p == pytest.approx(min(1.0, 6 * alone.p))
        differing |= set(alone.differing)
    for name, mean in zip(names, found.means, strict=True):
        assert mean == compare(name, "S6", 300, seed=2, first=40, confidence=0.9).means[0]
    assert found.differing == tuple(sorted(differing))


def test_simultaneous_intervals_hold_together() -> None:
    """In 100 samples of 40 games an interval misses in at most 5 % of the samples, and some more by chance."""
    truth = compare_many(["thrifty", "S9", "basic"], 4000, seed=9)
    meant = [each.estimate.value for each in truth.differences]
    missed = 0
    for i in range(100):
        sample = compare_many(["thrifty", "S9", "basic"], 40, seed=9, first=40 * i, confidence=0.95)
        ends = [(each.estimate.low, each.estimate.high) for each in sample.differences]
        missed += any(
            not (low is not None and high is not None and low <= x <= high)
            for x, (low, high) in zip(meant, ends, strict=True)
        )
    assert missed <= 100 * 0.05 + 3 * (100 * 0.05 * 0.95) ** 0.5


def test_blocks_of_games_follow_each_other() -> None:
    names = ["S9", "basic", first_on_table_of_solitaire]
    one, two = (compare_many(names, 40, seed=1, first=first) for first in (0, 40))
    assert one + two == two + one == compare_many(names, 80, seed=1)
    with pytest.raises(SpecError, match="overlap"):
        one + one


def first_on_table_of_solitaire(state: State) -> Line:
    return state.sets[0]


def test_functions_of_one_name_are_told_apart() -> None:
    def same(state: State) -> Line:
        return state.sets[-1]

    other, same.__name__ = same, first_on_table_of_solitaire.__name__
    found = compare_many([first_on_table_of_solitaire, "basic", other], 10)
    assert found.strategies == ("first_on_table_of_solitaire (a)", "basic", "first_on_table_of_solitaire (c)")


def test_tables_of_several() -> None:
    found = compare_many(["popular", "reject", "random"], 500, game="endgame", seed=1)
    strategies, differences = found.tables()
    assert [row[0] for row in strategies.values()] == ["popular", "reject", "random"]
    assert [row[0] for row in differences.values()] == ["popular − reject", "popular − random", "reject − random"]
    assert "All 3 intervals hold together with 95 % confidence" in differences.notes[0]
    assert "cards left" in str(found)
    assert "<table" in found._repr_html_()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: compare_many(["S9"]), "1 strategy cannot be compared"),
        (lambda: compare_many(["S9", "S7"]), "'S7' is not a strategy"),
        (lambda: compare_many(["S9", "S6", "basic"], confidence=1.0), "onfidence"),
        (lambda: compare_many(["fast", "S6", "basic"], weights=[None]), "1 weights do not fit 3 strategies"),
    ],
)
def test_several_that_cannot_be_compared(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        wrong()


def test_a_comparison_is_stored_resumed_and_read_again(tmp_path: Path) -> None:
    whole = compare("fast", "basic", 120, seed=3)
    with Store(tmp_path / "runs.sqlite") as store:
        compare("fast", "basic", 50, seed=3, store=store)
        found = compare("fast", "basic", 120, seed=3, store=store)
        assert (found, found.run, store.stored) == (whole, 70, 120)
        assert tuple(game.trial for game in store.rare(found.spec.id)) == whole.differing
        assert store.find(found.spec.id) == found.spec
    with Store(tmp_path / "runs.sqlite") as store:
        assert compare("fast", "basic", 120, seed=3, store=store).run == 0
        other = compare("fast", "basic", 20, seed=3, weights=(CONTRARY, None), store=store)
        assert other.spec.id != found.spec.id
        assert check_store(store).is_sound


def test_a_function_is_not_stored() -> None:
    with Store(":memory:") as store, pytest.raises(SpecError, match="basic_copy and basic is played in this process"):
        compare(basic_copy, "basic", 5, store=store)
    with pytest.raises(SpecError, match="name a strategy instead"):
        compare("safe", "random", 5, game="antiset", against=lowest, backend="dask", workers=1)


def test_the_spec_has_the_settings_that_were_given() -> None:
    spec = compare("popular", "reject", 5, game="endgame", lost=[0, 1], dimension=3).spec
    assert spec.as_record()["parameters"]["settings"] == {"dimension": 3, "lost": [0, 1]}
    assert read_spec(spec.to_json(), spec.id) == spec
    assert "lost=[0, 1]" in command_line(spec, 5)
    solitaire = compare("S9", "basic", 5, seed=2, first=7).spec
    assert command_line(solitaire, 5, 7) == "setlab solitaire compare S9 basic --games 5 --first 7 --seed 2"
