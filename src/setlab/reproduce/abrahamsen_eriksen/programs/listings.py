"""The programs of the appendix, rewritten from their printed listings: cards are strings of digits.

They define the protocols behind the printed tables; our own programs are compared with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

SYMBOLS = "012"
FOUND_FOR_EACH_PLANE = 72
"""The divisor in the first listing of `countPlanes`: the number of triples that lead to the same plane."""


def card_text(card: int, d: int = 4) -> str:
    """A card as the listings write it.

    >>> card_text(80), card_text(5)
    ('2222', '0012')
    """
    return "".join(str(card // 3 ** (d - 1 - i) % 3) for i in range(d))


def is_set(a: str, b: str, c: str) -> bool:
    """`isSet`: the characters in every position are all the same or all different.

    >>> is_set("1221", "1020", "1122"), is_set("1221", "1020", "1120")
    (True, False)
    """
    return all(len({x, y, z}) != 2 for x, y, z in zip(a, b, c, strict=True))


@cache
def third_card(a: str, b: str) -> str:
    """`ThirdCard`: the card that completes two cards to a SET.

    >>> third_card("1221", "1020")
    '1122'
    """
    return "".join(x if x == y else next(s for s in SYMBOLS if s not in (x, y)) for x, y in zip(a, b, strict=True))


def generate_all_cards(prefix: str = "", symbols: str = SYMBOLS, length: int = 4) -> Iterator[str]:
    """`GenerateAllCards`, with the three symbols and the length 4 of the listing as parameters.

    >>> list(generate_all_cards(symbols="01", length=2))
    ['00', '01', '10', '11']
    """
    if len(prefix) < length:
        for symbol in symbols:
            yield from generate_all_cards(prefix + symbol, symbols, length)
    else:
        yield prefix


def contains_set(cards: Sequence[str]) -> bool:
    """`ContainsSet`: every triple of cards is tried.

    >>> contains_set(["00", "01", "02"]), contains_set(["00", "01", "11"])
    (True, False)
    """
    return any(is_set(*three) for three in combinations(cards, 3))


def contains_set_v2(cards: Sequence[str]) -> bool:
    """`ContainsSetV2`: for every pair of cards, the third card is looked up.

    >>> contains_set_v2(["00", "01", "02"]), contains_set_v2(["00", "01", "11"])
    (True, False)
    """
    there = set(cards)
    return any(third_card(*two) in there for two in combinations(cards, 2))


def compute_all_sets_with_replacement(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """`ComputeAllSetsWithReplacement`: all SETs, which may share cards.

    >>> len(compute_all_sets_with_replacement(list(generate_all_cards(length=2))))
    12
    """
    return [three for three in combinations(cards, 3) if is_set(*three)]


def reduced(deck: list[str]) -> list[str]:
    """`ComputeAllSetsV3`: the cards left of a shuffled deck.

    Pairs are tried in the order of the deck, and each SET is taken as soon as it is found. Used cards are skipped; no
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


def nine_cards(c1: str, c2: str, c4: str) -> tuple[str, ...]:
    """The nine cards that `tryWith` computes from three, row by row.

    >>> nine_cards("00", "01", "10")
    ('00', '01', '02', '10', '11', '12', '20', '21', '22')
    """
    c7, c3 = third_card(c1, c4), third_card(c1, c2)
    c5 = third_card(c3, c7)
    c6, c8 = third_card(c4, c5), third_card(c2, c5)
    return c1, c2, c3, c4, c5, c6, c7, c8, third_card(c7, c8)


def count_planes_undivided(cards: Sequence[str]) -> int:
    """The second listing of `countPlanes`: the number of triples, not SETs, whose plane is among the cards.

    >>> count_planes_undivided(list(generate_all_cards(length=2)))
    72
    """
    there = set(cards)
    triples = (three for three in combinations(cards, 3) if not is_set(*three))
    return sum(there.issuperset(nine_cards(*three)) for three in triples)


def count_planes(cards: Sequence[str]) -> int:
    """The first listing of `countPlanes`: the number of planes, each found once for each of its 72 triples.

    >>> count_planes(list(generate_all_cards(length=2)))
    1
    """
    return count_planes_undivided(cards) // FOUND_FOR_EACH_PLANE


def simulate_planes(deals: Iterable[Sequence[str]]) -> tuple[int, float]:
    """`OneSimulation` for given deals: the number of deals with a plane, and their mean number of planes.

    >>> simulate_planes([list(generate_all_cards(length=2)), ["00", "01"]])
    (1, 1.0)
    """
    planes = [number for number in map(count_planes, deals) if number > 0]
    return len(planes), sum(planes) / len(planes) if planes else 0
