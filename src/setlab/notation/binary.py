"""The cards of EvenQuads and Projective SET, in a design of our own.

A card of quads has one to four symbols of four colours and shapes. Every colour has a filling of its own, so that cards
stay apart for every eye and in grey. A card of Projective SET has dots in six places, each with its colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from setlab.arguments import checked
from setlab.errors import SpecError, join_names, unknown_name
from setlab.geometry.binary import ProjectiveDeck, QuadDeck
from setlab.notation.faces import DOTS, WordedFace
from setlab.notation.notation import Notation, Property, find_notation
from setlab.notation.reading import not_a_card

SET, QUADS, PROJECTIVE = "set", "quads", "projective"

DECK_NAMES = (SET, QUADS, PROJECTIVE)
"""The decks by name: that of SET, of EvenQuads, of Projective SET."""

FILLINGS = {"red": "solid", "green": "striped", "purple": "open", "blue": "dotted"}
"""The filling that goes with each colour of quads."""

QUAD_VALUES = {"number": ("1", "2", "3", "4"), "colour": tuple(FILLINGS), "shape": ("oval", "diamond", "star", "heart")}


@checked
@dataclass(frozen=True, repr=False)
class QuadNotation(Notation):
    """The names of the cards of quads.

    >>> quads = find_deck("quads")
    >>> card = quads.parse("two green hearts")
    >>> quads.digits(card), quads.letters(card), quads.face(card)["filling"], quads.name(card)
    ('113', '2GH', 'striped', 'two green hearts')
    """

    def __repr__(self) -> str:
        return f"find_deck({self.key!r})"

    def face(self, card: int) -> WordedFace:
        """The face of the card, with the filling that goes with its colour.

        >>> find_deck("quads").face(0)
        {'number': '1', 'colour': 'red', 'shape': 'oval', 'filling': 'solid'}
        """
        face = super().face(card)
        return WordedFace({**face, "filling": FILLINGS[face["colour"]]}, face.words)


@checked
@dataclass(frozen=True, repr=False)
class DotNotation(Notation):
    """The names of the cards of Projective SET: their dots, or a digit 0 or 1 for each.

    >>> dots = find_deck("projective")
    >>> dots.parse("136"), dots.parse("101001"), dots.digits(41), dots.letters(41), dots.name(41)
    (41, 41, '101001', '136', 'dots 1, 3 and 6')
    """

    def __repr__(self) -> str:
        return f"find_deck({self.key!r})"

    @property
    def named_properties(self) -> tuple[Property, ...]:
        """None: dots have numbers."""
        return ()

    def letters(self, card: int) -> str:
        """The numbers of the dots.

        >>> find_deck("projective").letters(63)
        '123456'
        """
        return "".join(map(str, self._deck.dots(card)))

    def face(self, card: int) -> WordedFace:
        """The face of the card: its dots.

        >>> find_deck("projective").face(41)
        {'dots': '136'}
        """
        return WordedFace({DOTS: self.letters(card)}, {DOTS: self.name(card)})

    def name(self, card: int) -> str:
        """The card in words.

        >>> find_deck("projective").name(1), find_deck("projective").name(3)
        ('dot 6', 'dots 5 and 6')
        """
        numbers = self.letters(card)
        return f"dot{'s' * (len(numbers) > 1)} {join_names(numbers, 'and')}"

    def parse(self, text: str) -> int:
        """The card that a text names by the numbers of its dots, ascending or not, or by six digits 0 and 1.

        >>> find_deck("projective").parse("dots 1, 3 and 6")
        41
        >>> find_deck("projective").parse("117")
        Traceback (most recent call last):
        setlab.errors.CardError: '117' is not a card: name each of its dots 1 to 6 once, as in 136, or six digits 0 or 1
        """
        d = self.deck.d
        bare = re.sub(r"dots?|and|[\s,]", "", text.lower())
        if re.fullmatch(f"[01]{{{d}}}", bare) and int(bare, 2):
            return int(bare, 2)
        if re.fullmatch(f"[1-{d}]+", bare) and len(set(bare)) == len(bare):
            return sum(1 << d - int(dot) for dot in bare)
        raise not_a_card(text, f"name each of its dots 1 to {d} once, as in 136, or six digits 0 or 1")

    def split(self, text: str) -> list[str]:
        """The texts of the cards, between blanks, commas, semicolons and line breaks.

        >>> find_deck("projective").split("136 2, 101001;dots 1 and 3  # two more")
        ['136', '2', '101001', 'dots 1 and 3']
        """
        lines = [line for line in re.split(r"[\n;]", re.sub(r"#.*", "", text)) if line.strip()]
        parts = [[line.strip()] if "dot" in line.lower() else re.split(r"[\s,]+", line.strip()) for line in lines]
        return [part for line in parts for part in line if part]

    @property
    def _deck(self) -> ProjectiveDeck:
        assert isinstance(self.deck, ProjectiveDeck)
        return self.deck


@checked
def find_deck(name: str = SET) -> Notation:
    """The deck of this name, with the names of its cards: `set`, `quads` or `projective`.

    >>> [len(find_deck(name).deck) for name in DECK_NAMES]
    [81, 64, 63]
    """
    if name not in DECK_NAMES:
        raise SpecError(unknown_name(name, "a deck", DECK_NAMES))
    return find_notation() if name == SET else _binary(name)


@cache
def _binary(name: str) -> Notation:
    if name == PROJECTIVE:
        return DotNotation(PROJECTIVE, ProjectiveDeck(), ())
    words = QUAD_VALUES | {"number": ("one", "two", "three", "four")}
    return QuadNotation(QUADS, QuadDeck(), tuple(Property(p, QUAD_VALUES[p], words[p]) for p in QUAD_VALUES))
