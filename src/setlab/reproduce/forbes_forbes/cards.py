"""The encoding, the printed table, and the order of cards (E1)."""

from __future__ import annotations

from itertools import product

from setlab.geometry import Space, coding
from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.runner import Runner
from setlab.sources import Claim


def printed_table(claim: Claim, runner: Runner) -> Figures:
    """The SETs among the printed twelve cards, and the card that is decoded."""
    solitaire = coding("solitaire")
    table, card = claim.data["table"], claim.data["card"]
    return Figures(
        values={
            "SETs on the table": len(Space(4).sets(solitaire.parse_all(table.split()))),
            "(0,1,1,0)": solitaire.name(solitaire.parse(card)),
        },
        commands=(f"setlab find --coding solitaire {table}",),
    )


def order(claim: Claim, runner: Runner) -> Statement:
    """N maps the deck onto 0 … 80, and is the number of a card in setlab."""
    solitaire = coding("solitaire")
    vectors = list(product(range(3), repeat=4))
    numbers = {27 * a + 9 * b + 3 * c + d for a, b, c, d in vectors}
    return Statement(
        checks=(
            check("N reaches every number", "all {} numbers 0 … 80", range(81), numbers.__contains__),
            check(
                "N is the number of a card in setlab",
                "all {} cards",
                vectors,
                lambda v: solitaire.parse("".join(map(str, v))) == 27 * v[0] + 9 * v[1] + 3 * v[2] + v[3],
            ),
        ),
    )


ANSWERS: dict[str, Gather] = {"E1.table": printed_table, "E1.order": order}
