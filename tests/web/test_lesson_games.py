"""What the lessons about whole games ask the server for."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from setlab.exact import exact_no_set
from setlab.geometry import Space, hidden_card
from tests.web.serving import Serving

SPACE = Space(4)


def ask(web: Serving, path: str) -> Any:
    answer = web.get(f"/api/lessons/{path}")
    assert answer.status == 200, answer
    return answer.json


def on_table(game: dict[str, Any]) -> list[int]:
    return [card for card in game["slots"] if card is not None]


def test_a_game_with_a_hidden_card_is_played_move_by_move(web: Serving) -> None:
    game = ask(web, "hidden?seed=7&play=end-game")
    assert game["hidden"] is None
    while not game["over"]:
        found = SPACE.sets(on_table(game))
        assert game["sets"] == len(found)
        moves = "-".join(".".join(map(str, cards)) for cards in [*game["moves"], found[0]])
        game = ask(web, f"hidden?seed=7&moves={moves}")
    assert game["undealt"] == game["sets"] == 0
    found = game["hidden"]
    assert found["card"] == hidden_card(on_table(game))
    assert [each["value"] for each in found["properties"]] == list(SPACE.coordinates(found["card"]))
    taken = {card for cards in game["moves"] for card in cards}
    assert taken.isdisjoint(on_table(game))
    assert set(SPACE) - taken - set(on_table(game)) == {found["card"]}


def test_the_server_plays_on_from_any_position(web: Serving) -> None:
    first = ask(web, "hidden?seed=7")
    assert (first["moves"], len(first["slots"]), first["undealt"]) == ([], 12, 68)
    move = SPACE.sets(first["slots"])[-1]
    ended = ask(web, f"hidden?seed=7&moves={'.'.join(map(str, move))}&play=all")
    assert ended["over"]
    assert tuple(ended["moves"][0]) == move


@pytest.mark.parametrize(
    ("moves", "code"),
    [("0.1.99", "bad-move"), ("0.0.0", "bad-move"), ("0.1", "bad-request"), ("-", "bad-request"), ("a", "bad-request")],
)
def test_moves_that_are_none_are_refused(web: Serving, moves: str, code: str) -> None:
    answer = web.get(f"/api/lessons/hidden?seed=7&moves={moves}")
    assert (answer.status, answer.json["code"]) == (409 if code == "bad-move" else 422, code)
    assert answer.json["reason"]


def test_mistaken_games_say_which_piles_are_wrong(web: Serving) -> None:
    for slips in (1, 2):
        game = ask(web, f"mistakes?seed=5&slips={slips}")
        assert [i for i, pile in enumerate(game["piles"]) if not SPACE.is_set(pile)] == game["wrong"]
        assert len(game["wrong"]) == slips
        assert game["checksum"] == SPACE.total(game["left"])
        assert (game["checksum"] == 0) == (slips == 2)
    assert web.get("/api/lessons/mistakes?seed=5&slips=3").status == 422


def test_escapes_are_exact(web: Serving) -> None:
    found = ask(web, "escapes")
    assert found["one"] == {"fraction": "0/1", "value": 0.0}
    assert all(float(Fraction(each["fraction"])) == each["value"] for each in found.values())


def test_the_curve_is_the_exact_table(web: Serving) -> None:
    table, exact = ask(web, "no-set"), exact_no_set()
    assert table["largest"] == exact.largest
    assert [row["n"] for row in table["rows"]] == list(range(table["largest"] + 2))
    for row in table["rows"]:
        assert Fraction(int(row["without"]), int(row["collections"])) == Fraction(row["probability"]["fraction"])
        assert int(row["without"]) == exact.counts[row["n"]]
        assert int(row["collections"]) == comb(81, row["n"])
    assert len(set(table["example"])) == table["largest"]
    assert SPACE.sets(table["example"]) == []
    assert exact.complete[: table["stuck"]] == (0,) * table["stuck"]
    assert exact.complete[table["stuck"]]
