"""The parameters of `endgame`, and the game that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from setlab.errors import SpecError, listed, quoted
from setlab.experiment.parameters import Kind, Parameters, in_range, one_of, parameter, whole_number
from setlab.geometry import Deck
from setlab.limits import GAMES, between
from setlab.rules import Choice, Refill, Rules

GREEDY = "greedy-deck"
"""Stands for the standard refill with all cards on the table, of which the first SET is taken."""

CHOICES, REFILLS = tuple(Choice), (*Refill, GREEDY)
SETS = "sets"
"""An additional count: the SETs on every table that is searched."""

TRIPLES = {"set": (0, 1, 2), "no-set": (0, 1, 3)}
"""Three lost cards that are a SET, and three that are not: the symmetries of the game make all such triples alike."""

TABLE = 12
NEVER = 2**31 - 1
RARE = {4: (18, 21)}
"""For each dimension with three values: from which leftover, and from which table on a game is kept."""


@dataclass(frozen=True)
class EndgameParameters(Parameters):
    """The deck and the rules of a game.

    `lost` is a number of cards lost at random, or the lost cards. `table` is the number of cards on the table.

    >>> EndgameParameters.complete({"refill": "always-three"}).table
    12
    """

    dimension: int = parameter(
        in_range(
            "dimension", f"dimension {{}} is out of range for endgame: choose {between(GAMES)}", GAMES[0], GAMES[-1]
        ),
        "-d",
        "--dimension",
        "--properties",
        metavar="D",
        help="Number of properties of a card, 2 to 6; default 4.",
        kind=Kind.NUMBER,
        default=4,
    )
    values: int = parameter(
        in_range("values", "{} values are out of range for endgame: choose 2 to 5", 2, 5),
        "-n",
        "--values",
        metavar="N",
        help="Number of values of a property, 2 to 5; default 3.",
        kind=Kind.NUMBER,
        default=3,
    )
    lost: int | tuple[int, ...] = parameter(
        lambda value: value,
        "--lost",
        metavar="L",
        help="Lost cards: a number; cards with commas; `set` or `no-set`, three cards.",
        kind=Kind.CARDS,
        words=tuple(TRIPLES),
        default=0,
    )
    table: int = parameter(
        lambda value: value if isinstance(value, str) and value == "all" else whole_number(value, "table"),
        "--table",
        metavar="T",
        help="Number of cards on the table, or `all`; default 12.",
        kind=Kind.NUMBER,
        words=("all",),
        default=TABLE,
    )
    choice: Choice = parameter(
        one_of("choice", CHOICES),
        "--choice",
        metavar="NAME",
        help=f"How a SET is chosen: {listed(CHOICES)}; default random.",
        default=Choice.RANDOM,
    )
    refill: Refill = parameter(
        one_of("refill", REFILLS),
        "--refill",
        metavar="NAME",
        help=f"When cards are dealt: {listed(REFILLS)}; default standard.",
        default=Refill.STANDARD,
    )
    count: str | None = parameter(
        lambda value: None if value is None else one_of("count", (SETS,))(value),
        "--count",
        metavar="WHAT",
        help=f"`{SETS}`: count also the SETs on every table that is searched.",
        default=None,
    )

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, checked also against each other."""
        checked = cls.checked(given)
        d, n = checked.get("dimension", 4), checked.get("values", 3)
        refill, deck = checked.get("refill", Refill.STANDARD), Deck(d, n)
        lost = _lost(checked.get("lost", 0), deck)
        cards = len(deck) - (lost if isinstance(lost, int) else len(lost))
        if refill == GREEDY:
            checked = _greedy(checked, cards)
        table = checked.get("table", n * d if refill == Refill.ALWAYS_THREE else TABLE)
        size = cards if table == "all" else table
        if size < n:
            raise SpecError(f"a table of {size} cards is too small: a SET has {n}")
        count = checked.get("count")
        if count and size >= cards:
            raise SpecError(
                f"SETs are counted while cards are undealt: choose a table of at most {cards - 1} cards, not {size}"
            )
        choice = Choice(checked.get("choice", Choice.RANDOM))
        rule = Refill.STANDARD if refill == GREEDY else Refill(refill)
        return cls(d, n, lost, min(size, cards), choice, rule, count)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards that are shuffled."""
        lost = set() if isinstance(self.lost, int) else set(self.lost)
        return tuple(card for card in range(self.values**self.dimension) if card not in lost)

    @property
    def dealt(self) -> int:
        """How many of them are dealt."""
        return len(self.deck) - (self.lost if isinstance(self.lost, int) else 0)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        lost = self.lost if isinstance(self.lost, int) else len(self.lost)
        return Rules(self.dimension, self.values, max(self.table, self.values), lost, self.refill)

    @property
    def rare_from(self) -> tuple[int, int]:
        """From which leftover and from which table on a game is rare enough to be kept."""
        is_usual = self.values == 3 and self.table == TABLE
        return RARE.get(self.dimension, (NEVER, NEVER)) if is_usual else (NEVER, NEVER)

    @property
    def counts_sets(self) -> bool:
        """True if the SETs on every table that is searched are counted."""
        return self.count == SETS

    @property
    def begins_at_random(self) -> bool:
        """True if the first table is a random collection of the whole deck, with three values."""
        return self.values == 3 and isinstance(self.lost, int)

    @property
    def is_plain(self) -> bool:
        """True for the standard game with the whole deck and a random choice."""
        return (self.values, self.lost, self.choice, self.refill) == (3, 0, Choice.RANDOM, Refill.STANDARD)


def _greedy(checked: dict[str, Any], cards: int) -> dict[str, Any]:
    """The parameters of the greedy reduction, which leaves no choice of table and SET."""
    table = checked.get("table", "all")
    if checked.get("choice", Choice.FIRST) != Choice.FIRST:
        raise SpecError("the greedy reduction takes the first SET of the whole deck: leave --choice out")
    if table not in ("all", cards):
        raise SpecError(f"the greedy reduction has all cards on the table, not {table}: leave --table out")
    return checked | {"choice": Choice.FIRST, "table": "all"}


def _lost(given: Any, deck: Deck) -> int | tuple[int, ...]:
    """The number of lost cards, or the cards."""
    if isinstance(given, str) and given in TRIPLES:
        if deck.n != 3:
            raise SpecError(f"lost cards that are a {given} have three values: use --values 3")
        return TRIPLES[given]
    if isinstance(given, Iterable) and not isinstance(given, str):
        return tuple(sorted(deck.distinct(map(_card, given))))
    if isinstance(given, str) and not given.strip().isdecimal():
        raise SpecError(
            f"lost={given!r} loses no cards: give a number of cards, the cards, or {listed(tuple(TRIPLES))}"
        )
    number = whole_number(given, "lost")
    if not 0 <= number <= len(deck) - deck.n:
        raise SpecError(f"{number} cards cannot be lost: the deck has {len(deck)}")
    return number


def _card(given: Any) -> int:
    """The number of a lost card; a text is not read as a number, since the digits of a card are not its number."""
    if isinstance(given, str):
        raise TypeError(f"the lost card {quoted(given)} is a text: read it with a notation, which gives its number")
    return whole_number(given, "lost card")
