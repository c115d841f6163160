"""The functions isSet and ThirdCard of the appendix, run as they are printed (A2)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, is_set, triples
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Check, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.listings import card_text
from setlab.reproduce.runner import Runner
from setlab.sources import Claim

TEXTS = tuple(map(card_text, SPACE))
"""Every card as the listings write it."""

STEP = 4
"""The blanks of one step of indentation in the listings."""


def printed_functions(claim: Claim, runner: Runner) -> Statement:
    """isSet is no program as printed; with the missing line both functions are right for all cards."""
    printed = even_steps(claim.data["isSet"])
    error, line = complaint(printed)
    third = check_third(claim)
    return Statement(
        checks=(check_fact("isSet as printed is a program", error, not error), third),
        corrected=(check_is_set(with_missing_line(printed, line), claim), third),
        why=f"Python refuses isSet as printed: {error}. The first `if` has no `continue`; with it, the function is "
        "right for all collections of three different cards. (It also accepts three equal cards, which do not occur.)",
    )


def even_steps(listing: str) -> str:
    """A listing whose lines begin at whole steps: the copy has lost a blank here and there.

    >>> even_steps("if a:\\n   b")
    'if a:\\n    b'
    """
    lines = listing.strip("\n").split("\n")
    return "\n".join(" " * (-(-_blanks(line) // STEP) * STEP) + line.lstrip() for line in lines)


def complaint(listing: str) -> tuple[str, int]:
    """What Python says about a listing that is no program and the line it says it of; nothing if it is one.

    >>> complaint("a = 1"), complaint("if a:\\nb = 1")[1]
    (('', 0), 2)
    """
    try:
        compile(listing, "listing", "exec")
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg}", error.lineno or 0
    return "", 0


def with_missing_line(listing: str, line: int) -> str:
    """The listing with `continue` before the line at which a body was expected.

    >>> print(with_missing_line("for i in x:\\n    if i:\\n    b", 3))
    for i in x:
        if i:
            continue
        b
    """
    lines = listing.split("\n")
    body = " " * (_blanks(lines[line - 1]) + STEP) + "continue"
    return "\n".join([*lines[: line - 1], body, *lines[line - 1 :]])


def function(name: str, listing: str, claim: Claim) -> Callable[..., Any]:
    """The function that a listing of the record defines."""
    names: dict[str, Any] = {}
    exec(f"{claim.data['symbols']}\n{listing}", names)
    found: Callable[..., Any] = names[name]
    return found


def check_is_set(listing: str, claim: Claim) -> Check:
    """isSet decides for every three cards as the rule does."""
    tells = function("isSet", listing, claim)
    return check(
        "isSet with the missing line tells SETs",
        "all {} collections of three cards",
        triples(),
        lambda cards: tells(*map(TEXTS.__getitem__, cards)) == is_set(cards),
    )


def check_third(claim: Claim) -> Check:
    """ThirdCard as printed completes every two cards to a SET."""
    third = function("ThirdCard", even_steps(claim.data["ThirdCard"]), claim)
    return check(
        "ThirdCard as printed finds the third card",
        "all {} ordered pairs of cards",
        permutations(SPACE.cards, 2),
        lambda pair: third(*map(TEXTS.__getitem__, pair)) == TEXTS[SPACE.third(*pair)],
    )


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip())


ANSWERS: dict[str, Gather] = {"A2.listing": printed_functions}
