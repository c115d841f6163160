"""The classroom: exercises, sorting, and team play (A15, A16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import prod
from typing import NamedTuple

from setlab.draws import Draws
from setlab.exact.sets import exact_sets
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, THESIS, cards_text, command, shared_properties
from setlab.reproduce.evidence import Check, Checks, Statement, check, check_fact
from setlab.reproduce.methods import VECTORS, all_sets, is_set
from setlab.reproduce.register import SEED, evidence
from setlab.rules import Claim as TakenSet
from setlab.rules import Deal, replay
from setlab.sources import Claim


@evidence("A15.explore", commands=["setlab show --deck"])
def explore(claim: Claim) -> Checks:
    """Sorted by any properties, the deck falls into equal piles; the factors multiply to the number of cards.

    Sorted by k properties, the deck falls into 3^k equal piles of 3^(4−k) cards; every product is 81.
    """
    names = [entry.name for entry in THESIS.properties]
    cards = claim.data["cards"]
    what = "the deck has one card of each kind, for all {} cards"
    yield check(what, SPACE, lambda card: THESIS.card_with(THESIS.face(card)) == card)
    yield check(
        "the piles are equal, and their number times their size is the number of cards, "
        "for all {} choices of properties to sort by",
        [by for number in range(5) for by in combinations(names, number)],
        lambda by: _piles_multiply(by, cards),
    )


def _piles_multiply(by: tuple[str, ...], cards: int) -> bool:
    """True if every combination of values has a pile, and number times size of the piles is the number of cards."""
    piles = Counter(tuple(THESIS.face(card)[name] for name in by) for card in SPACE)
    values = prod(len({pile[i] for pile in piles}) for i in range(len(by)))
    return len(piles) == values and {values * size for size in piles.values()} == {cards}


@evidence("A15.final", commands=["setlab third --notation thesis 1221 1020"])
def final_card(claim: Claim) -> Checks:
    """The final card is found property by property, for SETs of every type.

    The exercises are pictures, which are missing in the copy used here; the method was tried on all pairs of cards
    instead.
    """
    types = {shared_properties(cards) for cards in all_sets()}
    what = "the card found property by property completes a SET, for all {} ordered pairs of cards A and B"
    yield check(what, permutations(SPACE.cards, 2), lambda pair: is_set((*pair, by_property(*pair))))
    what = f"the easiest SETs have {claim.data['easiest']} properties in common"
    words = f"SETs with {', '.join(map(str, sorted(types, reverse=True)))} properties in common"
    yield check_fact(what, words, max(types) == claim.data["easiest"])


def by_property(a: int, b: int) -> int:
    """The card with the common value where two cards agree, and with the remaining value where they differ.

    >>> by_property(0, 1)
    2
    """
    pairs = zip(VECTORS[a], VECTORS[b], strict=True)
    return SPACE.card(x if x == y else ({0, 1, 2} - {x, y}).pop() for x, y in pairs)


@evidence("A15.memory")
def memory() -> Checks:
    """Taking a SET makes the same number of SETs impossible, whichever SET it is."""
    through = Counter(card for cards in all_sets() for card in cards)
    gone = {cards: sum(through[card] for card in cards) - 2 for cards in all_sets()}
    what = "taking a SET makes other SETs impossible, but not all, for all {} SETs"
    yield check(what, gone.items(), lambda case: 1 < case[1] < len(all_sets()))
    return Statement(
        why=f"The SETs that share a card with a given SET, itself included, are {max(gone.values())} of "
        f"{len(all_sets()):,}."
    )


@evidence("A15.puzzle")
def puzzle(claim: Claim) -> Checks:
    """Twelve cards with exactly six SETs: an example, and the number of such deals."""
    number, sets = claim.data["cards"], claim.data["sets"]
    table = exact_sets(number)
    proportion = table.proportions()[sets]
    example = next(cards for cards in _deals(number) if len(SPACE.sets(cards)) == sets)
    what = f"{number} cards can contain exactly {sets} SETs"
    yield check_fact(what, cards_text(example), sum(map(is_set, combinations(example, 3))) == sets)
    return Statement(
        why=f"One deal in {float(1 / proportion):.1f} is such a puzzle: {(table.distribution or {})[sets]:,} of "
        f"{table.total:,}.",
        exact=str(proportion),
        commands=(f"setlab exact sets --cards {number}", command("find", example)),
    )


def _deals(number: int) -> Iterator[list[int]]:
    """Random deals of n cards, without end."""
    trial = 0
    while True:
        yield list(Draws(SEED).shuffle(trial, SPACE))[:number]
        trial += 1


class TeamMember(NamedTuple):
    """A member of a team."""

    team: int
    member: int


@evidence("A16.team")
def pointing() -> Checks:
    """Two cards of a SET determine the third, and the referee accepts the SET.

    The third member has no choice, since two cards determine the SET. The second member has a choice if the first card
    lies in several SETs on the table; each of them scores.
    """
    what = "exactly one card completes two cards of a SET, for all {} pairs of cards of all SETs"
    cases = (pair for cards in all_sets() for pair in combinations(cards, 2))
    yield check(what, cases, lambda pair: sum(is_set((*pair, card)) for card in SPACE) == 1)
    what = "the referee accepts the three cards, for all {} SETs on a table of three cards"
    yield check(what, all_sets(), lambda cards: replay([Deal(cards), TakenSet(cards)]).taken == (cards,))


@evidence("A16.most")
def most_cards(claim: Claim) -> Check:
    """With two teams and three cards, one team has always pointed at more cards: there is no tie.

    Three is odd: one of the two teams points at two or three of the cards.
    """
    teams, cards = claim.data["teams"], claim.data["cards"]
    what = "one team has pointed at the most cards, for all {} ways for the teams to point at the cards"
    return check(what, product(range(teams), repeat=cards), lambda pointed: len(winners_by_most(pointed)) == 1)


def winners_by_most(pointed: Sequence[int]) -> list[int]:
    """The teams that pointed at the largest number of cards.

    >>> winners_by_most([0, 1, 1]), winners_by_most([0, 1])
    ([1], [0, 1])
    """
    numbers = Counter(pointed)
    return [team for team, number in numbers.items() if number == max(numbers.values())]


@evidence("A16.all")
def all_members(claim: Claim) -> Checks:
    """A team scores if all its three members pointed; the other team prevents this by pointing at one card.

    A SET has three cards and a team three members; if the other team points at a card, one member has no card to point
    at.
    """
    teams, cards, members = (claim.data[name] for name in ("teams", "cards", "members"))
    players = [TeamMember(team, member) for team in range(teams) for member in range(members)]
    ways = list(product(players, repeat=cards))
    both = [way for way in ways if len({player.team for player in way}) > 1]
    domain = "for all {} ways in which players of both teams point at the cards"
    what = f"if both teams have pointed, neither scores, {domain}"
    yield check(what, both, lambda way: winner_by_all(way, members) is None)
    one = [way for way in ways if len(set(way)) == members and len({player.team for player in way}) == 1]
    domain = "for all {} ways in which three members of one team point at the cards"
    what = f"if only one team points, and all its members do, it scores, {domain}"
    yield check(what, one, lambda way: winner_by_all(way, members) == way[0].team)


def winner_by_all(way: Sequence[TeamMember], members: int) -> int | None:
    """The team of which every member pointed at one of the cards, if there is one.

    >>> winner_by_all([TeamMember(0, 2), TeamMember(0, 0), TeamMember(0, 1)], 3)
    0
    """
    for team in {player.team for player in way}:
        if {player.member for player in way if player.team == team} == set(range(members)):
            return team
    return None
