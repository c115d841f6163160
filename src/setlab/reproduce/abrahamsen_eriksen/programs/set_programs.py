"""The printed programs about SETs: what they return, and what the thesis says about them (A2, A11, A12)."""

from __future__ import annotations

from setlab.draws import Draws
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.programs.listings import (
    card_text,
    compute_all_sets_with_replacement,
    contains_set,
    contains_set_v2,
    generate_all_cards,
)
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

COLLECTIONS = 300


def code_base(claim: Claim, runner: Runner) -> Figures:
    """The files of table 10, by the imports in the programs of the appendix; one is called simulation.py there."""
    imported = claim.data
    mains = {f"App, simulation {i}": f"main{i}.py" for i in (1, 2, 3)}
    controllers = {f"Controller, simulation {i}": f"{imported[f'main{i}.py']}.py" for i in (1, 2, 3)}
    values = mains | controllers | {"SetLogic": f"{imported[controllers['Controller, simulation 1']]}.py"}
    assert all(file in imported for file in values.values()), "every file has a heading in the appendix"
    return Figures(
        values=values,
        corrected={"Controller, simulation 1": imported["main1.py"] + ".py"},
        why="The program main1.py imports from simulation, and the appendix prints the file under the name "
        "simulation.py.",
    )


def all_cards(claim: Claim, runner: Runner) -> Statement:
    """The recursion lists each of the 81 cards once, and n^p cards for p properties with n values."""
    deck = list(generate_all_cards())
    games = [(p, n) for p in range(1, 6) for n in range(2, 6)]
    return Statement(
        checks=(
            check_fact(
                "the recursion lists all 81 cards",
                f"{len(set(deck))} different cards",
                len(deck) == claim.data["cards"] and deck == [card_text(card) for card in range(81)],
            ),
            check(
                "the same for other numbers of properties and values",
                "{} games with 1 to 5 properties of 2 to 5 values",
                games,
                lambda game: len(set(generate_all_cards("", "01234"[: game[1]], game[0]))) == game[1] ** game[0],
                whole=False,
            ),
        ),
        why="The listing needs only another length or another list of symbols. In isSet and ThirdCard, however, four "
        "properties and three values are fixed.",
    )


def tests_for_a_set(claim: Claim, runner: Runner) -> Statement:
    """Both functions agree with our core on random collections."""
    space = Space(4)
    return Statement(
        checks=(
            check(
                "ContainsSet, ContainsSetV2 and our core agree",
                "{} random collections of 3 to 20 cards",
                random_collections(runner.seed),
                lambda cards: (
                    {contains_set(list(map(card_text, cards))), contains_set_v2(list(map(card_text, cards)))}
                    == {bool(space.sets(cards))}
                ),
                whole=False,
            ),
        ),
        why="The first tries all triples, the second looks up the third card of each pair.",
    )


def sets_with_replacement(claim: Claim, runner: Runner) -> Statement:
    """The function finds the same SETs as our core in random collections."""
    space = Space(4)

    def same(cards: tuple[int, ...]) -> bool:
        found = compute_all_sets_with_replacement(list(map(card_text, cards)))
        return {frozenset(three) for three in found} == {frozenset(map(card_text, s)) for s in space.sets(cards)}

    return Statement(
        checks=(
            check(
                "ComputeAllSetsWithReplacement and our core agree",
                "{} random collections of 3 to 20 cards",
                random_collections(runner.seed),
                same,
                whole=False,
            ),
        ),
        why="It tries all triples; “with replacement” means that SETs may share cards.",
    )


def random_collections(seed: int) -> list[tuple[int, ...]]:
    """Random collections of 3 to 20 cards."""
    draws = Draws(seed)
    return [tuple(draws.shuffled(trial, range(81), 3 + trial % 18)) for trial in range(COLLECTIONS)]


EVIDENCE: dict[str, Gather] = {
    "A2.table10": code_base,
    "A2.generate": all_cards,
    "A11.listing": tests_for_a_set,
    "A12.listing": sets_with_replacement,
}
