"""Cards on a table with numbers: how the table is drawn, how a player names cards, and why three are not a SET."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from setlab.cli.screen import in_words, style, width
from setlab.errors import CardError, RuleError, join_names, plural, quote
from setlab.geometry import Pattern, ProjectiveDeck, QuadDeck
from setlab.geometry.binary import LEAST_PROJECTIVE
from setlab.notation import Notation
from setlab.notation.faces import property_of
from setlab.notation.reading import is_code
from setlab.render import sheet_text

Slots = Sequence[int | None]

HOW = "Type three cards by their numbers, as 2 5 9; digits, letters or words with commas between them do as well."
ABOUT_HINTS = "how many SETs there are; then one card of a SET; then the SET (or hint 2, hint 3)"


def draw_numbered(slots: Slots, here: Notation) -> str:
    """The cards drawn with the numbers of their slots, from 1; empty slots are left out, and no number changes."""
    places = [(number, card) for number, card in enumerate(slots, 1) if card is not None]
    faces, captions = [here.face(card) for _, card in places], [str(number) for number, _ in places]
    return sheet_text(faces, width=width(), style=style(), captions=captions)


def read_claim(text: str, slots: Slots, here: Notation) -> tuple[int, ...]:
    """The cards on the table that a player names, all different; raise an error unless they are as many as a SET has.

    A number with as many digits as a card has properties is a card, any other the number of a slot.

    >>> from setlab.notation import find_notation
    >>> slots, texts = (0, 40, None, 80), ["1 2 4", "1-2-4", "1RFO 2 2222", "0000, 2, three purple open squiggles"]
    >>> {read_claim(text, slots, find_notation()) for text in texts}
    {(0, 40, 80)}
    """
    cards = tuple(_card_of(part, slots, here) for part in _parts(text, here))
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        named = f"card {slots.index(twice) + 1} ({here.name(twice)})"
        raise CardError(f"{named} is there twice: name {here.deck.n} different cards")
    if isinstance(here.deck, ProjectiveDeck):
        if len(cards) < LEAST_PROJECTIVE:
            raise RuleError(f"{plural(len(cards), 'card')} named, and a SET has at least {LEAST_PROJECTIVE}")
    elif len(cards) != here.deck.n:
        raise RuleError(
            f"{plural(len(cards), 'card')} named, and a {here.deck.set_name} has {here.deck.n}: type them as 2 5 9"
        )
    return cards


def slot_numbers(cards: Sequence[int], slots: Slots) -> list[int]:
    """The numbers of the slots in which cards lie, ascending.

    >>> slot_numbers([80, 0], (0, 40, None, 80))
    [1, 4]
    """
    return sorted(slots.index(card) + 1 for card in cards)


def why_no_set(cards: Sequence[int], here: Notation) -> str:
    """The properties that prevent three cards from being a SET, with their values.

    >>> from setlab.notation import find_notation
    >>> why_no_set((0, 1, 5), find_notation())
    'the filling (solid, solid, striped) is neither all the same nor all different'
    """
    patterns = here.deck.patterns(cards)
    if isinstance(here.deck, ProjectiveDeck):
        odd = [str(dot) for dot, pattern in enumerate(patterns, 1) if pattern is Pattern.ODD]
        there = f"s {join_names(odd, 'and')} are" if len(odd) > 1 else f" {odd[0]} is"
        return f"dot{there} there an odd number of times"
    rule = "neither all the same nor all different" + ", nor two and two" * isinstance(here.deck, QuadDeck)
    spoiling = [p.name for p, pattern in zip(here.properties, patterns, strict=True) if pattern is Pattern.NEITHER]
    values = [f"the {name} ({', '.join(here.words(card)[name] for card in cards)})" for name in spoiling]
    return f"{join_names(values, 'and')} {'are' if len(values) > 1 else 'is'} {rule}"


def _parts(text: str, here: Notation) -> Iterator[str]:
    """The texts that name one card each."""
    for part in re.split("[,;]", text):
        words = [word for word in re.split(r"[\s-]+", part) if word]
        has_words = not all(_is_number(word) or is_code(word, here) for word in words)
        yield from here.split(part) if has_words else words


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _card_of(text: str, slots: Slots, here: Notation) -> int:
    if _is_number(text) and len(text) != here.deck.d:
        lying = dict(enumerate(slots, 1)).get(int(text))
        if lying is None:
            raise RuleError(f"there is no card {int(text)} on the table: the numbers are 1 to {len(slots)}")
        return lying
    try:
        card = here.parse(text)
    except CardError:
        if text.isalpha() and property_of(text) is None:
            raise CardError(f"{quote(text)} is neither a card nor a command: type cards, as 2 5 9, or help") from None
        raise
    if card not in slots:
        raise RuleError(f"{here.name(card)} ({quote(text)}) is not on the table: name cards that are")
    return card


Cards = Sequence[int]
LEVELS = 3


class Hints:
    """The hints that a player has asked for; every hint about the same table says more than the one before."""

    def __init__(self, here: Notation) -> None:
        self.here, self.level = here, 0
        self.slots: Slots = ()

    def give(self, wanted: str, slots: Slots, sets: Sequence[Cards], best: Callable[[], Cards]) -> str:
        """The next hint, or the one of the wanted level, 1 to 3; `best` chooses the SET that is meant.

        >>> from setlab.notation import find_notation
        >>> hints, slots, sets = Hints(find_notation()), (0, 1, 2, 5), [(0, 1, 2)]
        >>> for _ in range(3):
        ...     print(hints.give("", slots, sets, lambda: sets[0]))
        There is 1 SET on the table.
        Card 1 (one red solid oval) is in a SET.
        1 2 3 is a SET: one red solid oval, one red solid diamond, one red solid squiggle.
        """
        self.level, self.slots = self._level(wanted, slots), slots
        if self.level == 1 or not sets:
            word = self.here.deck.set_name
            number = plural(len(sets), word) if sets else f"no {word}s"
            return f"There {'is' if len(sets) == 1 else 'are'} {number} on the table."
        cards = best()
        if self.level == 2:
            return f"Card {slots.index(cards[0]) + 1} ({self.here.name(cards[0])}) is in a {self.here.deck.set_name}."
        numbers = " ".join(map(str, slot_numbers(cards, slots)))
        return f"{numbers} is a {self.here.deck.set_name}: {in_words(sorted(cards, key=slots.index), self.here)}."

    def _level(self, wanted: str, slots: Slots) -> int:
        if not wanted:
            return min(self.level + 1, LEVELS) if slots == self.slots else 1
        if wanted not in map(str, range(1, LEVELS + 1)):
            rule = "hint 1 says how many SETs, hint 2 a card, hint 3 a SET"
            raise RuleError(f"there is no hint {quote(wanted)}: {rule}")
        return int(wanted)
