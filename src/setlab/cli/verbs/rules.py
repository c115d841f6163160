"""`setlab rules`: the rules of the game, with pictures whose verdicts are computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from setlab.cli.cards import picture
from setlab.cli.options import Json, NotationName
from setlab.cli.screen import digits_of, print_json, wrap_lines
from setlab.counting import count_cards, count_flats
from setlab.errors import join_names
from setlab.geometry import Pattern
from setlab.notation import DEFAULT, Notation, find_notation

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


def verb(notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Explain the rules of the game, with pictures.

    setlab rules
    """
    here = find_notation(notation, 4)
    examples = [tuple(here.parse(name) for name in names) for names in EXAMPLES]
    texts = _texts(here)
    if json:
        judged = ((cards, here.deck.is_set(cards), _verdict(cards, here)) for cards in examples)
        records = [{"cards": digits_of(cards, here), "is_set": is_set, "why": why} for cards, is_set, why in judged]
        print_json(texts | {"examples": records})
        return
    lines = ["THE CARDS", *wrap_lines(texts["cards"]), "", "A SET", *wrap_lines(texts["set"])]
    for cards in examples:
        lines += ["", picture(cards, here, columns=3, codes=False), *wrap_lines(_verdict(cards, here))]
    for heading, name in (("THE GAME", "game"), ("GOOD TO KNOW", "facts")):
        lines += ["", heading, *(line for text in texts[name] for line in wrap_lines(text, "- "))]
    print("\n".join(lines))


def _texts(here: Notation) -> dict[str, Any]:
    """The texts with the numbers and words of the deck."""
    properties = "; ".join(f"{p.name} ({', '.join(p.words)})" for p in here.properties)
    sets = count_flats(1)
    through = sets * 3 // count_cards(4)
    facts = [fact.format(sets=sets, through=through, junior=count_cards(3)) for fact in TO_KNOW]
    cards = THE_CARDS.format(cards=count_cards(4), properties=properties)
    return {"cards": cards, "set": A_SET, "game": list(THE_GAME), "facts": facts}


def _verdict(cards: Sequence[int], here: Notation) -> str:
    """Why three cards are a SET, or why they are not."""
    names: dict[Pattern, list[str]] = {pattern: [] for pattern in Pattern}
    for p, pattern in zip(here.properties, here.deck.patterns(cards), strict=True):
        names[pattern].append(p.name)
    if wrong := names[Pattern.NEITHER]:
        return f"Not a SET: the {join_names(wrong, 'and')} is the same on two cards and different on the third."
    how = {Pattern.SAME: "all the same", Pattern.DIFFERENT: "all different"}
    parts = [f"{join_names(names[each], 'and')} {how[each]}" for each in how if names[each]]
    return f"A SET: {'; '.join(parts)}."
