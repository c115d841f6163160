"""Team SET: teams point at the cards of a SET, one player after the other.

The rules of Team SET are those that Abrahamsen and Eriksen describe after Butler (Team SET, 2019): the SET is found
within the team (`own`); any player may point at the second and third card, and the team with the most cards gets the
point (`shared`); all may point, but only a team that points at all three cards gets the point (`all`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from setlab.errors import RuleError
from setlab.rooms.games.game import RoomGame
from setlab.rooms.games.options import GameOption, Options, number, one_of

NAMES = ("Abel", "Fano", "Germain", "Hypatia", "Noether", "Ramanujan")
"""The names of the teams, after mathematicians."""

OWN, SHARED, ALL = RULES = ("own", "shared", "all")


class TeamGame(RoomGame):
    """The standard game between teams."""

    has_teams = True

    own_options: ClassVar[Mapping[str, GameOption]] = {"teams": number(2, 2, len(NAMES)), "rule": one_of(OWN, *RULES)}
    """The number of teams, and which of the three rules holds."""

    def check(self, options: Options) -> None:
        """Raise `RuleError` if there are opponents, who cannot point, or calls, which silence forbids."""
        for name in ("opponents", "call"):
            if options[name]:
                raise RuleError(f"option {name} must be off in team SET: people point in silence")


def winning_team(rule: str, teams: Sequence[int]) -> int:
    """The team that gets the point if these teams pointed at the three cards; 0 if none does.

    >>> [winning_team(rule, (1, 2, 2)) for rule in RULES], winning_team("shared", (1, 2, 3))
    ([2, 2, 0], 0)
    """
    (team, most), *others = Counter(teams).most_common()
    if rule == ALL:
        return team if not others else 0
    return team if not others or most > others[0][1] else 0
