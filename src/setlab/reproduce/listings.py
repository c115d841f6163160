"""The programs of the sources, written down as their printed listings define them: cards are strings of digits.

They are the protocols behind the printed tables; ours are compared with them.
"""

from __future__ import annotations

from itertools import combinations

SYMBOLS = "012"


def card_text(card: int, d: int = 4) -> str:
    """A card as the listings write it.

    >>> card_text(80), card_text(5)
    ('2222', '0012')
    """
    return "".join(str(card // 3 ** (d - 1 - i) % 3) for i in range(d))


def is_set(a: str, b: str, c: str) -> bool:
    """`isSet` of Abrahamsen & Eriksen: in every place all the same or all different.

    >>> is_set("1221", "1020", "1122"), is_set("1221", "1020", "1120")
    (True, False)
    """
    return all(len({x, y, z}) != 2 for x, y, z in zip(a, b, c, strict=True))


def third_card(a: str, b: str) -> str:
    """`ThirdCard` of Abrahamsen & Eriksen.

    >>> third_card("1221", "1020")
    '1122'
    """
    return "".join(x if x == y else next(s for s in SYMBOLS if s not in (x, y)) for x, y in zip(a, b, strict=True))


def reduced(deck: list[str]) -> list[str]:
    """`ComputeAllSetsV3` of Abrahamsen & Eriksen: the cards that are left of a shuffled deck.

    Pairs are tried in the order of the deck, and each SET is taken when it is met. A used card is passed over; no
    card is ever dealt.

    >>> reduced(["00", "01", "02", "11"])
    ['11']
    """
    used: set[str] = set()
    there = set(deck)
    for i, a in enumerate(deck):
        for b in deck[i + 1 :]:
            if a in used:
                break
            if b in used:
                continue
            third = third_card(a, b)
            if third in there and third not in used:
                used |= {a, b, third}
    return [card for card in deck if card not in used]


def count_planes(cards: list[str]) -> int:
    """`countPlanes` of Abrahamsen & Eriksen: a plane is found once for each of its 72 triples that are no SET.

    >>> count_planes([a + b for a in SYMBOLS for b in SYMBOLS])
    1
    """
    there = set(cards)
    found = 0
    for a, b, d in combinations(cards, 3):
        if is_set(a, b, d):
            continue
        c, g = third_card(a, b), third_card(a, d)
        e = third_card(c, g)
        if {c, g, e, third_card(d, e), third_card(b, e), third_card(g, third_card(b, e))} <= there:
            found += 1
    return found // 72
