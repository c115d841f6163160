"""Solitaire over HTTP: the game of the terminal, told move by move; advice and review are those of the library."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, get_args

import pytest

from setlab.cli.verbs.solitaire.play import SolitaireSession
from setlab.notation import find_notation
from setlab.solitaire import Clearability, Line, Shuffle, State, advise, look_back, play, strategy
from setlab.solitaire.strategies import CORE, VALUED
from setlab.solitaire.values import ValueKind
from setlab.web.http.solitaire import How, Settled
from tests.web.serving import Serving


def asked(web: Serving, path: str = "", **game: Any) -> Any:
    answer = web.post(f"/api/solitaire{path}", game)
    assert answer.status == 200, answer
    return answer.json


def followed(shuffle: Shuffle, moves: tuple[Line, ...]) -> list[tuple[State, int]]:
    """The states of a game by the rules alone, each with the number of cards dealt because there was no SET."""
    state, found = State(), []
    for move in (None, *moves):
        state, more = state if move is None else state.take(move), 0
        while state.due:
            more += state.due if len(state.cards) >= 12 else 0
            state = state.deal(shuffle.next_cards(state))
        found.append((state, more))
    return found


@pytest.mark.parametrize(("name", "seed"), [("random", 31), ("basic", 32), ("clairvoyant", 33)])
def test_whole_games_are_those_of_the_rules(web: Serving, name: str, seed: int) -> None:
    game = play(strategy(name), Shuffle.of(seed, 0))
    seen: set[int] = set()
    for number, (state, more) in enumerate(followed(game.shuffle, game.moves)):
        told = asked(web, seed=seed, moves=game.moves[:number])
        assert told["slots"] == list(state.slots)
        assert [tuple(line) for line in told["taken"]] == list(game.moves[:number])
        assert (told["undealt"], told["sets"]) == (state.table.undealt, len(state.sets))
        assert (told["over"], told["clear"]) == (state.over, state.clear)
        assert told["hint"] is None if state.over else tuple(told["hint"]) in state.sets
        assert told["more"] == more
        assert set(told["dealt"]) == set(state.cards) - seen
        seen |= set(state.cards)
    assert told["over"]


def test_the_game_of_a_seed_is_that_of_the_terminal(web: Serving) -> None:
    for seed, game in ((1, 0), (1, 7), (2**64 - 1, 2)):
        session = SolitaireSession(Shuffle.of(seed, game), find_notation(), None, [])
        told = asked(web, seed=str(seed), game=game)
        assert told["slots"] == list(session.state.slots)
    assert asked(web, seed=5)["slots"] == asked(web, seed="5", game=0, moves=[])["slots"]


def test_undealt_cards_are_not_told(web: Serving) -> None:
    game = play(strategy("random"), Shuffle.of(34, 0))
    for number in (0, 3, 9):
        state = followed(game.shuffle, game.moves)[number][0]
        table, advice = (asked(web, path, seed=34, moves=game.moves[:number]) for path in ("", "/advice"))
        told = {*table["slots"], *table["dealt"], *(table["hint"] or ())}
        told |= {card for line in table["taken"] for card in line}
        told |= {card for choice in advice["choices"] for card in choice["cards"]}
        assert told == {card for card in range(81) if card not in state.undealt}
        assert set(table) == {"slots", "undealt", "taken", "sets", "hint", "dealt", "more", "over", "clear"}
        assert set(advice) == {"choices", "how", "path"}


def test_the_words_are_those_of_the_library() -> None:
    assert get_args(How) == tuple(kind.name.lower() for kind in ValueKind)
    assert set(get_args(Settled)) == {answer.name.lower() for answer in Clearability}


def test_advice_is_that_of_the_library(web: Serving) -> None:
    game = play(strategy("fast"), Shuffle.of(35, 0))
    states = [state for state, _ in followed(game.shuffle, game.moves)]
    for number in (0, 12, 17, 20, 23):
        told, own = asked(web, "/advice", seed=35, moves=game.moves[:number]), advise(states[number])
        chances = {choice.line: choice.chance for choice in own.choices}
        assert told["how"] == own.kind.name.lower()
        assert {tuple(choice["cards"]): choice["chance"] for choice in told["choices"]} == {
            line: float(chance or 0) for line, chance in chances.items()
        }
        assert [tuple(choice["cards"]) for choice in told["choices"] if choice["best"]] == [own.best]
        assert tuple(told["choices"][0]["cards"]) == own.best
        fractions = [str(chances[tuple(choice["cards"])]) for choice in told["choices"]]
        assert [choice["exact"] for choice in told["choices"]] == (
            fractions if told["how"] == "exact" else [None] * len(fractions)
        )
        assert len(told["path"]) == number + 1
        assert told["path"][-1] == told["choices"][0]["chance"]
    over = asked(web, "/advice", seed=35, moves=game.moves)
    assert (over["choices"], over["path"][-1]) == ([], float(game.clear))


@pytest.mark.parametrize(("name", "seed"), [("random", 36), ("clairvoyant", 37)])
def test_the_review_is_that_of_the_library(web: Serving, name: str, seed: int) -> None:
    game = play(strategy(name), Shuffle.of(seed, 0))
    told, own = asked(web, "/review", seed=seed, moves=game.moves), look_back(game.shuffle, game.moves)
    assert (told["lost"], told["over"], told["clear"]) == (own.lost_at, True, game.clear)
    assert len(told["moments"]) == len(own.positions) == len(game.moves) + 1
    for moment, position in zip(told["moments"], own.positions, strict=True):
        assert moment["slots"] == list(position.state.slots)
        assert moment["clearable"] == position.clearable.name.lower()
        answers = {tuple(choice["cards"]): choice["clearable"] for choice in moment["choices"]}
        assert answers == {option.line: option.clearable.name.lower() for option in position.options}
        assert [tuple(choice["cards"]) for choice in moment["choices"] if choice["taken"]] == [
            line for line in [position.taken] if line
        ]
    for moment in told["moments"][:-1]:
        assert moment["chance"] == max(choice["chance"] for choice in moment["choices"])


def test_a_game_that_was_given_up_has_a_review(web: Serving) -> None:
    told = asked(web, "/review", seed=1, moves=[[5, 47, 71]])
    assert (len(told["moments"]), told["over"], told["clear"], told["lost"]) == (2, False, False, None)
    assert {choice["clearable"] for choice in told["moments"][-1]["choices"]} <= {"yes", "no", "open"}


def test_cards_on_a_table_of_ones_own_get_the_advice_of_the_library(web: Serving) -> None:
    """At the beginning, in the middle and near the end of a game, where chances are exact."""
    game = play(strategy("clairvoyant"), Shuffle.of(37, 0))
    kinds = set()
    for state, _ in followed(game.shuffle, game.moves)[:-1:8]:
        told, own = asked(web, "/position", cards=state.cards, taken=state.taken), advise(state)
        assert told["undealt"] == state.table.undealt
        assert {tuple(choice["cards"]): choice["chance"] for choice in told["choices"]} == {
            choice.line: None if choice.chance is None else float(choice.chance) for choice in own.choices
        }
        assert tuple(told["choices"][0]["cards"]) == own.best
        assert told["how"] == own.kind.name.lower()
        kinds.add(told["how"])
    assert len(kinds) > 1
    no_set = asked(web, "/position", cards=[0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31])
    assert (no_set["choices"], no_set["undealt"]) == ([], 69)


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        ({"cards": list(range(11))}, "bad-position", "11 cards cannot lie on the table with 70 undealt: "),
        ({"cards": [0, *range(11)]}, "bad-position", "Card 0 "),
        ({"cards": list(range(12)), "taken": [[3, 40, 77]]}, "bad-position", "Card 3 is there twice: "),
        ({"cards": list(range(12)), "taken": [[20, 21, 22]]}, "bad-position", "(20, 21, 22) is not a SET: "),
        ({"cards": list(range(12)), "taken": [[20, 21, 81]]}, "bad-position", ""),
        ({"cards": [*range(11), 81]}, "bad-request", "Wrong value of cards: "),
        ({"cards": list(range(24))}, "bad-request", "Wrong value of cards: "),
        ({"cards": []}, "bad-request", "Wrong value of cards: "),
    ],
)
def test_cards_that_cannot_lie_there_are_refused(
    web: Serving, position: dict[str, Any], code: str, sentence: str
) -> None:
    answer = web.post("/api/solitaire/position", position)
    assert (answer.status, answer.json["code"]) == (422 if code == "bad-request" else 409, code), answer.json
    assert answer.json["reason"].startswith(sentence), answer.json
    assert "\n" not in answer.json["reason"]


@pytest.mark.parametrize("path", ["", "/advice", "/review"])
@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ({"seed": 1, "moves": [[2, 72, 5]]}, "Move 1 cannot be made: (2, 72, 5) is not a SET: "),
        ({"seed": 1, "moves": [[5, 47, 71], [5, 47, 71]]}, "Move 2 cannot be made: (5, 47, 71) cannot be taken: "),
        ({"seed": 1, "moves": [[0, 40, 80]]}, "Move 1 cannot be made: (0, 40, 80) cannot be taken: "),
        ({"seed": 1, "moves": [[5, 47, 81]]}, "Move 1 cannot be made: "),
        ({"seed": str(2**64)}, "The seed 18446744073709551616 is too large: "),
        ({"seed": 1, "game": True}, "Wrong value of game: "),
        ({"seed": -1}, "Wrong value of seed: "),
        ({"seed": "one"}, "Wrong value of seed: "),
        ({"seed": 1, "moves": [[0, 1]]}, "Wrong value of moves: "),
        ({"seed": 1, "moves": [[5, 47, 71]] * 28}, "Wrong value of moves: "),
        ({"seed": 1, "order": []}, "Wrong value of order: "),
        ({}, "Wrong value of seed: "),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    web: Serving, path: str, game: dict[str, Any], sentence: str
) -> None:
    answer = web.post(f"/api/solitaire{path}", game)
    assert answer.status == (422 if sentence.startswith("Wrong value") else 409)
    assert answer.json["reason"].startswith(sentence)
    assert "\n" not in answer.json["reason"]


def test_browsers_get_every_player_of_the_core(web: Serving) -> None:
    assert web.get("/api/solitaire/player").json == web.get("/api/solitaire/player?strategy=expert").json
    for name, player in CORE.items():
        told = web.get(f"/api/solitaire/player?strategy={name}").json
        assert (told["way"], told["budgets"]) == (player.way, asdict(player.budgets))
        assert (told["weights"] is not None) == (name in VALUED)
    assert web.get("/api/solitaire/player?strategy=clairvoyant").status == 422
