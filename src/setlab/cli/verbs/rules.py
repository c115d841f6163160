"""`setlab rules`: the rules of the game, with pictures whose verdicts are computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from setlab.cli.options import Json, NotationName, read_notation
from setlab.cli.screen import picture, print_json, wrap_lines
from setlab.counting import count_cards, count_flats
from setlab.errors import listed
from setlab.geometry import Pattern
from setlab.notation import DEFAULT, Notation

EXAMPLES = (
    ("one red striped oval", "two red striped ovals", "three red striped ovals"),
    ("one red solid oval", "two green striped diamonds", "three purple open squiggles"),
    ("one green solid oval", "two green solid ovals", "three red solid ovals"),
)
"""Cards of which the first two triples are SETs and the third is not."""

THE_CARDS = (
    "The deck has {cards} cards, and no two are alike. A card has four properties, and each property has three "
    "values: {properties}."
)
A_SET = (
    "Three cards are a SET if every property by itself is all the same or all different on the three cards. If two "
    "cards agree in a property and the third does not, they are not a SET."
)
THE_GAME = (
    "Lay out 12 cards, open to everybody. All players look at the same time; there are no turns.",
    "Whoever sees a SET says so, takes its three cards, and three new cards are dealt.",
    "If there is no SET, or nobody sees one, three more cards are dealt; after the next SET they are not replaced.",
    "Agree before you begin what a wrong claim costs: nothing among beginners, a SET among experts.",
    "The game ends when the deck is used up and no SET is left. The player with most SETs wins.",
)
TO_KNOW = (
    "Two cards have exactly one third card that completes them to a SET: `setlab third`.",
    "There are {sets} SETs in the deck; every card is in {through} of them.",
    "Beginners take the solid cards only, {junior} of them: `setlab deal --dimension 3`.",
)


@dataclass(frozen=True)
class Example:
    """Three cards with the verdict on each property."""

    cards: tuple[int, ...]
    patterns: tuple[Pattern, ...]

    @property
    def is_set(self) -> bool:
        """True if no property forbids it."""
        return Pattern.NEITHER not in self.patterns


def verb(notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Explain the rules of the game, with pictures.

    setlab rules
    """
    here = read_notation(notation, 4)
    examples = [_example(names, here) for names in EXAMPLES]
    if json:
        print_json(_record(examples, here))
    else:
        print("\n".join(_page(examples, here)))


def _example(names: Sequence[str], here: Notation) -> Example:
    cards = tuple(here.parse(name) for name in names)
    return Example(cards, here.deck.patterns(cards))


def _page(examples: Sequence[Example], here: Notation) -> Iterator[str]:
    texts = _texts(here)
    yield from ("THE CARDS", *wrap_lines(texts["cards"]), "")
    yield from ("A SET", *wrap_lines(texts["set"]))
    for example in examples:
        yield from ("", picture(example.cards, here, columns=3, codes=False), *wrap_lines(_verdict(example, here)))
    yield from ("", "THE GAME", *(line for rule in texts["game"] for line in wrap_lines(rule, "- ")))
    yield from ("", "GOOD TO KNOW", *(line for fact in texts["facts"] for line in wrap_lines(fact, "- ")))


def _texts(here: Notation) -> dict[str, Any]:
    """The texts with the numbers and words of the deck."""
    properties = "; ".join(f"{p.name} ({', '.join(p.words)})" for p in here.properties)
    sets = count_flats(1)
    through = sets * 3 // count_cards(4)
    facts = [fact.format(sets=sets, through=through, junior=count_cards(3)) for fact in TO_KNOW]
    return {
        "cards": THE_CARDS.format(cards=count_cards(4), properties=properties),
        "set": A_SET,
        "game": list(THE_GAME),
        "facts": facts,
    }


def _verdict(example: Example, here: Notation) -> str:
    """Why three cards are a SET, or why they are not."""
    named = list(zip((p.name for p in here.properties), example.patterns, strict=True))
    if not example.is_set:
        wrong = [name for name, pattern in named if pattern is Pattern.NEITHER]
        return f"Not a SET: the {listed(wrong, 'and')} is the same on two cards and different on the third."
    parts = []
    for pattern, how in ((Pattern.SAME, "all the same"), (Pattern.DIFFERENT, "all different")):
        names = [name for name, found in named if found is pattern]
        if names:
            parts.append(f"{listed(names, 'and')} {how}")
    return f"A SET: {'; '.join(parts)}."


def _record(examples: Sequence[Example], here: Notation) -> dict[str, Any]:
    return _texts(here) | {
        "examples": [
            {
                "cards": [here.digits(card) for card in example.cards],
                "is_set": example.is_set,
                "why": _verdict(example, here),
            }
            for example in examples
        ]
    }
