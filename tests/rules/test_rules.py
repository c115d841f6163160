"""Table and events: the game as a pure function of what happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import read_leftover
from setlab.rules import Claim, Deal, Event, Refill, Rules, Table, cards_due, replay


def play_first(deck: list[int], rules: Rules) -> list[Event]:
    """A game in which the first SET is always taken."""
    events: list[Event] = []
    table, undealt = Table(rules), list(deck)
    while True:
        due = cards_due(table)
        if due:
            event: Event = Deal(tuple(undealt[:due]))
            undealt = undealt[due:]
        elif sets := table.sets():
            event = Claim(sets[0])
        else:
            return events
        events.append(event)
        table = table.after(event)


@given(st.permutations(range(81)), st.integers(0, 3))
def test_a_whole_game(deck: list[int], lost: int) -> None:
    rules = Rules(lost=lost)
    events = play_first(deck[: rules.cards], rules)
    table = replay(events, rules)
    assert table.undealt == 0
    assert table.sets() == []
    assert len(table.cards) + 3 * len(table.taken) == rules.cards
    if lost == 0:
        assert not read_leftover(table.cards).mistake
        assert len(table.cards) != 3
    assert all(12 <= len(replay(events[:i], rules).slots) <= 21 for i in range(1, len(events)))


def test_cards_go_into_the_empty_slots_in_order() -> None:
    table = replay([Deal(tuple(range(12))), Claim((7, 1, 4)), Deal((50, 51, 52))])
    assert table.slots == (0, 50, 2, 3, 51, 5, 6, 52, 8, 9, 10, 11)


def test_above_twelve_the_last_cards_move_into_the_empty_slots() -> None:
    cap = (0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31)
    table = replay([Deal(cap), Deal((2, 5, 40))])
    assert table.slots == (*cap, 2, 5, 40)
    after = table.after(Claim((0, 1, 2)))
    assert after.slots == (5, 40, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31)
    assert table.after(Claim((2, 0, 1))).slots == after.slots


def test_a_table_that_ends_uneven_is_shortened_to_twelve_slots() -> None:
    """Without a card the last deal has two: 14 slots, of which 12 stay after a SET."""
    rules = Rules(lost=67)
    table = replay([Deal((0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31)), Deal((2, 50))], rules)
    assert table.after(Claim((0, 1, 2))).slots == (50, None, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31)


def test_when_the_deck_is_empty_holes_stay() -> None:
    rules = Rules(d=2, table=9)
    table = replay([Deal(tuple(range(9))), Claim((0, 4, 8))], rules)
    assert table.slots == (None, 1, 2, 3, None, 5, 6, 7, None)
    assert cards_due(table) == 0


def test_always_three_closes_up_and_appends() -> None:
    rules = Rules(refill=Refill.ALWAYS_THREE)
    table = replay([Deal(tuple(range(12))), Claim((0, 1, 2)), Deal((50, 51, 52))], rules)
    assert table.slots == (*range(3, 12), 50, 51, 52)


def test_what_cannot_happen() -> None:
    table = replay([Deal(tuple(range(12)))])
    with pytest.raises(RuleError, match="dealt before"):
        table.after(Deal((3, 20, 21)))
    with pytest.raises(RuleError, match="dealt before"):
        replay([Deal((0, 1, 2)), Claim((0, 1, 2)), Deal((0,))])
    with pytest.raises(RuleError, match="not all of these cards"):
        table.after(Claim((0, 40, 80)))
    for cards in ((0, 1, 3), (0, 0, 0), (0, 1)):
        with pytest.raises(RuleError, match="not a SET"):
            table.after(Claim(cards))
    with pytest.raises(RuleError, match="69 are undealt"):
        table.after(Deal(tuple(range(12, 82))))
    with pytest.raises(CardError):
        table.after(Deal((81,)))
    with pytest.raises(SpecError, match="too small"):
        Rules(table=2)
    with pytest.raises(SpecError, match="cannot be lost"):
        Rules(lost=82)
