"""The rules of the game on one page: the cards, a SET, three cards that are none, and how a game goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.classroom.paper.faces import Style
from setlab.classroom.paper.layout import PAPERS
from setlab.classroom.paper.sheets import check_sheet, command_of
from setlab.classroom.paper.typesetting import Document
from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.geometry import Pattern, Space

Values = tuple[int, int, int]

TABLE = {3: 9, 4: 12}
"""The cards that are laid out, by the number of properties."""

SAME, DIFFERENT = (0, 0, 0), (0, 1, 2)
EXAMPLES: tuple[Mapping[str, Values], ...] = (
    {"number": DIFFERENT, "filling": (1, 1, 1)},
    {"number": DIFFERENT, "colour": DIFFERENT, "filling": DIFFERENT, "shape": DIFFERENT},
    {"number": DIFFERENT, "colour": (1, 1, 0)},
)
"""The values of three cards, property by property; a property that is not named has its first value."""

RULES = ("lay", "take", "more", "wrong", "end")
"""The sentences about a game, in their order."""


def rules_document(
    paper: str = "a4", palette: str = "classic", words: bool = False, dimension: int = 4, language: str = "en"
) -> Document:
    """The rules on one page; the verdicts on the examples are computed.

    >>> [example["verdict"] for example in rules_document().content["examples"]]
    ['A SET', 'A SET', 'Not a SET']
    """
    if dimension not in TABLE:
        raise SpecError(f"there are no rules on paper for {dimension} properties: choose 3 or 4")
    style = Style(palette, words, language, dimension)
    width, height = PAPERS[check_sheet(paper)]
    names = [each.name for each in style.notation.properties]
    examples = [tuple(_cards(example, names)) for example in EXAMPLES]
    rows = [tuple(_cards({name: DIFFERENT}, names)) for name in names]
    say = style.texts.say
    texts = {key: say(f"rules.{key}") for key in ("title", "cards", "set", "rule", "game")}
    texts["again"] = say("sheet.again", command=command_of("rules", {}, style, paper))
    texts["deck"] = say("rules.deck", cards=count_cards(dimension), n=dimension)
    properties = [
        {"name": say(f"card.property.{name}"), "cards": list(map(style.card_data, cards))}
        for name, cards in zip(names, rows, strict=True)
    ]
    parts = {"properties": properties, "examples": [_example(cards, names, style) for cards in examples]}
    rules = [say(f"rules.{key}", table=TABLE[dimension]) for key in RULES]
    content = {"width": width, "height": height, "language": language, **texts, **parts, "rules": rules}
    cards = [card for each in (*examples, *rows) for card in each]
    return Document("rules", content, style.pictures(cards, room=False) | style.small_pictures(cards))


def _cards(values: Mapping[str, Values], names: list[str]) -> list[int]:
    """The three cards whose properties have these values."""
    columns = zip(*(values.get(name, SAME) for name in names), strict=True)
    return [Space(len(names)).card(column) for column in columns]


def _example(cards: tuple[int, ...], names: list[str], style: Style) -> dict[str, Any]:
    """Three cards with the verdict on each property."""
    say, patterns = style.texts.say, Space(len(names)).patterns(cards)
    lines = [
        {"name": say(f"card.property.{name}"), "says": say(f"rules.{pattern}"), "spoils": pattern is Pattern.NEITHER}
        for name, pattern in zip(names, patterns, strict=True)
    ]
    is_set = Pattern.NEITHER not in patterns
    verdict = {"verdict": say("rules.is" if is_set else "rules.not"), "is_set": is_set}
    return {"cards": list(map(style.card_data, cards)), **verdict, "lines": lines}
