"""The cards left in nine variants of the game, popular against reject, lost cards and other decks (B2, B3, B5, B6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod, sqrt

from setlab import rules
from setlab.caps import check as check_cap
from setlab.caps import find
from setlab.counting import count_sets, count_sets_by_shared, count_turns_at_most
from setlab.errors import plural
from setlab.experiment.kernels.endgame import EndgameParameters, TrialGame, play
from setlab.experiment.result import Result
from setlab.geometry import Deck, Space
from setlab.reproduce.evidence import (
    Bounds,
    Check,
    Checks,
    Figures,
    Resolution,
    Sample,
    Statement,
    Value,
    Values,
    check,
    check_fact,
    check_proportion,
    confidence,
    level,
)
from setlab.reproduce.methods import (
    VECTORS,
    breach,
    deck_sums_to_zero,
    draw_leftovers,
    follow_the_rule,
    game_leaving,
    largest_cap,
    leftover_proportions,
    printed_proportions,
    sample_of,
    sets_among,
    sets_sum_to_zero,
    sum_argument,
)
from setlab.reproduce.register import Runner, evidence
from setlab.reproduce.stanke_stenzelbarton.game import most_turns
from setlab.rules import Rules, game_leaving_most, longest_game, play_out, replay
from setlab.rules.table import Event
from setlab.solitaire import Shuffle, can_clear
from setlab.solitaire.bounds import is_proof, unclearable_deal
from setlab.sources import Claim, find_claim
from setlab.stats import (
    Interval,
    Origin,
    Printed,
    compare_samples,
    compare_with_printed,
    gamma_tails,
    normal_quantile,
    p_text,
    proportion_interval,
    read_printed,
)

DECK = 81

Figure = tuple[int, Printed]


def standard_games(runner: Runner, lost: int) -> Result:
    """Games by the standard rules with lost cards, for tables 1 to 3."""
    return runner.game(2e6, 1e8 if lost == 0 else 2e7, lost=lost)


def games_of(runner: Runner, lost: int, choice: str) -> Result:
    """Games of one of the nine variants; popular and reject have different seeds, since their samples are compared."""
    if choice == "random":
        return standard_games(runner, lost)
    seed = runner.seed + (choice == "reject")
    return runner.game(1e5, 1e6, lost=lost, choice=choice, seed=seed)


@evidence(*(f"B2.table{number}" for number in (1, 2, 3)))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """Table 1, 2 or 3."""
    lost = claim.data["lost"]
    result = standard_games(runner, lost)
    series = {"printed": printed_proportions(claim.numbers()), "ours": leftover_proportions(result)}
    slips = ", ".join(_slips(claim, result))
    why = f"Both samples take a random SET; ours has {result.tally.trials:,} games, the printed one {claim.trials:,}."
    return Figures(
        values={place: sample_of(result, "leftover", place) for place in claim.figures},
        why=f"{why} Some printed figures are off by a power of ten: we find {slips}." if slips else why,
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards", series, result),
    )


@evidence(*(f"B2.{cards}{choice}" for cards in (81, 80, 79) for choice in ("random", "popular", "reject")))
def histogram(claim: Claim, runner: Runner) -> Figures:
    """A histogram without numbers: the variant is simulated, and the histogram drawn again."""
    lost, choice = claim.data["lost"], claim.data["choice"]
    result = games_of(runner, lost, choice)
    found = leftover_proportions(result)
    text = ", ".join(f"{plural(left, 'card')} in {100 * proportion:.3g} %" for left, proportion in found)
    return Figures(
        why=f"The page shows bars without numbers and does not describe them. Our {result.tally.trials:,} games leave "
        f"{text}.",
        drawing=draw_leftovers(f"Cards left, {DECK - lost} cards, {choice}", {"ours": found}, result),
    )


@evidence("B2.sum")
def sums(claim: Claim, runner: Runner) -> Checks:
    """Table 1 does not add up to 100 %, unless two figures are corrected by a power of ten."""
    tables = [find_claim(name) for name in claim.data["tables"]]
    results = [standard_games(runner, table.data["lost"]) for table in tables]
    pairs = list(zip(tables, results, strict=True))
    slips = ", ".join(words for table, result in pairs for words in _slips(table, result))
    yield from (_adds_up(table, {}) for table in tables)
    return Statement(
        corrected=tuple(_adds_up(table, _powers(table, result)) for table, result in pairs),
        why=f"In table 1 two figures are off by a power of ten: our games have {slips}. With these corrections the "
        "table adds up to 100 % within the rounding of its figures.",
    )


@evidence("B2.question")
def how_many(runner: Runner) -> Resolution:
    """The number of cards left in the standard game.

    In nine games out of ten, 6 or 9 cards are left. C4.leftovers proves which numbers are possible at all.
    """
    result = standard_games(runner, 0)
    text = ", ".join(f"{plural(left, 'card')} in {100 * p:.3g} %" for left, p in leftover_proportions(result))
    answer = f"{text} of {result.tally.trials:,} games in which a random SET is taken"
    return Resolution(answer, trials=result.tally.trials)


def _adds_up(table: Claim, powers: Mapping[int, int]) -> Check:
    """Check that the figures of a table, times powers of ten, add up to 100 % within their rounding."""
    figures = [read_printed(text).times(Fraction(10) ** powers.get(n, 0)) for n, text in table.numbers().items()]
    total = sum((figure.value for figure in figures), Fraction(0))
    rounding = sum((figure.unit / 2 for figure in figures if figure.value), Fraction(0))
    percent, most = f"{float(100 * total):.4f} %", f"{float(100 * rounding):.2g}"
    what = f"{table.place} adds up to 100 %, for the sum of {len(figures)} figures, {percent} ± {most}"
    words = f"{percent}, where rounding explains {most} %"
    return check(what, [total], lambda found: abs(found - 1) <= rounding, lambda found: words)


def _powers(table: Claim, result: Result) -> dict[int, int]:
    """The figures of a table that differ from our games by a power of ten, with the exponents."""
    found = {}
    for left, text in table.numbers().items():
        ours, origin = sample_of(result, "leftover", left), Origin(trials=table.trials_at(str(left)))
        found[left] = compare_with_printed(text, ours, origin, confidence=confidence()).slip
    return {left: slip for left, slip in found.items() if slip is not None}


def _slips(table: Claim, result: Result) -> list[str]:
    ours = {left: sample_of(result, "leftover", left).percent for left in _powers(table, result)}
    return [f"{percent:.3g} % where {table.figures[str(left)]} is printed" for left, percent in ours.items()]


EPSILON = 2.0**-52
"""The distance from 1 to the next larger number in double precision."""

DEGREES = 6
"""The degrees of freedom of a table of the cards left, which has at most seven rows."""


def multiple_of_epsilon(text: str) -> int | None:
    """The integer n for which a printed figure is n·2^-52 to all its digits; None if there is none.

    >>> multiple_of_epsilon("6.66134×10^-16"), multiple_of_epsilon("6.6614×10^-16")
    (3, None)
    """
    figure = read_printed(text)
    nearest = round(float(figure.value) / EPSILON)
    return nearest if figure.low <= nearest * EPSILON <= figure.high else None


def chance_of_multiples(texts: Iterable[str]) -> float:
    """The probability that arbitrary numbers, printed to these digits, would all agree with multiples of 2^-52.

    A figure stands for an interval of the width of its last digit, and the multiples are 2^-52 apart.

    >>> f"{chance_of_multiples(['6.66134×10^-16']):.1e}"
    '4.5e-06'
    """
    return prod(min(1.0, float(read_printed(text).unit) / EPSILON) for text in texts)


def largest_p_value(one: Sample, other: Sample, games: int, level: float) -> float:
    """An upper bound on the p value of a chi-square test of two other samples with the given number of games each.

    Our samples give confidence intervals for the probabilities of an event in the two cases. The probabilities differ
    at least by the gap between these intervals, and the observed difference in the other samples falls short of that
    only by chance. Each of the four estimates fails with probability level/4. Merging cells never increases the
    chi-square statistic, so the statistic of the event is a lower bound for that of the whole table.

    >>> largest_p_value(Sample(100, 1000), Sample(110, 1000), 10**6, 0.01)
    1.0
    >>> largest_p_value(Sample(10_000, 100_000), Sample(12_000, 100_000), 10**6, 0.01) < 1e-100
    True
    """
    ends = sorted((proportion_interval(*sample, 1 - level / 4) for sample in (one, other)), key=lambda end: end.low)
    spreads = [-normal_quantile(level / 8) * sqrt(_variance(end) / games) for end in ends]
    gap = ends[1].low - ends[0].high - sum(spreads)
    if gap <= 0:
        return 1.0
    variance = _variance(Interval(ends[0].low, min(1.0, ends[1].high + spreads[1])))
    return gamma_tails(DEGREES / 2, games * gap**2 / (2 * variance) / 2).upper


def _variance(proportion: Interval) -> float:
    """The largest variance of the indicator of an event whose probability lies in the interval."""
    nearest = min(max(0.5, proportion.low), proportion.high)
    return nearest * (1 - nearest)


EVENT = 6
"""The event by which the p values are bounded: at most this number of cards, minus the lost cards, is left."""


@evidence("B3.differ")
def differ(claim: Claim, runner: Runner) -> Checks:
    """Two independent samples for each deck are compared.

    Popular leaves more cards than reject. The two samples have different seeds; with the same seed they would have the
    same decks and would not be independent.
    """
    for lost in claim.data["lost"]:
        popular, reject = two_samples(runner, lost)
        found = compare_samples(popular.tally["leftover"], reject.tally["leftover"])
        words = f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}, {popular.tally.trials:,} games of each"
        small = found.p < level(len(claim.data["lost"]))
        yield check_fact(f"{DECK - lost} cards: popular and reject differ", words, small, whole=False)


@evidence("B3.table4")
def p_values(claim: Claim, runner: Runner) -> Figures:
    """Upper bounds, from our games, for the p values of a million games of each choice."""
    values = dict[str, Value]()
    for place in claim.figures:
        lost = DECK - int(place)
        popular, reject = (_at_most(result, EVENT - lost) for result in two_samples(runner, lost))
        most = largest_p_value(popular, reject, claim.data["games"], level(len(claim.figures)))
        values[place] = Interval(0.0, most)
    texts = list(claim.figures.values())
    multiples = ", ".join(str(multiple_of_epsilon(text)) for text in texts)
    why = (
        "A chi-square test of a million games of each choice gives far smaller p values. The printed ones are "
        f"rounding errors of 1 − 1 in double precision: to all printed digits they are {multiples} times 2^-52. For "
        f"arbitrary numbers of this size this would happen with probability {chance_of_multiples(texts):.1g}."
    )
    commands = (f"python -c 'print(*(n * 2**-52 for n in ({multiples})))'",)
    return Figures(values=values, why=why, commands=commands)


@evidence("B3.matter")
def matter(runner: Runner) -> Checks:
    """Two games with the same deck, of which one clears the table and the other does not.

    Both games follow the rules and are dealt from the same deck; only the SETs taken differ. The tables of popular and
    reject show how often the choice matters.
    """
    trial = next(trial for trial in range(100) if play(EndgameParameters(), runner.seed, trial).leftover)
    shuffle = Shuffle.of(runner.seed, trial)
    cleared = play_out(shuffle.order, can_clear(shuffle)[1], Rules())
    other = play(EndgameParameters(), runner.seed, trial)
    taken = sum(len(event.cards) for event in cleared if isinstance(event, rules.Claim))
    same_deck = _cards_dealt(cleared) == _cards_dealt(other.events)
    what = "one choice of SETs clears the table"
    yield check_fact(what, f"{taken} cards taken", taken == DECK and breach(cleared) is None)
    what = "another choice from the same deck does not"
    words = f"{other.leftover} cards left"
    yield check_fact(what, words, same_deck and other.leftover > 0 and breach(other.events) is None)
    return Resolution(
        f"yes: with the deck of game {trial} of seed {runner.seed} one choice of SETs clears the table, and "
        f"another leaves {other.leftover} cards",
        commands=(
            f"setlab simulate endgame --first {trial} --trials 1 --seed {runner.seed}",
            f"setlab solitaire clearable --games {trial + 1} --seed {runner.seed}",
        ),
    )


def two_samples(runner: Runner, lost: int) -> tuple[Result, Result]:
    """Independent samples of games with the choices popular and reject."""
    return games_of(runner, lost, "popular"), games_of(runner, lost, "reject")


def _at_most(result: Result, cards: int) -> Sample:
    """The games that leave at most n cards."""
    counts = result.tally["leftover"]
    return Sample(sum(number for left, number in counts.items() if left <= cards), result.tally.trials)


def _cards_dealt(game: Sequence[Event]) -> list[int]:
    return [card for event in game if isinstance(event, rules.Deal) for card in event.cards]


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
        values={"turns": Bounds(turns_of(game), most_turns(most_without=largest_cap(4)))},
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
    what = "nor does any sequence of turns that the numbers of cards allow"
    yield check_fact(what, f"at most {most_turns()} turns", most_turns() <= wanted)


@evidence("B6.caps", commands=["setlab exact no-set --recompute", "setlab caps find --dimension 4"])
def most_without_set() -> Values:
    """Twenty cards without a SET, and the list of all such collections, which ends at 20 cards.

    The caps of AG(4,3) are listed up to symmetry: there is one orbit of caps with 20 cards, and none with 21.
    Pellegrino proved this in 1970 (Sul massimo ordine delle calotte in S4,3).
    """
    cap, most = find(4), largest_cap(4)
    lower = len(cap) if check_cap(cap).is_cap and not sets_among(cap) else 0
    return {"cards without a SET": Bounds(lower, most), "cards that hold a SET": most + 1}


@evidence("B6.left", commands=[GAMES_LEAVING_MOST, "setlab exact no-set --recompute"])
def most_left(claim: Claim) -> Figures:
    """At most 18, 20 and 19 cards are left; a constructed game attains each bound."""
    most = largest_cap(4)
    return Figures(
        values={
            str(cards): Bounds(_constructed_left(DECK - cards), max(n for n in range(most + 1) if n % 3 == cards % 3))
            for cards in claim.numbers()
        },
        why=f"The cards left contain no SET, so there are at most {most}; their number is congruent to that of the "
        "deck modulo 3. A constructed game attains each bound.",
    )


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
def one_or_two(runner: Runner) -> Checks:
    """With one or two lost cards the table is never cleared; the cards left identify a single lost card.

    All SETs and the whole deck sum to 0 modulo 3 in every property. So the cards left sum to minus the lost cards; if
    one card is lost, the cards left identify it.
    """
    space, results = Space(4), [standard_games(runner, lost) for lost in (1, 2)]
    most = [max(leftover_proportions(result), key=lambda pair: pair[1]) for result in results]
    yield deck_sums_to_zero()
    yield sets_sum_to_zero()
    yield check("a game cannot end without cards, for decks of {} sizes", (DECK - 1, DECK - 2), lambda n: n % 3 > 0)
    what = "a card is minus the sum of all others, for all {} cards"
    yield check(
        what, space.cards, lambda card: space.negative(space.total([other for other in space if other != card])) == card
    )
    answer = (
        "the table is never cleared: 2, 5, 8, … cards are left of 80 and 1, 4, 7, … of 79, most often "
        + " and ".join(f"{left} ({100 * proportion:.3g} %)" for left, proportion in most)
    )
    return Resolution(answer, trials=min(result.tally.trials for result in results))


@evidence("B5.lost")
def three(runner: Runner) -> Checks:
    """A lost SET and three other lost cards lead to different endings: a proof, and a game for each.

    The cards left sum to minus the lost cards, and three cards sum to 0 if and only if they form a SET. If the lost
    cards form a SET, the sum is 0, and three cards left would form a SET. Otherwise the sum is not 0, so some card is
    left. In the printed program, d = 3 would always lose a SET: (1,1,1,1), (1,1,1,2), (1,1,1,3).
    """
    of_set, of_others = (
        runner.game(2e5, 5e6, lost=kind, seed=runner.seed + k) for k, kind in enumerate(("set", "no-set"))
    )
    none, some = sample_of(of_set, "leftover", 0), sample_of(of_others, "leftover", 3)
    yield from sum_argument()
    yield _witness("the lost cards form a SET, and no card is left", game_leaving(0, runner.seed, lost="set"))
    yield _witness(
        "the lost cards do not form a SET, and three cards are left", game_leaving(3, runner.seed, lost="no-set")
    )
    return Resolution(
        f"yes: if the lost cards form a SET, the table can be cleared ({none.percent:.3g} % of the games) and "
        f"three cards are never left; otherwise it is never cleared, and three cards are left in {some.percent:.3g} % "
        "of the games",
        drawing=draw_leftovers(
            "Cards left, three cards lost",
            {"a SET": leftover_proportions(of_set), "not a SET": leftover_proportions(of_others)},
        ),
    )


def _witness(what: str, found: tuple[int, TrialGame]) -> Check:
    """Check that a game with the wanted ending follows the rules."""
    trial, game = found
    return check_fact(what, f"game {trial}, which leaves {game.leftover} cards", breach(game.events, DECK - 3) is None)


FOUR = Deck(4, 4)


@evidence("B5.best", commands=["setlab solitaire unclearable"])
def best_way(runner: Runner) -> Checks:
    """A strong player gives a lower bound; a deal that cannot be cleared shows that the optimum is below 1."""
    expert = runner.run("solitaire", 150, 2000, strategy="expert")
    informed = runner.run("solitaire", 500, 5000, strategy="clairvoyant")
    at_random = sample_of(standard_games(runner, 0), "leftover", 0)
    sample, seen = sample_of(expert, "clear", 1), sample_of(informed, "clear", 1)
    low, chance = sample.deciding().low, at_random.deciding().high
    deal = unclearable_deal()
    yield check_proportion("expert clears more games than a random choice", "games", sample, above=Fraction(chance))
    what = "some deal cannot be cleared"
    yield check_fact(what, f"{len(deal.moves)} forced SETs, after which a card lies in no SET", is_proof(deal))
    return Resolution(
        f"a best way exists, since the game is finite; it clears at least {100 * low:.3g} % of the games, but not all",
        lower=Fraction(low),
        upper=Fraction(1),
        interval=sample.interval,
        why=f"A random choice clears {at_random.percent:.3g} % of the games, our strategy expert {sample.percent:.3g} "
        f"% of {sample.trials:,}. A player who knows the order of the deck clears {seen.cases:,} of {seen.trials:,} "
        "deals. The optimum is not known.",
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
        drawing=draw_leftovers("Cards left, four values, 256 cards", {"ours": tuple(found.items())}),
    )


@evidence("B5.four", commands=["setlab count --dimension 4 --values 4"])
def four_cards() -> Checks:
    """With four values SETs of three cards are possible, but they cannot use up the deck.

    With four values, two different values leave two possible values for a third card; and 256 is not a multiple of 3.
    """
    cards = list(product(range(4), repeat=4))
    thirds = [card for card in cards if follow_the_rule([cards[0], cards[-1], card])]
    columns = [range(4 * first, 4 * first + 4) for first in range(len(FOUR) // 4)]
    what = "two cards that differ in all properties have several third cards"
    yield check_fact(what, f"{len(thirds)} third cards", len(thirds) > 1)
    what = "SETs of three cards leave at least one card"
    yield check_fact(what, f"{len(FOUR)} cards, which is {len(FOUR) % 3} modulo 3", len(FOUR) % 3 > 0)
    yield check("SETs of four cards can use up the deck, for {} disjoint SETs with all cards", columns, FOUR.is_set)
    return Resolution(
        "no, SETs can have three cards by the same rule; but then two cards do not determine the third, and the "
        "deck can never be used up"
    )


@evidence("B5.21")
def twenty_one(claim: Claim, runner: Runner) -> Checks:
    """The probability that 21 cards lie on the table.

    A table of 21 cards requires 18 cards without a SET, which are rare. 21 cards always contain a SET, so the table
    does not grow further.
    """
    result, most, wanted = standard_games(runner, 0), largest_cap(4), claim.data["cards"]
    sample = sample_of(result, "largest_table", wanted)
    (cases, trials), ends = sample, sample.interval
    often = f", about one in {round(trials / cases):,}" if cases else ""
    what = f"{wanted} cards always contain a SET, so the table never has more"
    yield check_fact(what, f"at most {most} cards without a SET", most < wanted)
    answer = (
        f"in {cases} of {trials:,} games{often}; {1e6 * ends.low:.2g} to {1e6 * ends.high:.2g} in a million at 95 %"
    )
    return Resolution(answer, trials=trials, interval=ends)


@evidence("B5.see", commands=["setlab count --dimension 4"])
def easier_to_see() -> Checks:
    """A question about players; the cards themselves show only how many kinds of SETs there are.

    All SETs are equivalent under the affine symmetries of the deck. The symmetries that permute properties and values
    distinguish SETs by the number of shared properties; which kind is found first must be decided by an experiment with
    players.
    """
    kinds = _kinds()
    shared = ", ".join(f"{number} with {plural(k, 'shared property')}" for k, number in kinds.items())
    formula = {shared: number for shared, number in count_sets_by_shared(4).items() if number}
    yield check_fact("the formula gives the same number of each kind", str(kinds), kinds == formula)
    yield check("one kind is found faster than another, for {} timed searches by players", (), bool)
    answer = f"not answered, since it requires observing players. There are {len(kinds)} kinds of SETs: {shared}"
    return Resolution(answer)


def _kinds() -> dict[int, int]:
    """The SETs by number of shared properties, found by trying all triples."""
    sets = [cards for cards in combinations(VECTORS, 3) if follow_the_rule(cards)]
    shared = [sum(len(set(column)) == 1 for column in zip(*cards, strict=True)) for cards in sets]
    return {number: shared.count(number) for number in sorted(set(shared))}
