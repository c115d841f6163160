"""Bounds on every strategy, errors of the published strategies, and a deal that cannot be cleared.

**An upper bound** on how much better than a player any strategy can be, by information relaxation with a penalty.
Before each deal, reveal k candidate deals, one of which will come. The informed player does at least as well as any
uninformed player, and pays for the information: at each deal, V of the position after it less the mean of V over all
possible deals, for some function V of the visible cards. Non-anticipative policies have zero expected penalty. So the
expected best result of the informed player is an upper bound for every strategy. The bound is exact if V is the value
itself, and it becomes tighter with a better V and with more revealed deals. With one deal, which then is the order of
the deck, this is the bound of Brown, Smith and Sun (Information relaxations and duality in stochastic dynamic programs,
Operations Research 58, 2010); with several, and without V, that of Broadie and Glasserman (Pricing American-style
securities using simulation, J. Economic Dynamics and Control 21, 1997).

The player is followed through the same deals and makes the same payments, so that chance affects both alike. V is the
estimate of `setlab.solitaire.values`.

**Without the luck of the deals.** The player's own result, less its payments, has the mean of its result, because the
payments have mean zero: they are control variates, and V explains most of the result. So with the player alone
(`informed=False`), followed from u undealt cards through one deal at each stage, a few games show how often it clears
the table as precisely as many games do that are only played.

**Results.** Each game gives one position, the first that the player reaches with at most u undealt cards, and
the games are independent. `gap` estimates the mean, over these positions, of the bound less the player's own
value. `upper` is its one-sided confidence limit (`setlab.stats.mean_limit`): it assumes no normal distribution, only
that a single gap lies in the range of `gap_range`.

**Errors in the short cuts** of Forbes & Forbes: games that S(d) declares won and best play may lose (E3). With 12 cards
on the table the declarations are right. With 15, taking a SET deals nothing: the same number of undealt cards needs one
more SET of the partition. So (ii), and (iv) which leads to it, and "d/3 − 1 of its SETs on the table" can fail: only a
SET outside every partition can be taken.

**A deal that cannot be cleared**, built so that the proof can be checked by hand. Let x be the card that is dealt last.
The 40 SETs through x have no other card in common, so that taking a SET spoils at most three of them. Let every table,
from the first, have exactly one SET: then there is no choice. When the forced SETs have spoilt all 40, x cannot be
taken any more.

Such a deck is built table by table: to nine cards without a SET three cards are dealt that make exactly one. Of several
random triples, one whose SET spoils the most is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Partition, Shuffle, State, partitions
from setlab.solitaire.strategies import GENERAL, core_games, core_moves, core_player
from setlab.solitaire.values import ONE, STAGES, EstimateWeights, engine_for, estimate_array, exact_values
from setlab.stats import mean_limit, normal_quantile

if TYPE_CHECKING:
    from setlab._core import SolitaireBounds

EXACT_FROM = 12
"""With at most this many undealt cards the players play best."""


class InformedResult(NamedTuple):
    """The results of the informed player and the player from a position, less payments; its undealt cards, or −1."""

    best: float
    played: float
    undealt: int


def informed_games(
    games: int,
    undealt: int,
    seed: int,
    *,
    first: int = 0,
    strategy: str = "expert",
    deals: int = 1,
    exact_to: int = EXACT_FROM,
    kind: int = 0,
    weights: EstimateWeights | None = None,
    informed: bool = True,
    threads: int | None = None,
    isa: str = "",
) -> SolitaireBounds:
    """The results of games first … first + games − 1 of a seed, by name, one entry per game.

    For fitting, there are also the kind of the table and the logarithms of the sums of the estimate. `kind` 1 and 2 ask
    for a table without a SET, or one of more than 12 cards, reached by a random SET and random deals. Without
    `informed` only the player is followed.
    """
    engine, estimate = engine_for("valued", core_player(strategy).budgets, isa=isa), estimate_array(weights)
    position: Any = {"undealt": undealt, "exact_to": exact_to, "kind": kind, "deals": [deals] * STAGES}
    return engine.bound(seed, first, games, **position, estimate=estimate, informed=informed, threads=threads)


def informed_results(found: SolitaireBounds) -> list[InformedResult]:
    """The results one by one."""
    columns = found["best"].tolist(), found["played"].tolist(), found["undealt"].tolist()
    return list(map(InformedResult, *columns))


BOUND_STAGES = (18, 21, 24, 27)
"""The numbers of undealt cards from which a bound can be computed."""

EXACT_STAGES = (12, 15, 18)
"""The numbers of undealt cards up to which values may be exact."""

MOST_CARDS = 42
"""On the table and undealt: the partitions of more are too many to list."""

MOST_DEALS = 100
MOST_PATHS = 1 << 20
"""The deals that can lead to a position are numbered below this."""

LEVEL = 0.95
"""The confidence of the upper limits."""


def gap_range(undealt: int, exact_to: int = EXACT_FROM) -> tuple[int, int]:
    """The least and the largest gap of a single game: V, its means and exact values lie between 0 and 1.

    A result is an exact value, changed by at most 1 at each deal before it. With n deals the informed player's result
    is therefore at most 1 + n, and the player's at least −n. If exact values begin at most one deal before those of the
    player, both have the same deals, and the informed player cannot do worse.

    >>> gap_range(18), gap_range(27)
    ((0, 5), (0, 11))
    """
    informed, player = max(0, undealt - exact_to) // 3, (undealt - EXACT_FROM) // 3
    least = 0 if exact_to <= EXACT_FROM + 3 else -(exact_to - EXACT_FROM) // 3 - 1
    return least, informed + 1 + player


def check_deals(deals: int, undealt: int) -> None:
    """Raise `SpecError` unless this number of deals can be revealed at every stage."""
    if not 1 <= deals <= MOST_DEALS or deals ** ((undealt - EXACT_FROM) // 3) > MOST_PATHS:
        raise SpecError(f"{deals} deals at every stage from {undealt} undealt cards on are out of range: choose fewer")


def gap_limits(gaps: Sequence[float], left_out: int, undealt: int, exact_to: int, level: float) -> tuple[float, float]:
    """The upper limits of the mean gap at a one-sided level: for any distribution, and by the normal approximation.

    `gaps` are those of single positions in any order. A position that was left out counts as a gap of 1, the largest
    possible difference of values, in the first limit, and not at all in the second.
    """
    if len(gaps) < 2:
        few = f"{len(gaps) + left_out} games have fewer than 2 positions of at most {MOST_CARDS} cards"
        raise SpecError(f"{few}: choose more games")
    low, high = gap_range(undealt, exact_to)
    clipped = [max(low, number) for number in gaps]  # rounding can put a gap of 0 below it
    upper = min(1.0, mean_limit(clipped + [1.0] * left_out, low, high, level))
    return upper, fmean(gaps) + normal_quantile(level) * standard_error(gaps)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of two values or more."""
    return stdev(values) / sqrt(len(values))


BLOCK = 20_000


@checked
@dataclass(frozen=True)
class Counterexample:
    """A position that S(d) declares won, and the probability of clearing it with best play."""

    strategy: str
    shuffle: Shuffle
    state: State
    value: Fraction

    @property
    def clause(self) -> str:
        """The clause by which it was declared."""
        return "(ii), by (iv)" if self.state.table.undealt == 6 else "d/3 − 1 of its SETs on the table"

    @property
    def partitions(self) -> list[Partition]:
        """All partitions of the table and the undealt cards: there is at least one."""
        return partitions(self.state.remaining)


@checked
@dataclass(frozen=True)
class Declarations:
    """The numbers of games of S(d), of those declared won, and of declarations that are uncertain, or impossible."""

    games: int
    declared: int
    uncertain: int
    impossible: int
    examples: tuple[int, ...]
    """The games whose declaration was wrong."""


@checked
def count_declarations(name: str, games: int, seed: int = 1, *, threads: int | None = None) -> Declarations:
    """The number of wrong declarations of S(d) in games of a seed.

    >>> found = count_declarations("S9", 2000, seed=1)
    >>> found.declared, found.uncertain, found.impossible
    (208, 8, 2)
    """
    if name not in GENERAL:
        raise SpecError(f"{name!r} declares nothing: choose one of {', '.join(GENERAL)}")
    declared = impossible = 0
    wrong: list[int] = []
    for first in range(0, games, BLOCK):
        played = core_games(name, seed, first, min(BLOCK, games - first), threads=threads)
        is_declared, value = played["declared"] >= 0, played["value"]
        declared += int(is_declared.sum())
        impossible += int((is_declared & (value == 0)).sum())
        wrong += [first + int(i) for i in (is_declared & (value < ONE)).nonzero()[0]]
    return Declarations(games, declared, len(wrong), impossible, tuple(wrong))


def counterexample(name: str, seed: int, game: int) -> Counterexample:
    """The position in which S(d) declares a game won, with its true value."""
    shuffle = Shuffle.of(seed, game)
    undealt = int(core_games(name, seed, game, 1)["declared"][0])
    state = _first_with(shuffle, core_moves(name, seed, game, 1)[0], undealt)
    return Counterexample(name, shuffle, state, max(exact_values(state).values()))


@checked
def find_counterexample(name: str = "S9", seed: int = 1, value: Fraction = Fraction(0)) -> Counterexample:
    """The first game of a seed that S(d) declares won although best play clears it with at most this probability.

    >>> found = find_counterexample("S6", seed=1)
    >>> found.clause, len(found.state.cards), found.value, len(found.partitions) > 0
    ('(ii), by (iv)', 15, Fraction(0, 1), True)
    """
    seed = Draws(seed).seed  # raises an error that names the range
    for first in range(0, 1_000_000, BLOCK):
        played = core_games(name, seed, first, BLOCK)
        hits = ((played["declared"] >= 0) & (played["value"] <= int(value * ONE))).nonzero()[0]
        if len(hits):
            return counterexample(name, seed, first + int(hits[0]))
    raise SpecError(f"{name} declared nothing wrong in 1,000,000 games of seed {seed}: try another seed")


def _first_with(shuffle: Shuffle, moves: list[Line], undealt: int) -> State:
    """The first state of a game with this number of undealt cards in which a SET can be taken."""
    state = shuffle.start()
    while state.due or state.table.undealt > undealt:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(moves[len(state.taken)])
    return state


LAST = 0
"""The card x."""

TRIES = 600
"""The number of triples tried for one deal."""

MOST_DECKS = 200


@checked
@dataclass(frozen=True)
class Forced:
    """A deck, the SETs that are forced, and the card that cannot be taken after them."""

    shuffle: Shuffle
    moves: tuple[Line, ...]
    card: int


@checked
def unclearable_deal(seed: int = 0) -> Forced:
    """A deal that cannot be cleared.

    >>> found = unclearable_deal()
    >>> is_proof(found)
    True
    """
    for trial in range(MOST_DECKS):
        if (found := _Builder(Draws(seed), trial).build()) is not None:
            return found
    raise SpecError(f"seed {seed} gave no such deal in {MOST_DECKS} trials: choose another one")


def is_proof(forced: Forced) -> bool:
    """True if every table has exactly one SET until each SET through the card has lost another of its cards."""
    state = forced.shuffle.start()
    for line in forced.moves:
        state = forced.shuffle.deal_due(state)
        if state.sets != [line]:
            return False
        state = state.take(line)
    gone = {card for line in state.taken for card in line}
    return forced.card not in gone and all(b in gone or c in gone for _, b, c in DECK.lines_through(forced.card))


class _Builder:
    """A deck while it is built."""

    def __init__(self, draws: Draws, trial: int) -> None:
        self.draws, self.trial, self.drawn = draws, trial, 0
        self.undealt = [card for card in DECK if card != LAST]
        self.order: list[int] = []
        self.moves: list[Line] = []
        self.spoilt: set[int] = set()

    def build(self) -> Forced | None:
        """A deck with its proof, or None when no triple continues it."""
        table = self._free_table()
        while len(self.spoilt) < 80:
            found = self._deal(table)
            if found is None:
                return None
            table, line = found
            self.moves.append(line)
            self.spoilt |= {partner for card in line for partner in (card, DECK.third(card, LAST))}
        order = (*self.order, *self.undealt, LAST)
        return Forced(Shuffle(order), tuple(self.moves), LAST)

    def _free_table(self) -> list[int]:
        """Nine cards without a SET."""
        table: list[int] = []
        while len(table) < FULL_TABLE - 3:
            card = self._any()
            if not DECK.sets([*table, card]):
                table.append(card)
                self._lay(card)
        return table

    def _deal(self, table: list[int]) -> tuple[list[int], Line] | None:
        """The table after a deal that makes exactly one SET, and after that was taken; and the SET."""
        best: tuple[int, list[int], Line] | None = None
        for _ in range(TRIES):
            if len(self.undealt) < 3:
                return None
            dealt = self._three()
            sets = DECK.sets([*table, *dealt])
            if len(sets) != 1:
                continue
            a, b, c = sorted(sets[0])
            gain = sum(card not in self.spoilt for card in (a, b, c))
            if best is None or gain > best[0]:
                best = gain, dealt, (a, b, c)
            if gain == 3:
                break
        if best is None or best[0] == 0:
            return None
        for card in best[1]:
            self._lay(card)
        return [card for card in (*table, *best[1]) if card not in best[2]], best[2]

    def _three(self) -> list[int]:
        chosen: list[int] = []
        while len(chosen) < 3:
            if (card := self._any()) not in chosen:
                chosen.append(card)
        return chosen

    def _any(self) -> int:
        self.drawn += 1
        return self.undealt[self.draws.below(self.trial, self.drawn, len(self.undealt))]

    def _lay(self, card: int) -> None:
        self.undealt.remove(card)
        self.order.append(card)
