"""The functions isSet and ThirdCard of the appendix, executed as printed (A2)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, is_set, triples
from setlab.reproduce.abrahamsen_eriksen.programs.listings import card_text
from setlab.reproduce.judging import Check, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

TEXTS = tuple(map(card_text, SPACE))
"""Every card as the listings write it."""

STEP = 4
"""The number of spaces of one level of indentation in the listings."""


def printed_functions(claim: Claim, runner: Runner) -> Statement:
    """isSet does not compile as printed; with the missing line both functions are correct for all cards."""
    printed = even_steps(claim.data["isSet"])
    error, line = complaint(printed)
    third = check_third(claim)
    return Statement(
        checks=(check_fact("isSet compiles as printed", error, not error), third),
        corrected=(check_is_set(with_missing_line(printed, line), claim), third),
        why=f"Python rejects isSet as printed: {error}. The first `if` lacks its `continue`; with this line the "
        "function is correct for all triples of different cards. (It also accepts three equal cards, which do not "
        "occur.)",
    )


def even_steps(listing: str) -> str:
    """A listing with its indentation rounded up to whole levels, since the copy has lost some spaces.

    >>> even_steps("if a:\\n   b")
    'if a:\\n    b'
    """
    lines = listing.strip("\n").split("\n")
    return "\n".join(" " * (-(-_blanks(line) // STEP) * STEP) + line.lstrip() for line in lines)


def complaint(listing: str) -> tuple[str, int]:
    """The error message of Python for a listing that does not compile, and its line; empty if it compiles.

    >>> complaint("a = 1"), complaint("if a:\\nb = 1")[1]
    (('', 0), 2)
    """
    try:
        compile(listing, "listing", "exec")
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg}", error.lineno or 0
    return "", 0


def with_missing_line(listing: str, line: int) -> str:
    """The listing with `continue` inserted before the line at which a body was expected.

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
    """isSet agrees with the rule of the game on every triple of cards."""
    tells = function("isSet", listing, claim)
    return check(
        "isSet with the missing line recognises SETs",
        "all {} triples of cards",
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


EVIDENCE: dict[str, Gather] = {"A2.listing": printed_functions}
