"""Several cards as a user gives them, in texts, as numbers, in an array; and the SETs among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from setlab.arguments import checked, several
from setlab.errors import CardError, SpecError
from setlab.geometry.deck import Deck
from setlab.geometry.space import Space
from setlab.notation.card import Card, notation_for
from setlab.notation.notation import Notation, find_notation

Cards: TypeAlias = str | Iterable[int | str]
"""Several cards: one text that names them, or numbers and texts in a list, an array, a `CardSet` or a `Table`."""


Taking = TypeVar("Taking", bound=Callable[..., Any])


def of_one_table(otherwise: str) -> Callable[[Taking], Taking]:
    """Refuse an array with one table to a row, and name the function that takes it."""

    def decorated(function: Taking) -> Taking:
        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            cards: Any = args[0] if args else options.get("cards")
            if getattr(cards, "ndim", 1) > 1:
                name, shape = function.__name__, cards.shape
                raise CardError(f"{name} takes the cards of one table, not an array of shape {shape}: {otherwise}")
            return function(*args, **options)

        return call  # type: ignore[return-value]

    return decorated


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
    here = notation_for(notation, known)
    if known is not None and known.deck != here.deck:
        raise SpecError(f"the notation is for {here.deck}, the cards are of {known.deck}: use one deck")
    texts = [card for card in given if isinstance(card, str)]
    found = here.parse_all(texts) if len(texts) == len(given) else given
    return tuple(Card(card, here) for card in found)


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
