"""The listings of the appendix, run as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

from setlab.draws import Draws
from setlab.exact.sets import exact_sets
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE
from setlab.reproduce.abrahamsen_eriksen.geometry import all_planes
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, check, check_fact
from setlab.reproduce.methods import is_set as is_line
from setlab.reproduce.methods import triples
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim, find_claim

SYMBOLS = "012"
FOUND_FOR_EACH_PLANE = 72
"""The divisor in the first listing of `countPlanes`: the number of triples that lead to the same plane."""


def card_text(card: int) -> str:
    """A card as the listings write it.

    >>> card_text(80), card_text(5)
    ('2222', '0012')
    """
    return "".join(str(card // 3 ** (3 - i) % 3) for i in range(4))


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


def reduce_deck(deck: list[str]) -> list[str]:
    """`ComputeAllSetsV3`: the cards left of a shuffled deck.

    Pairs are tried in the order of the deck, and each SET is taken as soon as it is found. Used cards are skipped; no
    card is ever dealt.

    >>> reduce_deck(["00", "01", "02", "11"])
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


TEXTS = tuple(map(card_text, SPACE))
"""Every card as the listings write it."""

STEP = 4
"""The number of spaces of one level of indentation in the listings."""


@evidence("A2.listing")
def printed_functions(claim: Claim) -> Checks:
    """isSet does not compile as printed; with the missing line both functions are correct for all cards."""
    printed = even_steps(claim.data["isSet"])
    error, line = complaint(printed)
    third = check_third(claim)
    yield check_fact("isSet compiles as printed", error, not error)
    yield third
    return Statement(
        corrected=(check_is_set(with_missing_line(printed, line), claim), third),
        why=f"Python rejects isSet as printed: {error}. The first `if` lacks its `continue`; with this line the "
        "function is correct for all triples of different cards. (It also accepts three equal cards, which do not "
        "occur.)",
    )


def even_steps(listing: str) -> str:
    """A listing with its indentation rounded up to whole levels, since the copy has lost some spaces.

    >>> even_steps("if a:\\n   b")
    'if a:\\n    b'
    """
    lines = listing.strip("\n").split("\n")
    return "\n".join(" " * (-(-_blanks(line) // STEP) * STEP) + line.lstrip() for line in lines)


def complaint(listing: str) -> tuple[str, int]:
    """The error message of Python for a listing that does not compile, and its line; empty if it compiles.

    >>> complaint("a = 1"), complaint("if a:\\nb = 1")[1]
    (('', 0), 2)
    """
    try:
        compile(listing, "listing", "exec")
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg}", error.lineno or 0
    return "", 0


def with_missing_line(listing: str, line: int) -> str:
    """The listing with `continue` inserted before the line at which a body was expected.

    >>> print(with_missing_line("for i in x:\\n    if i:\\n    b", 3))
    for i in x:
        if i:
            continue
        b
    """
    lines = listing.split("\n")
    body = " " * (_blanks(lines[line - 1]) + STEP) + "continue"
    return "\n".join([*lines[: line - 1], body, *lines[line - 1 :]])


def function(name: str, listing: str, claim: Claim) -> Callable[..., Any]:
    """The function that a listing of the record defines."""
    names: dict[str, Any] = {}
    exec(f"{claim.data['symbols']}\n{listing}", names)
    found: Callable[..., Any] = names[name]
    return found


def check_is_set(listing: str, claim: Claim) -> Check:
    """isSet agrees with the rule of the game on every triple of cards."""
    tells = function("isSet", listing, claim)
    what = "isSet with the missing line recognises SETs, for all {} triples of cards"
    return check(what, triples(), lambda cards: tells(*map(TEXTS.__getitem__, cards)) == is_line(cards))


def check_third(claim: Claim) -> Check:
    """ThirdCard as printed completes every two cards to a SET."""
    third = function("ThirdCard", even_steps(claim.data["ThirdCard"]), claim)
    what = "ThirdCard as printed finds the third card, for all {} ordered pairs of cards"
    cases = permutations(SPACE.cards, 2)
    return check(what, cases, lambda pair: third(*map(TEXTS.__getitem__, pair)) == TEXTS[SPACE.third(*pair)])


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip())


COLLECTIONS = 300


@evidence("A2.table10")
def code_base(claim: Claim) -> Figures:
    """The files of table 10, by the imports in the programs of the appendix; one is called simulation.py there.

    The program main1.py imports from simulation, and the appendix prints the file under the name simulation.py.
    """
    imported = claim.data
    mains = {f"App, simulation {i}": f"main{i}.py" for i in (1, 2, 3)}
    controllers = {f"Controller, simulation {i}": f"{imported[f'main{i}.py']}.py" for i in (1, 2, 3)}
    values = mains | controllers | {"SetLogic": f"{imported[controllers['Controller, simulation 1']]}.py"}
    assert all(file in imported for file in values.values()), "every file has a heading in the appendix"
    return Figures(values=values, corrected={"Controller, simulation 1": imported["main1.py"] + ".py"})


@evidence("A2.generate")
def all_cards(claim: Claim) -> Checks:
    """The recursion lists each of the 81 cards once, and n^p cards for p properties with n values.

    The listing needs only another length or another list of symbols. In isSet and ThirdCard, however, four properties
    and three values are fixed.
    """
    deck = list(generate_all_cards())
    games = [(p, n) for p in range(1, 6) for n in range(2, 6)]
    what = "the recursion lists all 81 cards"
    words = f"{len(set(deck))} different cards"
    yield check_fact(what, words, len(deck) == claim.data["cards"] and deck == [card_text(card) for card in range(81)])
    yield check(
        "the same for other numbers of properties and values, for {} games with 1 to 5 properties of 2 to 5 values",
        games,
        lambda game: len(set(generate_all_cards("", "01234"[: game[1]], game[0]))) == game[1] ** game[0],
        whole=False,
    )


@evidence("A11.listing")
def tests_for_a_set(runner: Runner) -> Check:
    """Both functions agree with our core on random collections.

    The first tries all triples, the second looks up the third card of each pair.
    """
    texts = {cards: list(map(card_text, cards)) for cards in random_collections(runner.seed)}
    found = {cards: {contains_set(text), contains_set_v2(text)} for cards, text in texts.items()}
    what = "ContainsSet, ContainsSetV2 and our core agree, for {} random collections of 3 to 20 cards"
    cases = random_collections(runner.seed)
    return check(what, cases, lambda cards: found[cards] == {bool(SPACE.sets(cards))}, whole=False)


@evidence("A12.listing")
def sets_with_replacement(runner: Runner) -> Check:
    """The function finds the same SETs as our core in random collections.

    It tries all triples; “with replacement” means that SETs may share cards.
    """

    def same(cards: tuple[int, ...]) -> bool:
        found = compute_all_sets_with_replacement(list(map(card_text, cards)))
        return {frozenset(three) for three in found} == {frozenset(map(card_text, s)) for s in SPACE.sets(cards)}

    what = "ComputeAllSetsWithReplacement and our core agree, for {} random collections of 3 to 20 cards"
    return check(what, random_collections(runner.seed), same, whole=False)


def random_collections(seed: int) -> list[tuple[int, ...]]:
    """Random collections of 3 to 20 cards."""
    draws = Draws(seed)
    return [tuple(draws.shuffle(trial, range(81), 3 + trial % 18)) for trial in range(COLLECTIONS)]


DEALS = 4


@evidence("A13.twelve", commands=["setlab exact sets --cards 9"])
def twelve_sets(claim: Claim) -> Checks:
    """The collections of nine cards with twelve SETs are exactly the planes, by counting both."""
    planes = all_planes()
    cards, sets = claim.data["cards"], claim.data["sets"]
    distribution = exact_sets(cards).distribution or {}
    most = max(find_claim("A13.table11").numbers())
    yield check("a plane contains 12 SETs, for all {} planes", planes, lambda plane: len(SPACE.sets(plane)) == sets)
    words = f"{distribution.get(sets, 0):,} collections of {cards} cards with {sets} SETs, {len(planes):,} planes"
    yield check_fact("no other nine cards contain 12 SETs", words, distribution.get(sets) == len(planes))
    return Statement(
        why=f"Twelve SETs use all 36 pairs of nine cards; hence the third card of any two is among them. Among {most} "
        f"cards there are {comb(most, cards):,} subsets of nine cards, but only {comb(most, 3):,} of three."
    )


@evidence("A13.steps")
def four_steps() -> Check:
    """From any three cards that are not a SET, the steps of `tryWith` lead to the nine cards of a plane.

    Three cards that are not a SET lie in exactly one plane, which the steps compute.
    """
    planes = {frozenset(map(card_text, plane)) for plane in all_planes()}
    what = "the nine computed cards form a plane, for all {} triples of cards that are not a SET"
    return check(what, triples_without_a_set(), lambda three: frozenset(nine_cards(*three)) in planes)


@evidence("A13.pair")
def returned_pair() -> Checks:
    """`OneSimulation` returns the number of runs with a plane; main4.py converts it to a percentage.

    The function returns planeCount; main4.py multiplies it by 100/n when printing.
    """
    plane = list(map(card_text, all_planes()[0]))
    number, _ = simulate_planes([plane] * DEALS)
    yield check_fact("result[0] is a percentage", f"{number} for {DEALS} runs that all contain a plane", number == 100)
    corrected = check_fact("result[0] is the number of runs with a plane", f"{number} of {DEALS}", number == DEALS)
    return Statement(corrected=corrected)


@evidence("A13.count")
def plane_counts() -> Checks:
    """The second listing lacks the division by 72 of the first, and so counts each plane 72 times.

    The first listing divides by 72, the second does not. In the copy used here the first listing of tryWith lacks its
    last line, return True, which the second has.
    """
    planes = [list(map(card_text, plane)) for plane in all_planes()]
    triples = sum(1 for _ in triples_without_a_set())
    counted = map(count_planes_undivided, planes)
    what = "countPlanes returns the number of planes, for {} planes"
    yield check(what, counted, lambda number: number == 1, "{} for the nine cards of one plane".format)
    what = "divided by 72, the result is the number of planes, for all {} planes"
    divided = check(what, planes, lambda plane: count_planes(plane) == 1)
    words = f"{triples:,} triples and {len(planes):,} planes"
    alone = triples == FOUND_FOR_EACH_PLANE * len(planes)
    return Statement(corrected=(divided, check_fact("each triple that is not a SET lies in one plane", words, alone)))


def triples_without_a_set() -> Iterator[tuple[str, str, str]]:
    """The triples of cards that are not a SET."""
    return (three for three in combinations(map(card_text, range(81)), 3) if not is_set(*three))
