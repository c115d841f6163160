"""`setlab check`: whether cards are a SET, property by property."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, Values, read_cards, read_notation
from setlab.cli.screen import picture, print_json, say
from setlab.cli.sheets import Codes
from setlab.errors import SpecError
from setlab.geometry import Pattern
from setlab.notation import DEFAULT, MOST_NAMED_VALUES, Notation

EXAMPLE = "setlab check 1RFD 1REO 1RTS"
REASONS = {
    Pattern.SAME: "all the same",
    Pattern.DIFFERENT: "all different",
    Pattern.NEITHER: "neither all the same nor all different",
}


def verb(
    cards: Cards = None,
    codes: Codes = False,
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    values: Values = 3,
    json: Json = False,
) -> None:
    """Say whether three cards are a SET, property by property.

    setlab check one red solid diamond, one red open oval, one red striped squiggle

    The worked example of the thesis, section 6.3, in its notation:

        setlab check --notation thesis 1221 1020 1122

    With `--values n` a SET is n cards.
    """
    if values > MOST_NAMED_VALUES:
        raise SpecError(f"{values} values have no names: check explains decks of 2 to {MOST_NAMED_VALUES} values")
    here = read_notation(notation, dimension, values)
    example = EXAMPLE if (values, dimension) == (3, 4) else f"setlab check --values {values} … ({values} cards)"
    chosen = read_cards(cards, here, example, exactly=values)
    patterns = here.deck.patterns(chosen)
    is_set = here.deck.is_set(chosen)
    shown = {p.name: [here.words(card)[p.name] for card in chosen] for p in here.properties}
    if json:
        properties = [
            {"name": name, "values": words, "verdict": str(pattern)}
            for (name, words), pattern in zip(shown.items(), patterns, strict=True)
        ]
        print_json({"is_set": is_set, "cards": [here.digits(card) for card in chosen], "properties": properties})
    else:
        print(picture(chosen, here, columns=len(chosen), codes=codes))
        print()
        name_room, value_room = max(map(len, shown)), max(len(", ".join(words)) for words in shown.values())
        for (name, words), pattern in zip(shown.items(), patterns, strict=True):
            say(REASONS[pattern], f"  {name:<{name_room}}  {', '.join(words):<{value_room}}   ")
        print()
        say(_conclusion(is_set, patterns, here))


def _conclusion(is_set: bool, patterns: tuple[Pattern, ...], here: Notation) -> str:
    if is_set:
        return "It is a SET."
    spoiling = [p.name for p, found in zip(here.properties, patterns, strict=True) if found is Pattern.NEITHER]
    return f"It is not a SET, because of the {' and the '.join(spoiling)}."
