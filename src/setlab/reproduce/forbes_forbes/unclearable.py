"""A deal that cannot be cleared: its proof is replayed step by step by the independent referee (E3)."""

from __future__ import annotations

from setlab.reproduce.forbes_forbes.games import card_text, cards_text, deck_of
from setlab.reproduce.forbes_forbes.solitaire_referee import DECK, Cards, Stage, replay, third, vector, vectors
from setlab.reproduce.judging import Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.solitaire import unclearable_deal
from setlab.sources import Claim


def unclearable(claim: Claim, runner: Runner) -> Statement:
    """Every move is forced, until a card remains that lies in no SET of the remaining cards."""
    forced = unclearable_deal()
    order, moves, last = deck_of(forced.shuffle), [vectors(line) for line in forced.moves], vector(forced.card)
    *turns, end = replay(order, moves)
    left = end.table.union(end.undealt)
    others = [
        (card, third(last, card)) for card in DECK if card < third(last, card) and last not in (card, third(last, card))
    ]
    return Statement(
        checks=(
            check_fact(
                "the deal is an order of the whole deck", f"{len(set(order))} cards", sorted(order) == sorted(DECK)
            ),
            check(
                "there is no choice: exactly one SET is on the table, and it is taken",
                "all {} turns",
                list(zip(turns, moves, strict=True)),
                _is_the_only_set,
                lambda turn: f"{len(turn[0].sets)} SETs on {cards_text(turn[0].table)}",
            ),
            check_fact(
                "the card has not been taken",
                f"{card_text(last)}, one of the {len(left)} remaining cards",
                last in left,
            ),
            check(
                "another card of each SET through it has been taken",
                f"all {{}} SETs through {card_text(last)}",
                others,
                lambda pair: not left.issuperset(pair),
                lambda pair: f"{card_text(pair[0])} and {card_text(pair[1])} both remain",
            ),
            check_fact(
                "these are all SETs through the card",
                f"{len(others)} SETs, {len(DECK) - 1} other cards",
                2 * len(others) == len(DECK) - 1,
            ),
        ),
        why=f"The first {len(moves)} SETs are forced; then {card_text(last)} lies in no SET of the remaining cards.",
        exact=" ".join(map(card_text, order)),
        commands=("setlab solitaire unclearable",),
    )


def _is_the_only_set(turn: tuple[Stage, Cards]) -> bool:
    stage, line = turn
    return stage.sets == (line,)


EVIDENCE: dict[str, Gather] = {"E3.unclearable": unclearable}
