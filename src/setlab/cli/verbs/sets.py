"""`setlab find`, `check`, `third` and `show`: SETs among cards, and cards drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from setlab.cli.options import Cards, DeckOptions, Json, ValuesOptions, flag, option, read_cards, written_path
from setlab.cli.screen import MOST_TAGGED, digits_of, picture, positions, print_json, say, symbol
from setlab.cli.sheets import Codes, SheetOptions
from setlab.errors import SpecError, plural
from setlab.geometry import Deck, Pattern, Space
from setlab.notation import MOST_NAMED_VALUES, Notation

EXAMPLE = 'setlab find "one red solid diamond" 1REO 0012 0000'
ONE_BY_ONE = "Take the SETs one after the other, each card at most once."


def find(
    cards: Cards = None,
    codes: Codes = False,
    *,
    sheet: SheetOptions,
    without_reuse: Annotated[bool, flag("--without-reuse", ONE_BY_ONE)] = False,
    deck: ValuesOptions,
    json: Json = False,
) -> None:
    """Find all SETs among the cards.

    Type the cards on your table row by row, in words, letters or digits (see `setlab cards`):

        setlab find one red solid diamond, one red open oval, one red striped squiggle, two green solid ovals

        setlab find 1RFD 1REO 1RTS 2GFO -o table.svg --lines

    The table printed in Solitaire SET contains eight SETs:

        setlab find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112

    With `--values n` a SET is n cards on which every property is all the same or all different.
    """
    sheet.check(deck.values)
    here = deck.read()
    collection = read_cards(cards, here, EXAMPLE)
    space = _space(deck)
    sets = space.sets_without_reuse(collection) if without_reuse else space.sets(collection)
    sheet.write(collection, here, sets, tabs=True, codes=codes)
    if json:
        print_json(find_record(collection, sets, here) | written_path(sheet.output))
    else:
        print_found(collection, sets, here, codes)
        if sheet.output is not None:
            print()
        sheet.say_written(len(collection))


def _space(deck: ValuesOptions) -> Deck:
    return Space(deck.dimension) if deck.values == 3 else Deck(deck.dimension, deck.values)


def find_record(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation) -> dict[str, object]:
    """The cards and their SETs as a JSON object."""
    lines = [digits_of(line, here) for line in sets]
    return {"cards": digits_of(cards, here), "sets": lines, "count": len(sets)}


def print_found(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation, codes: bool) -> None:
    """Print the cards as drawn, then every SET with the name and the position of each of its cards."""
    print(picture(cards, here, sets=sets, codes=codes))
    count = f"{len(sets) or 'no'} SET{'s' * (len(sets) != 1)}" + ":" * bool(sets)
    print(f"\n{plural(len(cards), 'card')}, {count}")
    position = dict(zip(cards, positions(cards, here, codes=codes), strict=True))
    widest = max((len(_name(card, here, codes)) for line in sets for card in line), default=0)
    for number, line in enumerate(sets, 1):
        if len(sets) > MOST_TAGGED:
            print(_in_one_line(number, line, here, position, codes))
            continue
        for tag, card in zip((f"[{number}]", *[""] * (len(line) - 1)), line, strict=True):
            print(f"{tag:>6}  {_name(card, here, codes):<{widest}}   {position[card]}")


def _name(card: int, here: Notation, codes: bool) -> str:
    if here.deck.n > MOST_NAMED_VALUES:
        return here.digits(card)
    return f"{here.digits(card)}  {here.name(card)}" if codes else here.name(card)


def _in_one_line(number: int, line: Sequence[int], here: Notation, position: dict[int, str], codes: bool) -> str:
    """The SET as symbols, for long lists."""
    code = [f"{here.digits(card)} " if codes or here.deck.n > MOST_NAMED_VALUES else "" for card in line]
    cells = [f"{c}{symbol(card, here)} ({position[card]})" for c, card in zip(code, line, strict=True)]
    return f"{number:>6}  {'  '.join(cells)}"


CHECK_EXAMPLE = "setlab check 1RFD 1REO 1RTS"
REASONS = {
    Pattern.SAME: "all the same",
    Pattern.DIFFERENT: "all different",
    Pattern.NEITHER: "neither all the same nor all different",
}


def check(cards: Cards = None, codes: Codes = False, *, deck: ValuesOptions, json: Json = False) -> None:
    """Say whether three cards are a SET, property by property.

    setlab check one red solid diamond, one red open oval, one red striped squiggle

    The worked example of the thesis, section 6.3, in its notation:

        setlab check --notation thesis 1221 1020 1122

    With `--values n` a SET is n cards.
    """
    if deck.values > MOST_NAMED_VALUES:
        raise SpecError(f"{deck.values} values have no names: check explains decks of 2 to {MOST_NAMED_VALUES} values")
    here = deck.read()
    n = deck.values
    example = CHECK_EXAMPLE if (n, deck.dimension) == (3, 4) else f"setlab check --values {n} … ({n} cards)"
    chosen = read_cards(cards, here, example, exactly=n)
    patterns = here.deck.patterns(chosen)
    is_set = here.deck.is_set(chosen)
    shown = {p.name: [here.words(card)[p.name] for card in chosen] for p in here.properties}
    if json:
        properties = [
            {"name": name, "values": words, "verdict": str(pattern)}
            for (name, words), pattern in zip(shown.items(), patterns, strict=True)
        ]
        print_json({"is_set": is_set, "cards": digits_of(chosen, here), "properties": properties})
    else:
        print(picture(chosen, here, columns=len(chosen), codes=codes))
        print()
        name_room, value_room = max(map(len, shown)), max(len(", ".join(words)) for words in shown.values())
        for (name, words), pattern in zip(shown.items(), patterns, strict=True):
            say(REASONS[pattern], f"  {name:<{name_room}}  {', '.join(words):<{value_room}}   ")
        print()
        spoiling = [name for name, found in zip(shown, patterns, strict=True) if found is Pattern.NEITHER]
        say("It is a SET." if is_set else f"It is not a SET, because of the {' and the '.join(spoiling)}.")


THIRD_EXAMPLE = "setlab third 1RFD 1REO"


def third(cards: Cards = None, codes: Codes = False, *, deck: DeckOptions, json: Json = False) -> None:
    """Find the card that completes two cards to a SET; there is exactly one (the fundamental theorem of SET).

    setlab third one red solid diamond, one red open oval

    The worked example of the thesis, section 6.3, has the answer 1122 in its notation:

        setlab third --notation thesis 1221 1020 --codes
    """
    here = deck.read()
    a, b = read_cards(cards, here, THIRD_EXAMPLE, exactly=2)
    third = Space(deck.dimension).third(a, b)
    if json:
        print_json({"cards": digits_of((a, b), here), "third": here.digits(third)})
    else:
        print(picture([a, b, third], here, columns=3, codes=codes))
        print()
        say(f"The SET is completed by {here.name(third)}.")


SHOW_EXAMPLE = "setlab show 1RFD 1REO 1RTS -o cards.svg"


def show(
    cards: Cards = None,
    *,
    sheet: SheetOptions,
    columns: Annotated[int | None, option("--columns", "N", "Cards in a row.")] = None,
    captions: Annotated[bool, flag("--captions", "--codes", "Write the digits of the cards as well.")] = False,
    mark: Annotated[bool, flag("--mark", "Number the SETs and mark their cards.")] = False,
    whole: Annotated[bool, flag("--deck", "Draw all cards of the deck.")] = False,
    deck: ValuesOptions,
    json: Json = False,
) -> None:
    """Draw cards on the terminal or in a file.

    setlab show two purple striped diamonds, one red solid oval

    setlab show 1RFD 1REO 1RTS -o cards.svg --lines

    setlab show --deck --palette safe -o deck.png
    """

    if deck.values > MOST_NAMED_VALUES:
        raise SpecError(f"{deck.values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
    if columns is not None and columns < 1:
        raise SpecError(f"{columns} columns cannot be drawn: choose at least 1")
    sheet.check()
    here = deck.read()
    chosen = list(here.deck) if whole and not cards else read_cards(cards, here, SHOW_EXAMPLE)
    sets = _space(deck).sets(chosen) if mark or sheet.lines else []
    sheet.write(chosen, here, sets, tabs=mark, columns=columns, codes=captions)
    if json:
        print_json({"cards": digits_of(chosen, here), "path": str(sheet.output) if sheet.output else None})
    elif sheet.output is not None:
        sheet.say_written(len(chosen))
    else:
        print(picture(chosen, here, columns=columns, sets=sets if mark else [], codes=captions))
