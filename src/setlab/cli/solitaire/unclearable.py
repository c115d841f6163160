"""`setlab solitaire unclearable`: a deal that cannot be cleared, with its proof."""

from __future__ import annotations

from setlab.cli.options import Json, NotationName, read_notation
from setlab.cli.screen import in_words, print_json, print_wrapped
from setlab.cli.solitaire.clearable import deck_text
from setlab.cli.solitaire.options import Seed, read_seed
from setlab.cli.solitaire.report import digits_of
from setlab.errors import RuleError
from setlab.notation import DEFAULT
from setlab.solitaire import unclearable_deal
from setlab.solitaire.bounds.unclearable import is_proof


def verb(seed: Seed = "0", notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Build a deal that cannot be cleared, so that it can be checked by hand.

    Every table has exactly one SET, so that there is no choice, until all SETs through the last card are spoilt.

        setlab solitaire unclearable
    """
    here = read_notation(notation, 4)
    found = unclearable_deal(read_seed(seed))
    if not is_proof(found):
        raise RuleError("the deal that was built does not prove what it should: please report it")
    if json:
        print_json(
            {
                "deck": digits_of(found.shuffle.order, here),
                "forced": [digits_of(line, here) for line in found.moves],
                "card": here.digits(found.card),
            }
        )
        return
    print(f"This deck cannot be cleared, in the order of the deal:\n{deck_text(found.shuffle, here)}\n")
    print_wrapped("Each of these SETs is the only one on its table, and must be taken:")
    for number, line in enumerate(found.moves, 1):
        print_wrapped(in_words(line, here), f"  {number:>2}. ")
    print()
    print_wrapped(
        f"Then every one of the 40 SETs through {here.name(found.card)}, the last card, has lost another card."
    )
