"""`setlab parallel`: the SETs parallel to a SET, or the relation of two SETs."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import print_json, symbol
from setlab.errors import RuleError, plural
from setlab.geometry import CardSet, Space, are_parallel_by_cycles, are_parallel_by_direction, cycles, parallel_class
from setlab.notation import Notation

EXAMPLE = "setlab parallel 1000 2200 0100"
STEPS = {0: "stays", 1: "goes 0 → 1 → 2", 2: "goes 0 → 2 → 1"}


def verb(
    cards: Cards = None,
    through: Annotated[
        str | None, typer.Option("--through", metavar="CARD", help="Only the SET through this card.")
    ] = None,
    notation: NotationName = "thesis",
    dimension: Dimension = 4,
    json: Json = False,
) -> None:
    """Show the SETs parallel to a SET; for two SETs, say whether they are parallel, meet or are skew.

    In the worked example of the thesis, section 7.3, the parallel through 2211 continues with 0111 and 1011:

        setlab parallel 1000 2200 0100 --through 2211

    Six cards are two SETs:

        setlab parallel 1000 2200 0100  2211 0111 1011
    """
    here = read_notation(notation, dimension)
    space = Space(dimension)
    if len(cards or []) == 6 and through is None:
        assert cards is not None
        one, other = (_read_line(cards[i : i + 3], here, space) for i in (0, 3))
        _compare(one, other, here, space, json)
    else:
        line = _read_line(cards, here, space)
        _list_class(line, None if through is None else here.parse(through), here, space, json)


def _read_line(texts: list[str] | None, here: Notation, space: Space) -> tuple[int, int, int]:
    a, b, c = read_cards(texts, here, EXAMPLE, exactly=3)
    if not space.is_line(a, b, c):
        typed = " ".join(map(here.digits, (a, b, c)))
        raise RuleError(f"{typed} is not a SET: the third card to the first two is {here.digits(space.third(a, b))}")
    return a, b, c


def _list_class(line: tuple[int, int, int], through: int | None, here: Notation, space: Space, json: bool) -> None:
    """Print the parallel SETs, each with its cards in the order of the given SET: B, B + v, B + 2v."""
    direction = space.direction(line[0], line[1])
    starts = [next(iter(member)) for member in parallel_class(CardSet(line, space))]
    lines = [space.line(start, direction) for start in starts]
    if through is not None:
        lines = [space.line(through, direction)]
    if json:
        print_json(
            {
                "line": [here.digits(card) for card in line],
                "direction": "".join(map(str, space.coordinates(direction))),
                "parallel": [[here.digits(card) for card in other] for other in lines],
                "count": len(lines),
            }
        )
        return
    steps = cycles(line, space)
    for p, step in zip(here.properties, steps, strict=True):
        print(f"  {p.name:<11}{STEPS[step]}")
    what = f"the SET through {here.digits(through)}" if through is not None else plural(len(lines), "SET")
    print(f"\ndirection ({','.join(map(str, steps))}), {what}:")
    for other in lines:
        digits = "  ".join(here.digits(card) for card in other)
        print(f"  {digits}   {'  '.join(symbol(card, here) for card in other)}")


def _compare(one: tuple[int, int, int], other: tuple[int, int, int], here: Notation, space: Space, json: bool) -> None:
    common = sorted(set(one) & set(other))
    parallel = are_parallel_by_direction(one, other, space)
    by_cycles = are_parallel_by_cycles(one, other, space)
    relation = "equal" if len(common) == 3 else "parallel" if parallel else "meet" if common else "skew"
    if json:
        print_json(
            {
                "lines": [[here.digits(card) for card in line] for line in (one, other)],
                "relation": relation,
                "parallel_by_direction": parallel,
                "parallel_by_cycles": by_cycles,
                "common": [here.digits(card) for card in common],
            }
        )
        return
    for line in (one, other):
        steps = ",".join(map(str, cycles(line, space)))
        digits = "  ".join(here.digits(card) for card in line)
        print(f"  {digits}   {'  '.join(symbol(card, here) for card in line)}   direction ({steps})")
    print("\n" + _sentence(relation, common, here))


def _sentence(relation: str, common: list[int], here: Notation) -> str:
    if relation == "equal":
        return "They are the same SET."
    if relation == "parallel":
        return "They are parallel: one direction is a multiple of the other, and all cycles agree."
    if relation == "meet":
        return f"They meet in {here.digits(common[0])}."
    return "They are skew: they share no card, are not parallel, and lie in no common plane."
