"""Seed `003`: what the items on anti-SET find, and that they could find something else."""

from collections import Counter
from itertools import permutations

import pytest

from setlab.antiset import Game
from setlab.geometry import Space
from setlab.reproduce import Lab, find_items
from setlab.reproduce.seed_003 import all_games
from setlab.reproduce.seed_003_open import SOLVED

EXPECTED = {
    "D1.hyperplanes": "wrong",
    "D1.example": "confirmed",
    "D2.game": "confirmed",
    "D3.theorem7": "confirmed",
    "D3.tie": "confirmed",
    "D4.caps": "confirmed",
    "D4.cited": "bounded",
    "D4.bound": "confirmed",
    "D5.theorem17": "confirmed",
    "D5.d1": "wrong",
    "D6.m2": "settled",
    "D6.designs": "settled",
    "D6.mirror": "settled",
    "D6.steiner": "settled",
    "D6.players": "bounded",
    "D6.recover": "bounded",
}
"""What the seed deserves; D6.larger takes a few seconds and is asked for below."""


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts(name: str) -> None:
    (item,) = find_items([name])
    found = item.answer(Lab())
    assert found.verdict == EXPECTED[name]
    assert found.why
    assert found.commands
    assert all(command.startswith("setlab ") for command in found.commands)


def test_all_items_are_expected() -> None:
    assert {item.id for item in find_items(["003"])} == {*EXPECTED, "D6.larger"}


def test_lengths_are_those_of_the_paper_and_ours() -> None:
    (item,) = find_items(["D5.theorem17"])
    cells = item.answer(Lab()).cells
    assert [cell.printed.split()[-1] for cell in cells] == ["4", "8", "17", "37", "82"]
    assert [cell.ours for cell in cells] == ["4", "8", "18", "38", "83"]


def test_all_games_on_nine_points_by_playing_every_game() -> None:
    """Every order of Olivia's points, with the rules of the game instead of sets."""
    space, lengths = Space(2), set()
    for hers in permutations(range(2, 9), 3):
        game = Game("AG(2,3)", [0, 1, 2])
        for point in hers:
            if point not in game.safe_moves:
                break
            game.push(point)
            assert game.push(space.third(0, point)) is None
        if not game.is_over and not game.safe_moves:
            assert game.legal_moves
            lengths.add(len(game.hand(1)) + 1)
    assert lengths == set(all_games(2)[1])


def test_all_games_on_27_points_have_the_lengths_of_complete_caps() -> None:
    positions, lengths, failures = all_games(3)
    assert set(lengths) == {8, 9}
    assert failures == 0
    # Caps through two given points: each cap of n points is met in n(n − 1) of the 27 · 26 ordered pairs.
    caps = Counter({2: 351, 3: 2808, 4: 14742, 5: 50544, 6: 107406, 7: 126360, 8: 63180, 9: 2106})
    assert positions == sum(count * n * (n - 1) for n, count in caps.items()) // (27 * 26)


def test_designs_are_named_with_their_winners() -> None:
    (item,) = find_items(["D6.designs"])
    cells = {cell.at: cell.ours for cell in item.answer(Lab()).cells}
    assert tuple(cells) == SOLVED
    assert (cells["PG(4,2)"], cells["AG(2,4)"]) == ("olivia in round 13", "draw")


@pytest.mark.full
def test_larger_designs_are_bounded() -> None:
    (item,) = find_items(["D6.larger"])
    found = item.answer(Lab())
    assert found.verdict == "bounded"
    assert found.cells[0].ours == "xavier, 13 to 20 rounds"


@pytest.mark.full
def test_all_systems_of_order_15() -> None:
    (item,) = find_items(["D6.steiner"])
    assert item.answer(Lab(full=True)).cells[-1].ours == "78 × olivia in round 7, 2 × xavier in round 6"
