"""`setlab plane`, `cube`, `parallel`, `hidden`, `checksum`: flats through cards, parallel SETs, the cards left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from setlab import geometry
from setlab.cli.cards import Cards, DeckOptions, DrawingOptions, SheetOptions, card_texts, picture, read_cards
from setlab.cli.options import Json, option, path_field
from setlab.cli.screen import as_typed, attributes, digits_of, print_json, say, symbol, wrap_lines
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import CardSet, Space
from setlab.notation import Notation

PLANE_EXAMPLE = "setlab plane 1000 2000 1100"


def plane(cards: Cards = None, *, sheet: SheetOptions, deck: DeckOptions, json: Json = False) -> None:
    """Lay out the plane through three cards that are not a SET: 3×3 cards with 12 SETs.

    The first two cards begin the first row, the third card begins the second row (thesis, section 7.1). Every row,
    every column and every diagonal, broken diagonals included, is a SET:

        setlab plane 1000 2000 1100

        setlab plane one red solid oval, two red solid ovals, one green solid oval -o plane.svg
    """
    sheet.check()
    here = deck.read()
    a, b, c = read_cards(cards, here, PLANE_EXAMPLE, exactly=3)
    space = Space(deck.dimension)
    if space.is_line(a, b, c):
        typed = as_typed((a, b, c), here)
        raise RuleError(f"{typed} is a SET: a plane needs three cards that are not a SET; change a card")
    rows = geometry.plane(a, b, c, space)
    nine = [card for row in rows for card in row]
    sets = CardSet(nine, space).lines()
    sheet.write(nine, here, sets, columns=3, codes=True)
    if json:
        record = {"plane": [digits_of(row, here) for row in rows], "sets": [digits_of(line, here) for line in sets]}
        print_json(record | path_field(sheet.output))
    else:
        print(picture(nine, here, columns=3) + "\n")
        say(f"9 cards, {len(sets)} SETs: the rows, the columns and the diagonals, broken ones included")
        sheet.say_written(len(nine))


CUBE_EXAMPLE = "setlab cube 0000 1000 0100 0010"


def cube(cards: Cards = None, *, drawing: DrawingOptions, deck: DeckOptions, json: Json = False) -> None:
    """Lay out the cube through four cards that are not in one plane: three planes, 27 cards, 117 SETs.

    The first three cards span the first plane, the fourth card begins the second plane (thesis, section 7.4):

        setlab cube 0000 1000 0100 0010

        setlab cube 0000 1000 0100 0010 -o cube.svg
    """
    drawing.check()
    here = deck.read()
    if deck.dimension < 3:
        raise SpecError(f"{deck.dimension} properties have no cube: choose --dimension 3 or more")
    a, b, c, d = read_cards(cards, here, CUBE_EXAMPLE, exactly=4)
    space = Space(deck.dimension)
    if geometry.rank((a, b, c, d), space) < 4:
        typed = as_typed((a, b, c, d), here)
        raise RuleError(f"{typed} are in one plane: a cube needs four cards that are not; change a card")
    levels = geometry.cube(a, b, c, d, space)
    sets = CardSet((card for level in levels for row in level for card in row), space).lines()
    drawing.write_blocks(levels, here)
    if json:
        digits = [[digits_of(row, here) for row in level] for level in levels]
        print_json({"cube": digits, "sets": len(sets)} | path_field(drawing.output))
    else:
        for number, level in enumerate(levels, 1):
            print(f"plane {number}\n{picture([card for row in level for card in row], here, columns=3)}\n")
        print(f"27 cards, {len(sets)} SETs, 39 planes")
        drawing.say_written(27)


Line = tuple[int, int, int]

PARALLEL_EXAMPLE = "setlab parallel 1000 2200 0100"
MOST_IN_WORDS = 2
"""The largest number of SETs whose cards are named in words; more are shown as symbols."""


def parallel(
    cards: Cards = None,
    through: Annotated[str | None, option("--through", "CARD", "Only the SET through this card.")] = None,
    sheet: SheetOptions = SheetOptions(),
    deck: DeckOptions = DeckOptions(),
    json: Json = False,
) -> None:
    """Show the SETs parallel to a SET; for two SETs, say whether they are parallel, meet or are skew.

    In the worked example of the thesis, section 7.3, the parallel through 2211 continues with 0111 and 1011:

        setlab parallel 1000 2200 0100 --through 2211

    Six cards are two SETs:

        setlab parallel 1000 2200 0100  2211 0111 1011
    """
    sheet.check()
    here = deck.read()
    space = Space(deck.dimension)
    given = card_texts(cards, here, PARALLEL_EXAMPLE)
    if len(given) == 6 and through is None:
        one, other = (_as_line(given[i : i + 3], here, space) for i in (0, 3))
        drawn = [one, other]
        answer, rows, conclusion = _compare(one, other, here, space)
    else:
        line = _as_line(given, here, space)
        drawn = _parallels(line, None if through is None else here.parse(through), space)
        answer, rows = _list_parallels(line, drawn, through is not None, here, space)
        conclusion = ""
    distinct = list(dict.fromkeys(card for line in drawn for card in line))
    # SETs apart stand one in a row; those that share cards are drawn as one collection
    sheet.write(distinct, here, drawn, columns=3 if len(distinct) == 3 * len(drawn) else None, codes=True)
    if json:
        print_json(answer | path_field(sheet.output))
    else:
        print(*rows, sep="\n")
        if conclusion:
            print()
            say(conclusion)
        sheet.say_written(len(distinct))


def _as_line(texts: list[str], here: Notation, space: Space) -> Line:
    cards = here.parse_all(texts)
    if len(cards) != 3:
        raise RuleError(f"{plural(len(cards), 'card')} given where 3 or 6 are needed, as in `{PARALLEL_EXAMPLE}`")
    a, b, c = cards
    if not space.is_line(a, b, c):
        typed, third = as_typed((a, b, c), here), as_typed([space.third(a, b)], here)
        raise RuleError(f"{typed} is not a SET: the third card to the first two is {third}; change a card")
    return a, b, c


def _parallels(line: Line, through: int | None, space: Space) -> list[Line]:
    """The parallel SETs, each with its cards in the order of the given SET: B, B + v, B + 2v."""
    direction = space.direction(line[0], line[1])
    if through is not None:
        return [space.line(through, direction)]
    starts = [next(iter(member)) for member in geometry.parallel_class(CardSet(line, space))]
    return [space.line(start, direction) for start in starts]


def _list_parallels(
    line: Line, found: list[Line], one: bool, here: Notation, space: Space
) -> tuple[dict[str, Any], list[str]]:
    """The parallel SETs as a JSON object and as lines of text."""
    direction = space.direction(line[0], line[1])
    answer: dict[str, Any] = {"parallel": [digits_of(other, here) for other in found], "count": len(found)}
    answer |= {"line": digits_of(line, here), "direction": "".join(map(str, space.coordinates(direction)))}
    steps = geometry.cycles(line, space)
    room = max(len(p.name) for p in here.properties) + 2
    rows = [*_rows(line, here), ""]
    values = space.coordinates(line[0])
    for p, value, step in zip(here.properties, values, steps, strict=True):
        rows.append(f"  {p.name:<{room}}{_step(p.words, value, step)}")
    what = f"the SET through {here.name(found[0][0])}" if one else plural(len(found), "SET")
    rows += ["", *wrap_lines(f"direction ({','.join(map(str, steps))}), {what}:")]
    for other in found:
        symbols = "  ".join(symbol(card, here) for card in other)
        short = [f"  {'  '.join(digits_of(other, here))}   {symbols}"]
        rows += short if len(found) > MOST_IN_WORDS else _rows(other, here)
    return answer, rows


def _rows(line: Line, here: Notation) -> list[str]:
    """The cards of a SET, one in a row, in digits and in words."""
    return [f"  {here.digits(card)}  {here.name(card)}" for card in line]


def _step(words: Sequence[str], first: int, step: int) -> str:
    """The values of a property along a SET, from that of its first card: constant, or all of them in turn.

    >>> _step(["one", "two", "three"], 1, 0), _step(["one", "two", "three"], 1, 2)
    ('stays two', 'goes two, one, three')
    """
    values = [words[(first + step * i) % 3] for i in range(3)]
    return f"goes {', '.join(values)}" if step else f"stays {values[0]}"


def _compare(one: Line, other: Line, here: Notation, space: Space) -> tuple[dict[str, Any], list[str], str]:
    """The relation of two SETs as a JSON object, the lines that show them, and the sentence."""
    common = sorted(set(one) & set(other))
    parallel = geometry.are_parallel_by_direction(one, other, space)
    relation = "equal" if len(common) == 3 else "parallel" if parallel else "meet" if common else "skew"
    answer: dict[str, Any] = {"lines": [digits_of(line, here) for line in (one, other)]}
    answer["common"] = digits_of(common, here)
    answer |= {"relation": relation, "parallel_by_direction": parallel}
    rows = list[str]()
    for line in (one, other):
        rows += [*_rows(line, here), f"  direction ({','.join(map(str, geometry.cycles(line, space)))})", ""]
    meeting = f"They meet in {here.name(common[0])} ({here.digits(common[0])})." if common else ""
    sentence = RELATIONS.get(relation, meeting)
    return answer | {"parallel_by_cycles": geometry.are_parallel_by_cycles(one, other, space)}, rows[:-1], sentence


RELATIONS = {
    "equal": "They are the same SET.",
    "parallel": "They are parallel: one direction is a multiple of the other, and all cycles agree.",
    "skew": "They are skew: they share no card, are not parallel, and lie in no common plane.",
}


EXAMPLE = "setlab hidden 1122 1220 2100 0011 0021"


def find_hidden(cards: Cards = None, *, deck: DeckOptions, json: Json = False) -> None:
    """Find the card that was hidden at the start, from the cards that are left at the end.

    Put one card aside unseen and play with the others. In the example of the thesis, section 6.2, the cards that are
    left show that it is 2222, two full red worms in its notation:

        setlab hidden --notation thesis 1122 1220 2100 0011 0021
    """
    here = deck.read()
    left = read_cards(cards, here, EXAMPLE)
    space = Space(deck.dimension)
    hidden = geometry.hidden_card(left, space)
    if geometry.hidden_card_by_property(left, space) != hidden:
        raise AssertionError("the two methods of section 6.2 disagree")
    if hidden in left:
        which = f"{here.digits(hidden)}, which is among those left ({here.name(hidden)})"
        raise RuleError(f"the hidden card would be {which}: a mistake was made in the game")
    if json:
        print_json({"left": digits_of(left, here), "hidden": here.digits(hidden)})
    else:
        print(picture(left, here))
        print(f"\n{_by_property(left, hidden, here)}\n")
        print(picture([hidden], here) + "\n")
        say(f"The hidden card is {here.name(hidden)} ({here.digits(hidden)}).")


def _by_property(left: list[int], hidden: int, here: Notation) -> str:
    """The visual method: the number of cards with each value, and the value of the hidden card."""
    counted = {}
    for p in here.properties:
        numbers = Counter(here.words(card)[p.name] for card in left)
        counted[p.name] = ", ".join(f"{numbers[word]} × {word}" for word in p.words)
    widest = max(map(len, counted.values()))
    value = here.words(hidden)
    return "\n".join(f"  {name:<11}{text:<{widest}}   so it is {value[name]}" for name, text in counted.items())


CHECKSUM_EXAMPLE = "setlab checksum 0000 0001 0010 0111 1202 2201"


def checksum(cards: Cards = None, *, deck: DeckOptions, json: Json = False) -> None:
    """Add up the cards that a game leaves: unless the sum is zero, a mistake was made.

    Every SET sums to zero, and so does the deck; hence the cards that are left do, too (thesis, section 6.2). The
    converse fails: two wrong triples with opposite sums cancel, which happens for one pair of mistakes in 80.

        setlab checksum 0000 0001 0010 0111 1202 2201
    """
    here = deck.read()
    left = read_cards(cards, here, CHECKSUM_EXAMPLE)
    space = Space(deck.dimension)
    report = geometry.read_leftover(left, space)
    checksum = space.coordinates(report.checksum)
    if json:
        record = {"cards": digits_of(left, here), "checksum": "".join(map(str, checksum))}
        print_json(record | attributes(report, "mistake", "reason"))
    else:
        print(picture(left, here) + "\n")
        say(f"The sum is ({','.join(map(str, checksum))}) modulo 3. {report.reason.capitalize()}.")
