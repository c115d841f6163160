"""`Card`: a card of one notation, an `int` that knows its face; reading several cards, and the SETs among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Generic, Self, TypeAlias, TypeVar, overload

from setlab.arguments import checked, several
from setlab.errors import CardError, RuleError, SpecError, plural
from setlab.geometry.deck import Deck
from setlab.geometry.space import Space
from setlab.notation.notation import Notation, find_notation

Reading = int | str
"""A readable form of a card: its number, or a text that names it."""


Read = TypeVar("Read")


class _Value(Generic[Read]):
    """An attribute of a card: the value of a property in the words of the card's notation, a number as an int."""

    def __init__(self, name: str, read: Callable[[str], Read]) -> None:
        self.name, self.read = name, read

    @overload
    def __get__(self, card: None, owner: type) -> Self: ...

    @overload
    def __get__(self, card: Card, owner: type) -> Read: ...

    def __get__(self, card: Card | None, owner: type) -> Self | Read:
        if card is None:
            return self
        words = card.notation.words(card)
        if self.name not in words:
            raise AttributeError(f"{card!r} has no {self.name}: its properties are {', '.join(words)}")
        return self.read(card.face["number"] if self.name == "number" else words[self.name])


NUMERIC = "bcdeEfFgGnoxX%"
"""The codes that end a format specification for numbers."""


class Card(int):
    """A card with a face: an `int`, its number, together with the notation in which it was read.

    Wherever a card is wanted, its number may be given, and conversely: `Card` and number are equal and have the same
    hash, and the operators (`+`, `-`, `<` …) are those of `int` and give plain ints. The arithmetic of the space has
    names: `third`, `add`, `subtract`, `negative`. `str` gives words; a notebook shows a picture. Cards do
    not change.

    >>> card = Card("two red striped ovals")
    >>> int(card), card == Card(30) == 30, {30: "found"}[card]
    (30, True, 'found')
    >>> Card((1, 0, 1, 0)) == card                                  # its coordinates
    True
    >>> card.number, card.colour, card.filling, card.shape
    (2, 'red', 'striped', 'oval')
    >>> card.third("1RFO")
    Card('three red open ovals')
    """

    notation: Notation

    @checked
    def __new__(cls, card: Reading | Sequence[int], notation: Notation | str | None = None) -> Card:
        """The card that a number, a text or coordinates mean in a notation, which may be given by its name."""
        known = card.notation if isinstance(card, Card) else None
        chosen = notation_for(notation, known)
        if known is not None and known != chosen:
            remedy = "card.convert() keeps its face, Card(int(card), notation) its number"
            raise CardError(f"{card!r} is a card of '{known}', not of '{chosen}': {remedy}")
        if isinstance(card, str):
            number = chosen.parse(card)
        else:
            number = chosen.deck.check(card) if isinstance(card, int) else chosen.deck.card(card)
        made = int.__new__(cls, number)
        object.__setattr__(made, "notation", chosen)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Card does not change: make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Card does not change: make another one")

    @property
    def coordinates(self) -> tuple[int, ...]:
        """The coordinates, 0 to n − 1, the first property of the notation first.

        >>> Card(52).coordinates
        (1, 2, 2, 1)
        """
        return self.notation.deck.coordinates(int(self))

    @property
    def name(self) -> str:
        """The card in words.

        >>> Card(52).name
        'two purple open diamonds'
        """
        return str(self)

    @property
    def digits(self) -> str:
        """The card as digits of its notation.

        >>> Card(52).digits
        '1221'
        """
        return self.notation.digits(self)

    @property
    def letters(self) -> str:
        """The card in short letters; `Card` reads them.

        >>> Card(Card(52).letters) == 52
        True
        """
        return self.notation.letters(self)

    @property
    def face(self) -> dict[str, str]:
        """Each property with its value, in the words that all notations share."""
        return self.notation.face(self)

    number = _Value("number", int)
    colour = color = _Value("colour", str)
    filling = shading = _Value("filling", str)
    shape = _Value("shape", str)
    background = _Value("background", str)
    border = _Value("border", str)
    texture = _Value("texture", str)
    scent = _Value("scent", str)

    @checked
    def third(self, other: Reading) -> Card:
        """The card that makes a SET with this one and another.

        >>> Card("0000").third("1111").digits
        '2222'
        """
        return self._as_card(self._space.third(self, self._beside(other)))

    @checked
    def add(self, other: Reading) -> Card:
        """The sum of two cards, coordinate by coordinate modulo 3.

        >>> Card("0012").add("0021").digits
        '0000'
        """
        return self._as_card(self._space.add(self, self._beside(other)))

    @checked
    def subtract(self, other: Reading) -> Card:
        """The vector that leads from the other card to this one, as a card.

        >>> a, b = Card("0012"), Card("0121")
        >>> b.add(a.subtract(b)) == a
        True
        """
        return self._as_card(self._space.subtract(self, self._beside(other)))

    def negative(self) -> Card:
        """Minus the card, coordinate by coordinate modulo 3.

        >>> Card("0012").negative().digits
        '0021'
        """
        return self._as_card(self._space.negative(self))

    @checked
    def convert(self, notation: Notation | str) -> Card:
        """The card with the same face in another notation; its number may differ.

        >>> Card("1221", "thesis").convert("solitaire")
        Card('1 red solid diamond', 'solitaire')
        """
        other = notation_for(notation, self.notation)
        return Card(self.notation.convert(self, other), other)

    def __str__(self) -> str:
        return self.notation.name(self) if self.notation.properties else self.digits

    def __format__(self, specification: str) -> str:
        """The words, filled up or cut as a text; the number where a code for numbers asks for it.

        >>> f"{Card(30):.<25}{Card(30):4d}"
        'two red striped ovals....  30'
        """
        text: int | str = int(self) if specification[-1:] in NUMERIC and specification else str(self)
        return format(text, specification)

    def __repr__(self) -> str:
        return f"Card('{self}'{_notation_argument(self.notation)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self), self.notation)

    def _repr_svg_(self) -> str | None:
        """The picture for a notebook. Drawing is a level above notations, and is loaded when a notebook asks for it."""
        from setlab.notebook import picture_of

        picture = picture_of([self])
        return None if picture is None else picture._repr_svg_()

    @property
    def _space(self) -> Space:
        deck = self.notation.deck
        if deck.n != 3:
            raise RuleError(f"cards with {plural(deck.n, 'value')} have no third card and no sums: those of 3 have")
        return Space(deck.d)

    def _as_card(self, number: int) -> Card:
        return Card(int(number), self.notation)

    def _beside(self, other: Reading) -> Card:
        return Card(other, self.notation)


@checked
def notation_for(notation: Notation | str | None, like: Notation | None = None) -> Notation:
    """The notation itself or by its name, for as many properties and values as `like` has; None stands for `like`.

    >>> notation_for("thesis", find_notation("stanke", 3)) == find_notation("thesis", 3)
    True
    """
    if isinstance(notation, Notation):
        return notation
    if notation is None:
        return like or find_notation()
    return find_notation(notation, like.deck.d, like.deck.n) if like else find_notation(notation)


def _notation_argument(notation: Notation) -> str:
    """The notation as the second argument of a `Card`, nothing for the default."""
    if notation == find_notation():
        return ""
    if notation == find_notation(notation.key):
        return f", '{notation}'"
    return f", {notation!r}"


Cards: TypeAlias = str | Iterable[int | str]
"""Several cards: one text that names them, or numbers and texts in a list, an array, a `CardSet` or a `Table`."""


Taking = TypeVar("Taking", bound=Callable[..., Any])


def of_one_table(otherwise: str) -> Callable[[Taking], Taking]:
    """Refuse an array with one table to a row, and name the function that takes it."""

    def decorate(function: Taking) -> Taking:
        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            cards: Any = args[0] if args else options.get("cards")
            if getattr(cards, "ndim", 1) > 1:
                name, shape = function.__name__, cards.shape
                raise CardError(f"{name} takes the cards of one table, not an array of shape {shape}: {otherwise}")
            return function(*args, **options)

        return call  # type: ignore[return-value]

    return decorate


@checked
def read_cards(cards: Cards, notation: Notation | str | None = None) -> tuple[Card, ...]:
    """The cards in their order, each with its face; raise `CardError` for anything that is not a card.

    Without a notation, cards keep the one that they have; numbers and texts are read in the default notation.

    >>> read_cards("two red striped ovals, 1RFO; 2222")
    (Card('two red striped ovals'), Card('one red solid oval'), Card('three purple open squiggles'))
    >>> read_cards([0, "1111", Card(80)]) == (0, 40, 80)
    True
    """
    given: list[int | str] = [cards] if isinstance(cards, str) else list(several("cards", cards))
    known = _notation_of(cards, given)
    chosen = notation_for(notation, known)
    if known is not None and known.deck != chosen.deck:
        raise SpecError(f"the notation is for {chosen.deck}, the cards are of {known.deck}: use one deck")
    texts = [card for card in given if isinstance(card, str)]
    found = chosen.parse_all(texts) if len(texts) == len(given) else given
    return tuple(Card(card, chosen) for card in found)


@of_one_table("setlab.find_sets_many(array) finds the SETs of every row, setlab.count_sets(array) counts them")
@checked
def find_sets(cards: Cards, notation: Notation | str | None = None) -> list[tuple[Card, ...]]:
    """All SETs among the cards, in the order of the cards.

    >>> for a, b, c in find_sets("1RFO, 2GTD, 3PES, 2RFO, 3RFO"):
    ...     print(f"{a}, {b}, {c}")
    one red solid oval, two green striped diamonds, three purple open squiggles
    one red solid oval, two red solid ovals, three red solid ovals
    >>> find_sets([0, 40, 80, 1]) == [(0, 40, 80)]
    True
    """
    chosen = read_cards(cards, notation)
    return _deck_of(chosen).sets(chosen)  # type: ignore[return-value]


@of_one_table("setlab.count_sets(array) == 1 says of every row of three cards whether it is a SET")
@checked
def is_set(cards: Cards | int, *others: int | str, notation: Notation | str | None = None) -> bool:
    """True if the cards are a SET: distinct, and every property all the same or all different.

    The cards are given together, or one by one.

    >>> is_set("1RFO 2RFO 3RFO"), is_set("1RFO", "2RFO", "3GFO"), is_set([0, 40, 80])
    (True, False, True)
    """
    together = not others and not isinstance(cards, int)
    chosen = read_cards(cards if together else [cards, *others], notation)  # type: ignore[arg-type, list-item]
    return _deck_of(chosen).is_set(chosen)


def _notation_of(cards: object, given: list[int | str]) -> Notation | None:
    """The notation of the first card that has one, else the default for the deck that a collection belongs to."""
    deck = getattr(cards, "space", None) or getattr(cards, "deck", None)
    default = find_notation(dimension=deck.d, n=deck.n) if isinstance(deck, Deck) else None
    return next((card.notation for card in given if isinstance(card, Card)), default)


def _deck_of(cards: tuple[Card, ...]) -> Deck:
    deck = cards[0].notation.deck if cards else Deck()
    return Space(deck.d) if deck.n == 3 else deck
