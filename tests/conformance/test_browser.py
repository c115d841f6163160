"""The core for browsers against the native one: the same answers and the same tallies, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab import _core
from setlab.rules import Choice, Refill
from setlab.solitaire.game import Shuffle, State, replay_moves
from setlab.solitaire.review import look_back
from setlab.solitaire.strategies import EXPERT, core_moves
from setlab.solitaire.values import shipped_weights
from tests.conformance import collections, games, solitaire, trials
from tests.conformance.browser import BrowserCore, why_not
from tests.conformance.engine import Engine, Session, answer_of

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

ENGINES = [
    Engine("draw_bits_table", collections.draw_tables(limits=False)),
    Engine("draw_below_table", collections.draw_tables(limits=True)),
    Engine("count_lines", collections.collections()),
    Engine("find_lines", collections.collections()),
    Engine("first_line", trials.deals(6)),
    Engine("count_lines_dealt", trials.deals(5, histograms=True)),
    Engine("first_plane", trials.deals(4)),
    Engine("count_planes_dealt", trials.deals(4, histograms=True)),
    Engine("play_endgame", trials.games(rare=True), examples=100),
    Engine("AntisetEngine", games.antiset_sessions()),
    Engine("SolitaireEngine", solitaire.players(), examples=60),
    Engine("solitaire_clairvoyant_order", solitaire.decks(), examples=10),
]
"""The engines that both have."""

METHODS = {"forces", "judge", "play", "play_moves"}
STANDARD: dict[str, Any] = {
    **{"dimension": 4, "values": 3, "deck": list(range(81)), "dealt": 81, "table": 12},
    **{"choice": Choice.RANDOM, "refill": Refill.STANDARD, "rare_leftover": 18, "rare_table": 18},
}
LARGEST = 2**64 - 1
BUDGETS = asdict(EXPERT)


@pytest.fixture(scope="module")
def core() -> Iterator[BrowserCore]:
    made = BrowserCore()
    yield made
    made.close()


@pytest.mark.parametrize("engine", ENGINES, ids=str)
def test_the_core_for_browsers_answers_as_the_native_one(engine: Engine, core: BrowserCore) -> None:
    @settings(max_examples=engine.examples, deadline=None)
    @given(engine.arguments)
    def answers_agree(asked: Any) -> None:
        if isinstance(asked, Session):
            asked = Session(asked.constructor, [call for call in asked.calls if call[0] in METHODS])
        found = answer_of(core, engine.name, asked, {})
        assert found == answer_of(_core, engine.name, asked, {})

    answers_agree()


@pytest.mark.parametrize("count", [False, True])
@pytest.mark.parametrize(("seed", "first"), [(2026, 0), (LARGEST, 2**63 - 1000)])
def test_tallies_of_the_standard_game(count: bool, seed: int, first: int, core: BrowserCore) -> None:
    asked = STANDARD | {"seed": seed, "first": first, "trials": 5000, "count_sets": count}
    native = _core.play_endgame(**asked | {"deck": np.arange(81, dtype=np.uint16)})
    assert answer_of(core, "play_endgame", asked, {}) == {name: part.tolist() for name, part in native.items()}


def test_parts_of_a_tally_add_up(core: BrowserCore) -> None:
    asked = STANDARD | {"seed": 7}
    whole = core.play_endgame(**asked, first=0, trials=3000)["leftover"]
    parts = [core.play_endgame(**asked, first=1000 * i, trials=1000)["leftover"] for i in range(3)]
    assert [sum(column) for column in zip(*parts, strict=True)] == whole


def test_solitaire_state_by_state(core: BrowserCore) -> None:
    for game in range(5):
        (moves,) = core_moves("fast", 5, game, 1)
        views = core.ask("solitaire_states", seed=5, game=game, moves=moves)
        assert views == [_view(state) for state in replay_moves(Shuffle.of(5, game), moves)]


def test_any_moves_of_solitaire(core: BrowserCore) -> None:
    @settings(max_examples=30, deadline=None)
    @given(st.integers(0, LARGEST), st.integers(0, 2**63), st.lists(st.integers(0, 2**16), max_size=27))
    def views_agree(seed: int, game: int, choices: list[int]) -> None:
        shuffle, moves = Shuffle.of(seed, game), list[tuple[int, ...]]()
        state = shuffle.deal_due(shuffle.start())
        for choice in choices:
            if state.sets:
                moves.append(state.sets[choice % len(state.sets)][:: 1 - choice % 2 * 2])
                state = shuffle.deal_due(state.take(moves[-1]))
        deal = {"seed": {"whole": str(seed)}, "game": {"whole": str(game)}}
        assert core.ask("solitaire_states", **deal, moves=moves)[-1] == _view(state)

    views_agree()


@pytest.mark.parametrize("nodes", [1, 12, 2**14])
def test_hindsight(nodes: int, core: BrowserCore) -> None:
    for game in range(4):
        (moves,) = core_moves("basic", 5, game, 1)
        seen = look_back(Shuffle.of(5, game), moves, nodes)
        expected = [[int(option.clearable) for option in position.options] for position in seen.positions]
        assert core.ask("solitaire_hindsight", seed=5, game=game, moves=moves, nodes=nodes) == expected


def _view(state: State) -> dict[str, Any]:
    sets = [list(line) for line in state.sets]
    return {"slots": list(state.slots), "undealt": sorted(state.undealt), "sets": sets}


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("draw_bits_table", {"seed": 1, "first": 0, "trials": 1, "draws": 1, "width": 8}, "16 or 32 bits"),
    ("draw_bits_table", {"seed": 2**64, "first": 0, "trials": 1, "draws": 1}, "out of range"),
    ("draw_bits_table", {"seed": 1, "first": LARGEST, "trials": 2, "draws": 1}, "trials"),
    ("draw_bits_table", {"seed": 1, "first": 0, "trials": 2**40, "draws": 1}, "too much"),
    ("draw_below_table", {"seed": 1, "first": 0, "trials": 1, "bounds": np.zeros(1, dtype=np.uint64)}, "bound"),
    ("count_lines", {"masks": np.zeros(1, dtype=np.uint64), "dimension": 9}, "dimension"),
    ("count_lines", {"masks": np.full(2, 2**63, dtype=np.uint64), "dimension": 4}, "card"),
    ("first_line", {"seed": 1, "first": 0, "trials": 1, "dimension": 7}, "dimension"),
    ("count_lines_dealt", {"seed": 1, "first": 0, "trials": 2**45, "dimension": 4}, "too much"),
    ("count_lines_dealt", {"seed": 1, "first": 0, "trials": 1, "dimension": 4, "histogram_at": [82]}, "card"),
    ("play_endgame", {**STANDARD, "seed": 1, "first": 0, "trials": 1, "table": 0}, "rules"),
    ("play_endgame", {**STANDARD, "seed": 1, "first": 0, "trials": 1, "deck": [1, 1]}, "card"),
    ("play_endgame", {**STANDARD, "seed": 1, "first": 0, "trials": 1, "choice": "best"}, "rules"),
    ("play_endgame", {**STANDARD, "seed": 1, "first": 0, "trials": 1, "values": 6}, "values"),
]


@pytest.mark.parametrize(("name", "asked", "why"), REFUSED)
def test_wrong_input_is_refused(name: str, asked: dict[str, Any], why: str, core: BrowserCore) -> None:
    with pytest.raises(ValueError, match=why):
        getattr(core, name)(**asked)


def test_wrong_questions_about_solitaire_and_antiset(core: BrowserCore) -> None:
    weights = {name: rows.tolist() for name, rows in shipped_weights().arrays().items()}
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("solitaire_states", {"seed": 1, "game": 0, "moves": [[0, 1, 2]]}, "not a SET on the table"),
        ("solitaire_hindsight", {"seed": 1, "game": 0, "moves": [[0, 1, 2]], "nodes": 9}, "not a SET on the table"),
        ("solitaire_clairvoyant_order", {"order": [0] * 81, "nodes": 5}, "card"),
        ("judge", {"player": 99, "table": [], "undealt": []}, "no such player"),
        ("make_player", {"budgets": {**BUDGETS, "exact_from": 16}, "weights": weights}, "budgets"),
        ("make_player", {"budgets": BUDGETS, "weights": {**weights, "logs": [0]}}, "weights"),
        ("make_solver", {"points": 129, "blocks": []}, "board"),
        ("make_solver", {"points": 3, "blocks": [[0, 3]]}, "board"),
        ("antiset_forces", {"solver": 99, "xavier": True, "x": [], "o": [], "by": 1, "budget": 1}, "no such"),
    ]
    for name, asked, why in refused:
        with pytest.raises(ValueError, match=why):
            core.ask(name, **asked)
    player = core.ask("make_player", budgets=BUDGETS, weights=weights)
    for table, undealt, why in ((list(range(22)), [], "position"), ([1, 1, 2], [], "card"), ([1], [1], "card")):
        with pytest.raises(ValueError, match=why):
            core.ask("judge", player=player, table=table, undealt=undealt)
    core.ask("drop_player", player=player)
