"""Lost cards: one, two, or three that may or may not form a SET (B5.missing, B5.lost)."""

from __future__ import annotations

from setlab.experiment.kernels.endgame_game import Game
from setlab.geometry import Space
from setlab.reproduce.judging import Answer, Check, check, check_fact
from setlab.reproduce.methods.histograms import counted, draw_leftovers, leftover_proportions
from setlab.reproduce.methods.standard_referee import breach
from setlab.reproduce.methods.witness import game_leaving
from setlab.reproduce.methods.zero_sums import deck_sums_to_zero, sets_sum_to_zero, sum_argument
from setlab.reproduce.running import Gather, Runner
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.sources import Claim

DECK = 81


def one_or_two(claim: Claim, runner: Runner) -> Answer:
    """With one or two lost cards the table is never cleared; the cards left identify a single lost card."""
    space, results = Space(4), [standard_games(runner, lost) for lost in (1, 2)]
    most = [max(leftover_proportions(result), key=lambda pair: pair[1]) for result in results]
    return Answer(
        answer="the table is never cleared: 2, 5, 8, … cards are left of 80 and 1, 4, 7, … of 79, most often "
        + " and ".join(f"{left} ({100 * proportion:.3g} %)" for left, proportion in most),
        checks=(
            deck_sums_to_zero(),
            sets_sum_to_zero(),
            check("a game cannot end without cards", "decks of {} sizes", (DECK - 1, DECK - 2), lambda n: n % 3 > 0),
            check(
                "a card is minus the sum of all others",
                "all {} cards",
                space.cards,
                lambda card: space.negative(space.total([other for other in space if other != card])) == card,
            ),
        ),
        trials=min(result.tally.trials for result in results),
        why="All SETs and the whole deck sum to 0 modulo 3 in every property. So the cards left sum to minus the lost "
        "cards; if one card is lost, the cards left identify it.",
        commands=("setlab hidden --notation thesis 1122 1220 2100 0011 0021",),
        results=tuple(results),
    )


def three(claim: Claim, runner: Runner) -> Answer:
    """A lost SET and three other lost cards lead to different endings: a proof, and a game for each."""
    of_set, of_others = (
        runner.game(2e5, 5e6, lost=kind, seed=runner.seed + k) for k, kind in enumerate(("set", "no-set"))
    )
    none, some = counted(of_set, "leftover", 0), counted(of_others, "leftover", 3)
    return Answer(
        answer=f"yes: if the lost cards form a SET, the table can be cleared ({none.percent:.3g} % of the games) and "
        f"three cards are never left; otherwise it is never cleared, and three cards are left in {some.percent:.3g} % "
        "of the games",
        checks=(
            *sum_argument(),
            _witness("the lost cards form a SET, and no card is left", game_leaving(0, runner.seed, lost="set")),
            _witness(
                "the lost cards do not form a SET, and three cards are left",
                game_leaving(3, runner.seed, lost="no-set"),
            ),
        ),
        why="The cards left sum to minus the lost cards, and three cards sum to 0 if and only if they form a SET. If "
        "the lost cards form a SET, the sum is 0, and three cards left would form a SET. Otherwise the sum is not 0, "
        "so some card is left. In the printed program, d = 3 would always lose a SET: (1,1,1,1), (1,1,1,2), (1,1,1,3).",
        results=(of_set, of_others),
        drawing=draw_leftovers(
            "Cards left, three cards lost",
            {"a SET": leftover_proportions(of_set), "not a SET": leftover_proportions(of_others)},
        ),
    )


def _witness(what: str, found: tuple[int, Game]) -> Check:
    """Check that a game with the wanted ending follows the rules."""
    trial, game = found
    return check_fact(what, f"game {trial}, which leaves {game.leftover} cards", breach(game.events, DECK - 3) is None)


EVIDENCE: dict[str, Gather] = {"B5.missing": one_or_two, "B5.lost": three}
