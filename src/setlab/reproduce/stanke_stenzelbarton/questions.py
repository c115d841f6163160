"""Questions about other decks, large tables and the best way to select SETs (B5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from setlab.counting import count_sets, count_sets_by_shared
from setlab.errors import plural
from setlab.geometry import Deck
from setlab.reproduce.judging import SHOWN, Answer, Check, check, check_fact, check_proportion, confidence
from setlab.reproduce.methods.game import follow_the_rule, triples
from setlab.reproduce.methods.histograms import counted, draw_leftovers, leftover_proportions
from setlab.reproduce.register import Runner, evidence
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.reproduce.stanke_stenzelbarton.limits import largest_without_set
from setlab.solitaire.bounds.unclearable import is_proof, unclearable_deal
from setlab.sources import Claim
from setlab.stats import proportion_interval

FOUR = Deck(4, 4)


@evidence("B5.best")
def best_way(runner: Runner) -> Answer:
    """A strong player gives a lower bound; a deal that cannot be cleared shows that the optimum is below 1."""
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
        answer=f"a best way exists, since the game is finite; it clears at least {100 * low:.3g} % of the games, but "
        "not all",
        checks=(
            check_proportion("expert clears more games than a random choice", "games", sample, above=Fraction(chance)),
            check_fact(
                "some deal cannot be cleared",
                f"{len(deal.moves)} forced SETs, after which a card lies in no SET",
                is_proof(deal),
            ),
        ),
        lower=Fraction(low),
        upper=Fraction(1),
        interval=proportion_interval(*sample, SHOWN),
        why=f"A random choice clears {at_random.percent:.3g} % of the games, our strategy expert {sample.percent:.3g} "
        f"% of {sample.trials:,}. A player who knows the order of the deck clears {seen.cases:,} of {seen.trials:,} "
        "deals. The optimum is not known.",
        commands=("setlab solitaire unclearable",),
        results=(expert, informed),
    )


@evidence("B5.values")
def four_values(runner: Runner) -> Answer:
    """Four values of each property, and SETs of four cards."""
    result = runner.game(1500, 5e4, values=4, table=16)
    found = dict(leftover_proportions(result))
    top = max(found, key=found.__getitem__)
    return Answer(
        answer=f"with SETs of four cards and 16 cards on the table, {top} cards are left most often "
        f"({100 * found[top]:.3g} %); the range is {min(found)} to {max(found)} in {result.tally.trials:,} games",
        trials=result.tally.trials,
        why=f"The 256 cards have {count_sets(4, 4):,} SETs of four cards that are all the same or all different in "
        "each property. If there is no SET, four more cards are dealt.",
        results=(result,),
        drawing=draw_leftovers("Cards left, four values, 256 cards", {"ours": tuple(found.items())}),
    )


@evidence("B5.four")
def four_cards() -> Answer:
    """With four values SETs of three cards are possible, but they cannot use up the deck."""
    cards = list(product(range(4), repeat=4))
    thirds = [card for card in cards if follow_the_rule([cards[0], cards[-1], card])]
    columns = [range(4 * first, 4 * first + 4) for first in range(len(FOUR) // 4)]
    return Answer(
        answer="no, SETs can have three cards by the same rule; but then two cards do not determine the third, and the "
        "deck can never be used up",
        checks=(
            check_fact(
                "two cards that differ in all properties have several third cards",
                f"{len(thirds)} third cards",
                len(thirds) > 1,
            ),
            check_fact(
                "SETs of three cards leave at least one card",
                f"{len(FOUR)} cards, which is {len(FOUR) % 3} modulo 3",
                len(FOUR) % 3 > 0,
            ),
            check("SETs of four cards can use up the deck", "{} disjoint SETs with all cards", columns, FOUR.is_set),
        ),
        why="With four values, two different values leave two possible values for a third card; and 256 is not a "
        "multiple of 3.",
        commands=("setlab count --dimension 4 --values 4",),
    )


@evidence("B5.21")
def twenty_one(claim: Claim, runner: Runner) -> Answer:
    """The probability that 21 cards lie on the table."""
    result, most, wanted = standard_games(runner, 0), largest_without_set(), claim.data["cards"]
    cases, trials = counted(result, "largest_table", wanted)
    ends = proportion_interval(cases, trials, SHOWN)
    often = f", about one in {round(trials / cases):,}" if cases else ""
    return Answer(
        answer=f"in {cases} of {trials:,} games{often}; {1e6 * ends.low:.2g} to {1e6 * ends.high:.2g} in a million at "
        "95 %",
        checks=(
            check_fact(
                f"{wanted} cards always contain a SET, so the table never has more",
                f"at most {most} cards without a SET",
                most < wanted,
            ),
        ),
        trials=trials,
        why="A table of 21 cards requires 18 cards without a SET, which are rare. 21 cards always contain a SET, so "
        "the table does not grow further.",
        interval=ends,
        results=(result,),
    )


@evidence("B5.see")
def easier_to_see() -> Answer:
    """A question about players; the cards themselves show only how many kinds of SETs there are."""
    kinds = _kinds()
    shared = ", ".join(f"{number} with {plural(k, 'shared property')}" for k, number in kinds.items())
    return Answer(
        answer=f"not answered, since it requires observing players. There are {len(kinds)} kinds of SETs: {shared}",
        checks=(
            _kinds_agree(kinds),
            check("one kind is found faster than another", "{} timed searches by players", (), bool),
        ),
        why="All SETs are equivalent under the affine symmetries of the deck. The symmetries that permute properties "
        "and values distinguish SETs by the number of shared properties; which kind is found first must be decided by "
        "an experiment with players.",
        commands=("setlab count --dimension 4",),
    )


def _kinds() -> dict[int, int]:
    """The SETs by number of shared properties, found by trying all triples."""
    sets = [cards for cards in triples() if follow_the_rule(cards)]
    shared = [sum(len(set(column)) == 1 for column in zip(*cards, strict=True)) for cards in sets]
    return {number: shared.count(number) for number in sorted(set(shared))}


def _kinds_agree(kinds: dict[int, int]) -> Check:
    formula = {shared: number for shared, number in count_sets_by_shared(4).items() if number}
    return check_fact("the formula gives the same number of each kind", str(kinds), kinds == formula)
