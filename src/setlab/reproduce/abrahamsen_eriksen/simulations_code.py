"""The printed programs: what they return, and what the thesis says that they do (A2, A11–A13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from setlab.draws import Draws
from setlab.exact.set_tables import exact_sets
from setlab.geometry import Space
from setlab.reproduce.abrahamsen_eriksen.simulations_odds import all_planes
from setlab.reproduce.checking import check, check_fact
from setlab.reproduce.evidence import Figures, Statement
from setlab.reproduce.item import Gather
from setlab.reproduce.listings import (
    FOUND_FOR_EACH_PLANE,
    card_text,
    compute_all_sets_with_replacement,
    contains_set,
    contains_set_v2,
    count_planes,
    count_planes_undivided,
    generate_all_cards,
    is_set,
    nine_cards,
    simulate_planes,
)
from setlab.reproduce.runner import Runner
from setlab.sources import Claim, find_claim

COLLECTIONS = 300
DEALS = 4


def code_base(claim: Claim, runner: Runner) -> Figures:
    """The files of table 10 as the programs of the appendix import each other; one is called simulation.py there."""
    imported = claim.data
    mains = {f"App, simulation {i}": f"main{i}.py" for i in (1, 2, 3)}
    controllers = {f"Controller, simulation {i}": f"{imported[f'main{i}.py']}.py" for i in (1, 2, 3)}
    values = mains | controllers | {"SetLogic": f"{imported[controllers['Controller, simulation 1']]}.py"}
    assert all(file in imported for file in values.values()), "every file has a heading in the appendix"
    return Figures(
        values=values,
        corrected={"Controller, simulation 1": imported["main1.py"] + ".py"},
        why="main1.py imports from simulation, and the appendix prints the file as simulation.py",
    )


def all_cards(claim: Claim, runner: Runner) -> Statement:
    """The recursion lists the 81 cards once each, and n^p cards for p properties with n values."""
    deck = list(generate_all_cards())
    games = [(p, n) for p in range(1, 6) for n in range(2, 6)]
    return Statement(
        checks=(
            check_fact(
                "all 81 cards",
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
        why="the listing needs another length or another list of symbols, nothing else; isSet and ThirdCard have four "
        "places and three values written into them",
    )


def twelve_sets(claim: Claim, runner: Runner) -> Statement:
    """As many collections of nine cards have twelve SETs as there are planes, and every plane has twelve."""
    space, planes = Space(4), all_planes()
    cards, sets = claim.data["cards"], claim.data["sets"]
    distribution = exact_sets(cards).distribution or {}
    most = max(find_claim("A13.table11").numbers())
    return Statement(
        checks=(
            check("a plane has 12 SETs", "all {} planes", planes, lambda plane: len(space.sets(plane)) == sets),
            check_fact(
                "no other nine cards have 12",
                f"{distribution.get(sets, 0):,} collections of {cards} cards with {sets} SETs, {len(planes):,} planes",
                distribution.get(sets) == len(planes),
            ),
        ),
        why="twelve SETs use all 36 pairs of nine cards, so that the third card to any two is among them. "
        f"In {most} cards there are {comb(most, cards):,} nines to try, but {comb(most, 3):,} triples",
        commands=("setlab exact sets --cards 9",),
    )


def four_steps(claim: Claim, runner: Runner) -> Statement:
    """From any three cards that are no SET the steps of `tryWith` reach the nine cards of a plane."""
    planes = {frozenset(map(card_text, plane)) for plane in all_planes()}
    return Statement(
        checks=(
            check(
                "the nine computed cards are a plane",
                "all {} triples of cards that are no SET",
                triples_without_a_set(),
                lambda three: frozenset(nine_cards(*three)) in planes,
                ", ".join,
            ),
        ),
        why="three cards that are no SET lie in exactly one plane, and it is the one that the steps compute",
    )


def pair_returned(claim: Claim, runner: Runner) -> Statement:
    """`OneSimulation` returns the number of runs with a plane; main4.py makes it a percentage."""
    plane = list(map(card_text, all_planes()[0]))
    number, _ = simulate_planes([plane] * DEALS)
    return Statement(
        checks=(
            check_fact("result[0] is a percentage", f"{number} for {DEALS} runs that all have a plane", number == 100),
        ),
        corrected=(
            check_fact("result[0] is the number of runs with a plane", f"{number} of {DEALS}", number == DEALS),
        ),
        why="the function returns planeCount; main4.py multiplies it by 100/n when it prints",
    )


def planes_counted(claim: Claim, runner: Runner) -> Statement:
    """Without the division by 72 of the first listing, the second one counts each plane 72 times."""
    planes = [list(map(card_text, plane)) for plane in all_planes()]
    triples = sum(1 for _ in triples_without_a_set())
    return Statement(
        checks=(
            check(
                "countPlanes returns the number of planes",
                "{} planes",
                planes,
                lambda plane: count_planes_undivided(plane) == 1,
                lambda plane: f"{count_planes_undivided(plane)} for the nine cards of one plane",
            ),
        ),
        corrected=(
            check(
                "divided by 72 it is the number of planes",
                "all {} planes",
                planes,
                lambda plane: count_planes(plane) == 1,
            ),
            check_fact(
                "each triple that is no SET is met in one plane",
                f"{triples:,} triples and {len(planes):,} planes",
                triples == FOUND_FOR_EACH_PLANE * len(planes),
            ),
        ),
        why="the first listing divides by 72, the second does not. In the copy used here the first listing of tryWith "
        "ends without its last line, return True, which the second has",
    )


def tests_for_a_set(claim: Claim, runner: Runner) -> Statement:
    """Both functions say of random collections what our core says."""
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
        why="the first tries all triples, the second looks up the third card of each pair",
    )


def sets_with_replacement(claim: Claim, runner: Runner) -> Statement:
    """The function finds the SETs that our core finds in random collections."""
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
        why="it tries all triples; “with replacement” means that SETs may share cards",
    )


def triples_without_a_set() -> Iterator[tuple[str, str, str]]:
    """All triples of cards that are no SET."""
    return (three for three in combinations(map(card_text, range(81)), 3) if not is_set(*three))


def random_collections(seed: int) -> list[tuple[int, ...]]:
    """Random collections of 3 to 20 cards."""
    draws = Draws(seed)
    return [tuple(draws.shuffled(trial, range(81), 3 + trial % 18)) for trial in range(COLLECTIONS)]


ANSWERS: dict[str, Gather] = {
    "A2.table10": code_base,
    "A2.generate": all_cards,
    "A13.twelve": twelve_sets,
    "A13.steps": four_steps,
    "A13.pair": pair_returned,
    "A13.count": planes_counted,
    "A11.listing": tests_for_a_set,
    "A12.listing": sets_with_replacement,
}
