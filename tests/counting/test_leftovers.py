"""What cannot be left is never left, in exact distributions and in games; what is not excluded does occur."""

import pytest

from setlab.counting import impossible_leftovers
from setlab.exact.leftovers import exact_leftover_game
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.geometry import Space


@pytest.mark.parametrize("dimension", [2, 3])
def test_exact_games_leave_nothing_impossible(dimension: int) -> None:
    left = exact_leftover_game(dimension, 3**dimension).leftovers
    assert all(not left.get(number) for number in impossible_leftovers(dimension))


def leftovers(lost: object) -> set[int]:
    spec = make_spec("endgame", {"dimension": 3, "lost": lost}, seed=1)
    return set(run(spec, 20_000, threads=1).tally["leftover"])


@pytest.mark.parametrize("lost", [0, "set", "no-set", 3, 1])
def test_games_leave_nothing_impossible(lost: object) -> None:
    cards = {"set": (0, 1, 2), "no-set": (0, 1, 3)}.get(str(lost), lost)
    assert not leftovers(lost) & set(impossible_leftovers(3, cards))  # type: ignore[arg-type]


def test_the_other_number_does_occur() -> None:
    assert 0 in leftovers("set")
    assert 3 in leftovers("no-set")
    assert {0, 3} <= leftovers(3)


def test_three_cards_of_sum_zero_are_a_set() -> None:
    space = Space(2)
    triples = [(a, b, c) for a in range(9) for b in range(a) for c in range(b)]
    for triple in triples:
        assert (impossible_leftovers(2, triple) == (3,)) == (space.third(triple[0], triple[1]) == triple[2])
