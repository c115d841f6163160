"""Three players: Theorem 7 can be blocked, and the loser on nine points (D6)."""

from __future__ import annotations

from fractions import Fraction

from setlab.antiset import Game
from setlab.antiset.search import Payoffs, equilibria, guaranteed
from setlab.geometry import Space
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Answer, Statement, check, check_fact
from setlab.reproduce.methods.number_words import in_words
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

BOARD = "AG(2,3)"
ORDINALS = ("first", "second", "third")


def blocking(claim: Claim, runner: Runner) -> Statement:
    """The third player can take the point that Theorem 7 requires."""
    space = Space(2)
    firsts = [(a, b) for a in space.cards for b in space.cards if a != b]

    def is_blocked(first: tuple[int, int]) -> bool:
        needed = space.third(*first)
        game = Game(BOARD, [*first, needed], players=3)
        return game.turn == 0 and needed not in game.legal_moves

    return Statement(
        checks=(
            check(
                "the third player can take the required point",
                "all {} pairs of first moves on AG(2, 3)",
                firsts,
                is_blocked,
            ),
        ),
        why="With three players, the third player moves between Olivia's move and Xavier's answer.",
        commands=(again(claim),),
    )


def three_players(claim: Claim, runner: Runner) -> Answer:
    """All subgame-perfect equilibria on nine points, and what each player can guarantee."""
    outcomes = {out: equilibria(Game(BOARD, players=3, elimination=out)) for out in (False, True)}
    sure = [guaranteed(Game(BOARD, players=3), player) for player in range(3)]
    losers = {
        tuple(player for player in range(3) if payoffs[player] == 0) for found in outcomes.values() for payoffs in found
    }
    return Answer(
        answer=f"on AG(2, 3) {_who(losers)} loses in every equilibrium: {_shown(outcomes[False])}; the players can "
        f"guarantee {', '.join(map(str, sure))}",
        checks=(
            check_fact(
                "one player loses in all equilibria, with and without elimination",
                f"{sum(map(len, outcomes.values()))} outcomes on AG(2, 3), with three players",
                len(losers) == 1 and all(len(loser) == 1 for loser in losers),
                whole=False,
            ),
            check_fact(
                "no player can guarantee a win",
                f"guaranteed payoffs {', '.join(map(str, sure))}",
                max(sure) < Fraction(1, 2),
                whole=False,
            ),
        ),
        why="The first player to complete a line loses, and the others share the win. All positions are searched for "
        f"all subgame-perfect equilibria. This settles {in_words(3)} players on nine points; larger boards and more "
        "players are not decided here.",
        commands=(again(claim),),
    )


def _who(losers: set[tuple[int, ...]]) -> str:
    return " or ".join(f"the {ORDINALS[player]} player" for loser in sorted(losers) for player in loser)


def _shown(outcomes: frozenset[Payoffs]) -> str:
    return " or ".join(f"payoffs {', '.join(map(str, payoffs))}" for payoffs in sorted(outcomes))


EVIDENCE: dict[str, Gather] = {"D6.block": blocking, "D6.players": three_players}
