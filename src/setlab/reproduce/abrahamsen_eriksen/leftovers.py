"""The cards left: the checksum, mistakes and the hidden card (A6), and simulation 1 (A10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, count, product
from typing import NamedTuple

from setlab import rules
from setlab.draws import Draws
from setlab.experiment.kernels.endgame import EndgameParameters, deck_order, run_engine
from setlab.experiment.result import Result
from setlab.geometry import Space, hidden_card, hidden_card_by_property, mistakes_cancel, read_leftover
from setlab.notation.faces import property_of
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    cards_text,
    command,
    digits,
    in_their_words,
    modulo_3,
    numbers,
    plain_sum,
    shared_properties,
    sums,
    value_of,
    vector,
)
from setlab.reproduce.abrahamsen_eriksen.programs import card_text, contains_set_v2, reduce_deck
from setlab.reproduce.evidence import (
    Check,
    Checks,
    Figures,
    Sample,
    Statement,
    check,
    check_fact,
    check_proportion,
    check_test,
)
from setlab.reproduce.judgement import decimal_mark
from setlab.reproduce.methods.game import Triple, all_sets, in_words, is_set, no_sets
from setlab.reproduce.methods.histograms import draw_leftovers, leftover_proportions, printed_proportions, sample_of
from setlab.reproduce.register import SEED, Runner, evidence
from setlab.rules import Rules, Table, cards_due, longest_game, replay
from setlab.sources import Claim, find_claim
from setlab.stats import Printed, compare_samples, p_text, read_printed

DECK = 81


@evidence("A6.deck", commands=["setlab find --notation thesis 0000 1000 2000"])
def whole_deck() -> Checks:
    """The 27 SETs that differ in number alone partition the deck, and each sums to 0.

    The 27 SETs that differ in number alone are disjoint and contain all cards.
    """
    alike = [cards for cards in all_sets() if shared_properties(cards) == 3 and _numbers(cards) == {"1", "2", "3"}]
    yield check_fact(
        "the SETs that differ in number alone partition the deck",
        f"{len(alike)} SETs",
        sorted(card for cards in alike for card in cards) == list(SPACE.cards),
    )
    yield check("each of them sums to 0, for all {} SETs", alike, lambda cards: SPACE.total(cards) == 0)
    yield check_fact("the deck sums to 0", f"the sum {digits(SPACE.total(SPACE))}", SPACE.total(SPACE) == 0)


def _numbers(cards: Triple) -> set[str]:
    return {THESIS.face(card)["number"] for card in cards}


@evidence("A6.checksum", commands=["setlab checksum --notation thesis 0000 0001 0010"])
def checksum() -> Checks:
    """The deck and all SETs sum to 0, hence so do the remaining cards; any other sum betrays a mistake.

    The deck and every SET sum to 0, so the remaining cards sum to 0 at any time. Three cards with sum 0 form a SET, and
    taking a triple that is not a SET leaves a sum other than 0.
    """
    yield check(
        "the deck and all SETs sum to 0, for the deck and 1,080 SETs",
        [tuple(SPACE), *all_sets()],
        lambda cards: SPACE.total(cards) == 0,
    )
    yield no_three_cards()
    yield check(
        "one wrong triple changes the sum, for all {} collections of three cards that are not a SET",
        no_sets(),
        lambda cards: sums()[cards] != 0,
    )


def no_three_cards() -> Check:
    """Three cards with sum 0 form a SET, which would be taken."""
    return check(
        "three cards never remain: with sum 0 they form a SET, for all {} triples of cards with sum 0",
        (cards for cards, total in sums().items() if total == 0),
        is_set,
    )


@evidence("A6.remaining", commands=["setlab simulate endgame --trials 100000 --seed 1"])
def numbers_remaining(claim: Claim) -> Statement:
    """The printed list of possible numbers omits 0, although the same passage mentions it.

    All cards can be taken; then 0 cards remain, as the preceding sentence says and table 8 lists. It should read 3n
    with n = 0 or n ≥ 2.
    """
    multiple, smallest = claim.data["multiple"], claim.data["smallest"]
    left = len(replay(longest_game()).cards)
    return Statement(
        check_fact(
            f"{multiple}n cards remain, n ≥ {smallest}",
            f"a game by the rules leaves {left} cards",
            left >= multiple * smallest,
        ),
        corrected=(
            check(
                "81 minus three times the number of SETs is a multiple of 3, for 0 to 27 SETs taken",
                range(28),
                lambda taken: (DECK - 3 * taken) % multiple == 0,
            ),
            no_three_cards(),
            check_fact("0 occurs", f"a game by the rules leaves {left} cards", left == 0),
        ),
    )


@evidence("A6.cancel")
def cancelling_mistakes(claim: Claim) -> Statement:
    """Two wrong triples with the printed sums leave no trace in the remaining cards."""
    first, second = (THESIS.parse(text) for text in claim.data["sums"])
    one = next(cards for cards, total in sums().items() if total == first)
    others = [cards for cards, total in sums().items() if total == second and not set(one) & set(cards)]
    wrong = [cards for cards in no_sets() if not set(one) & set(cards)]
    return Statement(
        check(
            "the two triples are not SETs, and the other cards sum to 0, "
            f"for {cards_text(one)} with each of {{}} triples of other cards",
            [(one, other) for other in others],
            _is_undetected,
        ),
        why=f"For example, {cards_text(one)} and {cards_text(others[0])} have opposite sums, which cancel. Among the "
        f"triples of other cards that are not a SET, one in {len(wrong) / len(others):.0f} cancels the first.",
        commands=(command("checksum", (*one, *others[0])),),
    )


def _is_undetected(pair: tuple[Triple, Triple]) -> bool:
    """True if neither triple is a SET and the rest of the deck reveals no mistake."""
    rest = [card for card in SPACE if card not in pair[0] and card not in pair[1]]
    return not any(map(is_set, pair)) and mistakes_cancel(pair) and not read_leftover(rest).mistake


@evidence("A6.eighty", commands=["setlab hidden --notation thesis 0000 1000"])
def eighty_cards(claim: Claim) -> Checks:
    """After any number of SETs 3n − 1 of 80 cards remain; if two remain, they form a SET with the hidden card.

    Each SET takes three of the 80 cards. The hidden card and the remaining cards sum to 0.
    """
    formula, smallest = claim.data["formula"], claim.data["smallest"]
    possible = {value_of(formula, n=n) for n in range(smallest, 28)}
    yield check(
        f"80 minus three times the number of SETs is {formula}, n ≥ {smallest}, for 0 to 26 SETs taken",
        range(27),
        lambda taken: DECK - 1 - 3 * taken in possible,
    )
    yield check(
        "two cards and the hidden card sum to 0 and form a SET, for all {} pairs of cards that can remain",
        combinations(SPACE.cards, 2),
        lambda pair: is_set((*pair, SPACE.negative(SPACE.total(pair)))),
    )


@evidence("A6.hidden")
def by_arithmetic(claim: Claim) -> Figures:
    """The sum of the five cards, and the card that makes it 0.

    With the hidden card the sum must be (0,0,0,0) modulo 3.
    """
    cards = THESIS.parse_all(claim.data["cards"])
    total = plain_sum(map(numbers, claim.data["cards"]))
    hidden = hidden_card(cards)
    return Figures(
        values={
            "sum": vector(total),
            "sum mod 3": vector(modulo_3(total)),
            "hidden card": digits(hidden),
            "in words": in_their_words(claim.figures["in words"], hidden),
        },
        commands=(command("hidden", cards),),
    )


@evidence("A6.properties")
def by_properties(claim: Claim) -> Figures:
    """How many of the five cards have each value, and the hidden card that follows.

    The hidden card has the value that occurs once less than the two others, modulo 3.
    """
    cards = THESIS.parse_all(claim.data["cards"])
    shown = Counter(pair for card in cards for pair in THESIS.face(card).items())
    hidden = hidden_card_by_property(cards)
    values = {place: in_words(shown[named]) for place in claim.figures if (named := property_of(place.split()[0]))}
    return Figures(
        values=values | {"hidden card": in_their_words(claim.figures["hidden card"], hidden)},
        commands=(command("hidden", cards),),
    )


@evidence("A6.more")
def more_cards() -> Statement:
    """Both methods agree in all cases; the hidden card can form a SET with two of the remaining cards.

    In each property the remaining cards and the hidden card together have the three values equally often modulo 3,
    since each SET has; this leaves nine cases. With five remaining cards the hidden card forms no SET with two of them:
    the other three would form a SET.
    """
    game = next(game for game in map(play_with_hidden_card, count()) if _partners(game))
    a, b = _partners(game)[0]
    return Statement(
        check(
            "the sum and the counts determine the same value, "
            "for all {} possible counts of the values 0, 1, 2 modulo 3",
            [counts for counts in product(range(3), repeat=3) if sum(counts) % 3 == 2 and len(set(counts)) == 2],
            lambda counts: -sum(value * number for value, number in enumerate(counts)) % 3 == _rare(counts),
        ),
        check_fact(
            "the hidden card can form a SET with two of the remaining cards",
            f"a game that leaves {len(game.left)} cards without a SET; the hidden card {digits(game.hidden)} forms "
            f"one with {cards_text((a, b))}",
            is_set((a, b, game.hidden)) and not any(map(is_set, combinations(game.left, 3))),
        ),
        commands=(command("hidden", game.left),),
    )


def _rare(counts: Sequence[int]) -> int:
    """The value whose count is one less than that of the two others, modulo 3."""
    return next(v for v in range(3) if all((counts[v] + 1 - counts[w]) % 3 == 0 for w in range(3) if w != v))


def _partners(game: Ending) -> list[tuple[int, int]]:
    """The pairs of remaining cards that form a SET with the hidden card, if more than two cards remain."""
    if len(game.left) == 2:
        return []
    return [pair for pair in combinations(game.left, 2) if SPACE.third(*pair) == game.hidden]


class Ending(NamedTuple):
    """The end of a game with one card set aside: the hidden card, and the remaining cards."""

    hidden: int
    left: tuple[int, ...]


def play_with_hidden_card(trial: int) -> Ending:
    """Play a game with the first card of a shuffled deck set aside, always taking the first SET.

    >>> len(play_with_hidden_card(0).left) % 3
    2
    """
    hidden, *deck = Draws(SEED).shuffled(trial, SPACE)
    table = Table(Rules(lost=1))
    while (event := _next_event(table, deck)) is not None:
        table = table.after(event)
    return Ending(hidden, table.cards)


def _next_event(table: Table, deck: Sequence[int]) -> rules.Event | None:
    """A deal if cards are due, otherwise the claim of the first SET; None when the game is over."""
    start = len(deck) - table.undealt
    if due := cards_due(table):
        return rules.Deal(tuple(deck[start : start + due]))
    sets = table.sets()
    return rules.Claim(sets[0]) if sets else None


GAME_SEED, RANDOM_SEED = 2, 3
"""The seeds of the games that are compared with the reduction; they make the samples independent."""

COMMONEST = 6
LISTED_DECKS = 200


@evidence("A10.table8")
def table_8(claim: Claim, runner: Runner) -> Figures:
    """The cards left by the program of the appendix, which reduces the deck in the order of its pairs."""
    result = runner.game(2.5e6, 5e7, refill="greedy-deck")
    series = {
        "printed": printed_proportions(find_claim("A10.shares").numbers()),
        "ours, reducing the deck": leftover_proportions(result),
        "the game": leftover_proportions(standard_games(runner)),
    }
    return Figures(
        values={place: sample_of(result, "leftover", place) for place in claim.figures},
        results=(result,),
        drawing=draw_leftovers("Cards left (table 8)", series, result),
        why="The program of the appendix reduces the shuffled deck, and so does ours. main1.py of the appendix plays "
        f"{claim.data['games']:,} games at a time.",
    )


@evidence("A10.shares")
def percentages() -> Figures:
    """The percentages are the counts of table 8 over the number of games; the smallest is off by a factor of 100."""
    table = find_claim("A10.table8")
    games = table.trials_at("")
    assert games is not None
    return Figures(
        values={place: figure_of(text).value / games for place, text in table.figures.items()},
        why=f"Each percentage is the count divided by {games:,}. The last figure is the proportion itself; as a "
        "percentage it is 100 times as large.",
    )


@evidence("A10.game")
def what_was_simulated(runner: Runner) -> Statement:
    """Table 8 comes neither from the game with a table of twelve cards nor from random SETs of all remaining cards."""
    normally = standard_games(runner)
    at_random = runner.game(1e4, 2e5, seed=RANDOM_SEED, table="all", choice="random")
    clear = sample_of(normally, "leftover", 0)
    return Statement(
        _like_table_8("table 8 shows the cards left by the game played normally", normally),
        _like_table_8("table 8 shows the cards left when random SETs are taken from all cards", at_random),
        results=(normally, at_random),
        why="The program of the appendix takes SETs from the whole deck in the order of its pairs, without a table of "
        f"twelve cards and without a random choice. The game leaves no card in {clear.percent:.4g} % of all cases, "
        f"table 8 in {find_claim('A10.shares').figures['0']}.",
    )


@evidence("A10.three")
def three_left() -> Checks:
    """Three cards with sum 0 form a SET, and the cards left by a game always sum to 0.

    The deck and every SET sum to 0 modulo 3, so the cards left do as well. Three cards with sum 0 form a SET, and the
    game goes on.
    """
    space = Space(4)
    values = list(product(range(3), repeat=3))
    yield check(
        "the deck sums to 0, for each of the {} properties",
        range(4),
        lambda i: sum(space.coordinates(card)[i] for card in space.cards) % 3 == 0,
    )
    yield check(
        "three values are all the same or all different if and only if they sum to 0, for all {} triples of values",
        values,
        lambda three: (sum(three) % 3 == 0) == (len(set(three)) != 2),
    )


@evidence("A10.common")
def common_and_rare(claim: Claim, runner: Runner) -> Statement:
    """Six or nine cards are left in more than half of all games, 18 in fewer than one in 100,000.

    This holds in the game as it is played, not only in the reduction of the deck.
    """
    result = standard_games(runner)
    common = sum(sample_of(result, "leftover", left).cases for left in claim.data["common"])
    rare = sample_of(result, "leftover", claim.data["rare"])
    return Statement(
        check_proportion(
            "6 or 9 cards are left in more than half of all games",
            "games",
            Sample(common, result.tally.trials),
            above=Fraction(1, 2),
            tests=2,
        ),
        check_proportion(
            "18 cards are left in fewer than one game in 100,000", "games", rare, below=Fraction(1, 10**5), tests=2
        ),
        results=(result,),
    )


@evidence("A10.listing")
def listed_reduction(runner: Runner) -> Statement:
    """The listing leaves no SET, and leaves as many cards as our core for the same shuffled deck.

    A pair is passed over only if its third card is used or absent, and it remains so: no SET can be left.
    """
    parameters = EndgameParameters.complete({"refill": "greedy-deck"})

    def same(trial: int) -> bool:
        deck = [card_text(card) for card in deck_order(parameters, runner.seed, trial)]
        left = reduce_deck(deck)
        core = run_engine(parameters, runner.seed, trial, 1).histograms["leftover"]
        return core == {len(left): 1} and not contains_set_v2(left)

    return Statement(
        check(
            "the listing leaves no SET, and leaves as many cards as our core, for {} shuffled decks",
            range(LISTED_DECKS),
            same,
            whole=False,
        ),
        commands=(f"setlab simulate endgame --choice first --table 81 --trials {LISTED_DECKS} --seed {runner.seed}",),
    )


def standard_games(runner: Runner) -> Result:
    """The game with twelve cards on the table and a random SET each time."""
    return runner.game(2e6, 1e8, seed=GAME_SEED)


def printed_counts(table: Claim) -> dict[int, int]:
    """The counts of table 8 that are printed to the last digit.

    >>> printed_counts(find_claim("A10.table8"))
    {0: 765970, 15: 34060, 18: 21}
    """
    figures = {left: figure_of(text) for left, text in table.numbers().items()}
    return {left: int(figure.value) for left, figure in figures.items() if figure.unit == 1}


def with_the_rest(counts: Mapping[int, int], cells: Collection[int], total: int) -> dict[int, int]:
    """The counts of some numbers of cards left, with all others pooled at 6, the most frequent.

    >>> with_the_rest({0: 1, 6: 2, 9: 3, 18: 4}, [0, 18], 10)
    {0: 1, 18: 4, 6: 5}
    """
    kept = {left: counts.get(left, 0) for left in cells}
    return kept | {COMMONEST: total - sum(kept.values())}


def figure_of(text: str) -> Printed:
    """A count of table 8, where a single point separates thousands."""
    return read_printed(text, decimal_mark(text))


def _like_table_8(what: str, result: Result) -> Check:
    """Test whether the printed counts and ours have the same distribution; rounded counts are pooled."""
    table = find_claim("A10.table8")
    games, trials = table.trials_at("") or 0, result.tally.trials
    exact = printed_counts(table)
    ours = with_the_rest(result.tally["leftover"], exact, trials)
    found = compare_samples(with_the_rest(exact, exact, games), ours)
    domain = f"{games:,} printed games and {trials:,} of ours"
    words = f"chi-square {found.statistic:.4g}, {found.degrees} degrees of freedom, p = {p_text(found.log10_p)}"
    return check_test(what, domain, found.p, trials, words, tests=2)
