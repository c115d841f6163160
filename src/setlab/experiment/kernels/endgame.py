"""`endgame`: a whole game, from the shuffled deck to the cards that are left (A10, B1–B6, C2–C4).

`setlab.reference.endgame` defines it in plain Python, and docs/experiments.md in words. `play` gives one game event by
event: the core says which SETs are taken, the rules make the events.

**Counting SETs** (`--count sets`). A game searches about 24 tables, and a table has nine of the twelve cards of the one
before: so tables are not independent, but games are. Let X be the number of searches of tables with c cards and k SETs
in a game, and N that of all tables with c cards. The tally has the sums of X, X² and X·N over the games, from which the
variances follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from operator import index
from typing import Any, Self

from setlab.arguments import name_of
from setlab.counting import impossible_leftovers, mean_flats
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, join_names, quote, show_value
from setlab.experiment.estimate import Estimate, Estimates, Proportions, Quantity, proportion_estimates, proportions
from setlab.experiment.kernel import GpuTrials, Kernel, KernelFigure, Outcome, Panel, Rare
from setlab.experiment.kernels.comparison import Contest, Contestant
from setlab.experiment.kernels.dealing import set_count_proportions
from setlab.experiment.parameters import Kind, Parameters, among, dimension_of, one_of, option, parameter, whole_number
from setlab.experiment.tally import Counts, Histogram, Histograms, Joint, histogram_of
from setlab.geometry import Deck
from setlab.limits import ENUMERATED, GAMES
from setlab.rules import Choice, Event, Refill, Rules, Search, Table, play_game, search_in_order
from setlab.stats import RatioSums, proportion_interval

GREEDY = "greedy-deck"
"""Stands for the standard refill with all cards on the table, of which the first SET is taken."""

CHOICES, REFILLS = tuple(Choice), (*Refill, GREEDY)
SETS = "sets"
"""An additional count: the SETs on every table that is searched."""

TRIPLES = {"set": (0, 1, 2), "no-set": (0, 1, 3)}
"""Three lost cards that are a SET, and three that are not: the symmetries of the game make all such triples alike."""

TABLE = 12
NEVER = 2**31 - 1
RARE = {4: (18, 21)}
"""For each dimension with three values: from which leftover, and from which table on a game is kept."""


@dataclass(frozen=True)
class EndgameParameters(Parameters):
    """The deck and the rules of a game.

    `lost` is a number of cards lost at random, or the lost cards. `table` is the number of cards on the table.

    >>> EndgameParameters.complete({"refill": "always-three"}).table
    12
    """

    dimension: int = dimension_of("endgame", GAMES)
    values: int = parameter(
        among("values", "{} values are out of range for endgame: choose 2 to 5", range(2, 6)),
        option("-n --values N", "Number of values of a property, 2 to 5; default 3.", Kind.NUMBER),
        default=3,
    )
    lost: int | tuple[int, ...] = parameter(
        lambda value: value,
        option(
            "--lost L",
            "Lost cards: a number; cards with commas; `set` or `no-set`, three cards.",
            Kind.CARDS,
            tuple(TRIPLES),
        ),
        default=0,
    )
    table: int = parameter(
        lambda value: value if isinstance(value, str) and value == "all" else whole_number(value, "table"),
        option("--table T", "Number of cards on the table, or `all`; default 12.", Kind.NUMBER, ("all",)),
        default=TABLE,
    )
    choice: Choice = parameter(
        one_of("choice", CHOICES),
        option("--choice NAME", f"How a SET is chosen: {join_names(CHOICES)}; default random."),
        default=Choice.RANDOM,
    )
    refill: Refill = parameter(
        one_of("refill", REFILLS),
        option("--refill NAME", f"When cards are dealt: {join_names(REFILLS)}; default standard."),
        default=Refill.STANDARD,
    )
    count: str | None = parameter(
        lambda value: None if value is None else one_of("count", (SETS,))(value),
        option("--count WHAT", f"`{SETS}`: count also the SETs on every table that is searched."),
    )

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, checked also against each other."""
        checked = cls.check_each(given)
        d, n = checked.get("dimension", 4), checked.get("values", 3)
        refill, deck = checked.get("refill", Refill.STANDARD), Deck(d, n)
        lost = _lost_cards(checked.get("lost", 0), deck)
        cards = len(deck) - (lost if isinstance(lost, int) else len(lost))
        if refill == GREEDY:
            checked = _greedy(checked, cards)
        table = checked.get("table", n * d if refill == Refill.ALWAYS_THREE else TABLE)
        size = cards if table == "all" else table
        if size < n:
            raise SpecError(f"a table of {size} cards is too small: a SET has {n}")
        count = checked.get("count")
        if count and size >= cards:
            raise SpecError(
                f"SETs are counted while cards are undealt: choose a table of at most {cards - 1} cards, not {size}"
            )
        choice = Choice(checked.get("choice", Choice.RANDOM))
        rule = Refill.STANDARD if refill == GREEDY else Refill(refill)
        return cls(d, n, lost, min(size, cards), choice, rule, count)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards that are shuffled."""
        lost = set() if isinstance(self.lost, int) else set(self.lost)
        return tuple(card for card in range(self.values**self.dimension) if card not in lost)

    @property
    def deal_size(self) -> int:
        """How many of them are dealt."""
        return len(self.deck) - (self.lost if isinstance(self.lost, int) else 0)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        lost = self.lost if isinstance(self.lost, int) else len(self.lost)
        return Rules(self.dimension, self.values, max(self.table, self.values), lost, self.refill)

    @property
    def rare_from(self) -> tuple[int, int]:
        """From which leftover and from which table on a game is rare enough to be kept."""
        is_usual = self.values == 3 and self.table == TABLE
        return RARE.get(self.dimension, (NEVER, NEVER)) if is_usual else (NEVER, NEVER)

    @property
    def counts_sets(self) -> bool:
        """True if the SETs on every table that is searched are counted."""
        return self.count == SETS

    @property
    def begins_at_random(self) -> bool:
        """True if the first table is a random collection of the whole deck, with three values."""
        return self.values == 3 and isinstance(self.lost, int)

    @property
    def is_plain(self) -> bool:
        """True for the standard game with the whole deck and a random choice."""
        return (self.values, self.lost, self.choice, self.refill) == (3, 0, Choice.RANDOM, Refill.STANDARD)


def _greedy(checked: dict[str, Any], cards: int) -> dict[str, Any]:
    """The parameters of the greedy reduction, which leaves no choice of table and SET."""
    table = checked.get("table", "all")
    if checked.get("choice", Choice.FIRST) != Choice.FIRST:
        raise SpecError("the greedy reduction takes the first SET of the whole deck: leave --choice out")
    if table not in ("all", cards):
        raise SpecError(f"the greedy reduction has all cards on the table, not {table}: leave --table out")
    return checked | {"choice": Choice.FIRST, "table": "all"}


def _lost_cards(given: Any, deck: Deck) -> int | tuple[int, ...]:
    """The number of lost cards, or the cards."""
    if isinstance(given, str) and given in TRIPLES:
        if deck.n != 3:
            raise SpecError(f"lost cards that are a {given} have three values: use --values 3")
        return TRIPLES[given]
    if isinstance(given, Iterable) and not isinstance(given, str):
        return tuple(sorted(deck.distinct(map(_card, given))))
    if isinstance(given, str) and not given.strip().isdecimal():
        raise SpecError(
            f"lost={given!r} loses no cards: give a number of cards, the cards, or {join_names(tuple(TRIPLES))}"
        )
    number = whole_number(given, "lost")
    if not 0 <= number <= len(deck) - deck.n:
        raise SpecError(f"{number} cards cannot be lost: the deck has {len(deck)}")
    return number


def _card(given: Any) -> int:
    """The number of a lost card; a text is not read as a number, since the digits of a card are not its number."""
    if isinstance(given, str):
        raise TypeError(f"the lost card {quote(given)} is a text: read it with a notation, which gives its number")
    return whole_number(given, "lost card")


KEYS = ("cards", "sets")
SUMS = ("sets", "sets_squared", "sets_times_searches")
"""The sums of X, X² and X·N; none is above the next."""


def sets_histograms(p: EndgameParameters) -> Histograms:
    """Sums over games by cards and SETs, with the sums for their variances; the SETs on each first table."""
    cards, most = range(p.deal_size + 1), p.deal_size**p.values
    products, squares, seen = (Joint(margin, names=KEYS) for margin in ("", "", "searches"))
    return {
        "first_sets": Histogram("SETs on the first table", range(most)),
        "sets_times_searches": Histogram("products with the searches of n cards, over games", products, "events"),
        "sets_squared": Histogram("squares of these numbers, over games", squares, "events", "sets_times_searches"),
        "sets": Histogram("searches of a table of n cards with k SETs", seen, "events", "sets_squared"),
        "sets_sum_squared": Histogram(
            "squares of the sum of the SETs on tables of n cards, over games", cards, "events"
        ),
    }


def count_sets(rows: Iterable[Iterable[int]], squares: Any, first: Any) -> dict[str, Counts]:
    """The histograms from the rows (cards, SETs, searches, squares, products) of an engine, and its two arrays."""
    found = [tuple(row) for row in rows]
    sums = {name: {row[:2]: row[column] for row in found} for column, name in enumerate(SUMS, 2)}
    return {**sums, "sets_sum_squared": histogram_of(squares), "first_sets": histogram_of(first)}


def sets_quantities(p: EndgameParameters) -> dict[str, Quantity]:
    """The mean number of SETs by cards on the table, and its distribution; both also for the first table."""
    exact = (lambda: set_count_proportions(p.table, p.dimension)) if p.begins_at_random else (lambda: None)
    mean = "mean number of SETs"
    return {
        "mean_sets": Quantity(f"cards on the table, {mean}", _means, is_proportion=False),
        "sets": Quantity("SETs on the table, proportion of searches", _proportions),
        "first_mean_sets": Quantity(f"cards on the first table, {mean}", _first_mean(p), is_proportion=False),
        "first_sets": proportions("SETs on the first table, proportion of games", "first_sets", exact),
    }


def _sums(histograms: Mapping[str, Counts]) -> dict[tuple[int, int], RatioSums]:
    """The sums of X and N over the games, by cards and SETs."""
    seen, squares, products = (histograms.get(name, {}) for name in SUMS)
    searches = histograms.get("searches", {})
    searches_squared = dict[int, int]()
    for (cards, _), product in products.items():
        searches_squared[cards] = searches_squared.get(cards, 0) + product
    return {
        key: RatioSums(searches[key[0]], number, searches_squared[key[0]], squares[key], products[key])
        for key, number in seen.items()
    }


def _proportions(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    return {key: _proportion(sums, confidence) for key, sums in _sums(histograms).items()}


def _proportion(sums: RatioSums, confidence: float) -> Estimate:
    interval = proportion_interval(sums.totals, sums.numbers, confidence, sums.design_effect)
    return Estimate.of(sums.ratio, interval, sums.totals)


def _means(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    """The mean number of SETs by number of cards."""
    kinds = _sums(histograms)
    found = dict[int, Estimate]()
    for cards, searches in histograms.get("searches", {}).items():
        of_size = {sets: sums for (size, sets), sums in kinds.items() if size == cards}
        sums = RatioSums(
            searches,
            sum(sets * each.totals for sets, each in of_size.items()),
            sum(each.products for each in of_size.values()),
            histograms["sets_sum_squared"].get(cards, 0),
            sum(sets * each.products for sets, each in of_size.items()),
        )
        ends = sums.interval(confidence)
        low, high = (None, None) if ends is None else (max(0.0, ends.low), ends.high)
        found[cards] = Estimate(sums.ratio, low, high)
    return found


def _first_mean(p: EndgameParameters) -> Any:
    """The estimate of the mean number of SETs on the first table, beside its exact value."""
    exact = float(mean_flats(p.table, 1, p.dimension)) if p.begins_at_random else None

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        first = histograms.get("first_sets", {})
        if not first:
            return {}
        total, squares = (sum(sets**power * games for sets, games in first.items()) for power in (1, 2))
        return {p.table: Estimate.mean(total, squares, trials, confidence, exact)}

    return compute


COUNTED = ("leftover", "largest_table", "turns", "searches", "no_set", "first_no_set")
MOST_JOINT = 243
"""With more cards than this, leftover and largest table are not tallied jointly."""


def core_arguments(p: EndgameParameters) -> dict[str, Any]:
    """The rules of the game as the compiled core takes them."""
    import numpy as np

    given = {name: getattr(p, name) for name in ("dimension", "values", "table", "choice", "refill")}
    return given | {"dealt": p.deal_size, "deck": np.array(p.deck, dtype=np.uint16)}


def run_engine(p: EndgameParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core."""
    from setlab import _core

    leftover, table = p.rare_from
    kept: dict[str, Any] = {"rare_leftover": leftover, "rare_table": table, "count_sets": p.counts_sets}
    found = _core.play_endgame(seed, first, trials, **core_arguments(p), **kept, threads=threads)
    histograms: dict[str, Counts] = {name: histogram_of(found[name]) for name in COUNTED}
    if p.deal_size <= MOST_JOINT:
        joint = found["joint"]
        pairs = zip(*(axis.tolist() for axis in joint.nonzero()), strict=True)
        histograms["largest_table_and_leftover"] = {pair: int(joint[pair]) for pair in pairs}
    if p.counts_sets:
        histograms |= count_sets(found["sets"].tolist(), found["sum_squares"], found["first_sets"])
    return Outcome(histograms, tuple(Rare(int(trial)) for trial in found["rare"]))


def games_on_gpu(device: Any, p: EndgameParameters, seed: int) -> GpuTrials:
    """The games of a seed on a GPU."""
    from setlab.experiment.backends.gpu.games import Games, StandardGames, is_standard

    return (StandardGames if is_standard(p) else Games)(device, p, seed)


def histograms(p: EndgameParameters) -> Histograms:
    """Leftover, largest table and turns: one of each per game. The searches are any number, some of them in vain.

    Where the SETs on the tables are counted, there are five more (`endgame_sets`).
    """
    cards = range(p.deal_size + 1)
    joint = Histogram("largest table and cards left", Joint("largest_table", "leftover"))
    return {
        "leftover": Histogram("cards left", cards),
        "largest_table": Histogram("cards on the table at its largest", cards),
        "turns": Histogram("turns", range(2 * p.deal_size + 1)),
        "searches": Histogram("searches of a table of n cards", cards, "events"),
        "no_set": Histogram("searches of a table of n cards that found no SET", cards, "events", "searches"),
        "first_no_set": Histogram("those before the first SET of a game", cards, "events", "no_set"),
        **({"largest_table_and_leftover": joint} if p.deal_size <= MOST_JOINT else {}),
        **(sets_histograms(p) if p.counts_sets else {}),
    }


def quantities(p: EndgameParameters) -> dict[str, Quantity]:
    """The proportion of games by leftover, largest table and turns; of searches, those that find no SET.

    Where the SETs on the tables are counted, their number by cards on the table (`endgame_sets`).
    """
    titles = histograms(p)
    per_game = {
        name: proportions(f"{titles[name].title}, proportion of games", name) for name in ("largest_table", "turns")
    }
    leftover = proportions(
        "cards left, proportion of games",
        "leftover",
        lambda: leftover_proportions(p.dimension, p.table) if p.is_plain else None,
    )
    no_set = Quantity("no SET on a table of n cards, proportion of searches", _no_set)
    return {"leftover": leftover, **per_game, "no_set": no_set, **(sets_quantities(p) if p.counts_sets else {})}


@lru_cache
def leftover_proportions(dimension: int, table: int) -> Proportions | None:
    """The probability of each leftover of the standard game with 9 or 27 cards; None for other games.

    >>> leftover_proportions(2, 9), leftover_proportions(4, 12)
    ({0: Fraction(1, 1)}, None)
    """
    from setlab.exact.leftovers import SMALLEST_TABLE, exact_leftover_game

    is_known = dimension in ENUMERATED and table >= SMALLEST_TABLE
    return exact_leftover_game(dimension, table).leftovers if is_known else None


def _no_set(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    """The proportion of tables without a SET by number of cards; where SETs were counted, with their design effect."""
    searches, no_set = histograms.get("searches", {}), histograms.get("no_set", {})
    if "sets" not in histograms:
        return {
            cards: proportion_estimates({cards: no_set.get(cards, 0)}, number, confidence)[cards]
            for cards, number in searches.items()
        }
    sums = _sums(histograms)
    none = {cards: sums.get((cards, 0), RatioSums(number, 0, 1, 0, 0)) for cards, number in searches.items()}
    return {cards: _proportion(found, confidence) for cards, found in none.items()}


def describe(p: EndgameParameters, seed: int, trial: int) -> tuple[str, tuple[int, ...]]:
    """The reason why a game is rare, and the cards it left: dealt and in no SET that was taken.

    >>> describe(EndgameParameters(), seed=2026, trial=26_363_188)
    ('leftover 0, largest table 21', ())
    """
    from setlab import _core

    rows, moves = _core.play_endgame_moves(seed, trial, 1, **core_arguments(p))
    leftover, largest, taken, _ = rows[0].tolist()
    dealt = p.deck if p.deal_size == len(p.deck) else deck_order(p, seed, trial)
    left = set(dealt).difference(moves[0, : taken * p.values].tolist())
    return rarity(leftover, largest), tuple(sorted(left))


def rarity(leftover: int, largest_table: int) -> str:
    """The reason why a game is rare, in words."""
    return f"leftover {leftover}, largest table {largest_table}"


def count_rare(p: EndgameParameters, histograms: Mapping[str, Counts]) -> int:
    """The number of rare games, which the joint histogram counts.

    >>> count_rare(EndgameParameters(), {"largest_table_and_leftover": {(15, 6): 9, (18, 18): 2, (21, 0): 1}})
    3
    """
    leftover, table = p.rare_from
    joint = histograms.get("largest_table_and_leftover", {})
    return sum(count for (most, left), count in joint.items() if most >= table or left >= leftover)


LABEL = "proportion of games"
PANELS = Panel("leftover", "cards left", LABEL), Panel("leftover", "cards left", f"{LABEL}, logarithmic", log=True)
FIGURE = KernelFigure("Cards left at the end of the game", PANELS)


def impossible(p: EndgameParameters) -> dict[str, tuple[int, ...]]:
    """The numbers of cards that are never left."""
    return {"leftover": impossible_leftovers(p.dimension, p.lost) if p.values == 3 else ()}


PLAIN = Kernel("endgame", EndgameParameters, run_engine, histograms, quantities, main="leftover", figure=FIGURE)
WITH_GPU = replace(PLAIN, gpu=games_on_gpu, impossible=impossible)
KERNELS = {"endgame": replace(WITH_GPU, describe=describe, count_rare=count_rare)}


@dataclass(frozen=True)
class TrialGame:
    """A game: its events, the table at the end, and the numbers that the tallies count."""

    events: tuple[Event, ...]
    table: Table
    largest_table: int
    turns: int

    @property
    def leftover(self) -> int:
        """The number of cards left."""
        return len(self.table.cards)


def play(p: EndgameParameters, seed: int, trial: int) -> TrialGame:
    """The game of one trial.

    >>> game = play(EndgameParameters(), seed=1, trial=0)
    >>> game.leftover + 3 * len(game.table.taken)
    81
    """
    from setlab import _core

    rows, moves = _core.play_endgame_moves(seed, trial, 1, **core_arguments(p))
    _, largest, taken, turns = rows[0].tolist()
    sets = moves[0, : taken * p.values].reshape(taken, p.values).tolist()
    events, table = play_game(deck_order(p, seed, trial), search_in_order(sets), p.rules)
    return TrialGame(events, table, largest, turns)


def deck_order(p: EndgameParameters, seed: int, trial: int) -> list[int]:
    """The cards of a game in the order in which they are dealt."""
    return Draws(seed).shuffle(trial, p.deck, p.deal_size)


def contestant(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Contestant:
    """The player that chooses SETs by a name or by a function."""
    if weights is not None:
        raise SpecError("the choice of SETs uses no weights: leave them out")
    if settings.get("refill") == GREEDY:
        raise SpecError("the greedy reduction leaves no choice to compare: take another refill")
    chosen = {name: value for name, value in settings.items() if value is not None}
    if isinstance(given, str):
        return Contestant(given, partial(_outcomes, EndgameParameters.complete(chosen | {"choice": given})))
    if not callable(given):
        raise TypeError(
            f"{show_value(given)} is not a choice: give a name, or a function from the table to one of its SETs"
        )
    return Contestant(name_of(given), partial(_own_outcomes, EndgameParameters.complete(chosen), search_by(given)))


def _outcomes(p: EndgameParameters, seed: int, first: int, games: int, threads: int | None) -> list[int]:
    from setlab import _core

    rows = _core.play_endgame_trials(seed, first, games, **core_arguments(p), threads=threads)
    left: list[int] = rows[:, 0].tolist()
    return left


def _own_outcomes(p: EndgameParameters, search: Search, seed: int, first: int, games: int, _: int | None) -> list[int]:
    trials = range(first, first + games)
    return [len(play_game(deck_order(p, seed, trial), search, p.rules)[1].cards) for trial in trials]


def search_by(choice: Callable[[Table], Any]) -> Search:
    """The search that takes the SET that a function chooses. It is asked where there is one, and is checked.

    >>> search = search_by(lambda table: table.sets()[-1])
    >>> from setlab.rules import Deal, replay
    >>> search(replay([Deal((0, 1, 2, 3, 4, 5, 9, 10, 30, 31, 40, 60))]))
    (3, 4, 5)
    """

    def search(table: Table) -> tuple[int, ...] | None:
        sets = table.sets()
        if not sets:
            return None
        found = choice(table)
        try:
            cards = sorted(map(index, found))
            return next(tuple(line) for line in sets if sorted(line) == cards)
        except (TypeError, StopIteration):
            number = len(table.taken) + 1
            some = ", ".join(map(str, sets[:3])) + ", …" * (len(sets) > 3)
            refusal = f"{name_of(choice)} cannot take {show_value(found)} as SET number {number}"
            raise RuleError(f"{refusal}: the SETs on the table are {some}") from None

    return search


SETTINGS = dict.fromkeys(("dimension", "values", "lost", "table", "refill"))

CONTEST = Contest("endgame", "the ordinary game", "cards left", False, CHOICES, SETTINGS, contestant)
