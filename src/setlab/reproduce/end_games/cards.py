"""The coding of cards, and the numbers of cards that can be left (C1, C4)."""

from __future__ import annotations

from itertools import combinations

from setlab.caps import check as check_cap
from setlab.caps import find, known, most_by_characters
from setlab.geometry import Deck, Space
from setlab.notation import find_notation
from setlab.reproduce.end_games.protocols import find_sets_on_the_board, is_it_a_set
from setlab.reproduce.evidence import Bounds, Check, Checks, Figures, Resolution, Statement, Values, check, check_fact
from setlab.reproduce.methods.game import all_cards, both_ways_agree, breach, follow_the_rule, game_leaving
from setlab.reproduce.methods.proofs import largest_cap, sum_argument
from setlab.reproduce.register import Runner, evidence
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim

D, N = 4, 3
WORDS = {"Colour": "green", "Number": "1", "Shape": "oval", "Shading": "solid"}
"""The words of one card, for each attribute in the order of the table."""

DECKS = ((1, 2), (3, 2), (4, 2), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5))
"""The pairs (d, n) for which every collection of n cards is tried."""


evidence("C1.rule")(both_ways_agree)


@evidence("C1.coding", commands=["setlab cards --notation endgame"])
def vectors(claim: Claim) -> Values:
    """The vector of the example card, and of the same card in the game with one colour.

    The digits stand for colour, number, shape and shading, in this order.
    """
    endgame = find_notation("endgame")
    digits = endgame.digits(endgame.parse(claim.data["card"]))
    return {claim.data["card"]: _vector(digits), "the same card without its colour": _vector(digits[1:])}


@evidence("C1.digits", commands=["setlab cards --notation endgame"])
def digits(claim: Claim) -> Values:
    """The digit of every value, read from a card with this value.

    Our notation `endgame` uses the same digits.
    """
    endgame = find_notation("endgame")
    values: dict[str, int] = {}
    for place in claim.figures:
        attribute, word = place.split()
        card = endgame.parse(" ".join((WORDS | {attribute: word.lower()}).values()))
        values[place] = endgame.deck.coordinates(card)[list(WORDS).index(attribute)]
    return values


@evidence("C1.beginners")
def one_attribute_fixed() -> Check:
    """The cards with one attribute fixed form a deck of dimension 3: their SETs are those of the other attributes.

    An attribute that is the same on all cards is the same on any three of them.
    """
    parts = [(place, value) for place in range(D) for value in range(N)]

    def is_smaller_game(part: tuple[int, int]) -> bool:
        place, value = part
        cards = [card for card in all_cards(D) if card[place] == value]
        shorter = {card: card[:place] + card[place + 1 :] for card in cards}
        whole = sorted(shorter.values()) == all_cards(D - 1)
        kept = (follow_the_rule(t) == follow_the_rule([shorter[c] for c in t]) for t in combinations(cards, N))
        return whole and all(kept)

    what = "27 cards with the SETs of three attributes, for all {} choices of an attribute and a value"
    return check(what, parts, is_smaller_game)


@evidence("C1.cards")
def numbers_of_cards(claim: Claim) -> Figures:
    """The number of cards in d dimensions, by listing.

    All combinations of d values were listed and counted.
    """
    values = {str(d): len(set(all_cards(d))) for d in claim.numbers()}
    return Figures(values=values, commands=tuple(f"setlab count --dimension {d}" for d in claim.numbers()))


@evidence("C2.isset")
def example_call(claim: Claim) -> Figures:
    """The values at each position, and the value that the function returns.

    At no position are exactly two values the same.
    """
    cards = [tuple(card) for card in claim.data["cards"]]
    columns = list(zip(*cards, strict=True))
    kinds = {1: "all the same", N: "all different"}
    values: dict[str, int | str] = {
        f"position {at}": f"{{{', '.join(map(str, column))}}} ({kinds.get(len(set(column)), 'neither')})"
        for at, column in enumerate(columns)
    }
    commands = (f"setlab check --notation endgame {' '.join(''.join(map(str, card)) for card in cards)}",)
    return Figures(values={**values, "returned": is_it_a_set(cards, D, N)}, commands=commands)


@evidence("C2.agnostic")
def any_deck() -> Check:
    """`is_it_a_set` on every collection of n cards of several decks.

    The function tests for each property whether the number of different values is 1 or n.
    """

    def is_recognised(deck: Deck, cards: tuple[int, ...]) -> bool:
        return is_it_a_set(list(map(deck.coordinates, cards)), deck.d, deck.n) == deck.is_set(cards)

    decks = [Deck(*sizes) for sizes in DECKS]
    what = "the function recognises the SETs"
    domain = f"for all {{}} collections of n cards in {len(DECKS)} decks with 2 to 5 values"
    cases = ((deck, cards) for deck in decks for cards in combinations(deck.cards, deck.n))
    return check(f"{what}, {domain}", cases, lambda case: is_recognised(*case), whole=False)


@evidence("C2.board")
def board(claim: Claim) -> Checks:
    """The SETs on the printed board, and the board that is returned if the named SET is found first.

    The remaining cards keep their order on the board when a SET is removed.
    """
    endgame = find_notation("endgame")
    texts, named, returned = (claim.data[name].split() for name in ("board", "found", "returned"))
    sets = Space(D).sets(endgame.parse_all(texts))
    cards, first = ([tuple(map(int, text)) for text in part] for part in (texts, named))
    rest, _ = find_sets_on_the_board(cards, [], D, N, order=[first])
    left = ["".join(map(str, card)) for card in rest]
    yield check_fact("there is more than one SET on the board", f"{len(sets)} SETs", len(sets) > 1)
    what = "the named cards are one of them"
    yield check_fact(what, " ".join(named), sorted(endgame.parse_all(named)) in [sorted(line) for line in sets])
    yield check_fact("the returned board is as printed", " ".join(left), left == returned)
    return Statement(exact=f"{len(sets)} SETs", commands=(f"setlab find --notation endgame {claim.data['board']}",))


def _vector(digits: str) -> str:
    return f"({', '.join(digits)})"


DECK = 81
LISTED = (3, 4)
"""The dimensions in which all caps are listed, which proves the size of the largest."""


@evidence("C4.cap", "C4.caps")
def largest_caps(claim: Claim) -> Figures:
    """Constructed caps, and proved upper bounds, which are sharp where all caps are listed."""
    dimensions = list(claim.numbers())
    cited = [known(d).source for d in dimensions if d not in LISTED]
    values = {str(d): Bounds(_constructed_size(d), _most(d)) for d in dimensions}
    why = "All caps in three and four dimensions are listed here up to symmetry, which proves the maximum size."
    for source in cited:
        why += (
            " In five dimensions we construct a cap of 45 cards and prove that no cap has more than "
            f"{_most(5)} cards; that none has more than 45 is cited, not proved here ({source})."
        )
    verbs = {d: f"exact no-set --dimension {d} --recompute" for d in LISTED}
    commands = tuple(f"setlab {verbs.get(d, f'caps find --dimension {d}')}" for d in dimensions)
    return Figures(values=values, why=why, commands=commands)


@evidence("C4.last")
def last_three() -> Checks:
    """The deck and all SETs sum to 0, and three cards with sum 0 form a SET.

    The deck and every SET sum to 0 modulo 3 in each property. So the three remaining cards sum to 0 as well, and three
    values with sum 0 are all the same or all different.
    """
    yield from sum_argument()
    yield _check_zero_sums(4)


@evidence("C4.proof", commands=["setlab checksum --notation endgame --dimension 3 000 011 022"])
def proof_for_every_dimension() -> Checks:
    """The same argument holds in every dimension, because properties are added separately.

    Each SET sums to 0 modulo 3 in every property, and so does the deck, in which each value occurs 3^(d−1) times. Hence
    the cards left sum to 0, and three cards with sum 0 form a SET. The argument does not depend on d.
    """
    yield from sum_argument()
    yield _check_zero_sums(3)
    answer = "proved for every dimension: three cards are never left if the game goes on until there is no SET"
    return Resolution(answer)


@evidence("C4.leftovers", commands=["setlab exact no-set --recompute"])
def possible_numbers(claim: Claim, runner: Runner) -> Checks:
    """Every number of cards from 0 to 81 is impossible by proof, or left by a game that follows the rules."""
    listed, most = claim.data["possible"], _most(4)
    yield from sum_argument()
    what = f"n cards can be left if and only if n is listed, for all {{}} numbers from 0 to {DECK}"
    yield check(what, range(DECK + 1), lambda number: (number in listed) == _can_be_left(number, most, runner.seed))
    return Statement(
        why=f"The number of cards left is a multiple of 3 other than 3, and at most {most}, since they contain no SET. "
        "For each of the six numbers there is a game that attains it; the game for 18 is constructed."
    )


def _can_be_left(number: int, most: int, seed: int) -> bool:
    """False if the number is impossible by proof; otherwise True if a game attains it."""
    if number % 3 or number == 3 or number > most:
        return False
    constructed = game_leaving_most()
    if number == len(replay(constructed).cards):
        return breach(constructed) is None
    _, found = game_leaving(number, seed)
    return breach(found.events) is None and found.leftover == number


def _constructed_size(d: int) -> int:
    """The size of the constructed cap; 0 if it is not a cap."""
    cap = find(d)
    return len(cap) if check_cap(cap, d).is_cap else 0


def _most(d: int) -> int:
    """The size of the largest cap, from the list of all caps; an upper bound where there are too many."""
    return largest_cap(d) if d in LISTED else most_by_characters(d, _most(d - 1))


def _check_zero_sums(d: int) -> Check:
    """All triples of cards with sum 0 form SETs."""
    space = Space(d)
    pairs = ((a, b) for a in space for b in range(a))
    thirds = ((a, b, space.negative(space.add(a, b))) for a, b in pairs)
    what = f"three different cards with sum 0 form a SET in {d} dimensions, for all {{}} such triples"
    return check(what, ((a, b, c) for a, b, c in thirds if c < b), lambda cards: space.is_line(*cards))
