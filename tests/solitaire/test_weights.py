"""Weights from a file: the shipped ones play the same games, others play others, and bad files are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from setlab.errors import SpecError
from setlab.experiment.solitaire import clear_proportion, measure
from setlab.solitaire import Shuffle, State, Strategy, Weights, advise, play, read_weights, strategy
from setlab.solitaire.strategies import NAMES, VALUED, core_games, core_moves
from setlab.solitaire.values import FEATURES, KNOTS, LINEAR_ONE, ONE, STAGES, Budgets, ValueKind, shipped_weights

pytestmark = pytest.mark.long

CONTRARY = replace(
    shipped_weights(), linear={stage: tuple(-x for x in row) for stage, row in shipped_weights().linear.items()}
)
"""Early in the game they take what the shipped ones would take last."""


def written(weights: Weights, folder: Path) -> Path:
    path = folder / "weights.json"
    path.write_text(weights.to_json())
    return path


@pytest.mark.parametrize(("name", "games"), [("fast", 40), ("expert", 6), ("master", 2)])
def test_the_shipped_weights_from_a_file_play_the_same_games(name: str, games: int, tmp_path: Path) -> None:
    weights = read_weights(written(shipped_weights(), tmp_path))
    assert weights == shipped_weights()
    assert weights.checksum == shipped_weights().checksum
    assert core_moves(name, 7, 0, games, weights=weights) == core_moves(name, 7, 0, games)
    ours, theirs = (core_games(name, 7, 0, games, weights=each) for each in (weights, None))
    assert ours["turns"].tolist() == theirs["turns"].tolist()
    assert ours["value"].tolist() == theirs["value"].tolist()


def test_other_weights_play_other_games(tmp_path: Path) -> None:
    weights = read_weights(written(CONTRARY, tmp_path))
    assert weights.checksum != shipped_weights().checksum
    ours, theirs = (core_moves("fast", 7, 0, 20, weights=each) for each in (weights, None))
    assert all(a != b for a, b in zip(ours, theirs, strict=True))
    assert (
        measure("fast", 2000, seed=7, weights=weights).tally["clear"][1]
        < 0.9 * measure("fast", 2000, seed=7).tally["clear"][1]
    )


@pytest.mark.parametrize("name", ["fast", "expert"])
def test_the_player_with_other_weights_takes_what_the_engine_takes(name: str) -> None:
    moves = core_moves(name, 3, 0, 3, weights=CONTRARY)
    player = strategy(name, CONTRARY)
    assert [list(play(player, Shuffle.of(3, game)).moves) for game in range(3)] == moves


def test_measuring_with_weights_counts_the_games_of_the_engine() -> None:
    left = core_games("fast", 5, 10, 300, weights=CONTRARY)["leftover"]
    found = measure("fast", 300, seed=5, first=10, weights=CONTRARY)
    assert (found.trials, found.seed, found.first) == (300, 5, 10)
    assert clear_proportion(found).count == (left == 0).sum()


def test_advice_reads_the_curve_of_the_weights() -> None:
    state = State.of([*range(9), 9, 10, 12], [(a, a + 1, a + 2) for a in range(30, 81, 3)])
    lower = replace(
        shipped_weights(), curves={stage: tuple(x // 4 for x in row) for stage, row in shipped_weights().curves.items()}
    )
    budgets = Budgets(sums_from=24)
    usual, less = advise(state, budgets), advise(state, budgets, lower)
    assert usual.kind is less.kind is ValueKind.SUMS
    for before, after in zip(usual.choices, less.choices, strict=True):
        assert float(after.chance or 0) == pytest.approx(float(before.chance or 0) / 4, abs=2 / ONE)


def test_who_uses_weights() -> None:
    assert VALUED == ("fast", "expert", "master")
    for name in set(NAMES) - set(VALUED):
        for asked in (lambda name=name: strategy(name, CONTRARY), lambda name=name: measure(name, 5, weights=CONTRARY)):
            with pytest.raises(SpecError, match=f"'{name}' uses no weights: leave them out, or choose fast, expert or"):
                asked()
    with pytest.raises(SpecError, match="'basic' uses no weights"):
        core_games("basic", 1, 0, 1, weights=CONTRARY)


def test_an_object_of_ones_own_has_its_own_weights() -> None:
    class First:
        def choose(self, state: State) -> tuple[int, int, int]:
            return state.sets[0]

    mine: Strategy = First()
    with pytest.raises(SpecError, match="'First' uses no weights"):
        measure(mine, 5, weights=CONTRARY)


rows = some.lists(some.integers(-LINEAR_ONE, LINEAR_ONE), min_size=FEATURES, max_size=FEATURES).map(tuple)
curves = some.lists(some.integers(0, ONE), min_size=KNOTS, max_size=KNOTS).map(tuple)
stages = some.integers(0, STAGES - 1)


@given(some.dictionaries(stages, rows, max_size=3), some.dictionaries(stages, curves, max_size=2))
def test_weights_are_their_text(linear: dict[int, tuple[int, ...]], curve_of: dict[int, tuple[int, ...]]) -> None:
    weights = replace(shipped_weights(), linear=linear, curves=curve_of)
    assert Weights.from_json(weights.to_json()) == weights
    ours, theirs = weights.arrays(), shipped_weights().arrays()
    assert {name: table.shape for name, table in ours.items()} == {name: table.shape for name, table in theirs.items()}


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    content = json.loads(shipped_weights().to_json())
    change(content)
    return json.dumps(content)


BAD = {
    "": "this is not JSON",
    "weights": "this is not JSON",
    "[" * 100_000: "this is not JSON",
    "[1, 2]": "'linear' is missing: weights have linear, curves, tilts, beliefs, logs, inverses",
    "{}": "'linear' is missing",
    changed(lambda w: w.pop("curves")): "'curves' is missing",
    changed(lambda w: w.update(linear=[1])): "'[1]' has no stages: weights by stage are an object",
    changed(lambda w: w["linear"].update({"28": [0] * 10})): "'28' is no stage: weights are for 0 to 27",
    changed(lambda w: w["linear"].update({"nine": [0] * 10})): "'nine' is no stage",
    changed(lambda w: w["linear"].pop("12")): "no linear weights for stage 12, that is 36 undealt cards",
    changed(lambda w: w["curves"].pop("4")): "no curve for stage 4, that is 12 undealt cards",
    changed(lambda w: w["linear"]["9"].pop()): "9 linear weights are the wrong number: there must be 10",
    changed(lambda w: w["curves"]["5"].append(0)): "129 knots of a curve are the wrong number: there must be 128",
    changed(lambda w: w["logs"].pop()): "40 entries of a table are the wrong number: there must be 41",
    changed(lambda w: w.update(logs=7)): "'7' is no list of numbers",
    changed(lambda w: w["linear"]["9"].__setitem__(0, 1.5)): "'1.5' is not one of the linear weights: each is a whole",
    changed(lambda w: w["linear"]["9"].__setitem__(0, "1")): "'1' is not one of the linear weights: each is a whole",
    changed(lambda w: w["linear"]["9"].__setitem__(0, True)): "'True' is not one of the linear weights",
    changed(lambda w: w["linear"]["9"].__setitem__(0, float("nan"))): "'nan' is not one of the linear weights",
    changed(lambda w: w["linear"]["9"].__setitem__(5, 1 << 50)): "the linear weights of stage 9 are too large",
    changed(lambda w: w["curves"]["5"].__setitem__(0, -1)): "'-1' is not one of the knots of a curve: each is a whole "
    "number from 0 to 1048576",
    changed(lambda w: w["inverses"].__setitem__(0, 1 << 17)): "'131072' is not one of the entries of a table",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=BAD.values())
def test_a_bad_file_is_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(SpecError) as caught:
        read_weights(path)
    told = str(caught.value)
    assert told.startswith(f"'{path}' holds no weights (")
    assert message in told
    assert told.endswith("): choose a file made by `setlab solitaire train`")
    assert "\n" not in told
    assert len(told) < 400


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"weights.json' cannot be read \(No such file or directory\): choose"):
        read_weights(tmp_path / "weights.json")
    with pytest.raises(SpecError, match=r"cannot be read \(Is a directory\)"):
        read_weights(tmp_path)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(SpecError, match="holds no weights"):
        read_weights(tmp_path / "picture.png")
