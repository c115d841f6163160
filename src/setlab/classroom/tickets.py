"""Exit tickets: five questions at the end of a lesson, from the worksheets' exercises; one option of each is right.

A question has cards, one of which may be asked for, and options: cards, or what a class can say about three cards. Its
reasons explain the answer property by property. The questions of a lesson follow from its seed.

>>> question = make_ticket("third", seed=7)[0]
>>> question.kind, len(question.options), question.options[question.answer] == (Space(4).third(*question.cards[:2]),)
('third', 4, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from setlab.arguments import checked
from setlab.classroom.lessons import group_digits, slips_among
from setlab.classroom.worksheets import Exercise, RandomChoices, make_exercises
from setlab.errors import SpecError, unknown_name
from setlab.geometry import Space
from setlab.notation import find_notation

QUESTIONS = 5
"""The questions of a ticket."""

SHEETS: Mapping[str, tuple[str, str]] = {
    "sort": ("third", "easy"), "third": ("third", "medium"), "rule": ("check", "hard"), "theorem": ("third", "hard"),
    "hidden": ("hidden", "medium"), "square": ("plane", "easy"), "twelve": ("find", "medium"),
    "checksum": ("hidden", "easy"),
}  # fmt: skip
"""The exercises of each lesson: their kind and their level."""

SET = "set"
"""The option that says that three cards are a SET; the others name the property that keeps them from being one."""

OPTIONS = 4
"""The options of a question about cards."""

NEAR = 2
"""A wrong card differs from the right one in at most this number of properties."""

_SPACE = Space(4)
_CHOICES = 1 << 50
"""The first of the trials whose draws choose the options: those of the exercises are below it."""

PROPERTIES = tuple(each.name for each in find_notation().properties)

Option = tuple[int, ...] | str


@checked
@dataclass(frozen=True)
class Reason:
    """One property of the answer: its digits on the cards in groups of three that are all the same or all different.

    The last group has two digits where a card is asked for, and `value` is the digit that completes it.
    """

    groups: tuple[tuple[int, ...], ...]
    value: int | None = None


@checked
@dataclass(frozen=True)
class Question:
    """A question: `place` is the place of the card that is asked for, `answer` the index of the right option."""

    kind: str
    cards: tuple[int | None, ...]
    place: int | None
    options: tuple[Option, ...]
    answer: int
    reasons: tuple[Reason, ...]


@checked
def make_ticket(lesson: str, seed: int) -> tuple[Question, ...]:
    """The questions about a lesson; the same for the same seed.

    >>> [question.kind for question in make_ticket("rule", seed=7)]
    ['check', 'check', 'check', 'check', 'check']
    """
    if lesson not in SHEETS:
        raise SpecError(unknown_name(lesson, "a lesson", SHEETS))
    kind, level = SHEETS[lesson]
    exercises = make_exercises(kind, level, count=QUESTIONS, seed=seed)
    return tuple(_question(each, RandomChoices(seed, _CHOICES + i)) for i, each in enumerate(exercises))


def _question(exercise: Exercise, choices: RandomChoices) -> Question:
    if exercise.kind == "check":
        return _about_three(exercise)
    if exercise.kind == "find":
        return _about_table(exercise, choices)
    return _about_card(exercise, choices)


def _about_three(exercise: Exercise) -> Question:
    """Are these three cards a SET, and if not, which property is at fault?"""
    options = (SET, *PROPERTIES)
    answer = 1 + exercise.spoilt[0] if exercise.spoilt else 0
    reasons = tuple(Reason((digits,)) for digits in _digits(exercise.shown_cards))
    return Question(exercise.kind, exercise.cards, None, options, answer, reasons)


def _about_table(exercise: Exercise, choices: RandomChoices) -> Question:
    """Which of these triples is a SET? The wrong ones fail in one property, as far as the table has such triples."""
    right = exercise.sets[choices.below(len(exercise.sets))]
    slips = slips_among(exercise.shown_cards)
    others = [each for each in combinations(exercise.shown_cards, 3) if not _SPACE.is_set(each) and each not in slips]
    wrong = choices.some_of(slips, min(OPTIONS - 1, len(slips)))
    options = [right, *wrong, *choices.some_of(others, OPTIONS - 1 - len(wrong))]
    order = choices.some_of(options, len(options))
    reasons = tuple(Reason((digits,)) for digits in _digits(right))
    return Question(exercise.kind, exercise.cards, None, tuple(order), order.index(right), reasons)


def _about_card(exercise: Exercise, choices: RandomChoices) -> Question:
    """Which card belongs in this place?"""
    gaps = [i for i, card in enumerate(exercise.cards) if card is None]
    number = choices.below(len(gaps))
    right, shown = exercise.answer[number], exercise.shown_cards
    near = [card for card in _SPACE if card not in shown and 0 < _distance(card, right) <= NEAR]
    order = choices.some_of([right, *choices.some_of(near, OPTIONS - 1)], OPTIONS)
    used = shown if exercise.kind == "hidden" else next(_pairs_before(shown, right))
    reasons = tuple(
        Reason(group_digits(digits), value)
        for digits, value in zip(_digits(used), _SPACE.coordinates(right), strict=True)
    )
    options = tuple((card,) for card in order)
    return Question(exercise.kind, exercise.cards, gaps[number], options, order.index(right), reasons)


def _pairs_before(shown: Sequence[int], card: int) -> Iterator[tuple[int, int]]:
    """The pairs of cards that make a SET with a card."""
    return (pair for pair in combinations(shown, 2) if _SPACE.third(*pair) == card)


def _distance(a: int, b: int) -> int:
    return sum(x != y for x, y in zip(_SPACE.coordinates(a), _SPACE.coordinates(b), strict=True))


def _digits(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The digits of the cards, property by property."""
    return zip(*map(_SPACE.coordinates, cards), strict=True)
