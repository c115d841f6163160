"""Lost cards: one, two, or three that are a SET or not (B5.missing, B5.lost)."""

from __future__ import annotations

from setlab.experiment.kernels.endgame_game import Game
from setlab.geometry import Space
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Answer, Check
from setlab.reproduce.histograms import counted, draw_leftovers, leftover_proportions
from setlab.reproduce.item import Gather
from setlab.reproduce.referee import breach
from setlab.reproduce.runner import Runner
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.reproduce.witness import game_leaving
from setlab.reproduce.zero_sums import deck_sums_to_zero, sets_sum_to_zero, sum_argument
from setlab.sources import Claim

DECK = 81


def one_or_two(claim: Claim, runner: Runner) -> Answer:
    """With one or two cards lost the table is never cleared; one lost card is named by what is left."""
    space, results = Space(4), [standard_games(runner, lost) for lost in (1, 2)]
    most = [max(leftover_proportions(result), key=lambda pair: pair[1]) for result in results]
    return Answer(
        answer="the table is never cleared: 2, 5, 8, … cards are left of 80 and 1, 4, 7, … of 79, most often "
        + " and ".join(f"{left} ({100 * proportion:.3g} %)" for left, proportion in most),
        checks=(
            deck_sums_to_zero(),
            sets_sum_to_zero(),
            check("a game cannot end without a card", "decks of {} sizes", (DECK - 1, DECK - 2), lambda n: n % 3 > 0),
            check(
                "one lost card is minus the sum of the others",
                "all {} cards",
                space.cards,
                lambda card: space.negative(space.total([other for other in space if other != card])) == card,
            ),
        ),
        trials=min(result.tally.trials for result in results),
        why="SETs and the whole deck sum to 0 modulo 3 in every property. So what is left sums to minus the lost "
        "cards; if one card is lost, its face can be read off what is left.",
        commands=("setlab hidden 1122 1220 2100 0011 0021",),
        results=tuple(results),
    )


def three(claim: Claim, runner: Runner) -> Answer:
    """A lost SET and three other lost cards lead to different ends: proved, with a game for each."""
    of_set, of_others = (
        runner.game(2e5, 5e6, lost=kind, seed=runner.seed + k) for k, kind in enumerate(("set", "no-set"))
    )
    none, some = counted(of_set, "leftover", 0), counted(of_others, "leftover", 3)
    return Answer(
        answer=f"yes: after a SET was lost the table can be cleared ({100 * none.cases / none.trials:.3g} % of the "
        "games) and three cards are never left; after three other cards it is never cleared, and three cards are left "
        f"in {100 * some.cases / some.trials:.3g} %",
        checks=(
            *sum_argument(),
            _witness("a lost SET, and no card left", game_leaving(0, runner.seed, lost="set")),
            _witness("three other lost cards, and three cards left", game_leaving(3, runner.seed, lost="no-set")),
        ),
        why="What is left sums to minus the lost cards, and three cards sum to 0 exactly if they are a SET. After a "
        "SET was lost the sum is 0, so that three cards left would be a SET; after other cards it is not 0, so that a "
        "card is left. With the program as printed, d = 3 would always lose a SET: (1,1,1,1), (1,1,1,2), (1,1,1,3).",
        results=(of_set, of_others),
        drawing=draw_leftovers(
            "Cards left, three cards lost",
            {"a SET": leftover_proportions(of_set), "no SET": leftover_proportions(of_others)},
        ),
    )


def _witness(what: str, found: tuple[int, Game]) -> Check:
    """A game that keeps the rules and ends as wanted."""
    trial, game = found
    return check_fact(what, f"game {trial}, which leaves {game.leftover}", breach(game.events, DECK - 3) is None)


ANSWERS: dict[str, Gather] = {"B5.missing": one_or_two, "B5.lost": three}
