"""The claims about the most cards left, and decks with lost cards (B2, B6)."""

from __future__ import annotations

from setlab.caps import check as check_cap
from setlab.caps import find
from setlab.counting import count_turns_at_most
from setlab.exact.no_set import exact_no_set
from setlab.experiment.kernels.endgame import Game
from setlab.geometry import Space
from setlab.reproduce.judging import Answer, Bounds, Check, Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import breach, game_leaving, sets_among
from setlab.reproduce.methods.histograms import counted, draw_leftovers, leftover_proportions
from setlab.reproduce.methods.proofs import deck_sums_to_zero, sets_sum_to_zero, sum_argument
from setlab.reproduce.register import Runner, evidence
from setlab.reproduce.stanke_stenzelbarton.game import most_turns
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.rules import Rules, events, game_leaving_most, longest_game, replay
from setlab.rules.events import Event
from setlab.sources import Claim

DECK = 81

LONGEST_GAME = (
    "python -c 'from setlab.reproduce.stanke_stenzelbarton.game import most_turns; "
    "print(most_turns(), most_turns(count_fresh=False))'"
)
"""The command that follows all sequences of turns: 49, or 50 by the numbers of cards alone."""

GAMES_LEAVING_MOST = (
    "python -c 'from setlab.rules import Rules, game_leaving_most, replay; "
    "print([len(replay(game_leaving_most(lost), Rules(lost=lost)).cards) for lost in (0, 1, 2)])'"
)
"""The command that constructs three games and counts the cards left: [18, 20, 19]."""


@evidence("B6.turns")
def turns() -> Figures:
    """A game with 49 turns, and the proof that no game has more."""
    game = longest_game()
    return Figures(
        values={"turns": Bounds(turns_of(game), most_turns(most_without=largest_without_set()))},
        why=f"By the numbers of cards alone, 27 SETs and 23 deals would make {most_turns(count_fresh=False)} turns. "
        "But once three cards have been dealt because there was no SET, every SET contains a card dealt since; if all "
        f"23 deals were of that kind, six cards would remain. Following all sequences of turns gives {most_turns()}, "
        f"and a constructed game has {turns_of(game)}: {_number(game, events.Claim)} SETs and "
        f"{turns_of(game) - _number(game, events.Claim)} deals.",
        commands=(LONGEST_GAME,),
    )


@evidence("B6.safe")
def safe(claim: Claim) -> Statement:
    """No game has more than 49 turns, so 50 suffice."""
    wanted, most = claim.data["turns"], count_turns_at_most()
    return Statement(
        checks=(
            check_fact("no game takes more turns", f"at most {most} turns, by the formula", most <= wanted),
            check_fact(
                "nor does any sequence of turns that the numbers of cards allow",
                f"at most {most_turns()} turns",
                most_turns() <= wanted,
            ),
        ),
        why="The program stops after 50 turns, and no game has more than 49.",
        commands=(LONGEST_GAME,),
    )


@evidence("B6.caps")
def largest_cap() -> Figures:
    """Twenty cards without a SET, and the list of all such collections, which ends at 20 cards."""
    cap, most = find(4), largest_without_set()
    lower = len(cap) if check_cap(cap).is_cap and not sets_among(cap) else 0
    return Figures(
        values={"cards without a SET": Bounds(lower, most), "cards that hold a SET": most + 1},
        why="The caps of AG(4,3) are listed up to symmetry: there is one orbit of caps with 20 cards, and none with "
        "21. Pellegrino proved this in 1970 (Sul massimo ordine delle calotte in S4,3).",
        commands=("setlab exact no-set --recompute", "setlab caps find --dimension 4"),
    )


@evidence("B6.left")
def most_left(claim: Claim) -> Figures:
    """At most 18, 20 and 19 cards are left; a constructed game attains each bound."""
    most = largest_without_set()
    return Figures(
        values={
            str(cards): Bounds(_left(DECK - cards), max(n for n in range(most + 1) if n % 3 == cards % 3))
            for cards in claim.numbers()
        },
        why=f"The cards left contain no SET, so there are at most {most}; their number is congruent to that of the "
        "deck modulo 3. A constructed game attains each bound.",
        commands=(GAMES_LEAVING_MOST, "setlab exact no-set --recompute"),
    )


def largest_without_set() -> int:
    """The largest number of cards without a SET, recomputed from the orbits of caps.

    >>> largest_without_set()
    20
    """
    return exact_no_set(4, recompute=True).largest or 0


def turns_of(game: tuple[Event, ...]) -> int:
    """The turns of a game: SETs taken, and deals because there is no SET; a deal to fewer than 12 cards is a refill.

    >>> turns_of(longest_game())
    49
    """
    total, lying = 0, 0
    for event in game:
        if isinstance(event, events.Claim):
            total, lying = total + 1, lying - len(event.cards)
        else:
            total, lying = total + (lying >= 12), lying + len(event.cards)
    return total


def _left(lost: int) -> int:
    """The number of cards that the constructed game leaves, if it follows the rules; 0 otherwise."""
    game = game_leaving_most(lost)
    return 0 if breach(game, DECK - lost) else len(replay(game, Rules(lost=lost)).cards)


def _number(game: tuple[Event, ...], kind: type[Event]) -> int:
    return sum(isinstance(event, kind) for event in game)


@evidence("B5.missing")
def one_or_two(runner: Runner) -> Answer:
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


@evidence("B5.lost")
def three(runner: Runner) -> Answer:
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
