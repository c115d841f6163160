"""The most cards left, lost cards, and the questions about other decks and the best way to select SETs (B5, B6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from setlab import rules
from setlab.caps import check as check_cap
from setlab.caps import find
from setlab.counting import count_sets, count_sets_by_shared, count_turns_at_most
from setlab.errors import plural
from setlab.exact.no_set import exact_no_set
from setlab.experiment.kernels.endgame import Game
from setlab.geometry import Deck, Space
from setlab.reproduce.evidence import (
    Bounds,
    Check,
    Checks,
    Figures,
    Resolution,
    Values,
    check,
    check_fact,
    check_proportion,
)
from setlab.reproduce.methods.game import VECTORS, breach, follow_the_rule, game_leaving, sets_among
from setlab.reproduce.methods.histograms import draw_leftovers, leftover_proportions, sample_of
from setlab.reproduce.methods.proofs import deck_sums_to_zero, sets_sum_to_zero, sum_argument
from setlab.reproduce.register import Runner, evidence
from setlab.reproduce.stanke_stenzelbarton.game import most_turns
from setlab.reproduce.stanke_stenzelbarton.leftovers import standard_games
from setlab.rules import Rules, game_leaving_most, longest_game, replay
from setlab.rules.table import Event
from setlab.solitaire.bounds import is_proof, unclearable_deal
from setlab.sources import Claim

DECK = 81

LONGEST_GAME = (
    "python -c 'from setlab.reproduce.stanke_stenzelbarton.game import most_turns; "
    "print(most_turns(), most_turns(count_fresh=False))'"
)
"""The command that follows all sequences of turns: 49, or 50 by the numbers of cards alone."""

GAMES_LEAVING_MOST = (
    "python -c 'from setlab.rules import Rules, game_leaving_most, replay; "
    "print([len(replay(game_leaving_most(lost), Rules(lost=lost)).cards) for lost in (0, 1, 2)])'"
)
"""The command that constructs three games and counts the cards left: [18, 20, 19]."""


@evidence("B6.turns", commands=[LONGEST_GAME])
def turns() -> Figures:
    """A game with 49 turns, and the proof that no game has more."""
    game = longest_game()
    return Figures(
        values={"turns": Bounds(turns_of(game), most_turns(most_without=largest_without_set()))},
        why=f"By the numbers of cards alone, 27 SETs and 23 deals would make {most_turns(count_fresh=False)} turns. "
        "But once three cards have been dealt because there was no SET, every SET contains a card dealt since; if all "
        f"23 deals were of that kind, six cards would remain. Following all sequences of turns gives {most_turns()}, "
        f"and a constructed game has {turns_of(game)}: {_number(game, rules.Claim)} SETs and "
        f"{turns_of(game) - _number(game, rules.Claim)} deals.",
    )


@evidence("B6.safe", commands=[LONGEST_GAME])
def safe(claim: Claim) -> Checks:
    """No game has more than 49 turns, so 50 suffice.

    The program stops after 50 turns, and no game has more than 49.
    """
    wanted, most = claim.data["turns"], count_turns_at_most()
    yield check_fact("no game takes more turns", f"at most {most} turns, by the formula", most <= wanted)
    yield check_fact(
        "nor does any sequence of turns that the numbers of cards allow",
        f"at most {most_turns()} turns",
        most_turns() <= wanted,
    )


@evidence("B6.caps", commands=["setlab exact no-set --recompute", "setlab caps find --dimension 4"])
def largest_cap() -> Values:
    """Twenty cards without a SET, and the list of all such collections, which ends at 20 cards.

    The caps of AG(4,3) are listed up to symmetry: there is one orbit of caps with 20 cards, and none with 21.
    Pellegrino proved this in 1970 (Sul massimo ordine delle calotte in S4,3).
    """
    cap, most = find(4), largest_without_set()
    lower = len(cap) if check_cap(cap).is_cap and not sets_among(cap) else 0
    return {"cards without a SET": Bounds(lower, most), "cards that hold a SET": most + 1}


@evidence("B6.left", commands=[GAMES_LEAVING_MOST, "setlab exact no-set --recompute"])
def most_left(claim: Claim) -> Figures:
    """At most 18, 20 and 19 cards are left; a constructed game attains each bound."""
    most = largest_without_set()
    return Figures(
        values={
            str(cards): Bounds(_constructed_left(DECK - cards), max(n for n in range(most + 1) if n % 3 == cards % 3))
            for cards in claim.numbers()
        },
        why=f"The cards left contain no SET, so there are at most {most}; their number is congruent to that of the "
        "deck modulo 3. A constructed game attains each bound.",
    )


def largest_without_set() -> int:
    """The largest number of cards without a SET, recomputed from the orbits of caps.

    >>> largest_without_set()
    20
    """
    return exact_no_set(4, recompute=True).largest or 0


def turns_of(game: tuple[Event, ...]) -> int:
    """The turns of a game: SETs taken, and deals because there is no SET; a deal to fewer than 12 cards is a refill.

    >>> turns_of(longest_game())
    49
    """
    total, lying = 0, 0
    for event in game:
        if isinstance(event, rules.Claim):
            total, lying = total + 1, lying - len(event.cards)
        else:
            total, lying = total + (lying >= 12), lying + len(event.cards)
    return total


def _constructed_left(lost: int) -> int:
    """The number of cards that the constructed game leaves, if it follows the rules; 0 otherwise."""
    game = game_leaving_most(lost)
    return 0 if breach(game, DECK - lost) else len(replay(game, Rules(lost=lost)).cards)


def _number(game: tuple[Event, ...], kind: type[Event]) -> int:
    return sum(isinstance(event, kind) for event in game)


@evidence("B5.missing", commands=["setlab hidden --notation thesis 1122 1220 2100 0011 0021"])
def one_or_two(runner: Runner) -> Resolution:
    """With one or two lost cards the table is never cleared; the cards left identify a single lost card.

    All SETs and the whole deck sum to 0 modulo 3 in every property. So the cards left sum to minus the lost cards; if
    one card is lost, the cards left identify it.
    """
    space, results = Space(4), [standard_games(runner, lost) for lost in (1, 2)]
    most = [max(leftover_proportions(result), key=lambda pair: pair[1]) for result in results]
    return Resolution(
        "the table is never cleared: 2, 5, 8, … cards are left of 80 and 1, 4, 7, … of 79, most often "
        + " and ".join(f"{left} ({100 * proportion:.3g} %)" for left, proportion in most),
        deck_sums_to_zero(),
        sets_sum_to_zero(),
        check("a game cannot end without cards, for decks of {} sizes", (DECK - 1, DECK - 2), lambda n: n % 3 > 0),
        check(
            "a card is minus the sum of all others, for all {} cards",
            space.cards,
            lambda card: space.negative(space.total([other for other in space if other != card])) == card,
        ),
        trials=min(result.tally.trials for result in results),
        results=tuple(results),
    )


@evidence("B5.lost")
def three(runner: Runner) -> Resolution:
    """A lost SET and three other lost cards lead to different endings: a proof, and a game for each.

    The cards left sum to minus the lost cards, and three cards sum to 0 if and only if they form a SET. If the lost
    cards form a SET, the sum is 0, and three cards left would form a SET. Otherwise the sum is not 0, so some card is
    left. In the printed program, d = 3 would always lose a SET: (1,1,1,1), (1,1,1,2), (1,1,1,3).
    """
    of_set, of_others = (
        runner.game(2e5, 5e6, lost=kind, seed=runner.seed + k) for k, kind in enumerate(("set", "no-set"))
    )
    none, some = sample_of(of_set, "leftover", 0), sample_of(of_others, "leftover", 3)
    return Resolution(
        f"yes: if the lost cards form a SET, the table can be cleared ({none.percent:.3g} % of the games) and "
        f"three cards are never left; otherwise it is never cleared, and three cards are left in {some.percent:.3g} % "
        "of the games",
        *sum_argument(),
        _witness("the lost cards form a SET, and no card is left", game_leaving(0, runner.seed, lost="set")),
        _witness(
            "the lost cards do not form a SET, and three cards are left", game_leaving(3, runner.seed, lost="no-set")
        ),
        results=(of_set, of_others),
        drawing=draw_leftovers(
            "Cards left, three cards lost",
            {"a SET": leftover_proportions(of_set), "not a SET": leftover_proportions(of_others)},
        ),
    )


def _witness(what: str, found: tuple[int, Game]) -> Check:
    """Check that a game with the wanted ending follows the rules."""
    trial, game = found
    return check_fact(what, f"game {trial}, which leaves {game.leftover} cards", breach(game.events, DECK - 3) is None)


FOUR = Deck(4, 4)


@evidence("B5.best", commands=["setlab solitaire unclearable"])
def best_way(runner: Runner) -> Resolution:
    """A strong player gives a lower bound; a deal that cannot be cleared shows that the optimum is below 1."""
    expert = runner.run("solitaire", 150, 2000, strategy="expert")
    informed = runner.run("solitaire", 500, 5000, strategy="clairvoyant")
    at_random, sample, seen = (
        sample_of(standard_games(runner, 0), "leftover", 0),
        sample_of(expert, "clear", 1),
        sample_of(informed, "clear", 1),
    )
    low, chance = sample.deciding().low, at_random.deciding().high
    deal = unclearable_deal()
    return Resolution(
        f"a best way exists, since the game is finite; it clears at least {100 * low:.3g} % of the games, but not all",
        check_proportion("expert clears more games than a random choice", "games", sample, above=Fraction(chance)),
        check_fact(
            "some deal cannot be cleared",
            f"{len(deal.moves)} forced SETs, after which a card lies in no SET",
            is_proof(deal),
        ),
        lower=Fraction(low),
        upper=Fraction(1),
        interval=sample.interval,
        why=f"A random choice clears {at_random.percent:.3g} % of the games, our strategy expert {sample.percent:.3g} "
        f"% of {sample.trials:,}. A player who knows the order of the deck clears {seen.cases:,} of {seen.trials:,} "
        "deals. The optimum is not known.",
        results=(expert, informed),
    )


@evidence("B5.values")
def four_values(runner: Runner) -> Resolution:
    """Four values of each property, and SETs of four cards."""
    result = runner.game(1500, 5e4, values=4, table=16)
    found = dict(leftover_proportions(result))
    top = max(found, key=found.__getitem__)
    return Resolution(
        f"with SETs of four cards and 16 cards on the table, {top} cards are left most often "
        f"({100 * found[top]:.3g} %); the range is {min(found)} to {max(found)} in {result.tally.trials:,} games",
        trials=result.tally.trials,
        why=f"The 256 cards have {count_sets(4, 4):,} SETs of four cards that are all the same or all different in "
        "each property. If there is no SET, four more cards are dealt.",
        results=(result,),
        drawing=draw_leftovers("Cards left, four values, 256 cards", {"ours": tuple(found.items())}),
    )


@evidence("B5.four", commands=["setlab count --dimension 4 --values 4"])
def four_cards() -> Resolution:
    """With four values SETs of three cards are possible, but they cannot use up the deck.

    With four values, two different values leave two possible values for a third card; and 256 is not a multiple of 3.
    """
    cards = list(product(range(4), repeat=4))
    thirds = [card for card in cards if follow_the_rule([cards[0], cards[-1], card])]
    columns = [range(4 * first, 4 * first + 4) for first in range(len(FOUR) // 4)]
    return Resolution(
        "no, SETs can have three cards by the same rule; but then two cards do not determine the third, and the "
        "deck can never be used up",
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
        check("SETs of four cards can use up the deck, for {} disjoint SETs with all cards", columns, FOUR.is_set),
    )


@evidence("B5.21")
def twenty_one(claim: Claim, runner: Runner) -> Resolution:
    """The probability that 21 cards lie on the table.

    A table of 21 cards requires 18 cards without a SET, which are rare. 21 cards always contain a SET, so the table
    does not grow further.
    """
    result, most, wanted = standard_games(runner, 0), largest_without_set(), claim.data["cards"]
    sample = sample_of(result, "largest_table", wanted)
    (cases, trials), ends = sample, sample.interval
    often = f", about one in {round(trials / cases):,}" if cases else ""
    return Resolution(
        f"in {cases} of {trials:,} games{often}; {1e6 * ends.low:.2g} to {1e6 * ends.high:.2g} in a million at 95 %",
        check_fact(
            f"{wanted} cards always contain a SET, so the table never has more",
            f"at most {most} cards without a SET",
            most < wanted,
        ),
        trials=trials,
        interval=ends,
        results=(result,),
    )


@evidence("B5.see", commands=["setlab count --dimension 4"])
def easier_to_see() -> Resolution:
    """A question about players; the cards themselves show only how many kinds of SETs there are.

    All SETs are equivalent under the affine symmetries of the deck. The symmetries that permute properties and values
    distinguish SETs by the number of shared properties; which kind is found first must be decided by an experiment with
    players.
    """
    kinds = _kinds()
    shared = ", ".join(f"{number} with {plural(k, 'shared property')}" for k, number in kinds.items())
    return Resolution(
        f"not answered, since it requires observing players. There are {len(kinds)} kinds of SETs: {shared}",
        _kinds_agree(kinds),
        check("one kind is found faster than another, for {} timed searches by players", (), bool),
    )


def _kinds() -> dict[int, int]:
    """The SETs by number of shared properties, found by trying all triples."""
    sets = [cards for cards in combinations(VECTORS, 3) if follow_the_rule(cards)]
    shared = [sum(len(set(column)) == 1 for column in zip(*cards, strict=True)) for cards in sets]
    return {number: shared.count(number) for number in sorted(set(shared))}


def _kinds_agree(kinds: dict[int, int]) -> Check:
    formula = {shared: number for shared, number in count_sets_by_shared(4).items() if number}
    return check_fact("the formula gives the same number of each kind", str(kinds), kinds == formula)
