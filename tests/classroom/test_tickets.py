"""Exit tickets: one option is right by the rules, the others are not, and the reasons add up to the answer."""

from __future__ import annotations

from itertools import combinations

import pytest

from setlab.classroom.tickets import PROPERTIES, QUESTIONS, SET, SHEETS, Question, make_ticket
from setlab.errors import SpecError
from setlab.geometry import Space, hidden_card
from setlab.web.http.lessons import STEPS

SPACE = Space(4)


def is_right(question: Question, option: tuple[int, ...] | str) -> bool:
    """Whether an option is right, from the cards alone."""
    shown = [card for card in question.cards if card is not None]
    if isinstance(option, str):
        digits = zip(*map(SPACE.coordinates, shown), strict=True)
        faults = [name for name, each in zip(PROPERTIES, digits, strict=True) if len(set(each)) == 2]
        return faults == ([] if option == SET else [option])
    if question.kind == "find":
        return set(option) <= set(shown) and SPACE.is_set(option)
    if question.kind == "hidden":
        return (hidden_card(shown),) == option
    if question.kind == "third":
        return SPACE.is_set((*shown, *option))
    cards = list(question.cards)
    assert question.place is not None
    cards[question.place] = option[0]
    lines = [each for each in combinations(range(9), 3) if is_line(each) and question.place in each]
    whole = [[card for i in each if (card := cards[i]) is not None] for each in lines]
    whole = [each for each in whole if len(each) == 3]
    return all(SPACE.is_set(each) for each in whole) and bool(whole)


def is_line(places: tuple[int, ...]) -> bool:
    return sum(place // 3 for place in places) % 3 == 0 and sum(place % 3 for place in places) % 3 == 0


@pytest.mark.parametrize("lesson", SHEETS)
@pytest.mark.parametrize("seed", range(8))
def test_one_option_is_right(lesson: str, seed: int) -> None:
    ticket = make_ticket(lesson, seed)
    assert len(ticket) == QUESTIONS
    assert len({question.cards for question in ticket}) == QUESTIONS
    for question in ticket:
        right = [i for i, option in enumerate(question.options) if is_right(question, option)]
        assert right == [question.answer]
        assert len(set(question.options)) == len(question.options) == (5 if question.kind == "check" else 4)


@pytest.mark.parametrize("lesson", SHEETS)
def test_the_reasons_add_up_to_the_answer(lesson: str) -> None:
    for question in make_ticket(lesson, 3):
        option = question.options[question.answer]
        for i, reason in enumerate(question.reasons):
            *groups, last = reason.groups
            assert all(len(group) == 3 and len(set(group)) != 2 for group in groups)
            whole = last if reason.value is None else (*last, reason.value)
            is_sound = question.kind != "check" or option != PROPERTIES[i]
            assert len(whole) == 3
            assert (len(set(whole)) != 2) == is_sound
            if reason.value is not None:
                assert reason.value == SPACE.coordinates(option[0])[i]  # type: ignore[arg-type]


def test_every_lesson_has_a_ticket_and_every_answer_a_place() -> None:
    assert set(SHEETS) == set(STEPS)
    places = {question.answer for lesson in SHEETS for seed in range(20) for question in make_ticket(lesson, seed)}
    assert places == {0, 1, 2, 3, 4}
    assert make_ticket("third", 1) == make_ticket("third", 1) != make_ticket("third", 2)
    with pytest.raises(SpecError, match="'thrid' is not a lesson"):
        make_ticket("thrid", 1)
