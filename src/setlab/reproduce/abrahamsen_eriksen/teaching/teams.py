"""Team play with large cards: what the rules for pointing imply (A16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, all_sets, listed_sets
from setlab.reproduce.abrahamsen_eriksen.printed import spoken
from setlab.reproduce.judging import Statement, check
from setlab.reproduce.running import Gather, Runner
from setlab.rules import events, judge, replay
from setlab.sources import Claim


class Player(NamedTuple):
    """A member of a team."""

    team: int
    member: int


def pointing(claim: Claim, runner: Runner) -> Statement:
    """Two cards of a SET determine the third, and the referee accepts the SET."""
    return Statement(
        checks=(
            check(
                "exactly one card completes two cards of a SET",
                "all {} pairs of cards of all SETs",
                (pair for cards in all_sets() for pair in combinations(cards, 2)),
                lambda pair: sum(tuple(sorted((*pair, card))) in listed_sets() for card in SPACE) == 1,
                spoken,
            ),
            check(
                "the referee accepts the three cards",
                "all {} SETs on a table of three cards",
                all_sets(),
                lambda cards: isinstance(judge(replay([events.Deal(cards)]), cards), events.Claim),
                spoken,
            ),
        ),
        why="The third member has no choice, since two cards determine the SET. The second member has a choice if the "
        "first card lies in several SETs on the table; each of them scores.",
    )


def most_cards(claim: Claim, runner: Runner) -> Statement:
    """With two teams and three cards, one team has always pointed at more cards: there is no tie."""
    teams, cards = claim.data["teams"], claim.data["cards"]
    return Statement(
        checks=(
            check(
                "one team has pointed at the most cards",
                "all {} ways for the teams to point at the cards",
                product(range(teams), repeat=cards),
                lambda pointed: len(winners_by_most(pointed)) == 1,
            ),
        ),
        why="Three is odd: one of the two teams points at two or three of the cards.",
    )


def winners_by_most(pointed: Sequence[int]) -> list[int]:
    """The teams that pointed at the largest number of cards.

    >>> winners_by_most([0, 1, 1]), winners_by_most([0, 1])
    ([1], [0, 1])
    """
    numbers = Counter(pointed)
    return [team for team, number in numbers.items() if number == max(numbers.values())]


def all_members(claim: Claim, runner: Runner) -> Statement:
    """A team scores if all its three members pointed; the other team prevents this by pointing at one card."""
    teams, cards, members = (claim.data[name] for name in ("teams", "cards", "members"))
    players = [Player(team, member) for team in range(teams) for member in range(members)]
    ways = list(product(players, repeat=cards))
    return Statement(
        checks=(
            check(
                "if both teams have pointed, neither scores",
                "all {} ways in which players of both teams point at the cards",
                [way for way in ways if len({player.team for player in way}) > 1],
                lambda way: winner_by_all(way, members) is None,
            ),
            check(
                "if only one team points, and all its members do, it scores",
                "all {} ways in which three members of one team point at the cards",
                [way for way in ways if len(set(way)) == members and len({player.team for player in way}) == 1],
                lambda way: winner_by_all(way, members) == way[0].team,
            ),
        ),
        why="A SET has three cards and a team three members; if the other team points at a card, one member has no "
        "card to point at.",
    )


def winner_by_all(way: Sequence[Player], members: int) -> int | None:
    """The team of which every member pointed at one of the cards, if there is one.

    >>> winner_by_all([Player(0, 2), Player(0, 0), Player(0, 1)], 3)
    0
    """
    for team in {player.team for player in way}:
        if {player.member for player in way if player.team == team} == set(range(members)):
            return team
    return None


EVIDENCE: dict[str, Gather] = {"A16.team": pointing, "A16.most": most_cards, "A16.all": all_members}
