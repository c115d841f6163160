"""Modular arithmetic, midpoints and direction vectors; the checksum, mistakes and the hidden card (A6, A7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, count, permutations, product
from typing import NamedTuple

from setlab.draws import Draws
from setlab.geometry import hidden_card, hidden_card_by_property, mistakes_cancel, read_leftover
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    cards_text,
    command,
    digits,
    in_their_words,
    modulo_3,
    numbers,
    plain_sum,
    shared_properties,
    sums,
    value_of,
    vector,
)
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Values, check, check_fact
from setlab.reproduce.methods import (
    VECTORS,
    Triple,
    all_sets,
    in_words,
    is_set,
    no_sets,
    same_or_different,
    triples,
)
from setlab.reproduce.register import SEED, evidence
from setlab.rules import Rules, longest_game, play_game, replay
from setlab.sources import Claim, find_claim


@evidence("A6.group")
def group(claim: Claim) -> Checks:
    """The printed congruence, and the group axioms for the remainders.

    The group axioms were checked for all elements.
    """
    a, b, m = claim.data["congruence"]
    elements = claim.data["elements"]

    def add(x: int, y: int) -> int:
        return (x + y) % int(m)

    yield check_fact(f"{a} ≡ {b} mod {m}", f"{a} − {b} = {a - b}", (a - b) % m == 0 and 0 <= b < m)
    yield check(
        "addition is closed and associative, for all {} triples of elements",
        product(elements, repeat=3),
        lambda x: add(x[0], x[1]) in elements and add(add(x[0], x[1]), x[2]) == add(x[0], add(x[1], x[2])),
    )
    what = "0 is neutral, and every element has an inverse, for all {} elements"
    yield check(what, elements, lambda x: add(x, 0) == x and any(add(x, y) == 0 for y in elements))


@evidence("A6.sum", commands=["setlab check --notation thesis 1200 2200 0200"])
def example_sum(claim: Claim) -> Checks:
    """No three cards have the printed sum; if three objects count as 3, exactly one SET has."""
    printed = tuple(claim.data["sum"])
    as_printed = [cards for cards in triples() if plain_sum(VECTORS[card] for card in cards) == printed]
    shown = [with_objects(card) for card in SPACE]
    objects = [cards for cards in triples() if plain_sum(shown[card] for card in cards) == printed]
    in_notation = [vector(plain_sum(VECTORS[card] for card in cards)) for cards in objects]
    named = "; ".join(", ".join(map(THESIS.name, cards)) for cards in objects)
    what = f"three cards have the sum {vector(printed)}"
    yield check_fact(what, f"{len(as_printed)} of 85,320 triples of cards have this sum", bool(as_printed))
    what = "if three objects count as 3, exactly one SET has this sum"
    one = check_fact(what, "; ".join(map(cards_text, objects)), len(objects) == 1 and is_set(objects[0]))
    what = f"in the notation of the thesis its sum is 0 modulo 3, for {', '.join(in_notation)}"
    zero = check(what, in_notation, lambda text: not any(modulo_3(numbers(text))))
    return Statement(
        corrected=(one, zero),
        why="The coordinate 6 requires 2 + 2 + 2 and the coordinate 0 requires 0 + 0 + 0; all three cards would be "
        f"(2,2,0,0). If three objects are counted as 3 instead of 0, the cards are {named}; as vectors of the thesis "
        f"they sum to {', '.join(in_notation)}.",
    )


def with_objects(card: int) -> tuple[int, ...]:
    """The vector of a card, with the number of objects in place of the first coordinate.

    >>> with_objects(0)
    (3, 0, 0, 0)
    """
    return int(THESIS.face(card)["number"]), *VECTORS[card][1:]


@evidence("A6.theorem2", commands=["setlab check --notation thesis 1221 1020 1122"])
def theorem_2() -> Checks:
    """Three cards form a SET if and only if their sum is 0: for all triples, and property by property.

    The criterion holds in each property separately, as table 7 shows; all triples of cards were tried.
    """
    what = (
        "three values are all the same or all different if and only if their sum is 0, "
        "for all {} triples of values of a property"
    )
    yield check(what, product(range(3), repeat=3), lambda values: same_or_different(values) == (sum(values) % 3 == 0))
    what = "three cards form a SET if and only if their sum is 0, for all {} triples of cards"
    yield check(what, sums().items(), lambda case: is_set(case[0]) == (case[1] == 0))


@evidence("A6.table7")
def table_7(claim: Claim) -> Values:
    """The sums of the combinations, with a test of the column in which each is printed.

    Each combination is in the right column and has the printed sum.
    """
    return {place: sum_in_column(place) for place in claim.figures}


@evidence("A6.complete")
def complete(claim: Claim) -> Checks:
    """Table 7 lists all combinations of three values.

    All combinations of three values with repetition, without regard to order, were listed.
    """
    possible = set(combinations_with_replacement(range(3), 3))
    printed = [tuple(sorted(numbers(place))) for place in find_claim("A6.table7").figures]
    formula, number = claim.data["formula"], claim.data["number"]
    what = f"{formula} = {number}"
    yield check_fact(what, f"{len(possible)} combinations", value_of(formula) == number == len(possible))
    what = "the table lists each combination once"
    words = f"{len(printed)} printed combinations"
    yield check_fact(what, words, len(printed) == len(possible) and set(printed) == possible)


def sum_in_column(place: str) -> str:
    """The sum of a combination as the table prints it, provided that the combination is in the right column.

    >>> sum_in_column("SET combination {1, 1, 1}"), sum_in_column("SET combination {0, 0, 1}")
    ('3 ≡ 0', 'not a SET combination')
    """
    column, _, values = place.partition(" combination ")
    total = sum(numbers(values))
    if (column == "SET") != same_or_different(numbers(values)):
        return f"not a {column} combination"
    return str(total) if total < 3 else f"{total} ≡ {total % 3}"


@evidence("A7.midpoint", commands=["setlab third --notation thesis 1221 1020"])
def midpoint() -> Checks:
    """The inverse of 2 is 2, so P + (Q − P)/2 = 2(P + Q); each card of a SET is the midpoint of the other two.

    Modulo 3, division by 2 is multiplication by 2; the identities were tried for all values of a coordinate.
    """
    what = "the inverse of 2 modulo 3 is 2"
    yield check_fact(what, f"2 · 2 = {2 * 2}", [x for x in range(3) if 2 * x % 3 == 1] == [2])
    yield check(
        "P + 2(Q − P) = 2(P + Q), and P + Q + 2(P + Q) = 0, for all {} pairs of values of a coordinate",
        product(range(3), repeat=2),
        lambda v: (v[0] + 2 * (v[1] - v[0])) % 3 == 2 * sum(v) % 3 and (sum(v) + 2 * sum(v)) % 3 == 0,
    )
    ordered = ([VECTORS[card] for card in order] for cards in all_sets() for order in permutations(cards))
    what = "each card of a SET is the midpoint of the two others, for all {} ordered SETs"
    yield check(what, ordered, lambda order: modulo_3(2 * x for x in plain_sum(order[:2])) == order[2])


@evidence("A7.vectors", commands=["setlab third --notation thesis 1221 1020"])
def worked_midpoint(claim: Claim) -> Values:
    """The steps of the worked example.

    Every step was computed; W is the third card of P and Q.
    """
    p, q = numbers(claim.data["P"]), numbers(claim.data["Q"])
    sum_ = plain_sum([p, q])
    twice = tuple(2 * x for x in sum_)
    total = plain_sum([p, q, modulo_3(twice)])
    return {
        "P + Q": vector(sum_),
        "2(P + Q)": vector(twice),
        "W = 2(P + Q) mod 3": digits(SPACE.third(SPACE.card(p), SPACE.card(q))),
        "P + Q + W": vector(total),
        "P + Q + W mod 3": vector(modulo_3(total)),
    }


@evidence("A7.direction", commands=["setlab third --notation thesis 1000 2200"])
def worked_direction(claim: Claim) -> Values:
    """The direction vector of two cards, and the third card.

    C = A + 2v is the third card of A and B.
    """
    a, b = THESIS.parse(claim.data["A"]), THESIS.parse(claim.data["B"])
    v = SPACE.direction(a, b)
    return {"v = B − A": digits(v), "C = A + 2v": digits(SPACE.line(a, v)[2])}


@evidence("A7.line", commands=["setlab third --notation thesis 1000 2200"])
def line() -> Checks:
    """A, A + v, A + 2v sum to 0 in each coordinate and form a SET, for every card A and every v ≠ 0.

    The three cards sum to 3A + 3v, which is 0 modulo 3.
    """
    what = "A + (A + v) + (A + 2v) = 0, for all {} pairs of coordinates of A and v"
    yield check(what, product(range(3), repeat=2), lambda case: (3 * case[0] + 3 * case[1]) % 3 == 0)
    lines = ([SPACE.add(a, SPACE.multiply(factor, v)) for factor in range(3)] for a in SPACE for v in SPACE if v)
    yield check("A, A + v, A + 2v form a SET, for all {} pairs of a card A and a vector v ≠ 0", lines, is_set)


DECK = 81


@evidence("A6.deck", commands=["setlab find --notation thesis 0000 1000 2000"])
def whole_deck() -> Checks:
    """The 27 SETs that differ in number alone partition the deck, and each sums to 0.

    The 27 SETs that differ in number alone are disjoint and contain all cards.
    """
    alike = [cards for cards in all_sets() if shared_properties(cards) == 3 and _numbers(cards) == {"1", "2", "3"}]
    what = "the SETs that differ in number alone partition the deck"
    yield check_fact(what, f"{len(alike)} SETs", sorted(card for cards in alike for card in cards) == list(SPACE.cards))
    yield check("each of them sums to 0, for all {} SETs", alike, lambda cards: SPACE.total(cards) == 0)
    yield check_fact("the deck sums to 0", f"the sum {digits(SPACE.total(SPACE))}", SPACE.total(SPACE) == 0)


def _numbers(cards: Triple) -> set[str]:
    return {THESIS.face(card)["number"] for card in cards}


@evidence("A6.checksum", commands=["setlab checksum --notation thesis 0000 0001 0010"])
def checksum() -> Checks:
    """The deck and all SETs sum to 0, hence so do the remaining cards; any other sum betrays a mistake.

    The deck and every SET sum to 0, so the remaining cards sum to 0 at any time. Three cards with sum 0 form a SET, and
    taking a triple that is not a SET leaves a sum other than 0.
    """
    what = "the deck and all SETs sum to 0, for the deck and 1,080 SETs"
    yield check(what, [tuple(SPACE), *all_sets()], lambda cards: SPACE.total(cards) == 0)
    yield no_three_cards()
    what = "one wrong triple changes the sum, for all {} collections of three cards that are not a SET"
    yield check(what, no_sets(), lambda cards: sums()[cards] != 0)


def no_three_cards() -> Check:
    """Three cards with sum 0 form a SET, which would be taken."""
    what = "three cards never remain: with sum 0 they form a SET, for all {} triples of cards with sum 0"
    return check(what, (cards for cards, total in sums().items() if total == 0), is_set)


@evidence("A6.remaining", commands=["setlab simulate endgame --trials 100000 --seed 1"])
def numbers_remaining(claim: Claim) -> Checks:
    """The printed list of possible numbers omits 0, although the same passage mentions it.

    All cards can be taken; then 0 cards remain, as the preceding sentence says and table 8 lists. It should read 3n
    with n = 0 or n ≥ 2.
    """
    multiple, smallest = claim.data["multiple"], claim.data["smallest"]
    left = len(replay(longest_game()).cards)
    what = f"{multiple}n cards remain, n ≥ {smallest}"
    yield check_fact(what, f"a game by the rules leaves {left} cards", left >= multiple * smallest)
    what = "81 minus three times the number of SETs is a multiple of 3, for 0 to 27 SETs taken"
    multiples = check(what, range(28), lambda taken: (DECK - 3 * taken) % multiple == 0)
    zero = check_fact("0 occurs", f"a game by the rules leaves {left} cards", left == 0)
    return Statement(corrected=(multiples, no_three_cards(), zero))


@evidence("A6.cancel")
def cancelling_mistakes(claim: Claim) -> Checks:
    """Two wrong triples with the printed sums leave no trace in the remaining cards."""
    first, second = (THESIS.parse(text) for text in claim.data["sums"])
    one = next(cards for cards, total in sums().items() if total == first)
    others = [cards for cards, total in sums().items() if total == second and not set(one) & set(cards)]
    wrong = [cards for cards in no_sets() if not set(one) & set(cards)]
    what = "the two triples are not SETs, and the other cards sum to 0"
    domain = f"for {cards_text(one)} with each of {{}} triples of other cards"
    yield check(f"{what}, {domain}", [(one, other) for other in others], _is_undetected)
    return Statement(
        why=f"For example, {cards_text(one)} and {cards_text(others[0])} have opposite sums, which cancel. Among the "
        f"triples of other cards that are not a SET, one in {len(wrong) / len(others):.0f} cancels the first.",
        commands=(command("checksum", (*one, *others[0])),),
    )


def _is_undetected(pair: tuple[Triple, Triple]) -> bool:
    """True if neither triple is a SET and the rest of the deck reveals no mistake."""
    rest = [card for card in SPACE if card not in pair[0] and card not in pair[1]]
    return not any(map(is_set, pair)) and mistakes_cancel(pair) and not read_leftover(rest).mistake


@evidence("A6.eighty", commands=["setlab hidden --notation thesis 0000 1000"])
def eighty_cards(claim: Claim) -> Checks:
    """After any number of SETs 3n − 1 of 80 cards remain; if two remain, they form a SET with the hidden card.

    Each SET takes three of the 80 cards. The hidden card and the remaining cards sum to 0.
    """
    formula, smallest = claim.data["formula"], claim.data["smallest"]
    possible = {value_of(formula, n=n) for n in range(smallest, 28)}
    what = f"80 minus three times the number of SETs is {formula}, n ≥ {smallest}, for 0 to 26 SETs taken"
    yield check(what, range(27), lambda taken: DECK - 1 - 3 * taken in possible)
    what = "two cards and the hidden card sum to 0 and form a SET, for all {} pairs of cards that can remain"
    yield check(what, combinations(SPACE.cards, 2), lambda pair: is_set((*pair, SPACE.negative(SPACE.total(pair)))))


@evidence("A6.hidden")
def by_arithmetic(claim: Claim) -> Figures:
    """The sum of the five cards, and the card that makes it 0.

    With the hidden card the sum must be (0,0,0,0) modulo 3.
    """
    cards = THESIS.parse_all(claim.data["cards"])
    total = plain_sum(map(numbers, claim.data["cards"]))
    hidden = hidden_card(cards)
    values = {
        "sum": vector(total),
        "sum mod 3": vector(modulo_3(total)),
        "hidden card": digits(hidden),
        "in words": in_their_words(claim.figures["in words"], hidden),
    }
    return Figures(values=values, commands=(command("hidden", cards),))


@evidence("A6.properties")
def by_properties(claim: Claim) -> Figures:
    """The number of the five cards with each value, and the hidden card that follows.

    The hidden card has the value that occurs once less than the two others, modulo 3.
    """
    cards = THESIS.parse_all(claim.data["cards"])
    shown = Counter(pair for card in cards for pair in THESIS.face(card).items())
    hidden = hidden_card_by_property(cards)
    values = {place: in_words(shown[named]) for place in claim.figures if (named := property_of(place.split()[0]))}
    return Figures(
        values=values | {"hidden card": in_their_words(claim.figures["hidden card"], hidden)},
        commands=(command("hidden", cards),),
    )


@evidence("A6.more")
def more_cards() -> Checks:
    """Both methods agree in all cases; the hidden card can form a SET with two of the remaining cards.

    In each property the remaining cards and the hidden card together have the three values equally often modulo 3,
    since each SET has; this leaves nine cases. With five remaining cards the hidden card forms no SET with two of them:
    the other three would form a SET.
    """
    game = next(game for game in map(play_with_hidden_card, count()) if _partners(game))
    a, b = _partners(game)[0]
    yield check(
        "the sum and the counts determine the same value, for all {} possible counts of the values 0, 1, 2 modulo 3",
        [counts for counts in product(range(3), repeat=3) if sum(counts) % 3 == 2 and len(set(counts)) == 2],
        lambda counts: -sum(value * number for value, number in enumerate(counts)) % 3 == _rare(counts),
    )
    yield check_fact(
        "the hidden card can form a SET with two of the remaining cards",
        f"a game that leaves {len(game.left)} cards without a SET; the hidden card {digits(game.hidden)} forms "
        f"one with {cards_text((a, b))}",
        is_set((a, b, game.hidden)) and not any(map(is_set, combinations(game.left, 3))),
    )
    return Statement(commands=(command("hidden", game.left),))


def _rare(counts: Sequence[int]) -> int:
    """The value whose count is one less than that of the two others, modulo 3."""
    return next(v for v in range(3) if all((counts[v] + 1 - counts[w]) % 3 == 0 for w in range(3) if w != v))


def _partners(game: Ending) -> list[tuple[int, int]]:
    """The pairs of remaining cards that form a SET with the hidden card, if more than two cards remain."""
    if len(game.left) == 2:
        return []
    return [pair for pair in combinations(game.left, 2) if SPACE.third(*pair) == game.hidden]


class Ending(NamedTuple):
    """The end of a game with one card set aside: the hidden card, and the remaining cards."""

    hidden: int
    left: tuple[int, ...]


def play_with_hidden_card(trial: int) -> Ending:
    """Play a game with the first card of a shuffled deck set aside, always taking the first SET.

    >>> len(play_with_hidden_card(0).left) % 3
    2
    """
    hidden, *deck = Draws(SEED).shuffle(trial, SPACE)
    _, table = play_game(deck, lambda table: next(iter(table.sets()), None), Rules(lost=1))
    return Ending(hidden, table.cards)
