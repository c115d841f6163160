"""B6: at most 49 turns, and a game that has 49."""

import pytest

from setlab.counting import Game, count_turns_at_most, longest_game
from setlab.errors import SpecError
from setlab.geometry import Space


def play(game: Game, space: Space) -> tuple[int, list[int]]:
    """The turns of a game and what it leaves, by the rules alone: every move is checked."""
    assert sorted(game.deck) == list(space)
    table, undealt, sets, turns = list(game.deck[:12]), list(game.deck[12:]), list(game.sets), 0
    while space.sets(table) or undealt:
        turns += 1
        if space.sets(table):
            line = sets.pop(0)
            assert space.is_line(*line)
            for card in line:
                table.remove(card)
            wanted = 12 - len(table)
        else:
            wanted = 3
        table, undealt = table + undealt[: max(wanted, 0)], undealt[max(wanted, 0) :]
    assert not sets
    return turns, table


@pytest.mark.parametrize(("d", "turns"), [(4, 49), (5, 157)])
def test_the_longest_game_is_a_game_and_attains_the_bound(d: int, turns: int) -> None:
    assert play(longest_game(d), Space(d)) == (turns, [])
    assert count_turns_at_most(d) == turns


def test_a_game_without_passing_cards_is_as_long() -> None:
    """Another game of 49 turns, in which none of the 23 triples that are dealt is itself a SET."""
    deck = (
        2, 36, 56, 14, 9, 18, 31, 64, 65, 30, 34, 20, 27, 21, 25, 68, 22, 29, 44, 24, 63, 32, 23, 66, 4, 69, 26,
        8, 37, 19, 10, 51, 11, 0, 3, 80, 7, 53, 58, 12, 42, 1, 50, 57, 15, 6, 16, 59, 74, 46, 79, 48, 13, 61, 47,
        72, 40, 35, 43, 33, 52, 5, 71, 54, 75, 70, 55, 77, 49, 41, 62, 76, 78, 60, 45, 39, 38, 73, 67, 17, 28,
    )  # fmt: skip
    sets = (
        (20, 21, 25), (29, 30, 34), (63, 64, 65), (23, 31, 66), (18, 22, 26), (19, 32, 69), (4, 11, 24), (3, 37, 80),
        (9, 53, 58), (1, 51, 68), (10, 14, 15), (7, 27, 59), (8, 42, 79), (56, 57, 61), (36, 40, 44), (12, 33, 72),
        (5, 47, 71), (16, 43, 70), (46, 49, 52), (75, 76, 77), (13, 45, 62), (0, 78, 39), (50, 35, 38), (41, 6, 73),
        (74, 60, 67), (55, 48, 17), (2, 54, 28),
    )  # fmt: skip
    space = Space(4)
    assert play(Game(deck, sets), space) == (49, [])
    assert not any(space.is_line(*deck[i : i + 3]) for i in range(12, 81, 3))


def test_three_properties_never_deal_for_want_of_a_set() -> None:
    assert count_turns_at_most(3) == 9
    with pytest.raises(SpecError, match="choose at least 4"):
        longest_game(3)
    with pytest.raises(SpecError, match="a table of 12 needs"):
        count_turns_at_most(2)
