"""The most turns, the most cards without a SET, the most cards left (B6)."""

from __future__ import annotations

from setlab.caps import check as check_cap
from setlab.caps import find
from setlab.counting import count_turns_at_most
from setlab.exact.no_set import exact_no_set
from setlab.reproduce.checking import check_fact
from setlab.reproduce.evidence import Bounds, Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.referee import breach, sets_among
from setlab.reproduce.runner import Runner
from setlab.reproduce.stanke_stenzelbarton.turns import most_turns
from setlab.rules import Rules, events, game_leaving_most, longest_game, replay
from setlab.rules.events import Event
from setlab.sources import Claim

DECK = 81

LONGEST_GAME = (
    "python -c 'from setlab.reproduce.stanke_stenzelbarton.turns import most_turns; "
    "print(most_turns(), most_turns(count_fresh=False))'"
)
"""The command that follows all sequences of turns: 49, and 50 for the numbers of cards alone."""

GAMES_LEAVING_MOST = (
    "python -c 'from setlab.rules import Rules, game_leaving_most, replay; "
    "print([len(replay(game_leaving_most(lost), Rules(lost=lost)).cards) for lost in (0, 1, 2)])'"
)
"""The command that builds three games and counts the cards left: [18, 20, 19]."""


def turns(claim: Claim, runner: Runner) -> Figures:
    """A game with 49 turns, and the proof that there are no more."""
    game = longest_game()
    return Figures(
        values={"turns": Bounds(turns_of(game), most_turns(most_without=largest_without_set()))},
        why=f"27 SETs and 23 deals would be {most_turns(count_fresh=False)} turns by the numbers of cards alone. But "
        "after a deal for want of a SET every SET taken needs a card dealt since; if all 23 deals were of that kind, "
        f"six cards would stay. Following all sequences of turns gives {most_turns()}, and a constructed game has "
        f"{turns_of(game)}: {_number(game, events.Claim)} SETs and {turns_of(game) - _number(game, events.Claim)} "
        "deals.",
        commands=(LONGEST_GAME,),
    )


def safe(claim: Claim, runner: Runner) -> Statement:
    """No game has more than 49 turns, so that 50 suffice."""
    wanted, most = claim.data["turns"], count_turns_at_most()
    return Statement(
        checks=(
            check_fact("no game takes more turns", f"{most} turns at the most, by the formula", most <= wanted),
            check_fact(
                "nor does any sequence of turns that the numbers of cards allow",
                f"{most_turns()} turns at the most",
                most_turns() <= wanted,
            ),
        ),
        why="The program stops after 50 turns, and no game has more than 49.",
        commands=(LONGEST_GAME,),
    )


def largest_cap(claim: Claim, runner: Runner) -> Figures:
    """Twenty cards without a SET, and all collections of 21 cards, counted orbit by orbit."""
    cap, most = find(4), largest_without_set()
    lower = len(cap) if check_cap(cap).is_cap and not sets_among(cap) else 0
    return Figures(
        values={"cards without a SET": Bounds(lower, most), "cards that hold a SET": most + 1},
        why="The caps of AG(4,3) are listed up to symmetry: there is one orbit with 20 cards, and none with 21. "
        "Pellegrino proved it in 1970 (Sul massimo ordine delle calotte in S4,3).",
        commands=("setlab exact no-set --recompute", "setlab caps find --dimension 4"),
    )


def most_left(claim: Claim, runner: Runner) -> Figures:
    """At most 18, 20 and 19 cards: each bound is attained by a constructed game."""
    most = largest_without_set()
    return Figures(
        values={
            str(cards): Bounds(_left(DECK - cards), max(n for n in range(most + 1) if n % 3 == cards % 3))
            for cards in claim.numbers()
        },
        why=f"What is left holds no SET, so it has {most} cards at the most; its number is that of the deck modulo 3. "
        "A constructed game attains each bound.",
        commands=(GAMES_LEAVING_MOST, "setlab exact no-set --recompute"),
    )


def largest_without_set() -> int:
    """The most cards without a SET, computed anew from the orbits of caps.

    >>> largest_without_set()
    20
    """
    return exact_no_set(4, recompute=True).largest or 0


def turns_of(game: tuple[Event, ...]) -> int:
    """The turns of a game: SETs taken, and deals for want of one; a deal after a SET below 12 cards is a refill.

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
    """The cards that the constructed game leaves, if it keeps the rules; 0 otherwise."""
    game = game_leaving_most(lost)
    return 0 if breach(game, DECK - lost) else len(replay(game, Rules(lost=lost)).cards)


def _number(game: tuple[Event, ...], kind: type[Event]) -> int:
    return sum(isinstance(event, kind) for event in game)


ANSWERS: dict[str, Gather] = {
    "B6.turns": turns,
    "B6.safe": safe,
    "B6.caps": largest_cap,
    "B6.left": most_left,
}
