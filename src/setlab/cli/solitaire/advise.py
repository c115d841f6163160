"""`setlab solitaire advise`: which SET to take."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from setlab.cli.options import Cards, Json, NotationName, option, read_cards, read_notation
from setlab.cli.screen import as_typed, fraction_text, picture, positions, print_json, wrapped
from setlab.cli.solitaire.options import WeightsFile, checksum_for, read_weights_for
from setlab.cli.solitaire.report import digits_of, proportion_text, set_texts
from setlab.errors import CardError, RuleError, plural
from setlab.geometry import Space
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import Advice, Choice, Line, State
from setlab.solitaire import advise as advice_for
from setlab.solitaire.values.engine import Kind

EXAMPLE = "setlab solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121"

ADVISER = "expert"
"""The player who is asked."""

WORDS = {
    Kind.NONE: "none",
    Kind.EXACT: "exact",
    Kind.DEEP: "look-ahead",
    Kind.AHEAD: "look-ahead",
    Kind.SUMS: "sums",
    Kind.LINEAR: "linear",
    Kind.BELIEFS: "beliefs",
}
"""How a chance was obtained, in one word."""


def verb(
    cards: Cards = None,
    taken: Annotated[
        list[str] | None, option("--taken", "CARD,CARD,CARD", "A SET that was taken; once for every SET.")
    ] = None,
    weights: WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Say which SET to take: every SET on the table with its estimated chance of clearing, the best first.

    The cards are those on the table; the SETs taken before come with `--taken`, as cards with commas.

        setlab solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121
    """
    here = read_notation(notation, 4)
    table = read_cards(cards, here, EXAMPLE)
    state = State.of(table, _taken(taken or [], table, here))
    given = read_weights_for(ADVISER, weights)
    advice = advice_for(state, weights=given) if state.sets else Advice((), Kind.NONE)
    choices = best_first(advice)
    if json:
        best = None if advice.best is None else digits_of(advice.best, here)
        records = [_record(choice, advice, here) for choice in choices]
        print_json({"choices": records, "best": best, "weights": checksum_for(ADVISER, given)})
        return
    print(picture(table, here))
    print(
        f"\n{len(table)} cards on the table, {state.table.undealt} undealt, {plural(len(state.taken), 'SET')} taken\n"
    )
    if not choices:
        print(
            "There is no SET on the table: " + ("deal three more cards" if state.table.undealt else "the game is over")
        )
        return
    if advice.best is not None:
        print("\n".join(wrapped(f"Take {_named(advice.best, table, here)}.")) + "\n")
    print(f"The chance of clearing the table: {advice.how}")
    for choice, text in zip(choices, set_texts([choice.line for choice in choices], here), strict=True):
        print(f"  {text}   {chance_text(choice.chance)}{'   take this' if choice.best else ''}")


def _named(line: Line, table: Sequence[int], here: Notation) -> str:
    """The cards of a SET in words, with their positions."""
    position = dict(zip(table, positions(table, here), strict=True))
    a, b, c = (f"{here.name(card)} ({position[card]})" for card in line)
    return f"{a}, {b} and {c}"


def best_first(advice: Advice) -> list[Choice]:
    """The choices, the best first."""
    return sorted(advice.choices, key=lambda choice: (not choice.best, -float(choice.chance or 0), choice.line))


def chance_text(chance: Fraction | float | None) -> str:
    """A chance in per cent; an exact one also as a fraction.

    >>> chance_text(Fraction(1, 4)), chance_text(0.5), chance_text(None)
    ('25.00 % (1/4)', '50.00 %', '')
    """
    if chance is None:
        return ""
    fraction = f" ({fraction_text(chance)})" if isinstance(chance, Fraction) else ""
    return proportion_text(float(chance)) + fraction


def _record(choice: Choice, advice: Advice, here: Notation) -> dict[str, Any]:
    return {
        "set": digits_of(choice.line, here),
        "chance": None if choice.chance is None else float(choice.chance),
        "exact": fraction_text(choice.chance) if isinstance(choice.chance, Fraction) else None,
        "how": WORDS[advice.kind],
    }


def _taken(texts: Sequence[str], table: Sequence[int], here: Notation) -> list[Line]:
    """The SETs taken; raise an error that names the cards if one appears twice or three are no SET."""
    cards = here.parse_all([card for text in texts for card in text.split(",")])
    if both := [card for card in cards if card in table]:
        raise CardError(f"{as_typed(both[:1], here)} is on the table and taken: a card is in one place")
    if len(cards) % 3:
        raise RuleError(f"{plural(len(cards), 'card')} taken are not SETs: each SET has three cards, as 0000,1111,2222")
    lines = [(cards[i], cards[i + 1], cards[i + 2]) for i in range(0, len(cards), 3)]
    for a, b, c in lines:
        if not Space(4).is_line(a, b, c):
            typed, third = as_typed((a, b, c), here), as_typed([Space(4).third(a, b)], here)
            raise RuleError(f"{typed} is not a SET: the third card to the first two is {third}; correct --taken")
    return lines
