"""What the study asks about other decks, large tables and the best way to select SETs (B5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from setlab.counting import count_sets, count_sets_by_shared
from setlab.geometry import Deck
from setlab.reproduce.checking import check, check_fact, check_proportion
from setlab.reproduce.evidence import Answer, Check
from setlab.reproduce.histograms import counted, draw_leftovers, leftover_proportions
from setlab.reproduce.item import Gather
from setlab.reproduce.level import confidence
from setlab.reproduce.precision import SHOWN
from setlab.reproduce.rule import same_or_different, triples
from setlab.reproduce.runner import Runner
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.reproduce.stanke_stenzelbarton.limits import largest_without_set
from setlab.solitaire.bounds.unclearable import is_proof, unclearable_deal
from setlab.sources import Claim
from setlab.stats import proportion_interval

FOUR = Deck(4, 4)


def best_way(claim: Claim, runner: Runner) -> Answer:
    """What a strong player reaches is a lower bound; that some deals cannot be cleared at all is an upper one."""
    expert = runner.run("solitaire", 150, 2000, strategy="expert")
    informed = runner.run("solitaire", 500, 5000, strategy="clairvoyant")
    at_random, sample, seen = (
        counted(standard_games(runner, 0), "leftover", 0),
        counted(expert, "clear", 1),
        counted(informed, "clear", 1),
    )
    low, chance = proportion_interval(*sample, confidence()).low, proportion_interval(*at_random, confidence()).high
    deal = unclearable_deal()
    return Answer(
        answer=f"a best way exists, since the game is finite; it clears at least {100 * low:.3g} % of the games, and "
        "not all of them",
        checks=(
            check_proportion("expert clears more than a random SET does", "games", sample, above=Fraction(chance)),
            check_fact(
                "some deal cannot be cleared",
                f"{len(deal.moves)} forced SETs, after which a card is in no SET",
                is_proof(deal),
            ),
        ),
        lower=Fraction(low),
        upper=Fraction(1),
        interval=proportion_interval(*sample, SHOWN),
        why=f"Taking a random SET clears {100 * at_random.cases / at_random.trials:.3g} % of the games, our strategy "
        f"expert {100 * sample.cases / sample.trials:.3g} % of {sample.trials:,}. A player who knows the order of the "
        f"deck clears {seen.cases:,} of {seen.trials:,} deals. What the best strategy reaches is not known.",
        commands=("setlab solitaire unclearable",),
        results=(expert, informed),
    )


def four_values(claim: Claim, runner: Runner) -> Answer:
    """Four values of each property, a SET being four cards."""
    result = runner.game(1500, 5e4, values=4, table=16)
    found = dict(leftover_proportions(result))
    top = max(found, key=found.__getitem__)
    return Answer(
        answer=f"with SETs of four cards and 16 on the table {top} cards are left most often ({100 * found[top]:.3g} "
        f"%), and {min(found)} to {max(found)} were seen in {result.tally.trials:,} games",
        trials=result.tally.trials,
        why=f"256 cards have {count_sets(4, 4):,} SETs of four cards that are all the same or all different in each "
        "property. Four more cards are dealt when there is no SET.",
        results=(result,),
        drawing=draw_leftovers("Cards left, four values, 256 cards", {"ours": tuple(found.items())}),
    )


def four_cards(claim: Claim, runner: Runner) -> Answer:
    """SETs of three cards are possible with four values, but they cannot use up the deck."""
    cards = list(product(range(4), repeat=4))
    thirds = [card for card in cards if same_or_different([cards[0], cards[-1], card])]
    columns = [range(4 * first, 4 * first + 4) for first in range(len(FOUR) // 4)]
    return Answer(
        answer="no, three cards can be a SET by the same rule; but then two cards do not fix the third, and the deck "
        "can never be used up",
        checks=(
            check_fact(
                "two cards that differ in all properties have several thirds", f"{len(thirds)} thirds", len(thirds) > 1
            ),
            check_fact(
                "SETs of three cards leave a card at least",
                f"{len(FOUR)} cards, {len(FOUR) % 3} more than a multiple of 3",
                len(FOUR) % 3 > 0,
            ),
            check("SETs of four cards can use up the deck", "{} SETs with all cards", columns, FOUR.is_set),
        ),
        why="With four values two different values leave two for a third card; and 256 is no multiple of 3.",
        commands=("setlab count --dimension 4 --values 4",),
    )


def twenty_one(claim: Claim, runner: Runner) -> Answer:
    """How often 21 cards lie on the table."""
    result, most, wanted = standard_games(runner, 0), largest_without_set(), claim.data["cards"]
    cases, trials = counted(result, "largest_table", wanted)
    ends = proportion_interval(cases, trials, SHOWN)
    often = f", about one in {round(trials / cases):,}" if cases else ""
    return Answer(
        answer=f"in {cases} of {trials:,} games{often}; {1e6 * ends.low:.2g} to {1e6 * ends.high:.2g} in a million at "
        "95 %",
        checks=(
            check_fact(
                f"{wanted} cards always hold a SET, so there are never more",
                f"{most} cards without one at the most",
                most < wanted,
            ),
        ),
        trials=trials,
        why="18 cards must lie there without a SET, and those are rare. 21 cards hold one, so the table stops growing.",
        interval=ends,
        results=(result,),
    )


def easier_to_see(claim: Claim, runner: Runner) -> Answer:
    """A question about people: what can be said about cards is how many kinds of SETs there are."""
    kinds = _kinds()
    shared = ", ".join(f"{number} with {k} shared properties" for k, number in kinds.items())
    return Answer(
        answer=f"not answered: it needs players. The cards tell {len(kinds)} kinds of SETs: {shared}",
        checks=(
            _kinds_agree(kinds),
            check("one kind is found faster than another", "{} timed searches of players", (), bool),
        ),
        why="The symmetries of the deck make all SETs alike. Those that leave every property a property tell SETs "
        "apart by how many properties the three cards share; which kind eyes find first is for an experiment with "
        "players.",
        commands=("setlab count --dimension 4",),
    )


def _kinds() -> dict[int, int]:
    """The SETs by the number of properties that their cards share, found by trying all triples."""
    sets = [cards for cards in triples() if same_or_different(cards)]
    shared = [sum(len(set(column)) == 1 for column in zip(*cards, strict=True)) for cards in sets]
    return {number: shared.count(number) for number in sorted(set(shared))}


def _kinds_agree(kinds: dict[int, int]) -> Check:
    formula = {shared: number for shared, number in count_sets_by_shared(4).items() if number}
    return check_fact("the formula counts as many of each kind", str(kinds), kinds == formula)


ANSWERS: dict[str, Gather] = {
    "B5.best": best_way,
    "B5.values": four_values,
    "B5.four": four_cards,
    "B5.21": twenty_one,
    "B5.see": easier_to_see,
}
