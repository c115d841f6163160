"""Games with 49 turns, and games that leave 18, 20 and 19 cards."""

import pytest

from setlab.counting import count_turns_at_most
from setlab.errors import RuleError, SpecError
from setlab.geometry import CardSet, Space, read_leftover
from setlab.rules import Claim, Deal, Event, Rules, Table, game_leaving_most, longest_game, play_out, replay


def turns(events: tuple[Event, ...], rules: Rules) -> int:
    """SETs taken and deals for want of one, told from the events alone."""
    count, table = 0, Table(rules)
    for event in events:
        for_want = isinstance(event, Deal) and len(table.cards) >= rules.table and not table.sets()
        count += isinstance(event, Claim) or for_want
        table = table.after(event)
    return count


@pytest.mark.parametrize("d", [4, 5])
def test_the_longest_game_attains_the_bound(d: int) -> None:
    rules, events = Rules(d), longest_game(d)
    assert replay(events, rules).cards == ()
    assert turns(events, rules) == count_turns_at_most(d)


def test_another_game_is_as_long_though_no_dealt_triple_is_a_set() -> None:
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
    events = play_out(deck, sets, Rules())
    assert replay(events).cards == ()
    assert turns(events, Rules()) == 49
    assert not any(Space(4).is_line(*deck[i : i + 3]) for i in range(12, 81, 3))


@pytest.mark.parametrize(("lost", "most"), [(0, 18), (1, 20), (2, 19)])
def test_games_that_leave_the_most(lost: int, most: int) -> None:
    rules = Rules(lost=lost)
    table = replay(game_leaving_most(lost), rules)
    assert table.undealt == 0
    assert table.sets() == []
    assert len(table.cards) == most
    assert len(table.taken) == (81 - lost - most) // 3
    assert (81 - lost - most) % 3 == 0
    if lost == 0:
        assert not read_leftover(table.cards).mistake


def test_the_twenty_cards_are_a_cap_that_nothing_extends() -> None:
    cap = CardSet(replay(game_leaving_most(1), Rules(lost=1)).cards)
    assert cap.is_cap()
    assert all(not CardSet([*cap, card]).is_cap() for card in cap.complement())


def test_what_is_refused() -> None:
    with pytest.raises(SpecError, match="choose at least 4"):
        longest_game(3)
    with pytest.raises(SpecError, match="choose 0, 1 or 2"):
        game_leaving_most(3)
    with pytest.raises(RuleError, match="the game is not over"):
        play_out(range(9), [], Rules(d=2, table=9))
