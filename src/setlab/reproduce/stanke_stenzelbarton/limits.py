"""The maximum numbers of turns, of cards without a SET, and of cards left (B6)."""

from __future__ import annotations

from setlab.caps import check as check_cap
from setlab.caps import find
from setlab.counting import count_turns_at_most
from setlab.exact.no_set import exact_no_set
from setlab.reproduce.judging import Bounds, Figures, Statement, check_fact
from setlab.reproduce.methods.standard_referee import breach, sets_among
from setlab.reproduce.running import Gather, Runner
from setlab.reproduce.stanke_stenzelbarton.turns import most_turns
from setlab.rules import Rules, events, game_leaving_most, longest_game, replay
from setlab.rules.events import Event
from setlab.sources import Claim

DECK = 81

LONGEST_GAME = (
    "python -c 'from setlab.reproduce.stanke_stenzelbarton.turns import most_turns; "
    "print(most_turns(), most_turns(count_fresh=False))'"
)
"""The command that follows all sequences of turns: 49, or 50 by the numbers of cards alone."""

GAMES_LEAVING_MOST = (
    "python -c 'from setlab.rules import Rules, game_leaving_most, replay; "
    "print([len(replay(game_leaving_most(lost), Rules(lost=lost)).cards) for lost in (0, 1, 2)])'"
)
"""The command that constructs three games and counts the cards left: [18, 20, 19]."""


def turns(claim: Claim, runner: Runner) -> Figures:
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


def safe(claim: Claim, runner: Runner) -> Statement:
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


def largest_cap(claim: Claim, runner: Runner) -> Figures:
    """Twenty cards without a SET, and the list of all such collections, which ends at 20 cards."""
    cap, most = find(4), largest_without_set()
    lower = len(cap) if check_cap(cap).is_cap and not sets_among(cap) else 0
    return Figures(
        values={"cards without a SET": Bounds(lower, most), "cards that hold a SET": most + 1},
        why="The caps of AG(4,3) are listed up to symmetry: there is one orbit of caps with 20 cards, and none with "
        "21. Pellegrino proved this in 1970 (Sul massimo ordine delle calotte in S4,3).",
        commands=("setlab exact no-set --recompute", "setlab caps find --dimension 4"),
    )


def most_left(claim: Claim, runner: Runner) -> Figures:
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


EVIDENCE: dict[str, Gather] = {
    "B6.turns": turns,
    "B6.safe": safe,
    "B6.caps": largest_cap,
    "B6.left": most_left,
}
