"""`setlab cards`: how cards are written, and cards in all notations."""

from __future__ import annotations

from typing import Any

from setlab.answers import Answer, Column, DataTable, about, data_table
from setlab.cli.cards import Cards, ValuesOptions, picture, read_cards
from setlab.cli.screen import Output, print_rich, style, symbol, wrap_lines
from setlab.errors import SpecError
from setlab.notation import MOST_NAMED_VALUES, NOTATIONS, PROPERTIES, Notation, find_notation
from setlab.notation.faces import letter_of
from setlab.notation.notation import find_table

EXAMPLE = "setlab cards 2PTD"

OTHER_WORDS = "Words may be German or Norwegian: zwei violette gestreifte Rauten, to lilla stripete romber."

LETTERS_TO_AVOID = "The initials S (solid or striped?) and H (hatched or hollow?) of a filling are refused."


def verb(cards: Cards = None, *, deck: ValuesOptions, output: Output) -> None:
    """Explain how cards are written; with cards, show each in every notation.

    A card is written in words ("one red solid diamond"), in any order and also in the words of the sources, in German
    or in Norwegian ("eine rote gefüllte Raute", "én rød fylt rombe"), in short letters (1RFD: number, colour, filling,
    shape), in digits of a notation (0001), or as the symbol that is printed (◆R). A code that could mean two cards is
    refused with a question.

        setlab cards

        setlab cards one red solid diamond, 2PTD

        setlab cards --notation thesis
    """
    if deck.values > MOST_NAMED_VALUES:
        raise SpecError(f"{deck.values} values have digits and no names: choose 2 to {MOST_NAMED_VALUES} values")
    here = deck.read()
    if not cards:
        output.show(Answer(_explain(here), _notation_table(here)), lambda: _print_tables(here))
        return
    chosen = read_cards(cards, here, EXAMPLE)
    described = [_describe(card, here) for card in chosen]

    def text() -> None:
        print(picture(chosen, here))
        for card in described:
            print(f"\n{card['card']}  {card['letters']}  {card['name']}")
            for name, digits in card["notations"].items():
                print(f"  {name:<10}{digits or 'has other properties'}")

    output.show(Answer({"notation": here.key, "cards": described}, _cards_table(described)), text)


def _describe(card: int, here: Notation) -> dict[str, Any]:
    described = {"card": here.digits(card), "number": card, "letters": here.letters(card), "name": here.name(card)}
    notations = {name: _in_notation(card, here, name) for name in NOTATIONS}
    return described | {"face": here.face(card), "notations": notations}


def _cards_table(described: list[dict[str, Any]]) -> DataTable:
    """The cards in letters, in words, and in the digits of every notation."""
    columns = [Column(name, align="left") for name in ("card", "letters", "name", *NOTATIONS)]
    rows = [(d["card"], d["letters"], d["name"], *(d["notations"][name] for name in NOTATIONS)) for d in described]
    return data_table(columns, rows, "Cards in every notation", "cards", metadata=about("cards"))


def _notation_table(here: Notation) -> DataTable:
    """The meanings of the digits, with the letters."""
    columns = [Column("digit"), *(Column(p["name"], align="left") for p in _explain(here)["properties"])]
    rows, caption = _rows(here), f"The notation {here.key}: {find_table(here.key).printed_in}"
    return data_table(columns, rows, caption, f"notation-{here.key}", metadata=about("cards", notation=here.key))


def _rows(here: Notation) -> list[list[str]]:
    """Each digit with the words and letters that it means."""
    values = zip(*(p["values"] for p in _explain(here)["properties"]), strict=True)
    return [[row[0]["digit"], *(f"{value['word']} ({value['letter']})" for value in row)] for row in values]


def _in_notation(card: int, here: Notation, name: str) -> str | None:
    there = find_notation(name, here.deck.d, here.deck.n)
    if {p.name for p in there.properties} != {p.name for p in here.properties}:
        return None
    return there.digits(here.convert(card, there))


def _explain(here: Notation) -> dict[str, Any]:
    properties = []
    for p in here.properties:
        values = [
            {"digit": str(digit), "word": word, "value": value, "letter": letter_of(p.name, value)}
            for digit, (word, value) in enumerate(zip(p.words, p.values, strict=True), here.first_digit)
        ]
        properties.append({"name": p.name, "values": values})
    named = {"notation": here.key, "source": find_table(here.key).printed_in, "notations": list(NOTATIONS)}
    return named | {"dimension": here.deck.d, "values": here.deck.n, "properties": properties}


def _print_tables(here: Notation) -> None:
    from rich import box
    from rich.table import Table

    names, example = [p.name for p in here.properties], min(5, len(here.deck) - 1)
    box_style = box.ASCII if style() == "plain" else box.HEAVY_HEAD
    table = Table("digit", *names, box=box_style, padding=(0, 1))
    for row in _rows(here):
        table.add_row(*row)
    order = ", ".join(name for name in PROPERTIES if name in names)
    ways = [here.name(example), here.letters(example), here.digits(example), symbol(example, here)]
    sentences = (
        f"{' = '.join(ways)}: words in any order; letters, in brackets above, for {order}; digits from left to right.",
        OTHER_WORDS,
        LETTERS_TO_AVOID if here.deck.d > 3 else "",
        "Several cards may be separated by blanks, commas or line breaks, as in "
        f"`setlab find {here.name(example)}, {here.letters(0)}, {here.digits(1)}`.",
        f"Other notations: {', '.join(name for name in NOTATIONS if name != here.key)} (--notation NAME).",
    )
    lines = [line for sentence in sentences for line in wrap_lines(sentence)]
    print_rich(f"{here.key}: {find_table(here.key).printed_in}", table, *lines)
