"""Anti-SET over HTTP: whole games against every strategy on every board agree with `setlab.antiset`."""

from __future__ import annotations

from typing import Any

import pytest

from setlab.antiset import STRATEGIES, Game, find_strategy
from setlab.antiset.advice import MOST_SOLVED
from setlab.antiset.strategies import length_bound
from setlab.caps import known
from setlab.draws import Draws
from setlab.geometry import Space
from setlab.geometry.design import affine
from setlab.notation import find_notation
from setlab.web.errors import Refused
from setlab.web.http.antiset import AntisetGame, _state
from tests.web.serving import Serving

BOARDS = {9: 2, 27: 3, 81: 4, 243: 5}
SEATS = ("xavier", "olivia")


def state(web: Serving, **sitting: Any) -> dict[str, Any]:
    answer = web.post("/api/antiset", sitting)
    assert answer.status == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def played(web: Serving, cards: int, you: str, strategy: str, seed: int = 3) -> dict[str, Any]:
    """The game of a visitor who takes the hint each time, to its end."""
    moves: list[int] = []
    while True:
        now = state(web, cards=cards, you=you, strategy=strategy, seed=seed, moves=moves, hint=True)
        if now["over"]:
            return now
        moves.append(now["hint"]["card"])


def offered() -> list[tuple[int, str, str]]:
    """Every board, seat of the visitor and strategy of the other player that can be chosen."""
    found = []
    for cards, d in BOARDS.items():
        for seat, other in ((0, 1), (1, 0)):
            fitting = [name for name in STRATEGIES if find_strategy(name).obstacle(affine(d, 3), other, 2) is None]
            found += [(cards, SEATS[seat], name) for name in fitting if name != "perfect" or cards <= MOST_SOLVED]
    return found


def test_the_boards_and_their_strategies(web: Serving) -> None:
    told = web.get("/api/antiset").json["boards"]
    assert [board["cards"] for board in told] == list(BOARDS)
    for board in told:
        d = board["dimension"]
        assert (board["most"], board["forced"]) == (known(d).upper, length_bound(d))
        assert board["slow"] == (["perfect"] if board["cards"] > MOST_SOLVED else [])
    names = [
        (board["cards"], SEATS[1 - SEATS.index(seat)], name) for board in told for seat in SEATS for name in board[seat]
    ]
    assert sorted(names) == sorted(offered())


@pytest.mark.parametrize(
    ("cards", "you", "strategy"),
    [
        pytest.param(*each, marks=[pytest.mark.full] if each[0] == 243 and each[2] != "theorem7" else [])
        for each in offered()
    ],
)
def test_a_whole_game_is_that_of_the_library(web: Serving, cards: int, you: str, strategy: str) -> None:
    end = played(web, cards, you, strategy)
    game, draws = Game(affine(BOARDS[cards], 3)), Draws(3)
    for move in end["moves"]:
        assert move["player"] == SEATS[game.turn]
        if move["player"] != you:
            wanted = find_strategy(strategy).move(game, draws)
            assert (move["card"], move["why"]["code"]) == (wanted.point, wanted.why and wanted.why.code)
        else:
            assert move["why"] is None
        game.push(move["card"])
    result = game.result()
    assert result is not None
    assert (end["winner"], end["round"]) == (result.winner, result.length)
    assert sorted(end["set"]) == sorted(game.completes(game.moves[-1], game.losers[0]) or ())
    assert end["owners"] == [None if o is None else SEATS[o] for o in map(game.owner, range(cards))]


@pytest.mark.parametrize("cards", [9, 27, 81])
def test_the_hint_wins_for_xavier(web: Serving, cards: int) -> None:
    end = played(web, cards, "xavier", "max-cap")
    assert (end["winner"], end["round"]) == ("xavier", known(BOARDS[cards]).upper)
    assert all(move["card"] == move["reflected"] for move in end["moves"][2::2])
    proof = web.post("/api/antiset/proof", {"cards": cards, "moves": [move["card"] for move in end["moves"]]}).json
    assert [step["holds"] for step in proof["steps"]] == [True] * 5
    assert proof["deviation"] is None
    assert proof["length"] == {"rounds": end["round"], "most": end["most"], "forced": length_bound(BOARDS[cards])}


def test_cards_that_complete_a_set_are_named_with_the_two_others(web: Serving) -> None:
    now = state(web, cards=27, you="olivia", strategy="theorem7", seed=1, moves=[0, 1])
    space, hers = Space(3), [move["card"] for move in now["moves"] if move["player"] == "olivia"]
    third = space.third(*hers)
    assert now["deadly"] == ({str(third): hers} if now["owners"][third] is None else {})


def test_a_deviation_is_denied_and_its_cost_named(web: Serving) -> None:
    """Xavier leaves the reflection at once and completes a SET: all steps but the first are false in this game."""
    proof = web.post("/api/antiset/proof", {"cards": 9, "moves": [2, 8, 4, 0, 6]}).json
    assert [(step["code"], step["holds"]) for step in proof["steps"]] == [
        ("pairs", True),
        ("free", False),
        ("centre", False),
        ("mirror", False),
        ("ends", False),
    ]
    assert proof["deviation"]["winner"] == proof["winner"] == "olivia"
    assert (proof["deviation"]["answer"]["reflection"], proof["deviation"]["answer"]["taken"]) == (5, 4)
    assert [(judged["player"], judged["point"], judged["good"]) for judged in proof["errors"]] == [("xavier", 4, [5])]


def test_the_example_is_the_game_of_the_paper(web: Serving) -> None:
    """Section 2 of Clark, Fisk & Goren, by the names of the cards."""
    example = web.get("/api/antiset").json["example"]
    names = find_notation(dimension=3)  # the nine cards are those of three properties with one symbol
    told = [names.name(move["card"]).removeprefix("one ") for move in example["moves"]]
    assert told[:7] == [
        "red diamond",
        "purple diamond",
        "green diamond",
        "purple squiggle",
        "green oval",
        "red squiggle",
        "red oval",
    ]
    game = Game("AG(2,3)", [move["card"] for move in example["moves"]])
    assert game.losers == [1]
    assert all(move["card"] == move["reflected"] for move in example["moves"][2::2])


@pytest.mark.parametrize(
    ("sitting", "code", "said"),
    [
        ({"moves": [1, 1]}, "bad-move", "is taken"),
        ({"moves": [9]}, "bad-move", "Move 2 is not possible"),
        ({"strategy": "max-cap"}, "bad-strategy", "choose theorem7"),
        ({"cards": 81, "strategy": "perfect"}, "bad-strategy", "on 81 cards"),
        ({"cards": 12}, "bad-request", "cards"),
        ({"seed": 2**60}, "bad-request", "seed"),
    ],
)
def test_refusals_name_the_rule(web: Serving, sitting: dict[str, Any], code: str, said: str) -> None:
    answer = web.post("/api/antiset", {"cards": 9, "you": "olivia", "strategy": "theorem7", "seed": 5, **sitting})
    assert (answer.status, answer.json["code"]) == (422 if code == "bad-request" else 409, code)
    assert said in answer.json["reason"]


def test_a_game_that_takes_too_long_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        _state(AntisetGame(strategy="safe", seed=1), lambda: True)
    assert (refused.value.status, refused.value.code) == (503, "slow")


def test_later_moves_and_unfinished_games_are_refused(web: Serving) -> None:
    end = played(web, 9, "olivia", "theorem7")
    mine = [move["card"] for move in end["moves"] if move["player"] == "olivia"]
    free = end["owners"].index(None)
    late = web.post(
        "/api/antiset", {"cards": 9, "you": "olivia", "strategy": "theorem7", "seed": 3, "moves": [*mine, free]}
    )
    assert (late.status, late.json["code"]) == (409, "bad-move")
    early = web.post("/api/antiset/proof", {"cards": 9, "moves": [0, 1]})
    assert (early.status, early.json["code"]) == (409, "not-over")
