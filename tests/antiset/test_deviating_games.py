"""Deviating from theorem 7: the classes of positions, and who wins them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from setlab.antiset.advice import reflective_centres
from setlab.antiset.game import Game
from setlab.errors import SpecError
from setlab.geometry import Space
from setlab.geometry.design import affine
from setlab.geometry.symmetry import group_elements, linear_maps
from setlab.reference.antiset import AntisetEngine
from tests.antiset.deviating_games import deviating_games, summarise

Hands = tuple[frozenset[int], frozenset[int]]


def games_that_deviate(game: Game) -> Iterator[Game]:
    """Every game on AG(2,3) in which Xavier follows theorem 7 and then, for the first time, does not."""
    for hers in game.safe_moves:
        game.push(hers)
        planned = Space(2).third(game.moves[0], hers)
        for his in game.safe_moves:
            game.push(his)
            if his != planned:
                yield game
            else:
                yield from games_that_deviate(game)
            game.pop()
        game.pop()


def hands(game: Game) -> Hands:
    return frozenset(game.hand(0)), frozenset(game.hand(1))


def images(position: Hands) -> set[Hands]:
    maps = group_elements(linear_maps(2, 3))
    return {(frozenset(m[p] for p in position[0]), frozenset(m[p] for p in position[1])) for m in maps}


def test_every_deviation_on_nine_points_is_in_exactly_one_class_and_has_its_winner() -> None:
    found = list(deviating_games(2))
    classes = [images(hands(Game("AG(2,3)", deviation.game))) for deviation in found]
    assert sum(map(len, classes)) == len(set().union(*classes))
    engine, seen = AntisetEngine(9, affine(2, 3).blocks, [], 1), set()
    for game in games_that_deviate(Game("AG(2,3)", [0])):
        if (position := hands(game)) in seen:
            continue
        seen.add(position)
        value = engine.value(*(sum(1 << point for point in hand) for hand in position))
        (number,) = [i for i, class_ in enumerate(classes) if position in class_]
        assert found[number].winner == ("xavier" if value > 0 else "olivia")
        assert found[number].is_reflective == bool(reflective_centres(game))
    assert seen == set().union(*classes)


def test_on_nine_points_only_reflective_deviating_games_are_won() -> None:
    assert all((deviation.winner == "xavier") == deviation.is_reflective for deviation in deviating_games(2))
    assert [(row.move, row.classes, row.reflective, row.winners) for row in summarise(deviating_games(2))] == [
        (2, 1, 0, {"olivia": 1}),
        (3, 4, 1, {"olivia": 3}),
        (4, 2, 1, {"olivia": 1}),
    ]


def test_the_classes_on_27_points() -> None:
    found = list(deviating_games(3, winner=lambda game: "draw"))
    assert [row.classes for row in summarise(found)] == [1, 5, 16, 61, 126, 128, 34]
    for deviation in found:
        game = Game("AG(3,3)", deviation.game)
        assert not game.is_over
        assert game.turn == 1


@pytest.mark.parametrize("d", [1, 4])
def test_other_dimensions_are_refused(d: int) -> None:
    with pytest.raises(SpecError, match=f"dimensions 2 to 3, not {d}"):
        list(deviating_games(d))
