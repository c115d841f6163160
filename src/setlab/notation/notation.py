"""Notations: which property is which coordinate, and which value is which digit. Each source has its own.

A card is a number; only a notation gives it a face. The same number has different faces in two notations, and
`convert` finds the number that has the same face.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from setlab.arguments import checked
from setlab.errors import CardError, SpecError, join_names, quote, unknown_name
from setlab.extensions import added_names, find_added
from setlab.files import read_toml
from setlab.geometry.deck import Deck
from setlab.notation.faces import PROPERTIES, Face, WordedFace, describe, letter_of, property_of, words_for
from setlab.notation.reading import read_card, split_cards


@dataclass(frozen=True)
class NotationTable:
    """A notation: where it is printed, its first digit, and the words of each property in digit order.

    >>> TABLES["thesis"].properties[0]
    ('number', '3 1 2')
    """

    printed_in: str
    first_digit: int
    properties: tuple[tuple[str, str], ...]
    left_out: str = ""
    """The property that decks with fewer than four properties do without."""


DEFAULT = "standard"
"""The notation of cards unless another is named."""


def _read_tables() -> dict[str, NotationTable]:
    rows = read_toml(__file__, "notations.toml").items()
    return {name: NotationTable(**row | {"properties": tuple(map(tuple, row["properties"]))}) for name, row in rows}


TABLES = _read_tables()
"""The notations of `notations.toml`: the standard one, then those of the sources."""

NOTATIONS = tuple(TABLES)
"""The names of the notations."""


MOST_NAMED_VALUES = 5
"""The largest number of values for which every value has a name."""


@checked
@dataclass(frozen=True)
class Property:
    """One coordinate of a notation: its name, and for each digit the value with the source's word for it.

    >>> find_notation("thesis").properties[1]
    Property(name='filling', values=('open', 'striped', 'solid'), words=('hollow', 'striped', 'full'))
    """

    name: str
    values: tuple[str, ...]
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.name not in PROPERTIES:
            raise SpecError(unknown_name(self.name, "a property", tuple(PROPERTIES)))
        if len(self.words) != len(self.values):
            raise SpecError(f"the {self.name} has {len(self.values)} values and {len(self.words)} words: give as many")
        for word, value in zip(self.words, self.values, strict=True):
            if value not in PROPERTIES[self.name]:
                raise SpecError(unknown_name(word, f"a word for a {self.name}", words_for(self.name)))
            if self.values.count(value) > 1:
                twice = " and ".join(w for w, v in zip(self.words, self.values, strict=True) if v == value)
                raise SpecError(f"the {self.name} {value} is there twice, as {twice}: give each value one word")


@checked
@dataclass(frozen=True, repr=False)
class Notation:
    """The names of the cards of a deck.

    >>> standard = find_notation()
    >>> card = standard.parse("two purple striped diamonds")
    >>> standard.digits(card), standard.letters(card), standard.parse("2PTD") == card
    ('1211', '2PTD', True)
    >>> standard.name(card)
    'two purple striped diamonds'
    """

    key: str
    deck: Deck
    properties: tuple[Property, ...]
    first_digit: int = 0

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        d, n = self.deck.d, self.deck.n
        return f"find_notation('{self}'{f', {d}, {n}' if (d, n) != (4, 3) else ''})"

    def digits(self, card: int) -> str:
        """The card as digits of this notation.

        >>> find_notation("thesis").digits(52), find_notation("stanke").digits(52)
        ('1221', '2332')
        """
        return "".join(str(value + self.first_digit) for value in self.deck.coordinates(card))

    def face(self, card: int) -> WordedFace:
        """The face of the card: each property with its value.

        >>> find_notation("thesis").face(52)
        {'number': '1', 'filling': 'solid', 'colour': 'red', 'shape': 'diamond'}
        """
        named = list(zip(self.named_properties, self.deck.coordinates(card), strict=True))
        return WordedFace({p.name: p.values[i] for p, i in named}, {p.name: p.words[i] for p, i in named})

    def words(self, card: int) -> dict[str, str]:
        """The face of the card, in the words of the source.

        >>> find_notation("thesis").words(80)
        {'number': '2', 'filling': 'full', 'colour': 'red', 'shape': 'worm'}
        """
        return self.face(card).words

    def name(self, card: int) -> str:
        """The card in words.

        >>> find_notation("thesis").name(80)
        '2 red full worms'
        """
        return describe(self.face(card))

    def letters(self, card: int) -> str:
        """The card in short letters: number, colour, filling, shape and so on, in the same order in every notation.

        The letters of a card that has a number and no other property would look like digits; its digits are given.

        >>> find_notation("thesis").letters(80), find_notation("endgame").letters(0)
        ('2RFS', '1GFO')
        """
        if [p.name for p in self.named_properties] == ["number"]:
            return self.digits(card)
        face = self.face(card)
        return "".join(letter_of(name, face[name]) for name in PROPERTIES if name in face.words)

    def card_with(self, face: Face) -> int:
        """The card with this face.

        >>> find_notation("solitaire").card_with({"number": "3", "colour": "purple", "filling": "striped",
        ...                                "shape": "diamond"})
        12
        """
        for p in self.named_properties:
            if face.get(p.name) not in p.values:
                said = f"has no {p.name}" if p.name not in face else f"has the {p.name} {quote(str(face[p.name]))}"
                raise CardError(f"no card of '{self}' has this face: it {said}; choose {join_names(p.values)}")
        return self.deck.card(p.values.index(face[p.name]) for p in self.named_properties)

    def convert(self, card: int, other: Notation) -> int:
        """The number that the same face has in another notation.

        >>> thesis, solitaire = find_notation("thesis"), find_notation("solitaire")
        >>> solitaire.digits(thesis.convert(thesis.parse("2111"), solitaire))
        '2110'
        """
        face, names = self.face(card), {p.name for p in other.properties}
        if set(face) != names or self.deck != other.deck:
            theirs = ", ".join(p.name for p in other.properties)
            named = f"name different properties in {self.deck.d} dimensions ({', '.join(face)}; {theirs})"
            raise SpecError(f"'{self}' and '{other}' {named}: convert needs the same")
        return other.card_with(face)

    def parse(self, text: str) -> int:
        """The card that a text names by digits, by short letters, by a symbol, or by words in any order.

        A text that could mean two cards is refused with a question.

        >>> thesis = find_notation("thesis")
        >>> {thesis.parse(t) for t in ("1221", "(1, 2, 2, 1)", "1rfd", "◆R", "one full red diamond")}
        {52}
        >>> thesis.parse("2RHO")
        Traceback (most recent call last):
        setlab.errors.CardError: '2RHO' could mean 2 red striped ovals (2RTO) or 2 red hollow ovals (2REO): which? …
        >>> thesis.parse("2239")
        Traceback (most recent call last):
        setlab.errors.CardError: '2239' is not a card: each digit must be 0, 1 or 2
        """
        return read_card(text, self)

    def split(self, text: str) -> list[str]:
        """The texts of the cards that a text contains.

        >>> find_notation().split("0122, two red open ovals one green solid diamond")
        ['0122', 'two red open ovals', 'one green solid diamond']
        """
        return split_cards(text, self)

    def parse_all(self, texts: str | Iterable[str]) -> list[int]:
        """The cards that one text or several name, in their order; raise `CardError` if one is named twice.

        >>> find_notation().parse_all("0001, two purple striped diamonds; 2RFO  # and a comment")
        [1, 49, 27]
        """
        texts = [texts] if isinstance(texts, str) else texts
        cards: dict[int, str] = {}
        for name in (name for text in texts for name in self.split(text)):
            card = self.parse(name)
            if card in cards:
                raise CardError(f"{quote(name)} is there twice: each card occurs once in a deck")
            cards[card] = name
        return list(cards)

    @cached_property
    def named_properties(self) -> tuple[Property, ...]:
        """The properties; raise `SpecError` if the values have no names.

        >>> [p.name for p in find_notation("stanke", 2).named_properties]
        ['number', 'colour']
        """
        if not self.properties:
            rule = f"names end at {MOST_NAMED_VALUES} values"
            raise SpecError(f"cards with {self.deck.n} values have digits and no names: {rule}")
        return self.properties


@checked
@lru_cache
def find_notation(name: str = DEFAULT, dimension: int = 4, n: int = 3) -> Notation:
    """The standard notation, or that of a source, for d properties with n values.

    For d < 4 it has the first d properties of the source, and number, colour, shape, as the junior deck has, in the
    standard notation; for d > 4 background, border, texture and scent
    follow. A fourth and a fifth value follow those of the source. Beyond five values cards have digits alone.

    >>> [p.name for p in find_notation("endgame", 5).properties]
    ['colour', 'number', 'shape', 'filling', 'background']
    >>> find_notation("thesis", 4, 4).name(255)
    '4 pink dotted stars'
    """
    table, deck = find_table(name), Deck(dimension, n)
    if n > MOST_NAMED_VALUES:
        return Notation(name, deck, (), table.first_digit)
    printed = dict(table.properties)
    words = printed | {other: " ".join(PROPERTIES[other][:3]) for other in PROPERTIES if other not in printed}
    names = [named for named in words if dimension >= 4 or named != table.left_out][:dimension]
    try:
        properties = tuple(_property(named, words[named].split(), n) for named in names)
    except SpecError as error:
        raise SpecError(f"the notation '{name}' of setlab/notation/notations.toml: {error}") from None
    return Notation(name, deck, properties, table.first_digit)


def find_table(name: str) -> NotationTable:
    """The table of a notation, of setlab or of a package that adds it."""
    if name in TABLES:
        return TABLES[name]
    if added := find_added("notations", name, NotationTable):
        return added
    raise SpecError(f"{quote(name)} is not a notation: choose {join_names((*NOTATIONS, *added_names('notations')))}")


def _property(name: str, words: list[str], n: int) -> Property:
    """The property with the words of a table, which any language or source may have; further values follow."""
    values = [found[1] if (found := property_of(word)) and found[0] == name else word for word in words]
    Property(name, tuple(values), tuple(words))  # checks all words of the table, for any number of values
    values += [value for value in PROPERTIES[name] if value not in values]
    words = words + values[len(words) :]
    return Property(name, tuple(values[:n]), tuple(words[:n]))
