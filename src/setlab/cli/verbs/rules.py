"""`setlab rules`: the rules of the game, with pictures whose verdicts are computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from setlab.classroom.paper.faces import find_texts
from setlab.classroom.paper.sheets import RULES
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
    texts = rule_texts(here)
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


def rule_texts(here: Notation) -> dict[str, Any]:
    """The texts of the printed rules with the numbers and words of the deck, and some facts."""
    say = find_texts("en").say
    properties = "; ".join(f"{p.name} ({', '.join(p.words)})" for p in here.properties)
    sets = count_flats(1)
    through = sets * 3 // count_cards(4)
    facts = [fact.format(sets=sets, through=through, junior=count_cards(3)) for fact in TO_KNOW]
    cards = f"{say('rules.deck', cards=count_cards(4), n=4)} {properties}."
    game = [say(f"rules.{key}", table=12) for key in RULES]
    return {"cards": cards, "set": say("rules.rule"), "game": game, "facts": facts}


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
