"""The printed program and tables, the protocols that fit them, the coding of cards, the cards left (C1 to C4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import inf, log10

from setlab.caps import check as check_cap
from setlab.caps import find, known, most_by_characters
from setlab.exact.leftovers import exact_leftover_game
from setlab.exact.no_set import exact_no_set
from setlab.experiment.kernels.endgame import EndgameParameters, core_arguments
from setlab.experiment.result import Result
from setlab.geometry import Deck, Space
from setlab.notation import find_notation
from setlab.reproduce.evidence import (
    Bounds,
    Check,
    Checks,
    Figures,
    Resolution,
    Sample,
    Statement,
    Values,
    check,
    check_fact,
    check_proportion,
    check_test,
    level,
)
from setlab.reproduce.judgement import decimal_mark
from setlab.reproduce.methods import (
    all_cards,
    both_ways_agree,
    breach,
    draw_leftovers,
    follow_the_rule,
    game_leaving,
    largest_cap,
    leftover_proportions,
    moments,
    proportions_of,
    sample_of,
    sum_argument,
)
from setlab.reproduce.register import Runner, evidence, never
from setlab.rules import game_leaving_most, replay
from setlab.sources import Claim, find_claim
from setlab.stats import compare_samples, p_text, read_printed

ENDGAME = find_notation("endgame")

Card = tuple[int, ...]
Board = list[Card]


def is_it_a_set(x: Sequence[Card], d: int, n: int) -> int:
    """1 if the n cards have one value or n values at each of d positions; otherwise 0.

    >>> is_it_a_set([(0, 1), (1, 1), (2, 1)], 2, 3), is_it_a_set([(0, 1), (1, 1), (2, 2)], 2, 3)
    (1, 0)
    """
    return int(all(len({card[position] for card in x}) in (1, n) for position in range(d)))


def find_sets_on_the_board(
    board: Board, completed_sets: list[Board], d: int, n: int, order: Iterable[Sequence[Card]] | None = None
) -> tuple[Board, list[Board]]:
    """The board without the first SET, and the completed SETs with it; both unchanged if there is no SET.

    Combinations are tried in the given order, by default in the order of the board.

    >>> find_sets_on_the_board([(0,), (1,), (1,), (2,)], [], 1, 3)
    ([(1,)], [[(0,), (1,), (2,)]])
    """
    for cards in combinations(board, n) if order is None else order:
        if is_it_a_set(cards, d, n):
            kept = list(board)
            for card in cards:
                kept.remove(card)
            return kept, [*completed_sets, list(cards)]
    return board, completed_sets


CHOICES = ("first", "random")
STARTS = (3, 6, 9, 12, 15, 18)
DIMENSIONS = (3, 4, 5)
SEARCHES = range(7)
"""The numbers of last searches; the engine makes six, from which the results of fewer follow."""

MOST_SEARCHES = SEARCHES[-1]
ALWAYS, STANDARD = "always-three", "standard"
SEED = 5

Ends = Mapping[tuple[int, int], int]
"""The number of games by cards left and by SETs taken in the last searches."""


@dataclass(frozen=True)
class Protocol:
    """A protocol; `searches` is None if the last searches go on until no SET is found."""

    choice: str
    start: int
    refill: str
    searches: int | None


@dataclass(frozen=True)
class ProtocolFit:
    """The fit of a protocol to a printed table: the logarithm to base ten of the p value of their comparison.

    It is −∞ if the table contains a number of cards that the protocol cannot leave, and None if it is not known.
    """

    protocol: Protocol
    log10_p: float | None

    @property
    def is_excluded(self) -> bool:
        """True if the p value is below the level of one protocol."""
        return self.log10_p is not None and self.log10_p < log10(protocol_level())


@cache
def family() -> tuple[Protocol, ...]:
    """All protocols of the family.

    >>> len(family())
    108
    """
    ways = [(ALWAYS, searches) for searches in (*SEARCHES, None)] + [(STANDARD, None)]
    return tuple(Protocol(choice, start, *way) for choice in CHOICES for start in STARTS for way in ways)


def protocol_level() -> float:
    """The level at which a protocol is excluded: all protocols and tables share the level of one comparison."""
    return level(len(family()) * len(DIMENSIONS))


def survey(
    dimension: int, games: int, seed: int = SEED, stopped: Callable[[], bool] = never
) -> tuple[ProtocolFit, ...]:
    """The fit of every protocol of the family to the printed table of a dimension, from n games of each."""
    printed, fits = printed_counts(dimension), list[ProtocolFit]()
    for protocol in family():
        if stopped():
            raise KeyboardInterrupt
        ends = play_all(dimension, protocol.choice, protocol.start, protocol.refill, int(games), seed)
        fits.append(ProtocolFit(protocol, _log10_p(leftovers(ends, protocol.searches), protocol, printed)))
    return tuple(fits)


def printed_counts(dimension: int) -> dict[int, int]:
    """The printed table of a dimension: the number of games by cards left.

    >>> sum(printed_counts(3).values())
    100000
    """
    texts = find_claim(f"C3.d{dimension}").numbers()
    return {left: int(read_printed(text, decimal_mark(text)).value) for left, text in texts.items()}


def remaining(fits: Sequence[ProtocolFit]) -> tuple[Protocol, ...]:
    """The protocols that are not excluded."""
    return tuple(fit.protocol for fit in fits if not fit.is_excluded)


def fitting_all(left: Mapping[int, Sequence[Protocol]]) -> str:
    """The protocols that remain in every dimension, with the same start in all or with n·d cards first."""
    common = [protocol for protocol in family() if all(protocol in some for some in left.values())]
    growing = [n for n in SEARCHES if all(Protocol("first", 3 * d, ALWAYS, n) in some for d, some in left.items())]
    also = f"; and n·d cards first with {_list_text(growing)} last searches" if growing else ""
    return describe(common) + also


def best(fits: Sequence[ProtocolFit], choice: str) -> ProtocolFit:
    """The best fit among the protocols with a given choice."""
    return max((fit for fit in fits if fit.protocol.choice == choice), key=lambda fit: fit.log10_p or 0.0)


def leftovers(ends: Ends, searches: int | None) -> dict[int, int] | None:
    """The number of games by cards left after n last searches; None if six searches do not determine it.

    >>> leftovers({(6, 2): 10, (0, 4): 5}, searches=1)
    {9: 15}
    """
    counts: Counter[int] = Counter()
    for (left, taken), number in ends.items():
        if searches is None and taken == MOST_SEARCHES and left > 3:
            return None
        counts[_left_after(left, taken, searches)] += number
    return dict(sorted(counts.items()))


def describe(protocols: Sequence[Protocol]) -> str:
    """Protocols in words; those that differ only in the start or in the number of last searches are grouped.

    >>> describe([Protocol("first", 9, ALWAYS, 5), Protocol("first", 9, ALWAYS, 6)])
    'first SET, three cards after every search: start 9 with 5 or 6 last searches'
    """
    groups: dict[tuple[str, str], dict[tuple[int | None, ...], list[int]]] = {}
    for choice, refill in dict.fromkeys((p.choice, p.refill) for p in protocols):
        mine = [p for p in protocols if (p.choice, p.refill) == (choice, refill)]
        for start in dict.fromkeys(p.start for p in mine):
            ends = tuple(p.searches for p in mine if p.start == start)
            groups.setdefault((choice, refill), {}).setdefault(ends, []).append(start)
    return "; ".join(_group(*key, parts) for key, parts in groups.items()) or "none"


@cache
def play_all(dimension: int, choice: str, start: int, refill: str, games: int, seed: int) -> Ends:
    """Play games of a protocol with six last searches, or with the standard refill until no SET is left."""
    import numpy as np

    from setlab import _core

    p = EndgameParameters.complete({"dimension": dimension, "choice": choice, "table": start, "refill": refill})
    rows = _core.play_endgame_trials(seed, 0, games, **core_arguments(p))
    # With three cards after every search, each search before the deck is empty is a turn, whatever it finds.
    before = -(-(3**dimension - start) // 3)
    taken = rows[:, 3] - before if refill == ALWAYS else np.zeros_like(rows[:, 3])
    pairs, games_of = np.unique(np.column_stack((rows[:, 0], taken)), axis=0, return_counts=True)
    return {(left, last): number for (left, last), number in zip(pairs.tolist(), games_of.tolist(), strict=True)}


def _log10_p(ours: Mapping[int, int] | None, protocol: Protocol, printed: Mapping[int, int]) -> float | None:
    """Three cards cannot be left if the searches go on until no SET is found: see `zero_sums`."""
    if protocol.searches is None and printed.get(3):
        return -inf
    return None if ours is None else compare_samples(ours, printed).log10_p


def _left_after(left: int, taken: int, searches: int | None) -> int:
    """The cards left after fewer searches; without a limit, three cards left would be one more SET."""
    if searches is None:
        return 0 if left == 3 else left
    return left + 3 * max(taken - searches, 0)


def _group(choice: str, refill: str, parts: Mapping[tuple[int | None, ...], Sequence[int]]) -> str:
    when = "three cards after every search" if refill == ALWAYS else "standard refill"
    texts = [f"start {_list_text(starts)}{_ending(refill, ends)}" for ends, starts in parts.items()]
    return f"{choice} SET, {when}: {', '.join(texts)}"


def _ending(refill: str, ends: Sequence[int | None]) -> str:
    if refill == STANDARD:
        return ""
    numbers = [end for end in ends if end is not None]
    words = [f"{_list_text(numbers)} last searches"] * bool(numbers)
    return f" with {' or '.join(words + ['searches until no SET is found'] * (None in ends))}"


def _list_text(numbers: Sequence[int]) -> str:
    """Numbers in words, such as 1, 2 or 3."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


GAMES = {3: (2e5, 5e6), 4: (1e5, 3e6), 5: (3e4, 1e6)}
"""The numbers of games of the program by dimension, in a quick and in a full run."""

SURVEYED = {3: (5e4, 3e5), 4: (2e4, 2e5), 5: (4e3, 6e4)}
"""The numbers of games of each protocol by dimension, in a quick and in a full run."""


def program_games(runner: Runner, dimension: int, choice: str = "first") -> Result:
    """Games of the program: n·d cards first, three more after every search, six searches at the end."""
    return runner.game(*GAMES[dimension], dimension=dimension, refill="always-three", choice=choice)


def survey_dimension(runner: Runner, dimension: int) -> tuple[ProtocolFit, ...]:
    """The fit of every protocol to the table of a dimension."""
    return survey(dimension, int(SURVEYED[dimension][runner.full]), stopped=runner.stopped)


@evidence(*(f"C3.d{d}" for d in GAMES))
def leftover_table(claim: Claim, runner: Runner) -> Figures:
    """The table of one dimension, compared with the program that takes the first SET and with other protocols."""
    d = claim.data["dimension"]
    first, printed = program_games(runner, d), printed_counts(d)
    fit = compare_samples(first.tally["leftover"], printed)
    fits = survey_dimension(runner, d)
    left = remaining(fits)
    series = {"printed": proportions_of(printed), "ours, first SET": leftover_proportions(first)}
    return Figures(
        values={place: sample_of(first, "leftover", place) for place in claim.figures},
        histogram=first.tally["leftover"],
        why=f"Our program takes the first SET in the order of the board, with {3 * d} cards first, three more after "
        f"every search and six searches at the end; it fits with p = {p_text(fit.log10_p)}. Of {len(fits)} protocols, "
        f"{len(left)} are not excluded by this table: {describe(left)}.",
        commands=(_survey_command(runner, d),),
        drawing=draw_leftovers(f"Cards left, {d} dimensions", series, first),
    )


@evidence(*(f"C3.histogram{d}" for d in GAMES))
def histogram(claim: Claim, runner: Runner) -> Figures:
    """The picture of a table, drawn again.

    The picture shows the table above it and is not described. Our bars are for a random SET, as the text says.
    """
    table = find_claim(claim.data["table"])
    d = table.data["dimension"]
    at_random = program_games(runner, d, "random")
    drawing = draw_leftovers(
        f"Cards left, {d} dimensions",
        {"printed": proportions_of(printed_counts(d)), "ours, random SET": leftover_proportions(at_random)},
        at_random,
    )
    return Figures(drawing=drawing)


@evidence("C2.order")
def order_of_search(claim: Claim, runner: Runner) -> Checks:
    """No protocol of the family that takes a random SET fits the printed tables."""
    dimensions = [find_claim(name).data["dimension"] for name in claim.data["tables"]]
    left = {d: remaining(survey_dimension(runner, d)) for d in dimensions}
    yield from (_random_order(runner, d, len(dimensions)) for d in dimensions)
    return Statement(
        why="If combinations are tried in random order, every SET on the board is equally likely to be taken. Whatever "
        "numbers of first cards and of last searches and whatever rule for dealing we tried, such games do not fit. "
        f"Protocols that fit all three tables: {fitting_all(left)}.",
        commands=tuple(_survey_command(runner, d) for d in dimensions),
    )


@evidence("C2.play")
def goes_on(claim: Claim) -> Check:
    """A game that goes on until there is no SET never leaves three cards; two printed games do.

    Three cards left sum to 0 and so form a SET. The program stopped although there was a SET on the board; a limit of
    six searches after the last deal explains this.
    """
    return _only_possible(claim.data["tables"])


@evidence("C3.three")
def three_left(claim: Claim, runner: Runner) -> Checks:
    """Three cards are never left in the game, but occur in a program that stops after six searches."""
    program = program_games(runner, 5)
    cases, trials = sample_of(program, "leftover", 3)
    yield from sum_argument()
    yield _only_possible([claim.data["table"]])
    return Statement(
        why="The deck and all SETs sum to 0; hence three cards left would form a SET. This is not a misprint: a "
        f"program that stops after six searches following the last deal leaves three cards in {cases} of {trials:,} "
        "games.",
    )


def _random_order(runner: Runner, d: int, tables: int) -> Check:
    """Test whether the best protocol with a random SET fits a table."""
    fits = survey_dimension(runner, d)
    found, tried = best(fits, "random"), [fit for fit in fits if fit.protocol.choice == "random"]
    log10_p = 0.0 if found.log10_p is None else found.log10_p
    words = f"the best of {len(tried)} has p = {p_text(log10_p)} ({describe([found.protocol])})"
    what = f"{d} dimensions: some protocol that takes a random SET fits the table"
    return check_test(
        what, f"{len(tried)} protocols", 10**log10_p, int(SURVEYED[d][runner.full]), words, len(family()) * tables
    )


def _only_possible(tables: list[str]) -> Check:
    """Check that every number of cards in some tables can be left by a game that ends without a SET."""

    def cases() -> Iterator[tuple[int, int, int]]:
        for name in tables:
            d = find_claim(name).data["dimension"]
            yield from ((d, left, games) for left, games in printed_counts(d).items() if games)

    return check(
        "every number of cards in the tables can be left if no SET is left, for {} numbers of cards",
        cases(),
        lambda entry: entry[1] != 3,
        lambda entry: f"{entry[1]} cards left in {entry[0]} dimensions, in {entry[2]} games",
    )


def _survey_command(runner: Runner, d: int) -> str:
    return (
        "python -c 'from setlab.reproduce.end_games.protocols import describe, remaining, survey; "
        f"print(describe(remaining(survey({d}, {int(SURVEYED[d][runner.full])}))))'"
    )


MUCH = 10
"""The factor by which "much much more unusual" is interpreted here."""


@evidence("C4.shape", commands=["setlab exact leftovers --dimension 3"])
def shape(runner: Runner) -> Checks:
    """The distribution of the cards left by dimension: exact for three, sampled for four, five and six."""
    sampled = {4: runner.game(5e5, 1e7, dimension=4), 5: runner.game(1e5, 5e5, dimension=5)}
    six, highest = runner.game(300, 3e4, dimension=6), max(exact_leftover_game(3).leftovers)
    series = {"d = 3": tuple((left, float(p)) for left, p in exact_leftover_game(3).leftovers.items())}
    series |= {f"d = {d}": leftover_proportions(result) for d, result in (sampled | {6: six}).items()}
    texts = ["{} {:.4g} ± {:.2g}".format(name, *moments(points)) for name, points in series.items()]
    yield _most_in_three(highest)
    yield _more_in_four(highest)
    return Resolution(
        f"yes: mean and standard deviation of the cards left are {', '.join(texts)}",
        trials=min(result.tally.trials for result in sampled.values()),
        why=f"In three dimensions at most {highest} cards can be left, in four dimensions a game can leave more; so "
        "the distribution depends on the dimension. It shifts upwards with d; in three dimensions 0 and 6 dominate, "
        "and from five dimensions on it is bell-shaped.",
        drawing=draw_leftovers("Cards left by dimension", series),
    )


@evidence("C4.same")
def different_shapes(claim: Claim) -> Checks:
    """The three printed tables are compared with each other.

    The printed tables differ by far more than chance, and so do their modes and means.
    """
    dimensions = [find_claim(name).data["dimension"] for name in claim.data["tables"]]
    pairs = list(combinations(dimensions, 2))
    yield from (_differ(one, other, len(pairs)) for one, other in pairs)


@evidence("C4.d3", commands=["setlab exact leftovers --dimension 3"])
def three_dimensions(claim: Claim) -> Checks:
    """The remarks on three dimensions, for the exact distribution and for the printed table.

    In three dimensions the distribution is exact: all games are followed up to symmetry.
    """
    exact = exact_leftover_game(3).leftovers
    counts = printed_counts(3)
    printed = {left: Fraction(games, sum(counts.values())) for left, games in counts.items() if games}
    top, highest = claim.data["most_probable"], claim.data["highest"]
    checks: list[Check] = [_most_in_three(highest)]
    for what, found in (("by the standard rules", exact), ("in the printed table", printed)):
        words = ", ".join(f"{left}: {100 * float(p):.2f} %" for left, p in found.items())
        checks += [
            check_fact(
                f"{top} cards are the most probable number {what}", words, max(found, key=found.__getitem__) == top
            ),
            check_fact(
                f"{highest} cards are {MUCH} times as rare as none {what}", words, MUCH * found[highest] < found[0]
            ),
        ]
    yield from checks


@evidence("C4.forty")
def almost_forty(runner: Runner) -> Figures:
    """The proportion of games that leave no card: in the program, with a random SET, and by the standard rules."""
    first, at_random = (program_games(runner, 3, choice) for choice in ("first", "random"))
    cases, trials = sample_of(at_random, "leftover", 0)
    why = (
        "The figure fits the program, which takes the first SET. With a random SET, as the text says, "
        f"{100 * cases / trials:.1f} % of the games would leave no card, and by the standard rules "
        f"{100 * float(exact_leftover_game(3).leftovers[0]):.2f} %."
    )
    return Figures(values={"0": sample_of(first, "leftover", 0)}, why=why)


@evidence("C4.d4")
def four_dimensions(claim: Claim, runner: Runner) -> Checks:
    """The remarks on four dimensions, for games by the standard rules.

    The distribution decreases more slowly above 9 cards than below 6.
    """
    result = runner.game(5e5, 1e7, dimension=4)
    counts, top = result.tally["leftover"], claim.data["most_probable"]
    usual = sum(counts[left] for left in top)
    more = sum(games for left, games in counts.items() if left > max(top))
    fewer = sum(games for left, games in counts.items() if left < min(top))
    half = Fraction(1, 2)
    what = "6 or 9 cards are left in most games"
    yield check_proportion(what, "games", Sample(usual, result.tally.trials), above=half, tests=2)
    what = "more than 9 cards are more likely than fewer than 6"
    yield check_proportion(what, "games that leave neither 6 nor 9", Sample(more, more + fewer), above=half, tests=2)


@evidence("C4.values")
def other_values(runner: Runner) -> Checks:
    """The program with two, four and five values in three dimensions.

    With two values any two cards form a SET, and the program clears the table. With more values SETs are rarer and more
    cards are left, but a similar proportion of the deck. Other n and other dimensions were not tried.
    """
    sizes = {2: (1e3, 1e5), 4: (5e3, 1e5), 5: (1e3, 3e4)}
    runs = {
        n: runner.game(*games, dimension=3, values=n, refill="always-three", choice="first")
        for n, games in sizes.items()
    }
    runs[3] = program_games(runner, 3)
    decks = [Deck(d, 2) for d in range(1, 7)]
    what = "with two values any two cards form a SET, for all {} pairs of cards in 1 to 6 dimensions"
    cases = ((deck, pair) for deck in decks for pair in combinations(deck.cards, 2))
    yield check(what, cases, lambda case: case[0].is_set(case[1]), whole=False)
    yield _nothing_left(runs[2])
    return Resolution(
        f"in three dimensions: {'; '.join(_most_often(n, runs[n]) for n in sorted(runs))}",
        trials=min(result.tally.trials for result in runs.values()),
        drawing=draw_leftovers(
            "Cards left, three dimensions, 3 to 5 values",
            {f"n = {n}": leftover_proportions(runs[n]) for n in (3, 4, 5)},
        ),
    )


def _nothing_left(result: Result) -> Check:
    left = result.tally["leftover"]
    what = "with two values no card is left"
    return check_fact(what, f"{result.tally.trials:,} games", set(left) == {0}, whole=False)


def _most_in_three(highest: int) -> Check:
    """In three dimensions the maximum is the size of the largest cap, and some game attains it."""
    largest, possible = exact_no_set(3, recompute=True).largest, exact_leftover_game(3).leftovers
    often = f"{100 * float(possible.get(highest, 0)):.3g} % of the games leave {highest} cards"
    what = f"at most {highest} cards can be left in three dimensions"
    return check_fact(what, f"caps have at most {largest} cards, and {often}", largest == highest == max(possible))


def _more_in_four(than: int) -> Check:
    """A game in four dimensions can leave more cards."""
    game = game_leaving_most()
    left = len(replay(game).cards)
    what = "a game in four dimensions can leave more cards"
    return check_fact(what, f"{left} cards", breach(game) is None and left > than)


def _differ(one: int, other: int, tests: int) -> Check:
    found = compare_samples(printed_counts(one), printed_counts(other))
    words = f"p = {p_text(found.log10_p)}, distance {found.distance:.2g}"
    return check_fact(f"the tables of {one} and {other} dimensions differ", words, found.p < level(tests), whole=False)


def _most_often(n: int, result: Result) -> str:
    """The most frequent number of cards left, and the mean as a proportion of the deck."""
    points = leftover_proportions(result)
    top, proportion = max(points, key=lambda point: point[1])
    part = moments(points)[0] / n**3
    often = f"{top} of {n**3} cards most often ({100 * proportion:.3g} %)"
    return f"n = {n}: {often}, {100 * part:.3g} % of the deck on average"


D, N = 4, 3
WORDS = {"Colour": "green", "Number": "1", "Shape": "oval", "Shading": "solid"}
"""The words of one card, for each attribute in the order of the table."""

DECKS = ((1, 2), (3, 2), (4, 2), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5))
"""The pairs (d, n) for which every collection of n cards is tried."""


evidence("C1.rule")(both_ways_agree)


@evidence("C1.coding", commands=["setlab cards --notation endgame"])
def vectors(claim: Claim) -> Values:
    """The vector of the example card, and of the same card in the game with one colour.

    The digits stand for colour, number, shape and shading, in this order.
    """
    digits = ENDGAME.digits(ENDGAME.parse(claim.data["card"]))
    return {claim.data["card"]: _vector(digits), "the same card without its colour": _vector(digits[1:])}


@evidence("C1.digits", commands=["setlab cards --notation endgame"])
def digits(claim: Claim) -> Values:
    """The digit of every value, read from a card with this value.

    Our notation `endgame` uses the same digits.
    """
    values: dict[str, int] = {}
    for place in claim.figures:
        attribute, word = place.split()
        card = ENDGAME.parse(" ".join((WORDS | {attribute: word.lower()}).values()))
        values[place] = ENDGAME.deck.coordinates(card)[list(WORDS).index(attribute)]
    return values


@evidence("C1.beginners")
def one_attribute_fixed() -> Check:
    """The cards with one attribute fixed form a deck of dimension 3: their SETs are those of the other attributes.

    An attribute that is the same on all cards is the same on any three of them.
    """
    parts = [(place, value) for place in range(D) for value in range(N)]

    def is_smaller_game(part: tuple[int, int]) -> bool:
        place, value = part
        cards = [card for card in all_cards(D) if card[place] == value]
        shorter = {card: card[:place] + card[place + 1 :] for card in cards}
        whole = sorted(shorter.values()) == all_cards(D - 1)
        kept = (follow_the_rule(t) == follow_the_rule([shorter[c] for c in t]) for t in combinations(cards, N))
        return whole and all(kept)

    what = "27 cards with the SETs of three attributes, for all {} choices of an attribute and a value"
    return check(what, parts, is_smaller_game)


@evidence("C1.cards")
def numbers_of_cards(claim: Claim) -> Figures:
    """The number of cards in d dimensions, by listing.

    All combinations of d values were listed and counted.
    """
    values = {str(d): len(set(all_cards(d))) for d in claim.numbers()}
    return Figures(values=values, commands=tuple(f"setlab count --dimension {d}" for d in claim.numbers()))


@evidence("C2.isset")
def example_call(claim: Claim) -> Figures:
    """The values at each position, and the value that the function returns.

    At no position are exactly two values the same.
    """
    cards = [tuple(card) for card in claim.data["cards"]]
    columns = list(zip(*cards, strict=True))
    kinds = {1: "all the same", N: "all different"}
    values: dict[str, int | str] = {
        f"position {at}": f"{{{', '.join(map(str, column))}}} ({kinds.get(len(set(column)), 'neither')})"
        for at, column in enumerate(columns)
    }
    commands = (f"setlab check --notation endgame {' '.join(''.join(map(str, card)) for card in cards)}",)
    return Figures(values={**values, "returned": is_it_a_set(cards, D, N)}, commands=commands)


@evidence("C2.agnostic")
def any_deck() -> Check:
    """`is_it_a_set` on every collection of n cards of several decks.

    The function tests for each property whether the number of different values is 1 or n.
    """

    def is_recognised(deck: Deck, cards: tuple[int, ...]) -> bool:
        return is_it_a_set(list(map(deck.coordinates, cards)), deck.d, deck.n) == deck.is_set(cards)

    decks = [Deck(*sizes) for sizes in DECKS]
    what = "the function recognises the SETs"
    domain = f"for all {{}} collections of n cards in {len(DECKS)} decks with 2 to 5 values"
    cases = ((deck, cards) for deck in decks for cards in combinations(deck.cards, deck.n))
    return check(f"{what}, {domain}", cases, lambda case: is_recognised(*case), whole=False)


@evidence("C2.board")
def board(claim: Claim) -> Checks:
    """The SETs on the printed board, and the board that is returned if the named SET is found first.

    The remaining cards keep their order on the board when a SET is removed.
    """
    texts, named, returned = (claim.data[name].split() for name in ("board", "found", "returned"))
    sets = Space(D).sets(ENDGAME.parse_all(texts))
    cards, first = ([tuple(map(int, text)) for text in part] for part in (texts, named))
    rest, _ = find_sets_on_the_board(cards, [], D, N, order=[first])
    left = ["".join(map(str, card)) for card in rest]
    yield check_fact("there is more than one SET on the board", f"{len(sets)} SETs", len(sets) > 1)
    what = "the named cards are one of them"
    yield check_fact(what, " ".join(named), sorted(ENDGAME.parse_all(named)) in [sorted(line) for line in sets])
    yield check_fact("the returned board is as printed", " ".join(left), left == returned)
    return Statement(exact=f"{len(sets)} SETs", commands=(f"setlab find --notation endgame {claim.data['board']}",))


def _vector(digits: str) -> str:
    return f"({', '.join(digits)})"


DECK = 81
LISTED = (3, 4)
"""The dimensions in which all caps are listed, which proves the size of the largest."""


@evidence("C4.cap", "C4.caps")
def largest_caps(claim: Claim) -> Figures:
    """Constructed caps, and proved upper bounds, which are sharp where all caps are listed."""
    dimensions = list(claim.numbers())
    cited = [known(d).source for d in dimensions if d not in LISTED]
    values = {str(d): Bounds(_constructed_size(d), _most(d)) for d in dimensions}
    why = "All caps in three and four dimensions are listed here up to symmetry, which proves the maximum size."
    for source in cited:
        why += (
            " In five dimensions we construct a cap of 45 cards and prove that no cap has more than "
            f"{_most(5)} cards; that none has more than 45 is cited, not proved here ({source})."
        )
    verbs = {d: f"exact no-set --dimension {d} --recompute" for d in LISTED}
    commands = tuple(f"setlab {verbs.get(d, f'caps find --dimension {d}')}" for d in dimensions)
    return Figures(values=values, why=why, commands=commands)


@evidence("C4.last")
def last_three() -> Checks:
    """The deck and all SETs sum to 0, and three cards with sum 0 form a SET.

    The deck and every SET sum to 0 modulo 3 in each property. So the three remaining cards sum to 0 as well, and three
    values with sum 0 are all the same or all different.
    """
    yield from sum_argument()
    yield _check_zero_sums(4)


@evidence("C4.proof", commands=["setlab checksum --notation endgame --dimension 3 000 011 022"])
def proof_for_every_dimension() -> Checks:
    """The same argument holds in every dimension, because properties are added separately.

    Each SET sums to 0 modulo 3 in every property, and so does the deck, in which each value occurs 3^(d−1) times. Hence
    the cards left sum to 0, and three cards with sum 0 form a SET. The argument does not depend on d.
    """
    yield from sum_argument()
    yield _check_zero_sums(3)
    answer = "proved for every dimension: three cards are never left if the game goes on until there is no SET"
    return Resolution(answer)


@evidence("C4.leftovers", commands=["setlab exact no-set --recompute"])
def possible_numbers(claim: Claim, runner: Runner) -> Checks:
    """Every number of cards from 0 to 81 is impossible by proof, or left by a game that follows the rules."""
    listed, most = claim.data["possible"], _most(4)
    yield from sum_argument()
    what = f"n cards can be left if and only if n is listed, for all {{}} numbers from 0 to {DECK}"
    yield check(what, range(DECK + 1), lambda number: (number in listed) == _can_be_left(number, most, runner.seed))
    return Statement(
        why=f"The number of cards left is a multiple of 3 other than 3, and at most {most}, since they contain no SET. "
        "For each of the six numbers there is a game that attains it; the game for 18 is constructed."
    )


def _can_be_left(number: int, most: int, seed: int) -> bool:
    """False if the number is impossible by proof; otherwise True if a game attains it."""
    if number % 3 or number == 3 or number > most:
        return False
    constructed = game_leaving_most()
    if number == len(replay(constructed).cards):
        return breach(constructed) is None
    _, found = game_leaving(number, seed)
    return breach(found.events) is None and found.leftover == number


def _constructed_size(d: int) -> int:
    """The size of the constructed cap; 0 if it is not a cap."""
    cap = find(d)
    return len(cap) if check_cap(cap, d).is_cap else 0


def _most(d: int) -> int:
    """The size of the largest cap, from the list of all caps; an upper bound where there are too many."""
    return largest_cap(d) if d in LISTED else most_by_characters(d, _most(d - 1))


def _check_zero_sums(d: int) -> Check:
    """All triples of cards with sum 0 form SETs."""
    space = Space(d)
    pairs = ((a, b) for a in space for b in range(a))
    thirds = ((a, b, space.negative(space.add(a, b))) for a, b in pairs)
    what = f"three different cards with sum 0 form a SET in {d} dimensions, for all {{}} such triples"
    return check(what, ((a, b, c) for a, b, c in thirds if c < b), lambda cards: space.is_line(*cards))
