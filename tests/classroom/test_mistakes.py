"""Games with mistakes, and how often the checksum does not see them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from setlab.classroom.lessons import MOST_LEFT, MistakenGame, count_escapes, mistaken_game, slips_among
from setlab.errors import SpecError
from setlab.geometry import Space, mistakes_cancel, read_leftover

SEEDS = range(5)


def faults(cards: Sequence[int], d: int = 4) -> int:
    """The number of properties that are two and one."""
    return sum(len(set(values)) == 2 for values in zip(*map(Space(d).coordinates, cards), strict=True))


@pytest.fixture(scope="module", params=[1, 2])
def games(request: pytest.FixtureRequest) -> tuple[int, list[MistakenGame]]:
    return request.param, [mistaken_game(seed, request.param) for seed in SEEDS]


def test_every_card_is_in_a_pile_or_left(games: tuple[int, list[MistakenGame]]) -> None:
    for game in games[1]:
        assert sorted([*game.left, *(card for pile in game.piles for card in pile)]) == list(range(81))
        assert 0 < len(game.left) <= MOST_LEFT


def test_the_wrong_piles_fail_in_one_property_and_the_others_are_sets(games: tuple[int, list[MistakenGame]]) -> None:
    slips, played = games
    for game in played:
        assert len(game.wrong) == slips
        assert [i for i, pile in enumerate(game.piles) if faults(pile)] == list(game.wrong)
        assert all(faults(game.piles[i]) == 1 for i in game.wrong)
        assert all(faults(three) for three in combinations(game.left, 3))


def test_one_mistake_shows_and_two_cancel(games: tuple[int, list[MistakenGame]]) -> None:
    slips, played = games
    for game in played:
        assert read_leftover(game.left).mistake == (slips == 1)
        assert (game.checksum != 0) == (slips == 1)
        assert mistakes_cancel([game.piles[i] for i in game.wrong]) == (slips == 2)


def test_the_checksum_names_the_property() -> None:
    for seed in SEEDS:
        game = mistaken_game(seed)
        columns = zip(*map(Space(4).coordinates, game.piles[game.wrong[0]]), strict=True)
        failing = [len(set(values)) == 2 for values in columns]
        assert [digit != 0 for digit in Space(4).coordinates(game.checksum)] == failing


def test_games_repeat_and_differ() -> None:
    assert mistaken_game(3) == mistaken_game(3)
    assert mistaken_game(3) != mistaken_game(4)
    assert mistaken_game(3).piles != mistaken_game(3, slips=2).piles
    with pytest.raises(SpecError, match="3 slips are not possible here"):
        mistaken_game(1, 3)


def test_a_seed_means_the_same_game_for_ever() -> None:
    """A class comes back to the game of its seed: the draws of the deck and of the choices never change."""
    one, two = mistaken_game(1), mistaken_game(1, slips=2)
    assert (one.piles[:2], one.wrong, one.left) == (((56, 58, 60), (35, 75, 10)), (8,), (26, 32, 79, 47, 80, 16))
    assert (two.piles[:2], two.wrong) == (((5, 71, 47), (53, 57, 10)), (8, 11))
    assert two.left == (66, 31, 68, 40, 15, 27, 13, 79, 18)


def test_slips_fail_in_one_property() -> None:
    cards = [3, 7, 12, 40, 41, 62, 80]
    assert slips_among(cards) == [three for three in combinations(cards, 3) if faults(three) == 1]


def cancelling(triples: Sequence[tuple[int, ...]], d: int) -> Fraction:
    """The share of ordered pairs of disjoint triples that sum to 0, by looking at all of them."""
    space = Space(d)
    sums = {three: space.total(three) for three in triples}
    pairs = [(a, b) for a in triples for b in triples if not set(a) & set(b)]
    return Fraction(sum(sums[b] == space.negative(sums[a]) for a, b in pairs), len(pairs))


def test_escapes_are_those_of_all_pairs() -> None:
    wrong = [three for three in combinations(range(9), 3) if faults(three, 2)]
    slips = [three for three in wrong if faults(three, 2) == 1]
    assert count_escapes(2).two == cancelling(wrong, 2)
    assert count_escapes(2).two_slips == cancelling(slips, 2)
    more = [three for three in combinations(range(27), 3) if faults(three, 3) == 1]
    assert count_escapes(3).two_slips == cancelling(more, 3)


def test_escapes_in_the_deck_of_81() -> None:
    """Disjoint piles are nearly independent: the sum is one of 80, for slips one of 8."""
    escapes = count_escapes()
    assert escapes.one == 0
    assert escapes.two == pytest.approx(1 / 80, rel=1e-3)
    assert escapes.two_slips == pytest.approx(1 / 8, rel=1e-3)
