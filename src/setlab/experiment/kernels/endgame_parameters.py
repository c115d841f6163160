"""What a game of `endgame` is played with: its parameters, checked and complete, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setlab.counting import count_sets
from setlab.errors import SpecError, quoted
from setlab.experiment.kernel import Parameters
from setlab.geometry import Deck
from setlab.rules import Refill, Rules

CHOICES = ("random", "popular", "reject", "first")
REFILLS = ("standard", "always-three", "greedy-deck")
NEVER = 2**31 - 1

RARE = {4: (18, 21)}
"""For each dimension with three values: from which leftover, and from which table on a game is kept."""


def normalise(given: Mapping[str, Any]) -> Parameters:
    """The parameters checked and complete.

    `lost` is a number of cards lost at random, or a list of cards, or "set" or "no-set" for three lost cards.

    >>> normalise({"refill": "always-three"})["table"]
    12
    """
    d, n = int(given.get("dimension", 4)), int(given.get("values", 3))
    if not 2 <= d <= 6:
        raise SpecError(f"dimension {d} is out of range for endgame: choose 2 to 6")
    if not 2 <= n <= 5:
        raise SpecError(f"{n} values are out of range for endgame: choose 2 to 5")
    choice = _chosen("choice", given.get("choice", "random"), CHOICES)
    refill = _chosen("refill", given.get("refill", "standard"), REFILLS)
    lost = _lost(given.get("lost", 0), Deck(d, n))
    cards = len(Deck(d, n)) - (lost if isinstance(lost, int) else len(lost))
    table = given.get("table")
    if refill == "greedy-deck":
        if choice != "first" and "choice" in given:
            raise SpecError("the greedy reduction takes the first SET of the whole deck: leave --choice out")
        if table not in (None, "all", cards):
            raise SpecError(f"the greedy reduction has all cards on the table, not {table}: leave --table out")
        choice, table = "first", "all"
    if table is None:
        table = n * d if refill == "always-three" else 12
    size = cards if table == "all" else int(table)
    if not n <= size:
        raise SpecError(f"a table of {size} cards is too small: a SET has {n}")
    return {
        "dimension": d,
        "values": n,
        "lost": lost,
        "table": min(size, cards),
        "choice": choice,
        "refill": "standard" if refill == "greedy-deck" else refill,
    }


def _chosen(what: str, value: Any, possible: Sequence[str]) -> str:
    if value not in possible:
        raise SpecError(f"{quoted(str(value))} is not a {what}: choose {', '.join(possible[:-1])} or {possible[-1]}")
    return str(value)


def _lost(given: Any, deck: Deck) -> int | list[int]:
    """A number of cards, or the cards; "set" and "no-set" stand for three: all such triples are alike."""
    if isinstance(given, str) and given in ("set", "no-set"):
        if deck.n != 3:
            raise SpecError(f"lost cards that are a {given} have three values: use --values 3")
        return [0, 1, 2] if given == "set" else [0, 1, 3]
    if isinstance(given, int):
        if not 0 <= given <= len(deck) - deck.n:
            raise SpecError(f"{given} cards cannot be lost: the deck has {len(deck)}")
        return given
    return sorted(deck.distinct(int(card) for card in given))


def cards_played(p: Parameters) -> tuple[list[int], int]:
    """The cards that are shuffled, and how many of them are dealt."""
    deck = range(p["values"] ** p["dimension"])
    if isinstance(p["lost"], int):
        return list(deck), len(deck) - p["lost"]
    kept = [card for card in deck if card not in p["lost"]]
    return kept, len(kept)


def choice_width(p: Parameters) -> int:
    """The bits of the draw that chooses a SET."""
    return 16 if count_sets(p["dimension"], p["values"]) < 2**16 else 32


def rules_of(p: Parameters) -> Rules:
    """The rules that the parameters stand for."""
    lost = p["lost"] if isinstance(p["lost"], int) else len(p["lost"])
    return Rules(p["dimension"], p["values"], max(p["table"], p["values"]), lost, Refill(p["refill"]))


def rare_from(p: Parameters) -> tuple[int, int]:
    """From which leftover and from which table on a game is rare enough to be kept."""
    return RARE.get(p["dimension"], (NEVER, NEVER)) if p["values"] == 3 and p["table"] == 12 else (NEVER, NEVER)
