"""The deck, the standard game and its printed programs (B1, B4, B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from typing import Any

from setlab import rules
from setlab.draws import Draws
from setlab.errors import plural
from setlab.experiment.kernels.endgame import EndgameParameters, TrialGame, play, run_engine
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec
from setlab.experiment.tally import Tally
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Values, check, check_fact, check_test
from setlab.reproduce.methods import (
    FIRST_CARDS,
    MORE_CARDS,
    all_cards,
    both_ways_agree,
    breach,
    follow_the_rule,
    sets_among,
)
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim
from setlab.stats import compare_with_proportions

SPACE, STANKE = Space(4), find_notation("stanke")

Card = tuple[int, ...]


def make_table(names: Sequence[str], iterators: Sequence[str], values: Sequence[int], **bound: int) -> Any:
    """`Table[{i, j, …}, {i, …}, {j, …}, …]`: nested lists, one level per iterator.

    If two iterators have the same name, the inner one gives the value.

    >>> make_table(("i", "j"), ("i", "j"), (1, 2))
    [[(1, 1), (1, 2)], [(2, 1), (2, 2)]]
    >>> make_table(("i",), ("i", "i"), (1, 2))
    [[(1,), (2,)], [(1,), (2,)]]
    """
    if not iterators:
        return tuple(bound[name] for name in names)
    first, *rest = iterators
    return [make_table(names, rest, values, **bound | {first: value}) for value in values]


def flatten(lists: Sequence[Any], levels: int) -> list[Any]:
    """`Flatten[list, n]`: the outermost n + 1 levels become one.

    >>> flatten([[[1], [2]], [[3], [4]]], 1)
    [[1], [2], [3], [4]]
    """
    return list(lists) if levels == 0 else [entry for part in flatten(lists, levels - 1) for entry in part]


def deck_of(data: Mapping[str, Any], flattened: int) -> list[Any]:
    """The list that a printed `Table` makes, flattened by the given number of levels."""
    values = range(data["from"], data["to"] + 1)
    return flatten(make_table(data["card"], data["iterators"], values), flattened)


@cache
def is_set(a: Card, b: Card, c: Card) -> bool:
    """`IsSet`: `Max[Mod[c1 + c2 + c3, 3]] == 0`.

    >>> is_set((1, 1), (1, 2), (1, 3)), is_set((1, 1), (1, 2), (2, 3))
    (True, False)
    """
    return max((x + y + z) % 3 for x, y, z in zip(a, b, c, strict=True)) == 0


def find_set(cards: Sequence[Card], rank: int = 0) -> tuple[int, tuple[Card, ...]]:
    """`FindSet`: the number of SETs among the cards, and the SET that `RandomChoice` returns if it draws this rank.

    >>> find_set([(1, 1), (1, 2), (1, 3), (2, 2)])
    (1, ((1, 1), (1, 2), (1, 3)))
    >>> find_set([(1, 1), (1, 2), (2, 2)])
    (0, ())
    """
    found = [triple for triple in combinations(cards, 3) if is_set(*triple)]
    return (len(found), found[rank]) if found else (0, ())


TALLIES = ("leftover", "turns", "largest_table")


@dataclass(frozen=True)
class Selection:
    """A choice in a game: the SETs on the table, and the SET taken."""

    sets: tuple[frozenset[int], ...]
    taken: frozenset[int]

    def based_on(self, wanted: str) -> list[frozenset[int]]:
        """The SETs with a card that lies in the most SETs (popular), or in the fewest but at least one (reject)."""
        numbers = Counter(card for triple in self.sets for card in triple)
        basis = (max if wanted == "popular" else min)(numbers.values())
        return [triple for triple in self.sets if any(numbers[card] == basis for card in triple)]


@evidence("B1.game")
def standard_game(claim: Claim, runner: Runner) -> Checks:
    """Every event of our games, checked by a referee that was written from the printed rules alone.

    An independent referee, which shares no code with our games, finds no breach of the rules; the compiled engine has
    the same cards left, turns and largest tables in the same games.
    """
    games = _games(2000 if runner.full else 120, runner)
    happened = sum(len(game.events) for game in games)
    what = "the referee uses the printed numbers"
    words = f"{FIRST_CARDS} cards first, then {MORE_CARDS} at a time"
    yield check_fact(what, words, (claim.data["first_cards"], claim.data["more_cards"]) == (FIRST_CARDS, MORE_CARDS))
    what = f"our games follow the printed rules, for {happened:,} events of {{}} games"
    yield check(what, games, lambda game: breach(game.events) is None, whole=False)
    counted = run_engine(EndgameParameters(), runner.seed, 0, len(games), runner.threads).histograms
    ours = {name: Counter(getattr(game, name) for game in games) for name in TALLIES}
    numbers = ", ".join(f"{number} with {left} cards left" for left, number in ours["leftover"].most_common())
    what = "the compiled engine plays the same games"
    words = f"{len(games):,} games: {numbers}"
    yield check_fact(what, words, all(dict(counted[name]) == ours[name] for name in TALLIES), whole=False)


@evidence("B3.choice")
def choices(runner: Runner) -> Checks:
    """The SETs that the choices popular and reject take in our games.

    The text does not say what reject does with cards that lie in no SET. No SET can be based on such a card; so here
    “the fewest” means the fewest but at least one.
    """
    for name, words in (("popular", "in the most SETs"), ("reject", "in the fewest SETs")):
        made = list(_choices(_games(500 if runner.full else 40, runner, choice=name)))
        what = f"{name} takes a SET with a card that lies {words}, for {{}} SETs taken in replayed games"
        cases = [(choice.taken, choice.based_on(name)) for choice in made]
        yield check(what, cases, lambda choice: choice[0] in choice[1], whole=False)
        yield _draws_evenly(name, made)


def _games(number: int, runner: Runner, choice: str = "random") -> list[TrialGame]:
    parameters = EndgameParameters.complete({"choice": choice})
    return [play(parameters, runner.seed, trial) for trial in range(number)]


def _choices(games: list[TrialGame]) -> Iterator[Selection]:
    """Every choice in some games, with the tables rebuilt from the events."""
    for game in games:
        table: list[int] = []
        for event in game.events:
            if isinstance(event, rules.Deal):
                table += event.cards
            elif isinstance(event, rules.Claim):
                yield Selection(tuple(sets_among(table)), frozenset(event.cards))
                table = [card for card in table if card not in event.cards]


def _draws_evenly(name: str, made: list[Selection]) -> Check:
    """Test that each of two possible SETs is taken with probability 1/2."""
    pairs = [(choice.based_on(name), choice.taken) for choice in made]
    ranks = Counter(possible.index(taken) for possible, taken in pairs if len(possible) == 2)
    found = compare_with_proportions(ranks, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    cases = sum(ranks.values())
    words = f"{cases} choices between two SETs: the first {ranks[0]} times, the second {ranks[1]} times"
    return check_test(f"{name} takes each of two possible SETs with probability 1/2", words, found.p, cases, words, 2)


Numbers = tuple[int, int, int]
"""The numbers of undealt cards, of cards on the table, and of fresh cards on the table."""

SET = 3


def most_turns(cards: int = 81, table: int = 12, most_without: int = 20, count_fresh: bool = True) -> int:
    """The maximum number of turns in a sequence of deals and SETs that the numbers of cards allow.

    A turn takes a SET and refills the table, or deals three cards because there is no SET; at most `most_without` cards
    contain no SET. Unless `count_fresh` is set, a SET may be taken whenever three cards are on the table.

    >>> most_turns(), most_turns(count_fresh=False)
    (49, 50)
    """

    @cache
    def longest(numbers: Numbers) -> int:
        return max(
            (1 + longest(after) for after in _next_numbers(numbers, table, most_without, count_fresh)), default=0
        )

    return longest((cards - table, table, table))


def _next_numbers(numbers: Numbers, table: int, most_without: int, count_fresh: bool) -> list[Numbers]:
    """The possible numbers after the next turn."""
    undealt, lying, fresh = numbers
    most_fresh = min(SET, fresh)
    used = range(max(1, SET - (lying - fresh)), most_fresh + 1) if count_fresh else range(most_fresh + 1)
    after = [_refill(undealt, lying - SET, fresh - number, table) for number in used if lying >= SET]
    if undealt and lying <= most_without:
        dealt = min(SET, undealt)
        after.append((undealt - dealt, lying + dealt, dealt))
    return after


def _refill(undealt: int, lying: int, fresh: int, table: int) -> Numbers:
    """The numbers after the table has been refilled, if it has too few cards."""
    dealt = min(SET, undealt) if lying < table else 0
    return undealt - dealt, lying + dealt, fresh + dealt


MINUTES_PER_DAY = 24 * 60


@evidence("B4.million")
def million(claim: Claim) -> Figures:
    """100 files of 10,000 games make one million, not a million million.

    The word "million" is superfluous: 100 × 10,000 is 1,000,000, as section 3.1 says.
    """
    found = f"{claim.data['files'] * claim.data['games_per_file']:,}"
    return Figures(values={"numbers in one string": found}, corrected={"numbers in one string": found})


@evidence("B4.runs")
def arithmetic(claim: Claim) -> Checks:
    """The numbers of types and games, and the time they took.

    One round of 10,000 games of each variant takes 100 minutes, so a hundred rounds take 10,000 minutes.
    """
    data = claim.data
    types, games = len(data["choices"]) * len(data["decks"]), data["files"] * data["games_per_file"]
    days = data["files"] * data["minutes_per_round"] / MINUTES_PER_DAY
    what = "three choices and three decks make nine types of game"
    yield check_fact(what, f"{len(data['choices'])} × {len(data['decks'])} = {types}", types == data["types"])
    what = "100 files of 10,000 games make one million"
    yield check_fact(what, f"{data['files']} × {data['games_per_file']:,} = {games:,}", games == data["games"])
    what = "100 rounds of one hour and forty minutes are about one week"
    yield check_fact(what, f"{days:.2f} days", round(days) == data["days"])


@evidence("B4.merge")
def merged_runs(claim: Claim, runner: Runner) -> Checks:
    """The tallies of 100 runs of 10,000 games add up to the tally of one run of a million games.

    All histograms agree, count by count: games are numbered, and a game does not depend on the run in which it is
    played.
    """
    spec, size = make_spec("endgame", {}, runner.seed), claim.data["games_per_file"]
    trials = claim.data["files"] * size
    runs = [run(spec, size, first=first, threads=runner.threads).tally for first in range(0, trials, size)]
    one = run(spec, trials, threads=runner.threads)
    together = reduce(Tally.__add__, runs)
    left = ", ".join(f"{number:,} with {cards}" for cards, number in together["leftover"].items())
    what = f"{len(runs)} runs of {size:,} games add up to one of {trials:,}"
    yield check_fact(what, f"{together.trials:,} games by cards left: {left}", together == one.tally, whole=False)
    return Statement(results=(one,))


@evidence("B4.kept", commands=["setlab simulate endgame --trials 4e6 --seed 1", "setlab runs"])
def recorded_games(claim: Claim, runner: Runner) -> Checks:
    """Every game that leaves 18 cards or more is recorded, with its cards.

    Our engine does the same as the program: it records the numbers of such games, and each of them can be played again.
    Games with 21 cards on the table are recorded too.
    """
    least, parameters = claim.data["least"], EndgameParameters()
    found = run_engine(parameters, runner.seed, 0, int(2e7 if runner.full else 4e6), runner.threads)
    replayed = [play(parameters, runner.seed, rare.trial) for rare in found.rare]
    large = [game for game in replayed if game.leftover >= least]
    counted = sum(number for left, number in found.histograms["leftover"].items() if left >= least)
    what = f"all games that leave {least} cards or more are recorded"
    words = f"{plural(len(large), 'game')} of {sum(found.histograms['leftover'].values()):,}"
    yield check_fact(what, words, len(large) == counted > 0, whole=False)
    what = "the cards left by a recorded game contain no SET, for every recorded game, {} in all"
    yield check(what, large, lambda game: not sets_among(game.table.cards), whole=False)


DIGITS = (1, 2, 3)
TABLE = 12
FILL = 3
"""The index of the fill among the properties in the order of section 1.2."""

NEST = 3
"""The levels of nested lists that `Table` makes with four iterators, below the outermost."""


@evidence("B1.deck", commands=["setlab count --dimension 4"])
def deck() -> Values:
    """The number of combinations of four properties with three values.

    The combinations of values were listed, and all faces are different.
    """
    faces = {STANKE.name(card) for card in STANKE.deck}
    return {"cards in the deck": len(faces)}


evidence("B1.rule")(both_ways_agree)


@evidence("B1.examples", commands=['setlab check "2 red solid ovals" "2 red striped ovals" "2 red empty ovals"'])
def examples(claim: Claim) -> Checks:
    """The captions of figures 1 to 3, which say what makes or spoils a SET.

    Each caption describes a kind of triple; all triples of that kind were tried.
    """
    first = STANKE.parse_all(claim.data["figure_1"])
    yield check_fact("figure 1 is a SET", ", ".join(claim.data["figure_1"]), SPACE.is_line(*first))
    what = "three cards that differ in every property form a SET, for all {} such triples"
    yield check(what, filter(_all_differ, combinations(all_cards(4, DIGITS), 3)), lambda cards: is_set(*cards))
    what = "three cards of which exactly two have the same fill are not a SET, for all {} such triples"
    yield check(what, filter(_two_fills, combinations(all_cards(4, DIGITS), 3)), lambda cards: not is_set(*cards))


@evidence("B1.isset")
def program_is_set() -> Check:
    """The sum of three cards is 0 modulo 3 if and only if they form a SET.

    Of the 27 triples of digits, the sum is divisible by 3 for the 3 with equal digits and the 6 with different digits,
    and for no other.
    """
    what = "IsSet agrees with the definition, for all {} triples of cards, with the digits 1, 2, 3"
    return check(what, combinations(all_cards(4, DIGITS), 3), lambda cards: is_set(*cards) == follow_the_rule(cards))


@evidence("B1.findset")
def program_find_set(runner: Runner) -> Checks:
    """FindSet as printed, compared with our search on random tables.

    `Subsets` lists each triple of cards once; hence `RandomChoice` takes each SET with the same probability.
    """
    draws = Draws(runner.seed)
    deals = [draws.shuffle(trial, SPACE.cards, TABLE) for trial in range(500 if runner.full else 200)]
    what = f"FindSet counts the SETs on the table, for {{}} random tables of {TABLE} cards"
    yield check(what, deals, lambda table: find_set(_as_digits(table))[0] == len(SPACE.sets(table)), whole=False)
    what = (
        "the numbers that RandomChoice can draw correspond one to one to the SETs on the table, "
        f"for {{}} random tables of {TABLE} cards"
    )
    yield check(what, deals, lambda table: _sets_returned(table) == sorted(map(sorted, SPACE.sets(table))), whole=False)


@evidence("B4.variants")
def variants(claim: Claim) -> Values:
    """The number of cards after `Drop` removes the first d of the 81.

    The lost cards are always the first ones, (1,1,1,1) and (1,1,1,2). This makes no difference: the symmetries of the
    deck map any two cards to any other two.
    """
    cards = all_cards(4, DIGITS)
    return {str(d): len(cards[d:]) for d in claim.numbers()}


@evidence("B4.deck")
def program_for_deck(claim: Claim) -> Check:
    """Figure 4 produces every string of four digits, in nested lists.

    `Table` with four iterators makes nested lists, which contain each of the 81 cards once.
    """
    return _is_deck("figure 4 lists every string of four digits once", deck_of(claim.data, NEST))


@evidence("B4.shuffle")
def program_for_shuffle(claim: Claim) -> Checks:
    """Figure 5 shuffles the list of figure 4, which has three blocks of 27 cards unless it is flattened first.

    `RandomSample` permutes the entries of the outermost list. Figure 4 makes three entries of 27 cards each, so figure
    5 has only six possible orders. With `Flatten[SetDeck, 3]`, as in figure 8, there are 81 entries.
    """
    what = "RandomSample reorders the 81 cards"
    yield _is_deck(what, deck_of(claim.data, 0))
    return Statement(corrected=(_is_deck(what, deck_of(claim.data, NEST))))


@evidence("B4.figure8")
def program_for_variants(claim: Claim) -> Checks:
    """Figure 8 has five iterators, {k,1,3} twice; four give the deck.

    {k, 1, 3} is printed twice. With five iterators `Flatten[…, 3]` leaves 81 lists of three cards, which contain each
    of the 81 cards three times; with {k, 1, 3} once it gives the deck.
    """
    printed = deck_of(claim.data, claim.data["flatten"])
    four = {**claim.data, "iterators": list(dict.fromkeys(claim.data["iterators"]))}
    what = "InitializeSetDeck makes a deck of 81 different cards"
    yield _is_deck(what, printed)
    return Statement(corrected=(_is_deck(what, deck_of(four, claim.data["flatten"]))))


def _is_deck(what: str, entries: list[Any]) -> Check:
    """Check that the entries of a list are the 81 cards, each once."""
    found = Counter(entry if isinstance(entry, tuple) else repr(entry) for entry in entries)
    return check_fact(what, _entries_text(entries), found == Counter(all_cards(4, DIGITS)))


def _entries_text(entries: list[Any]) -> str:
    """The number of entries of a list, of cards in them, and of different cards."""
    held = list(_cards_in(entries))
    return f"{len(entries)} entries with {len(held)} cards, {len(set(held))} of them different"


def _cards_in(entries: list[Any]) -> Iterator[Card]:
    for entry in entries:
        if isinstance(entry, tuple):
            yield entry
        else:
            yield from _cards_in(entry)


def _as_digits(table: list[int]) -> list[Card]:
    return [tuple(value + 1 for value in SPACE.coordinates(card)) for card in table]


def _sets_returned(table: list[int]) -> list[list[int]]:
    """The SETs that FindSet returns for the numbers that can be drawn."""
    cards = _as_digits(table)
    triples_found = (find_set(cards, rank)[1] for rank in range(find_set(cards)[0]))
    return sorted(sorted(table[cards.index(card)] for card in triple) for triple in triples_found)


def _all_differ(cards: tuple[Card, Card, Card]) -> bool:
    return all(len(set(column)) == 3 for column in zip(*cards, strict=True))


def _two_fills(cards: tuple[Card, Card, Card]) -> bool:
    return len({card[FILL] for card in cards}) == 2
